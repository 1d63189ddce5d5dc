"""Which node a `##` note belongs to, and which claims it cites."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass

from . import ast
from .diagnostics import Diagnostic, problem
from .lexing import Lexer
from .tree import Tree

# The rules of the grammar whose nodes can carry notes.
NOTED = frozenset(
    {
        *(
            "start",
            "rulebook",
            "about",
            "change",
            "remove",
            "source",
            "options",
            "option",
            "never",
            "order",
            "ranking",
            "set",
        ),
        *("let", "always", "free", "block", "field", "cards_field", "tiles_field", "tile", "pattern", "case"),
        *("sentences", "line", "phrase", "table", "rows", "row", "factors", "factor", "share", "payment", "act"),
        *("examples", "example", "names", "naming"),
    }
)
_CLAIM = re.compile(r"\b([A-Z][A-Za-z0-9]*)-([0-9]{1,6})(?:\.\.([0-9]{1,6})\b)?")
_MOST_CLAIMS = 10_000


def attach(tree: Tree, lexer: Lexer, report: list[Diagnostic]) -> dict[int, tuple[ast.Note, ...]]:
    """The notes of every tree that has some, by the tree's identity.

    Alone on its lines a note belongs to what follows inside the same braces. At the end of a line it belongs to what
    stands wholly on that line; else to what begins there; else to the innermost thing that the line goes on with.
    """
    comments = [comment for comment in lexer.comments if comment.text.startswith("##")]
    if not comments:
        return {}
    places = _Places.of(tree)
    owners: dict[int, list[ast.Note]] = {}
    left = _MOST_CLAIMS
    for comment in comments:
        line = lexer.text.rfind("\n", 0, comment.start) + 1
        if comment.own_line:
            owner = places.following(comment.start)
        else:
            before = comment.start - 1
            while lexer.text[before] in " \t":
                before -= 1
            owner = places.beside(line, comment.start, before)
        span = lexer.span(comment.start, comment.start + len(comment.text))
        claims = _claims(comment.text, left)
        if claims is None:
            if left:
                message = f"the notes of a file cite at most {_MOST_CLAIMS:,} claims"
                report.append(problem("CW905", message, span))
            claims, left = [], 0
        left -= len(claims)
        owners.setdefault(id(owner or tree), []).append(ast.Note(span, comment.text[2:].strip(), tuple(claims)))
    return {owner: tuple(notes) for owner, notes in owners.items()}


@dataclass(frozen=True, slots=True)
class _Places:
    """The trees that can carry notes, outer before inner, each with the index of the one around it."""

    trees: list[Tree]
    starts: list[int]
    outer: list[int]

    @classmethod
    def of(cls, tree: Tree) -> _Places:
        noted = sorted((each for each in tree.walk() if each.name in NOTED), key=lambda each: (each.start, -each.end))
        outer: list[int] = []
        open_: list[int] = []
        for index, each in enumerate(noted):
            while open_ and noted[open_[-1]].end <= each.start:
                open_.pop()
            outer.append(open_[-1] if open_ else -1)
            open_.append(index)
        return cls(noted, [each.start for each in noted], outer)

    def around(self, position: int) -> Tree | None:
        """The innermost tree around a place."""
        index = bisect_left(self.starts, position) - 1
        while index >= 0 and self.trees[index].end <= position:
            index = self.outer[index]
        return self.trees[index] if index >= 0 else None

    def following(self, position: int) -> Tree | None:
        """What begins after a place inside the same braces; else what is around it."""
        around = self.around(position)
        index = bisect_left(self.starts, position)
        # A file begins with its first line: what follows a note above it is the rulebook, not the whole file.
        while index < len(self.trees) and self.trees[index].name == "start":
            index += 1
        if index < len(self.trees) and (around is None or self.trees[index].start < around.end):
            return self.trees[index]
        return around

    def beside(self, line: int, position: int, before: int) -> Tree | None:
        """What a note at the end of a line is about, of several things the last; `before`: the sign before it."""
        span = range(bisect_left(self.starts, line), bisect_left(self.starts, position))
        beginning = [self.trees[index] for index in span if self.trees[index].name != "start"]
        found: Tree | None = None
        for each in beginning:
            if each.end <= position and (found is None or each.end > found.end):
                found = each
        return found or (beginning[0] if beginning else self.around(before))


def _claims(text: str, most: int) -> list[str] | None:
    """The claims a text cites, ranges written out; None where they are more than so many."""
    claims: list[str] = []
    for source, low, high in _CLAIM.findall(text):
        count = int(high or low) - int(low) + 1
        if len(claims) + count > most:
            return None
        claims += [f"{source}-{int(low) + step:0{len(low)}}" for step in range(count)]
    return claims
