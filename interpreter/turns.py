"""How a hand goes from turn to turn: whose turn it is, when a trick ends and who leads next, when the hand is over."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from cardwright.dsl import model

from .memory import Memory
from .pieces import minus
from .play import Cards, Play
from .position import NOBODY, Position, seats_after


class Turns:
    """The turn rules of one rulebook. Seats are numbered in the order of turns."""

    def __init__(
        self,
        rules: model.Play,
        memory: Memory,
        won_at_once: Callable[[Play], bool],
        remembered: Callable[[Play], bool],
    ) -> None:
        self._rules = rules
        self._memory = memory
        self._won_at_once = won_at_once
        self._remembered = remembered
        self._judged_at_once = rules.hand_end.judged == "at_once"
        self._keeps_play = memory.out or memory.plays or memory.trick

    # ---- what happens ------------------------------------------------------------------------------------------

    def play(self, at: Position, play: Play) -> Position:
        """After the player whose turn it is has made this play."""
        after = self._made(at, play)
        if self._ends(after, at.turn):
            return self._over(after)
        if self._won_at_once(play):
            return self._trick_won(after)
        return self._pass_turn(after)

    def _made(self, at: Position, play: Play) -> Position:
        """The play is on the table; whose turn it is next is still open."""
        seat = at.turn
        # By place, in the order of the fields: `_replace` costs three times as much, at every single play.
        hands = (*at.hands[:seat], minus(at.hands[seat], play.pieces), *at.hands[seat + 1 :])
        memory = self._memory
        after = Position(
            hands,
            seat,
            play,
            seat,
            None,
            at.opener if memory.opener else NOBODY,
            NOBODY,
            None,
            seat if memory.leader and at.table is None else at.leader,
            at.dropped,
            False,
            at.out,
            at.breaches,
            at.claimed,
            at.plays,
            at.piles,
            at.trick,
            at.last_winner,
            at.last_loser,
            at.totals,
            at.special,
        )
        return self._kept(after, seat, play) if self._keeps_play else after

    def pass_(self, at: Position) -> Position:
        """After the player whose turn it is has passed."""
        if self._rules.pass_drops_out:
            at = at._replace(dropped=at.dropped | 1 << at.turn)
        return self._pass_turn(at)

    def start(self, at: Position) -> Position:
        """The first lead is the opener's: or, if no cards are left there, of the next player who has some. Who has laid
        or given everything away is out before the hand begins."""
        if self._memory.out:
            at = at._replace(out=tuple(s for s in (at.opener, *seats_after(at, at.opener)) if not at.hands[s]))
        if self.is_over(at.hands):
            return self._over(at)
        return at._replace(turn=self.leads_first(at), answers=None)

    def leads_first(self, at: Position) -> int:
        """Who makes the first lead."""
        return self._with_cards_from(at, at.opener)

    # ---- who is next -------------------------------------------------------------------------------------------

    def next_player(self, at: Position) -> int | None:
        """The next in the order of turns who may still act in this trick, after the player whose turn it is."""
        return next(self._others(at, at.leader if at.table is not None else NOBODY), None)

    def _others(self, at: Position, stop: int) -> Iterator[int]:
        """Seats after the one whose turn it is, in order, that may act in this trick; `stop` may not any more."""
        for seat in seats_after(at, at.turn):
            if seat == stop:
                return
            if at.hands[seat] and not at.dropped >> seat & 1:
                yield seat

    def _pass_turn(self, at: Position) -> Position:
        """To the next who may answer. When the turn comes back to who made the play to beat, all others have passed in
        a row; a trick of one turn each ends when it comes back to who led."""
        stop = at.leader if self._rules.one_circuit else at.table_by
        # Not through `_others`: this is walked at every single action.
        hands, dropped = at.hands, at.dropped
        players = len(hands)
        seat = at.turn + 1
        for _ in range(players):
            if seat >= players:
                seat -= players
            if seat == stop:
                break
            if hands[seat] and not dropped >> seat & 1:
                return at._replace(turn=seat)
            seat += 1
        return self._trick_won(at)

    def _with_cards_from(self, at: Position, seat: int) -> int:
        """The seat, or else the next one that has cards."""
        return next(other for other in (seat, *seats_after(at, seat)) if at.hands[other])

    # ---- tricks and the end ------------------------------------------------------------------------------------

    def _kept(self, at: Position, seat: int, play: Play) -> Position:
        """With what the rulebook remembers of a play."""
        memory = self._memory
        if memory.plays and self._remembered(play):
            # In no order of time: nothing can ask for one.
            played = tuple(sorted((*at.plays[seat], play), key=lambda made: (made.pieces, made.combination)))
            at = at._replace(plays=(*at.plays[:seat], played, *at.plays[seat + 1 :]))
        if memory.out and not at.hands[seat]:
            at = at._replace(out=(*at.out, seat))
        if memory.trick:
            at = at._replace(trick=tuple(sorted((*at.trick, *play.pieces))))
        return at

    def _trick_won(self, at: Position) -> Position:
        """The trick is over: its cards go where they go, and the winner leads, or whoever leads instead."""
        if self.is_over(at.hands):
            return self._over(at)
        return at._replace(
            turn=self._with_cards_from(at, at.table_by),
            table=None,
            table_by=at.table_by if self._memory.trick_winner else NOBODY,
            leader=NOBODY,
            dropped=0,
            piles=self._piled(at),
            trick=(),
        )

    def _piled(self, at: Position) -> tuple[Cards, ...]:
        """The piles, with what the winner of this trick takes."""
        winner = at.table_by
        if not self._memory.piles or at.table is None:
            return at.piles
        match self._rules.pile:
            case "nothing":
                return at.piles
            case "winning_play":
                taken = at.table.pieces
            case "whole_trick":
                taken = at.trick
        pile = tuple(sorted((*at.piles[winner], *taken)))
        return (*at.piles[:winner], pile, *at.piles[winner + 1 :])

    def lasting(self, deed: str) -> int:
        """For how long a deed of some effect can last: bits."""
        return 0

    def is_over(self, held: Sequence[Cards | int]) -> bool:
        """Whether as many players have run out of cards as end the hand (in any case when all have); told the hands, or
        how many cards are in them."""
        holding = sum(map(bool, held))
        end = self._rules.hand_end
        if end.holding:
            return holding <= end.count
        return not holding or len(held) - holding >= end.count

    def _ends(self, at: Position, seat: int) -> bool:
        """Whether what a seat has just laid down ends the hand at once."""
        return not at.hands[seat] and self._judged_at_once and self.is_over(at.hands)

    def _over(self, at: Position) -> Position:
        """The hand is over. Who is ahead in a trick that it cuts short has won that trick."""
        out = at.out
        if not self._memory.out:
            empty = [seat for seat, hand in enumerate(at.hands) if not hand]
            out = tuple(empty) if len(empty) == 1 else ()
        return at._replace(turn=NOBODY, ended="out", out=out, piles=self._piled(at), trick=(), answers=None)
