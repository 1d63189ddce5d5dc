"""Functions of their own for what an expression cannot say: loops, and whatever is long."""

from __future__ import annotations

import re
from collections.abc import Callable

from .source import Source

_NAME = re.compile(r"[A-Za-z_]\w*(?!\w|\()")
_SET = re.compile(r"^\s*(?:for )?([a-z_]\w*(?:, [a-z_]\w*)*) (?:[-+*&|]?=|in) ", re.MULTILINE)
_TEXT = re.compile(r'""".*?"""', re.DOTALL)
_WORDS = frozenset(
    [
        "and",
        "or",
        "not",
        "if",
        "else",
        "elif",
        "for",
        "in",
        "while",
        "return",
        "break",
        "continue",
        "pass",
        "True",
        "False",
        "None",
        "int",
        "len",
        "min",
        "max",
        "range",
        "abs",
    ]
)


def names_in(text: str) -> tuple[str, ...]:
    """The local names that a text reads, each once, in order. Names of the module are in capitals."""
    found = _NAME.findall(_TEXT.sub("", text))
    return tuple(dict.fromkeys(name for name in found if name not in _WORDS and not name.isupper()))


class Lifting:
    """Writes functions that take whatever local names their bodies read; one for each body."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._known: dict[tuple[str, str], str] = {}
        self._taken: dict[str, int] = {}

    def call(self, base: str, told: str, write: Callable[[], None], **given: str) -> str:
        """Write a function (unless there is one with the same body) and the text of a call of it, with the names that
        are at hand, or with what is `given` for them."""
        with self._source.body() as lines:
            write()
        body = "\n".join(lines)
        own = {name for names in _SET.findall(body) for name in names.split(", ")}
        read = [name for name in names_in(body) if name not in own]
        read.sort(key=lambda name: name != "s")
        name = self._known.get((base, body))
        if name is None:
            number = self._taken[base] = self._taken.get(base, 0) + 1
            name = self._known[base, body] = base if number == 1 else f"{base}__{number}"
            with self._source.aside(), self._source.function(name, ", ".join(read), told):
                for line in lines:
                    self._source.line(line)
        return f"{name}({', '.join(given.get(name, name) for name in read)})"
