"""Making a conformance pack: cards to read, plays to compare, hands to play, chosen so that everything comes up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product

from cardwright.dsl import Rulebook

from ..deal import Carried, Deal
from ..errors import Invalid
from ..game import Game
from ..play import Cards, Play
from ..plays import Plays
from ..randomness import SplitMix64, derived_seed
from ..serial import points_text
from ..watching import Watch
from .pack import Contested, HandData, Judged, KeyData, Made, PackData, PartData, ReadAs, Reading
from .playing import Player
from .samples import altered, claimable, plays_of, stacked

MOST_HANDS = 10_000
_MATCH = 4
"""So many hands follow one another before a new match begins."""
_OF_A_TYPE = 8


def make_pack(rulebook: Rulebook, hands: int, seed: int) -> PackData:
    """So many hands of a rulebook, with readings and comparisons; a seed fixes all of it."""
    if not 1 <= hands <= MOST_HANDS:
        raise Invalid(f"a pack has from 1 to {MOST_HANDS:,} hands, not {hands}")
    stream = SplitMix64(seed)
    watch = Watch()
    game = Game(rulebook, watch)
    player = Player(game, watch, stream)
    played = tuple(_hands(game, player, hands, seed, stream))
    readings: dict[tuple[Cards, bool], Reading] = {}
    contests: list[Contested] = []
    upside_down = game.rules.memory.reversed_ranks
    courses = [game.rules.plays, *([game.rules.upside_down.plays] if upside_down else [])]
    for at, plays in enumerate(courses):
        samples = [plays_of(plays, matcher, _OF_A_TYPE, stream) for matcher in plays.matchers]
        if not at:
            readings = _readings(plays, samples, stream)
        contests += _contests(plays, samples, bool(at), stream)
    covers = player.seen
    covers.update({f"read as {combination.name}": 0 for combination in rulebook.combinations})
    for reading in readings.values():
        covers.update([f"read as {read.combination}" for read in reading.readings] or ["read as nothing"])
    covers.update(f"verdict {contest.verdict}" for contest in contests)
    return PackData(
        rulebook=Made(
            name=rulebook.name,
            edition=rulebook.edition,
            format_version=rulebook.format_version,
            content=game.content,
            options={name: asked.answer for name, asked in game.options.items()},
        ),
        seed=seed,
        covers=dict(covers),
        readings=tuple(readings.values()),
        contests=tuple(contests),
        hands=played,
        matches=tuple(_matches(game)),
    )


# ---- hands -----------------------------------------------------------------------------------------------------------


def _hands(game: Game, player: Player, hands: int, seed: int, stream: SplitMix64) -> Iterator[HandData]:
    """Hands of matches; each is dealt so that what has come up least can come up."""
    match = game.match(seed)
    tried: Counter[str] = Counter()
    for number in range(hands):
        if number % _MATCH == 0 or match.is_over:
            match = game.match(derived_seed(seed, number + 1))
        chance, carried = match.dealt, match.carried
        told, last = player.hand(_with_the_rarest(game, chance, carried, player.seen, tried, stream), carried)
        yield told
        match = match.after(last)


def _with_the_rarest(
    game: Game, chance: Deal, carried: Carried, seen: Counter[str], tried: Counter[str], stream: SplitMix64
) -> Deal:
    """A deal with the cards for the claim or the combination that has come up, and been tried for, least; as it is,
    once all have come up. The opener holds them: there they can be led."""
    matchers = {f"play {matcher.rule.combination.name}": matcher for matcher in game.rules.plays.matchers}
    claims = {f"claim {claim.name}": claim for claim in game.rulebook.claims}
    wanted = min((*claims, *matchers), key=lambda kind: seen[kind] + tried[kind])
    if seen[wanted] > 1:
        return chance
    tried[wanted] += 1
    size = len(chance.hands[chance.opener])
    cards: Cards = ()
    if wanted in claims:
        cards = claimable(game, claims[wanted], size, stream)
    else:
        plays = plays_of(game.rules.plays, matchers[wanted], 1, stream)
        cards = next((play.pieces for play in plays if play.size <= size), ())
    return stacked(game, chance, carried, chance.opener, cards) if cards else chance


# ---- readings and comparisons ----------------------------------------------------------------------------------------


def _readings(plays: Plays, samples: Sequence[Sequence[Play]], stream: SplitMix64) -> dict[tuple[Cards, bool], Reading]:
    """Plays of every type, and cards that are nearly such plays."""
    found: dict[tuple[Cards, bool], Reading] = {}
    for of_a_type in samples:
        for play in of_a_type:
            for cards in (play.pieces, *altered(plays, play.pieces, stream)):
                whole = len(cards) in plays.hand_sizes
                for untouched in (False, True) if whole else (False,):
                    if cards and (cards, untouched) not in found:
                        found[cards, untouched] = _reading(plays, cards, untouched)
    return found


def _reading(plays: Plays, cards: Cards, untouched: bool) -> Reading:
    return Reading(
        cards=plays.pieces.named(cards),
        untouched=untouched,
        readings=tuple(_read(plays, play) for play in plays.readings(cards, untouched)),
    )


def _read(plays: Plays, play: Play) -> ReadAs:
    pieces, ranks = plays.pieces, plays.pieces.deck.ranks
    parts = (
        PartData(
            name=label or None,
            cards=pieces.named(sorted(filling.cards)),
            run=() if filling.window is None else tuple(ranks[value] for value in filling.window),
        )
        for label, filling in play.parts
    )
    return ReadAs(combination=play.combination, play=play.text, parts=tuple(parts))


def _contests(
    plays: Plays, samples: Sequence[Sequence[Play]], reversed_ranks: bool, stream: SplitMix64
) -> Iterator[Contested]:
    """Plays against one another: of every two types some for each verdict, and for each key that decides."""
    wider = [_with_others(plays, of_a_type, stream) for of_a_type in samples]
    told: Counter[tuple[object, ...]] = Counter()
    for one, other in product(range(len(wider)), repeat=2):
        for play, table in product(wider[one], wider[other]):
            comparison = plays.compare(play, table)
            key = (one, other, comparison.verdict, len(comparison.keys), play.size == table.size)
            told[key] += 1
            if told[key] > 2 or play.pieces == table.pieces:
                continue
            yield Contested(
                play=str(play),
                table=str(table),
                reversed_ranks=reversed_ranks,
                beats=comparison.beats,
                verdict=comparison.verdict,
                keys=tuple(KeyData(**key.data) for key in comparison.keys),
            )


def _with_others(plays: Plays, of_a_type: Sequence[Play], stream: SplitMix64) -> list[Play]:
    """Plays of a type, with others of it that are nearly the same: only their last keys tell them apart."""
    found = {play.pieces: play for play in of_a_type}
    for play in of_a_type:
        for cards in altered(plays, play.pieces, stream):
            for other in plays.readings(cards, len(cards) in plays.hand_sizes) if cards else ():
                if other.rung == play.rung:
                    found.setdefault(other.pieces, other)
    return list(found.values())


# ---- matches ---------------------------------------------------------------------------------------------------------


def _matches(game: Game) -> Iterator[Judged]:
    """Points before, at and beyond the end of a match, alone and level; nothing where no match ends."""
    rules = game.rulebook.match
    if rules.points is None and rules.hands is None:
        return
    seats = game.players
    target = rules.points if rules.points is not None else 10
    for points in ((0,) * seats, (target - 1, *range(seats - 1)), (*range(seats - 1), target),
                   (target + 1, target, *(0,) * (seats - 2)), (target, *(-3,) * (seats - 2), target)):  # fmt: skip
        for hands in sorted({1, rules.hands or 1}):
            verdict = game.match_verdict(points, hands)
            yield Judged(
                totals=tuple(map(points_text, points)), hands=hands, over=verdict.over, winners=verdict.winners
            )
