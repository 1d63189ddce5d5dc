"""Numbers for all actions: one table for a rulebook under every answer to its options, to which variants add."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path

from cardwright.dsl import Checked, RulebookError, find, model

from .actions import DECLINE, PASS, Action, Bid, Decline, Discard, Give, MakeClaim, Pass, PlayCards
from .catalogue import BID, CLAIM, DISCARD, GIVE, HAND, KINDS, PLAY, Catalogue, Key, TooMany, extent, largest_hand
from .catalogue import DECLINE as DECLINES
from .catalogue import PASS as PASSES
from .errors import Invalid
from .game import Game
from .play import Cards
from .rules import Rules
from .state import State

MOST_ACTIONS = 250_000
"""A table has no more actions than this."""
_MOST_SETTINGS = 2_000
_PLAYS = ("deck", "order", "family", "set", "combination", "ladder", "bombs", "free")
_HANDS = ("deck", "deal", "play", "step")
_CALLS = ("claim", "play", "auction", "step")


@dataclass(frozen=True)
class Family:
    """The numbered actions of a rulebook and of what it extends. `pieces`: the names that the keys count by."""

    name: str
    pieces: tuple[str, ...]
    keys: tuple[Key, ...]

    def __len__(self) -> int:
        return len(self.keys)

    def __repr__(self) -> str:
        return f"<{len(self)} actions of {self.name}>"

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """The actions as they are written, each in one way."""
        return tuple(map(self._text, self.keys))

    @cached_property
    def numbers(self) -> dict[Key, int]:
        """The number of each action."""
        return {key: number for number, key in enumerate(self.keys)}

    def _text(self, key: Key) -> str:
        kind, name, cards = key
        match kind:
            case "play":
                return f"{self._written(cards)}={name}" if name else self._written(cards)
            case "hand":
                return f"hand={name}"
            case "give" | "discard":
                return f"{kind} {self._written(cards)}"
            case _:
                return f"{kind} {name}" if name else kind

    def _written(self, cards: Cards) -> str:
        return "-".join(self.pieces[card] for card in cards)

    def extended(self, name: str, pieces: Sequence[str], keys: Iterable[Key]) -> Family:
        """With actions that it lacks, numbered after those it has; they count by the numbers of `pieces`."""
        known = {piece: number for number, piece in enumerate(self.pieces)}
        for piece in pieces:
            known.setdefault(piece, len(known))
        place = [known[piece] for piece in pieces]
        numbers = self.numbers
        new = {key for kind, said, cards in keys if (key := (kind, said, moved(cards, place))) not in numbers}
        if len(self) + len(new) > MOST_ACTIONS:
            raise TooMany(len(self) + len(new), False)
        return Family(name, tuple(known), (*self.keys, *sorted(new, key=_order)))


def moved(cards: Cards, place: Sequence[int]) -> Cards:
    """Cards by their numbers in another deck."""
    return tuple(sorted([place[card] for card in cards]))


def _order(key: Key) -> tuple[int, int, Cards, int, str]:
    kind, name, cards = key
    number = int(name) if kind == BID else 0
    return KINDS.index(kind), len(cards), cards, number, name


_NOTHING = Family("", (), ())


def family_of(rulebook: str | Path | Checked) -> Family:
    """The table of a rulebook under all answers to its options, after that of what it extends. Raises TooMany where
    there are too many actions, and what `load` raises."""
    checked = rulebook if isinstance(rulebook, Checked) else find(rulebook)
    if checked.errors or checked.program is None:
        raise RulebookError(checked.errors, checked.source)
    texts = tuple(source.text for source in checked.source.all)
    known = _families.get(texts)
    if known is None:
        if len(_families) >= _MOST_FAMILIES:
            _families.clear()
        known = _families[texts] = _gathered(checked)
    return known


_families: dict[tuple[str, ...], Family] = {}
_MOST_FAMILIES = 16


def _gathered(checked: Checked) -> Family:
    """The actions of every setting; the settings are those of the options that plays, hands and calls depend on."""
    base = _NOTHING if checked.base is None else family_of(checked.base)
    first = checked.settle()
    hands = checked.settings_of(_HANDS, _MOST_SETTINGS, by_guards=True).found
    largest = max(largest_hand(checked.settle(setting)) for setting in hands)
    catalogue = Catalogue(MOST_ACTIONS)
    keys: set[Key] = set()
    for setting in checked.settings_of(_PLAYS, _MOST_SETTINGS, but=("compare",)).found:
        keys.update(catalogue.plays(checked.settle(setting), largest))
    for setting in checked.settings_of(_CALLS, _MOST_SETTINGS, by_guards=True).found:
        keys.update(catalogue.others(checked.settle(setting), largest))
    pieces = tuple(piece.name for piece in first.deck.pieces)
    return base.extended(first.name, pieces, keys)


class Universe:
    """The actions of one game by their numbers. Those that the game can never ask for keep theirs and are not in
    `mask`. `family`: the table; None: one for this game alone. Raises TooMany."""

    def __init__(self, game: Game, family: Family | None = None) -> None:
        self.game = game
        rules = self._rules = game.rules
        book, names = rules.rulebook, rules.pieces.names
        largest = largest_hand(book)
        catalogue = Catalogue(MOST_ACTIONS)
        keys = {*catalogue.plays(book, largest), *catalogue.others(book, largest)}
        # What no setting that was gone through has is numbered after everything else.
        self.family = whole = (family or _NOTHING).extended((family or book).name, names, keys)
        at = {name: number for number, name in enumerate(whole.pieces)}
        place = [at[name] for name in names]
        numbers = whole.numbers
        self._own: dict[Key, int] = {}
        """The actions of this game, with pieces by its own numbers."""
        for key in keys:
            kind, name, cards = key
            self._own[kind, name, tuple(sorted(cards))] = numbers[kind, name, moved(cards, place)]
        self._keys = {number: key for key, number in self._own.items()}
        self._whole = frozenset(m.rule.combination.name for m in rules.plays.matchers if m.planner.untouched)
        self._by_text: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self.family)

    @cached_property
    def mask(self) -> tuple[int, ...]:
        """The numbers that this game uses, rising."""
        return tuple(sorted(self._keys))

    def text(self, number: int) -> str:
        """An action as it is written: what `State.parse_action` reads, but for `hand=NAME`, a whole untouched hand."""
        return self.family.texts[number]

    def number(self, action: Action | str) -> int:
        """The number of an action, or of its text. Raises Invalid for what this game cannot ask for."""
        if isinstance(action, str):
            if not self._by_text:
                self._by_text = {self.text(number): number for number in self._keys}
            known = self._by_text.get(action.strip())
            return self.number(self.game.parse_action(action)) if known is None else known
        known = self._number(action)
        if known is None:
            raise Invalid(f"`{action}` is no action of `{self._rules.rulebook.name}`", str(action))
        return known

    def _number(self, action: Action) -> int | None:
        own = self._own
        match action:
            case PlayCards(play=play):
                if play.combination in self._whole:
                    return own.get((HAND, play.combination, ()))
                known = own.get((PLAY, "", play.pieces))
                return own.get((PLAY, play.combination, play.pieces)) if known is None else known
            case Pass():
                return own.get((PASSES, "", ()))
            case Decline():
                return own.get((DECLINES, "", ()))
            case MakeClaim(name=name):
                return own.get((CLAIM, name, ()))
            case Bid(bid=bid):
                return own.get((BID, str(bid), ()))
            case Give(pieces=pieces):
                return own.get((GIVE, "", pieces))
            case Discard(pieces=pieces):
                return own.get((DISCARD, "", pieces))

    def key(self, number: int) -> Key:
        """What an action does: kind, name, pieces by their numbers in this game. Raises Invalid."""
        known = self._keys.get(number)
        if known is None:
            raise Invalid(f"{number} is the number of no action of `{self._rules.rulebook.name}`")
        return known

    def action(self, number: int, state: State | None = None) -> Action:
        """The action that has a number. `state`: whose turn it is tells which cards a whole hand is. Raises Invalid."""
        kind, name, cards = self.key(number)
        rules = self._rules if state is None else self._rules.course(state.at)
        match kind:
            case "play":
                readings = rules.plays.readings(cards)
                return PlayCards(next(play for play in readings if name in ("", play.combination)))
            case "hand":
                if state is None or state.turn is None:
                    raise Invalid(f"`{self.text(number)}` is the whole hand of who plays it: a state must tell which")
                readings = rules.plays.readings(state.hands[state.turn], True)
                found = next((play for play in readings if play.combination == name), None)
                if found is None:
                    raise Invalid(f"the hand of seat {state.turn} is no `{name}`")
                return PlayCards(found)
            case "claim":
                return MakeClaim(name)
            case "bid":
                return Bid(int(name))
            case "give" | "discard":
                names = tuple(self._rules.pieces.names[card] for card in cards)
                return Give(cards, names) if kind == GIVE else Discard(cards, names)
            case _:
                return PASS if kind == PASSES else DECLINE


def size(game: Game) -> tuple[int, bool]:
    """How many plays, gifts and discards a game can ask for, and whether that is exact or only the least."""
    return extent(game.rules.plays, largest_hand(game.rulebook))
