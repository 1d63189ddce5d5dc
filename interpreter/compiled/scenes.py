"""The facts at every moment that formulas are asked in, by the local names that programs have there.

Words of cards are `h0`, .. (a hand), `m0`, .. (an action), `t0`, .. (the play to beat); the records of plays are
`rung`, `key`, `same`, `size` and `t_rung`, `t_key`, `t_same`, `t_size`. `seat` acts, `next_player` may act after it
(-1: nobody), `s` is the state."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

from .moments import AtEnd, InPlay, Kit
from .scopes import Fact, Scope
from .values import (
    FALSE,
    TRUE,
    APlay,
    Held,
    Nothing,
    Num,
    Seat,
    Seats,
    Truth,
    Value,
    both,
    chosen,
    constant,
    denied,
)


class Scenes:
    """The scopes of one rulebook."""

    def __init__(self, kit: Kit) -> None:
        self._kit = kit
        self._player = Seat("seat", True)
        self.play = APlay("rung", "key", "same", "size", kit.cards.names("m"))
        """The play in question."""
        self.table = APlay("t_rung", "t_key", "t_same", "t_size", kit.cards.names("t"), "t_rung >= 0")
        """The play to beat."""

    @property
    def everybody(self) -> Seats:
        """All players."""
        return Seats(lambda seat: TRUE, constant(self._kit.rules.players))

    def _kept(self, moment: InPlay) -> dict[str, Fact]:
        """The facts that a state keeps through a hand."""
        kit = self._kit

        def seat(slot: str) -> Value:
            return Seat(kit.at(slot)) if kit.has(slot) else Nothing()

        return {
            "players": self.everybody,
            "plays": moment.plays(None),
            "opener": seat("OPENER"),
            "last_winner": seat("LAST_WINNER"),
            "last_loser": seat("LAST_LOSER"),
        }

    # ---- in play -----------------------------------------------------------------------------------------------

    @cached_property
    def deciding(self) -> Scope:
        """For the player whose turn it is, before anything is in question."""
        kit, moment = self._kit, InPlay(self._kit)
        hand = Held(kit.cards.names("h"), TRUE, moment.cards(self._player))
        facts: dict[str, Fact] = {
            **self._kept(moment),
            "player": self._player,
            "next_player": Seat("next_player"),
            "hand": hand,
            "rest": hand,
            "table": self.table,
            "leading": Truth(denied(self.table.exists)),
            "answers": Truth(self.table.exists),
            "opening": Truth(f"{kit.at('OPENING')} != 0" if kit.has("OPENING") else FALSE),
            "trick_winner": Seat(kit.at("TABLE_BY")),
        }
        return Scope(moment, facts)

    @cached_property
    def playing(self) -> Scope:
        """The same with a play in question."""
        return self._with(self.deciding.knowing(play=self.play, passing=Truth(FALSE)))

    @cached_property
    def discarding(self) -> Scope:
        """The same with pieces in question that are laid face down: `size` of them, `m0`, .."""
        return self._with(self.deciding.knowing(play=Nothing(), passing=Truth(TRUE)))

    @cached_property
    def passing(self) -> Scope:
        """The same with a pass in question."""
        return self.deciding.knowing(play=Nothing(), passing=Truth(TRUE), going_out=Truth(FALSE))

    def _with(self, scope: Scope) -> Scope:
        kit, left = self._kit, scope.moment.cards(self._player)
        words = kit.cards.minus(kit.cards.names("h"), kit.cards.names("m"))
        rest = Held(tuple(f"({word})" for word in words), TRUE, Num(f"{left.text} - size", 0, left.high))
        return scope.knowing(rest=rest, going_out=Truth(f"size == {left.text}"))

    @cached_property
    def after_a_play(self) -> Scope:
        """What effects see, once a play is made: `t_rung`, .. is what it has beaten, `t_by` who had made that one, and
        `opening` whether it was the first lead."""
        kit, moment = self._kit, InPlay(self._kit)
        hand = moment.hand(self._player)
        beaten = self.table
        facts: dict[str, Fact] = {
            **self._kept(moment),
            "player": self._player,
            "next_player": Seat("next_player"),
            "hand": hand,
            "rest": hand,
            "play": self.play,
            "table": beaten,
            "beaten_player": Seat(chosen(beaten.exists, "t_by", "-1")),
            "leading": Truth(denied(beaten.exists)),
            "answers": Truth(beaten.exists),
            "going_out": Truth(f"{moment.cards(self._player).text} == 0"),
            "opening": Truth("opening" if kit.has("OPENING") else FALSE),
            "trick_winner": self._player,
        }
        return Scope(moment, facts)

    @cached_property
    def before_the_lead(self) -> Scope:
        """What steps ask: `seat` is who gives, or whose turn it is."""
        moment = InPlay(self._kit)
        hand = moment.hand(self._player)
        facts: dict[str, Fact] = {
            **self._kept(moment),
            "player": self._player,
            "hand": hand,
            "rest": hand,
            "leading": Truth(TRUE),
        }
        return Scope(moment, facts)

    # ---- the end -----------------------------------------------------------------------------------------------

    @cached_property
    def at_end(self) -> Scope:
        """What is known once a hand is over: `winner`, and `claimant` who went out on a claim; -1: nobody."""
        kit, moment = self._kit, AtEnd(self._kit)
        winner, others = Seat("winner"), kit.rules.players - 1
        losers = Seats(
            lambda seat: both(winner.exists, f"{seat} != winner"),
            Num(chosen(winner.exists, str(others), "0"), 0, others),
        )
        effects = kit.rules.rulebook.effects
        turned = any(e.lasts == "all_hands" and any(d.deed == "reverse_ranks" for d in e.then) for e in effects)
        facts: dict[str, Fact] = {
            **self._kept(moment),
            "winner": winner,
            "losers": losers,
            "last_player": moment.last_player,
            "last_play": replace(kit.play_at("TABLE"), turned=turned),
        }
        return Scope(moment, facts)
