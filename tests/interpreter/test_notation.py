"""Cards are read as players write them."""

from __future__ import annotations

import pytest
from rulebooks_in_python import TILES, deck, tiles

from cardwright.dsl import model
from cardwright.interpreter import Invalid, Pieces

SYMBOLS = model.Tongue(
    tongue="symbols", names=tuple(model.Naming(id=s, text=t) for s, t in zip("DCHS", "♦♣♥♠", strict=True))
)
CHINESE = model.Tongue(
    tongue="zh",
    names=(model.Naming(id="S", text="葵扇"), model.Naming(id="Heaven", text="天"), model.Naming(id="RJ", text="大鬼")),
)
CARDS = Pieces(deck(jokers=("BJ", "RJ")), (SYMBOLS, CHINESE))
DOMINOES = Pieces(tiles().deck, (CHINESE,))


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("3D 3C", "3C 3D"),
        ("3D-3C", "3C 3D"),
        ("3♦", "3D"),
        ("♦3", "3D"),
        ("♦️3", "3D"),
        ("♢3, ♣3", "3C 3D"),
        ("S10", "10S"),
        ("TS", "10S"),
        ("ts-th", "10H 10S"),
        ("２Ｓ", "2S"),
        ("葵扇2", "2S"),
        ("2葵扇", "2S"),
        ("rj BJ", "BJ RJ"),
        ("大鬼", "RJ"),
        ("3D–4D", "3D 4D"),
    ],
)
def test_cards(text: str, names: str) -> None:
    assert CARDS.format(CARDS.parse(text), joined=False) == names


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("6-6", "Heaven"),
        ("6-6-6-6", "Heaven Heaven"),
        ("5-4-Heaven", "Heaven Red_nine"),
        ("heaven 2-1", "Heaven Ding_ding"),
        ("天-天", "Heaven Heaven"),
        ("red_nine", "Red_nine"),
    ],
)
def test_tiles(text: str, names: str) -> None:
    assert DOMINOES.format(DOMINOES.parse(text), joined=False) == names


def test_every_name_is_read() -> None:
    for pieces in (CARDS, DOMINOES):
        for index, name in enumerate(pieces.names):
            assert pieces.parse(name) == (index,)
            assert pieces.parse(name.lower()) == (index,)
    assert DOMINOES.names == tuple(TILES)


@pytest.mark.parametrize(
    ("text", "message", "start"),
    [
        ("3D 9X", "`9X` is no card of this deck", 3),
        ("3D-9X-4D", "`9X` is no card of this deck", 3),
        ("", "there is no card here", 0),
        ("  ", "there is no card here", 0),
        ("3D--4D", "a card is missing at `-`", 3),
        ("hello", "`hello` is no card of this deck", 0),
    ],
)
def test_what_is_no_card_is_located(text: str, message: str, start: int) -> None:
    with pytest.raises(Invalid) as caught:
        CARDS.parse(text)
    assert str(caught.value) == message
    assert (caught.value.text, caught.value.start) == (text, start)
