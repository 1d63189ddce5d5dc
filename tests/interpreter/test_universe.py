"""Numbers of actions: how many there are, that they stay the same, and that all that is ever legal has one."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from math import comb
from pathlib import Path

import pytest
from cardwright.interpreter.catalogue import largest_hand, most_legal, multisets

import cardwright.dsl
from cardwright.dsl import Checked, model, shipped
from cardwright.interpreter import BOTS, Game, Invalid, TooMany, Universe, family_of
from cardwright.interpreter import universe as universes

THOROUGH = os.environ.get("CARDWRIGHT_THOROUGH") == "1"


@cache
def find(rulebook: str | Path) -> Checked:
    """A rulebook, read once."""
    return cardwright.dsl.find(rulebook)


FAMILIES = [name for name in shipped() if name != "tien_len" and (THOROUGH or name != "pusoy_dos")]


def universe_of(name: str | Path, options: Mapping[str, bool | int | str] | None = None) -> tuple[Game, Universe]:
    """A game and its actions; a rulebook is read once."""
    return universes.universe_of(find(name), options)


def plays_of(universe: Universe) -> int:
    """How many plays a game has."""
    return sum(universe.key(number)[0] in ("play", "hand") for number in universe.mask)


# ---- how many there are ------------------------------------------------------------------------------------------


def one_pack(book: model.Rulebook) -> int:
    """The plays of Big Two with one pack, worked out from which types there are and the number of straights."""
    names = {combination.name for combination in book.combinations}
    windows = sum(len(tier) for order in book.orders if order.name == "straights" for tier in order.tiers)
    if "straight_flush" in names and "flush" in names:
        flushes = 4 * comb(13, 5)
    else:
        flushes = 4 * windows
    five = windows * (4**5 - 4) + flushes
    full = 13 * comb(4, 3) * 12 * comb(4, 2) + 13 * 48
    triples = 13 * comb(4, 3) if "triple" in names else 0
    two_pairs = comb(13, 2) * comb(4, 2) ** 2 * 44 if "two_pair" in names else 0
    dragons = sum(name in names for name in ("dragon", "flush_dragon"))
    return 52 + 13 * comb(4, 2) + triples + five + full + two_pairs + dragons


@pytest.mark.parametrize("name", ["hk", "pusoy_dos", "taiwan", "wikipedia"])
def test_there_are_as_many_plays_as_combinatorics_tell(name: str) -> None:
    checked = find(name)
    kinds = ("deck", "order", "combination", "ladder")
    settings = checked.settings_of(kinds, 500, but=("compare",)).found if THOROUGH else checked.settings()[:1]
    for setting in settings:
        book = checked.settle(setting)
        if not all(piece.copies for piece in book.deck.pieces):
            continue
        assert plays_of(Universe(Game(book))) == one_pack(book), setting


def test_hong_kong() -> None:
    assert plays_of(universe_of("hk")[1]) == 19_898 == 9_698 + 1_020 * 10
    assert plays_of(universe_of("hk", {"triples": False})[1]) == 19_898 - 52


@pytest.mark.parametrize(("flush_pairs", "flushes"), [(True, multisets([2] * 13)[5]), (False, comb(13, 5))])
def test_two_packs_have_equal_pieces(flush_pairs: bool, flushes: int) -> None:
    alike = multisets([2] * 4)
    _, universe = universe_of("big_two_two_decks", {"flush_pairs": flush_pairs})
    few = 13 * (alike[1] + alike[2] + alike[3] + alike[5])
    five = 10 * 4**5 + 4 * (flushes - 10) + 13 * 12 * alike[3] * alike[2] + 13 * alike[4] * 48
    assert plays_of(universe) == few + five


def test_gifts_and_discards() -> None:
    kinds = [key[0] for key in universe_of("president")[1].family.keys]
    # With jokers there are two more; one card or two are given.
    assert kinds.count("give") == 54 + comb(54, 2) and kinds.count("play") == 13 * 15 + 2
    copies = universe_of("tien_gow")[0].pieces.copies
    kinds = [key[0] for key in universe_of("tien_gow")[1].family.keys]
    assert kinds.count("discard") == sum(multisets(copies)[number] for number in (1, 2, 3, 4)) and "pass" not in kinds


@pytest.mark.skipif(not THOROUGH, reason="every plane with its wings is judged")
def test_dou_dizhu_has_as_many_plays_as_others_count() -> None:
    assert plays_of(universe_of("dou_dizhu")[1]) == 27_471


def test_what_cannot_be_listed_is_counted() -> None:
    with pytest.raises(TooMany, match="30,228,739 actions") as told:
        universe_of("tien_len")
    runs = sum((13 - length) * 4**length for length in range(3, 13))
    pair_runs = sum((13 - length) * 6**length for length in range(3, 7))
    game = Game(find("tien_len").settle())
    assert told.value.size == 52 + 13 * (6 + 4 + 1) + runs + pair_runs and told.value.exact
    assert most_legal(game.rules.plays, largest_hand(game.rulebook)) == 2**13 - 1 + 1


def test_what_has_no_end_is_given_up_soon(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if not THOROUGH:
        monkeypatch.setattr(universes, "MOST_ACTIONS", 20_000)
    file = tmp_path / "heaps.rules"
    heap = "combination heap { cards: 6 to 13   compare: highest card }"
    file.write_text(f"cardwright 1\nrulebook heaps extends taiwan edition 1\n{heap}\n")
    with pytest.raises(TooMany, match="at least") as told:
        universe_of(file)
    assert not told.value.exact and told.value.size > universes.MOST_ACTIONS


# ---- they stay the same ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", FAMILIES)
def test_every_setting_has_the_same_numbers(name: str) -> None:
    checked = find(name)
    family = family_of(checked)
    assert len(set(family.texts)) == len(family)
    for setting in checked.settings() if THOROUGH else checked.settings()[1:2]:
        game, universe = universe_of(name, setting)
        assert universe.family is family
        # Nothing is found under these answers that the table lacks.
        assert Universe(game, replace(family, signs=frozenset())).family.keys == family.keys


def test_what_was_not_gone_through_is_numbered_behind() -> None:
    family = family_of(find("hk"))
    short = replace(family, keys=family.keys[:-9], signs=frozenset())
    _, universe = universe_of("hk")
    again = Universe(universe.game, short)
    assert again.texts == universe.texts
    # Three seats of pusoy_dos hold 17 cards: known only from the settings in which they do.
    game, universe = universe_of("pusoy_dos", {"players": 3, "three_hold": 17})
    assert universe.family is family_of(find("pusoy_dos"))
    lacking = replace(universe.family, largest=13)
    assert Universe(game, lacking).family is not lacking


def test_the_order_of_suits_changes_no_number() -> None:
    (_, one), (_, other) = universe_of("hk"), universe_of("hk", {"lowest_suit": "C", "royal_type": False})
    texts = ["pass", "claim dragon", "2C-2D", "10S-JS-QS-KS-AS", "4C-4D-KC-KD-KH"]
    assert [one.number(text) for text in texts] == [other.number(text) for text in texts]
    assert one.mask == other.mask


def test_a_variant_adds_its_plays_after_those_of_its_base(tmp_path: Path) -> None:
    file = tmp_path / "club.rules"
    file.write_text(
        "cardwright 1\nrulebook club extends hk edition 1 without triples\n"
        "combination three_pairs { cards: 2 each of 3 ranks in a row   compare: highest card }\n"
    )
    (_, base), (game, club) = universe_of("hk"), universe_of(file)
    assert club.texts[: len(base)] == base.texts
    assert len(club) == len(base) + 11 * 6**3
    assert plays_of(club) == 19_898 - 52 + 11 * 6**3
    assert club.number("3C-3D-4C-4D-5C-5D") >= len(base) and game.play("3C-3D-4C-4D-5C-5D").combination == "three_pairs"
    with pytest.raises(Invalid, match="no play of `club`"):
        club.action(base.number("3C-3D-3H"))


def test_another_deck_counts_by_names(tmp_path: Path) -> None:
    file = tmp_path / "short.rules"
    file.write_text("cardwright 1\nrulebook short extends president edition 1 with joker_ranks\n")
    (_, base), (_, short) = universe_of("president"), universe_of(file)
    assert short.texts == base.texts
    assert short.number("BJ") == base.number("BJ") and short.number("BJ") in short.mask
    assert str(short.action(short.number("BJ"))) == "BJ" and base.number("BJ") not in base.mask


# ---- all that is legal has one -----------------------------------------------------------------------------------


def hand(name: str, options: Mapping[str, str], seed: int) -> None:
    game, universe = universe_of(name, options)
    state, bots = game.deal(seed), [BOTS["random"](seed + seat) for seat in range(game.players)]
    while not state.is_over:
        assert state.turn is not None
        legal = list(state.legal_actions())
        numbers = [universe.number(action) for action in legal]
        assert len(set(numbers)) == len(legal)
        for number, action in list(zip(numbers, legal, strict=True))[:40]:
            assert universe.action(number, state) == action
            text = universe.texts[number]
            assert text.startswith("hand=") or state.parse_action(text) == action
        state = state.apply(bots[state.turn].choose(state.observe(state.turn), legal))


@pytest.mark.parametrize("name", FAMILIES)
def test_whatever_is_legal_has_a_number_of_its_own(name: str) -> None:
    settings = find(name).settings()
    for number, setting in enumerate(settings if THOROUGH else settings[-1:]):
        hand(name, setting, number)


def test_cards_with_two_readings_have_two_numbers() -> None:
    cards, texts = "3-3-3-4-4-4-5-5-5-6-6-6", ["plane", "plane_ones"]
    game, universe = universe_of("dou_dizhu", {"short_planes": True})
    numbers = [universe.number(f"{cards}={name}") for name in texts]
    assert [universe.texts[number] for number in numbers] == [f"{cards}={name}" for name in texts]
    found = [universe.number(f"{play}") for play in game.plays("3 3 3 4 4 4 5 5 5 6 6 6") if play.size == 12]
    assert sorted(found) == sorted(numbers)
    # Where short planes are not allowed it is a plane alone, and has its number without a name.
    _, plain = universe_of("dou_dizhu")
    assert plain.number(f"{cards}=plane") == plain.number(cards) == universe.family.by_text[cards]


def test_a_whole_hand_is_one_action() -> None:
    game, universe = universe_of("taiwan")
    hands = ["3C 4D 5H 6S 7C 8D 9H 10S JC QD KH AS 2C"]
    rest = game.pieces.without(game.cards(hands[0]))
    state = game.deal(0, hands=[hands[0], rest[:13], rest[13:26], rest[26:]])
    assert state.turn == 0
    dragon = next(a for a in state.legal_actions() if str(a).count("-") == 12)
    number = universe.number(dragon)
    assert universe.texts[number] == "hand=dragon" and universe.action(number, state) == dragon
    with pytest.raises(Invalid, match="a state must tell which"):
        universe.action(number)
