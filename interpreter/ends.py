"""The ends of hands at which payments are tried: what is left, what is held, and what is known besides.

From few cards to many. Seats are told apart by nothing but what they hold and did, so of equal ends one is enough."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations, combinations_with_replacement, islice

from cardwright.dsl import model

from .env import Env
from .game import Game, height
from .play import Cards, Play
from .readers import at_settlement, reached

MOST_COUNTS = 5_000
MOST_HELD = 4_000
MOST_FACTS = 2_500
_FEW_BASES = 40
_MOST_MEMBERS = 8


def counts(game: Game) -> Iterator[tuple[int, ...]]:
    """Every number of cards that seats may have left when a hand is over, the fewest first; who has none sits first."""
    seats, most, over = game.players, most_left(game), game.rules.turns.is_over
    out = next((number for number in range(1, seats) if over((0,) * number + (1,) * (seats - number))), seats - 1)
    others = (
        left
        for left in combinations_with_replacement(range(1, most[-1] + 1), seats - out)
        if all(number <= held for number, held in zip(left, most[out:], strict=True))
    )
    yield from ((0,) * out + left for left in sorted(others, key=lambda left: (sum(left), left)))


def most_left(game: Game) -> tuple[int, ...]:
    """The most cards that seats can have, from few to many: as dealt, one of them with those left over; any number that
    a hand can have where cards are given."""
    most, steps = max(game.rules.plays.hand_sizes), game.rulebook.steps
    if any(isinstance(step.act, model.Gives) for step in steps):
        return (most,) * game.players
    return (*sorted(game.rules.sizes)[:-1], most)


def plain(game: Game) -> Iterator[model.Example]:
    """Ends of which only the numbers of cards are told, and, where several have none left, who went out first."""
    low = next(iter(game.plays(game.pieces.names[card] for card in game.deck)), None)
    first_out = () if low is None else (model.ExampleFact(seat=0, what="ended", cards=low.cards),)
    for left in counts(game):
        yield model.Example(kind="scores", text="", left=left, facts=first_out if left.count(0) > 1 else ())


class Ends:
    """Ends in which what some payment may ask is told as well: of a game, and of another one with it, if there is one;
    `back` gives cards of the other in the deck of the first."""

    def __init__(
        self, game: Game, other: Game | None = None, back: Callable[[Cards], Cards | None] = lambda cards: cards
    ) -> None:
        self._game = game
        self._games = (game,) if other is None else (game, other)
        self._back = back
        self._sides = tuple(list(reached(one.rulebook, *at_settlement(one.rulebook))) for one in self._games)
        self._asked = [node for asked in self._sides for node in asked]
        self._facts = {node.fact for node in self._asked if isinstance(node, model.Fact)}
        self._pieces = self._told_pieces()
        self._plays = self._told_plays()

    @property
    def asks_hands(self) -> bool:
        """Whether some payment asks which cards are left."""
        return any(
            (isinstance(node, model.Property) and node.property == "hand")
            or isinstance(node, model.Has | model.HasCount | model.Count)
            or (isinstance(node, model.Share) and node.for_each is not None)
            for node in self._asked
        )

    # ---- ends --------------------------------------------------------------------------------------------------

    def with_facts(self) -> Iterator[model.Example]:
        """Ends with one or two facts: after few cards, and after many."""
        every = list(self._variations())
        pairs = [(*one, *other) for one, other in combinations(every, 2) if one[0].what != other[0].what]
        for left in self._bases():
            for facts in (*every, *pairs):
                yield model.Example(kind="scores", text="", left=left, facts=facts)

    def held(self) -> Iterator[model.Example]:
        """Ends with the cards that are left: any of them, for all numbers; then such as payments speak of."""
        for left in islice(counts(self._game), MOST_COUNTS):
            hands = self._hands(left, ())
            if hands is not None:
                yield self._example(hands)
        for left in self._bases():
            for chosen in self._choices(left):
                hands = self._hands(left, chosen)
                if hands is not None:
                    bare = self._example(hands)
                    yield bare
                    known = {card for hand in bare.held for card in hand}
                    for facts in self._variations():
                        if known.isdisjoint(card for fact in facts for card in fact.cards):
                            yield replace(bare, facts=facts)

    def _example(self, hands: list[Cards]) -> model.Example:
        names = self._game.pieces.names
        return model.Example(kind="scores", text="", held=tuple(tuple(names[card] for card in hand) for hand in hands))

    def _bases(self) -> list[tuple[int, ...]]:
        """Numbers of cards: all ones, and each larger number for the last player."""
        every = list(counts(self._game))
        found = [left for left in every if left[:-1] == every[0][:-1]]
        found += [left for left in every[:_FEW_BASES] if left not in found]
        return sorted(found, key=lambda left: (sum(left), left))

    def _choices(self, left: tuple[int, ...]) -> Iterator[Cards]:
        """What the last player may hold, beside any other cards."""
        room = left[-1]
        yield ()
        for size in (1, 2, 3):
            if size <= room:
                yield from combinations(self._pieces, size)
        for play in self._plays:
            if play.size <= room:
                yield play.pieces

    def _hands(self, left: tuple[int, ...], chosen: Cards) -> list[Cards] | None:
        """Hands of so many cards, the chosen ones among those of the last player; others as low as can be."""
        game = self._game
        rest = sorted(game.deck, key=lambda card: (card in self._pieces, game.pieces.heights[card]))
        for card in chosen:
            if card not in rest:
                return None
            rest.remove(card)
        hands: list[Cards] = []
        for seat, number in enumerate(left):
            mine = list(chosen) if seat == len(left) - 1 else []
            while len(mine) < number:
                if not rest:
                    return None
                mine.append(rest.pop(0))
            hands.append(tuple(sorted(mine)))
        return hands

    # ---- facts -------------------------------------------------------------------------------------------------

    def _variations(self) -> Iterator[tuple[model.ExampleFact, ...]]:
        """Facts that payments may ask for, one at a time."""
        rulebook = self._game.rulebook
        if "last_play" in self._facts or any(isinstance(node, model.Played) for node in self._asked):
            for play in self._plays:
                yield (model.ExampleFact(seat=0, what="ended", cards=play.cards),)
        if "plays" in self._facts or any(isinstance(node, model.Played) or _is_plays(node) for node in self._asked):
            for play in self._plays:
                yield (model.ExampleFact(seat=0, what="played", cards=play.cards),)
                yield (model.ExampleFact(seat=1, what="played", cards=play.cards),)
        if "opener" in self._facts:
            yield (model.ExampleFact(seat=0, what="opened"),)
            yield (model.ExampleFact(seat=1, what="opened"),)
        for duty in rulebook.duties:
            if isinstance(duty.breach, model.Pays):
                for seat in range(1, self._game.players):
                    yield (model.ExampleFact(seat=seat, what="broke", name=duty.name),)
        for claim in rulebook.claims:
            if claim.act == "go_out":
                yield (model.ExampleFact(seat=0, what="claimed", name=claim.name),)
        for auction in rulebook.auctions:
            for seat in (0, 1):
                role = model.ExampleFact(seat=seat, what="is", name=auction.name)
                yield (role,)
                for bid in auction.bids:
                    yield (role, model.ExampleFact(seat=seat, what="bid", number=bid))

    def _told_plays(self) -> tuple[Play, ...]:
        """Of each combination the lowest play, the highest, and the lowest with each piece that payments speak of."""
        game = self._game
        found: dict[Play, None] = {}
        for matcher in game.rules.plays.matchers:
            planner = matcher.planner
            pool = planner.pool(game.deck)
            sizes = game.rules.plays.hand_sizes if planner.untouched else (planner.span[0],)
            for size in sizes:
                some = [
                    play
                    for fillings in islice(planner.fill(pool, (size, size)), MOST_HELD)
                    for play in game.rules.plays.readings(
                        tuple(sorted(card for filling in fillings for card in filling.cards)), planner.untouched
                    )
                    if play.rung == matcher.rung
                ]
                some.sort(key=lambda play: height(game, play.pieces))
                chosen = [*some[:1], *some[-1:]]
                chosen += [one for card in self._pieces for one in [_first(some, card)] if one is not None]
                found.update(dict.fromkeys(chosen))
        return tuple(found)

    def _told_pieces(self) -> tuple[int, ...]:
        """The pieces of the ranks, suits and sets that payments speak of, the lowest first; of many the lowest one."""
        heights = self._game.pieces.heights
        found: set[int] = set()
        for side, game in enumerate(self._games):
            for node in self._sides[side]:
                if isinstance(node, model.TypeClass | model.RankValue) and node.rank is not None:
                    node = model.RankClass(rank=node.rank)
                if not isinstance(node, _PIECES) or game.rules.plays.of_plays(node):
                    continue
                members = [(card,) for card in game.rules.plays.pieces_in(node)(Env())]
                moved = [cards[0] for card in members if (cards := card if side == 0 else self._back(card))]
                moved.sort(key=heights.__getitem__)
                few = moved[:1] if isinstance(node, model.SuitClass) or len(moved) > _MOST_MEMBERS else moved
                found.update(few)
        return tuple(sorted(found, key=heights.__getitem__))


_PIECES = (model.RankClass, model.SuitClass, model.PieceClass, model.FamilyClass, model.SetClass)


def _is_plays(node: model.Node) -> bool:
    return isinstance(node, model.Property) and node.property == "plays"


def _first(plays: list[Play], card: int) -> Play | None:
    return next((play for play in plays if card in play.pieces), None)
