"""Patterns of combinations and claims, and the keys that compare plays."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import cast

from .. import ast
from .. import model as m
from ..source import Span
from .classes import PIECES, Classes
from .context import Context
from .scope import Scope

ATTRIBUTES: dict[str, m.Attribute] = {
    "rank": "rank", "ranks": "rank", "suit": "suit", "suits": "suit", "identity": "identity", "identities": "identity",
}  # fmt: skip
NO_SCOPE = Scope("a pattern")
LARGEST_AMOUNT = 255


@dataclass(slots=True)
class Qualities:
    """The qualities of a part, gathered."""

    alike: list[m.Attribute] = field(default_factory=list)
    not_alike: list[m.Attribute] = field(default_factory=list)
    members: list[m.Class] = field(default_factory=list)
    another: m.Attribute | None = None
    others: m.Attribute | None = None
    in_order: m.InOrder | None = None
    untouched: bool = False


@dataclass(frozen=True, slots=True)
class Shape:
    """What the keys need to know of a part: whether its cards share a rank or suit, and whether they form a run."""

    one_rank: bool
    one_suit: bool
    run: bool
    windows: str | None


class Patterns:
    """Reads patterns and keys."""

    def __init__(self, context: Context, classes: Classes) -> None:
        self.context = context
        self.classes = classes

    # ---- patterns ---------------------------------------------------------------------------------------------

    def read(self, pattern: ast.Pattern, *, lacking: bool = False) -> m.Pattern | None:
        """A pattern; `lacking`: whether `no J, no Q` may stand in it (in claims)."""
        parts: list[m.Part] = []
        labels: dict[str, Span] = {}
        for part in pattern.parts:
            read = self._part(part, tuple(labels), lacking)
            if read is None:
                return None
            parts.append(read)
            if part.label is not None:
                if part.label.text in labels:
                    self.context.fail("CW210", f"two parts are called `{part.label.text}`", part.label.span,
                                      labels=[(labels[part.label.text], "the first one")])  # fmt: skip
                    return None
                labels[part.label.text] = part.label.span
        return m.Pattern(parts=tuple(parts), span=pattern.span)

    def _part(self, part: ast.Part, labels: tuple[str, ...], lacking: bool) -> m.Part | None:
        label = part.label.text if part.label else None
        body, span = part.body, part.span
        if isinstance(body, ast.Lacking):
            if not lacking:
                self.context.fail("CW604", "`no …` speaks of a hand, not of a play", span,
                                  help="it can stand in `holding:` of a claim")  # fmt: skip
                return None
            items = [self.classes.piece(card) for card in body.pieces]
            return None if None in items else m.Lacking(items=tuple(i for i in items if i is not None), span=span)
        found = self._qualities(part)
        if found is None:
            return None
        if isinstance(body, ast.Sized) and body.groups is None:
            return self._sized(part, body, found, labels, label)
        if found.another or found.others or part.per is not None:
            self.context.fail("CW605", "`another`, `other` and `per` go with a plain amount", span,
                              help="as in `2 of another rank`")  # fmt: skip
            return None
        alike, not_alike = tuple(found.alike), tuple(found.not_alike)
        if isinstance(body, ast.Listed | ast.Joined):
            if found.members or found.in_order:
                self.context.fail("CW605", "listed cards are what they are: this quality adds nothing", span)
                return None
            items = [self.classes.piece(card) for card in body.pieces]
            if None in items:
                return None
            return m.Listed(
                items=tuple(i for i in items if i is not None),
                run=isinstance(body, ast.Joined),
                alike=alike,
                not_alike=not_alike,
                untouched=found.untouched,
                label=label,
                span=span,
            )
        attribute = self._attribute(cast(ast.Name, body.noun))
        if attribute is None:
            return None
        members = tuple(found.members)
        if isinstance(body, ast.Every):
            if found.in_order:
                self.context.fail("CW605", "`every` already says which: an order adds nothing", span)
                return None
            return m.Every(attribute=attribute, alike=alike, not_alike=not_alike, members=members,
                           untouched=found.untouched, label=label, span=span)  # fmt: skip
        each, groups = self._amount(body.amount), self._amount(cast(ast.Amount, body.groups))
        if each is None or groups is None:
            return None
        return m.EachOf(
            each=each,
            groups=groups,
            attribute=attribute,
            in_order=found.in_order,
            alike=alike,
            not_alike=not_alike,
            members=members,
            untouched=found.untouched,
            label=label,
            span=span,
        )

    def _sized(
        self, part: ast.Part, body: ast.Sized, found: Qualities, labels: tuple[str, ...], label: str | None
    ) -> m.Part | None:
        amount = self._amount(body.amount)
        per = part.per.part.text if part.per else None
        if part.per is not None and per not in labels:
            self.context.unknown("part", part.per.part.text, part.per.part.span, labels,
                                 "a part is named with `as NAME`, before it is spoken of")  # fmt: skip
            return None
        if amount is None:
            return None
        order = found.in_order
        if order is not None and order.windows and order.order is not None:
            lengths = self.context.run_lengths.get(order.order, frozenset())
            if lengths and not any(amount.least <= n and (amount.most is None or n <= amount.most) for n in lengths):
                longest = " or ".join(str(n) for n in sorted(lengths))
                self.context.fail("CW606", f"`{order.order}` has no run of that many cards", body.span,
                                  help=f"its runs have {longest} cards")  # fmt: skip
                return None
        return m.Sized(amount=amount, alike=tuple(found.alike), not_alike=tuple(found.not_alike),
                       members=tuple(found.members), another=found.another, others=found.others, in_order=order,
                       per=per, untouched=found.untouched, label=label, span=part.span)  # fmt: skip

    def _qualities(self, part: ast.Part) -> Qualities | None:
        found = Qualities()
        for quality in part.qualities:
            if not self._quality(quality, found):
                return None
        return found

    def _quality(self, quality: ast.Quality, found: Qualities) -> bool:
        match quality:
            case ast.Of(what=ast.Name(text=text)) if text in ATTRIBUTES:
                found.alike.append(ATTRIBUTES[text])
            case ast.Of(what=what):
                cls = self.classes.read(what, NO_SCOPE)
                if cls is None:
                    return False
                if self.classes.kind(cls) != PIECES:
                    self.context.fail("CW302", "pieces are wanted here, and these are plays", what.span)
                    return False
                found.members.append(cls)
            case ast.OfAnother(what=what):
                found.another = self._attribute(what)
                return found.another is not None
            case ast.OfOther(what=what):
                found.others = self._attribute(what)
                return found.others is not None
            case ast.NotOf(what=what):
                attribute = self._attribute(what)
                if attribute is None:
                    return False
                found.not_alike.append(attribute)
            case ast.Alike():
                found.alike.append("identity")
            case ast.Untouched():
                found.untouched = True
            case ast.Inside():
                found.in_order = self._inside(quality)
                return found.in_order is not None
        return True

    def _inside(self, quality: ast.Inside) -> m.InOrder | None:
        ends = [self._rank(card) if card is not None else None for card in (quality.low, quality.high)]
        if (quality.low is not None and ends[0] is None) or (quality.high is not None and ends[1] is None):
            return None
        if quality.order.text == "row":
            order = None
            if quality.by is not None:
                if not self.context.declared(quality.by, "order", wanted="an order"):
                    return None
                order = quality.by.text
            return m.InOrder(order=order, low=ends[0], high=ends[1], span=quality.span)
        if not self.context.declared(quality.order, "order", wanted="an order"):
            return None
        if not self.context.run_lengths.get(quality.order.text):
            self.context.fail("CW204", f"`{quality.order.text}` is an order of ranks, not of runs", quality.order.span,
                              help=f"write `in a row by {quality.order.text}`")  # fmt: skip
            return None
        return m.InOrder(order=quality.order.text, windows=True, span=quality.span)

    def _rank(self, card: ast.Card) -> str | None:
        if card.text in self.context.symbols.ranks:
            return card.text
        self.context.unknown_piece(card.text, card.span, "rank")
        return None

    def _attribute(self, noun: ast.Name) -> m.Attribute | None:
        attribute = ATTRIBUTES.get(noun.text)
        if attribute is None:
            self.context.unknown("quality of cards", noun.text, noun.span, ATTRIBUTES,
                                 "cards share a `rank`, a `suit` or their `identity`")  # fmt: skip
        return attribute

    def _amount(self, amount: ast.Amount) -> m.Amount | None:
        high = None if amount.or_more else amount.high if amount.high is not None else amount.low
        if amount.low < 1 or (high is not None and high < amount.low) or max(amount.low, high or 0) > LARGEST_AMOUNT:
            self.context.fail("CW607", "no play has that many cards", amount.span,
                              help=f"amounts go from 1 to {LARGEST_AMOUNT}, the smaller one first")  # fmt: skip
            return None
        return m.Amount(least=amount.low, most=high, span=amount.span)

    # ---- keys -------------------------------------------------------------------------------------------------

    def keys(self, values: tuple[ast.Value, ...], patterns: list[m.Pattern]) -> tuple[m.Key, ...] | None:
        """The keys of `compare` or `same`, for a combination with these patterns; `nothing` is no key at all."""
        if len(values) == 1 and isinstance(values[0], ast.Name) and values[0].text == "nothing":
            return ()
        keys = [self._key(value, patterns) for value in values]
        return None if None in keys else tuple(key for key in keys if key is not None)

    def _key(self, value: ast.Value, patterns: list[m.Pattern]) -> m.Key | None:
        span = value.span
        match value:
            case ast.By(value=inner, order=order):
                if not self.context.declared(order, "order", wanted="an order"):
                    return None
                key = self._key(inner, patterns)
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
                    self.context.fail("CW608", "only a run has a last card", span,
                                      help="write `highest card` for the one that ranks highest")  # fmt: skip
                    return None
                return m.Key(what="last_card", span=span)
            case ast.Piece() | ast.Number():
                cls = self.classes.piece(value)
                return None if cls is None else m.Key(what="piece", card=cls, span=span)
            case _:
                known = ["rank", "ranks", "suit", "size", "length", "highest card", "lowest card", "last card",
                         *self.context.symbols.of_kind("order")]  # fmt: skip
                if isinstance(value, ast.Name):
                    self.context.unknown("key", value.text, span, known, "keys: " + ", ".join(known))
                else:
                    self.context.fail("CW302", "plays are not compared by this", span, help="keys: " + ", ".join(known))
                return None

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
                self.context.fail("CW609", f"not every such play is a run in `{order.text}`", span,
                                  labels=[(pattern.span, "this pattern is not")] if pattern.span else [],
                                  help=f"write `… in {order.text}` in the pattern")  # fmt: skip
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
            return Shape(one_rank or (len(ranks) == 1 and None not in ranks), one_suit or len(items) == 1, run,
                         "" if run else None)  # fmt: skip
        case m.EachOf(in_order=in_order):
            return Shape(one_rank, one_suit, in_order is not None, None)
        case _:
            return Shape(one_rank, one_suit, False, None)
