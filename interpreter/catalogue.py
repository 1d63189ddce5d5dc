"""What can be done at all under some rules, whoever holds which cards: every play, gift and discard of the deck, listed
where they are not too many, otherwise counted; and how many actions can be legal at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TypeAlias

from cardwright.dsl import model

from .apart import apart
from .errors import CardwrightError, Unanswerable
from .matching import Matcher
from .play import Cards
from .plays import Plays
from .preparing import choices

Key: TypeAlias = tuple[str, str, Cards]
"""What an action does, the name of what it does (a claim, a bid, a reading), and its pieces in order."""

PASS, DECLINE = "pass", "decline"
CLAIM, BID, PLAY, HAND, GIVE, DISCARD = "claim", "bid", "play", "hand", "give", "discard"
KINDS = (PASS, DECLINE, CLAIM, BID, PLAY, HAND, GIVE, DISCARD)
"""The kinds of actions, in the order of their numbers. `hand`: the whole hand as dealt, as a combination that takes
nothing else; which cards it has makes no difference, as a player holds one such hand."""


class TooMany(CardwrightError):
    """There are more actions than can be listed. `size`: how many there are, at least where it is not `exact`."""

    def __init__(self, size: int, exact: bool) -> None:
        super().__init__(
            f"these rules know {'' if exact else 'at least '}{size:,} actions, too many for a table: "
            "use the indexed form, in which an action is its place in the list of what is legal"
        )
        self.size = size
        self.exact = exact


@dataclass(frozen=True)
class _Asked:
    """What decides which cards fill the pattern of a combination."""

    pieces: tuple[model.Piece, ...]
    ranks: tuple[model.Scale, ...]
    pattern: model.Pattern
    orders: tuple[model.Order, ...]
    sets: tuple[model.Set, ...]
    largest: int


class Catalogue:
    """Lists the actions of settled rulebooks; what several of them share is found once. `most`: how many cards are
    found for one combination before it is given up."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._found: dict[_Asked, frozenset[Cards]] = {}
        self._shared: dict[tuple[int, int], frozenset[Cards]] = {}
        self._told: set[Key] = set()
        self.signs: set[object] = set()
        """What decides which plays the rulebooks have that were added."""

    @property
    def keys(self) -> set[Key]:
        """The actions of all rulebooks that were added."""
        return {(PLAY, "", cards) for found in self._found.values() for cards in found} | self._told

    def add_plays(self, rulebook: model.Rulebook, largest: int) -> None:
        """Every play by its cards: all that fill a pattern, whatever further conditions say. Where two types are free
        of one another, cards that fill both are there with each of the names as well. `largest`: the most pieces
        anybody can hold. Raises TooMany."""
        plays = Plays(rulebook)
        self.signs |= signs(plays, largest)
        found = self._found_by_type(plays, largest)
        self._told.update((HAND, m.rule.combination.name, ()) for m in plays.matchers if m.planner.untouched)
        for (one, mine), (other, theirs) in combinations(found.items(), 2):
            if free(plays, one, other):
                names = (one.rule.combination.name, other.rule.combination.name)
                self._told.update((PLAY, name, cards) for cards in self._common(mine, theirs) for name in names)

    def add_others(self, rulebook: model.Rulebook, largest: int) -> None:
        """Every action that is no play. Raises TooMany."""
        self._told.update(self.others(rulebook, largest))

    def playable(self, rulebook: model.Rulebook, largest: int) -> Iterator[Key]:
        """The plays that there are, each as it is read. Raises TooMany."""
        plays = Plays(rulebook)
        found = self._found_by_type(plays, largest)
        several: set[Cards] = set()
        for (_, mine), (_, theirs) in combinations(found.items(), 2):
            several |= self._common(mine, theirs)
        for matcher in plays.matchers:
            if matcher.planner.untouched:
                yield (HAND, matcher.rule.combination.name, ())
                continue
            lacking = any(isinstance(rule.part, model.Lacking) for rule in matcher.planner.rules)
            sure = matcher.rule.combination.needs is None and not lacking
            for cards in found[matcher] - several:
                if sure or matcher.match(cards) is not None:
                    yield (PLAY, "", cards)
        for cards in several:
            readings = plays.readings(cards)
            yield from ((PLAY, play.combination if len(readings) > 1 else "", cards) for play in readings)

    def others(self, rulebook: model.Rulebook, largest: int) -> Iterator[Key]:
        """Every action that is no play, in no order. Raises TooMany."""
        auctions = [auction for auction in rulebook.auctions if auction.name in rulebook.play.before]
        if auctions or not rulebook.play.discards:
            yield (PASS, "", ())
        voluntary = [claim.name for claim in rulebook.claims if claim.voluntary]
        if voluntary:
            yield (DECLINE, "", ())
            yield from ((CLAIM, name, ()) for name in voluntary)
        yield from ((BID, str(bid), ()) for auction in auctions for bid in auction.bids)
        if not (rulebook.play.discards or rulebook.steps):
            return
        plays = Plays(rulebook)
        ways = multisets(plays.pieces.copies)
        for kind, size in {*_handed(plays, largest)}:
            if ways[size] > self._most:
                raise TooMany(*extent(plays, largest))
            yield from ((kind, "", cards) for cards in choices(plays.pieces.all, size))

    def _common(self, one: frozenset[Cards], other: frozenset[Cards]) -> frozenset[Cards]:
        key = (id(one), id(other))
        known = self._shared.get(key)
        if known is None:
            known = self._shared[key] = one & other
        return known

    def _found_by_type(self, plays: Plays, largest: int) -> dict[Matcher, frozenset[Cards]]:
        """The cards that fill the pattern of each type; types that take whole hands alone are left out."""
        found = {}
        for matcher in plays.matchers:
            if not matcher.planner.untouched:
                asked = _asked(plays, matcher, largest)
                known = self._found.get(asked)
                if known is None:
                    known = self._found[asked] = frozenset(self._filling(plays, matcher, largest))
                found[matcher] = known
        return found

    def _filling(self, plays: Plays, matcher: Matcher, largest: int) -> set[Cards]:
        planner = matcher.planner
        counted = plays.count_by_formula(matcher)
        if counted is not None and sum(ways for size, ways in counted.items() if size <= largest) > self._most:
            raise TooMany(*extent(plays, largest))
        found: set[Cards] = set()
        for cards in planner.found(planner.pool(plays.pieces.all), (1, largest)):
            found.add(cards)
            if len(found) > self._most:
                raise TooMany(*extent(plays, largest, len(found)))
        return found


