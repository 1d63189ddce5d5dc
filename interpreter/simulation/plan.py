"""What is simulated: the rulebook, the bots and the seed. A plan and the number of a hand fix what happens in it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass

from cardwright.dsl import model

from ..errors import Invalid
from ..game import Game
from ..seating import bot_names

_MOST_GAMES = 4
_games: OrderedDict[str, Game] = OrderedDict()
"""Games of this process by content, the newest last: a rulebook comes with every chunk, but is compiled once."""


@dataclass(frozen=True, slots=True)
class Side:
    """A rulebook under the answers of a table, ready to travel to another process."""

    rulebook: model.Rulebook
    content: str

    @property
    def game(self) -> Game:
        """Its game, compiled once in a process."""
        game = _games.pop(self.content, None) or Game(self.rulebook)
        _games[self.content] = game
        if len(_games) > _MOST_GAMES:
            _games.popitem(last=False)
        return game


@dataclass(frozen=True, slots=True)
class Plan:
    """One rulebook, or two on the same deals; single hands, or whole matches."""

    sides: tuple[Side, ...]
    bots: tuple[str, ...]
    seed: int
    matches: bool = False

    @property
    def paired(self) -> bool:
        """Whether two rulebooks are compared on the same deals."""
        return len(self.sides) == 2

    @property
    def unit(self) -> str:
        """What is counted: hands or matches."""
        return "matches" if self.matches else "hands"

    def chunk(self, first: int, count: int) -> Chunk:
        """The part of the work that plays these hands, numbered from 0."""
        return Chunk(self, first, count)


@dataclass(frozen=True, slots=True)
class Chunk:
    """Some hands of a plan, one after another."""

    plan: Plan
    first: int
    count: int


def plan_of(
    game: Game, seed: int, bots: Sequence[str] = (), against: Game | None = None, matches: bool = False
) -> Plan:
    """The plan of a simulation. Raises Invalid for bots that there are not, matches that never end, and rulebooks that
    cannot be dealt the same cards."""
    if not 0 <= seed < 1 << 64:
        raise Invalid(f"a seed is a number from 0 to 2^64 - 1, not {seed}")
    if against is not None:
        if matches:
            raise Invalid("matches of two rulebooks cannot be paired: only their first deals would be the same")
        _check_same_deals(game, against)
    end = game.rulebook.match
    if matches and end.hands is None and end.points is None:
        raise Invalid(f"a match of `{game.rulebook.name}` has no end: simulate hands")
    sides = (game,) if against is None else (game, against)
    for side in sides:
        _games[side.content] = side
    named = bot_names(bots, game.players)
    return Plan(tuple(Side(side.rulebook, side.content) for side in sides), named, seed, matches)


def _check_same_deals(game: Game, other: Game) -> None:
    """Raise Invalid unless both deal the same cards to as many players."""
    first, second = (_dealt(one) for one in (game, other))
    names = f"`{game.rulebook.name}` and `{other.rulebook.name}`"
    if first[0] != second[0]:
        raise Invalid(f"{names} are not played with the same cards, so deals cannot be paired")
    if first != second:
        raise Invalid(f"{names} do not deal the same number of cards to every player, so deals cannot be paired")


def _dealt(game: Game) -> tuple[list[str], tuple[int, ...], str]:
    cards = sorted(game.pieces.names[card] for card in game.deck)
    deal = game.rulebook.deal
    # Who gets what is left over is part of the deal where the rest goes to a player or stays as a kitty.
    return cards, game.rules.sizes, deal.rest if sum(game.rules.sizes) < len(cards) else ""
