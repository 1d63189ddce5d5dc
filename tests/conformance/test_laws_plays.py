"""What a play is and what beats what, whatever the rulebook: order of cards, notation, and a strict order of plays.

`beats` hangs on few things, so plays are put to one another in two ways. Where a combination has no more plays than
PLAYS_OF_A_TYPE, all of them meet (singles, pairs, triples, straight flushes, the plays of tiles); of the others a
random sample does. And Hypothesis looks for three plays of one hand that go round in a circle."""

from itertools import permutations, product
from random import Random

import pytest
from effort import LAW, MANY_PLAYS, PLAYS_OF_A_TYPE, THOROUGH
from hypothesis import given
from hypothesis import strategies as st
from options import Table, first_tables, names, plays_part, tables
from strategies import all_of, hands, random_plays, sample_of_plays

from cardwright.interpreter import Ambiguous, Game, Invalid, Play, oracle

TABLES = tables(plays_part)
FIRST = first_tables()


def falls(game: Game, play: Play) -> bool:
    """Whether plays of this type fall to equal ones."""
    return game.rulebook.combinations[play.rung].equal == "falls"


def stronger(game: Game, one: Play, other: Play) -> bool:
    """Whether one beats the other for good: equal plays of a type that falls to its like beat each other."""
    return game.beats(one, other) and not (falls(game, one) and one.rung == other.rung and game.beats(other, one))


@pytest.mark.parametrize("table", TABLES, ids=names(TABLES))
def test_every_combination_has_plays(table: Table) -> None:
    game, random = table.game, Random(1)
    dealt = max(game.rules.sizes)
    for rung, combination in enumerate(table.model.combinations):
        found = random_plays(game, random, rung, 3)
        low, high = game.rules.plays.matchers[rung].planner.span
        if game.rules.plays.matchers[rung].planner.untouched:
            possible = low <= dealt <= high
        else:  # at a large table the hands may be too small for a long play
            possible = bool(found) or min(game.count_by_size(combination.name)) <= dealt
        assert bool(found) == possible, combination.name
        assert all(play.combination == combination.name for play in found)


@pytest.mark.parametrize("table", TABLES, ids=names(TABLES))
def test_beats_is_a_strict_order_without_circles(table: Table) -> None:
    game, random = table.game, Random(2)
    plays = sample_of_plays(game, random, PLAYS_OF_A_TYPE)
    beaten = [sum(stronger(game, play, other) << at for at, other in enumerate(plays)) for play in plays]
    by_type: dict[str, int] = {}
    for at, play in enumerate(plays):
        by_type[play.combination] = by_type.get(play.combination, 0) | 1 << at
        assert not beaten[at] >> at & 1, f"{play} beats itself"
        assert game.beats(play, play) <= falls(game, play)
    for at, play in enumerate(plays):
        rest = beaten[at]
        while rest:
            other = (rest & -rest).bit_length() - 1
            rest &= rest - 1
            assert not beaten[other] >> at & 1, f"{play} and {plays[other]} beat each other"
            # Inside a type, what a beaten play beats is beaten as well.
            kin = by_type[play.combination]
            if kin >> other & 1:
                assert not beaten[other] & kin & ~beaten[at], f"{play} beats {plays[other]}, but not all that it beats"
    assert not circle(beaten), [str(plays[at]) for at in circle(beaten)]


def circle(beaten: list[int]) -> list[int]:
    """Plays that can never be ordered: what is left when the unbeaten are taken away again and again."""
    left = (1 << len(beaten)) - 1
    while left:
        lost = 0
        for at, row in enumerate(beaten):
            if left >> at & 1:
                lost |= row & left
        if lost == left:
            return [at for at in range(len(beaten)) if left >> at & 1]
        left = lost
    return []


@pytest.mark.parametrize("table", TABLES, ids=names(TABLES))
def test_equal_plays_hold(table: Table) -> None:
    game, random = table.game, Random(3)
    for rung in range(len(table.model.combinations)):
        for play, other in product(random_plays(game, random, rung, 12), repeat=2):
            if not falls(game, play) and (other.strength, other.same) == (play.strength, play.same):
                assert not game.beats(play, other) and not game.beats(other, play)
            comparison = game.compare(play, other)
            assert comparison.beats == game.beats(play, other)
            assert comparison.beats == (comparison.verdict in ("same_type", "ladder", "bombs"))
    plays = sample_of_plays(game, random, 5)
    for play, other in product(plays, repeat=2):
        assert game.compare(play, other).beats == game.beats(play, other)


@pytest.mark.parametrize("table", TABLES, ids=names(TABLES))
def test_any_order_of_the_pieces_reads_the_same(table: Table) -> None:
    game, random = table.game, Random(4)
    for play in sample_of_plays(game, random, 12):
        cards = list(play.cards)
        orders = list(permutations(cards)) if len(cards) <= 3 else [random.sample(cards, len(cards)) for _ in range(4)]
        whole = game.rules.plays.matchers[play.rung].planner.untouched
        for order in orders:
            for written in ("-".join(order), " ".join(order), list(order)):
                found = game.classify(written, untouched=whole)
                assert play in found
                assert [str(reading) for reading in found if reading == play] == [str(play)]
            numbers = [game.pieces.index_at[name] for name in order]
            assert play in game.classify(numbers, untouched=whole)


