"""Deals that bring hands to where rules meet: whole, few cards, one suit, neighbours, combinations, claims ready."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice
from random import Random

from cardwright.interpreter.deal import deal, given
from cardwright.interpreter.errors import Invalid
from cardwright.interpreter.generation import Planner, Pool

from cardwright.dsl import model
from cardwright.interpreter import Cards, Carried, Deal, Game

_TRIES = 12


class Deals:
    """Deals of one game, at random from what is told to it."""

    def __init__(self, game: Game, random: Random) -> None:
        self._game = game
        self._random = random
        self._kinds: Sequence[Callable[[list[int], int], Cards]] = (
            self._any,
            self._few,
            self._few,
            self._of_few_ranks,
            self._of_a_suit,
            self._neighbours,
            self._a_combination,
            self._a_combination,
            *([self._a_claim] if game.rulebook.claims else []),
        )

    def carried(self) -> Carried:
        """What might have come before a hand."""
        random, seats = self._random, range(self._game.players)
        order = random.sample(seats, len(seats))
        places = tuple(order.index(seat) + 1 for seat in seats)
        decided = random.random() < 0.8
        return Carried(
            random.randint(1, 3),
            order[0] if decided else None,
            order[-1] if decided or random.random() < 0.5 else None,
            tuple(random.randint(-40, 40) for _ in seats),
            random.random() < 0.2,
            random.random() < 0.2,
            places if decided else (),
        )

    def next(self) -> tuple[Deal, Carried]:
        """A deal, and what came before it."""
        game, random = self._game, self._random
        while True:
            carried = self.carried()
            whole = deal(game.rulebook, game.pieces, random.getrandbits(64), carried, as_first=True)
            if random.random() < 0.3:
                return whole, carried
            sizes = [len(hand) for hand in whole.hands]
            try:
                return given(game.rulebook, game.pieces, self._hands(sizes), random.getrandbits(64), carried), carried
            except Invalid:
                # Nobody has the card that opens, or nobody is known who would open.
                continue

    def _hands(self, sizes: Sequence[int]) -> list[Cards]:
        random = self._random
        rest = list(self._game.pieces.all)
        random.shuffle(rest)
        hands: list[Cards] = [()] * len(sizes)
        same = random.choice(self._kinds) if random.random() < 0.3 else None
        for seat in random.sample(range(len(sizes)), len(sizes)):
            hand = (same or random.choice(self._kinds))(rest, sizes[seat])
            for card in hand:
                rest.remove(card)
            hands[seat] = tuple(sorted(hand))
        return hands

    # ---- hands, of the cards that are left ---------------------------------------------------------------------

    def _any(self, rest: list[int], size: int) -> Cards:
        return tuple(rest[:size])

    def _few(self, rest: list[int], size: int) -> Cards:
        return tuple(rest[: min(size, self._random.choice((0, 1, 1, 2, 2, 3, 4, 6)))])

    def _first(self, rest: list[int], size: int, liked: Callable[[int], object]) -> Cards:
        """The cards that are liked, and others where they are too few (or not, at random)."""
        found = [card for card in rest if liked(card)]
        if self._random.random() < 0.5:
            found += [card for card in rest if not liked(card)]
        return tuple(found[:size])

    def _of_few_ranks(self, rest: list[int], size: int) -> Cards:
        ranks = self._game.pieces.ranks
        chosen = set(self._random.sample(range(len(self._game.pieces.deck.ranks)), min(4, len(set(ranks)))))
        return self._first(rest, size, lambda card: ranks[card] in chosen)

    def _of_a_suit(self, rest: list[int], size: int) -> Cards:
        suits = self._game.pieces.suits
        chosen = suits[self._random.choice(rest)] if rest else None
        return self._first(rest, size, lambda card: suits[card] == chosen)

    def _neighbours(self, rest: list[int], size: int) -> Cards:
        ranks, number = self._game.pieces.ranks, len(self._game.pieces.deck.ranks)
        low, length = self._random.randrange(number), self._random.randint(3, 8)
        chosen = {(low + step) % number for step in range(length)}
        return self._first(rest, size, lambda card: ranks[card] in chosen)

    def _a_combination(self, rest: list[int], size: int) -> Cards:
        """All cards of some combinations, each as likely as every other, and a few more."""
        random, left, found = self._random, list(rest), list[int]()
        for _ in range(random.choice((1, 1, 2, 3))):
            cards = self._filled(random.choice(self._game.rules.plays.matchers).planner, left)
            if cards and len(found) + len(cards) <= size:
                found += cards
                for card in cards:
                    left.remove(card)
        more = random.choice((0, 0, 1, 2, size))
        return tuple((found + left[:more])[:size])

    def _a_claim(self, rest: list[int], size: int) -> Cards:
        """Cards that a claim asks for, and none that it forbids."""
        claim = self._random.choice(self._game.rulebook.claims)
        planner = self._game.rules.plays.planner(claim.holding)
        lacking = [rule.items for rule in planner.rules if isinstance(getattr(rule, "part", None), model.Lacking)]
        forbidden = {card for items in lacking for item in items for card in item}
        allowed = [card for card in rest if card not in forbidden]
        found = self._filled(planner, allowed)
        for card in found:
            allowed.remove(card)
        return (*found, *allowed)[:size]

    def _filled(self, planner: Planner, rest: list[int]) -> Cards:
        """The cards of one way to fill a pattern from some of the cards; nothing where none was found."""
        random = self._random
        for _ in range(_TRIES):
            some = random.sample(rest, len(rest) * random.choice((2, 3, 3, 4)) // 4)
            # In any order, so that what is found first is not always the lowest; equal pieces lie side by side.
            order = {card: random.random() for card in some}
            pool = Pool(sorted(some, key=lambda card: order[card]), len(order) < len(some))
            for filled in islice(planner.fill(pool), 1):
                return tuple(card for filling in filled for card in filling.cards)
        return ()
