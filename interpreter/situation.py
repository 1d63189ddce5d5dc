"""Situations as data, in one form for examples, cases and the command line: a hand at a table, a game, an end."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Annotated, TypeAlias

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, model_validator

from .deal import Carried, check_cards, check_hands, check_seat, given, opening_piece, opening_rule
from .errors import Illegal, Invalid, Unanswerable
from .facts import Bids, Ended
from .pieces import Pieces
from .play import Cards, Play
from .position import NOBODY, Breach
from .rules import Rules
from .serial import Points, first_problem, read_points
from .state import State
from .untold import check_told, have_played, untold


def _seat(value: object) -> object:
    """`P1` is seat 0."""
    if isinstance(value, str) and value[:1] in "Pp" and value[1:].isdecimal():
        return int(value[1:]) - 1
    return value


Seat: TypeAlias = Annotated[int, BeforeValidator(_seat), Field(ge=0)]


class Situation(BaseModel):
    """A moment of a game, or the end of one, as far as it matters.

    With `hand`: that hand, to act against `table`; of the others only how many cards the next player has. With
    `reversed_ranks` the ranks are upside down, as an effect of an earlier play has left them. With `hands`: a game from
    the deal on, through `actions`; `kitty`, and who is the `starter` of the bidding, where there are such; `last_order`
    tells who went out in the last hand, from the first to the last. `roles` and `bids` tell what auctions brought where
    none is played; who is not named has not bid.

    With `left` or `held`: a hand that has ended, to be settled. `ended` is who made the last play, and which; `out` who
    went out, in order, where that is not clear; `played` what was played, as far as it matters; `piles` what everybody
    has taken, as cards or as numbers of them; `opener` who opened; `claimed` and `broke` who claimed, or broke, what;
    `totals` the points of the match before. A settlement that asks for something that is not told is refused.

    Seats are written `P1`, `P2`, … in the order of turns (or counted from 0), cards and plays as in notation."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    hand: str | None = None
    table: str | None = None
    opening: bool = False
    next_has: int | None = Field(default=None, ge=0)
    reversed_ranks: bool = False

    hands: tuple[str, ...] | None = None
    hand_number: int = Field(default=1, ge=1)
    last_winner: Seat | None = None
    last_loser: Seat | None = None
    last_order: tuple[Seat, ...] = ()
    opener: Seat | None = None
    starter: Seat | None = None
    kitty: str | None = None
    actions: tuple[str, ...] = ()
    roles: dict[str, Seat] = {}
    bids: dict[Seat, Annotated[int, Field(ge=0)]] | None = None
    totals: tuple[Points, ...] | None = None

    left: tuple[Annotated[int, Field(ge=0)], ...] | None = None
    held: tuple[str, ...] | None = None
    ended: dict[Seat, str] = {}
    out: tuple[Seat, ...] | None = None
    played: dict[Seat, tuple[str, ...]] | None = None
    piles: tuple[Annotated[int, Field(ge=0)] | str, ...] | None = None
    claimed: dict[Seat, str] = {}
    broke: dict[Seat, str] = {}

    @model_validator(mode="after")
    def _one_kind(self) -> Situation:
        kinds = [name for name in ("hand", "hands", "left", "held") if getattr(self, name) is not None]
        if len(kinds) != 1:
            raise ValueError("say one of `hand`, `hands`, `left` and `held`")
        if len(self.ended) > 1:
            raise ValueError("one player ends a hand")
        return self


def read_situation(data: object) -> Situation:
    """A situation from data or JSON text; raises Invalid with the first thing that is wrong."""
    if isinstance(data, Situation):
        return data
    try:
        if isinstance(data, str | bytes):
            return Situation.model_validate_json(data)
        return Situation.model_validate(data)
    except ValidationError as error:
        raise Invalid(first_problem(error)) from error


def position(rules: Rules, situation: Situation) -> State:
    """The state that a situation describes: a hand at a table, or a game after its actions."""
    if situation.hands is not None:
        return _game(rules, situation)
    if situation.hand is not None:
        return _at_table(rules, situation)
    raise Invalid("a hand that has ended is settled, not played: give `hand` or `hands`")


