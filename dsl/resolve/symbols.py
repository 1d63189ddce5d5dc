"""Every name a rulebook declares, where it is declared, and what it names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from .. import ast
from ..cards import USUAL_SIGNS
from ..diagnostics import problem
from ..source import Span
from ..words import CLASS_KINDS, SPOKEN
from .report import Report

# Words that facts, properties and keys are called by: nothing may be declared under them.
BUILT_IN = frozenset(
    {
        *("player", "players", "hand", "table", "leading", "opening", "answers", "opener", "trick_winner", "plays"),
        *("last_winner", "last_loser", "play", "pass", "rest", "going_out", "winner", "loser", "losers", "last_player"),
        *("last_play", "payer", "payee", "zero_sum", "cards", "pile", "place", "points", "rank", "ranks", "suit"),
        *("pips", "size", "length", "kitty", "card", "anything", "everything", "playable", "nothing", "row", "least"),
        *("most", "identity", "refused", "yes", "bid", "beaten_player"),
    }
)

LATER = "a rulebook with it can be checked, and not yet be played"

# Kinds that are spoken of in conditions and formulas, beside the words of the language.
VALUES = frozenset({"order", "family", "set", "combination", "ladder", "bombs", "table", "factors", "let", "auction"})


@dataclass(frozen=True, slots=True)
class Symbol:
    """One declared name."""

    kind: str
    name: str
    span: Span


@dataclass(slots=True)
class Symbols:
    """All declared names, and the ranks, suits and pieces of the deck."""

    declared: dict[str, Symbol] = field(default_factory=dict)
    ranks: dict[str, Span] = field(default_factory=dict)
    suits: dict[str, Span] = field(default_factory=dict)
    pieces: dict[str, tuple[str, str | None]] = field(default_factory=dict)
    faces: dict[str, str] = field(default_factory=dict)
    signs: dict[str, str] = field(default_factory=dict)
    tiles: dict[str, tuple[int, ...]] = field(default_factory=dict)
    bare: dict[str, Symbol] = field(default_factory=dict)
    # Kinds and names of declarations that were refused for their names: what speaks of them is not wrong again.
    refused: set[tuple[str, str]] = field(default_factory=set)

    def kind(self, name: str) -> str | None:
        """What a name names, None when it names nothing."""
        if name in self.declared:
            return self.declared[name].kind
        if name in self.ranks:
            return "rank"
        if name in self.suits:
            return "suit"
        return "piece" if name in self.pieces else None

    def of_kind(self, *kinds: str) -> Iterator[str]:
        """The declared names of some kinds."""
        return (name for name, symbol in self.declared.items() if symbol.kind in kinds)

    def spoken(self, name: str) -> str:
        """What a name is, in words: `a set`, `a rank`."""
        return SPOKEN[self.kind(name) or "piece"]

    def piece(self, text: str) -> str | None:
        """The piece that is written so: `3D`, and `3♦` once a suit has that symbol."""
        if text in self.pieces:
            return text
        if text[:-1] in self.ranks and text[-1:] in self.signs:
            return self.piece(text[:-1] + self.signs[text[-1]])
        return None

    def tile(self, *halves: str) -> str | None:
        """The tile with these pips, whichever half comes first."""
        return next((name for name, faces in self.tiles.items() if sorted(map(str, faces)) == sorted(halves)), None)

    def turned(self, text: str) -> str | None:
        """The piece that is meant by a suit's sign and a rank, whichever comes first: `♦3`, `3♦`."""
        for sign, rest in ((text[:1], text[1:]), (text[-1:], text[:-1])):
            suit = self.signs.get(sign, USUAL_SIGNS.get(sign))
            if suit is not None and suit in self.suits and rest + suit in self.pieces:
                return rest + suit
        return None


def bare(name: str) -> str:
    """A name without what is easily overlooked: `_`, capitals, and a final `s`."""
    return name.replace("_", "").lower().removesuffix("s")


def declare(statements: Iterable[ast.Statement], report: Report) -> Symbols:
    """Collect what the statements declare; a name that is declared twice keeps its first meaning."""
    symbols = Symbols()
    for statement in statements:
        for kind, name in _names(statement):
            _declare(symbols, kind, name, report)
    return symbols


def _names(statement: ast.Statement) -> Iterator[tuple[str, ast.Name]]:
    match statement:
        case ast.Options(options=options):
            for option in options:
                yield "option", option.name
        case ast.Order() | ast.Payment():
            yield statement.kind, statement.name
        case ast.Block(kind=kind, name=ast.Name() as name) if kind in SPOKEN:
            yield kind, name
        case ast.Set() | ast.Let() | ast.Always() | ast.Table() | ast.Factors():
            yield type(statement).__name__.lower(), statement.name
        case _:
            pass


def _declare(symbols: Symbols, kind: str, name: ast.Name, report: Report) -> None:
    if kind in VALUES | {"option"} and name.text in BUILT_IN:
        symbols.refused.add((kind, name.text))
        report.add(
            problem(
                "CW203",
                f"`{name.text}` cannot be declared: the language has a meaning for it",
                name.span,
                help=f"take another name, such as `my_{name.text}`",
            )
        )
        return
    before = symbols.declared.get(name.text)
    if before is not None:
        symbols.refused.add((kind, name.text))
        report.add(
            problem(
                "CW202",
                f"`{name.text}` is declared twice",
                name.span,
                labels=[(before.span, f"first declared here, as {SPOKEN[before.kind]}")],
                help="give one of them another name, or join them with `|` and what was agreed",
            )
        )
        return
    symbols.declared[name.text] = Symbol(kind, name.text, name.span)
    if kind in CLASS_KINDS:
        first = symbols.bare.setdefault(name.text.replace("_", ""), symbols.declared[name.text])
        if first.name != name.text:
            report.add(
                problem(
                    "CW216",
                    f"`{name.text}` and `{first.name}` are easily taken for each other",
                    name.span,
                    labels=[(first.span, f"declared here, as {SPOKEN[first.kind]}")],
                    help="give them names that differ in more than `_`",
                )
            )
