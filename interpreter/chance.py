"""How likely a dealt hand includes a pattern: an exact fraction, or a plain refusal.

Hands are not tried one by one. Pieces that a pattern cannot tell apart make a unit; how many pieces of each unit a
hand has decides whether it includes the pattern; units that play the same part are counted together. Every kind of
hand is then judged by the same search that judges claims, and weighed by the number of hands of that kind.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import reduce
from itertools import combinations, combinations_with_replacement, product
from math import comb, factorial, prod
from typing import TYPE_CHECKING, TypeAlias

from cardwright.dsl import model

from .errors import Unanswerable
from .generation import Planner
from .parts import PartRule, Values
from .play import Cards

if TYPE_CHECKING:
    from .plays import Plays

Polynomial: TypeAlias = list[int]
"""Numbers of hands by their size."""

_MOST_KINDS = 200_000
_MOST_HANDS = 300_000


@dataclass(frozen=True, slots=True)
class Unit:
    """Pieces that a pattern cannot tell apart: one identity for each copy in the deck."""

    cards: Cards
    role: tuple[object, ...]
    """What the pattern may use them for; units of one role and size can change places."""
    levels: tuple[int, ...]
    """The numbers of pieces from which more is possible than with one less; 0 is the first."""


class Chances:
    """Counts the hands of one rulebook's deck that include patterns."""

    def __init__(self, plays: Plays) -> None:
        self._plays = plays
        self.kinds = 0
        """How many kinds of hands have been judged."""

    def chance(self, pattern: model.Pattern, size: int | None = None) -> Fraction:
        """The chance that a hand of `size` pieces includes the pattern. None: a hand as it is dealt; where some players
        are dealt one more, everybody is one of them equally often."""
        deck = self._plays.pieces.all
        if size is None:
            sizes = model.dealt_sizes(self._plays.rulebook.deal, len(deck))
            chances = (self.chance(pattern, one) * number for one, number in Counter(sizes).items())
            return sum(chances, Fraction(0)) / len(sizes)
        if not 0 < size <= len(deck):
            raise Unanswerable(f"no hand of {size} can be dealt from {len(deck)} pieces")
        return Fraction(self.hands(pattern, size), comb(len(deck), size))

    def hands(self, pattern: model.Pattern, size: int) -> int:
        """How many hands of a size include the pattern, equal pieces counted apart."""
        deck = self._plays.pieces.all
        if self._plays.planner(pattern).empty:
            return 0
        try:
            return _at(self._counts(pattern, deck, size), size)
        except Unanswerable:
            if comb(len(deck), size) > _MOST_HANDS:
                raise
        planner = self._plays.planner(pattern)
        self.kinds += comb(len(deck), size)
        return sum(_includes(planner, tuple(sorted(hand))) for hand in combinations(deck, size))

    def _counts(self, pattern: model.Pattern, deck: Cards, size: int) -> Polynomial:
        """How many hands from some of the deck include the pattern, by size (at least right at `size`)."""
        planner = self._plays.planner(pattern)
        looked = attributes(planner)
        if "suit" in looked and len(pattern.parts) == 1:
            part = pattern.parts[0]
            if not isinstance(part, model.Lacking) and "suit" in part.alike:
                return self._inside_a_suit(part, deck, size)
            if not isinstance(part, model.Lacking) and part.not_alike == ("suit",) and planner.untouched:
                # A whole hand either is of a suit or is not.
                freed = replace(part, not_alike=())
                alike = replace(freed, alike=(*part.alike, "suit"))
                free = self._counts(model.Pattern(parts=(freed,)), deck, size)
                return _minus(free, self._counts(model.Pattern(parts=(alike,)), deck, size))
        return self._by_kind(planner, looked, deck, size)

    def _inside_a_suit(
        self, part: model.Sized | model.EachOf | model.Every | model.Listed, deck: Cards, size: int
    ) -> Polynomial:
        """A part that lies in one suit: suits are judged alone, and no suit must have it for the hand to lack it."""
        inner = replace(part, alike=tuple(a for a in part.alike if a != "suit"))
        pattern = model.Pattern(parts=(inner,))
        suits = self._plays.pieces.suits
        by_suit: dict[int | None, list[int]] = {}
        for card in deck:
            by_suit.setdefault(suits[card], []).append(card)
        others = len(by_suit.pop(None, []))
        with_it = [(len(cards), self._counts(pattern, tuple(cards), size)) for cards in by_suit.values()]
        if part.untouched:
            # The hand itself lies in one suit.
            return reduce(_plus, (counts for _, counts in with_it), [0])
        without = [_minus(_all_hands(number), counts) for number, counts in with_it]
        return _minus(_all_hands(len(deck)), reduce(times, without, _all_hands(others)))

    # ---- kinds of hands ----------------------------------------------------------------------------------------

    def _by_kind(self, planner: Planner, looked: set[model.Attribute], deck: Cards, size: int) -> Polynomial:
        units = self._units(planner, looked, deck)
        tied = len(looked) > 1 or self._share_values(units, looked)
        groups: dict[tuple[object, ...], list[Unit]] = {}
        for unit in units:
            # Units can change places where nothing but their role and number matters.
            alone = (unit.cards,) if tied else ()
            groups.setdefault((*unit.role, len(unit.cards), unit.levels, *alone), []).append(unit)
        kinds = prod(comb(len(group) + len(group[0].levels) - 1, len(group)) for group in groups.values())
        if kinds > _MOST_KINDS:
            raise Unanswerable("too many kinds of hands differ in whether they include this pattern")
        total: Polynomial = [0] * (size + 1)
        for hand, weight in self._kinds(list(groups.values()), size, planner.untouched):
            self.kinds += 1
            if _includes(planner, hand):
                total = _plus(total, weight)
        return total

    def _kinds(self, groups: list[list[Unit]], size: int, exact: bool) -> Iterator[tuple[Cards, Polynomial]]:
        """One hand of every kind, with the number of hands of that kind by size."""
        choices = [list(group_kinds(group, size, exact)) for group in groups]
        for choice in product(*choices):
            hand = tuple(sorted(card for cards, _ in choice for card in cards))
            if len(hand) <= size and (not exact or len(hand) == size):
                weight = reduce(lambda a, b: times(a, b)[: size + 1], (weight for _, weight in choice), [1])
                if any(weight):
                    yield hand, weight

    def _share_values(self, units: list[Unit], looked: set[model.Attribute]) -> bool:
        """Whether units with different roles have a value in common, so that what one does binds the other."""
        if not looked:
            return False
        of = self._values(next(iter(looked))).of
        seen = [of[unit.cards[0]] for unit in units if len(unit.levels) > 1]
        return len(set(seen)) < len(seen)

    def _units(self, planner: Planner, looked: set[model.Attribute], deck: Cards) -> list[Unit]:
        """The pieces in units, with what the pattern can do with each."""
        tell: list[Callable[[int], object]] = [self._values(attribute).of.__getitem__ for attribute in sorted(looked)]
        windows = any(rule.windows is not None for rule in planner.rules)
        found: dict[tuple[object, ...], list[int]] = {}
        for card in deck:
            role = tuple(role_of(rule, card) for rule in planner.rules)
            # What no part may use needs no telling apart.
            used = any(any(use) for use in role)
            key = (role, tuple(look(card) for look in tell) if used else ())
            found.setdefault(key, []).append(card)
        units: list[Unit] = []
        for known, cards in found.items():
            levels = tuple(range(len(cards) + 1)) if planner.untouched else levels_of(planner, tuple(cards))
            units.append(Unit(tuple(sorted(cards)), known if windows else known[:1], levels))
        return units

    def _values(self, attribute: model.Attribute) -> Values:
        return Values(self._plays.pieces, attribute)


