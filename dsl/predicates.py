"""Predicates of dealt hands, told apart from any rulebook: `holding 2 2 2 2`, `count red in hand > 9 and not dragon`.

What holds of a hand is said by a claim of its rulebook, by a pattern as claims have it, or by a condition about the
hand; these are joined by `and`, `or`, `not` and parentheses. Each is read as if it stood in the rulebook: by the same
grammar, with the same names, under the same answers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from typing import TypeAlias

from . import ast, model
from .diagnostics import Diagnostic, Edit, Severity, problem
from .grammar import tables
from .lexing import Lexer
from .parser import MOST_NESTED, parse
from .pipeline import Checked, RulebookError
from .resolve import Program, Report, resolve
from .settle import Given, settle
from .source import Source, Span

FILE = "predicate"
"""What the text of a predicate is called where a place in it is told."""

_TOKENS = re.compile(r"or[ \t]+more(?!\w)|[()]|[^\W\d]\w*|\S")
_HOLDING = re.compile(r"\s*holding(?!\w)")
_NAME = re.compile(r"\s*(?:holding\s+)?(?:(?:a|an|the)\s+)?([^\W\dA-Z_]\w*)\s*\Z")
# No claim is made on a pattern that only stands in a predicate, so it needs no place among claims.
_OF_REAL_CLAIMS = frozenset({"CW708", "CW709"})
# What a hand as it is dealt does not tell.
_KNOWN = frozenset({"hand", "player"})
_OF_PLAY = frozenset({"plays", "pile", "place", "points", "bid"})


@dataclass(frozen=True, slots=True)
class Includes:
    """The hand includes a pattern, as a claim asks."""

    pattern: model.Pattern


@dataclass(frozen=True, slots=True)
class Meets:
    """A condition about the hand holds."""

    condition: model.Expression


@dataclass(frozen=True, slots=True)
class Joined:
    """All of these hold (`every`), or one of them does."""

    terms: tuple[Predicate, ...]
    every: bool


@dataclass(frozen=True, slots=True)
class Denied:
    """This does not hold."""

    term: Predicate


Predicate: TypeAlias = Includes | Meets | Joined | Denied
"""What may hold of a hand."""


def read_predicate(checked: Checked, text: str, given: Given | None = None) -> Predicate:
    """What a text says of a hand, under these answers. Raises RulebookError with what is wrong with the text."""
    rulebook = checked.settle(given)
    source = Source(FILE, text)
    split = _Splitting(source)
    shape = split.whole()
    return _Reading(checked, rulebook, source, split.leaves, {} if given is None else given).predicate(shape)


def _wrong(source: Source, *found: Diagnostic) -> RulebookError:
    return RulebookError(found, source)


# ---- and, or, not, parentheses --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Leaf:
    """A stretch of the text that neither `and`, `or` nor `not` divides: its number."""

    number: int


_Shape: TypeAlias = "_Leaf | tuple[str, tuple[_Shape, ...]]"


class _Splitting:
    """Divides a text; `leaves` are the places of what is not divided."""

    def __init__(self, source: Source) -> None:
        self.source = source
        text = Lexer(source, tables()).text
        self.tokens = [(found[0], found.start(), found.end()) for found in _TOKENS.finditer(text)]
        self.leaves: list[tuple[int, int]] = []
        self.at = 0
        self.depth = 0

    def whole(self) -> _Shape:
        """The whole text."""
        shape = self.joined()
        if self.at < len(self.tokens):
            raise self.unfit("a parenthesis is closed that was not opened")
        return shape

    def joined(self) -> _Shape:
        terms = [self.term()]
        word = self.next()
        if word not in ("and", "or"):
            return terms[0]
        while self.next() == word:
            self.at += 1
            terms.append(self.term())
        if self.next() in ("and", "or"):
            told = problem("CW122", "`and` and `or` are mixed without parentheses", self.span(),
                           help="put parentheses round what belongs together: `(a and b) or c`")  # fmt: skip
            raise _wrong(self.source, told)
        return (word, tuple(terms))

    def term(self) -> _Shape:
        self.depth += 1
        if self.depth > MOST_NESTED:
            raise _wrong(self.source, problem("CW902", f"this is nested more than {MOST_NESTED} deep", self.span()))
        try:
            if self.next() == "not":
                self.at += 1
                return ("not", (self.term(),))
            if self.next() == "(" and self.is_group():
                self.at += 1
                shape = self.joined()
                self.at += 1
                return shape
            return self.leaf()
        finally:
            self.depth -= 1

    def is_group(self) -> bool:
        """Whether the parenthesis here holds a whole term, and does not begin a formula."""
        close = self.closing(self.at)
        if close is None:
            raise self.unfit("this parenthesis is not closed")
        follows = self.tokens[close + 1][0] if close + 1 < len(self.tokens) else None
        return follows in (None, "and", "or", ")")

    def closing(self, start: int) -> int | None:
        open_ = 0
        for at in range(start, len(self.tokens)):
            open_ += {"(": 1, ")": -1}.get(self.tokens[at][0], 0)
            if open_ == 0:
                return at
        return None

    def leaf(self) -> _Shape:
        first = self.at
        while (word := self.next()) not in (None, "and", "or", ")"):
            close = self.closing(self.at) if word == "(" else self.at
            if close is None:
                raise self.unfit("this parenthesis is not closed")
            self.at = close + 1
        if self.at == first:
            said = "something that a hand may have is missing here"
            raise self.unfit(said, "as in `holding 2 2 2 2`, `every rank` or `count red in hand > 9`")
        self.leaves.append((self.tokens[first][1], self.tokens[self.at - 1][2]))
        return _Leaf(len(self.leaves) - 1)

    def next(self) -> str | None:
        return self.tokens[self.at][0] if self.at < len(self.tokens) else None

    def span(self) -> Span:
        if self.at < len(self.tokens):
            return _span(self.source, *self.tokens[self.at][1:])
        return self.source.whole.end

    def unfit(self, message: str, help: str | None = None) -> RulebookError:
        return _wrong(self.source, problem("CW104", message, self.span(), help=help))


def _span(source: Source, start: int, end: int) -> Span:
    """The place between two offsets."""
    before, inside = source.text[:start], source.text[:end]
    line, end_line = before.count("\n") + 1, inside.count("\n") + 1
    return source.span(line, start - before.rfind("\n"), end_line, end - inside.rfind("\n"))


# ---- reading --------------------------------------------------------------------------------------------------------

# A stretch of the predicate as the one value of a declaration, on lines of its own.
_HEAD = f"cardwright 1\nrulebook {FILE}"
_AS_CONDITION = (f"{_HEAD}\nduty {{name}} {{{{\nwhen:\n", "\nbinds: pass must: leading breach: refused }")
_AS_PATTERN = (f"{_HEAD}\nclaim {{name}} {{{{\nholding:\n", "\nmust: void }")
_LINES_BEFORE = 4


@dataclass(slots=True)
class _Attempt:
    """One way to read a stretch, as a declaration that stands for it; `found`: what is wrong with it so."""

    name: str
    source: Source
    statement: ast.Statement | None
    found: list[Diagnostic]
    parsed: bool


class _Reading:
    """Reads the leaves of one predicate, all together."""

    def __init__(
        self,
        checked: Checked,
        rulebook: model.Rulebook,
        source: Source,
        leaves: list[tuple[int, int]],
        given: Given,
    ) -> None:
        assert checked.program is not None
        self.rulebook = rulebook
        self.source = source
        self.program = checked.program
        self.claims = {claim.name: claim.holding for claim in rulebook.claims}
        self.leaves = leaves
        attempts = [self._attempts(number) for number in range(len(leaves))]
        tried = [one for pair in attempts for one in pair if one.statement is not None]
        program = self._resolved(checked, tried)
        chosen = [self._chosen(number, pair) for number, pair in enumerate(attempts)]
        self.read = self._settled(program, chosen, tried, given)

    def predicate(self, shape: _Shape) -> Predicate:
        """The predicate of a shape."""
        if isinstance(shape, _Leaf):
            return self.read[shape.number]
        word, shapes = shape
        terms = tuple(self.predicate(one) for one in shapes)
        return Denied(terms[0]) if word == "not" else Joined(terms, word == "and")

    def _text(self, number: int) -> str:
        start, end = self.leaves[number]
        return self.source.text[start:end]

    def _claim(self, number: int) -> model.Pattern | None:
        """The claim that a stretch names, if it does."""
        named = _NAME.match(self._text(number))
        if named is None:
            return None
        if named[1] not in self.claims and any(draft.name == named[1] for draft in self.program.of_kind("claim")):
            start, end = self.leaves[number]
            told = problem("CW406", f"`{named[1]}` is not agreed under these answers",
                           _span(self.source, end - len(named[1]), end) if start < end else self.source.whole,
                           help="it needs other answers of the table; `cardwright list` shows the options")  # fmt: skip
            raise _wrong(self.source, told)
        return self.claims.get(named[1])

    def _attempts(self, number: int) -> tuple[_Attempt, ...]:
        if self._claim(number) is not None:
            return ()
        start, end = self.leaves[number]
        word = _HOLDING.match(self.source.text, start, end)
        bare = word.end() if word else start
        return (
            self._attempt(f"dealt_condition_{number}", _AS_CONDITION, start, end),
            self._attempt(f"dealt_pattern_{number}", _AS_PATTERN, min(bare, end), end),
        )

    def _attempt(self, name: str, around: tuple[str, str], start: int, end: int) -> _Attempt:
        """Read a stretch in its declaration. All else of the predicate is blank, so that columns stay."""
        text = self.source.text
        shown = re.sub(r"[^\n]", " ", text[:start]) + text[start:end] + re.sub(r"[^\n]", " ", text[end:])
        source = Source(name, around[0].format(name=name) + shown + around[1])
        parsed = parse(source)
        found = [each for each in parsed.diagnostics if each.severity is Severity.ERROR]
        statements = () if parsed.ast is None else parsed.ast.statements
        whole = len(statements) == 1 and isinstance(statements[0], ast.Block) and not found
        return _Attempt(name, source, statements[0] if whole else None, found, whole)

    def _resolved(self, checked: Checked, tried: list[_Attempt]) -> Program:
        """The rulebook's program with these declarations; what is wrong with them is added to them."""
        file = replace(self.program.file, statements=(*self.program.file.statements, *_statements(tried)))
        source = checked.source.altering((*checked.source.bases, *(one.source for one in tried)))
        report = Report()
        program = resolve(file, source, report)
        for one in tried:
            one.found += [
                each for each in report.found if each.span.file == one.name and each.severity is Severity.ERROR
                and each.code not in _OF_REAL_CLAIMS
            ]  # fmt: skip
        return program

    def _chosen(self, number: int, attempts: tuple[_Attempt, ...]) -> _Attempt | None:
        """How a stretch is meant: as a condition if it is one, else as a pattern. None: it is a claim's name."""
        if not attempts:
            return None
        for one in attempts:
            if one.statement is not None and not one.found:
                return one
        # What got farthest is most likely what was meant.
        best = max(attempts, key=lambda one: (one.parsed, max((d.span.line, d.span.column) for d in one.found)
                                              if one.found else (0, 0)))  # fmt: skip
        if not best.found:
            start, end = self.leaves[number]
            raise _wrong(self.source, problem("CW104", "this is more than one thing that a hand may have",
                                              _span(self.source, start, end)))  # fmt: skip
        raise _wrong(self.source, *(self._advised(self._moved(each, number), number) for each in best.found))

    def _advised(self, found: Diagnostic, number: int) -> Diagnostic:
        """What is wrong, with the word that is missing before the name of a combination."""
        name = self._text(number).strip()
        if found.help or not any(draft.name == name for draft in self.program.of_kind("combination")):
            return found
        return replace(found, help=f"write `holding {name}`")

    def _settled(
        self, program: Program, chosen: list[_Attempt | None], tried: list[_Attempt], given: Given
    ) -> list[Predicate]:
        """What was chosen, under the answers."""
        kept = {one.name for one in chosen if one is not None}
        left_out = {one.name for one in tried} - kept
        program.drafts = [draft for draft in program.drafts if draft.name not in left_out]
        report = Report()
        rulebook = settle(program, given, report)
        wrong = [
            each for each in report.found
            if each.severity is Severity.ERROR and each.span.file in kept and each.code not in _OF_REAL_CLAIMS
        ]  # fmt: skip
        if wrong or rulebook is None:
            names = [one.name if one is not None else "" for one in chosen]
            raise _wrong(self.source, *(self._moved(each, names.index(each.span.file)) for each in wrong))
        made: dict[str, Predicate] = {claim.name: Includes(claim.holding) for claim in rulebook.claims}
        for duty in rulebook.duties:
            made[duty.name] = Meets(model.Number(value=1) if duty.when is None else duty.when)
        found: list[Predicate] = []
        for number, one in enumerate(chosen):
            if one is None:
                pattern = self._claim(number)
                assert pattern is not None
                found.append(Includes(pattern))
                continue
            predicate = made[one.name]
            if isinstance(predicate, Meets):
                self._check_known(predicate.condition, number)
            found.append(predicate)
        return found

    def _check_known(self, condition: model.Expression, number: int) -> None:
        """Refuse what a dealt hand does not tell."""
        for node in _nodes(condition):
            asked = next((said for inner in self._behind(node) if (said := _not_dealt(inner))), None)
            if asked is not None:
                place = node.span or Span(f"dealt_condition_{number}", 0, 0, 0, 0)
                told = problem("CW205", f"`{asked}` is not known of a dealt hand", place,
                               help="known here: `hand`, and what it holds")  # fmt: skip
                raise _wrong(self.source, self._moved(told, number))

    def _behind(self, node: model.Node) -> Iterator[model.Node]:
        """A node, and what is declared elsewhere and named by it."""
        yield node
        seen: set[str] = set()
        left = [node]
        while left:
            name = getattr(one := left.pop(), "name" if isinstance(one, model.Calculation) else "set", None)
            if not isinstance(one, model.Calculation | model.SetClass) or name is None or name in seen:
                continue
            seen.add(name)
            for group in (self.rulebook.lets, self.rulebook.tables, self.rulebook.factors, self.rulebook.sets):
                for declared in group:
                    if declared.name == name:
                        inner = list(_nodes(declared))
                        yield from inner
                        left += inner

    def _moved(self, told: Diagnostic, number: int) -> Diagnostic:
        """A diagnostic about a stretch, told of the predicate itself."""
        own = f"dealt_condition_{number}", f"dealt_pattern_{number}"
        start, end = self.leaves[number]
        bounds = _span(self.source, start, end)

        def moved(span: Span) -> Span:
            if span.file not in own:
                return span
            line, end_line = span.line - _LINES_BEFORE, span.end_line - _LINES_BEFORE
            place = Span(FILE, line, span.column, end_line, span.end_column)
            return place if bounds.contains(place) else bounds.end if place.start >= bounds.end else bounds

        fix = told.fix
        if fix is not None:
            fix = replace(fix, edits=tuple(Edit(moved(edit.span), edit.text) for edit in fix.edits))
        labels = tuple((moved(span), text) for span, text in told.labels)
        return replace(told, span=moved(told.span), labels=labels, fix=fix)


def _statements(tried: list[_Attempt]) -> tuple[ast.Statement, ...]:
    return tuple(one.statement for one in tried if one.statement is not None)


def _nodes(part: object) -> Iterator[model.Node]:
    """A node and every node inside it."""
    if isinstance(part, tuple):
        for item in part:
            yield from _nodes(item)
    elif isinstance(part, model.Node):
        yield part
        for field in fields(part):
            yield from _nodes(getattr(part, field.name))


def _not_dealt(node: model.Node) -> str | None:
    """What a node asks that is not known when the hand has just been dealt; None if there is no such thing."""
    match node:
        case model.Fact(fact=fact) if fact not in _KNOWN:
            return fact.replace("_", " ")
        case model.Role(role=role):
            return role
        case model.Property(property=name) if name in _OF_PLAY:
            return name
        case model.Placed() | model.Played() | model.Claimed() | model.Wins():
            return {"placed": "last hand"}.get(node.kind, node.kind)
        case _:
            return None
