"""Every token of a text with what the grammar reads over: articles, comments, line ends and blank lines."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field

from ..grammar import END
from ..lexing import Lexer, Token
from ..tree import Tree

# A comment that runs into its sign gets a blank; rulers such as `#----` are left as they are.
_TOUCHING = re.compile(r"^(##?)(?=\w)")


@dataclass(frozen=True, slots=True)
class Remark:
    """A comment on a line of its own, and whether a blank line stands before it."""

    text: str
    spaced: bool


@dataclass(slots=True)
class Atom:
    """A token with the articles before it, and what stands around it in the text."""

    token: Token
    text: str
    # Whether it begins a line, and whether a blank line stands directly before it.
    fresh: bool = False
    spaced: bool = False
    above: list[Remark] = field(default_factory=list)
    beside: str | None = None

    @property
    def type(self) -> str:
        """The terminal."""
        return self.token.type

    @property
    def articled(self) -> bool:
        """Whether it begins with an article."""
        return self.token.type != "OR_MORE" and self.text != self.token.text

    @property
    def commented(self) -> bool:
        """Whether any comment hangs on it."""
        return bool(self.above) or self.beside is not None


@dataclass(frozen=True, slots=True)
class Stream:
    """The atoms of a text, the end of the text as the last of them."""

    atoms: list[Atom]
    starts: list[int]

    @classmethod
    def of(cls, tree: Tree, lexer: Lexer) -> Stream:
        """All tokens of a tree, which is the whole text."""
        tokens = [child for each in tree.walk() for child in each.children if isinstance(child, Token)]
        tokens.sort(key=lambda token: token.start)
        end = len(lexer.text)
        atoms: list[Atom] = []
        before = 0
        for token in [*tokens, Token(END, "", end, end)]:
            atoms.append(_atom(token, lexer, before, atoms[-1] if atoms else None))
            before = token.end
        return cls(atoms, [atom.token.start for atom in atoms])

    def within(self, tree: Tree) -> Sequence[Atom]:
        """The atoms of a tree."""
        return self.atoms[bisect_left(self.starts, tree.start) : bisect_left(self.starts, tree.end)]


def _atom(token: Token, lexer: Lexer, start: int, previous: Atom | None) -> Atom:
    """The atom of a token; a comment that ends the line of the atom before is hung on that one."""
    atom = Atom(token, token.text)
    match = lexer.tables.pattern(None).match
    articles: list[str] = []
    breaks = 0 if previous is not None else 1
    while start < token.start and (found := match(lexer.text, start)):
        kind, text = found.lastgroup, found.group()
        start = found.end()
        if kind in ("COMMENT", "NOTE"):
            written = _TOUCHING.sub(r"\1 ", text.rstrip())
            if breaks or previous is None:
                atom.above.append(Remark(written, breaks > 1))
            else:
                previous.beside = written
            breaks = 0
        elif kind == "ARTICLE":
            articles.append(text)
        else:
            lines = text.count("\n")
            breaks += lines
            atom.fresh |= lines > 0
    atom.spaced = breaks > 1
    atom.fresh |= previous is None
    if token.type == "OR_MORE":
        atom.text = "or more"
    atom.text = " ".join([*articles, atom.text])
    return atom
