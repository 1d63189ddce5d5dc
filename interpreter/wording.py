"""Formulas, conditions, classes and keys in words, so that settlements, reasons and rules can be read."""

from __future__ import annotations

from collections.abc import Iterator

from cardwright.dsl import model

from .telling import AsWritten, Naming

_AS_WRITTEN = AsWritten()


def words(expression: model.Expression, naming: Naming = _AS_WRITTEN) -> str:
    """A formula or a condition as it would be said."""
    language = naming.language

    def say(other: model.Expression) -> str:
        return words(other, naming)

    match expression:
        case model.Number(value=value, option=option):
            return naming.number(value, option)
        case model.Fact(fact=fact):
            return naming.fact(fact)
        case model.Variable(name=name):
            return naming.variable(name)
        case model.Role(role=name):
            return naming.thing(name)
        case model.Placed(place=place):
            return language.say(f"place.{place}")
        case model.RankValue(rank=rank):
            return naming.card(rank)
        case model.SuitValue(suit=suit):
            return naming.card(suit)
        case model.CardsValue(cards=cards):
            return " ".join(map(naming.card, cards))
        case model.Element():
            return language.say("it")
        case model.PartCards(part=part):
            return naming.thing(part)
        case model.Property(property=name, of=model.Element()):
            return language.say(f"property.{name}")
        case model.Property(property=name, of=of):
            return language.say("property", property=language.say(f"property.{name}"), of=say(of))
        case model.Calculation(name=name, of=None):
            return naming.thing(name)
        case model.Calculation(name=name, of=of) if of is not None:
            return language.say("calculation", name=naming.thing(name), of=say(of))
        case model.Arithmetic(op=op, left=left, right=right):
            sides = (_operand(left, op, naming), _operand(right, op, naming, right=True))
            return language.say("arithmetic", left=sides[0], op=language.say(f"op.{op}"), right=sides[1])
        case model.Negative(value=value):
            return language.say("negative", value=_operand(value, "^", naming))
        case model.Extreme(extreme=extreme, values=values):
            return language.say(f"extreme.{extreme}", values=language.join("list", map(say, values)))
        case model.Choice(cases=cases):
            said = language.join("alternatives", (_case(case, naming) for case in cases))
            return language.say("choice", cases=said)
        case model.Count(of=of, among=among):
            return language.say("counted", of=class_words(of, naming), among=say(among))
        case model.Total(amount=amount, variable=variable, among=among):
            told = naming.variable(variable)
            return language.say("total", amount=say(amount), variable=told, among=say(among))
        case model.Selected(among=among, where=where):
            return language.say("selected", among=say(among), where=say(where))
        case _:
            return _condition(expression, naming)


def _condition(expression: model.Expression, naming: Naming) -> str:
    """A condition as it would be said."""
    language = naming.language
    match expression:
        case model.AllOf(terms=several):
            return language.join("and", (_term(term, naming) for term in several)) or language.say("always")
        case model.AnyOf(terms=several):
            return language.join("or", (_term(term, naming) for term in several)) or language.say("never")
        case model.Not(term=term):
            simple = _simple(term, naming)
            # `is not` is another thing: where what it asks about does not exist, it is false as well.
            if simple is not None and not simple[0].startswith("is"):
                return language.say(f"{simple[0]}.not", **simple[1])
            return language.say("not", term=_term(term, naming))
        case model.Chain(terms=several, ops=ops):
            said = words(several[0], naming)
            for op, term in zip(ops, several[1:], strict=True):
                said = language.say("chain", left=said, op=language.say(f"op.{op}"), right=words(term, naming))
            return said
    simple = _simple(expression, naming)
    if simple is None:
        raise TypeError(f"there are no words for {expression.kind}")
    return language.say(simple[0], **simple[1])


def _simple(expression: model.Expression, naming: Naming) -> tuple[str, dict[str, str]] | None:
    """The message of a condition that is not made of others, and its slots; with `.not` behind it it is denied."""

    def say(other: model.Expression) -> str:
        return words(other, naming)

    def kind(of: model.Class) -> str:
        return class_words(of, naming)

    def unless(message: str, denied: bool) -> str:
        return f"{message}.not" if denied else message

    match expression:
        case model.IsSame(left=left, right=right, denied=denied):
            return unless("is", denied), {"left": say(left), "right": say(right)}
        case model.IsBetween(value=value, low=low, high=high, denied=denied):
            return unless("is.between", denied), dict(value=say(value), low=say(low), high=say(high))
        case model.IsIn(subject=subject, of=model.Anything(of="plays"), denied=False):
            return "exists", {"subject": say(subject)}
        case model.IsIn(subject=subject, of=of, denied=denied):
            return unless("is", denied), {"left": say(subject), "right": kind(of)}
        case model.IsHighest(subject=subject, extreme=extreme, of=of, cards=cards, denied=denied):
            slots = {"subject": say(subject), "of": kind(of), "cards": _held(cards, naming)}
            return unless(f"is.{extreme}", denied), slots
        case model.Has(subject=subject, of=of):
            return "has", {"subject": _held(subject, naming), "of": kind(of)}
        case model.HasCount(subject=subject, of=model.Anything(of="pieces"), count=count, or_more=or_more):
            return "has.pieces", {"subject": _held(subject, naming), "count": naming.count(count, or_more)}
        case model.HasCount(subject=subject, of=of, count=count, or_more=or_more):
            slots = {"subject": _held(subject, naming), "n": str(count), "of": kind(of)}
            return "has.or_more" if or_more else "has.count", slots
        case model.Played(player=player, of=of):
            return "played", {"player": say(player), "of": kind(of)}
        case model.Claimed(player=player, claim=claim):
            return "claimed", {"player": say(player), "claim": naming.thing(claim)}
        case model.Wins(player=player):
            return "wins", {"player": say(player)}
        case model.Beats(play=play, table=table):
            return "beats", {"play": say(play), "table": say(table)}
        case model.Some(variable=variable, among=among, where=where):
            return "some", {"variable": naming.variable(variable), "among": say(among), "where": say(where)}
        case model.Fact(fact=fact) if fact in _TRUTHS:
            return f"fact.{fact}", {}
        case _:
            return None


