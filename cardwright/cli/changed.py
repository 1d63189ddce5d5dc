"""What is declared otherwise in two rulebooks, in the words in which `explain` tells it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from typing import Any

from cardwright.display.describing import (
    claim_words,
    effect_words,
    keys_words,
    match_lines,
    order_words,
    paid_words,
    pattern_words,
    price_words,
    step_words,
    tiers_words,
)
from cardwright.display.naming import Names
from cardwright.dsl import model
from cardwright.interpreter import class_words, comparing, words


@dataclass(frozen=True, slots=True)
class Told:
    """One thing that is declared otherwise: what it is, and what either side says (None: nothing of the kind)."""

    part: str
    what: str
    first: str | None
    second: str | None


def told(change: comparing.Change, first: Names, second: Names) -> Iterator[Told]:
    """A change, field by field."""
    language = first.language
    ours = None if change.first is None else _said(change, change.first, first)
    theirs = None if change.second is None else _said(change, change.second, second)
    title = _title(change, first if change.first is not None else second)
    if ours is None or theirs is None:
        said = [None if one is None else _joined(one, names) for one, names in ((ours, first), (theirs, second))]
        yield Told(change.part, title, *said)
        return
    found = False
    for field in dict.fromkeys((*ours, *theirs)):
        one, other = ours.get(field), theirs.get(field)
        if one != other:
            found = True
            what = language.say("changed.field", title=title, field=_field(field, first)) if field else title
            yield Told(change.part, what, one, other)
    if not found:
        unshown = language.say("changed.unshown")
        yield Told(change.part, title, unshown, unshown)


def _title(change: comparing.Change, names: Names) -> str:
    say = names.language.say
    if isinstance(change.first, tuple):
        return say("changed.in_order", part=change.part)
    if change.part == "play":
        return say("changed.play", name=change.name)
    if change.part in ("deck", "deal", "match", "claim_rules"):
        return say(f"changed.{change.part}")
    kind = say(f"changed_kind.{change.part}")
    return f"{kind} {names.thing(change.name)}"


def _field(field: str, names: Names) -> str:
    """What a field is called: families have names of their own."""
    return names.language.messages.get(f"changed_field.{field.replace(' ', '_')}", field)


def _joined(said: dict[str, str], names: Names) -> str:
    language = names.language
    return language.join(
        "clauses",
        (
            language.say("labelled", name=_field(field, names), said=text) if field else text
            for field, text in said.items()
        ),
    )


def _said(change: comparing.Change, node: object, names: Names) -> dict[str, str]:
    """What a node says, by field; a single field has no name."""
    say = names.language.say
    match answered(node):
        case tuple() as in_order:
            return {"": ", ".join(names.thing(str(name)) for name in in_order)}
        case model.Deck() as deck:
            return dict(_deck(deck, names))
        case model.Deal() as deal:
            rest = say(f"changed_rest.{deal.rest}") + (f" ({deal.rest_to})" if deal.rest_to else "")
            return {"players": str(deal.players), "each": str(deal.each), "rest": rest}
        case model.Order() as order:
            return {"": order_words(order, names)}
        case model.Set(value=value):
            return {"": class_words(value, names)}
        case model.Combination() as combination:
            return _combination(combination, names)
        case model.Ladder(order=rungs, beats=beats):
            shown = tiers_words([[names.thing(name) for name in tier] for tier in rungs])
            return {"order": shown, "beats": beats}
        case model.Bombs(order=classes, beats=beaten):
            shown = tiers_words([[class_words(one, names) for one in tier] for tier in classes])
            return {
                "order": shown,
                "beats": say("changed.nothing_else") if beaten is None else class_words(beaten, names),
            }
        case model.Free(types=types):
            return {"": names.language.join("and", map(names.thing, types))}
        case model.Play() as play:
            line = play.line(change.name)
            return {"": " ".join(line.text.split()) if line is not None else say("changed.nothing_said")}
        case model.Auction() as auction:
            bids = " < ".join(map(str, auction.bids))
            return {"bids": bids, "starts": auction.starts, "each bids": auction.each_bids.replace("_", " "),
                    "no bid": auction.no_bid}  # fmt: skip
        case model.Step() as step:
            return {"": step_words(step, names)}
        case model.Effect() as effect:
            return {"": effect_words(effect, names), "lasts": effect.lasts.replace("_", " ")}
        case model.Duty() as duty:
            return _duty(duty, names)
        case model.Claim() as claim:
            asked = "changed.may_claim" if claim.voluntary else "changed.counts"
            return {"": say(asked, said=claim_words(claim, names))}
        case model.Claims(order=order_, ties=ties):
            shown = tiers_words([[names.thing(name) for name in tier] for tier in order_])
            return {
                "order": shown,
                "ties": ", then ".join(tie.replace("_", " ") for tie in ties) or say("changed.no_ties"),
            }
        case model.Table() | model.Factors() | model.Let() | model.Payment() as paid:
            return {"": paid_words(paid, names)[1]}
        case model.Match() as match:
            return {"": "; ".join(match_lines(match, names)) or say("changed.worth_one")}
        case model.Always(condition=condition):
            return {"": words(condition, names)}
        case _:
            return {}


def _deck(deck: model.Deck, names: Names) -> Iterator[tuple[str, str]]:
    yield "pieces", str(sum(piece.copies for piece in deck.pieces))
    for scale in deck.rank_scales:
        ranks = tiers_words([[names.card(rank) for rank in tier] for tier in scale.tiers])
        yield (names.language.say("changed.family", name=names.thing(scale.family)) if scale.family else "ranks"), ranks
    if deck.suit_scale is not None:
        yield "suits", tiers_words([[names.suit(suit) for suit in tier] for tier in deck.suit_scale.tiers])
    elif deck.suits:
        yield "suits", ", ".join(map(names.suit, deck.suits))


def _combination(combination: model.Combination, names: Names) -> dict[str, str]:
    found = {
        "cards": pattern_words(combination.pattern, names),
        "compare": keys_words(combination.compare, names) or names.language.say("changed.all_equal"),
        "same": keys_words(combination.same, names) or names.language.say("nothing"),
        "needs": names.language.say("changed.nothing_more")
        if combination.needs is None
        else words(combination.needs, names),
        "equal": combination.equal,
    }
    return found


def _duty(duty: model.Duty, names: Names) -> dict[str, str]:
    return {
        "when": names.language.say("changed.always") if duty.when is None else words(duty.when, names),
        "binds": names.language.say("changed.everything") if duty.binds is None else class_words(duty.binds, names),
        "must": words(duty.must, names),
        "breach": price_words(duty, names),
    }


def answered(node: Any) -> Any:
    """A node with numbers in the place of the options that say them."""
    if isinstance(node, tuple):
        return tuple(map(answered, node))
    if isinstance(node, model.Number):
        return replace(node, option=None)
    if not isinstance(node, model.Node):
        return node
    found = {field.name: getattr(node, field.name) for field in fields(node)}
    changed = {name: answered(value) for name, value in found.items() if isinstance(value, tuple | model.Node)}
    return replace(node, **changed)
