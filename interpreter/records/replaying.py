"""Writing the record of a hand, and playing it again to find where it goes wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from ..actions import Action
from ..deal import Carried, Deal, check_places, deal
from ..errors import CardwrightError, Invalid
from ..facts import somebody
from ..game import Game
from ..serial import points_text, read_points
from ..situation import taken
from ..state import Outcome, State
from .data import (
    RECORD_VERSION,
    BreachData,
    DealData,
    EntryData,
    RecordData,
    RecordError,
    SettlementData,
    checksum,
)
from .text import settlement_lines

_CHANGED = "the record was changed after it was written: its checksum does not fit"


@dataclass(frozen=True, slots=True)
class Replay:
    """A record played again: the states from the deal on, one more than there are actions."""

    record: RecordData
    states: tuple[State, ...]
    same_rules: bool
    """Whether the record was made with this very rulebook, in this edition, or with another under which all went the
    same."""
    from_seed: bool
    """Whether the deal is that of the seed; not so where the record has no seed, or other rules deal otherwise."""

    @property
    def final(self) -> State:
        """The state after the last action."""
        return self.states[-1]


# ---- writing -------------------------------------------------------------------------------------------------------


def write_record(game: Game, deal: Deal, actions: Sequence[Action | str], carried: Carried | None = None) -> RecordData:
    """The record of a hand: the deal, the actions so far, and the settlement if it is over. Raises Invalid, Illegal or
    Ambiguous. A seed from which the deal does not come is left out.

    >>> import cardwright
    >>> game = cardwright.load("hk")
    >>> record = cardwright.write_record(game, game.shuffle(7), ["7C-7H", "pass"])
    >>> isinstance(record, cardwright.RecordData), record.rulebook, record.seed, record.actions, record.settlement
    (True, 'hk', 7, ('P1: 7H-7C', 'P2: pass'), None)
    """
    carried = carried or Carried()
    state = game.start(deal, carried)
    written: list[str] = []
    for action in actions:
        before, told = state, state.parse_action(action) if isinstance(action, str) else action
        state = state.apply(told)
        written.append(f"P{(before.turn or 0) + 1}: {told}")
    told_seed = deal.seed is not None and _not_of_seed(game, deal, deal.seed, carried) is None
    record = RecordData(
        version=RECORD_VERSION,
        rulebook=game.rulebook.name,
        edition=game.rulebook.edition,
        content=game.content,
        options={name: asked.answer for name, asked in game.options.items()},
        seed=deal.seed if told_seed else None,
        hand_number=carried.hand_number,
        last_winner=carried.last_winner,
        last_loser=carried.last_loser,
        totals=tuple(map(points_text, carried.totals)),
        reversed_ranks=carried.reversed_ranks,
        reversed_turns=carried.reversed_turns,
        last_places=carried.last_places,
        deal=DealData.of(game, deal),
        actions=tuple(written),
        settlement=_settled(state.outcome),
    )
    return record.with_checksum()


def _settled(outcome: Outcome | None) -> SettlementData | None:
    """How a hand ended, as data."""
    if outcome is None:
        return None
    settlement = outcome.settlement
    return SettlementData(
        ended=outcome.termination,
        winner=outcome.winner,
        entries=tuple(EntryData.of(entry) for entry in settlement.entries if entry.amount),
        worth=points_text(settlement.worth),
        breaches=tuple(
            BreachData(duty=breach.duty, offender=breach.offender, protected=somebody(breach.protected))
            for breach in settlement.breaches
        ),
        scores=tuple(map(points_text, settlement.scores)),
    )


def _not_of_seed(game: Game, dealt: Deal, seed: int, carried: Carried) -> str | None:
    """What tells that a deal does not come from a seed; None where it does."""
    try:
        shuffled = deal(game.rulebook, game.pieces, seed, carried, as_first=True)
    except Invalid as error:
        return f"seed {seed} deals nothing here: {error}"
    for seat, (hand, own) in enumerate(zip(dealt.hands, shuffled.hands, strict=True)):
        if hand != own:
            return f"P{seat + 1} does not hold what seed {seed} deals"
    if game.rulebook.deal.rest == "kitty" and dealt.rest != shuffled.rest:
        return f"what is left over is not what seed {seed} leaves"
    if dealt.opener != shuffled.opener:
        return f"P{dealt.opener + 1} opens, and by seed {seed} P{shuffled.opener + 1} does"
    if dealt.starter != shuffled.starter:
        return f"seed {seed} draws somebody else to be asked first"
    return None


# ---- playing again -------------------------------------------------------------------------------------------------


def replay(game: Game, data: RecordData, *, any_rules: bool = False) -> Replay:
    """Play a record again under the rules of a game. Raises RecordError naming what differs first.

    `any_rules`: the game may have another name than the record says, and ask other questions; what both ask, they must
    answer alike.

    >>> import cardwright
    >>> game = cardwright.load("hk")
    >>> record = cardwright.write_record(game, game.shuffle(7), ["7C-7H", "pass"])
    >>> again = cardwright.replay(game, cardwright.read_record(record.model_dump_json()))
    >>> isinstance(again, cardwright.Replay), again.final.turn, again.same_rules, again.from_seed, len(again.states)
    (True, 2, True, True, 3)
    >>> other = record.model_copy(update={"seed": None}).with_checksum()
    >>> cardwright.replay(game, other).from_seed
    False
    """
    same = (data.rulebook, data.edition, data.content) == (game.rulebook.name, game.rulebook.edition, game.content)
    changed = data.checksum is not None and data.checksum != checksum(data)
    try:
        _check_rules(game, data, any_rules)
        _check_numbers(game, data)
        dealt, carried = _dealt(game, data)
        missed = None if data.seed is None else _not_of_seed(game, dealt, data.seed, carried)
        if missed is not None and same:
            raise RecordError(missed, help="cards that were dealt otherwise have no seed: leave it out")
        states = [game.start(dealt, carried)]
        for number, text in enumerate(data.actions, 1):
            try:
                states.append(taken(states[-1], text, number))
            except CardwrightError as error:
                raise RecordError(str(error), number) from error
        _check_end(data, states[-1])
    except RecordError as error:
        other = (
            None if same else f"the rulebook is not the one that the record was made with: {_difference(game, data)}"
        )
        known = [note for note in (error.help, other, _CHANGED if changed else None) if note]
        error.help = "; ".join(known) or None
        raise
    if changed:
        raise RecordError(_CHANGED, help="all it says is as the rules say, but it is not what was written")
    return Replay(data, tuple(states), same, data.seed is not None and missed is None)


def _difference(game: Game, data: RecordData) -> str:
    """How the rulebook of a game differs from the one that a record names, which is another."""
    book = game.rulebook
    if data.rulebook != book.name:
        return f"`{book.name}` instead of `{data.rulebook}`"
    if data.edition != book.edition:
        return f"edition {book.edition} instead of {data.edition}"
    return f"another text of edition {book.edition}"


def _check_rules(game: Game, data: RecordData, any_rules: bool) -> None:
    """Raise RecordError where a record is of another rulebook, or of other answers."""
    if data.rulebook != game.rulebook.name and not any_rules:
        raise RecordError(f"the record is of `{data.rulebook}`, not of `{game.rulebook.name}`")
    for name, answer in data.options.items():
        asked = game.options.get(name)
        if asked is None and not (any_rules and data.content != game.content):
            raise RecordError(f"the record answers `{name}`, which this rulebook does not ask")
        if asked is not None and (type(asked.answer), asked.answer) != (type(answer), answer):
            raise RecordError(f"the record answers `{name}` with {answer}, this game with {asked.answer}")
    missing = next((name for name in game.options if name not in data.options), None)
    if missing is not None and data.content == game.content:
        raise RecordError(f"the record does not answer `{missing}`")


def _check_numbers(game: Game, data: RecordData) -> None:
    """Raise RecordError where seats are named that there are not, or numbers are not one for each."""
    for name in ("last_winner", "last_loser"):
        seat = getattr(data, name)
        if seat is not None and seat >= game.players:
            raise RecordError(f"`{name}` is {seat}: seats are numbered from 0 to {game.players - 1}")
    for name, points in (("totals", data.totals), ("scores", data.scores)):
        if points and len(points) != game.players:
            raise RecordError(f"`{name}` has {len(points)} numbers, and {game.players} play")


def _dealt(game: Game, data: RecordData) -> tuple[Deal, Carried]:
    """The deal of a record, and what was carried into it."""
    carried = Carried(
        data.hand_number,
        data.last_winner,
        data.last_loser,
        tuple(map(read_points, data.totals)),
        data.reversed_ranks,
        data.reversed_turns,
        data.last_places,
    )
    try:
        if data.last_places:
            check_places(data.last_places, game.players)
        return data.deal.dealt(game, carried), carried
    except Invalid as error:
        raise RecordError(f"the deal of the record cannot be: {error}") from error


def _check_end(data: RecordData, final: State) -> None:
    """Raise RecordError unless the hand has come to the end that the record tells."""
    try:
        found = _settled(final.outcome)
    except CardwrightError as error:
        raise RecordError(f"this hand cannot be settled: {error}") from error
    if data.settlement != found:
        told, ruled = next(_unlike(data.settlement, found))
        raise RecordError(f"the record says {told}, by the rules it is {ruled}")


def _unlike(told: SettlementData | None, found: SettlementData | None) -> Iterator[tuple[str, str]]:
    """What two ends say differently, line by line."""
    ends = (() if end is None else settlement_lines(end) for end in (told, found))
    for one, other in zip_longest(*ends):
        if one != other:
            yield _quoted(one, told), _quoted(other, found)


def _quoted(line: str | None, end: SettlementData | None) -> str:
    return "that the hand is not over" if end is None else f"`{line}`" if line is not None else "nothing more"
