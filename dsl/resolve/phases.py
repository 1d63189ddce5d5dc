"""What is done between the deal and the lead, and what a play sets off: auctions, steps and effects."""

from __future__ import annotations

from typing import Literal, cast

from .. import ast
from .. import model as m
from ..diagnostics import rewrite
from ..near import near
from ..source import Span
from ..words import listing
from .blocks import begin, conditions
from .context import Context, alternative
from .expressions import Expressions
from .fields import alternatives, gather, plain, word
from .program import Alternative, Draft, citations, texts
from .scope import BEFORE_THE_LEAD, OF_AN_EFFECT, Scope

DEEDS = ("end_trick", "skip_next", "reverse_turns", "reverse_ranks", "drop_beaten")
KNOWN = (*DEEDS, "pays PAYMENT")
LASTING = frozenset({"reverse_turns", "reverse_ranks"})
AFTER_A_PLAY = Scope("an effect", OF_AN_EFFECT, subject=m.Fact(fact="play"))
STEP = Scope("a step", BEFORE_THE_LEAD, last_hand=True)
CARDS = ("card", "cards", "tile", "tiles")
STARTS = ("random", "opener", "the last winner", "the last loser", "the holder of CARD",
          "the holder of the lowest card")  # fmt: skip
Deeds = tuple[m.Deed, ...]
Start = tuple[str, str | None]
"""Who is asked first in an auction, and the card whose holder is."""


def paid_in_play(effect: ast.Block) -> dict[str, Span]:
    """The payments that an effect makes, and where it says so."""
    choices = [field.choice for field in effect.fields if isinstance(field, ast.Field) and field.name.text == "then"]
    values = [value for choice in choices for case in choice.cases for value in case.values]
    return {value.payment.text: value.span for value in values if isinstance(value, ast.Paid)}


