"""What `diff` calls proved equal is equal: no reader of a rulebook can tell the two apart."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

import pytest
from rulebooks_in_text import game_of

from cardwright.dsl import Mutant, RulebookError, Source, check, meaning, model
from cardwright.interpreter import Carried, Game, comparing
from cardwright.interpreter.comparing import readers
from cardwright.interpreter.errors import CardwrightError, Unanswerable
from cardwright.interpreter.mutating import slips

ROOT = Path(__file__).parents[2]
BOOKS = sorted(path.stem for path in (ROOT / "rulebooks").glob("*.rules"))
THOROUGH = os.environ.get("CARDWRIGHT_THOROUGH") == "1"
FEW = 40 if THOROUGH else 3
HANDS = 40 if THOROUGH else 12

# ---- what tells two decks, or two ways to write combinations, apart --------------------------------------------------

BOOK = """cardwright 1
rulebook house "House" edition 1
deck {{ {deck} }}
deal {{ players: 3   each: {each}   rest: unused }}
{declared}
play {{
  turns: go clockwise
  first hand: {opened}
  later hands: {opened}
  each turn: beat or pass
  a pass: keeps you in the trick
  a trick: ends when all others pass in a row
  won at once: never
  {pile}
  next trick: led by the trick winner, else by the next player who has cards
  the hand: {end}
}}
"""
PLAIN = "ranks: 4 < 5 < 6 < 7 < 8 < 9   suits: D < C < H < S"
LEVEL = "combination single { cards: 1   compare: nothing }"
PAYS = "payment debt: each loser pays the winner   cards of payer"


def book(
    *declared: str,
    deck: str = PLAIN,
    each: int = 6,
    opened: str = "opened by a random player",
    pile: str = "",
    end: str = "ends when a player has no cards",
) -> Game:
    return game_of(
        BOOK.format(deck=deck, each=each, declared="\n".join(declared), opened=opened, pile=pile, end=end)
    )


def single(equal: str, compare: str = "highest card") -> str:
    return f"combination single {{ cards: 1   compare: {compare}   equal: {equal} }}"


TWICE = f"{PLAIN}   copies: 2"
TURNED = "ranks: 4 < 5 < 6 < 7 < 8 < 9   suits: C < D < H < S"
SWAPPED = "ranks: 5 < 4 < 6 < 7 < 8 < 9   suits: D < C < H < S"
LOW = "opened by the holder of the lowest card"
TILES = "tiles: Low {}, Middle 2-2, High 6-6   copies: 4"
GIVES = PAYS + " x {}"
ZERO = "payment debt: each loser pays the winner   ({} when cards of payer is 0 | cards of payer)"
FOURS = "claim fours { holding: 4   must: pile   all: 4 }"
RUN_CLAIM = "claim run { holding: 3 in a row   may: void }"

TOLD_APART: dict[str, tuple[Game, Game]] = {
    "equal plays are copies of a card": (
        book(single("falls"), PAYS, deck=TWICE), book(single("holds"), PAYS, deck=TWICE),
    ),
    "suits count for the opener alone": (book(LEVEL, opened=LOW), book(LEVEL, deck=TURNED, opened=LOW)),
    "ranks count for the opener alone": (book(LEVEL, opened=LOW), book(LEVEL, deck=SWAPPED, opened=LOW)),
    "level suits are numbered otherwise": (
        book(LEVEL, deck="ranks: 4 < 5 < 6   suits: D, C, H, S", each=3, opened=LOW),
        book(LEVEL, deck="ranks: 4 < 5 < 6   suits: D, X, H, S", each=3, opened=LOW),
    ),
    "pips count in payments alone": (
        book(LEVEL, "payment debt: each loser pays the winner   (total pips of c for c in hand of payer)", deck=TILES.format("1-1"), each=3),
        book(LEVEL, "payment debt: each loser pays the winner   (total pips of c for c in hand of payer)", deck=TILES.format("1-2"), each=3),
    ),
    "claims leave hands without cards": (
        book(LEVEL, FOURS, ZERO.format(1), each=1, pile="the pile: takes the whole trick"),
        book(LEVEL, FOURS, ZERO.format(2), each=1, pile="the pile: takes the whole trick"),
    ),
    "ranks count for a claim alone": (book(LEVEL, RUN_CLAIM, PAYS), book(LEVEL, RUN_CLAIM, PAYS, deck=SWAPPED)),
}  # fmt: skip
