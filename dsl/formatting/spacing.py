"""How the tokens of a line are set: what stands apart, what touches, and where a value may be broken."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ..lexing import Token
from ..tree import Tree
from .atoms import Atom

HANG = 2
# Stands for the gap before the sum of a payment, until it is clear how wide that is.
STOP = "\v"
_TIGHT_BEFORE = frozenset({"COMMA", "COLON", "RPAR", "DOT"})
_TIGHT_AFTER = frozenset({"LPAR", "DOT"})
# A value may be broken before these, and behind a comma.
_BREAKS = frozenset(
    {"PLUS", "AND", "OR", "LESSTHAN", "EQUAL", "MORETHAN", "VBAR", "WHEN", "EXTENDS", "WITH", "WITHOUT"}
)


@dataclass(slots=True)
class Piece:
    """What stands on one line of a value: its text, how far it is set in, and the comment at its end."""

    text: str
    hang: int = 0
    comment: str | None = None


@dataclass(frozen=True, slots=True)
class Spacing:
    """The places of a text where blanks hang on the meaning: signs that touch, and sums of payments, set apart."""

    touching: frozenset[int]
    stops: frozenset[int]

    @classmethod
    def of(cls, tree: Tree) -> Spacing:
        """What a tree asks for."""
        touching: set[int] = set()
        stops: set[int] = set()
        for each in tree.walk():
            tokens = [child for child in each.children if isinstance(child, Token)]
            if each.name == "negative":
                touching.add(tokens[0].start)
            elif each.name == "pays":
                stops.add(each.children[-1].start)
            elif each.name == "row" or (each.name == "is_" and _numbers(each)):
                touching.update(token.start for token in tokens if token.type == "DOTS")
        return cls(frozenset(touching), frozenset(stops))

    def gap(self, before: Atom, after: Atom) -> str:
        """What stands between two atoms of a line."""
        if after.token.start in self.stops:
            return STOP
        if before.type in _TIGHT_AFTER or before.token.start in self.touching:
            return ""
        tight = after.type in _TIGHT_BEFORE or (after.type == "DOTS" and after.token.start in self.touching)
        return "" if tight and not after.articled else " "

    def line(self, atoms: Sequence[Atom]) -> str:
        """The atoms on one line."""
        parts: list[str] = []
        for at, atom in enumerate(atoms):
            if at:
                parts.append(self.gap(atoms[at - 1], atom))
            parts.append(atom.text)
        return "".join(parts)

    def pieces(self, atoms: Sequence[Atom], hanging: bool = False) -> list[Piece]:
        """The atoms on as many lines as their author gave them, broken only where a value may be broken."""
        found: list[Piece] = []
        begun = 0
        hang = 0
        for at, atom in enumerate(atoms):
            if not at:
                continue
            before = atoms[at - 1]
            listed = before.type in ("COMMA", "COLON")
            kept = atom.fresh and (listed or (atom.type in _BREAKS and atom.token.start not in self.touching))
            if kept or atom.above or before.beside is not None:
                found.append(Piece(self.line(atoms[begun:at]), hang, before.beside))
                hang = 0 if listed and not hanging else 2 * HANG if atom.type == "VBAR" else HANG
                found += [Piece(remark.text, hang) for remark in atom.above]
                begun = at
        if atoms:
            found.append(Piece(self.line(atoms[begun:]), hang, atoms[-1].beside))
        return found


def _numbers(tree: Tree) -> bool:
    """Whether all that a tree names are numbers or facts beside them, as `n is 10..12` has it."""
    return all(child.name == "number" for child in tree.children[-1:] + tree.children[-3:-2] if isinstance(child, Tree))


def commented(atoms: Iterable[Atom]) -> bool:
    """Whether any comment stands among atoms."""
    return any(atom.commented for atom in atoms)