class Phases:
    """Reads auctions, steps and effects."""

    def __init__(self, context: Context, expressions: Expressions) -> None:
        self.context = context
        self.expressions = expressions

    # ---- auctions -----------------------------------------------------------------------------------------------

    def auction(self, block: ast.Block) -> Draft:
        """An auction, whose name is the role that it gives."""
        draft = begin(self.context, block)
        words = {
            "each_bids": ("once", "until_passed"),
            "no_bid": ("void", "starter"),
            "pass": ("keeps_you_in", "puts_you_out"),
        }
        with self.context.under(draft.guard):
            gathered = gather(self.context, block)
            if "bids" in gathered:
                draft.fields["bids"] = alternatives(self.context, plain(gathered["bids"]), self._bids)
            if "starts" in gathered:
                draft.fields["starts"] = alternatives(self.context, plain(gathered["starts"]), self._starts)
            for name, allowed in words.items():
                if name in gathered:
                    draft.fields[name] = word(self.context, plain(gathered[name]), allowed)
        return draft

    def _bids(self, case: ast.Case) -> tuple[int, ...] | None:
        value = case.values[0]
        items = value.items if isinstance(value, ast.Chain) else (value,)
        signs = value.signs if isinstance(value, ast.Chain) else ()
        numbers = [item for item in items if isinstance(item, ast.Number) and not item.or_more]
        equal = next((sign for sign in signs if sign.text != "<"), None)
        if len(case.values) != 1 or len(numbers) != len(items) or equal is not None:
            whole = equal.span if equal is not None else value.span.to(case.values[-1].span)
            self.context.fail("CW716", "bids are numbers that go up", whole,
                              help="join them with `<`, as in `bids: 1 < 2 < 3`")  # fmt: skip
            return None
        for before, after in zip((None, *numbers), numbers, strict=False):
            if after.value < 1:
                self.context.fail("CW717", f"`{after.value}` is no bid: who passes has bid that", after.span,
                                  help="the lowest bid is 1 or more")  # fmt: skip
                return None
            if before is not None and after.value <= before.value:
                self.context.fail("CW716", f"the bid {after.value} is not higher than {before.value}", after.span,
                                  labels=[(before.span, "the bid before it")],
                                  help="each bid is higher than the one before it")  # fmt: skip
                return None
        return tuple(number.value for number in numbers)

    def _starts(self, case: ast.Case) -> Start | None:
        value = case.values[0]
        if len(case.values) == 1:
            match value:
                case ast.Name(text="random" | "opener" as text):
                    return text, None
                case ast.Pointed(pointer="last", name=ast.Name(text="winner" | "loser" as text)):
                    return f"last_{text}", None
                case ast.Property(name=ast.Name(text="holder"), of=ast.Pick(extreme="lowest", name=name, within=None)):
                    if name.text in CARDS:
                        return "lowest", None
                case ast.Property(name=ast.Name(text="holder"), of=ast.Piece(text=text, span=span)):
                    piece = self.context.symbols.piece(text)
                    if piece is None:
                        self.context.unknown_piece(text, span, "card")
                    return None if piece is None else ("holder", piece)
        said = self.context.source.slice(value.span)
        close = near(said, STARTS)
        self.context.fail("CW201", f"`starts:` cannot say `{said}`", value.span,
                          help=f"it takes {listing(f'`{one}`' for one in STARTS)}",
                          fix=rewrite(value.span, close[0]) if len(close) == 1 else None)  # fmt: skip
        return None

    # ---- steps --------------------------------------------------------------------------------------------------

    def step(self, step: ast.Payment) -> Draft:
        """What a player takes or gives before the lead."""
        found: list[Alternative[m.Takes | m.Gives | None]] = []
        for act in step.acts:
            guard = self.context.agreement(act.agreement)
            with self.context.under(guard):
                read = self._act(act)
            found.append(alternative(read, guard, act))
        return Draft("step", step.name.text, step.span, step.name.span, claims=citations(step.notes),
                     notes=texts(step.notes), fields={"act": tuple(found)})  # fmt: skip

    def _act(self, act: ast.Act) -> m.Takes | m.Gives | None:
        if act.when is not None:
            self.context.fail("CW727", "a step is done whenever its players are there", act.when.span,
                              help="leave the condition out, or guard the step `with` what was agreed")  # fmt: skip
            return None
        match act.deed:
            case ast.Takes(who=who, what=what):
                player = self._player(who)
                if what.text != "kitty":
                    self.context.fail("CW301", f"a step cannot take `{what.text}`", what.span, help="write `kitty`")
                    return None
                return None if player is None else m.Takes(player=player, span=act.span)
            case ast.Gives(who=who, count=count, extreme=extreme, what=what, whom=whom):
                giver, taker = self._player(who), self._player(whom)
                number = self.expressions.number(count, STEP)
                if what.text not in CARDS:
                    self.context.fail("CW301", f"a step cannot give `{what.text}`", what.span, help="write `cards`")
                    return None
                if giver is None or taker is None or number is None:
                    return None
                return m.Gives(giver=giver, count=number, taker=taker, span=act.span,
                               extreme=cast(Literal["highest", "lowest"] | None, extreme))  # fmt: skip
            case ast.Pays() | ast.Scores():
                self.context.fail("CW204", "this is a payment, and no step", act.span,
                                  help="write `payment NAME: …` for it")  # fmt: skip
                return None

    def _player(self, who: ast.Who) -> m.Expression | None:
        if isinstance(who, ast.Each):
            self.context.fail("CW301", "one player is wanted here, and these are several", who.span,
                              help="name one: `the last loser`, or a role that an auction gives")  # fmt: skip
            return None
        return self.expressions.player(who, STEP)

    # ---- effects ------------------------------------------------------------------------------------------------

    def effect(self, block: ast.Block) -> Draft:
        """What a play sets off."""
        draft = begin(self.context, block)
        with self.context.under(draft.guard):
            gathered = gather(self.context, block)
            if "when" in gathered:
                draft.fields["when"] = conditions(
                    self.context, self.expressions, plain(gathered["when"]), AFTER_A_PLAY
                )  # fmt: skip
            if "then" in gathered:
                draft.fields["then"] = alternatives(self.context, plain(gathered["then"]), self._deeds)
            if "lasts" in gathered:
                draft.fields["lasts"] = word(self.context, plain(gathered["lasts"]), ("trick", "hand", "all_hands"))
        return draft

    def _deeds(self, case: ast.Case) -> Deeds | None:
        deeds: list[m.Deed] = []
        for value in case.values:
            deed = self._deed(value)
            if deed is None:
                return None
            same = next((one for one in deeds if (one.deed, one.payment) == (deed.deed, deed.payment)), None)
            if same is not None and same.span is not None and deed.deed != "skip_next":
                self.context.fail("CW602", f"`{self.context.source.slice(value.span)}` stands twice in this list",
                                  value.span, labels=[(same.span, "first here")],
                                  help="take one of them away")  # fmt: skip
                return None
            deeds.append(deed)
        return tuple(deeds)

    def _deed(self, value: ast.Value) -> m.Deed | None:
        match value:
            case ast.Name(text=text, span=span) if text in DEEDS:
                return m.Deed(deed=text, span=span)  # type: ignore[arg-type]
            case ast.Paid(payment=payment, span=span):
                if not self.context.declared(payment, "payment", wanted="a payment"):
                    return None
                return m.Deed(deed="pays", payment=payment.text, span=span)
            case _:
                said = self.context.source.slice(value.span)
                close = near(said, DEEDS)
                help = f"did you mean `{close[0]}`?" if close else f"write {listing(f'`{one}`' for one in KNOWN)}"
                self.context.fail("CW723", f"an effect cannot do `{said}`", value.span, help=help,
                                  fix=rewrite(value.span, close[0]) if len(close) == 1 else None)  # fmt: skip
        return None
