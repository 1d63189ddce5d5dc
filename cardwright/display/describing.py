"""What a settled rulebook holds, in words: patterns, orders, duties, claims, payments."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardwright.dsl import model
from cardwright.interpreter import class_words, key_words, words

from .naming import Names

# ---- patterns and keys ---------------------------------------------------------------------------------------------


def pattern_words(pattern: model.Pattern, names: Names) -> str:
    """The cards of a pattern."""
    return names.language.join("plus", (_part(part, names) for part in pattern.parts))


def _part(part: model.Part, names: Names) -> str:
    language = names.language
    match part:
        case model.Sized():
            qualities = list(_qualities(part, names))
            amount = _amount(part.amount, names)
            if not qualities and part.amount.least == part.amount.most:
                said = language.say("any_pieces", count=names.count(part.amount.least))
            else:
                said = _with(amount, qualities, names)
        case model.EachOf():
            one, several = language.say(f"attribute.{part.attribute}"), language.say(f"attributes.{part.attribute}")
            head = language.say(
                "each_of",
                each=_amount(part.each, names),
                groups=_amount(part.groups, names, "group"),
                attribute=one if part.groups.most == 1 else several,
            )
            said = _with(head, list(_qualities(part, names)), names, "words.apart")
        case model.Every():
            every = language.say("every", attribute=language.say(f"attribute.{part.attribute}"))
            said = language.join("list", [every, *_qualities(part, names)])
        case model.Listed():
            items = ("-" if part.run else " ").join(class_words(item, names) for item in part.items)
            said = language.join("list", [items, *_qualities(part, names)])
        case model.Lacking():
            return language.join("list", (language.say("lacking", of=class_words(item, names)) for item in part.items))
    if part.untouched:
        said = language.say("untouched", said=said)
    return language.say("part", said=said, label=names.thing(part.label)) if part.label else said


def _with(head: str, qualities: Sequence[str], names: Names, joint: str = "words") -> str:
    language = names.language
    return language.join(joint, [head, language.join("qualities", qualities)]) if qualities else head


def _qualities(part: model.Sized | model.EachOf | model.Every | model.Listed, names: Names) -> Iterator[str]:
    """What the cards of a part have to be, beside how many."""
    say = names.language.say
    if isinstance(part, model.Sized | model.EachOf) and part.in_order is not None:
        yield _in_order(part.in_order, names)
    if not isinstance(part, model.Listed):
        for member in part.members:
            yield say("quality.member", of=class_words(member, names))
    for attribute in part.alike:
        yield say(f"quality.alike.{attribute}")
    for attribute in part.not_alike:
        yield say(f"quality.not_alike.{attribute}")
    if isinstance(part, model.Sized):
        if part.another:
            yield say(f"quality.another.{part.another}")
        if part.others:
            yield say(f"quality.others.{part.others}")
        if part.per:
            yield say("quality.per", part=names.thing(part.per))


def _in_order(order: model.InOrder, names: Names) -> str:
    say = names.language.say
    if order.windows and order.order:
        return say("quality.in_order", order=names.thing(order.order))
    by = say("quality.row.by", order=names.thing(order.order)) if order.order else ""
    ends = (
        say("quality.row.ends", low=names.card(order.low), high=names.card(order.high))
        if order.low and order.high
        else ""
    )
    return say("quality.row", by=by, ends=ends)


def _amount(amount: model.Amount, names: Names, measured: str = "") -> str:
    say = names.language.say
    measure = say(f"measure.{measured or ('tile' if names.tiles else 'card')}")
    if amount.most is None:
        return say("amount.more", n=amount.least, measure=measure)
    if amount.least == amount.most:
        return say("amount.exact", n=amount.least, measure=measure)
    return say("amount.range", least=amount.least, most=amount.most, measure=measure)


def keys_words(keys: Sequence[model.Key], names: Names) -> str:
    """The keys by which plays are compared."""
    return names.language.join("then", (key_words(key, names) for key in keys))


def comparing_words(combination: model.Combination, names: Names) -> str:
    """Which of two plays of a combination is the higher one, and which can be compared at all."""
    say = names.language.say
    keys = keys_words(combination.compare, names)
    said = [say("combination.keys", keys=keys) if keys else say("combination.level")]
    shared = [key_words(key, names) for key in combination.same if key.what != "size" or key.part]
    if shared:
        said.append(say("combination.same", keys=names.language.join("list", shared)))
    elif not combination.same:
        said.append(say("combination.any_size"))
    if combination.equal == "falls":
        said.append(say("combination.falls"))
    return names.language.join("clauses", said)


def combination_words(combination: model.Combination, names: Names) -> str:
    """The cards of a combination, with its condition."""
    cards = pattern_words(combination.pattern, names)
    if combination.needs is None:
        return cards
    needs = names.language.say("combination.needs", needs=words(combination.needs, names))
    return names.language.join("clauses", [cards, needs])


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
    return " < ".join(_slide(group, names) for group in groups)


def _slide(group: Sequence[str], names: Names) -> str:
    if len(group) < 3:
        return " < ".join(group)
    return names.language.say("slide", first=group[0], last=group[-1])


def ladder_words(ladder: model.Ladder, names: Names) -> str:
    """The rungs of a ladder, and what they beat."""
    rungs = tiers_words([[names.thing(name) for name in tier] for tier in ladder.order])
    return names.language.join("clauses", [rungs, names.language.say(f"ladder.{ladder.beats}")])


def bombs_words(bombs: model.Bombs, names: Names) -> str:
    """The rungs of a list of bombs, and what they beat."""
    say = names.language.say
    rungs = tiers_words([[class_words(one, names) for one in tier] for tier in bombs.order])
    several = "rungs" if len(bombs.order) > 1 else "single"
    match bombs.beats:
        case None | model.UnionClass(parts=()):
            how = say(f"bombs.{several}.alone")
        case model.Anything():
            how = say(f"bombs.{several}", beats=say("bombs.everything"))
        case of:
            how = say(f"bombs.{several}", beats=class_words(of, names))
    return names.language.join("clauses", [rungs, how])


# ---- duties and claims ---------------------------------------------------------------------------------------------


def duty_words(duty: model.Duty, names: Names) -> str:
    """What a duty is about, what it demands, and what it costs to break it."""
    say = names.language.say
    about = say("duty.about", of=class_words(duty.binds, names)) if duty.binds is not None else say("duty.about_all")
    when = say("duty.when", when=words(duty.when, names)) if duty.when is not None else ""
    return say("duty", when=when, about=about, must=words(duty.must, names), price=price_words(duty, names))


def price_words(duty: model.Duty, names: Names) -> str:
    """What it costs to break a duty."""
    say = names.language.say
    if isinstance(duty.breach, model.Refused):
        return say("price.refused")
    when = say("price.when", when=words(duty.breach.when, names)) if duty.breach.when is not None else ""
    lasts = say("price.one_turn") if duty.lasts == "one_turn" else ""
    return say("price.pays", payment=names.thing(duty.breach.payment), when=when, lasts=lasts)


def claim_words(claim: model.Claim, names: Names) -> str:
    """What a claim wants, and what it does."""
    say = names.language.say
    act = (
        say("claim.pile_of", of=class_words(claim.pile, names)) if claim.pile is not None else say(f"claim.{claim.act}")
    )
    return say("claim", holding=pattern_words(claim.holding, names), act=act)


# ---- before the lead, and what plays set off -----------------------------------------------------------------------


def auction_words(auction: model.Auction, names: Names) -> str:
    """How an auction goes."""
    say = names.language.say
    card = {} if auction.card is None else {"card": names.card(auction.card)}
    asked = say(f"auction.{auction.each_bids}")
    return say(
        "auction",
        name=names.thing(auction.name),
        bids=names.language.join("bids", map(str, auction.bids)),
        starts=say(f"auction.starts.{auction.starts}", **card),
        asked=say("auction.drops_out", asked=asked) if auction.pass_drops_out else asked,
        no_bid=say(f"auction.{auction.no_bid}"),
    )


def step_words(step: model.Step, names: Names) -> str:
    """What is done in a step before the lead."""
    say = names.language.say
    match step.act:
        case model.Takes(player=player):
            return say("step.takes", player=words(player, names))
        case model.Gives(giver=giver, count=count, extreme=extreme, taker=taker):
            number, piece = words(count, names), "tile" if names.tiles else "card"
            return say(
                f"step.gives.{extreme}" if extreme else "step.gives",
                giver=words(giver, names),
                count=number,
                pieces=say(piece if number == "1" else f"{piece}s"),
                taker=words(taker, names),
            )


def effect_words(effect: model.Effect, names: Names) -> str:
    """When an effect happens, what it does, and for how long."""
    say = names.language.say
    deeds = [
        say("deed.pays", payment=names.thing(deed.payment or "")) if deed.deed == "pays" else say(f"deed.{deed.deed}")
        for deed in effect.then
    ]
    lasting = any(deed.deed in ("reverse_turns", "reverse_ranks") for deed in effect.then)
    return say(
        f"effect.{effect.lasts}" if lasting else "effect",
        when=words(effect.when, names),
        deeds=names.language.join("and", deeds),
    )


# ---- what is paid --------------------------------------------------------------------------------------------------


def paid_lines(rulebook: model.Rulebook, names: Names) -> Iterator[str]:
    """Tables, factors, calculations and payments."""
    payments = tuple(payment for payment in rulebook.payments if payment.cases)
    for group in (rulebook.tables, rulebook.factors, rulebook.lets, payments):
        for declared in group:
            name, said = paid_words(declared, names)
            yield names.language.say("labelled", name=name, said=said)


def paid_words(declared: model.Table | model.Factors | model.Let | model.Payment, names: Names) -> tuple[str, str]:
    """What a part of a settlement is called, with what it is worked out for, and what it says."""
    language = names.language

    def called(of: str | None) -> str:
        thing = names.thing(declared.name)
        return thing if of is None else language.say("paid.of", name=thing, of=of)

    match declared:
        case model.Table(of=of, rows=rows):
            said = (language.say("table.row", span=_span(row, names), value=words(row.value, names)) for row in rows)
            return called(language.say(f"property.{of}")), language.join("list", said)
        case model.Factors(variable=variable, rows=factor_rows):
            shown = language.join("clauses", filter(None, (_row(row, names) for row in factor_rows)))
            return called(names.variable(variable) if variable else None), shown or language.say("factors.none")
        case model.Let(variable=variable, value=value):
            return called(names.variable(variable) if variable else None), words(value, names)
        case model.Payment(cases=cases):
            return called(None), language.join("alternatives", (_transfer(case, names) for case in cases))


def match_lines(match: model.Match, names: Names) -> Iterator[str]:
    """How hands make a match."""
    language = names.language
    if match.worth is not None and not (isinstance(match.worth, model.Number) and match.worth.value == 1):
        yield language.say("match.worth", worth=words(match.worth, names))
    if match.hands is not None:
        yield language.counted("match.hands", match.hands)
    if match.points is not None:
        yield language.say("match.points", n=match.points)
    if match.wins is not None:
        said = language.say(f"match.{match.wins}")
        yield language.say("match.shared", said=said) if match.shared else said


def _span(row: model.TableRow, names: Names) -> str:
    say = names.language.say
    if row.high is None:
        return say("span.more", low=row.low)
    return say("span.exact", low=row.low) if row.low == row.high else say("span.range", low=row.low, high=row.high)


def _row(row: model.FactorRow, names: Names) -> str:
    """A row of factors; nothing where it never changes anything."""
    cases = [_share(case, names) for case in row.cases if words(case.value, names) != "1"]
    said = names.language.join("alternatives", cases)
    return names.language.say("factors.row", name=names.thing(row.name), cases=said) if cases else ""


def _share(share: model.Share, names: Names) -> str:
    say = names.language.say
    value = words(share.value, names)
    said = say("share.number" if value.isdecimal() else "share.formula", value=value)
    if share.for_each is not None:
        among = say("share.among", among=words(share.among, names)) if share.among is not None else ""
        said = say("share.each", said=said, of=class_words(share.for_each, names), among=among)
    if share.when is not None:
        said = say("share.when", said=said, when=words(share.when, names))
    return say("share.instead", said=said, row=names.thing(share.instead_of)) if share.instead_of else said


def _transfer(case: model.Transfer, names: Names) -> str:
    say = names.language.say
    payer = _who(case.payer, names)
    if case.payee is None and isinstance(case.payer, model.Each):
        names = names.calling("payer", case.payer.variable)
    amount = words(case.amount, names)
    if case.payee is None:
        said = say("transfer.scores", payer=payer, amount=amount)
    else:
        said = say("transfer.pays", payer=payer, payee=_who(case.payee, names), amount=amount)
    return said if case.when is None else say("transfer.when", said=said, when=words(case.when, names))


def _who(who: model.Who, names: Names) -> str:
    say = names.language.say
    match who:
        case model.Each():
            said = say("who.each.ahead" if who.ahead else "who.each", variable=names.variable(who.variable))
            return said if who.where is None else say("who.where", who=said, where=words(who.where, names))
        case model.One():
            return say("who.one", player=words(who.player, names))
