"""Formulas, conditions and classes in words, and the parts of a product, so that settlements and rules can be read."""

from __future__ import annotations

from collections.abc import Iterator

from cardwright.dsl import model

from .telling import AsWritten, Naming

_AS_WRITTEN = AsWritten()
_PLACES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


def words(expression: model.Expression, naming: Naming = _AS_WRITTEN) -> str:
    """A formula or a condition as it would be said."""

    def say(other: model.Expression) -> str:
        return words(other, naming)

    def kind(of: model.Class) -> str:
        return class_words(of, naming)

    match expression:
        case model.Number(option=str(option), value=value):
            return naming.thing(option)
        case model.Number(value=value):
            return str(value)
        case model.Fact(fact=fact):
            return naming.fact(fact)
        case model.Variable(name=name):
            return name
        case model.Role(role=name):
            return naming.thing(name)
        case model.Placed(place=place):
            return f"{_PLACES[abs(place) - 1]}{' last' if place < 0 else ''} of the last hand"
        case model.RankValue(rank=rank):
            return naming.card(rank)
        case model.SuitValue(suit=suit):
            return naming.card(suit)
        case model.CardsValue(cards=cards):
            return " ".join(map(naming.card, cards))
        case model.Element():
            return "it"
        case model.PartCards(part=part):
            return part
        case model.Property(property=name, of=model.Element()):
            return name
        case model.Property(property=name, of=of):
            return f"{name} of {say(of)}"
        case model.Calculation(name=name, of=None):
            return naming.thing(name)
        case model.Calculation(name=name, of=of) if of is not None:
            return f"{naming.thing(name)} of {say(of)}"
        case model.Arithmetic(op=op, left=left, right=right):
            return f"{_operand(left, op, naming)} {op} {_operand(right, op, naming, right=True)}"
        case model.Negative(value=value):
            return f"-{_operand(value, '^', naming)}"
        case model.Extreme(extreme=extreme, values=values):
            return f"{extreme} of ({', '.join(map(say, values))})"
        case model.Choice(cases=cases):
            return f"({' | '.join(_case(case, naming) for case in cases)})"
        case model.Count(of=of, among=among):
            return f"count {kind(of)} in {say(among)}"
        case model.Total(amount=amount, variable=variable, among=among):
            return f"total {say(amount)} for {variable} in {say(among)}"
        case model.Selected(among=among, where=where):
            return f"{say(among)} where ({say(where)})"
        case _:
            return _condition(expression, naming)


def _condition(expression: model.Expression, naming: Naming) -> str:
    """A condition as it would be said."""

    def say(other: model.Expression) -> str:
        return words(other, naming)

    def kind(of: model.Class) -> str:
        return class_words(of, naming)

    match expression:
        case model.AllOf(terms=several):
            return " and ".join(_term(term, naming) for term in several) or "always"
        case model.AnyOf(terms=several):
            return " or ".join(_term(term, naming) for term in several) or "never"
        case model.Not(term=term):
            return f"not {_term(term, naming)}"
        case model.Chain(terms=several, ops=ops):
            following = (f" {op} {say(term)}" for op, term in zip(ops, several[1:], strict=True))
            return say(several[0]) + "".join(following)
        case model.IsSame(left=left, right=right, denied=denied):
            return f"{say(left)} is {'not ' * denied}{say(right)}"
        case model.IsBetween(value=value, low=low, high=high, denied=denied):
            return f"{say(value)} is {'not ' * denied}{say(low)}..{say(high)}"
        case model.IsIn(subject=subject, of=of, denied=denied):
            return f"{say(subject)} is {'not ' * denied}{kind(of)}"
        case model.IsHighest(subject=subject, extreme=extreme, of=of, cards=cards, denied=denied):
            return f"{say(subject)} is {'not ' * denied}the {extreme} {kind(of)} in {_held(cards, naming)}"
        case model.Has(subject=subject, of=of):
            return f"{_held(subject, naming)} has {kind(of)}"
        case model.HasCount(subject=subject, of=model.Anything(of="pieces"), count=count, or_more=or_more):
            many = f"{count} or more {naming.count(2).partition(' ')[2]}" if or_more else naming.count(count)
            return f"{_held(subject, naming)} has {many}"
        case model.HasCount(subject=subject, of=of, count=count, or_more=or_more):
            return f"{_held(subject, naming)} has {count}{' or more' * or_more} of {kind(of)}"
        case model.Played(player=player, of=of):
            return f"{say(player)} played {kind(of)}"
        case model.Claimed(player=player, claim=claim):
            return f"{say(player)} claimed {naming.thing(claim)}"
        case model.Wins(player=player):
            return f"{say(player)} wins"
        case model.Beats(play=play, table=table):
            return f"{say(play)} beats {say(table)}"
        case model.Some(variable=variable, among=among, where=where):
            return f"some {variable} in {say(among)} where ({say(where)})"
        case _:
            return expression.kind.replace("_", " ")


