"""What `diff` calls proved equal is equal: no reader of a rulebook can tell the two apart."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from effort import THOROUGH
from rulebooks_in_text import game_of

from cardwright.dsl import Mutant, RulebookError, Source, check, meaning, model
from cardwright.interpreter import Carried, Game, comparing, mutating, readers

ROOT = Path(__file__).parents[2]
BOOKS = sorted(path.stem for path in (ROOT / "rulebooks").glob("*.rules"))
QUICK = ["chuo_pai", "dou_dizhu", "president", "pusoy_dos", "taiwan", "zheng_shangyou"]
"""Rulebooks of which one comparison takes two seconds or less."""
FEW = 40 if THOROUGH else 1
HANDS = 40 if THOROUGH else 8

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
    return game_of(BOOK.format(deck=deck, each=each, declared="\n".join(declared), opened=opened, pile=pile, end=end))


def single(equal: str, compare: str = "highest card") -> str:
    return f"combination single {{ cards: 1   compare: {compare}   equal: {equal} }}"


TWICE = f"{PLAIN}   copies: 2"
TURNED = "ranks: 4 < 5 < 6 < 7 < 8 < 9   suits: C < D < H < S"
SWAPPED = "ranks: 5 < 4 < 6 < 7 < 8 < 9   suits: D < C < H < S"
LOW = "opened by the holder of the lowest card"
TILES = "tiles: Low {}, Middle 2-2, High 6-6   copies: 4"
ZERO = "payment debt: each loser pays the winner   ({} when cards of payer is 0 | cards of payer)"
PIPS = "payment debt: each loser pays the winner   (total pips of c for c in hand of payer)"
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
        book(LEVEL, PIPS, deck=TILES.format("1-1"), each=3),
        book(LEVEL, PIPS, deck=TILES.format("1-2"), each=3),
    ),
    "claims leave hands without cards": (
        book(LEVEL, FOURS, ZERO.format(1), each=1, pile="the pile: takes the whole trick"),
        book(LEVEL, FOURS, ZERO.format(2), each=1, pile="the pile: takes the whole trick"),
    ),
    "ranks count for a claim alone": (book(LEVEL, RUN_CLAIM, PAYS), book(LEVEL, RUN_CLAIM, PAYS, deck=SWAPPED)),
}  # fmt: skip


@pytest.mark.parametrize("which", TOLD_APART)
def test_what_only_a_reader_tells_apart_is_not_proved_equal(which: str) -> None:
    one, other = TOLD_APART[which]
    assert not comparing.compare(one, other).equal
    assert not comparing.compare(other, one).equal
    assert comparing.compare(one, one).equal and comparing.compare(other, other).equal


@pytest.mark.parametrize(
    ("which", "about", "text"),
    [
        ("equal plays are copies of a card", "order", "4D beats 4D"),
        ("suits count for the opener alone", "turn", "held 4D | 4C | 9S: P1 opens"),
        ("ranks count for the opener alone", "turn", "held 4S | 5D | 9S: P1 opens"),
        ("pips count in payments alone", "payment", "held nothing | High | Low: scores +14 -12 -2"),
    ],
)
def test_the_reader_that_tells_them_apart_is_shown(which: str, about: str, text: str) -> None:
    found = comparing.compare(*TOLD_APART[which])
    assert [(one.about, one.text) for one in found.witnesses] == [(about, text)]


def test_equal_plays_that_can_never_meet_do_not_count() -> None:
    """Of each card there is one: no card is ever played on itself, and of three kings no others are left."""
    triple = "combination triple {{ cards: 3 of a rank   compare: rank   equal: {} }}"
    one, other = (book(single(equal), triple.format(equal), PAYS) for equal in ("falls", "holds"))
    found = comparing.compare(one, other)
    assert found.equal and found.changes and not found.order.flips


def test_where_a_reader_looks_elsewhere_equal_plays_are_proved() -> None:
    """Suits that nothing reads may stand in any order."""
    assert comparing.compare(book(LEVEL, PAYS), book(LEVEL, PAYS, deck=TURNED)).equal


def test_every_kind_of_node_is_known_to_read_something_or_nothing() -> None:
    """A new kind reads everything until somebody has thought about it."""
    kinds = {kind for name in model.__all__ if isinstance(kind := getattr(model, name), type)}
    nodes = {kind for kind in kinds if issubclass(kind, model.Node) and kind not in (model.Node, model.Declared)}
    apart = {
        model.Property, model.Chain, model.IsBetween, model.TypeClass, model.AtOnce, model.Auction, model.Gives,
        model.Claims, model.Listed, model.LowestOpens, model.InOrder, model.Every, model.RankValue, model.SuitValue,
    }  # fmt: skip
    everything = {model.IsHighest, model.Beats, model.PartCards, model.Combination, model.Key, model.Order}
    aside = {
        model.Cited, model.Option, model.OptionRange, model.Deck, model.Piece, model.Scale, model.Free, model.Example,
        model.ExampleFact, model.ExampleItem, model.Naming, model.Tongue,
    }  # fmt: skip
    assert nodes == readers.BLIND | apart | everything | aside
    assert not readers.BLIND & (apart | everything | aside)


# ---- slips of every rulebook -----------------------------------------------------------------------------------------


def _altered(name: str, number: int, seed: int) -> Iterator[tuple[Game, Game, Mutant]]:
    """Slips of a rulebook that mean something else by what they declare."""
    path = ROOT / "rulebooks" / f"{name}.rules"
    checked = check(Source(path.name, path.read_text("utf-8"), path))
    settled = checked.settle()
    first, known = Game(settled), meaning(settled)
    every = list(mutating.slips(checked))
    Random(f"{name} {seed}").shuffle(every)
    for slip in every:
        if number == 0:
            return
        changed = check(slip.changed)
        if changed.errors:
            continue
        try:
            second = Game(changed.settle())
        except RulebookError:
            continue
        if meaning(second.rulebook) != known:
            number -= 1
            yield first, second, slip


def _told_apart(first: Game, second: Game, hands: int) -> str | None:
    """Play the same hands in both, card by card: what is allowed, whose turn it is, and what it pays."""
    if first.players != second.players or first.deck != second.deck:
        return "another deck, or other players"
    for number in range(hands):
        carried = Carried() if number % 2 else Carried(2, last_winner=0, last_loser=1)
        random = Random(number)
        dealt = first.shuffle(number, carried)
        by = first.rulebook.play.first_hand if carried.hand_number == 1 else first.rulebook.play.later_hands
        other = second.shuffle(number, carried)
        names = [[[game.pieces.names[card] for card in hand] for hand in one.hands]
                 for game, one in ((first, dealt), (second, other))]  # fmt: skip
        if names[0] != names[1]:
            return f"another deal of seed {number}"
        if not isinstance(by.by, model.RandomOpens) and dealt.opener != other.opener:
            return f"another opener with seed {number}"
        mine, theirs = first.start(dealt, carried), second.start(other, carried)
        while not mine.is_over and not theirs.is_over:
            ours, others = ({str(action) for action in state.legal_actions()} for state in (mine, theirs))
            if (mine.turn, ours) != (theirs.turn, others):
                return f"{mine}: {sorted(ours ^ others)}"
            action = random.choice(sorted(ours))
            if mine.would_breach(action) != theirs.would_breach(action):
                return f"{mine}: {action} breaks something"
            mine, theirs = mine.apply(action), theirs.apply(action)
        if mine.is_over != theirs.is_over or mine.scores != theirs.scores or mine.winner != theirs.winner:
            return f"{mine}: ends otherwise"
    return None


@pytest.mark.parametrize("name", BOOKS if THOROUGH else QUICK)
def test_a_slip_that_is_proved_equal_plays_and_pays_the_same(name: str) -> None:
    for first, second, slip in _altered(name, FEW, seed=1):
        found = comparing.compare(first, second)
        if found.equal:
            assert all(scope.proved for scope in found.scopes) and not found.witnesses
            told = _told_apart(first, second, HANDS)
            assert told is None, f"{slip.name}: `{slip.was}` as `{slip.becomes}`: {told}"


def test_hands_that_are_played_side_by_side_tell_slips_apart() -> None:
    """The judge of the test above is no friend of what it judges."""
    one, other = TOLD_APART["equal plays are copies of a card"]
    assert _told_apart(one, other, HANDS) is not None
    one, other = TOLD_APART["suits count for the opener alone"]
    assert _told_apart(one, other, HANDS) is not None
    assert _told_apart(one, one, HANDS) is None