@pytest.mark.parametrize("table", TABLES, ids=names(TABLES))
def test_notation_round_trips(table: Table) -> None:
    game, random = table.game, Random(5)
    written: dict[str, Play] = {}
    for play in sample_of_plays(game, random, PLAYS_OF_A_TYPE // 2):
        again = game.play(str(play))
        assert again == play and hash(again) == hash(play)
        assert (again.cards, again.strength, str(again)) == (play.cards, play.strength, str(play))
        assert str(play).partition("=")[0] == "-".join(play.cards)
        assert sorted(game.pieces.index_at[name] for name in play.cards) == list(play.pieces)
        assert str(game.parse_action(str(play))) == str(play) or game.rules.plays.matchers[play.rung].planner.untouched
        assert written.setdefault(str(play), play) == play, "two plays are written alike"


@pytest.mark.parametrize("table", FIRST, ids=names(FIRST))
def test_notation_of_all_plays_of_the_deck(table: Table) -> None:
    """Every play of a full deck (in the quick run every seventh) is read as itself, and no two are written alike.

    Of combinations with more than MANY_PLAYS plays there is only the sample of the law before."""
    game = table.game
    found = [all_of(game, rung, MANY_PLAYS) for rung in range(len(table.model.combinations))]
    plays = [play for some in found for play in some or ()]
    assert plays and len({str(play) for play in plays}) == len(plays) == len(set(plays))
    for play in plays[:: 1 if THOROUGH else 7]:
        assert game.play(str(play)) == play
        assert game.classify(play.cards[::-1]) == game.classify(play.cards)


@pytest.mark.parametrize("table", TABLES, ids=names(TABLES))
def test_nothing_is_no_play(table: Table) -> None:
    game = table.game
    assert game.classify("") == game.classify([]) == ()
    assert not game.rules.plays.fits(())
    assert list(game.plays("")) == []
    for text in ("", " ", "-"):
        with pytest.raises(Invalid):
            game.play(text)


@pytest.mark.parametrize("table", TABLES, ids=names(TABLES))
def test_a_reading_is_the_highest_that_fits(table: Table) -> None:
    game, random = table.game, Random(6)
    plays = game.rules.plays
    free = [set(free.types) for free in table.model.free]
    for play in sample_of_plays(game, random, PLAYS_OF_A_TYPE // 2):
        whole = plays.matchers[play.rung].planner.untouched
        fits, readings = plays.fits(play.pieces, whole), plays.readings(play.pieces, whole)
        assert set(readings) <= set(fits) and readings
        if len(readings) > 1:
            assert any({reading.combination for reading in readings} <= types for types in free)
            with pytest.raises(Ambiguous):
                game.play(play.cards)
        ranked = [ladder.order for ladder in table.model.ladders]
        for order in ranked:
            rung = {name: height for height, tier in enumerate(order) for name in tier}
            heights = [rung[fit.combination] for fit in fits if fit.combination in rung]
            for reading in readings:
                if reading.combination in rung:
                    assert rung[reading.combination] == max(heights)


@pytest.mark.parametrize("table", TABLES, ids=names(TABLES))
def test_three_plays_never_go_round(table: Table) -> None:
    game = table.game

    @LAW
    @given(st.data())
    def law(data: st.DataObject) -> None:
        found = [data.draw(hands(game, most=6)) for _ in range(3)]
        plays = [play for cards in found for play in game.plays(cards)][:40]
        if len(plays) < 3:
            return
        a, b, c = (plays[data.draw(st.integers(0, len(plays) - 1))] for _ in range(3))
        if stronger(game, a, b) and stronger(game, b, c):
            assert not game.beats(c, a), (str(a), str(b), str(c))
            if game.beats(a, c) or game.beats(c, a) or a.combination == c.combination:
                assert game.beats(a, c)
        if stronger(game, a, b):
            assert not stronger(game, b, a)

    law()


@pytest.mark.parametrize("table", TABLES, ids=names(TABLES))
def test_reading_is_what_the_definition_says(table: Table) -> None:
    """The types that cards fit, by trying every way to deal them to the parts of each pattern."""
    game = table.game
    plays = game.rules.plays

    @LAW
    @given(hands(game, most=6))
    def law(cards: tuple[int, ...]) -> None:
        fits = {play.combination for play in plays.fits(cards)}
        for matcher in plays.matchers:
            combination = matcher.rule.combination
            fills = any(True for _ in oracle.ways(matcher.planner.rules, cards))
            if combination.needs is None and not matcher.planner.untouched:
                assert fills == (combination.name in fits)
            else:
                assert fills or combination.name not in fits

    law()
