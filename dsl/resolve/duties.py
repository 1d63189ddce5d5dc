"""Duties, claims, and in which order claims come."""

from __future__ import annotations

from .. import ast
from .. import model as m
from .blocks import begin, conditions, declared_tiers, patterns_of
from .classes import PIECES, PLAYS, Classes
from .context import Context
from .expressions import Expressions
from .fields import alternatives, gather, plain, word
from .patterns import NO_SCOPE, Patterns
from .program import Draft
from .scope import OF_A_BREACH, OF_A_PLAY, Scope
from .symbols import LATER

PLAY = m.Fact(fact="play")
HAND = m.Fact(fact="hand")
ACTS = ("go_out", "void", "pile")
SCOPE = Scope("a duty", OF_A_PLAY, owner=HAND, subject=PLAY)


class Duties:
    """Reads what a player must do, and what may be done before the first lead."""

    def __init__(self, context: Context, classes: Classes, expressions: Expressions) -> None:
        self.context = context
        self.classes = classes
        self.expressions = expressions
        self.patterns = Patterns(context, classes)

    def duty(self, block: ast.Block) -> Draft:
        """A duty."""
        draft = begin(self.context, block)
        with self.context.under(draft.guard):
            gathered = gather(self.context, block)
            for name in ("when", "must"):
                if name in gathered:
                    draft.fields[name] = conditions(self.context, self.expressions, plain(gathered[name]), SCOPE)
            if "binds" in gathered:
                draft.fields["binds"] = alternatives(self.context, plain(gathered["binds"]), self._bound)
            if "breach" in gathered:
                draft.fields["breach"] = alternatives(self.context, plain(gathered["breach"]), self._breach, when=True)
            if "lasts" in gathered:
                draft.fields["lasts"] = word(self.context, plain(gathered["lasts"]), ("hand", "one_turn"))
        return draft

    def _bound(self, case: ast.Case) -> m.Class | None:
        match case.values:
            case (ast.Name(text="everything", span=span),):
                return m.Anything(of="plays", span=span)
            case values:
                cls = self.classes.listed(values, SCOPE, passes=True)
        if isinstance(cls, m.UnionClass):
            for part in cls.parts:
                if not isinstance(part, m.PassClass) and self.classes.kind(part) == PIECES and part.span is not None:
                    said = self.context.source.slice(part.span)
                    self.context.fail(
                        "CW302",
                        "a duty binds plays, and these are pieces",
                        part.span,
                        help=f"write `single of {said}`, or `anything where (have {said})`",
                    )
                    return None
        return cls

    def _breach(self, case: ast.Case) -> m.Refused | m.Pays | None:
        value = case.values[0]
        if isinstance(value, ast.Bears):
            if not self.context.declared(value.payment, "payment", wanted="a payment"):
                return None
            if value.payment.text in self.context.paid_in_play:
                self.context.fail("CW726", f"`{value.payment.text}` is paid in play, and not settled", value.span,
                                  labels=[(self.context.paid_in_play[value.payment.text], "an effect pays it here")],
                                  help="who breaks a duty pays what is owed when the hand is over")  # fmt: skip
                return None
            if value.role.text not in ("loser", "losers"):
                self.context.unknown(
                    "role", value.role.text, value.role.span, ("loser",), "who breaks a duty pays `for every loser`"
                )
                return None
            when = None
            if case.when is not None:
                when = self.expressions.condition(case.when, Scope("the price of a breach", OF_A_BREACH))
                if when is None:
                    return None
            return m.Pays(payment=value.payment.text, when=when, span=case.span)
        if isinstance(value, ast.Name) and value.text == "refused":
            if case.when is None:
                return m.Refused(span=case.span)
            self.context.fail(
                "CW702",
                "a play is refused always or never",
                case.when.span,
                help="when the duty exists is said by its `when:`",
            )
            return None
        said = self.context.source.slice(value.span)
        self.context.fail(
            "CW702",
            f"a breach cannot be `{said}`",
            value.span,
            help="write `refused`, or `pays PAYMENT for every loser when …`",
        )
        return None

    # ---- claims -----------------------------------------------------------------------------------------------

    def claim(self, block: ast.Block) -> Draft:
        """A claim."""
        draft = begin(self.context, block)
        with self.context.under(draft.guard):
            gathered = gather(self.context, block)
            for name in ("asked", "when"):
                if name in gathered:
                    self.context.fail(
                        "CW910", f"`{name}` of a claim is not executed yet", gathered[name].name.span, help=LATER
                    )
            if isinstance(holding := gathered.get("holding"), ast.CardsField):
                draft.fields["holding"] = patterns_of(self.context, self.patterns, holding, lacking=True)
            if "may" in gathered and "must" in gathered:
                self.context.fail(
                    "CW707",
                    "a claim says either `may` or `must`",
                    gathered["must"].name.span,
                    labels=[(gathered["may"].name.span, "what its holder may do")],
                    help="take one of them away",
                )
            elif "may" not in gathered and "must" not in gathered:
                self.context.fail(
                    "CW707",
                    f"`claim {draft.name}` does not say what its holder may or must do",
                    draft.name_span,
                    help="add `may: go_out`, `may: void` or `must: go_out`",
                )
            acts: set[str] = set()
            for name in ("may", "must"):
                if name in gathered:
                    draft.fields[name] = word(self.context, plain(gathered[name]), ACTS)
                    acts |= {one.value for one in draft.fields[name] if not one.unread}
            if "all" in gathered:
                draft.fields["all"] = alternatives(self.context, plain(gathered["all"]), self._piled)
                if acts and "pile" not in acts:
                    self.context.fail(
                        "CW605",
                        "`all` says what goes to the pile, and nothing does",
                        gathered["all"].name.span,
                        help="write `must: pile`, or take it away",
                    )
            elif "pile" in acts:
                self.context.fail(
                    "CW207",
                    f"`claim {draft.name}` does not say which cards go to the pile",
                    draft.name_span,
                    help="add `all: …`, naming a class of pieces",
                )
        return draft

    def _piled(self, case: ast.Case) -> m.Class | None:
        cls = self.classes.listed(case.values, NO_SCOPE)
        if cls is not None and self.classes.kind(cls) == PLAYS:
            self.context.fail(
                "CW302",
                "pieces are wanted here, and these are plays",
                case.values[0].span,
                help="name ranks, pieces or a set of them",
            )
            return None
        return cls

    def claims(self, block: ast.Block) -> Draft:
        """In which order claims come, and how ties are broken."""
        draft = begin(self.context, block)
        gathered = gather(self.context, block)
        if "order" in gathered:
            draft.fields["order"] = alternatives(self.context, plain(gathered["order"]), self._claim_order)
        if "ties" in gathered:
            draft.fields["ties"] = alternatives(self.context, plain(gathered["ties"]), self._ties)
        return draft

    def _claim_order(self, case: ast.Case) -> tuple[tuple[ast.Name, ...], ...] | None:
        return declared_tiers(self.context, case, "claim", "claims are named here", "as in `order: a < b`")

    def _ties(self, case: ast.Case) -> tuple[str, ...] | None:
        ties: list[str] = []
        for value in case.values:
            match value:
                case ast.Pick(extreme="lowest", name=ast.Name(text="card" | "tile"), within=None):
                    ties.append("lowest_card")
                case ast.Name(text="turn"):
                    ties.append("turn")
                case _:
                    said = self.context.source.slice(value.span)
                    self.context.fail(
                        "CW703",
                        f"ties are not broken by `{said}`",
                        value.span,
                        help="write `lowest card`, `turn`, or `lowest card, then turn`",
                    )
                    return None
        return tuple(ties)
