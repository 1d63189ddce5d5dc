"""How many plays there are, and how likely claims are: closed forms on one side, the rulebooks through the API on the
other. The closed forms are worked out here from nothing but binomials and the facts of each game."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import comb

import pytest
from effort import THOROUGH
from options import Table, every, first_tables, names, plays_part, tables
from strategies import all_of

from cardwright.dsl import find, model, shipped
from cardwright.interpreter import Game, Invalid, load


def shapes(rulebook: model.Rulebook) -> object:
    """All that counts hang on; in the thorough run every difference between plays is looked at."""
    runs = [order.tiers for order in rulebook.orders if order.of == "runs"]
    sequences = frozenset(run for order in runs for tier in order for run in tier)
    return sequences, tuple(combination.name for combination in rulebook.combinations)


ALL = tables(plays_part if THOROUGH else shapes)
CARDS = [table for table in ALL if table.rulebook in ("hk", "taiwan", "wikipedia") and len(table.game.deck) == 52]
TILES = [table for table in tables(plays_part) if table.rulebook == "chuo_pai"]
PAIRS, TRIPLES, QUADS, HOUSES = 13 * comb(4, 2), 13 * 4, 13 * 48, 13 * 4 * 12 * comb(4, 2)
HANDS = comb(52, 13)
"""Hands of 13 of 52 cards."""
LISTED = 100_000 if THOROUGH else 8_000
"""Combinations with no more plays than this are listed one by one."""


def windows(game: Game) -> int:
    """How many sequences count as straights."""
    return next(
        len({run for tier in order.tiers for run in tier}) for order in game.rulebook.orders if order.of == "runs"
    )


def untouched(game: Game) -> set[str]:
    """The combinations that take a whole hand as dealt."""
    return {matcher.rule.combination.name for matcher in game.rules.plays.matchers if matcher.planner.untouched}


# ---- cards ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("table", CARDS, ids=names(CARDS))
def test_the_universe_of_plays(table: Table) -> None:
    """19,898 with ten straights; 9,698 + 1,020 W with W of them; 4 (1,287 - W) less without flushes, 52 less without
    triples, whatever the other options say."""
    game = table.game
    types = {combination.name for combination in table.model.combinations}
    number = windows(game)
    expected = 9_698 + 1_020 * number
    if "flush" not in types:
        expected -= 4 * (1_287 - number)
    if "triple" not in types:
        expected -= TRIPLES
    assert sum(game.count(name) for name in types - untouched(game)) == expected
    suited = 4 * number
    closed = {
        "single": 52,
        "pair": PAIRS,
        "triple": TRIPLES,
        "straight": number * 4**5 - suited,
        "flush": 4 * comb(13, 5) - suited,
        "full_house": HOUSES,
        "four_of_a_kind": QUADS,
        "straight_flush": suited - (4 if "royal_flush" in types else 0),
        "royal_flush": 4,
        "dragon": 4**13 - 4,
        "flush_dragon": 4,
    }
    assert {name: game.count(name) for name in types} == {name: closed[name] for name in types}
    by_size = game.count_by_size()
    assert sum(by_size.values()) == game.count() == sum(closed[name] for name in types)
    assert set(by_size) == {1, 2, 5} | ({3} if "triple" in types else set()) | ({13} if "dragon" in types else set())


@pytest.mark.parametrize("rulebook", ["hk", "taiwan", "wikipedia"])
def test_ten_straights_and_forty_of_them_suited(rulebook: str) -> None:
    game = load(rulebook)
    suited = [
        name for name in ("straight_flush", "royal_flush") if name in {c.name for c in game.rulebook.combinations}
    ]
    assert windows(game) == 10
    assert sum(game.count(name) for name in suited) == 40
    assert game.count("straight") == 10 * 4**5 - 40 == 10_200
    # All thirteen sequences round the ranks: those through both 2 and ace but neither first nor last are none.
    ranks = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
    runs = [[ranks[(low + step) % 13] for step in range(5)] for low in range(13)]
    straights = [run for run in runs if game.classify([rank + suit for rank, suit in zip(run, "CDHSC", strict=True)])]
    assert [run[0] for run in straights] == ranks[:10]
    assert [run[0] for run in runs if run not in straights] == ["J", "Q", "K"]


def test_without_the_lowest_card_the_deck_has_51() -> None:
    """With three players the card nobody uses is 3D, or 3C where clubs are lowest; every count loses its plays."""
    for suit in "DC":
        game = load("wikipedia", {"players": 3, "odd_card": "lowest", "lowest_suit": suit})
        assert len(game.deck) == 51 and f"3{suit}" not in [game.pieces.names[card] for card in game.deck]
        assert game.count("single") == 51
        assert game.count("pair") == PAIRS - 3
        assert game.count("triple") == TRIPLES - 3
        assert game.count("four_of_a_kind") == 12 * 47
        assert game.count("full_house") == HOUSES - 12 * (3 * comb(4, 2) + 4 * 3)


# ---- tiles ---------------------------------------------------------------------------------------------------------


def matched_with(honours: int, kinds: int, most: int) -> Counter[int]:
    """By size: 1 to 4 of one honour with tiles of so many kinds, 1 or more in all, up to 4 of each kind."""
    ways = Counter({0: 1})
    for _ in range(kinds):
        ways = _joined(ways, range(5))
    del ways[0]
    found = _joined(ways, range(1, honours + 1))
    return Counter({size: number for size, number in found.items() if size <= most})


def _joined(ways: Counter[int], more: range) -> Counter[int]:
    found: Counter[int] = Counter()
    for size, number in ways.items():
        for extra in more:
            found[size + extra] += number
    return found


def test_there_are_84_tiles() -> None:
    game = load("chuo_pai")
    assert len(game.pieces) == 21 and len(game.deck) == 84 == 3 * game.rulebook.deal.each
    assert game.count_by_size("matched") == {1: 21, 2: 21, 3: 21, 4: 21}


def test_special_plays_by_size() -> None:
    """As multisets, which is what an action is: equal tiles are not told apart."""
    by_size = {2: 2, 3: 5, 4: 9, 5: 14, 6: 16, 7: 16, 8: 14, 9: 10, 10: 6, 11: 3, 12: 1}
    assert matched_with(4, 2, 12) == by_size
    game = load("chuo_pai")
    for name in ("heaven_nine", "earth_eight", "man_seven", "harmony_five"):
        assert game.count_by_size(name) == by_size


@pytest.mark.parametrize("table", TILES, ids=names(TILES))
def test_special_plays_under_every_option(table: Table) -> None:
    """The most tiles of a special play cut it off; literal pips give Earth a third kind of eight (Man) and Man a third
    kind of seven (High Foot), so that they reach 16 tiles; the split that an answer needs changes no count."""
    answers, game = dict(table.answers), table.game
    most = int(answers["most_special"])
    more = 3 if answers["literal_pips"] == "yes" else 2
    for name, kinds in (("heaven_nine", 2), ("earth_eight", more), ("man_seven", more), ("harmony_five", 2)):
        expected = matched_with(4, kinds, most)
        assert game.count_by_size(name) == expected
        assert max(expected) == min(most, 4 + 4 * kinds)
    assert game.count() == 84 + 2 * sum((matched_with(4, 2, most) + matched_with(4, more, most)).values())


@pytest.mark.parametrize("table", first_tables(), ids=names(first_tables()))
def test_counts_are_what_the_deck_offers(table: Table) -> None:
    """Counting and listing agree, for every combination that needs no whole hand and has not too many plays."""
    game = table.game
    rungs = {combination.name: rung for rung, combination in enumerate(table.model.combinations)}
    few = {name: found for name, rung in rungs.items() if (found := all_of(game, rung, LISTED)) is not None}
    whole = few.keys() | untouched(game) == rungs.keys()
    plays = game.plays(game.deck) if whole else (play for found in few.values() for play in found)
    listed = Counter((play.combination, play.size) for play in plays)
    assert few
    for name in few:
        assert game.count_by_size(name) == {size: number for (type, size), number in listed.items() if type == name}
    with pytest.raises(Invalid):
        game.count("no such combination")


# ---- chances -------------------------------------------------------------------------------------------------------


def one_in(chance: Fraction, digits: int) -> str:
    """`1 in …`, rounded."""
    return f"{float(1 / chance):.{digits}f}"


def test_chances_of_hong_kong() -> None:
    game = load("hk", {"redeal": True})
    assert game.chance("four_twos") == Fraction(11, 4165)
    assert game.chance("dragon") == Fraction(4194304, 39688347475) == Fraction(4**13, HANDS)
    assert game.chance("green_dragon") == Fraction(4, HANDS)
    assert game.chance("no_faces") == Fraction(1263994, 66703105) == Fraction(comb(40, 13), HANDS)
    # As the page gives them: both are right.
    assert one_in(game.chance("four_twos"), 0) == "379" and one_in(game.chance("four_twos"), 3) == "378.636"
    assert one_in(game.chance("dragon"), 0) == "9462" and one_in(game.chance("dragon"), 4) == "9462.4394"
    assert one_in(game.chance("dragon") - game.chance("green_dragon"), 4) == "9462.4400"
    assert 1 / game.chance("green_dragon") == 158_753_389_900
    assert one_in(game.chance("no_faces"), 2) == "52.77"
    # Only one player can hold all four of a rank: for any of four the chances add.
    assert one_in(4 * game.chance("four_twos"), 2) == "94.66"
    with pytest.raises(Invalid):
        load("hk").chance("no_faces")


def anybody(chance: Fraction, *together: Fraction) -> Fraction:
    """That some of four players hold it, by inclusion and exclusion: `together` for two, three, four named players."""
    chances = (chance, *together)
    return sum((-1) ** at * comb(4, at + 1) * each for at, each in enumerate(chances)) or Fraction(0)


def test_chances_for_anybody_at_the_table() -> None:
    game = load("hk", {"redeal": True})
    # Dragons of several players: four cards of each rank, so the second has three to choose from, and so on.
    dragons, left = [], 1
    for holders in range(1, 5):
        left *= (5 - holders) ** 13
        dealt = comb(52, 13) * comb(39, 13) * comb(26, 13) * comb(13, 13)
        rest = {1: comb(39, 13) * comb(26, 13), 2: comb(26, 13), 3: 1, 4: 1}[holders]
        dragons.append(Fraction(left * rest, dealt))
    assert dragons[0] == game.chance("dragon")
    assert one_in(anybody(*dragons), 2) == "2366.31"
    assert 1 / dragons[3] == pytest.approx(61_204_166_001, abs=1)
    # Without faces: 40 cards, three such players at most.
    plain = [Fraction(comb(40, 13), comb(52, 13))]
    plain.append(plain[0] * Fraction(comb(27, 13), comb(39, 13)))
    plain.append(plain[1] * Fraction(comb(14, 13), comb(26, 13)))
    assert plain[0] == game.chance("no_faces")
    assert one_in(anybody(*plain), 2) == "13.24"
    # Two or more dragons in one deal: all pairs, less what three and four are counted too often.
    several = comb(4, 2) * dragons[1] - 2 * comb(4, 3) * dragons[2] + 3 * dragons[3]
    assert f"{float(1 / several) / 1e6:.2f}" == "8.04"


def test_chances_of_the_encyclopedia() -> None:
    """Dragons with 13 cards; none with 17 or 26 unless others may be beside them."""
    game = load("wikipedia")
    assert game.chance("flush_dragon") == Fraction(4, HANDS)
    assert game.chance("dragon") == Fraction(4**13, HANDS)
    for players, each, percent in ((3, 17, None), (2, 26, "43.1")):
        assert load("wikipedia", {"players": players}).chance("dragon") == 0
        chance = load("wikipedia", {"players": players, "spare_cards": True}).chance("dragon")
        # No rank is missing: inclusion and exclusion over the ranks that are.
        every_rank = sum((-1) ** gone * comb(13, gone) * comb(52 - 4 * gone, each) for gone in range(13))
        assert chance == Fraction(every_rank, comb(52, each))
        assert percent is None or f"{float(100 * chance):.1f}" == percent
        assert percent is not None or one_in(chance, 1) == "57.5"
    rest = load("wikipedia", {"players": 3}).shuffle(1).rest
    assert Fraction(len(rest), 52) == Fraction(1, 52), "the chance that 3D is what three players leave out"


def test_chances_of_tiles() -> None:
    game = load("chuo_pai")
    assert game.chance("nail_bonus") == Fraction(1051487, 1613022)
    assert f"{float(game.chance('nail_bonus')):.5f}" == "0.65187"
    without = model.Lacking(items=(model.PieceClass(piece="Ding_ding"),))
    lacks = game.rules.plays.chance(model.Pattern(parts=(without,)))
    assert lacks == Fraction(5830, 30627) == Fraction(comb(80, 28), comb(84, 28))
    both = Fraction(comb(76, 28), comb(84, 28))
    assert game.chance("nail_bonus") == 1 - 2 * lacks + both


@pytest.mark.parametrize("rulebook", shipped())
def test_every_claim_has_a_chance(rulebook: str) -> None:
    """Under every answer of the options that claims and deals hang on, and never more than one."""
    checked = find(rulebook)
    asked = {
        name: option.answers
        for name, option in (checked.program.options if checked.program else {}).items()
        if option.answers and any(word in name for word in ("players", "dragon", "instant", "redeal", "spare"))
    }
    for setting in every(asked):
        game = load(rulebook, setting)
        for claim in game.rulebook.claims:
            assert 0 <= game.chance(claim.name) <= 1