def ended(rules: Rules, situation: Situation, *, closed: bool = False) -> Ended:
    """What a situation tells of a hand that has ended. `closed`: what it does not tell has not been, and players
    without cards went out in the order of seats."""
    if situation.hands is not None:
        state = _game(rules, situation)
        if not state.is_over:
            raise Invalid("the hand is not over after these actions")
        return state.ended
    if situation.left is None and situation.held is None:
        raise Invalid("a hand that has ended needs `left`, `held` or `hands`")
    told = _ended(rules, situation, closed)
    if closed:
        return told
    check_told(rules, situation, told)
    return replace(told, untold=untold(rules, situation), played=have_played(rules, situation, told))


# ---- a hand at a table ---------------------------------------------------------------------------------------------


def _at_table(rules: Rules, situation: Situation) -> State:
    """The acting player is seat 0, and the one before made the play to beat. The others hold some of the cards that are
    left: which ones, nothing may ask."""
    pieces, players = rules.pieces, rules.players
    hand = read_cards(pieces, situation.hand or "")
    table = None if not situation.table else rules.parse_play(situation.table)
    if table is not None and situation.reversed_ranks:
        table = rules.read_as(table, True)
    known = [*hand, *(table.pieces if table is not None else ())]
    check_cards(pieces, known)
    others = _others(rules, Counter(known), situation.next_has)
    carried = _carried(rules, situation)
    rule = opening_rule(rules.rulebook, carried)
    card = opening_piece(rule, pieces, (hand,)) if situation.opening and rule.playing_it else None
    start = rules.fresh((hand, *others), 0, carried)
    at = start._replace(
        turn=0,
        opener=0 if situation.opening else NOBODY,
        opening=situation.opening and rules.memory.opening,
        opening_card=NOBODY if card is None or card not in hand else card,
        table=table,
        table_by=NOBODY if table is None else players - 1,
        leader=players - 1 if table is not None and rules.memory.leader else NOBODY,
    )
    if rules.special:
        bids = tuple(made for role, made in _bids(rules, situation) if role in situation.roles)
        bids = bids if rules.memory.bids else ()
        at = at._replace(special=at.special._replace(roles=_roles(rules, situation), bids=bids))
    return State(rules, at)


def _carried(rules: Rules, situation: Situation) -> Carried:
    """What the last hand left behind: the order in which its players went out tells who won and who lost it, too."""
    order, winner, loser = situation.last_order, situation.last_winner, situation.last_loser
    upside_down = situation.reversed_ranks
    if upside_down and not rules.memory.reversed_ranks:
        raise Invalid("nothing in this rulebook, as it is agreed, turns the ranks upside down")
    if not order:
        return Carried(situation.hand_number, winner, loser, reversed_ranks=upside_down)
    if sorted(order) != list(range(rules.players)):
        raise Invalid(f"`last_order` names each of the {rules.players} players once, from the first to the last")
    if loser not in (None, order[-1]):
        raise Invalid(f"P{loser + 1} cannot have lost a hand in which P{order[-1] + 1} was last")
    winner = order[0] if winner is None else winner
    places = tuple(order.index(seat) + 1 for seat in range(rules.players))
    return Carried(situation.hand_number, winner, order[-1], reversed_ranks=upside_down, last_places=places)


def _roles(rules: Rules, situation: Situation) -> tuple[tuple[str, int], ...]:
    for role, seat in situation.roles.items():
        if role not in rules.preparing.auctions:
            raise Invalid(f"there is no auction for `{role}`", role)
        check_seat(seat, rules.players)
    return tuple(situation.roles.items())


def _bids(rules: Rules, situation: Situation) -> Bids:
    """The bids told: in every auction, as they say of none which it was."""
    told = situation.bids or {}
    known = sorted({bid for auction in rules.preparing.auctions.values() for bid in auction.bids})
    for seat, bid in told.items():
        check_seat(seat, rules.players)
        if bid and bid not in known:
            raise Invalid(f"P{seat + 1} cannot have bid {bid}: the bids are {', '.join(map(str, known)) or 'none'}")
    bids = tuple(told.get(seat, 0) for seat in range(rules.players))
    return tuple((auction, bids) for auction in rules.preparing.auctions)