def _asked(plays: Plays, matcher: Matcher, largest: int) -> _Asked:
    book, pattern = plays.rulebook, matcher.rule.combination.pattern
    ordered = any(getattr(part, "in_order", None) is not None for part in pattern.parts)
    orders = book.orders if ordered else ()
    return _Asked(book.deck.pieces, book.deck.rank_scales, pattern, orders, book.sets, largest)


def signs(plays: Plays, largest: int) -> frozenset[object]:
    """What decides which plays there are: rules that have all of it in common with others add no plays to theirs."""
    patterns = (_asked(plays, matcher, largest) for matcher in plays.matchers if not matcher.planner.untouched)
    whole = (matcher.rule.combination.name for matcher in plays.matchers if matcher.planner.untouched)
    pairs = (
        frozenset((one.rule.combination.name, other.rule.combination.name))
        for one, other in combinations(plays.matchers, 2)
        if free(plays, one, other)
    )
    return frozenset((*patterns, *whole, *pairs))


def largest_hand(rulebook: model.Rulebook) -> int:
    """The most pieces that anybody can hold."""
    steps = (step.act for step in rulebook.steps if step.name in rulebook.play.before)
    return model.held_sizes(rulebook.deal, sum(piece.copies for piece in rulebook.deck.pieces), steps)[-1]


def _handed(plays: Plays, largest: int) -> Iterator[tuple[str, int]]:
    """How many pieces can be given, and laid down."""
    book = plays.rulebook
    for step in book.steps:
        if step.name in book.play.before and isinstance(step.act, model.Gives) and step.act.extreme is None:
            count = step.act.count
            sizes = [count.value] if isinstance(count, model.Number) else range(1, largest + 1)
            yield from ((GIVE, size) for size in sizes if 0 < size <= largest)
    if book.play.discards:
        yield from ((DISCARD, size) for size in range(1, min(largest, _longest(plays)) + 1))


def _longest(plays: Plays) -> int:
    """The most pieces that a play can have."""
    return max(matcher.planner.span[1] for matcher in plays.matchers)


def multisets(copies: Sequence[int], most: int | None = None) -> Counter[int]:
    """By size, how many different choices there are of pieces that are there so many times."""
    ways = [1]
    for number in copies:
        longer = [0] * (len(ways) + number)
        for at, way in enumerate(ways):
            for more in range(number + 1):
                longer[at + more] += way
        ways = longer
    return Counter(dict(enumerate(ways[: None if most is None else most + 1])))


def extent(plays: Plays, largest: int, least: int = 0) -> tuple[int, bool]:
    """How many plays, gifts and discards there are, and whether that is exact: plays that are too many to be found one
    by one, and that other types may take, are not counted. `least`: so many there are in any case."""
    number, exact = 0, True
    for matcher in plays.matchers:
        if matcher.planner.untouched:
            number += 1
            continue
        try:
            sizes = plays.count_by_size(matcher.rule.combination.name)
        except Unanswerable:
            exact = False
            continue
        number += sum(ways for size, ways in sizes.items() if size <= largest)
    ways = multisets(plays.pieces.copies)
    number += sum(ways[size] for _, size in {*_handed(plays, largest)})
    return max(number, least), exact


# ---- how many can be legal at once -------------------------------------------------------------------------------


def most_legal(plays: Plays, largest: int) -> int:
    """No state has more legal actions than this: of no hand of a size can more different choices be made than of one
    whose pieces differ as far as the deck goes."""
    book = plays.rulebook
    held = _spread(plays.pieces.copies, largest)
    choices_of = multisets(held)
    readings = 1 + max(sum(free(plays, one, other) for other in plays.matchers) for one in plays.matchers)
    low = min((matcher.planner.span[0] for matcher in plays.matchers), default=1)
    high = min(largest, _longest(plays))
    made = sum(choices_of[size] for size in range(low, high + 1)) * readings
    handed = [choices_of[size] for _, size in _handed(plays, largest)]
    instead = max(handed, default=0) if book.play.discards else 1
    called = max((len(auction.bids) + 1 for auction in book.auctions), default=0)
    return max(made + instead, *handed, called, len(book.claims) + 1)


def free(plays: Plays, one: Matcher, other: Matcher) -> bool:
    """Whether the same cards may be played as either type."""
    names = (one.rule.combination.name, other.rule.combination.name)
    return one is not other and not plays.contest.ordered(*names) and not apart(one, other)


def _spread(copies: Sequence[int], size: int) -> list[int]:
    """A hand of which most choices can be made: as few equal pieces as possible."""
    held = [0] * len(copies)
    while size:
        able = [at for at, number in enumerate(copies) if held[at] < number]
        if not able:
            break
        level = min(held[at] for at in able)
        for at in [at for at in able if held[at] == level][:size]:
            held[at] += 1
            size -= 1
    return held
