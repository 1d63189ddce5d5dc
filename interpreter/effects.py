"""Effects: what a play sets off, and how turns go in a game that has any, or in which cards are laid face down."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from cardwright.dsl import model

from .calculations import Compile, Number
from .env import Env
from .facts import Calculations, InPlay
from .memory import Memory
from .pieces import minus
from .play import Cards, Play
from .position import DURATIONS, FOR_ALL_HANDS, FOR_HAND, NOBODY, Paid, Position
from .turns import Turns
from .values import Compiled, normal

Book = Callable[[Env, str], Iterator[tuple[int | None, int, Number]]]
"""Works a payment out at once: who pays whom how much."""


@dataclass(frozen=True, slots=True)
class SetOff:
    """An effect, compiled."""

    when: Compiled
    then: tuple[model.Deed, ...]
    lasts: int


class SpecialTurns(Turns):
    """Turns with effects, with directions that change, and with cards laid face down instead of passing."""

    def __init__(
        self,
        rulebook: model.Rulebook,
        memory: Memory,
        won_at_once: Callable[[Play], bool],
        remembered: Callable[[Play], bool],
        compile_: Compile,
        calculations: Calculations,
        book: Book,
        read_as: Callable[[Play, bool], Play],
    ) -> None:
        super().__init__(rulebook.play, memory, won_at_once, remembered)
        self._calculations = calculations
        self._book = book
        self._read_as = read_as
        """A play as it is read with the ranks the right way round, or upside down."""
        self._effects = tuple(
            SetOff(compile_(effect.when), effect.then, DURATIONS[effect.lasts]) for effect in rulebook.effects
        )

    # ---- what happens ------------------------------------------------------------------------------------------

    def play(self, at: Position, play: Play) -> Position:
        """After a play and all that it sets off: payments first, then what is the other way round from now on and who
        is out of the trick, then whose turn it is."""
        seat = at.turn
        after = self._made(at, play)
        fired: Sequence[SetOff] = ()
        if self._effects:
            fired, facts = self._set_off(at, after, play)
            for effect in fired:
                for deed in effect.then:
                    after = self._done(at, after, effect, deed, facts)
        deeds = {deed.deed for effect in fired for deed in effect.then}
        if self._ends(after, seat):
            return self._over(after)
        if "end_trick" in deeds or self._won_at_once(play):
            return self._trick_won(after)
        skipped = sum(deed.deed == "skip_next" for effect in fired for deed in effect.then)
        return self._pass_turn(after, skipped)

    def discard(self, at: Position, cards: Cards) -> Position:
        """After the player whose turn it is has laid these pieces face down."""
        seat, special = at.turn, at.special
        left = minus(at.hands[seat], cards)
        laid = tuple(sorted((*special.discards[seat], *cards)))
        discards = (*special.discards[:seat], laid, *special.discards[seat + 1 :])
        after = at._replace(
            hands=(*at.hands[:seat], left, *at.hands[seat + 1 :]),
            out=at.out if left or not self._memory.out else (*at.out, seat),
            special=special._replace(discards=discards),
        )
        if self._ends(after, seat):
            return self._over(after)
        return self._pass_turn(after)

    # ---- effects -----------------------------------------------------------------------------------------------

    def _set_off(self, at: Position, after: Position, play: Play) -> tuple[Sequence[SetOff], InPlay]:
        """The effects of a play in the order of the file, and the facts they looked at: those after the play."""
        facts = InPlay(after, self.next_player(after), self._calculations)
        facts.opening = at.opening
        facts.made(play, at.table, None if at.table is None else at.table_by)
        return [effect for effect in self._effects if effect.when(facts)], facts

    def _done(self, at: Position, after: Position, effect: SetOff, deed: model.Deed, facts: InPlay) -> Position:
        """One deed done, as far as it does not decide whose turn it is."""
        special = after.special
        match deed.deed:
            case "reverse_ranks":
                return self._with_ranks(after, special.reversed_ranks ^ effect.lasts)
            case "reverse_turns":
                return after._replace(special=special._replace(reversed_turns=special.reversed_turns ^ effect.lasts))
            case "drop_beaten" if at.table is not None:
                return after._replace(dropped=after.dropped | 1 << at.table_by)
            case "pays" if deed.payment is not None:
                paid = booked(special.paid, deed.payment, self._book(facts, deed.payment))
                return after._replace(special=special._replace(paid=paid))
            case _:
                return after

    def _with_ranks(self, at: Position, reversed_ranks: int) -> Position:
        """With the ranks the other way round or back again: the play to beat is read anew."""
        if reversed_ranks == at.special.reversed_ranks:
            return at
        special = at.special._replace(reversed_ranks=reversed_ranks)
        table = None if at.table is None else self._read_as(at.table, special.ranks_reversed)
        return at._replace(table=table, special=special)

    def _kept(self, at: Position, seat: int, play: Play) -> Position:
        """Plays are remembered as they are read with the ranks the right way round."""
        return super()._kept(at, seat, self._read_as(play, False) if at.special.ranks_reversed else play)

    # ---- who is next -------------------------------------------------------------------------------------------

    def _pass_turn(self, at: Position, skipped: int = 0) -> Position:
        """To the next who may answer, over so many who are passed over: where no more are left, all have been asked."""
        stop = at.leader if self._rules.one_circuit else at.table_by
        seat = next(islice(self._others(at, stop), skipped, None), None)
        return self._trick_won(at) if seat is None else at._replace(turn=seat)

    def lasting(self, deed: str) -> int:
        bits = 0
        for effect in self._effects:
            if any(done.deed == deed for done in effect.then):
                bits |= effect.lasts
        return bits

    # ---- the end of tricks and hands ---------------------------------------------------------------------------

    def _trick_won(self, at: Position) -> Position:
        """What lasts for the trick is over before anybody leads."""
        return super()._trick_won(self._lasting(at, FOR_HAND | FOR_ALL_HANDS))

    def _over(self, at: Position) -> Position:
        """What lasts for the hand is over with it."""
        return super()._over(self._lasting(at, FOR_ALL_HANDS))

    def _lasting(self, at: Position, durations: int) -> Position:
        """With nothing the other way round but what lasts so long."""
        special = at.special
        if not (special.reversed_ranks | special.reversed_turns) & ~durations:
            return at
        at = self._with_ranks(at, special.reversed_ranks & durations)
        return at._replace(special=at.special._replace(reversed_turns=special.reversed_turns & durations))


def booked(paid: tuple[Paid, ...], payment: str, amounts: Iterator[tuple[int | None, int, Number]]) -> tuple[Paid, ...]:
    """With these amounts added: one sum for each payment and pair of seats, in a fixed order."""
    sums = {one[:3]: one.amount for one in paid}
    for payer, payee, amount in amounts:
        key = (payment, NOBODY if payer is None else payer, payee)
        sums[key] = normal(sums.get(key, 0) + amount)
    return tuple(Paid(*key, amount) for key, amount in sorted(sums.items()) if amount)
