"""Classes: which pieces or plays a word, a filter or a list of them means."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from .. import ast
from .. import model as m
from ..diagnostics import rewrite
from ..words import CLASS_KINDS, called
from .context import Context
from .scope import Scope, Type

if TYPE_CHECKING:
    from .expressions import Expressions

PIECES = "pieces"
PLAYS = "plays"
# Of a set that could not be read.
UNKNOWN = "unknown"
ALL = {"card": PIECES, "cards": PIECES, "tile": PIECES, "tiles": PIECES, "anything": PLAYS, "playable": PLAYS}


class Classes:
    """Reads classes; conditions inside `where` are read by the expressions it is given."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.expressions: Expressions

    def listed(self, values: Sequence[ast.Value], scope: Scope, *, passes: bool = False) -> m.Class | None:
        """A comma list of classes; what is absent is left out of it."""
        parts = [self.read(value, scope, passes=passes) for value in values]
        known = tuple(part for part in parts if part is not None)
        if len(known) != len(parts):
            return None
        unlike = self.unlike(known)
        if unlike is not None:
            self.context.fail(
                "CW303",
                "pieces and plays are mixed in this list",
                unlike.span or values[0].span,
                help="name pieces only, or combinations only: `single of 2` are plays",
            )
            return None
        return m.UnionClass(parts=known, span=values[0].span.to(values[-1].span))

    def read(self, value: ast.Value, scope: Scope, *, passes: bool = False, optional: bool = False) -> m.Class | None:
        """One class; None when it is none (which is reported)."""
        match value:
            case ast.Name(text=text, span=span) if text in ALL:
                return m.Anything(of="pieces" if ALL[text] == PIECES else "plays", span=span)
            case ast.Name(text="pass", span=span) if passes:
                return m.PassClass(span=span)
            case ast.Name():
                return self._named(value)
            case ast.Number() | ast.Piece():
                return self.piece(value)
            case ast.Property():
                return self._filter(value)
            case ast.Filtered(item=item, where=where, span=span):
                base = self.read(item, scope)
                if base is None:
                    return None
                if self.kind(base) == UNKNOWN:
                    return None
                element = Type.PLAY if self.kind(base) == PLAYS else Type.CARD
                condition = self.expressions.condition(where, scope.looking_at(element, self.labels(base)))
                return None if condition is None else m.WhereClass(base=base, where=condition, span=span)
            case ast.AnyOf(items=items, span=span):
                parts = [self.read(item, scope, passes=passes) for item in items]
                known = tuple(part for part in parts if part is not None)
                return m.UnionClass(parts=known, span=span) if len(known) == len(parts) else None
            case ast.Group(choice=ast.Choice(cases=(ast.Case(values=values, when=None, agreement=None) as case,))):
                self.context.plain_list(case)
                return self.listed(values, scope, passes=passes) if len(values) > 1 else self.read(values[0], scope)
            case ast.Chain(items=items):
                said = ", ".join(self.context.source.slice(item.span) for item in items)
                self.context.fail(
                    "CW302",
                    "a class has no order",
                    value.span,
                    help=f"list its members: `{said}`",
                    fix=rewrite(value.span, said),
                )
                return None
            case ast.AllOf(items=items) if all(isinstance(item, ast.Name) for item in items):
                said = ", ".join(self.context.source.slice(item.span) for item in items)
                help, fix = f"list them: `{said}`", rewrite(value.span, said)
                self.context.fail("CW302", "classes are listed with commas, not `and`", value.span, help=help, fix=fix)
                return None
            case ast.Pick(extreme=extreme, name=name):
                self.context.fail(
                    "CW302",
                    f"`{extreme} {name.text}` is no class of pieces or plays",
                    value.span,
                    help="it can stand after `is` and `be`, and among the keys of `compare`",
                )
                return None
            case _:
                self.context.fail(
                    "CW302",
                    "this is no class of pieces or plays",
                    value.span,
                    help="a class is a rank, a suit, a piece, a set, a family, a combination or a ladder",
                )
                return None

    def is_class(self, value: ast.Value) -> bool:
        """Whether a value reads as a class by its looks (nothing is reported)."""
        match value:
            case ast.Name(text=text):
                return text in ALL or self.context.symbols.kind(text) in CLASS_KINDS
            case ast.Piece() | ast.Number(or_more=False):
                return True
            case ast.Property(name=name):
                return self.context.symbols.kind(name.text) == "combination"
            case ast.Filtered(item=item):
                return self.is_class(item)
            case _:
                return False

    def piece(self, value: ast.Number | ast.Piece) -> m.Class | None:
        """The class of a rank, a suit or one piece."""
        symbols = self.context.symbols
        text = str(value.value) if isinstance(value, ast.Number) else value.text
        if text in symbols.ranks:
            return m.RankClass(rank=text, span=value.span)
        suit = symbols.signs.get(text, text)
        if suit in symbols.suits:
            return m.SuitClass(suit=suit, span=value.span)
        piece = symbols.piece(text)
        if piece is not None:
            return m.PieceClass(piece=piece, span=value.span)
        self.context.unknown_piece(text, value.span, "rank, suit or piece")
        return None

    def kind(self, cls: m.Class) -> str:
        """Whether the members are pieces or plays, as far as that is known."""
        match cls:
            case m.Anything(of=of):
                return of
            case m.TypeClass() | m.RungsClass() | m.PassClass():
                return PLAYS
            case m.SetClass(set=name):
                return self.context.set_kinds.get(name, UNKNOWN)
            case m.UnionClass(parts=parts):
                return self.kind(parts[0]) if parts else PIECES
            case m.WhereClass(base=base):
                return self.kind(base)
            case _:
                return PIECES

    def labels(self, cls: m.Class) -> frozenset[str]:
        """The parts that every play of the class has."""
        match cls:
            case m.TypeClass(combination=name):
                return self.context.labels.get(name, frozenset())
            case m.WhereClass(base=base):
                return self.labels(base)
            case m.UnionClass(parts=parts) if parts:
                return frozenset.intersection(*(self.labels(part) for part in parts))
            case _:
                return frozenset()

    def unlike(self, parts: Iterable[m.Class]) -> m.Class | None:
        """The first member of a list that is of another kind than the ones before it."""
        first: str | None = None
        for part in parts:
            if isinstance(part, m.PassClass) or self.kind(part) == UNKNOWN:
                continue
            if first is not None and self.kind(part) != first:
                return part
            first = first or self.kind(part)
        return None

    def _named(self, name: ast.Name) -> m.Class | None:
        kind = self.context.symbols.kind(name.text)
        if kind is None and (one := called(name.text, {*self.context.symbols.of_kind(*CLASS_KINDS)})) != name.text:
            return self._named(ast.Name(name.span, one))
        if kind is None and name.text in ("all", "any", "every", "everything"):
            help, fix = "write `anything` for every play, `card` for every piece", rewrite(name.span, "anything")
            self.context.fail("CW201", f"`{name.text}` is called `anything` here", name.span, help=help, fix=fix)
            return None
        if not self.context.declared(name, *CLASS_KINDS, wanted="a class of pieces or plays", optional=True):
            return None
        match kind:
            case "set":
                return m.SetClass(set=name.text, span=name.span)
            case "family":
                return m.FamilyClass(family=name.text, span=name.span)
            case "combination":
                return m.TypeClass(combination=name.text, span=name.span)
            case _:
                return m.RungsClass(rungs=name.text, span=name.span)

    def _has_length(self, name: str, of: ast.Number) -> bool:
        """Whether plays of a combination can be so long; reported where they cannot."""
        if name not in self.context.variable_length:
            self.context.fail("CW302", f"every `{name}` is as long as another: `or more` says nothing of them", of.span,
                              help=f"write `{name} of {of.value}` for those of a rank")  # fmt: skip
            return False
        low, high = self.context.lengths[name]
        if (high is None or of.value <= high) and (of.or_more or of.value >= low):
            return True
        said = f"{low} or more" if high is None else f"from {low} to {high}"
        self.context.fail("CW606", f"no `{name}` has that length", of.span, help=f"its length is {said}")
        return False

    def _filter(self, value: ast.Property) -> m.Class | None:
        """`single of 2`: of that rank; of that length where plays of the type differ in length; with that piece."""
        if not self.context.declared(value.name, "combination", wanted="a combination", optional=True):
            return None
        name = value.name.text
        of = value.of
        if isinstance(of, ast.Number) and (of.or_more or name in self.context.variable_length):
            if not self._has_length(name, of):
                return None
            return m.TypeClass(combination=name, length=of.value, or_more=of.or_more, span=value.span)
        text = str(of.value) if isinstance(of, ast.Number) else of.text if isinstance(of, ast.Piece) else None
        piece = self.context.symbols.piece(text) if text is not None else None
        if piece is not None and text not in self.context.symbols.ranks:
            having = m.Has(subject=m.Element(), of=m.PieceClass(piece=piece, span=of.span), span=of.span)
            return m.WhereClass(base=m.TypeClass(combination=name, span=value.name.span), where=having, span=value.span)
        if text is not None and text not in self.context.symbols.ranks:
            self.context.unknown_piece(text, of.span, "rank")
            return None
        if text is None:
            self.context.fail(
                "CW302",
                f"`{name} of …` wants a rank or a length",
                of.span,
                help=f"write `{name} of RANK`, or `{name} where (…)` for anything else",
            )
            return None
        return m.TypeClass(combination=name, rank=text, span=value.span)