_TRUTHS = frozenset({"leading", "opening", "answers", "pass", "going_out", "zero_sum"})


def class_words(of: model.Class, naming: Naming = _AS_WRITTEN) -> str:
    """A class as it would be said."""
    language = naming.language
    match of:
        case model.Anything(of="plays"):
            return language.say("anything")
        case model.Anything():
            return language.say("tile" if naming.tiles else "card")
        case model.RankClass(rank=name) | model.SuitClass(suit=name) | model.PieceClass(piece=name):
            return naming.card(name)
        case model.FamilyClass(family=name) | model.SetClass(set=name) | model.RungsClass(rungs=name):
            return naming.thing(name)
        case model.TypeClass(combination=name, rank=str(rank)):
            return language.say("type.of", type=naming.thing(name), of=naming.card(rank))
        case model.TypeClass(combination=name, length=int(length), or_more=or_more):
            message = "type.length.or_more" if or_more else "type.length"
            return language.say(message, type=naming.thing(name), n=length)
        case model.TypeClass(combination=name):
            return naming.thing(name)
        case model.PassClass():
            return language.say("pass")
        case model.UnionClass(parts=parts):
            said = [class_words(part, naming) for part in parts]
            return language.join("or", said) if said else language.say("nothing")
        case model.WhereClass(base=base, where=model.Has(subject=model.Element(), of=model.PieceClass(piece=piece))):
            return language.say("type.of", type=class_words(base, naming), of=naming.card(piece))
        case model.WhereClass(base=base, where=where):
            return language.say("where", base=class_words(base, naming), where=words(where, naming))


def key_words(key: model.Key, naming: Naming = _AS_WRITTEN) -> str:
    """A key by which plays are compared."""
    language = naming.language
    match key.what:
        case "place":
            said = language.say("key.place", name=naming.thing(key.name or ""))
        case "piece":
            said = language.say("key.piece", of="" if key.card is None else class_words(key.card, naming))
        case what:
            said = language.say(f"key.{what}")
    if key.by is not None:
        said = language.say("key.by", key=said, order=naming.thing(key.by))
    return said if key.part is None else language.say("key.of", key=said, part=naming.thing(key.part))


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
    if isinstance(expression, model.Number) and expression.option is not None:
        return naming.thing(expression.option)
    text = words(expression, naming)
    several = isinstance(expression, model.Arithmetic | model.Negative)
    return naming.language.say("in_parentheses", said=text) if several else text


def _operand(expression: model.Expression, op: str, naming: Naming, right: bool = False) -> str:
    """Words for an operand, in parentheses where reading would go wrong without."""
    text = words(expression, naming)
    if not isinstance(expression, model.Arithmetic):
        return text
    strength = {"+": 0, "-": 0, "x": 1, "/": 1, "^": 2}
    mine, theirs = strength[expression.op], strength[op]
    # Alike ones are read from left to right.
    loose = mine < theirs or (mine == theirs and right and (op, expression.op) not in (("+", "+"), ("x", "x")))
    return naming.language.say("in_parentheses", said=text) if loose else text


def _term(expression: model.Expression, naming: Naming) -> str:
    """Words for a condition inside another, in parentheses where it is made of several."""
    text = words(expression, naming)
    several = isinstance(expression, model.AllOf | model.AnyOf) and len(expression.terms) > 1
    return naming.language.say("in_parentheses", said=text) if several else text


def _held(expression: model.Expression, naming: Naming) -> str:
    """Words for whose cards are looked at."""
    match expression:
        case model.Property(property="hand", of=of):
            return naming.language.say("held.of", of=words(of, naming))
        case model.Fact(fact="hand"):
            return naming.language.say("held")
        case _:
            return words(expression, naming)


def _case(case: model.Case, naming: Naming) -> str:
    value = words(case.value, naming)
    if case.when is None:
        return naming.language.say("choice.last", value=value)
    return naming.language.say("choice.case", value=value, when=words(case.when, naming))
