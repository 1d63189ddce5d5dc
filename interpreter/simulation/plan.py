"""What is simulated: the rulebook, the bots and the seed. A plan and the number of a hand fix what happens in it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field

from cardwright.dsl import model

from ..compiled.choice import Engine
from ..errors import Invalid
from ..game import Game
from ..randomness import as_seed
from ..seating import bot_names
from .engines import choose

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
        """Its game, made once in a process. The definition plays it: bots look at every state, and to tell compiled
        ones takes longer than to play them."""
        game = _games.pop(self.content, None) or Game(self.rulebook, engine="definition")
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
    engine: Engine = "definition"
    why: str = field(default="", compare=False)
    """Why the definition plays, where no engine was asked for."""

    @property
    def compiled(self) -> bool:
        """Whether a compiled engine plays: whichever it is, hands are the same, but they are others than those of the
        definition, whose random bots choose from another list."""
        return self.engine != "definition"

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
    game: Game,
    seed: int,
    bots: Sequence[str] = (),
    against: Game | None = None,
    matches: bool = False,
    engine: str = "auto",
    hands: int | None = None,
) -> Plan:
    """The plan of a simulation of so many `hands`, as far as that is known. Raises Invalid for bots that there are not,
    matches that never end, and rulebooks that cannot be dealt the same cards; NoEngine where one cannot play."""
    seed = as_seed(seed)
    if against is not None:
        if matches:
            raise Invalid("matches of two rulebooks cannot be paired: only their first deals would be the same")
        _check_same_deals(game, against)
    end = game.rulebook.match
    if matches and end.hands is None and end.points is None:
        raise Invalid(f"a match of `{game.rulebook.name}` has no end: simulate hands")
    sides = tuple(Side(one.rulebook, one.content) for one in (game, against) if one is not None)
    named = bot_names(bots, game.players)
    chosen, why = choose(engine, [side.game for side in sides], named, matches, hands)
    return Plan(sides, named, seed, matches, chosen, why)


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
