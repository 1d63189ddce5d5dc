"""What conditions and formulas can ask: in play, and at settlement."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Protocol, TypeAlias

from .actions import Action, Discard, PlayCards
from .env import Env
from .errors import Unanswerable
from .pieces import minus
from .play import Cards, Play
from .position import NOBODY, Breach, Paid, Position, Special

Bids: TypeAlias = tuple[tuple[str, tuple[int, ...]], ...]
"""The highest bid of every seat in each auction."""


class Calculations(Protocol):
    """Works out a `let`, `table` or `factors`."""

    def work_out(self, env: Env, target: str, name: str, value: Any) -> int | Fraction: ...


def somebody(seat: int) -> int | None:
    """A seat as expressions know it: None where there is nobody."""
    return None if seat == NOBODY else seat


def made_bids(special: Special) -> Bids:
    """What was bid in the auctions that are over, where it is kept."""
    return tuple((role, bids) for (role, _), bids in zip(special.roles, special.bids, strict=False))


def _bid(bids: Bids, player: int, role: str | None) -> int:
    return max((made[player] for auction, made in bids if role in (None, auction)), default=0)


class InPlay(Env):
    """The facts at one position, for the player whose turn it is. `act` puts an action in question."""

    def __init__(self, at: Position, next_player: int | None, calculations: Calculations) -> None:
        super().__init__()
        self._at = at
        self._calculations = calculations
        self.player = at.turn
        self.next_player = next_player
        self.hand = at.hands[at.turn]
        self.table = at.table
        self.leading = at.table is None
        self.answers = at.table is not None
        self.opening = at.opening
        self.opener = somebody(at.opener)
        self.trick_winner = somebody(at.table_by)
        self.last_winner = somebody(at.last_winner)
        self.last_loser = somebody(at.last_loser)
        self.last_places = at.special.last_places
        self.players = tuple(range(len(at.hands)))
        self.plays = tuple(play for plays in at.plays for play in plays)
        self.rest = self.hand

    def act(self, action: Action) -> None:
        """From here on `play`, `pass`, `rest` and `going_out` are about this action."""
        if isinstance(action, PlayCards):
            self.play = action.play
            self.passing = False
            self.rest = minus(self.hand, action.play.pieces)
            self.going_out = not self.rest
        else:
            self.play = None
            self.passing = True
            self.rest = minus(self.hand, action.pieces) if isinstance(action, Discard) else self.hand
            self.going_out = not self.rest

    def made(self, play: Play, beaten: Play | None, beaten_player: int | None) -> None:
        """From here on the facts are those of a play that has just been made at this position, and of what it beat."""
        self.play, self.passing = play, False
        self.table, self.beaten_player = beaten, beaten_player
        self.leading, self.answers = beaten is None, beaten is not None
        self.going_out = not self.rest

    def hand_of(self, player: int) -> Cards:
        return self._at.hands[player]

    def plays_of(self, player: int) -> tuple[Play, ...]:
        return self._at.plays[player] if self._at.plays else ()

    def pile_of(self, player: int) -> Cards:
        return self._at.piles[player] if self._at.piles else ()

    def place_of(self, player: int) -> int:
        return self._at.out.index(player) + 1 if player in self._at.out else 0

    def points_of(self, player: int) -> int | Fraction:
        return self._at.totals[player] if self._at.totals else 0

    def bid_of(self, player: int, role: str | None = None) -> int:
        return _bid(made_bids(self._at.special), player, role)

    def role(self, role: str) -> int | None:
        return dict(self._at.special.roles).get(role)

    def claimed(self, player: int, claim: str) -> bool:
        return (player, claim) in self._at.claimed

    def calculate(self, target: str, name: str, value: Any) -> int | Fraction:
        return self._calculations.work_out(self, target, name, value)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """A hand that is over, as far as its settlement asks.

    `left` counts the cards of every seat; `hands` are the cards themselves, None where only counts are known. Who
    went out on a claim holds nothing here. `won_by` is who took the last trick, where that wins the hand."""

    left: tuple[int, ...]
    hands: tuple[Cards, ...] | None
    out: tuple[int, ...] = ()
    last_play: Play | None = None
    opener: int | None = None
    plays: tuple[tuple[Play, ...], ...] = ()
    piles: tuple[Cards, ...] = ()
    claimed: tuple[tuple[int, str], ...] = ()
    breaches: tuple[Breach, ...] = ()
    last_winner: int | None = None
    last_loser: int | None = None
    totals: tuple[int | Fraction, ...] = ()
    roles: tuple[tuple[str, int], ...] = ()
    bids: Bids = ()
    paid: tuple[Paid, ...] = ()
    won_by: int | None = None
    void: bool = False
    untold: frozenset[str] = frozenset()
    """What nobody has said, of what a settlement may ask; as situations call it."""
    played: tuple[bool | None, ...] | None = None
    """Whether each seat has played anything, where that is known and the plays are not; None where it is unknown."""
    pile_sizes: tuple[int, ...] = ()
    """How much every seat has taken, where the pieces are not told."""
    places: tuple[int, ...] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "places", _places(self.left, self.out))

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.left)

    @property
    def winner(self) -> int | None:
        """Who went out first, or took the last trick where that wins; nobody in a void hand."""
        if self.void or self.won_by is not None:
            return None if self.void else self.won_by
        return self.out[0] if self.out else None

    @property
    def last_player(self) -> int | None:
        """Who is placed last, if one player alone is."""
        last = max(self.places)
        return self.places.index(last) if self.places.count(last) == 1 and last > 1 else None


def _places(left: Sequence[int], out: Sequence[int]) -> tuple[int, ...]:
    """1 for who went out first, and so on; those left with cards follow, fewer cards before more, equal ones equal."""
    ranks: Mapping[int, tuple[int, int]] = {
        seat: (0, out.index(seat)) if seat in out else (1, count) for seat, count in enumerate(left)
    }
    return tuple(1 + sum(other < ranks[seat] for other in ranks.values()) for seat in range(len(left)))


_ASKS = {
    "ended": "for the play that ended the hand",
    "opener": "who opened the hand",
    "played": "what was played",
    "piles": "what everybody has taken",
    "bids": "what was bid",
    "totals": "for the points of the match so far",
}


class AtSettlement(Env):
    """The facts once the hand is over."""

    def __init__(self, ended: Ended, calculations: Calculations) -> None:
        super().__init__()
        self._ended = ended
        self._calculations = calculations
        self.players = tuple(range(ended.players))
        self.winner = ended.winner
        self.losers = tuple(seat for seat in self.players if ended.winner is not None and seat != ended.winner)
        self.last_player = ended.last_player
        self.last_winner = ended.last_winner
        self.last_loser = ended.last_loser

    def _told(self, field: str) -> Ended:
        """The hand, if this was told of it; raises Unanswerable."""
        if field in self._ended.untold:
            raise Unanswerable(f"this settlement asks {_ASKS[field]}: `{field}` must say so", field)
        return self._ended

    @property
    def last_play(self) -> Play | None:  # type: ignore[override]
        return self._told("ended").last_play

    @property
    def opener(self) -> int | None:  # type: ignore[override]
        return self._told("opener").opener

    @property
    def plays(self) -> tuple[Play, ...]:  # type: ignore[override]
        return tuple(play for plays in self._told("played").plays for play in plays)

    def cards_of(self, player: int) -> int:
        return self._ended.left[player]

    def hand_of(self, player: int) -> Cards:
        if self._ended.hands is not None:
            return self._ended.hands[player]
        if not self._ended.left[player]:
            return ()
        raise Unanswerable("this settlement reads the cards held: how many are left is not enough", "held")

    def plays_of(self, player: int) -> tuple[Play, ...]:
        plays = self._told("played").plays
        return plays[player] if plays else ()

    def has_played(self, player: int) -> bool:
        known = None if self._ended.played is None else self._ended.played[player]
        return bool(self.plays_of(player)) if known is None else known

    def pile_of(self, player: int) -> Cards:
        if self._ended.pile_sizes:
            raise Unanswerable(
                "this settlement reads which cards were taken: numbers in `piles` are not enough", "piles"
            )
        piles = self._told("piles").piles
        return piles[player] if piles else ()

    def pile_size_of(self, player: int) -> int:
        return self._ended.pile_sizes[player] if self._ended.pile_sizes else len(self.pile_of(player))

    def place_of(self, player: int) -> int:
        return self._ended.places[player]

    def points_of(self, player: int) -> int | Fraction:
        totals = self._told("totals").totals
        return totals[player] if totals else 0

    def bid_of(self, player: int, role: str | None = None) -> int:
        return _bid(self._told("bids").bids, player, role)

    def role(self, role: str) -> int | None:
        roles = dict(self._ended.roles)
        if role not in roles and "roles" in self._ended.untold:
            raise Unanswerable(f"this settlement asks who is `{role}`: `roles` must say so", "roles")
        return roles.get(role)

    def claimed(self, player: int, claim: str) -> bool:
        return (player, claim) in self._ended.claimed

    def calculate(self, target: str, name: str, value: Any) -> int | Fraction:
        return self._calculations.work_out(self, target, name, value)
