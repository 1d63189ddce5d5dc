"""Patterns of combinations and claims."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import cast

from .. import ast
from .. import model as m
from ..diagnostics import rewrite
from ..source import Span
from .classes import PLAYS, Classes
from .context import Context
from .scope import Scope

ATTRIBUTES: dict[str, m.Attribute] = {
    "rank": "rank", "ranks": "rank", "suit": "suit", "suits": "suit", "identity": "identity", "identities": "identity",
}  # fmt: skip
# What card players say for these.
SAID_FOR = {
    "kind": "rank",
    "kinds": "ranks",
    "value": "rank",
    "values": "ranks",
    "number": "rank",
    "colour": "suit",
    "color": "suit",
    "colours": "suits",
    "colors": "suits",
}
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
            read = self._part(part, tuple(labels), lacking, not parts)
            if read is None:
                return None
            parts.append(read)
            if part.label is not None:
                if part.label.text in labels:
                    self.context.fail(
                        "CW210",
                        f"two parts are called `{part.label.text}`",
                        part.label.span,
                        labels=[(labels[part.label.text], "the first one")],
                        help="give them two names",
                    )
                    return None
                labels[part.label.text] = part.label.span
        return m.Pattern(parts=tuple(parts), span=pattern.span)

    def _part(self, part: ast.Part, labels: tuple[str, ...], lacking: bool, first: bool) -> m.Part | None:
        label = part.label.text if part.label else None
        body, span = part.body, part.span
        if isinstance(body, ast.Lacking):
            if not lacking:
                self.context.fail(
                    "CW604",
                    "`no …` speaks of a hand, not of a play",
                    span,
                    help="it can stand in `holding:` of a claim",
                )
                return None
            items = [self.classes.piece(card) for card in body.pieces]
            return None if None in items else m.Lacking(items=tuple(i for i in items if i is not None), span=span)
        found = self._qualities(part, first)
        if found is None:
            return None
        if isinstance(body, ast.Sized) and body.groups is None:
            return self._sized(part, body, found, labels, label)
        if found.another or found.others or part.per is not None:
            self.context.fail(
                "CW605", "`another`, `other` and `per` go with a plain amount", span, help="as in `2 of another rank`"
            )
            return None
        alike, not_alike = tuple(found.alike), tuple(found.not_alike)
        if isinstance(body, ast.Listed | ast.Joined):
            if found.members or found.in_order:
                idle = next(one for one in part.qualities if isinstance(one, ast.Of | ast.Inside))
                self.context.fail(
                    "CW605", "listed cards are what they are: this adds nothing", idle.span, help="take it away"
                )
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
                self.context.fail(
                    "CW605",
                    "`every` already says which: an order adds nothing",
                    found.in_order.span or span,
                    help="take it away",
                )
                return None
            return m.Every(
                attribute=attribute,
                alike=alike,
                not_alike=not_alike,
                members=members,
                untouched=found.untouched,
                label=label,
                span=span,
            )
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
            self.context.unknown(
                "part",
                part.per.part.text,
                part.per.part.span,
                labels,
                "a part is named with `as NAME`, before it is spoken of",
            )
            return None
        if amount is None:
            return None
        order = found.in_order
        if order is not None and order.windows and order.order is not None:
            lengths = self.context.run_lengths.get(order.order, frozenset())
            if lengths and not any(amount.least <= n and (amount.most is None or n <= amount.most) for n in lengths):
                longest = " or ".join(str(n) for n in sorted(lengths))
                self.context.fail(
                    "CW606",
                    f"`{order.order}` has no run of that many cards",
                    body.span,
                    help=f"its runs have {longest} cards",
                )
                return None
        return m.Sized(
            amount=amount,
            alike=tuple(found.alike),
            not_alike=tuple(found.not_alike),
            members=tuple(found.members),
            another=found.another,
            others=found.others,
            in_order=order,
            per=per,
            untouched=found.untouched,
            label=label,
            span=part.span,
        )

    def _qualities(self, part: ast.Part, first: bool) -> Qualities | None:
        found = Qualities()
        for quality in part.qualities:
            if not self._quality(quality, found, first):
                return None
        return found

    def _quality(self, quality: ast.Quality, found: Qualities, first: bool) -> bool:
        match quality:
            case ast.Of(what=ast.Name(text=text)) if text in ATTRIBUTES:
                found.alike.append(ATTRIBUTES[text])
            case ast.Of(what=ast.Name(text=text) as what) if text in SAID_FOR and not self._declared(text):
                self._attribute(what)
                return False
            case ast.Of(what=what):
                cls = self.classes.read(what, NO_SCOPE)
                if cls is None:
                    return False
                if self.classes.kind(cls) == PLAYS:
                    self.context.fail(
                        "CW302",
                        "pieces are wanted here, and these are plays",
                        what.span,
                        help="name a rank, a suit, a piece, or a set of them",
                    )
                    return False
                found.members.append(cls)
            case ast.OfAnother(what=what) | ast.OfOther(what=what):
                attribute = self._attribute(what)
                if first and attribute is not None:
                    self.context.fail(
                        "CW605",
                        "no part stands before this one: other than what?",
                        quality.span,
                        help=f"write `of a {attribute}`",
                    )
                    return False
                if isinstance(quality, ast.OfAnother):
                    found.another = attribute
                else:
                    found.others = attribute
                return attribute is not None
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
                if self.context.run_lengths.get(quality.by.text):
                    self.context.fail(
                        "CW204",
                        f"`{quality.by.text}` is an order of runs, not of ranks",
                        quality.by.span,
                        help=f"write `in {quality.by.text}`",
                    )
                    return None
                order = quality.by.text
            return m.InOrder(order=order, low=ends[0], high=ends[1], span=quality.span)
        if not self.context.declared(quality.order, "order", wanted="an order"):
            return None
        if not self.context.run_lengths.get(quality.order.text):
            self.context.fail(
                "CW204",
                f"`{quality.order.text}` is an order of ranks, not of runs",
                quality.order.span,
                help=f"write `in a row by {quality.order.text}`",
            )
            return None
        return m.InOrder(order=quality.order.text, windows=True, span=quality.span)

    def _rank(self, card: ast.Card) -> str | None:
        if card.text in self.context.symbols.ranks:
            return card.text
        self.context.unknown_piece(card.text, card.span, "rank")
        return None

    def _attribute(self, noun: ast.Name) -> m.Attribute | None:
        attribute = ATTRIBUTES.get(noun.text)
        if attribute is None and noun.text in SAID_FOR:
            meant = SAID_FOR[noun.text]
            self.context.fail(
                "CW201",
                f"`{noun.text}` is called `{meant}` here",
                noun.span,
                help=f"write `{meant}`",
                fix=rewrite(noun.span, meant),
            )
        elif attribute is None:
            self.context.unknown(
                "quality of cards",
                noun.text,
                noun.span,
                ATTRIBUTES,
                "cards share a `rank`, a `suit` or their `identity`",
            )
        return attribute

    def _declared(self, name: str) -> bool:
        return self.context.symbols.kind(name) is not None

    def _amount(self, amount: ast.Amount) -> m.Amount | None:
        high = None if amount.or_more else amount.high if amount.high is not None else amount.low
        if amount.low < 1 or (high is not None and high < amount.low) or max(amount.low, high or 0) > LARGEST_AMOUNT:
            self.context.fail(
                "CW607",
                "no play has that many cards",
                amount.span,
                help=f"amounts go from 1 to {LARGEST_AMOUNT}, the smaller one first",
            )
            return None
        return m.Amount(least=amount.low, most=high, span=amount.span)
