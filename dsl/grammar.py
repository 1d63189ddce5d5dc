"""The tables of the grammar: made from `rulebook.lark` once, then kept in the user's cache directory."""

from __future__ import annotations

import json
import os
import re
import sys
import tempfile
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import sha256
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lark import Lark
    from lark.lexer import TerminalDef

END = "$END"
# Keywords come before names, and behind the longer patterns that begin like one (`x2`, `or more`, a field's name).
_KEYWORD_PRIORITY = 3
_FORMAT = 3
_NAME = "NAME"
_WORD_END = r"(?!\w)"


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule to reduce by: what it makes, of how many symbols, and the name of its tree (None: inlined)."""

    origin: str
    size: int
    tree: str | None
    expand_single: bool


@dataclass(frozen=True)
class Tables:
    """The LALR tables. An action is the state to shift to, or `-1 - rule` to reduce by."""

    actions: tuple[dict[str, int], ...]
    gotos: tuple[dict[str, int], ...]
    rules: tuple[Rule, ...]
    terminals: dict[str, str]
    ignored: frozenset[str]
    start: int
    end: int
    keywords: dict[str, str] = field(init=False, compare=False, repr=False)
    _states: dict[int | None, re.Pattern[str]] = field(default_factory=dict, compare=False, repr=False)
    _patterns: dict[frozenset[str], re.Pattern[str]] = field(default_factory=dict, compare=False, repr=False)

    def __post_init__(self) -> None:
        words = {regexp.removesuffix(_WORD_END): name for name, regexp in self.terminals.items()}
        object.__setattr__(self, "keywords", {word: name for word, name in words.items() if word.isalpha()})

    def pattern(self, state: int | None) -> re.Pattern[str]:
        """What can be read in a state (None: anywhere), as one pattern whose groups are the terminals.

        Keywords are read as names and told apart by `word`: so few patterns are needed, and small ones.
        """
        pattern = self._states.get(state)
        if pattern is None:
            pattern = self._states[state] = self._pattern(
                frozenset(self.terminals if state is None else self.actions[state])
            )
        return pattern

    def word(self, text: str, state: int | None) -> str | None:
        """The terminal of a small word in a state (None: anywhere): a keyword or a name, None if it cannot be there."""
        kind = self.keywords.get(text, _NAME)
        if state is None or kind in self.actions[state]:
            return kind
        return _NAME if _NAME in self.actions[state] else None

    def _pattern(self, wanted: frozenset[str]) -> re.Pattern[str]:
        words = frozenset(self.keywords.values())
        plain = wanted - words | self.ignored | ({_NAME} if wanted & words else frozenset())
        pattern = self._patterns.get(plain)
        if pattern is None:
            # The terminals are in order of precedence, so the first group that matches is the one meant.
            groups = (f"(?P<{name}>{regexp})" for name, regexp in self.terminals.items() if name in plain)
            pattern = self._patterns[plain] = re.compile("|".join(groups))
        return pattern


@lru_cache(maxsize=1)
def tables() -> Tables:
    """The tables of the shipped grammar."""
    text = grammar_text()
    cache = cache_file(text)
    try:
        return _decode(json.loads(_kept(cache)))
    except (OSError, ValueError, KeyError, TypeError, IndexError, RecursionError):
        data = _encode(compile_grammar(text))
        _keep(cache, json.dumps(data, separators=(",", ":")))
        return _decode(data)


def grammar_text() -> str:
    """The grammar as shipped."""
    return files("cardwright.grammar").joinpath("rulebook.lark").read_text("utf-8")


def compile_grammar(text: str, *, strict: bool = False) -> Lark:
    """Lark's parser for a grammar, every keyword a whole word. `strict` (needs interegular) refuses any conflict."""
    from lark import Lark

    return Lark(
        text, parser="lalr", lexer="contextual", keep_all_tokens=True, edit_terminals=_whole_word, strict=strict
    )


def cache_file(text: str) -> Path:
    """Where the tables of a grammar are kept."""
    from platformdirs import user_cache_path

    key = "\n".join((str(_FORMAT), version("lark"), sys.version, text))
    return user_cache_path("cardwright") / f"grammar-{sha256(key.encode()).hexdigest()[:24]}.json"


def _whole_word(terminal: TerminalDef) -> None:
    from lark.lexer import PatternRE, PatternStr

    if isinstance(terminal.pattern, PatternStr) and terminal.pattern.value.isalpha():
        terminal.pattern = PatternRE(terminal.pattern.value + _WORD_END)
        terminal.priority = _KEYWORD_PRIORITY


def _encode(lark: Lark) -> dict[str, Any]:
    # Lark offers no public way to its tables; tests/dsl/test_grammar.py compares every shipped parse with Lark's own.
    table: Any = lark.parser.parser._parse_table
    lexer: Any = lark.parser.lexer
    rules: list[Any] = list(
        dict.fromkeys(arg for row in table.states.values() for _, arg in row.values() if hasattr(arg, "origin"))
    )
    number = {rule: index for index, rule in enumerate(rules)}
    states = range(len(table.states))
    actions: list[dict[str, int]] = [{} for _ in states]
    gotos: list[dict[str, int]] = [{} for _ in states]
    terminals = {terminal.name for terminal in lark.terminals} | {END}
    for state in states:
        for symbol, (_, arg) in table.states[state].items():
            target = -1 - number[arg] if arg in number else arg
            (actions if symbol in terminals else gotos)[state][symbol] = target
    return {
        "actions": actions,
        "gotos": gotos,
        "rules": [_rule(rule) for rule in rules],
        "terminals": {terminal.name: terminal.pattern.to_regexp() for terminal in lexer.root_lexer.terminals},
        "ignored": sorted(lexer.root_lexer.ignore_types),
        "start": table.start_states["start"],
        "end": table.end_states["start"],
    }


def _rule(rule: Any) -> tuple[str, int, str | None, bool]:
    origin = str(rule.origin.name)
    tree = None if origin.startswith("_") else str(rule.alias or origin)
    return origin, len(rule.expansion), tree, bool(rule.options.expand1 and not rule.alias)


def _decode(data: dict[str, Any]) -> Tables:
    return Tables(
        actions=tuple(data["actions"]),
        gotos=tuple(data["gotos"]),
        rules=tuple(Rule(*rule) for rule in data["rules"]),
        terminals=dict(data["terminals"]),
        ignored=frozenset(data["ignored"]),
        start=int(data["start"]),
        end=int(data["end"]),
    )


def _kept(cache: Path) -> str:
    """What the cache holds under its checksum. Raises ValueError where a byte differs: tables that were damaged could
    lead the parser astray without an error."""
    checksum, _, text = cache.read_text("utf-8").partition("\n")
    if checksum != sha256(text.encode()).hexdigest():
        raise ValueError("a damaged cache")
    return text


def _keep(cache: Path, text: str) -> None:
    """Write the cache in one step, so that a reader never sees half a file; without a place to write, do without."""
    name = ""
    try:
        cache.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=cache.parent, suffix=".tmp")
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(f"{sha256(text.encode()).hexdigest()}\n{text}")
        Path(name).replace(cache)
    except OSError:
        if name:
            Path(name).unlink(missing_ok=True)
