"""A rulebook in a few lines, for players: what can be played, what beats what, how a hand goes."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import TYPE_CHECKING

from .naming import Names
from .output import columns

if TYPE_CHECKING:
    from cardwright.dsl import model

    from .opening import Opened


def sheet(opened: Opened, names: Names | None = None) -> Iterator[str]:
    """The combinations with their patterns, ladders and bombs, the lines of play, duties, auctions, steps, effects and
    claims."""
    rulebook = opened.game.rulebook
    names = names or Names(rulebook)
    yield "What can be played, each against its own kind"
    yield from columns([(names.thing(one.name), _pattern(opened, names, one)) for one in rulebook.combinations])
    for ladder in rulebook.ladders:
        rungs = _order(names, ladder.order)
        beats = (
            "a higher one beats a lower one of the same size" if ladder.beats == "lower" else "none beats another kind"
        )
        yield from _paragraph(f"{names.thing(ladder.name)}: {rungs}; {beats}")
    for bombs in rulebook.bombs:
        yield from _paragraph(
            f"{names.thing(bombs.name)}, which beat plays of other kinds: {_clause(opened, bombs.span)}"
        )
    yield ""
    yield "How ranks and suits stand, from low to high"
    for scale in rulebook.deck.rank_scales:
        ranks = " < ".join(" = ".join(map(names.thing, tier)) for tier in scale.tiers)
        yield from _paragraph(f"{names.thing(scale.family)}: {ranks}" if scale.family else ranks)
    if rulebook.deck.suit_scale is not None:
        yield f"  {' < '.join(' = '.join(tier) for tier in rulebook.deck.suit_scale.tiers)}"
    yield ""
    yield "How a hand goes"
    for line in rulebook.play.lines:
        yield f"  {line.field}: {line.text}"
    for duty in rulebook.duties:
        said = names.sentence(duty.name, duty.title)
        yield from _paragraph(f"duty {names.thing(duty.name)}: {said or 'see the rulebook'}")
    for auction in rulebook.auctions:
        asked = {"once": "everybody is asked once", "until_passed": "until all others pass in a row"}[auction.each_bids]
        lacking = {"void": "with no bid the hand is void", "starter": "with no bid whoever was asked first has it"}
        bids = " < ".join(map(str, auction.bids))
        yield from _paragraph(f"{names.thing(auction.name)} is bid for, {bids}: {asked}; {lacking[auction.no_bid]}")
    for step in rulebook.steps:
        yield from _paragraph(f"{names.thing(step.name)}: {_said(opened, step.act.span)}")
    for effect in rulebook.effects:
        said = names.sentence(effect.name, effect.title) or _clause(opened, effect.span)
        yield from _paragraph(f"effect {names.thing(effect.name)}: {said}")
    for claim in rulebook.claims:
        does = {"go_out": "goes out at once", "void": "voids the hand", "pile": "lays cards on the pile"}[claim.act]
        asked = "may be claimed before the first lead" if claim.voluntary else "is done before the first lead"
        yield from _paragraph(f"{names.thing(claim.name)} ({_said(opened, claim.holding.span)}) {asked}: {does}")


def _order(names: Names, tiers: tuple[tuple[str, ...], ...]) -> str:
    return " < ".join(" = ".join(map(names.thing, tier)) for tier in tiers)


def _pattern(opened: Opened, names: Names, combination: model.Combination) -> str:
    """The cards of a combination, as the rulebook writes them."""
    said = _said(opened, combination.pattern.span)
    return f"any {names.count(int(said))}" if said.isdecimal() else said


def _said(opened: Opened, span: object) -> str:
    from cardwright.dsl import Span

    return " ".join(opened.checked.source.slice(span).split()) if isinstance(span, Span) else ""


def _clause(opened: Opened, span: object) -> str:
    """The text inside the braces of a declaration, on one line."""
    text = _said(opened, span).partition("##")[0]
    return text.partition("{")[2].rpartition("}")[0].strip() or text


def _paragraph(text: str) -> list[str]:
    return textwrap.wrap(text, 78, initial_indent="  ", subsequent_indent="    ", break_on_hyphens=False)
