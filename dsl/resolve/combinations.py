"""Combinations, ladders, bombs, sets, duties and claims."""

from __future__ import annotations

from typing import Any, cast

from .. import ast
from .. import model as m
from .classes import PLAYS, Classes
from .context import Context, alternative
from .expressions import Expressions
from .fields import alternatives, gather, plain, word
from .patterns import NO_SCOPE, Patterns
from .program import Alternative, Draft, citations, texts
from .scope import OF_A_BREACH, OF_A_PLAY, Scope, Type

PLAY = m.Fact(fact="play")
HAND = m.Fact(fact="hand")
ACTS = ("go_out", "void", "pile")


class Combinations:
    """Reads what may be played, what beats what, and what duties and claims there are."""

    def __init__(self, context: Context, classes: Classes, expressions: Expressions) -> None:
        self.context = context
        self.classes = classes
        self.expressions = expressions
        self.patterns = Patterns(context, classes)

    def set(self, declared: ast.Set) -> Draft:
        """A named class."""

        def read(case: ast.Case) -> m.Class | None:
            cls = self.classes.listed(case.values, NO_SCOPE)
            if cls is not None:
                self.context.set_kinds[declared.name.text] = self.classes.kind(cls)
            return cls

        draft = _draft("set", declared.name.text, declared, declared.name)
        draft.fields["value"] = alternatives(self.context, declared.choice, read)
        return draft

    # ---- what may be played, and what beats what --------------------------------------------------------------

    def combination(self, block: ast.Block) -> Draft:
        """A type of play."""
        draft = self._block(block)
        with self.context.under(draft.guard):
            gathered = gather(self.context, block)
            patterns: list[m.Pattern] = []
            if isinstance(cards := gathered.get("cards"), ast.CardsField):
                draft.fields["cards"] = self._patterns(cards, lacking=False)
                patterns = [one.value for one in draft.fields["cards"] if not one.unread]
            for name in ("compare", "same"):
                if name in gathered:
                    draft.fields[name] = alternatives(
                        self.context, plain(gathered[name]),
                        lambda case: self.patterns.keys(case.values, patterns),
                    )  # fmt: skip
            scope = Scope("a combination", frozenset({"play"}), parts=self.context.labels.get(draft.name, frozenset()),
                          owner=None, subject=PLAY)  # fmt: skip
            if "needs" in gathered:
                draft.fields["needs"] = self._conditions(plain(gathered["needs"]), scope)
            if "equal" in gathered:
                draft.fields["equal"] = word(self.context, plain(gathered["equal"]), ("holds", "falls"))
        return draft

    def ladder(self, block: ast.Block) -> Draft:
        """A ladder: names in tiers, and whether a higher rung beats."""
        draft = self._block(block)
        with self.context.under(draft.guard):
            gathered = gather(self.context, block)
            if "order" in gathered:
                draft.fields["order"] = alternatives(self.context, plain(gathered["order"]), self._rungs)
            if "beats" in gathered:
                draft.fields["beats"] = word(self.context, plain(gathered["beats"]), ("lower", "nothing"))
        return draft

    def _rungs(self, case: ast.Case) -> tuple[tuple[ast.Name, ...], ...] | None:
        tiers = self._tiers(case)
        if tiers is None:
            return None
        seen: set[str] = set()
        for tier in tiers:
            for item in tier:
                if not isinstance(item, ast.Name):
                    self.context.fail("CW302", "a ladder's rungs are combinations", item.span)
                    return None
                if not self.context.declared(item, "combination", wanted="a combination", optional=True):
                    return None
                if item.text in seen:
                    self.context.fail("CW602", f"`{item.text}` stands on two rungs", item.span)
                    return None
                seen.add(item.text)
        return cast(tuple[tuple[ast.Name, ...], ...], tiers)

    def bombs(self, block: ast.Block) -> Draft:
        """Bombs: classes in tiers, and what they beat."""
        draft = self._block(block)
        with self.context.under(draft.guard):
            gathered = gather(self.context, block)
            if "order" in gathered:
                draft.fields["order"] = alternatives(self.context, plain(gathered["order"]), self._bomb_rungs)
            if "beats" in gathered:
                draft.fields["beats"] = alternatives(self.context, plain(gathered["beats"]), self._beaten)
        return draft

    def _bomb_rungs(self, case: ast.Case) -> tuple[tuple[m.Class, ...], ...] | None:
        tiers = self._tiers(case)
        if tiers is None:
            return None
        read = [[self.classes.read(item, NO_SCOPE) for item in tier] for tier in tiers]
        if any(one is None for tier in read for one in tier):
            return None
        for tier, written in zip(read, tiers, strict=True):
            for one, item in zip(tier, written, strict=True):
                if not isinstance(one, m.TypeClass):
                    self.context.fail("CW302", "the rungs of bombs are combinations", item.span)
                    return None
        return tuple(tuple(one for one in tier if one is not None) for tier in read)

    def _beaten(self, case: ast.Case) -> m.Class | None:
        match case.values:
            case (ast.Name(text="everything", span=span),):
                return m.Anything(of="plays", span=span)
            case (ast.Name(text="nothing", span=span),):
                return m.UnionClass(parts=(), span=span)
            case values:
                cls = self.classes.listed(values, NO_SCOPE)
                if cls is not None and self.classes.kind(cls) != PLAYS:
                    self.context.fail("CW302", "bombs beat combinations, and these are pieces", case.span)
                    return None
                return cls

    def _tiers(self, case: ast.Case) -> tuple[tuple[ast.Expr, ...], ...] | None:
        value = case.values[0]
        if len(case.values) != 1 or not isinstance(value, ast.Chain):
            if len(case.values) == 1 and isinstance(value, ast.Name | ast.Property):
                return ((value,),)
            self.context.fail("CW601", "rungs stand in order, low to high, joined with `<`", case.span,
                              help="as in `order: a < b = c`")  # fmt: skip
            return None
        tiers: list[list[ast.Expr]] = []
        for item, sign in zip(value.items, ("<", *(sign.text for sign in value.signs)), strict=True):
            if sign == "<":
                tiers.append([item])
            else:
                tiers[-1].append(item)
        return tuple(map(tuple, tiers))

    # ---- duties and claims ------------------------------------------------------------------------------------

    def duty(self, block: ast.Block) -> Draft:
        """A duty."""
        draft = self._block(block)
        with self.context.under(draft.guard):
            gathered = gather(self.context, block)
            scope = Scope("a duty", OF_A_PLAY, owner=HAND, subject=PLAY)
            for name in ("when", "must"):
                if name in gathered:
                    draft.fields[name] = self._conditions(plain(gathered[name]), scope)
            if "binds" in gathered:
                draft.fields["binds"] = alternatives(
                    self.context, plain(gathered["binds"]),
                    lambda case: self.classes.listed(case.values, scope, passes=True),
                )  # fmt: skip
            if "breach" in gathered:
                draft.fields["breach"] = alternatives(self.context, plain(gathered["breach"]), self._breach, when=True)
            if "lasts" in gathered:
                draft.fields["lasts"] = word(self.context, plain(gathered["lasts"]), ("hand", "one_turn"))
        return draft

    def _breach(self, case: ast.Case) -> m.Refused | m.Pays | None:
        value = case.values[0]
        if isinstance(value, ast.Bears):
            if not self.context.declared(value.payment, "payment", wanted="a payment"):
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
        if isinstance(value, ast.Name) and value.text == "refused" and case.when is None:
            return m.Refused(span=case.span)
        self.context.fail("CW702", "a breach is `refused`, or `pays PAYMENT for every loser when …`", case.span)
        return None

    def claim(self, block: ast.Block) -> Draft:
        """A claim."""
        draft = self._block(block)
        with self.context.under(draft.guard):
            gathered = gather(self.context, block)
            for name in ("asked", "when"):
                if name in gathered:
                    self.context.fail("CW910", f"`{name}` of a claim is not executed yet", gathered[name].span)
            if isinstance(holding := gathered.get("holding"), ast.CardsField):
                draft.fields["holding"] = self._patterns(holding, lacking=True)
            if ("may" in gathered) == ("must" in gathered):
                self.context.fail("CW707", f"`claim {draft.name}` says either what its holder `may` do or `must` do",
                                  draft.name_span, help="as in `may: go_out`")  # fmt: skip
            for name in ("may", "must"):
                if name in gathered:
                    draft.fields[name] = word(self.context, plain(gathered[name]), ACTS)
            if "all" in gathered:
                draft.fields["all"] = alternatives(
                    self.context, plain(gathered["all"]), lambda case: self.classes.listed(case.values, NO_SCOPE)
                )
        return draft

    def claims(self, block: ast.Block) -> Draft:
        """In which order claims come, and how ties are broken."""
        draft = self._block(block)
        gathered = gather(self.context, block)
        if "order" in gathered:
            draft.fields["order"] = alternatives(self.context, plain(gathered["order"]), self._claim_order)
        if "ties" in gathered:
            draft.fields["ties"] = alternatives(self.context, plain(gathered["ties"]), self._ties)
        return draft

    def _claim_order(self, case: ast.Case) -> tuple[tuple[ast.Name, ...], ...] | None:
        tiers = self._tiers(case)
        if tiers is None:
            return None
        for tier in tiers:
            for item in tier:
                if not isinstance(item, ast.Name):
                    self.context.fail("CW302", "claims are named here", item.span)
                    return None
                if not self.context.declared(item, "claim", wanted="a claim", optional=True):
                    return None
        return cast(tuple[tuple[ast.Name, ...], ...], tiers)

    def _ties(self, case: ast.Case) -> tuple[str, ...] | None:
        ties: list[str] = []
        for value in case.values:
            match value:
                case ast.Pick(extreme="lowest", name=ast.Name(text="card" | "tile"), within=None):
                    ties.append("lowest_card")
                case ast.Name(text="turn"):
                    ties.append("turn")
                case _:
                    self.context.fail("CW703", "ties are broken by `lowest card` and by `turn`", value.span)
                    return None
        return tuple(ties)

    # ---- what these share -------------------------------------------------------------------------------------

    def _block(self, block: ast.Block) -> Draft:
        name = block.name or ast.Name(block.kind_span, block.kind)
        draft = _draft(block.kind, name.text, block, name)
        draft.title = block.title.value if block.title else None
        draft.guard = self.context.agreement(block.agreement)
        return draft

    def _patterns(self, field: ast.CardsField, *, lacking: bool) -> tuple[Alternative[Any], ...]:
        found = []
        for pattern in field.patterns:
            guard = self.context.agreement(pattern.agreement)
            with self.context.under(guard):
                read = self.patterns.read(pattern, lacking=lacking)
            found.append(alternative(read, guard, pattern, field.notes))
        return tuple(found)

    def _conditions(self, field: ast.Field, scope: Scope) -> tuple[Alternative[Any], ...]:
        def read(case: ast.Case) -> m.Expression | None:
            if len(case.values) != 1 or not isinstance(case.values[0], ast.Expr):
                self.context.fail("CW301", "one condition is wanted here", case.span,
                                  help="join conditions with `and` or `or`")  # fmt: skip
                return None
            return self.expressions.typed(case.values[0], scope, Type.TRUTH)

        return alternatives(self.context, field, read)


def _draft(kind: str, name: str, node: ast.Noted, place: ast.Name) -> Draft:
    return Draft(kind, name, node.span, place.span, claims=citations(node.notes), notes=texts(node.notes))