def class_words(of: model.Class, naming: Naming = _AS_WRITTEN) -> str:
    """A class as it would be said."""
    match of:
        case model.Anything(of="plays"):
            return "anything"
        case model.Anything():
            return naming.count(1).partition(" ")[2]
        case model.RankClass(rank=name) | model.SuitClass(suit=name) | model.PieceClass(piece=name):
            return naming.card(name)
        case model.FamilyClass(family=name) | model.SetClass(set=name) | model.RungsClass(rungs=name):
            return naming.thing(name)
        case model.TypeClass(combination=name, rank=str(rank)):
            return f"{naming.thing(name)} of {naming.card(rank)}"
        case model.TypeClass(combination=name, length=int(length), or_more=or_more):
            return f"{naming.thing(name)} of {length}{' or more' * or_more}"
        case model.TypeClass(combination=name):
            return naming.thing(name)
        case model.PassClass():
            return "pass"
        case model.UnionClass(parts=parts):
            return " or ".join(class_words(part, naming) for part in parts) or "nothing"
        case model.WhereClass(base=base, where=model.Has(subject=model.Element(), of=model.PieceClass(piece=piece))):
            return f"{class_words(base, naming)} of {naming.card(piece)}"
        case model.WhereClass(base=base, where=where):
            return f"{class_words(base, naming)} where ({words(where, naming)})"


def terms(expression: model.Expression) -> Iterator[model.Expression]:
    """The factors of a product, from left to right; any other formula is one term."""
    match expression:
        case model.Arithmetic(op="x", left=left, right=right):
            yield from terms(left)
            yield from terms(right)
        case _:
            yield expression


def term_words(expression: model.Expression, naming: Naming = _AS_WRITTEN) -> str:
    """Words for a factor of a product behind which its value is written: one thing, or in parentheses."""
    text = words(expression, naming)
    return f"({text})" if isinstance(expression, model.Arithmetic | model.Negative) else text


def _operand(expression: model.Expression, op: str, naming: Naming, right: bool = False) -> str:
    """Words for an operand, in parentheses where reading would go wrong without."""
    text = words(expression, naming)
    if not isinstance(expression, model.Arithmetic):
        return text
    strength = {"+": 0, "-": 0, "x": 1, "/": 1, "^": 2}
    mine, theirs = strength[expression.op], strength[op]
    # Alike ones are read from left to right.
    loose = mine < theirs or (mine == theirs and right and (op, expression.op) not in (("+", "+"), ("x", "x")))
    return f"({text})" if loose else text


def _term(expression: model.Expression, naming: Naming) -> str:
    """Words for a condition inside another, in parentheses where it is made of several."""
    text = words(expression, naming)
    several = isinstance(expression, model.AllOf | model.AnyOf) and len(expression.terms) > 1
    return f"({text})" if several else text


def _held(expression: model.Expression, naming: Naming) -> str:
    """Words for whose cards are looked at."""
    match expression:
        case model.Property(property="hand", of=of):
            return f"the hand of {words(of, naming)}"
        case model.Fact(fact="hand"):
            return "the hand"
        case _:
            return words(expression, naming)


def _case(case: model.Case, naming: Naming) -> str:
    value = words(case.value, naming)
    return value if case.when is None else f"{value} when {words(case.when, naming)}"