def _others(rules: Rules, known: Counter[int], next_has: int | None) -> list[Cards]:
    """Hands for the other seats from what is left of the deck, as many cards as they were dealt, or as there are."""
    rest = list((Counter(rules.pieces.all) - known).elements())
    first = rules.sizes[1] if next_has is None else next_has
    share = max(0, len(rest) - first) // max(1, rules.players - 2)
    if next_has is None:
        share = min(share, len(rest) // (rules.players - 1))
        first = min(first, share) if rules.players > 2 else min(first, len(rest))
    sizes = [first, *(min(size, share) for size in rules.sizes[2:])]
    hands: list[Cards] = []
    start = 0
    for size in sizes:
        hands.append(tuple(sorted(rest[start : start + size])))
        start += size
    return hands


# ---- a game --------------------------------------------------------------------------------------------------------


def _game(rules: Rules, situation: Situation) -> State:
    hands = [read_cards(rules.pieces, hand) for hand in situation.hands or ()]
    carried = _carried(rules, situation)
    kitty = None if situation.kitty is None else read_cards(rules.pieces, situation.kitty)
    seats = (situation.opener, situation.starter)
    state = State(rules, rules.start(given(rules.rulebook, rules.pieces, hands, 0, carried, *seats, kitty), carried))
    for number, text in enumerate(situation.actions, 1):
        state = taken(state, text, number)
    return state


def taken(state: State, text: str, number: int) -> State:
    """The state after an action written `P1: 9S`, or without its seat. Raises Invalid or Illegal naming the action."""
    who, colon, action = text.partition(":")
    if not colon:
        who, action = "", text
    seat = _seat(who.strip()) if who else state.turn
    if state.turn is None:
        raise Illegal(f"action {number}, `{text}`: the hand is over")
    if seat != state.turn:
        raise Invalid(f"action {number}, `{text}`: it is the turn of P{state.turn + 1}", text)
    try:
        return state.apply(action.strip())
    except Invalid as error:
        raise Invalid(f"action {number}, `{text}`: {error}", text) from error
    except Illegal as error:
        raise Illegal(f"action {number}, `{text}`: {error}", error.reasons) from error


# ---- a settlement --------------------------------------------------------------------------------------------------


def _ended(rules: Rules, situation: Situation, closed: bool) -> Ended:
    hands, left = _holdings(rules, situation)
    seats, played = range(len(left)), situation.played or {}
    for seat in (*situation.ended, *(situation.out or ()), *played, *situation.claimed, *situation.broke):
        if seat not in seats:
            raise Invalid(f"there is no seat P{seat + 1}")
    last_play: Play | None = None
    plays = [[read_play(rules, text) for text in played.get(seat, ())] for seat in seats]
    for seat, text in situation.ended.items():
        last_play = read_play(rules, text)
        plays[seat].append(last_play)
    if not situation.claimed and not rules.turns.is_over(left):
        raise Invalid("with so many cards left the hand is not over")
    if closed:
        _check_roles(rules, situation)
    order = _order(rules, situation, left)
    piles, counted = _piles(rules, situation)
    return Ended(
        left=left,
        hands=hands,
        out=order,
        last_play=last_play,
        opener=situation.opener,
        plays=tuple(map(tuple, plays)),
        piles=piles,
        pile_sizes=counted,
        totals=tuple(map(read_points, situation.totals or ())),
        claimed=tuple(situation.claimed.items()),
        breaches=tuple(_breach(rules, seat, duty, len(left)) for seat, duty in situation.broke.items()),
        last_winner=situation.last_winner,
        last_loser=situation.last_loser,
        roles=_roles(rules, situation),
        bids=_bids(rules, situation),
        won_by=order[0] if order and rules.rulebook.play.last_trick_wins and not situation.claimed else None,
        void=not order and bool(situation.claimed),
    )


def _holdings(rules: Rules, situation: Situation) -> tuple[tuple[Cards, ...] | None, tuple[int, ...]]:
    """What is held, where it is told, and how many cards each player has left. A claim that goes out counts as none."""
    going_out = {claim.name for claim in rules.claiming.all if claim.act == "go_out"}
    out = {seat for seat, name in situation.claimed.items() if name in going_out}
    if situation.left is not None:
        if len(situation.left) != rules.players:
            raise Invalid(f"{rules.players} numbers of cards are needed, not {len(situation.left)}")
        return None, tuple(0 if seat in out else count for seat, count in enumerate(situation.left))
    hands = [read_cards(rules.pieces, hand) for hand in situation.held or ()]
    check_hands(rules.rulebook.deal, rules.pieces, hands)
    told = tuple(() if seat in out else hand for seat, hand in enumerate(hands))
    return told, tuple(map(len, told))


def _piles(rules: Rules, situation: Situation) -> tuple[tuple[Cards, ...], tuple[int, ...]]:
    """What everybody has taken: the pieces, or how many where any pile is told so."""
    told = situation.piles
    if told is None:
        return (), ()
    if len(told) != rules.players:
        raise Invalid(f"{rules.players} piles are needed, not {len(told)}")
    piles = tuple(() if isinstance(pile, int) else read_cards(rules.pieces, pile) for pile in told)
    sizes = tuple(pile if isinstance(pile, int) else len(piles[seat]) for seat, pile in enumerate(told))
    return ((), sizes) if any(isinstance(pile, int) for pile in told) else (piles, ())


def _order(rules: Rules, situation: Situation, left: tuple[int, ...]) -> tuple[int, ...]:
    """Who has no cards left, in the order of going out: as it is told, and then who made the last play. Whoever claimed
    went out first, and where the last trick wins the hand, its winner stands first. Raises Unanswerable where the order
    is not known and something asks."""
    empty = [seat for seat, count in enumerate(left) if count == 0]
    claimants = [seat for seat in situation.claimed if seat in empty]
    if claimants:
        return claimants[0], *(seat for seat in empty if seat != claimants[0])
    told = situation.out or ()
    stranger = next((seat for seat in told if seat not in empty), None)
    if stranger is not None or len(set(told)) < len(told):
        raise Invalid("`out` names each player without cards once" if stranger is None else
                      f"P{stranger + 1} is `out`, and has cards left")  # fmt: skip
    if rules.rulebook.play.last_trick_wins:
        if not situation.ended and len(empty) > 1:
            raise Unanswerable("several players have no cards left: say who `ended` the hand", "ended")
        first = next(iter(situation.ended), None)
        return tuple(empty) if first is None else (first, *(seat for seat in empty if seat != first))
    last: tuple[int, ...] = ()
    if not rules.rulebook.play.discards:
        last = tuple(seat for seat in situation.ended if seat in empty)
        if told and last and last[0] in told[:-1]:
            raise Invalid(f"P{last[0] + 1} made the last play, and is not the last who went out")
    between = tuple(seat for seat in empty if seat not in (*told, *last))
    if len(between) > 1 and rules.memory.out:
        players = " and ".join(f"P{seat + 1}" for seat in between)
        raise Unanswerable(f"{players} have no cards left: say with `out` in which order they went out", "out")
    return *told, *between, *(seat for seat in last if seat not in told)


def _check_roles(rules: Rules, situation: Situation) -> None:
    """Raise Invalid unless every role that is given before the lead is told, and the bid that it was won with."""
    _roles(rules, situation)
    if situation.claimed:
        return
    for name in rules.rulebook.play.before:
        auction = rules.preparing.auctions.get(name)
        if auction is None:
            continue
        if name not in situation.roles:
            raise Invalid(f"an auction gives the role `{name}`: say who has it")
        if rules.memory.bids and not (situation.bids or {}).get(situation.roles[name]):
            raise Invalid(f"P{situation.roles[name] + 1} has the role `{name}`: say for which bid")


def _breach(rules: Rules, seat: int, duty: str, players: int) -> Breach:
    if all(known.name != duty for known in rules.duties.all):
        raise Invalid(f"there is no duty `{duty}`", duty)
    return Breach(duty, seat, (seat + 1) % players)


# ---- reading -------------------------------------------------------------------------------------------------------


def read_cards(pieces: Pieces, text: str) -> Cards:
    """Cards held; an empty text is an empty hand."""
    return pieces.parse(text) if text.strip() else ()


def read_play(rules: Rules, text: str) -> Play:
    """A play that was made; raises Invalid or Ambiguous."""
    return rules.parse_play(text)