def attributes(planner: Planner) -> set[model.Attribute]:
    """The attributes by which a pattern tells pieces apart; two that sort the deck alike count once."""
    used: dict[model.Attribute, Values] = {}
    for rule in planner.rules:
        values = [*rule.alike, *rule.not_alike, rule.another, rule.others, rule.groups]
        if rule.windows is not None or rule.per is not None:
            values.append(rule.ranks)
        used.update({v.attribute: v for v in values if v is not None})
    if "rank" in used and "identity" in used:
        pairs = set(zip(used["rank"].of, used["identity"].of, strict=True))
        if len(pairs) == len(set(used["rank"].of)):
            del used["identity"]
    return set(used)


def role_of(rule: PartRule, card: int) -> tuple[bool, ...]:
    """What a part may use a piece for."""
    if rule.items:
        return tuple(card in item for item in rule.items)
    usable = rule.members is None or card in rule.members
    if rule.by_values:
        usable = usable and any((rule.groups or rule.ranks).of[card] in values for values in rule.by_values)
    return (usable,) if usable else ()


def levels_of(planner: Planner, cards: Cards) -> tuple[int, ...]:
    """From which numbers of pieces of a unit a hand can do more."""
    steps = [step(rule, cards) for rule in planner.rules]
    most = min(sum(steps), len(cards))
    lacked = any(isinstance(rule.part, model.Lacking) and any(role_of(rule, cards[0])) for rule in planner.rules)
    if len(planner.rules) == 1 and _all_or_nothing(planner.rules[0]):
        return (0, most) if 0 < most == steps[0] else (0,)
    return tuple(range(max(most, 1 if lacked else 0) + 1))


