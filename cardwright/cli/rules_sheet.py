"""A rulebook in a few lines, for players: what can be played, what beats what, how a hand goes, what is paid."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cardwright.interpreter import class_words

from .describing import (
    claim_words,
    duty_words,
    effect_words,
    keys_words,
    order_words,
    pattern_words,
    payment_lines,
    step_words,
    tiers_words,
)
from .naming import Names
from .output import wrapped

if TYPE_CHECKING:
    from cardwright.dsl import model

    from .opening import Opened


def sheet(opened: Opened, names: Names | None = None) -> Iterator[str]:
    """The rules under the answers of the table, in words."""
    rulebook = opened.game.rulebook
    names = names or Names(rulebook)
    yield "What can be played, each against its own kind"
    yield from _rows([(names.thing(one.name), _combination(one, names)) for one in rulebook.combinations])
    yield from _beating(rulebook, names)
    yield ""
    yield "What stands above what, from low to high"
    yield from _standing(rulebook, names)
    yield ""
    yield "How a hand goes"
    for line in rulebook.play.lines:
        yield from _paragraph(f"{line.field}: {' '.join(line.text.split())}")
    yield from _duties(rulebook, names)
    yield from _before_and_after(rulebook, names)
    yield from _claims(rulebook, names)
    paid = list(payment_lines(rulebook, names))
    if paid:
        yield ""
        yield "What is paid"
        for said in paid:
            yield from _paragraph(said)


def _combination(combination: model.Combination, names: Names) -> str:
    """The cards of a combination, and which of two such plays is the higher one."""
    cards = pattern_words(combination.pattern, names)
    keys = keys_words(combination.compare, names)
    return f"{cards}; higher by {keys}" if keys else f"{cards}; all are equal"


def _beating(rulebook: model.Rulebook, names: Names) -> Iterator[str]:
    for ladder in rulebook.ladders:
        rungs = tiers_words([[names.thing(name) for name in tier] for tier in ladder.order])
        beats = (
            "a higher one beats a lower one of the same size" if ladder.beats == "lower" else "none beats another kind"
        )
        yield from _paragraph(f"{names.thing(ladder.name)}: {rungs}; {beats}")
    for bombs in rulebook.bombs:
        rungs = tiers_words([[class_words(one, names) for one in tier] for tier in bombs.order])
        beats = "nothing else" if bombs.beats is None else _everything(bombs.beats, names)
        higher = "a higher one beats a lower one of any size, " if len(bombs.order) > 1 else ""
        yield from _paragraph(f"{names.thing(bombs.name)}: {rungs}; {higher}and each beats {beats}, of any size")


def _everything(of: model.Class, names: Names) -> str:
    said = class_words(of, names)
    return "everything else" if said == "anything" else said


def _standing(rulebook: model.Rulebook, names: Names) -> Iterator[str]:
    for scale in rulebook.deck.rank_scales:
        ranks = tiers_words([[names.card(rank) for rank in tier] for tier in scale.tiers])
        yield from _paragraph(f"{names.thing(scale.family)}: {ranks}" if scale.family else ranks)
    if rulebook.deck.suit_scale is not None:
        suits = [[names.suit(suit) for suit in tier] for tier in rulebook.deck.suit_scale.tiers]
        yield from _paragraph(tiers_words(suits))
    for order in rulebook.orders:
        yield from _paragraph(f"{names.thing(order.name)}: {order_words(order, names)}")
    for named in rulebook.sets:
        yield from _paragraph(f"{names.thing(named.name)} are {class_words(named.value, names)}")


def _duties(rulebook: model.Rulebook, names: Names) -> Iterator[str]:
    for duty in rulebook.duties:
        said = names.sentence(duty.name, duty.title)
        yield from _paragraph(f"duty {names.thing(duty.name)}: {said or duty_words(duty, names)}")
        if said:
            yield from wrapped(duty_words(duty, names), 78, "    ", "    ")


def _before_and_after(rulebook: model.Rulebook, names: Names) -> Iterator[str]:
    """What is bid for and done before the lead, and what plays set off."""
    for auction in rulebook.auctions:
        asked = {"once": "everybody is asked once", "until_passed": "until all others pass in a row"}[auction.each_bids]
        lacking = {"void": "with no bid the hand is void", "starter": "with no bid whoever was asked first has it"}
        bids = " < ".join(map(str, auction.bids))
        yield from _paragraph(f"{names.thing(auction.name)} is bid for, {bids}: {asked}; {lacking[auction.no_bid]}")
    for step in rulebook.steps:
        yield from _paragraph(f"{names.thing(step.name)}: {step_words(step, names)}")
    for effect in rulebook.effects:
        said = names.sentence(effect.name, effect.title)
        yield from _paragraph(f"effect {names.thing(effect.name)}: {said or effect_words(effect, names)}")


def _claims(rulebook: model.Rulebook, names: Names) -> Iterator[str]:
    for claim in rulebook.claims:
        asked = "may be claimed before the first lead" if claim.voluntary else "counts without asking"
        yield from _paragraph(f"{names.thing(claim.name)} {asked}: {claim_words(claim, names)}")
    if len(rulebook.claim_rules.order) > 1:
        order = tiers_words([[names.thing(name) for name in tier] for tier in rulebook.claim_rules.order])
        yield from _paragraph(f"of several claims the highest counts: {order}")


def _rows(rows: list[tuple[str, str]]) -> Iterator[str]:
    """Names set flush, with what is said of them beside."""
    from rich.cells import cell_len

    longest = max(cell_len(name) for name, _ in rows)
    for name, said in rows:
        yield from wrapped(said, 78, f"  {name}{' ' * (longest - cell_len(name))}  ", " " * (longest + 6))


def _paragraph(text: str) -> list[str]:
    return wrapped(text, 78, "  ", "    ")
