"""The sections of a sheet that come after play: what is paid, with a worked example; the match; what was agreed."""

from __future__ import annotations

from collections.abc import Iterator

from cardwright.dsl import model
from cardwright.interpreter import Game, State, signed, words

from ..describing import match_lines, paid_lines
from ..naming import Names
from ..noting import note_of, others_of
from .document import Block, Grid, Line, Points, Remark, Section
from .examples import worked_hand
from .faces import drawn
from .setup import points


def scoring(game: Game, names: Names, example: bool) -> tuple[Section, ...]:
    """What is paid, and a hand that is settled."""
    say, rulebook = names.language.say, game.rulebook
    said = list(paid_lines(rulebook, names))
    said += [_always(always, names) for always in rulebook.always]
    found = [Section(say("sheet.scoring"), (points(said, names),))] if said else []
    end = worked_hand(game) if example else None
    if end is not None:
        found.append(Section(say("sheet.worked"), _worked(end, names)))
    return tuple(found)


def _always(always: model.Always, names: Names) -> str:
    match always.condition:
        case model.Fact(fact="zero_sum"):
            return names.language.say("always.zero_sum")
        case condition:
            return names.language.say("always.holds", condition=words(condition, names))


def _worked(end: State, names: Names) -> tuple[Block, ...]:
    """A hand that is over: what everybody has left, what it pays, line by line, and the scores."""
    language, outcome = names.language, end.outcome
    assert outcome is not None
    items: list[Line] = [*_course(end, names)]
    items += [(line,) for line in outcome.settlement.lines(naming=names)]
    plain = all(entry.payer is None for entry in outcome.settlement.entries)
    scores = language.join(
        "list",
        (
            language.say("worked.score", seat=_seat(seat, names), score=score if plain else signed(score))
            for seat, score in enumerate(outcome.settlement.scores)
        ),
    )
    return Points(tuple(items)), Remark((language.say("worked.scores", scores=scores),))


def _course(end: State, names: Names) -> Iterator[Line]:
    say, special = names.language.say, end.at.special
    for seat, bid in enumerate(special.bids):
        if bid:
            yield (say("worked.bid", seat=_seat(seat, names), n=bid),)
    for role, seat in special.roles:
        yield (say("worked.role", seat=_seat(seat, names), role=names.thing(role)),)
    for seat, claim in end.at.claimed:
        yield (say("worked.claimed", seat=_seat(seat, names), claim=names.thing(claim)),)
    if end.table is not None and not end.at.claimed:
        maker = end.table_by
        went_out = maker is not None and not end.hands[maker]
        last = say("worked.out", seat=_seat(maker or 0, names)) if went_out else say("worked.over")
        yield (f"{last} ", drawn(end.table.cards, names))
    if len(end.at.out) > 1:
        places = names.language.join("list", (_seat(seat, names) for seat in end.at.out))
        yield (say("worked.order", seats=places),)
    for seat, hand in enumerate(end.hands):
        if hand:
            left = say("worked.left", seat=_seat(seat, names), count=names.count(len(hand)))
            pieces = end.rules.pieces
            order = sorted(hand, key=lambda card: (pieces.heights[card], card))
            yield (f"{left} ", drawn((pieces.names[card] for card in order), names))
    for seat, pile in enumerate(end.piles):
        if pile:
            yield (say("worked.pile", seat=_seat(seat, names), count=names.count(len(pile))),)


def _seat(seat: int, names: Names) -> str:
    return names.language.say("seat", n=seat + 1)


def match(rulebook: model.Rulebook, names: Names) -> Section:
    """How hands make a match."""
    said = list(match_lines(rulebook.match, names))
    if rulebook.match.hands is None and rulebook.match.points is None:
        said.append(names.language.say("match.open"))
    return Section(names.language.say("sheet.match"), (points(said, names),))


def agreed(rulebook: model.Rulebook, names: Names) -> Section | None:
    """What the table was asked: what it is about, what was agreed, and the other answers."""
    say = names.language.say
    rows = []
    for option in rulebook.options:
        called = names.thing(option.name)
        shown = option.name if called == option.name.replace("_", " ") else f"{called} {option.name}"
        rows.append(((shown,), (option.answer,), (others_of(option, names),), (note_of(option, names),)))
    head = tuple(map(say, ("sheet.option", "sheet.answer", "sheet.others", "sheet.question")))
    return Section(say("sheet.agreed"), (Grid(head, tuple(rows)),)) if rows else None


def sources(rulebook: model.Rulebook, names: Names) -> Section | None:
    """The texts that the rulebook cites."""
    items: tuple[Line, ...] = tuple((f"{source.id}: {source.text}",) for source in rulebook.sources)
    return Section(names.language.say("sheet.sources"), (Points(items),)) if items else None
