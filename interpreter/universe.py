"""Numbers for all actions: one table for a rulebook under every answer to its options, to which variants add."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from cardwright.dsl import Checked, RulebookError, Settings, find

from .actions import DECLINE, PASS, Action, Bid, Decline, Discard, Give, MakeClaim, Pass, PlayCards
from .catalogue import BID, CLAIM, DISCARD, GIVE, HAND, KINDS, PLAY, Catalogue, Key, TooMany, largest_hand, signs
from .catalogue import DECLINE as DECLINES
from .catalogue import PASS as PASSES
from .errors import Invalid
from .game import Game
from .play import Cards
from .state import State

MOST_ACTIONS = 250_000
"""A table has no more actions than this."""
_MOST_SETTINGS = 2_000
_PLAYS = ("deck", "order", "family", "set", "combination", "ladder", "bombs", "free")
_HANDS = ("deck", "deal", "play", "step")
_OTHERS = ("deck", "claim", "play", "auction", "step")
_COURSE = (
    *("first hand", "hand", "last trick", "later hands", "next trick", "pass", "pile", "trick", "turns", "won at once"),
    *("each_bids", "no_bid", "starts", "holding"),
)
"""What says how a hand goes, and nothing of which actions there are."""


@dataclass(frozen=True)
class Family:
    """The numbered actions of a rulebook and of what it extends. `pieces`: the names that the keys count by; `signs`
    and `largest`: what decides which plays were found, and up to which size."""

    name: str
    pieces: tuple[str, ...]
    keys: tuple[Key, ...]
    signs: frozenset[object] = field(default=frozenset(), repr=False)
    largest: int = 0

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

    @cached_property
    def by_text(self) -> dict[str, int]:
        """The number of each text."""
        return {text: number for number, text in enumerate(self.texts)}

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
        if place != list(range(len(place))):
            keys = {(kind, said, moved(cards, place)) for kind, said, cards in keys}
        new = {key for key in keys if key not in numbers}
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
    plays, hands, others = _settings(checked)
    largest = max(largest_hand(checked.settle(setting)) for setting in hands.found)
    catalogue = Catalogue(MOST_ACTIONS)
    for setting in plays.found:
        catalogue.add_plays(checked.settle(setting), largest)
    for setting in others.found:
        catalogue.add_others(checked.settle(setting), largest)
    pieces = tuple(piece.name for piece in first.deck.pieces)
    found = base.extended(first.name, pieces, catalogue.keys)
    return replace(found, signs=frozenset(catalogue.signs), largest=largest)


def _settings(checked: Checked) -> tuple[Settings, Settings, Settings]:
    """The settings of the options on which plays depend, the sizes of hands, and all other actions."""
    plays = checked.settings_of(_PLAYS, _MOST_SETTINGS, but=("compare",))
    hands = checked.settings_of(_HANDS, _MOST_SETTINGS, but=_COURSE, by_guards=True)
    others = checked.settings_of(_OTHERS, _MOST_SETTINGS, but=_COURSE)
    return plays, hands, others


class Universe:
    """The actions of one game by their numbers in a table. Raises TooMany.

    `family`: the table; None: one for this game alone. What it lacks of this game is numbered after everything else."""

    def __init__(self, game: Game, family: Family | None = None) -> None:
        self.game = game
        self._rules = rules = game.rules
        book, names = rules.rulebook, rules.pieces.names
        self._largest = largest_hand(book)
        if family is None or not _covers(family, game):
            catalogue = Catalogue(MOST_ACTIONS)
            catalogue.add_plays(book, self._largest)
            catalogue.add_others(book, self._largest)
            family = (family or _NOTHING).extended((family or book).name, names, catalogue.keys)
        self.family = family
        at = {name: number for number, name in enumerate(family.pieces)}
        self._place = [at[name] for name in names]
        self._in_family = self._place == list(range(len(names)))
        self._whole = frozenset(m.rule.combination.name for m in rules.plays.matchers if m.planner.untouched)
        self._free = frozenset(key[2] for key in family.keys if key[0] == PLAY and key[1])
        self._home = {place: card for card, place in enumerate(self._place)}

    def __len__(self) -> int:
        return len(self.family)

    @property
    def texts(self) -> tuple[str, ...]:
        """All actions as they are written: what `State.parse_action` reads, but for `hand=NAME`, a whole hand."""
        return self.family.texts

    @property
    def is_told_by_cards(self) -> bool:
        """Whether cards are one play at most, and no play is a whole hand whatever its cards."""
        return not self._free and not self._whole

    @cached_property
    def mask(self) -> tuple[int, ...]:
        """The numbers of the actions that this game has, rising; the others are of other settings, or of none."""
        book, catalogue = self._rules.rulebook, Catalogue(MOST_ACTIONS)
        keys = {*catalogue.playable(book, self._largest), *catalogue.others(book, self._largest)}
        return tuple(sorted(self._numbered(kind, name, cards) for kind, name, cards in keys))

    def _numbered(self, kind: str, name: str, cards: Cards) -> int:
        if not self._in_family:
            cards = moved(cards, self._place)
        return self.family.numbers[kind, name, cards]

    def number(self, action: Action | str) -> int:
        """The number of an action, or of its text. Raises Invalid for what is in no table."""
        if isinstance(action, str):
            known = self.family.by_text.get(action.strip())
            # A name that tells readings apart elsewhere may be none here.
            named = known is not None and self.family.keys[known][0] == PLAY and "=" in action
            return self.number(self.game.parse_action(action)) if known is None or named else known
        try:
            return self._numbered(*self._key(action))
        except KeyError:
            raise Invalid(f"`{action}` is no action of `{self._rules.rulebook.name}`", str(action)) from None

    def number_of_play(self, cards: Cards, combination: str) -> int:
        """The number of the play of these cards as a combination."""
        return self._numbered(*self.key_of_play(cards, combination))

    def _key(self, action: Action) -> Key:
        match action:
            case PlayCards(play=play):
                return self.key_of_play(play.pieces, play.combination)
            case MakeClaim(name=name):
                return CLAIM, name, ()
            case Bid(bid=bid):
                return BID, str(bid), ()
            case Give(pieces=pieces):
                return GIVE, "", pieces
            case Discard(pieces=pieces):
                return DISCARD, "", pieces
            case Pass():
                return PASSES, "", ()
            case Decline():
                return DECLINES, "", ()

    def key_of_play(self, cards: Cards, combination: str) -> Key:
        """What the play of these cards as a combination is in this game."""
        if combination in self._whole:
            return HAND, combination, ()
        several = self._free and moved(cards, self._place) in self._free
        named = several and len(self._rules.plays.readings(cards)) > 1
        return PLAY, combination if named else "", cards

    def key(self, number: int) -> Key:
        """What an action does: kind, name, pieces by their numbers in this game. Raises Invalid."""
        if not 0 <= number < len(self):
            raise Invalid(f"actions are numbered from 0 to {len(self) - 1}, and {number} is none")
        kind, name, cards = self.family.keys[number]
        if self._in_family:
            return kind, name, cards
        if any(card not in self._home for card in cards):
            raise Invalid(f"`{self.texts[number]}` has pieces that are not in the deck of this game")
        return kind, name, tuple(sorted([self._home[card] for card in cards]))

    def action(self, number: int, state: State | None = None) -> Action:
        """The action that has a number. `state`: whose turn it is tells which cards a whole hand is. Raises Invalid."""
        kind, name, cards = self.key(number)
        match kind:
            case "play":
                readings = self._rules.plays.readings(cards)
                if len(readings) == 1 and not name:
                    return PlayCards(readings[0])
                found = next((play for play in readings if name == play.combination), None)
            case "hand":
                if state is None or state.turn is None:
                    raise Invalid(f"`{self.texts[number]}` is the whole hand of who plays it: a state must tell which")
                readings = self._rules.plays.readings(state.hands[state.turn], True)
                found = next((play for play in readings if play.combination == name), None)
            case "claim":
                return MakeClaim(name)
            case "bid":
                return Bid(int(name))
            case "give" | "discard":
                names = tuple(self._rules.pieces.names[card] for card in cards)
                return Give(cards, names) if kind == GIVE else Discard(cards, names)
            case _:
                return PASS if kind == PASSES else DECLINE
        if found is None:
            raise Invalid(f"`{self.texts[number]}` is no play of `{self._rules.rulebook.name}` here")
        return PlayCards(found)


def _covers(family: Family, game: Game) -> bool:
    """Whether a table has all actions of a game."""
    book, names = game.rulebook, game.pieces.names
    largest = largest_hand(book)
    if family.pieces[: len(names)] != names or largest > family.largest:
        return False
    others = Catalogue(MOST_ACTIONS).others(book, largest)
    return signs(game.rules.plays, family.largest) <= family.signs and all(key in family.numbers for key in others)


def universe_of(
    rulebook: str | Path | Checked, options: Mapping[str, bool | int | str] | None = None
) -> tuple[Game, Universe]:
    """A game under some answers, and its actions in the table of all answers. Raises TooMany, and what `load`
    raises."""
    checked = rulebook if isinstance(rulebook, Checked) else find(rulebook)
    game = Game(checked.settle(options))
    return game, Universe(game, family_of(checked))
