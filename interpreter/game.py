"""The game of a rulebook: what it offers to programs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

from cardwright.dsl import meaning, model

from .actions import Action, Attempt
from .bots import Bot
from .calculations import Number
from .compiled.choice import Engine, Engines, Wanted
from .contest import Comparison
from .deal import Carried, Deal, check_cards, check_places, deal, given
from .errors import Ambiguous, Invalid, of_type
from .history import History
from .match import Match, Verdict, resume, verdict
from .memory import KeptFact
from .pieces import Pieces
from .play import Cards, Play
from .position import Position
from .questions import Question, question
from .randomness import as_seed, new_seed
from .rules import Rules
from .seating import bot_names, seated
from .settlement import Settlement
from .situation import Situation, ended, position, read_situation
from .state import State, state_from_json, state_from_line
from .watching import Watch

if TYPE_CHECKING:
    from .following import PlayedOut

Told: TypeAlias = str | Iterable[str | int]
"""Cards as text, or one by one by name (or by number)."""


def _seed(seed: int | None) -> int:
    """The seed, or a new one."""
    return new_seed() if seed is None else as_seed(seed)


class Game:
    """A rulebook made playable. Immutable: every question has the same answer however often it is asked.

    Cards are told by name (joined or listed) or by number; seats count from 0, in the order of turns.

    >>> import cardwright
    >>> game = cardwright.load("hk", options={"tiers": "four"})
    >>> game.players, len(game.deck), game.direction, game.options["tiers"].answer
    (4, 52, 'anticlockwise', 'four')

    Cards and plays:

    >>> [str(play) for play in game.classify("KD KC KH 4D 4C")], game.play("9S").combination
    (['KH-KC-KD-4C-4D'], 'single')
    >>> game.beats("9S", "9H"), game.compare("9D", "9S").verdict, game.count("single")
    (True, 'too_low', 52)
    >>> game.count_by_size("single")
    {1: 52}
    >>> [str(play) for play in game.plays("8D 9S 9H KC", table="8H")], str(game.parse_action("9S 9H"))
    (['9H', '9S', 'KC'], '9S-9H')
    >>> game.pieces.format(game.cards("KC 9S")), game.chance("four_twos") < 0.02
    ('9S-KC', True)

    Hands: a seed deals the same cards everywhere. A position is told by what everybody holds, or by one hand alone.

    >>> state = game.deal(seed=7)
    >>> deal = game.shuffle(seed=7)
    >>> game.start(deal) == state == game.history(seed=7).state == game.standing(state.at)
    True
    >>> game.parse_state(str(state)) == game.state_from_json(state.to_json()) == state
    True
    >>> game.position({"hand": "8D 9S", "table": "8H"}).turn
    0
    >>> game.settle({"left": (0, 3, 8, 11)}) == game.settle(cardwright.Situation(left=(0, 3, 8, 11)))
    True

    Matches and whole hands, and what is known of the game:

    >>> cardwright.play_out(state, game.bots("greedy", seed=1)).scores
    (-1, 7, -5, -1)
    >>> match = game.match(seed=1)
    >>> game.resume_match(match.to_json()) == match, game.match_verdict((3, -1, -1, -1)).over
    (True, False)
    >>> python = cardwright.Game(game.rulebook, engine="python")
    >>> python.engine, python.engine_reason, len(python.playouts(10, seed=7))
    ('python', 'it was asked for', 10)
    >>> len(game.content), game.meaning == cardwright.load("hk").meaning, [fact.fact for fact in game.memory][:2]
    (64, False, ['breaches', 'claimed'])
    """

    def __init__(self, rulebook: model.Rulebook, watch: Watch | None = None, engine: Wanted = "auto") -> None:
        self.rules = Rules(rulebook, watch=watch)
        # What is watched is the definition at work.
        self.engines = Engines(self.rules, engine if watch is None else "definition")
        """What plays its hands: `engine` tells which."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self.rules == other.rules

    def __hash__(self) -> int:
        return hash(self.rules)

    def __reduce__(self) -> tuple[object, ...]:
        return Game, (self.rulebook, None, self.engines.wanted)

    def __repr__(self) -> str:
        agreed = ", ".join(f"{o.name} = {o.answer}" for o in self.rulebook.options if o.answer != o.default)
        return f"<Game of {self.rulebook.name}{' with ' * bool(agreed)}{agreed}>"

    # ---- what it is --------------------------------------------------------------------------------------------

    @property
    def rulebook(self) -> model.Rulebook:
        """The rulebook, settled."""
        return self.rules.rulebook

    @property
    def pieces(self) -> Pieces:
        """The pieces of the deck."""
        return self.rules.pieces

    @property
    def players(self) -> int:
        """How many play."""
        return self.rules.players

    @property
    def deck(self) -> Cards:
        """Every piece of the deck, by number."""
        return self.pieces.all

    @property
    def direction(self) -> str:
        """Which way the turns go round: `clockwise` or `anticlockwise`."""
        return self.rulebook.play.direction

    @cached_property
    def options(self) -> Mapping[str, Question]:
        """What the table was asked, with the answer in force."""
        return {option.name: question(option) for option in self.rulebook.options}

    @property
    def memory(self) -> tuple[KeptFact, ...]:
        """Which facts states keep, and why."""
        return self.rules.memory.facts

    @property
    def content(self) -> str:
        """A hash of the rulebook and its answers, by which records and states know their game."""
        return self.rules.content

    @property
    def meaning(self) -> str:
        """A hash of what is played alone, whatever it is called and whoever settled it."""
        return meaning(self.rulebook)

    @property
    def engine(self) -> Engine:
        """What plays: `definition`, `python` (a module made for this rulebook) or `native` (machine code, for whole
        hands). Raises NoEngine where the one that was asked for cannot."""
        return self.engines.name

    @property
    def engine_reason(self) -> str:
        """Why it is this engine."""
        return self.engines.reason

    # ---- cards and plays ---------------------------------------------------------------------------------------

    def cards(self, cards: Told) -> Cards:
        """Cards by number, sorted; raises Invalid for what is no card of this deck, or is there too often."""
        found = self._listed(cards)
        check_cards(self.pieces, found)
        return found

    def _listed(self, cards: Told) -> Cards:
        if isinstance(cards, str):
            return self.pieces.parse(cards) if cards.strip() else ()
        if isinstance(cards, bytes) or not isinstance(cards, Iterable):
            raise TypeError(f"cards are told by name or by number, not as {type(cards).__name__}")
        found: list[int] = []
        for card in cards:
            if isinstance(card, str):
                found.extend(self.pieces.parse(card))
            elif isinstance(card, int) and 0 <= card < len(self.pieces):
                found.append(card)
            else:
                raise Invalid(f"there is no card number {card}")
        return tuple(sorted(found))

    def classify(self, cards: Told, untouched: bool | None = None) -> tuple[Play, ...]:
        """How cards can be played: not at all, as one combination, or as several that are free of one another.

        `untouched`: whether they are a whole hand as dealt; None: if a whole hand can have as many. Cards with a
        reading, as in `3D=single`, are looked at as that alone."""
        written, equals, reading = cards.partition("=") if isinstance(cards, str) else (cards, "", "")
        pieces = self.cards(written)
        whole = len(pieces) in self.rules.plays.hand_sizes if untouched is None else untouched
        readings = self.rules.plays.readings(pieces, whole)
        if not equals:
            return readings
        wanted = self._known(reading.strip())
        return tuple(play for play in readings if play.combination == wanted)

    def play(self, cards: Told | Play) -> Play:
        """The play that cards make, whether or not they must be a whole hand. Raises Invalid or Ambiguous."""
        if isinstance(cards, Play):
            return cards
        if isinstance(cards, str):
            play = self.rules.parse_play(cards)
            check_cards(self.pieces, play.pieces)
            return play
        return self.rules.parse_play(self.pieces.format(self.cards(cards)))

    def beats(self, play: Told | Play, table: Told | Play) -> bool:
        """Whether a play beats another; what is no play beats nothing. Raises Invalid for no cards, and Ambiguous for
        what can be read in several ways."""
        pair = self._pair(play, table)
        return pair is not None and self.rules.plays.beats(*pair)

    def compare(self, play: Told | Play, table: Told | Play) -> Comparison:
        """Why a play beats another, or why not. Raises Invalid where either is no play."""
        return self.rules.plays.compare(self.play(play), self.play(table))

    def plays(self, hand: Told, table: Told | Play | None = None, *, untouched: bool = False) -> Iterator[Play]:
        """The plays in a hand, those that beat the table if there is one; lazy, each once, in a fixed order."""
        beaten = None if table is None else self.play(table)
        return self.rules.plays.generate(self.cards(hand), beaten, untouched)

    def _pair(self, play: Told | Play, table: Told | Play) -> tuple[Play, Play] | None:
        found = []
        for cards in (play, table):
            if isinstance(cards, Play):
                found.append(cards)
                continue
            written = cards if isinstance(cards, str) else self.pieces.format(self.cards(cards))
            self.cards(written.partition("=")[0])
            try:
                found.append(self.rules.parse_play(written))
            except Invalid:
                return None
        return found[0], found[1]

    # ---- actions -----------------------------------------------------------------------------------------------

    def parse_action(self, text: str) -> Action:
        """The action that a text writes. Raises Invalid where it is none, Ambiguous where it is several."""
        action = self.rules.parse_action(of_type(text, str, "an action is told as text"))
        if not isinstance(action, Attempt):
            return action
        whole = self.rules.parse_action(text, action.pieces)
        if not isinstance(whole, Attempt):
            return whole
        readings = tuple(play.combination for play in self.rules.plays.readings(action.pieces))
        if len(readings) > 1 and action.reading is None:
            raise Ambiguous(f"`{text.strip()}` can be {' or '.join(readings)}", readings)
        raise Invalid(f"`{text.strip()}` is no play", text)

    # ---- hands -------------------------------------------------------------------------------------------------

    def shuffle(self, seed: int | None = None, carried: Carried | None = None) -> Deal:
        """A deal as data: hands, rest, opener, who is asked first in auctions, and the seed that all comes from (a new
        one if none is given)."""
        chosen = _seed(seed)
        return deal(self.rulebook, self.pieces, chosen, carried or Carried())

    def deal(
        self,
        seed: int | None = None,
        *,
        hand_number: int = 1,
        last_winner: int | None = None,
        last_loser: int | None = None,
        last_places: Sequence[int] = (),
        hands: Sequence[Told] | None = None,
        opener: int | None = None,
        starter: int | None = None,
        kitty: Told | None = None,
        totals: Sequence[Number] = (),
    ) -> State:
        """Start a hand: the deal of a seed (a new one if none is given), or these hands (and this kitty)."""
        if of_type(hand_number, int, "the number of a hand is a whole number") < 1:
            raise Invalid("hands are numbered from 1")
        for points in of_type(totals, Sequence, "totals are numbers, one for each seat"):
            of_type(points, int | Fraction, "a total is a number")
        if totals and len(totals) != self.players:
            raise Invalid(f"{self.players} totals are needed, not {len(totals)}")
        before = tuple(totals) or (0,) * self.players
        places = check_places(last_places, self.players) if last_places else ()
        carried = Carried(hand_number, last_winner, last_loser, before, last_places=places)
        chosen = _seed(seed)
        if hands is None:
            if kitty is not None:
                raise Invalid("a kitty is given together with hands")
            dealt = deal(self.rulebook, self.pieces, chosen, carried, opener, starter)
        else:
            cards = [self.cards(hand) for hand in of_type(hands, Sequence, "hands are told seat after seat")]
            aside = None if kitty is None else self.cards(kitty)
            dealt = given(self.rulebook, self.pieces, cards, chosen, carried, opener, starter, aside)
        return self.start(dealt, carried)

    def start(self, deal: Deal, carried: Carried | None = None) -> State:
        """The first state of a hand whose deal is known."""
        return self.engines.start(deal, carried or Carried())

    def history(self, seed: int | None = None, carried: Carried | None = None) -> History:
        """The history of a hand that is dealt from a seed (a new one if none is given); `History.of` makes one of any
        state."""
        dealt = self.shuffle(seed, carried)
        return History.dealt(self.start(dealt, carried), dealt, carried)

    def standing(self, at: Position) -> State:
        """The state of a position, which is taken to be possible."""
        return self.engines.at(at)

    def playouts(self, hands: int, seed: int | None = None, first: int = 0) -> Sequence[PlayedOut]:
        """Whole hands dealt from a seed (a new one if none is given) and played at random, told by what came of them.
        They are numbered, from `first` on; what a number means depends on the engine alone, not on how many are asked
        for at once."""
        return self.engines.playouts(hands, _seed(seed), first)

    def position(self, situation: Situation | Mapping[str, object] | str) -> State:
        """The state that a situation describes. Raises Invalid or Illegal."""
        return position(self.rules, read_situation(situation))

    def settle(self, situation: Situation | Mapping[str, object] | str) -> Settlement:
        """What a hand that has ended so pays, explained."""
        return self.rules.settling.settle(ended(self.rules, read_situation(situation)))

    def parse_state(self, text: str) -> State:
        """The state that `str(state)` wrote."""
        return state_from_line(self.rules, text)

    def state_from_json(self, text: str | bytes) -> State:
        """The state that `State.to_json` wrote."""
        return state_from_json(self.rules, text)

    # ---- bots --------------------------------------------------------------------------------------------------

    def bots(self, *names: str, seed: int | None = None) -> list[Bot]:
        """A bot for every seat: those named, or one for all of them: `random`, `greedy`, `search` or `search:N`, which
        plays N hands out in its head for each action. Raises Invalid for other names, or another number of them."""
        return seated(self.rules, bot_names(names, self.players), _seed(seed))

    # ---- matches -----------------------------------------------------------------------------------------------

    def match(self, seed: int | None = None) -> Match:
        """A new match."""
        return Match.start(self.rules, _seed(seed))

    def resume_match(self, text: str | bytes) -> Match:
        """The match that `Match.to_json` wrote."""
        return resume(self.rules, text)

    def match_verdict(self, totals: Sequence[Number], hands: int | None = None) -> Verdict:
        """Whether totals (after so many hands) end a match, and for whom."""
        of_type(totals, Sequence, "totals are numbers, one for each seat")
        return verdict(self.rulebook.match, totals, hands)

    # ---- numbers -----------------------------------------------------------------------------------------------

    def chance(self, claim: str) -> Fraction:
        """The exact chance that a named player is dealt what a claim asks for."""
        for declared in self.rulebook.claims:
            if declared.name == claim:
                return self.rules.plays.chance(declared.holding)
        raise Invalid(f"there is no claim `{claim}`", claim)

    def count(self, combination: str | None = None) -> int:
        """How many plays the deck has: of one combination, or of all."""
        return self.rules.plays.count(self._known(combination))

    def count_by_size(self, combination: str | None = None) -> dict[int, int]:
        """How many plays of each number of cards the deck has."""
        return dict(sorted(self.rules.plays.count_by_size(self._known(combination)).items()))

    def _known(self, combination: str | None) -> str | None:
        names = {declared.name for declared in self.rulebook.combinations}
        if combination is not None and combination not in names:
            raise Invalid(f"there is no combination `{combination}`", combination)
        return combination


def height(game: Game, cards: Cards) -> tuple[int, ...]:
    """How high cards are: fewer before more, then by the highest one, the next, and so on."""
    return (len(cards), *sorted((game.pieces.heights[card] for card in cards), reverse=True))
