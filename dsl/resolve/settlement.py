"""Tables, factors, calculations, payments and invariants."""

from __future__ import annotations

from typing import Any

from .. import ast
from .. import model as m
from ..source import Span
from .context import Context, alternative
from .expressions import Expressions
from .fields import alternatives
from .program import Alternative, Draft, citations, texts
from .scope import AT_SETTLEMENT, INVARIANT, OF_AN_EFFECT, PROPERTIES, Scope, Type, Typed

KINDS = {
    "card": Type.CARD,
    "tile": Type.CARD,
    "player": Type.PLAYER,
    "cards": Type.CARDS,
    "play": Type.PLAY,
    "number": Type.NUMBER,
}
ROLES = {"loser": "losers", "player": "players"}


class Settlements:
    """Reads what is worked out when a hand is over."""

    def __init__(self, context: Context, expressions: Expressions) -> None:
        self.context = context
        self.expressions = expressions

    def table(self, table: ast.Table) -> Draft:
        """A factor looked up by a count."""
        of = table.of.text
        if of not in PROPERTIES or PROPERTIES[of][1] is not Type.NUMBER or Type.PLAYER not in PROPERTIES[of][0]:
            known = [
                name for name, (owners, result) in PROPERTIES.items() if result is Type.NUMBER and Type.PLAYER in owners
            ]
            self.context.unknown(
                "count of a player",
                of,
                table.of.span,
                known,
                "a table is looked up by: " + ", ".join(f"`{name}`" for name in known),
            )
        found = []
        for rows in table.alternatives:
            guard = self.context.agreement(rows.agreement)
            with self.context.under(guard):
                read = tuple(row for row in map(self._row, rows.rows) if row is not None)
            found.append(alternative(read if len(read) == len(rows.rows) else None, guard, rows))
        return _draft("table", table, {"rows": tuple(found)}, variable=of)

    def _row(self, row: ast.Row) -> m.TableRow | None:
        value = self.expressions.number(row.times.value, Scope("a table"))
        low, high = row.low.value, row.high.value if row.high is not None else row.low.value
        if row.low.or_more:
            return None if value is None else m.TableRow(low=low, high=None, value=value, span=row.span)
        if high < low:
            self.context.fail("CW704", f"{low}..{high} is empty", row.span, help="write the smaller number first")
            return None
        if value is None:
            return None
        return m.TableRow(low=low, high=high, value=value, claims=citations(row.notes), span=row.span)

    def factors(self, factors: ast.Factors) -> Draft:
        """A product of named rows."""
        scope = Scope("factors", AT_SETTLEMENT)
        variable = factors.of.text if factors.of else None
        if factors.of is not None and variable is not None:
            self.context.variable(factors.of, scope)
            player = m.Variable(name=variable)
            scope = scope.binding(variable, Typed(player, Type.PLAYER))
            hand = m.Property(property="hand", of=player, span=factors.name.span)
            scope = Scope(scope.place, scope.facts, scope.variables, owner=hand)
        guard = self.context.agreement(factors.agreement)
        fields: dict[str, tuple[Alternative[Any], ...]] = {}
        rows = {row.name.text for row in factors.rows}
        seen: dict[str, Span] = {}
        with self.context.under(guard):
            for row in factors.rows:
                if row.name.text in fields:
                    self.context.fail(
                        "CW208",
                        f"`{row.name.text}` stands twice in `factors {factors.name.text}`",
                        row.name.span,
                        labels=[(seen[row.name.text], "first here")],
                        help="join the two with `|`",
                    )
                    continue
                seen[row.name.text] = row.name.span
                found = []
                for share in row.shares:
                    share_guard = self.context.agreement(share.agreement)
                    with self.context.under(share_guard):
                        read = self._share(share, scope, rows - {row.name.text})
                    found.append(alternative(read, share_guard, share, row.notes))
                fields[row.name.text] = tuple(found)
        return _draft("factors", factors, fields, title=factors.title, guard=guard, variable=variable)

    def _share(self, share: ast.Share, scope: Scope, others: set[str]) -> m.Share | None:
        value = self.expressions.number(share.times.value, scope)
        when = None if share.when is None else self.expressions.condition(share.when, scope)
        for_each: m.Class | None = None
        among: m.Expression | None = None
        if share.for_each is not None:
            for_each = self.expressions.classes.read(share.for_each.what, scope)
            if share.for_each.within is not None:
                among = self.expressions.typed(share.for_each.within, scope, Type.CARDS, Type.PLAY, Type.PLAYS)
            elif scope.owner is not None:
                among = scope.owner
            else:
                self.context.fail(
                    "CW305",
                    "`held` does not say by whom: these factors are for the whole hand",
                    share.for_each.span,
                    help="write `factors NAME of payer`, or `in hand of …`",
                )
            if for_each is None or among is None:
                return None
        if share.instead is not None and share.instead.text not in others:
            self.context.unknown(
                "row", share.instead.text, share.instead.span, others, "`instead of` names another row of these factors"
            )
            return None
        if value is None or (share.when is not None and when is None):
            return None
        return m.Share(
            value=value,
            for_each=for_each,
            among=among,
            when=when,
            span=share.span,
            instead_of=share.instead.text if share.instead else None,
        )

    def calculation(self, let: ast.Let) -> Draft:
        """A `let`."""
        scope = Scope("a calculation", AT_SETTLEMENT)
        if let.of is not None and let.variable is not None:
            self.context.variable(let.variable, scope)
            type_ = KINDS.get(let.of.text)
            if type_ is None:
                self.context.unknown("type", let.of.text, let.of.span, KINDS, "types: " + ", ".join(KINDS))
                type_ = Type.UNKNOWN
            scope = scope.binding(let.variable.text, Typed(m.Variable(name=let.variable.text), type_))
        found = self._cases(let.choice, scope, Type.NUMBER)
        return _draft("let", let, {"value": found}, variable=let.variable.text if let.variable else None)

    def invariant(self, always: ast.Always) -> Draft:
        """An `always`."""
        return _draft(
            "always", always, {"condition": self._cases(always.choice, Scope("an invariant", INVARIANT), Type.TRUTH)}
        )

    def _cases(self, choice: ast.Choice, scope: Scope, type_: Type) -> tuple[Alternative[Any], ...]:
        def read(case: ast.Case) -> m.Case | None:
            if len(case.values) != 1 or not isinstance(case.values[0], ast.Expr):
                self.context.fail(
                    "CW301",
                    "one value is wanted here",
                    case.values[0].span.to(case.values[-1].span),
                    help="several cases stand between `|`, all but the last with `when`",
                )
                return None
            value = self.expressions.typed(case.values[0], scope, type_)
            when = None if case.when is None else self.expressions.condition(case.when, scope)
            if value is None or (case.when is not None and when is None):
                return None
            return m.Case(value=value, when=when, span=case.span)

        return alternatives(self.context, choice, read, when=True)

    # ---- payments ---------------------------------------------------------------------------------------------

    def payment(self, payment: ast.Payment) -> Draft:
        """A transfer, or points to nobody's cost."""
        found = []
        in_play = payment.name.text in self.context.paid_in_play
        scope = Scope("a payment made in play", OF_AN_EFFECT) if in_play else Scope("a payment", AT_SETTLEMENT)
        for act in payment.acts:
            guard = self.context.agreement(act.agreement)
            with self.context.under(guard):
                read = self._act(act, scope)
            found.append(alternative(read, guard, act))
        return _draft("payment", payment, {"cases": tuple(found)})

    def _act(self, act: ast.Act, scope: Scope) -> m.Transfer | None:
        match act.deed:
            case ast.Pays(who=who, whom=whom, amount=amount):
                payer, payee = self._who(who, scope), self._who(whom, scope)
            case ast.Scores(who=who, points=amount):
                payer, payee = self._who(who, scope), None
            case _:
                said = "gives" if isinstance(act.deed, ast.Gives) else "takes"
                self.context.fail("CW204", f"this {said} cards, and is no payment", act.span,
                                  help="what is done before the lead is a `step`")  # fmt: skip
                return None
        paid = isinstance(act.deed, ast.Pays)
        if payer is None or (paid and payee is None):
            return None
        inner = scope.binding("payer", Typed(m.Fact(fact="payer"), Type.PLAYER))
        if paid:
            inner = inner.binding("payee", Typed(m.Fact(fact="payee"), Type.PLAYER))
            if isinstance(payee, m.Each):
                inner = inner.binding(payee.variable, Typed(m.Fact(fact="payee"), Type.PLAYER))
        if isinstance(payer, m.Each):
            if isinstance(payee, m.Each) and payee.variable == payer.variable:
                inner = Scope(
                    inner.place, inner.facts, {k: v for k, v in inner.variables.items() if k != payer.variable}
                )
            else:
                inner = inner.binding(payer.variable, Typed(m.Fact(fact="payer"), Type.PLAYER))
        value = self.expressions.number(amount, inner)
        when = None if act.when is None else self.expressions.condition(act.when, scope)
        if value is None or (act.when is not None and when is None):
            return None
        return m.Transfer(payer=payer, payee=payee, amount=value, when=when, span=act.span)

    def _who(self, who: ast.Who, scope: Scope) -> m.Who | None:
        if not isinstance(who, ast.Each):
            player = self.expressions.player(who, scope)
            return None if player is None else m.One(player=player, span=who.span)
        role = who.role.text
        if role not in ROLES:
            self.context.unknown("role", role, who.role.span, ROLES, "write `each loser` or `each player`")
            return None
        if ROLES[role] not in scope.facts:
            self.context.fail("CW205", f"`each {role}` is not known in {scope.place}", who.span,
                              help="nobody has lost yet: write `each player where (…)`")  # fmt: skip
            return None
        where: m.Expression | None = None
        if who.where is not None:
            inner = scope.binding(role, Typed(m.Variable(name=role), Type.PLAYER))
            where = self.expressions.condition(who.where, inner)
            if where is None:
                return None
        among = m.Fact(fact="losers" if role == "loser" else "players")
        return m.Each(variable=role, among=among, ahead=who.ahead, where=where, span=who.span)


def _draft(
    kind: str, node: ast.Table | ast.Factors | ast.Let | ast.Always | ast.Payment, fields: dict[str, Any], **more: Any
) -> Draft:
    title = more.pop("title", None)
    draft = Draft(
        kind,
        node.name.text,
        node.span,
        node.name.span,
        title=title.value if title else None,
        claims=citations(node.notes),
        notes=texts(node.notes),
        fields=fields,
    )
    for name, value in more.items():
        setattr(draft, name, value)
    return draft
