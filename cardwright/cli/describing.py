"""What a settled rulebook holds, in words: patterns, orders, duties, claims, payments."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardwright.dsl import model
from cardwright.interpreter import class_words, words

from .naming import Names

_ACTS = {
    "go_out": "who makes it goes out at once, and wins the hand",
    "void": "the hand is void: nobody scores, and it is dealt again",
    "pile": "they are laid on the pile",
}

# ---- patterns and keys ---------------------------------------------------------------------------------------------


def pattern_words(pattern: model.Pattern, names: Names) -> str:
    """The cards of a pattern."""
    return " + ".join(_part(part, names) for part in pattern.parts)


def _part(part: model.Part, names: Names) -> str:
    match part:
        case model.Sized():
            said = " ".join([_amount(part.amount), *_qualities(part, names)])
            if said.isdecimal():
                said = f"any {names.count(int(said))}"
        case model.EachOf():
            group = f"{part.attribute}s" if part.groups.most != 1 else part.attribute
            head = f"{_amount(part.each)} each of {_amount(part.groups)} {group}"
            said = " ".join([head, *_qualities(part, names)])
        case model.Every():
            said = ", ".join([f"every {part.attribute}", *_qualities(part, names)])
        case model.Listed():
            items = ("-" if part.run else " ").join(class_words(item, names) for item in part.items)
            said = ", ".join([items, *_qualities(part, names)])
        case model.Lacking():
            return ", ".join(f"no {class_words(item, names)}" for item in part.items)
    if part.untouched:
        said += ", the whole hand as dealt"
    return f"{said} as {part.label}" if part.label else said


def _qualities(part: model.Sized | model.EachOf | model.Every | model.Listed, names: Names) -> Iterator[str]:
    """What the cards of a part have to be, beside how many."""
    if isinstance(part, model.Sized | model.EachOf) and part.in_order is not None:
        yield _in_order(part.in_order, names)
    if not isinstance(part, model.Listed):
        for member in part.members:
            yield f"of {class_words(member, names)}"
    for attribute in part.alike:
        yield "alike" if attribute == "identity" else f"of a {attribute}"
    for attribute in part.not_alike:
        yield f"not of a {attribute}"
    if isinstance(part, model.Sized):
        if part.another:
            yield f"of another {part.another}"
        if part.others:
            yield f"of other {part.others}s"
        if part.per:
            yield f"for each rank of {part.per}"


def _in_order(order: model.InOrder, names: Names) -> str:
    if order.windows and order.order:
        return f"in {names.thing(order.order)}"
    by = f" by {names.thing(order.order)}" if order.order else ""
    ends = f" from {names.card(order.low)} to {names.card(order.high)}" if order.low and order.high else ""
    return f"in a row{by}{ends}"


def _amount(amount: model.Amount) -> str:
    if amount.most is None:
        return f"{amount.least} or more"
    return str(amount.least) if amount.least == amount.most else f"{amount.least} to {amount.most}"


def keys_words(keys: Sequence[model.Key], names: Names) -> str:
    """The keys by which plays are compared."""
    return ", then ".join(_key(key, names) for key in keys)


def _key(key: model.Key, names: Names) -> str:
    match key.what:
        case "place":
            said = f"place in {names.thing(key.name or '')}"
        case "piece":
            said = class_words(key.card, names) if key.card is not None else ""
        case what:
            said = what.replace("_", " ")
    by = f" by {names.thing(key.by)}" if key.by else ""
    return f"{said}{by}" + (f" of {key.part}" if key.part else "")


# ---- orders --------------------------------------------------------------------------------------------------------


def tiers_words(tiers: Sequence[Sequence[str]]) -> str:
    """Names in order, low to high."""
    return " < ".join(" = ".join(tier) for tier in tiers)


def order_words(order: model.Order, names: Names) -> str:
    """An order of ranks or of runs, low to high; runs that slide on by one rank are told by the first and the last."""
    ranks = names.rulebook.deck.ranks
    following = {rank: ranks[(at + 1) % len(ranks)] for at, rank in enumerate(ranks)}
    groups: list[list[str]] = []
    before: tuple[str, ...] | None = None
    for tier in order.tiers:
        only = tier[0] if len(tier) == 1 and order.of == "runs" else None
        shown = " = ".join("-".join(map(names.card, item)) for item in tier)
        if only is not None and before is not None and tuple(following[rank] for rank in before) == only:
            groups[-1].append(shown)
        else:
            groups.append([shown])
        before = only
    return " < ".join(_slide(group) for group in groups)


def _slide(group: Sequence[str]) -> str:
    return f"{group[0]} .. {group[-1]}" if len(group) > 2 else " < ".join(group)


# ---- duties and claims ---------------------------------------------------------------------------------------------


def duty_words(duty: model.Duty, names: Names) -> str:
    """What a duty is about, and what it costs to break it."""
    when = f"when {words(duty.when, names)}, " if duty.when is not None else ""
    about = f"about {class_words(duty.binds, names)}" if duty.binds is not None else "about everything one may do"
    return f"{when}{about}; {price_words(duty, names)}"


def price_words(duty: model.Duty, names: Names) -> str:
    """What it costs to break a duty."""
    if isinstance(duty.breach, model.Refused):
        return "what breaks it is refused"
    when = f" when {words(duty.breach.when, names)}" if duty.breach.when is not None else ""
    lasts = ", if that happens before the player after has had a turn" if duty.lasts == "one_turn" else ""
    return f"who breaks it pays {names.thing(duty.breach.payment)} for every loser{when}{lasts}"


def claim_words(claim: model.Claim, names: Names) -> str:
    """What a claim wants, and what it does."""
    lays = f"{class_words(claim.pile, names)}: " if claim.pile is not None else ""
    return f"{pattern_words(claim.holding, names)}; {lays}{_ACTS[claim.act]}"


# ---- what is paid --------------------------------------------------------------------------------------------------


_DEEDS = {
    "end_trick": "the trick is over, and who made it leads",
    "skip_next": "the next player is passed over",
    "reverse_turns": "turns go the other way round",
    "reverse_ranks": "the ranks are upside down",
    "drop_beaten": "whose play was beaten is out of the trick",
}


def step_words(step: model.Step, names: Names) -> str:
    """What is done in a step before the lead."""
    match step.act:
        case model.Takes(player=player):
            return f"{words(player, names)} takes the kitty, for all to see"
        case model.Gives(giver=giver, count=count, extreme=extreme, taker=taker):
            number = words(count, names)
            which = f"{extreme} card" if extreme else "card"
            cards = which if number == "1" else f"{which}s"
            return f"{words(giver, names)} gives {number} {cards} to {words(taker, names)}"


def effect_words(effect: model.Effect, names: Names) -> str:
    """When an effect happens, and what it does."""
    deeds = [_DEEDS.get(deed.deed, f"{names.thing(deed.payment or '')} is paid") for deed in effect.then]
    return f"when {words(effect.when, names)}: {' and '.join(deeds)}"


def payment_lines(rulebook: model.Rulebook, names: Names) -> Iterator[str]:
    """Tables, factors, calculations, payments, and how hands make a match."""
    for table in rulebook.tables:
        rows = ", ".join(f"{_span(row)} x{_value(row.value, names)}" for row in table.rows)
        yield f"{names.thing(table.name)} of {table.of}: {rows}"
    for factors in rulebook.factors:
        of = f" of {factors.variable}" if factors.variable else ""
        rows = "; ".join(filter(None, (_row(row, names) for row in factors.rows)))
        yield f"{names.thing(factors.name)}{of}: {rows or 'x1'}"
    for let in rulebook.lets:
        of = f" of {let.variable}" if let.variable else ""
        yield f"{names.thing(let.name)}{of}: {_value(let.value, names)}"
    for payment in rulebook.payments:
        cases = " | ".join(_transfer(case, names) for case in payment.cases)
        yield f"{names.thing(payment.name)}: {cases}"
    yield from _match(rulebook.match, names)


def _match(match: model.Match, names: Names) -> Iterator[str]:
    if match.worth is not None and not (isinstance(match.worth, model.Number) and match.worth.value == 1):
        yield f"a point is worth {_value(match.worth, names)}"
    if match.hands is not None:
        yield f"the match ends after {match.hands} {'hand' if match.hands == 1 else 'hands'}"
    if match.points is not None:
        yield f"the match ends when a player has {match.points} points"
    if match.wins is not None:
        yield f"the {'most' if match.wins == 'highest' else 'fewest'} points win" + ", ties shared" * match.shared


def _span(row: model.TableRow) -> str:
    if row.high is None:
        return f"{row.low} or more"
    return str(row.low) if row.low == row.high else f"{row.low}..{row.high}"


def _row(row: model.FactorRow, names: Names) -> str:
    """A row of factors; nothing where it never changes anything."""
    cases = " | ".join(_share(case, names) for case in row.cases if _value(case.value, names) != "1")
    return f"{names.thing(row.name)} {cases}" if cases else ""


def _share(share: model.Share, names: Names) -> str:
    value = _value(share.value, names)
    said = f"x{value}" if value.isdecimal() else f"x {value}"
    if share.for_each is not None:
        among = f" in {words(share.among, names)}" if share.among is not None else ""
        said += f" for each {class_words(share.for_each, names)}{among}"
    if share.when is not None:
        said += f" when {words(share.when, names)}"
    return f"{said}, instead of {names.thing(share.instead_of)}" if share.instead_of else said


def _value(value: model.Expression, names: Names) -> str:
    """A value: as a number where it is one, whichever option says so."""
    return str(value.value) if isinstance(value, model.Number) else words(value, names)


def _transfer(case: model.Transfer, names: Names) -> str:
    payer = _who(case.payer, names)
    if case.payee is None and isinstance(case.payer, model.Each):
        names = names.calling("payer", case.payer.variable)
    does = f"{payer} scores" if case.payee is None else f"{payer} pays {_who(case.payee, names)}"
    when = f" when {words(case.when, names)}" if case.when is not None else ""
    return f"{does} {_value(case.amount, names)}{when}"


def _who(who: model.Who, names: Names) -> str:
    match who:
        case model.Each():
            where = f" where ({words(who.where, names)})" if who.where is not None else ""
            return f"each {who.variable}{' ahead' * who.ahead}{where}"
        case model.One():
            return f"the {words(who.player, names)}"