def _all_or_nothing(rule: PartRule) -> bool:
    """Whether fewer pieces of a unit than the part asks for are as good as none."""
    if rule.not_alike:
        return False
    match rule.part:
        case model.Every() | model.EachOf():
            return not rule.alike
        case model.Sized():
            return rule.windows is not None or bool(rule.alike)
        case _:
            return False


def step(rule: PartRule, cards: Cards) -> int:
    """How many pieces of a unit a part can need."""
    if not any(role_of(rule, cards[0])):
        return 0
    spare = 1 if rule.not_alike else 0
    match rule.part:
        case model.Lacking():
            return 1
        case model.Every():
            return 1 + spare
        case model.EachOf(each=each):
            return each.least + spare
        case model.Listed():
            return sum(role_of(rule, cards[0]))
        case model.Sized(amount=amount):
            if rule.per is not None:
                return len(cards)
            return (1 if rule.windows is not None else amount.least) + spare


def group_kinds(group: Sequence[Unit], size: int, exact: bool) -> Iterator[tuple[Cards, Polynomial]]:
    """The kinds of hands from units that can change places: how many units are at which level."""
    levels = group[0].levels
    copies = len(group[0].cards)
    ends = [*levels[1:], copies + 1]
    weights: dict[int, Polynomial] = {
        low: [comb(copies, number) if low <= number < end else 0 for number in range(copies + 1)]
        for low, end in zip(levels, ends, strict=True)
    }
    for chosen in combinations_with_replacement(levels, len(group)):
        if sum(chosen) > size:
            continue
        ways = factorial(len(group)) // prod(factorial(number) for number in Counter(chosen).values())
        weight = reduce(lambda a, b: times(a, b)[: size + 1], (weights[level] for level in chosen), [ways])
        yield tuple(c for unit, level in zip(group, chosen, strict=True) for c in unit.cards[:level]), weight


def _includes(planner: Planner, hand: Cards) -> bool:
    """Whether a hand as dealt includes a pattern."""
    if not planner.lacks(hand):
        return False
    if planner.empty:
        return False
    if planner.span == (0, 0):
        return True
    size = (len(hand), len(hand)) if planner.untouched else (0, len(hand))
    return next(iter(planner.fill(planner.pool(hand), size)), None) is not None


# ---- polynomials -----------------------------------------------------------------------------------------------


def _all_hands(number: int) -> Polynomial:
    """All hands from so many pieces."""
    return [comb(number, size) for size in range(number + 1)]


def times(a: Polynomial, b: Polynomial) -> Polynomial:
    result = [0] * (len(a) + len(b) - 1)
    for i, x in enumerate(a):
        if x:
            for j, y in enumerate(b):
                result[i + j] += x * y
    return result


def _plus(a: Polynomial, b: Polynomial) -> Polynomial:
    longest = max(len(a), len(b))
    return [_at(a, i) + _at(b, i) for i in range(longest)]


def _minus(a: Polynomial, b: Polynomial) -> Polynomial:
    return _plus(a, [-x for x in b])


def _at(polynomial: Polynomial, size: int) -> int:
    return polynomial[size] if size < len(polynomial) else 0
