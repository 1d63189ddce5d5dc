"""Expressions: names resolved, types checked, and the model's expression for each."""

from __future__ import annotations

from typing import Literal, cast

from .. import ast
from .. import model as m
from ..source import Span
from .classes import Classes
from .context import Context
from .guards import LARGEST
from .scope import FACTS, MEMBERS, ORDINALS, PROPERTIES, Scope, Type, Typed
from .truths import Truths

UNKNOWN = Typed(m.Number(value=0), Type.UNKNOWN)


class Expressions:
    """Reads expressions; what is wrong is reported once and then passes as UNKNOWN."""

    def __init__(self, context: Context, classes: Classes) -> None:
        self.context = context
        self.classes = classes
        classes.expressions = self
        self.truths = Truths(context, classes, self)

    # ---- by what is wanted ------------------------------------------------------------------------------------

    def condition(self, value: ast.Expr, scope: Scope) -> m.Expression | None:
        """A truth."""
        return self.typed(value, scope, Type.TRUTH)

    def number(self, value: ast.Expr, scope: Scope) -> m.Expression | None:
        """A number."""
        return self.typed(value, scope, Type.NUMBER)

    def player(self, value: ast.Expr, scope: Scope) -> m.Expression | None:
        """A player."""
        return self.typed(value, scope, Type.PLAYER)

    def typed(self, value: ast.Expr, scope: Scope, *wanted: Type) -> m.Expression | None:
        """An expression of one of the wanted types; None when it is none (which is reported)."""
        node, type_ = self.read(value, scope)
        if type_ is Type.UNKNOWN:
            return None
        if type_ in wanted:
            return node
        names = " or ".join(one.value for one in wanted)
        help = None
        if wanted == (Type.TRUTH,):
            help = "compare it with something, as in `… > 0` or `… is …`"
        elif wanted == (Type.NUMBER,) and type_ in (Type.CARDS, Type.PLAY, Type.PLAYS, Type.PLAYERS):
            help = "write `size of …` for how many there are"
        elif wanted == (Type.NUMBER,) and type_ in (Type.RANK, Type.SUIT, Type.CARD):
            help = "say what it counts, as in `let worth of card c: 5 when c is 5 | 1`"
        elif wanted == (Type.PLAYER,) and type_ is Type.PLAYERS:
            help = "one player is meant: `the winner`, or `each loser` in a payment"
        self.context.fail("CW301", f"{names} is wanted here, and this is {type_.value}", value.span, help=help)
        return None

    def choice(self, choice: ast.Choice, scope: Scope, *wanted: Type) -> Typed:
        """The alternatives of a group, guarded by `when` alone, the last one plain."""
        cases: list[m.Case] = []
        type_ = Type.UNKNOWN
        for position, case in enumerate(choice.cases):
            last = position == len(choice.cases) - 1
            if case.agreement is not None:
                self.context.fail(
                    "CW414",
                    "what was agreed cannot stand inside parentheses",
                    case.agreement.span,
                    help="let it guard the whole value, behind the `|` of the field",
                )
                return UNKNOWN
            if len(case.values) != 1 or not isinstance(case.values[0], ast.Expr):
                self.context.fail(
                    "CW301",
                    "one value is wanted here",
                    case.span,
                    help="several numbers stand in `least of (a, b)` or `most of (a, b)`",
                )
                return UNKNOWN
            if last != (case.when is None):
                self.context.fail(
                    "CW310",
                    "the last of several values, and only the last, stands without `when`",
                    case.span,
                    help="add `| …` for all other cases",
                )
                return UNKNOWN
            value = self.read(case.values[0], scope)
            when = None if case.when is None else self.condition(case.when, scope)
            if value.type is Type.UNKNOWN or (case.when is not None and when is None):
                return UNKNOWN
            if type_ not in (Type.UNKNOWN, value.type):
                self.context.fail(
                    "CW303", f"this is {value.type.value}, and the values before it are {type_.value}", case.span
                )
                return UNKNOWN
            type_ = value.type
            cases.append(m.Case(value=value.node, when=when, span=case.span))
        if len(cases) == 1:
            return Typed(cases[0].value, type_)
        return Typed(m.Choice(cases=tuple(cases), span=choice.span), type_)

    # ---- every form -------------------------------------------------------------------------------------------

    def read(self, value: ast.Expr, scope: Scope) -> Typed:
        """An expression of any type."""
        match value:
            case ast.Number() | ast.Piece() | ast.Joined():
                return self._literal(value)
            case ast.Name(text=text):
                return self._name(text, value, scope)
            case ast.Pointed(pointer=pointer, name=name):
                return self._name(f"{pointer}_{name.text}", value, scope)
            case ast.Property():
                return self._property(value, scope)
            case ast.Group(choice=choice):
                return self.choice(choice, scope)
            case ast.Binary():
                return self._arithmetic(value, scope)
            case ast.Negative(item=item, span=span):
                number = self.number(item, scope)
                return UNKNOWN if number is None else Typed(m.Negative(value=number, span=span), Type.NUMBER)
            case ast.Count(what=what, within=within, span=span):
                cls = self.classes.read(what, scope)
                among = self.typed(within, scope, Type.CARDS, Type.PLAY, Type.PLAYS)
                if cls is None or among is None:
                    return UNKNOWN
                return Typed(m.Count(of=cls, among=among, span=span), Type.NUMBER)
            case ast.Total(amount=amount, variable=variable, within=within, span=span):
                among, inner = self.loop(variable, within, scope)
                total = self.number(amount, inner) if among is not None else None
                if among is None or total is None:
                    return UNKNOWN
                return Typed(m.Total(amount=total, variable=variable.text, among=among, span=span), Type.NUMBER)
            case ast.Filtered(item=item, where=where, span=span):
                return self._selected(item, where, None, scope, span)
            case ast.Pick():
                self.context.fail(
                    "CW301",
                    f"`{value.extreme} {value.name.text}` can only stand after `is` or `be`, "
                    "or among the keys of `compare`",
                    value.span,
                )
                return UNKNOWN
            case _:
                node = self.truths.read(value, scope)
                return UNKNOWN if node is None else Typed(node, Type.TRUTH)

    # ---- names and values -------------------------------------------------------------------------------------

    def _literal(self, value: ast.Number | ast.Piece | ast.Joined) -> Typed:
        symbols = self.context.symbols
        span = value.span
        match value:
            case ast.Number(or_more=True):
                self.context.fail("CW301", "one number is wanted here, not `or more`", span)
            case ast.Number(value=number) if number > LARGEST:
                self.context.fail("CW308", f"{number:,} is too large a number", span, help=f"the most is {LARGEST:,}")
            case ast.Number(value=number):
                return Typed(m.Number(value=number, span=span), Type.NUMBER)
            case ast.Joined(pieces=pieces):
                names = [symbols.piece(piece.text) for piece in pieces]
                if None not in names:
                    return Typed(m.CardsValue(cards=tuple(filter(None, names)), span=span), Type.CARDS)
                self.context.fail("CW301", f"`{value.text}` names no cards", span)
            case ast.Piece():
                match self.classes.piece(value):
                    case m.RankClass(rank=rank):
                        return Typed(m.RankValue(rank=rank, span=span), Type.RANK)
                    case m.SuitClass(suit=suit):
                        return Typed(m.SuitValue(suit=suit, span=span), Type.SUIT)
                    case m.PieceClass(piece=piece):
                        return Typed(m.CardsValue(cards=(piece,), span=span), Type.CARDS)
                    case _:
                        pass
        return UNKNOWN

    def _name(self, text: str, value: ast.Name | ast.Pointed, scope: Scope) -> Typed:
        if text in scope.variables:
            node, type_ = scope.variables[text]
            return Typed(node, type_)
        if text in scope.parts:
            return Typed(m.PartCards(part=text, of=scope.parts[text], span=value.span), Type.CARDS)
        if text in PROPERTIES:
            found = self._bare_property(text, value, scope)
            if found is not None:
                return found
        if text in scope.facts:
            return Typed(m.Fact(fact=cast(m.FactName, text), span=value.span), FACTS[text])
        if scope.roles and self.context.symbols.kind(text) == "auction":
            self.context.use("auction", text, value.span)
            return Typed(m.Role(role=text, span=value.span), Type.PLAYER)
        option = self.context.options.get(text)
        if option is not None and option.numeric:
            self.context.asked.add(text)
            return Typed(m.Number(value=int(option.default), option=text, span=value.span), Type.NUMBER)
        if self.context.symbols.kind(text) in ("let", "factors", "table"):
            return self._calculation(text, None, value)
        self._unknown_name(text, value, scope)
        return UNKNOWN

    def _unknown_name(self, text: str, value: ast.Name | ast.Pointed, scope: Scope) -> None:
        spoken = text.replace("_", " ") if isinstance(value, ast.Pointed) else text
        kind = self.context.symbols.kind(text)
        if kind == "option":
            self.context.fail(
                "CW411",
                f"`{text}` was agreed before the deal, it does not happen in play",
                value.span,
                help=f"write `with {text}` in place of `when {text}`",
            )
        elif text == "loser" or (text == "player" and "player" not in scope.facts):
            two = scope.place.startswith("a payment") and "payee" in scope.variables
            self.context.fail(
                "CW205",
                f"nothing says which {text} is meant",
                value.span,
                help="write `payer` or `payee`"
                if two
                else f"write `each {text}` in a payment, or `factors NAME of {text}`",
            )
        elif text in PROPERTIES:
            hidden = text == "hand" and not scope.facts & {"hand", "winner", "payer"}
            help = "what is held is hidden; `size of hand of …` may be asked" if hidden else f"write `{text} of …`"
            self.context.fail("CW305", f"`{text}` does not say of what", value.span, help=help)
        elif kind == "auction":
            self.context.fail("CW205", f"the role `{text}` is not known in {scope.place}", value.span,
                              help="no player is known here")  # fmt: skip
        elif kind is not None:
            self.context.wrong_kind(text, "a value", value.span)
        elif text in FACTS:
            known = ", ".join(f"`{one}`" for one in sorted(scope.reachable()))
            help = f"known here: {known}" if known else "known here: numbers and options"
            if text == "beaten_player" and scope.place == "a payment":
                help = "let an effect make this payment: `then: pays NAME`"
            self.context.fail("CW205", f"`{spoken}` is not known in {scope.place}", value.span, help=help)
        else:
            known_names = [
                *scope.reachable(),
                *self.context.symbols.of_kind("let", "factors", "table"),
                *(name for name, option in self.context.options.items() if option.numeric),
            ]
            self.context.unknown("name", spoken, value.span, known_names)

    def _bare_property(self, text: str, value: ast.Name | ast.Pointed, scope: Scope) -> Typed | None:
        allowed, result = PROPERTIES[text]
        if text == "pips" and not self.context.symbols.tiles and self.context.deck_known:
            self._no_pips(value.span)
            return UNKNOWN
        if scope.element is not None and scope.element in allowed:
            about: m.Expression = m.Element()
        elif scope.subject is not None and Type.PLAY in allowed and scope.element is None:
            about = scope.subject
        else:
            return None
        return Typed(m.Property(property=cast(m.PropertyName, text), of=about, span=value.span), result)

    def _no_pips(self, span: Span) -> None:
        self.context.fail("CW205", "cards have no pips", span, help="only the tiles of a deck have `pips`")

    def _property(self, value: ast.Property, scope: Scope) -> Typed:
        name, span = value.name.text, value.span
        if isinstance(value.of, ast.Pointed) and (value.of.pointer, value.of.name.text) == ("last", "hand"):
            return self._placed(value, scope)
        if name in ("least", "most"):
            return self._extreme(value, scope)
        if name in PROPERTIES:
            of = self.read(value.of, scope)
            allowed, result = PROPERTIES[name]
            if of.type is Type.UNKNOWN:
                return UNKNOWN
            if of.type not in allowed:
                owners = " or ".join(sorted(one.value for one in allowed))
                self.context.fail("CW301", f"`{name} of …` wants {owners}, and this is {of.type.value}", value.of.span)
                return UNKNOWN
            if name == "pips" and not self.context.symbols.tiles and self.context.deck_known:
                self._no_pips(span)
                return UNKNOWN
            if name == "bid" and not any(self.context.symbols.of_kind("auction")):
                self.context.fail("CW205", "nobody bids here", span, help="bids are made in an `auction`")
                return UNKNOWN
            return Typed(m.Property(property=cast(m.PropertyName, name), of=of.node, span=span), result)
        kind = self.context.symbols.kind(name)
        if kind in ("let", "table", "factors"):
            of = self.read(value.of, scope)
            return UNKNOWN if of.type is Type.UNKNOWN else self._calculation(name, of, value)
        if kind is not None:
            self.context.wrong_kind(name, "a property, a table, factors or a calculation", value.name.span)
        else:
            known = [*PROPERTIES, *self.context.symbols.of_kind("let", "table", "factors")]
            advice = "how many cards of a kind somebody holds is `count KIND in hand of PLAYER`"
            self.context.unknown("property", name, value.name.span, known, advice)
        return UNKNOWN

    def _placed(self, value: ast.Property, scope: Scope) -> Typed:
        """`second of last hand`, `second_last of last hand`."""
        name = value.name
        if name.text not in ORDINALS:
            self.context.unknown("place", name.text, name.span, [*ORDINALS], "places are `first`, `second`, … and "
                                 "`second_last`, `third_last`, …; the last is `the last loser`")  # fmt: skip
            return UNKNOWN
        if not scope.last_hand:
            self.context.fail("CW205", f"the places of the last hand are not known in {scope.place}", value.span,
                              help="only a `step` asks for them")  # fmt: skip
            return UNKNOWN
        return Typed(m.Placed(place=ORDINALS[name.text], span=value.span), Type.PLAYER)

    def _calculation(self, name: str, of: Typed | None, value: ast.Expr) -> Typed:
        target = cast(Literal["let", "table", "factors"], self.context.symbols.kind(name))
        self.context.use(target, name, value.span)
        wanted = self.context.parameters.get(name)
        if (of is None) != (wanted is None):
            say = f"write `{name} of …`" if wanted is not None else f"write `{name}` without `of`"
            self.context.fail(
                "CW306",
                f"`{name}` is worked out for {wanted.value if wanted else 'the whole hand'}",
                value.span,
                help=say,
            )
            return UNKNOWN
        if of is not None and wanted is not None and of.type is not wanted:
            place = value.of.span if isinstance(value, ast.Property) else value.span
            self.context.fail(
                "CW301",
                f"`{name}` is worked out for {wanted.value}, and this is {of.type.value}",
                place,
                help=f"write `{name} of …` with {wanted.value}",
            )
            return UNKNOWN
        node = m.Calculation(target=target, name=name, of=of.node if of else None, span=value.span)
        return Typed(node, Type.NUMBER)

    def _extreme(self, value: ast.Property, scope: Scope) -> Typed:
        cases = value.of.choice.cases if isinstance(value.of, ast.Group) else ()
        if len(cases) != 1 or cases[0].when is not None or len(cases[0].values) < 2:
            self.context.fail(
                "CW301",
                f"`{value.name.text} of` wants several numbers",
                value.of.span,
                help=f"write `{value.name.text} of (a, b)`",
            )
            return UNKNOWN
        numbers = [self.number(cast(ast.Expr, one), scope) for one in cases[0].values]
        if None in numbers:
            return UNKNOWN
        extreme = cast(Literal["least", "most"], value.name.text)
        known = tuple(number for number in numbers if number is not None)
        return Typed(m.Extreme(extreme=extreme, values=known, span=value.span), Type.NUMBER)

    def _arithmetic(self, value: ast.Binary, scope: Scope) -> Typed:
        left, right = self.number(value.left, scope), self.number(value.right, scope)
        if left is None or right is None:
            return UNKNOWN
        op = cast(Literal["+", "-", "x", "/", "^"], value.operator)
        return Typed(m.Arithmetic(op=op, left=left, right=right, span=value.span), Type.NUMBER)

    # ---- loops -----------------------------------------------------------------------------------------------

    def loop(self, variable: ast.Name, within: ast.Expr, scope: Scope) -> tuple[m.Expression | None, Scope]:
        """The set a variable runs over, and the scope that knows the variable."""
        where: ast.Expr | None = None
        if isinstance(within, ast.Filtered):
            where, within = within.where, within.item
        among = self.read(within, scope)
        if among.type not in MEMBERS:
            if among.type is not Type.UNKNOWN:
                self.context.fail(
                    "CW301",
                    f"several are wanted here, and this is {among.type.value}",
                    within.span,
                    help="as in `in losers`, `in hand of p` or `in plays of p`",
                )
            return None, scope
        node = among.node
        self.context.variable(variable, scope)
        inner = scope.binding(variable.text, Typed(m.Variable(name=variable.text), MEMBERS[among.type]))
        if where is not None:
            condition = self.condition(where, inner)
            if condition is None:
                return None, scope
            node = m.Selected(among=node, variable=variable.text, where=condition, span=within.span)
        return node, inner

    def _selected(self, item: ast.Expr, where: ast.Expr, variable: str | None, scope: Scope, span: Span) -> Typed:
        among = self.read(item, scope)
        if among.type is Type.UNKNOWN:
            return UNKNOWN
        if among.type not in MEMBERS:
            self.context.fail("CW301", f"`where` chooses among several, and this is {among.type.value}", item.span)
            return UNKNOWN
        condition = self.condition(where, scope.looking_at(MEMBERS[among.type]))
        if condition is None:
            return UNKNOWN
        return Typed(m.Selected(among=among.node, variable=variable, where=condition, span=span), among.type)
