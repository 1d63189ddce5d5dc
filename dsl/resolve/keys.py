"""The keys by which plays are compared."""

from __future__ import annotations

from dataclasses import dataclass, replace

from .. import ast
from .. import model as m
from ..diagnostics import rewrite
from ..near import near
from ..source import Span
from .classes import Classes
from .context import Context

ATTRIBUTE_KEYS = ("rank", "ranks", "suit", "size", "length")
CARD_KEYS = ("highest card", "lowest card", "last card")
# Keys that look at ranks, so that another order of the ranks may be asked for.
RANKED = ("rank", "ranks", "highest_card", "lowest_card")


@dataclass(frozen=True, slots=True)
class Shape:
    """What the keys need to know of a part: whether its cards share a rank or suit, and whether they form a run."""

    one_rank: bool
    one_suit: bool
    run: bool
    windows: str | None


class Keys:
    """Reads the keys of `compare` and `same`."""

    def __init__(self, context: Context, classes: Classes) -> None:
        self.context = context
        self.classes = classes

    def read(self, values: tuple[ast.Value, ...], patterns: list[m.Pattern]) -> tuple[m.Key, ...] | None:
        """The keys of `compare` or `same`, for a combination with these patterns; `nothing` is no key at all."""
        if len(values) == 1 and isinstance(values[0], ast.Name) and values[0].text == "nothing":
            return ()
        keys = [self._key(value, patterns) for value in values]
        known = tuple(key for key in keys if key is not None)
        if len(known) != len(keys):
            return None
        for position, key in enumerate(known):
            first = next((other for other in known[:position] if _same(key, other)), None)
            if first is not None and key.span is not None and first.span is not None:
                self.context.fail(
                    "CW613",
                    "this key can decide nothing",
                    key.span,
                    labels=[(first.span, "the same one has decided before")],
                    help="take it away",
                )
        return known

    def _key(self, value: ast.Value, patterns: list[m.Pattern]) -> m.Key | None:
        span = value.span
        match value:
            case ast.By(value=inner, order=order):
                if not self.context.declared(order, "order", wanted="an order"):
                    return None
                if self.context.run_lengths.get(order.text):
                    self.context.fail(
                        "CW204",
                        f"`{order.text}` is an order of runs, and one of ranks is wanted here",
                        order.span,
                        help="as in `order ace_high: 2 < 3 < … < A`",
                    )
                    return None
                key = self._key(inner, patterns)
                if key is not None and key.what not in RANKED:
                    self.context.fail(
                        "CW605",
                        "only ranks are compared by an order of ranks",
                        span,
                        help=f"write `rank by {order.text}`, `ranks by {order.text}` or `highest card by {order.text}`",
                    )
                    return None
                return None if key is None else replace(key, by=order.text, span=span)
            case ast.Name(text="rank" | "ranks" | "suit" | "size" | "length"):
                return self._attribute_key(value.text, None, patterns, span)
            case ast.Property(
                name=ast.Name(text="rank" | "ranks" | "suit" | "size" | "length" as what), of=ast.Name() as of
            ):
                part = None if of.text == "play" else of
                return self._attribute_key(what, part, patterns, span)
            case ast.Name() if self.context.symbols.kind(value.text) == "order":
                return self._place(value, None, patterns, span)
            case ast.Property(name=name, of=ast.Name() as of) if self.context.symbols.kind(name.text) == "order":
                return self._place(name, of, patterns, span)
            case ast.Pick(name=ast.Name(text="card" | "tile"), extreme=extreme, within=within):
                if within is not None and not isinstance(within, ast.Name):
                    self.context.fail("CW302", "a part of the play is wanted here", within.span)
                    return None
                if within is not None and not self._has_part(within, patterns):
                    return None
                label = within.text if within else None
                return m.Key(what="highest_card" if extreme == "highest" else "lowest_card", part=label, span=span)
            case ast.Pointed(pointer="last", name=ast.Name(text="card" | "tile")):
                if not all(any(shape.run for shape in self._shapes(p, None)) for p in patterns):
                    self.context.fail(
                        "CW608",
                        "only a run has a last card",
                        span,
                        help="write `highest card` for the one that ranks highest",
                    )
                    return None
                return m.Key(what="last_card", span=span)
            case ast.Piece() | ast.Number():
                cls = self.classes.piece(value)
                return None if cls is None else m.Key(what="piece", card=cls, span=span)
            case ast.Name(text="nothing"):
                self.context.fail(
                    "CW302",
                    "`nothing` is no key among others",
                    span,
                    help="`nothing` stands alone: then all such plays are equal",
                )
                return None
            case _:
                self._unknown(value)
                return None

    def _unknown(self, value: ast.Value) -> None:
        orders = [name for name in self.context.symbols.of_kind("order") if self.context.run_lengths.get(name)]
        known = [*ATTRIBUTE_KEYS, *CARD_KEYS, *orders]
        said = self.context.source.slice(value.span)
        listed = "keys: " + ", ".join(f"`{one}`" for one in known)
        if isinstance(value, ast.Name):
            kind = self.context.symbols.kind(value.text)
            if kind is not None:
                self.context.wrong_kind(value.text, "a key", value.span)
            else:
                self.context.unknown("key", value.text, value.span, known, listed)
            return
        close = near(" ".join(said.split()), known)
        self.context.fail(
            "CW302",
            f"plays are not compared by `{said}`",
            value.span,
            help=f"did you mean `{close[0]}`?" if close else listed,
            fix=rewrite(value.span, close[0]) if len(close) == 1 else None,
        )

    def _attribute_key(self, what: str, part: ast.Name | None, patterns: list[m.Pattern], span: Span) -> m.Key | None:
        if part is not None and not self._has_part(part, patterns):
            return None
        label = part.text if part else None
        if what in ("rank", "suit"):
            for pattern in patterns:
                shapes = self._shapes(pattern, label)
                single = len(shapes) == 1 and (shapes[0].one_rank if what == "rank" else shapes[0].one_suit)
                if not single:
                    self.context.fail(
                        "CW304",
                        f"these cards have more than one {what}",
                        span,
                        labels=[(pattern.span, "in this pattern")] if pattern.span else [],
                        help=f"name a part that has one {what}, or compare `ranks` or `highest card`",
                    )
                    return None
        return m.Key(what=what, part=label, span=span)  # type: ignore[arg-type]

    def _place(self, order: ast.Name, part: ast.Name | None, patterns: list[m.Pattern], span: Span) -> m.Key | None:
        self.context.use("order", order.text, order.span)
        if part is not None and not self._has_part(part, patterns):
            return None
        for pattern in patterns:
            shapes = self._shapes(pattern, part.text if part else None)
            if not any(shape.windows == order.text or shape.windows == "" for shape in shapes):
                self.context.fail(
                    "CW609",
                    f"not every such play is a run in `{order.text}`",
                    span,
                    labels=[(pattern.span, "this pattern is not")] if pattern.span else [],
                    help=f"write `… in {order.text}` in the pattern",
                )
                return None
        return m.Key(what="place", name=order.text, part=part.text if part else None, span=span)

    def _has_part(self, part: ast.Name, patterns: list[m.Pattern]) -> bool:
        for pattern in patterns:
            labels = [one.label for one in pattern.parts if not isinstance(one, m.Lacking) and one.label]
            if part.text not in labels:
                self.context.unknown("part", part.text, part.span, labels, "name a part with `as NAME` in the pattern")
                return False
        return True

    def _shapes(self, pattern: m.Pattern, label: str | None) -> list[Shape]:
        parts = [part for part in pattern.parts if not isinstance(part, m.Lacking)]
        return [_shape(part) for part in parts if label is None or part.label == label]


def _same(key: m.Key, other: m.Key) -> bool:
    return replace(key, span=None) == replace(other, span=None)


def _shape(part: m.Sized | m.EachOf | m.Every | m.Listed) -> Shape:
    alike = set(part.alike)
    one_rank = bool(alike & {"rank", "identity"})
    one_suit = bool(alike & {"suit", "identity"})
    match part:
        case m.Sized(amount=amount, another=another, per=None):
            single = amount.most == 1
            windows = part.in_order.order if part.in_order is not None and part.in_order.windows else None
            return Shape(
                one_rank or single or another in ("rank", "identity"),
                one_suit or single or another in ("suit", "identity"),
                part.in_order is not None,
                windows,
            )
        case m.Listed(items=items, run=run):
            ranks = {item.rank if isinstance(item, m.RankClass) else None for item in items}
            return Shape(
                one_rank or (len(ranks) == 1 and None not in ranks),
                one_suit or len(items) == 1,
                run,
                "" if run else None,
            )
        case m.EachOf(in_order=in_order):
            return Shape(one_rank, one_suit, in_order is not None, None)
        case _:
            return Shape(one_rank, one_suit, False, None)
