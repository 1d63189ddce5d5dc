"""The case files themselves are sound: known names, well-formed cards, nothing held twice. No engine is needed."""

import re
from collections import Counter
from fractions import Fraction
from functools import cache

import pytest
from rows import (
    RULEBOOKS,
    Answers,
    Beats,
    Chain,
    Chance,
    Classify,
    Count,
    Offered,
    Played,
    Position,
    Row,
    Settled,
    case_files,
    every_claim,
    listed,
    rows,
    seat,
)

ROWS = dict(rows())
REASONS = {
    "not_held", "no_combination", "ambiguous", "not_comparable", "wrong_size", "too_low", "cannot_pass",
    "must_beat", "opening", "not_untouched", "not_now", "hand_over", "claim_not_held", "claim_too_late",
    "bid_too_low", "give_count", "discard_count",
}  # fmt: skip


@cache
def text_of(rulebook: str) -> str:
    """The rules without their notes."""
    return re.sub(r"##?[^\n]*", "", (RULEBOOKS / f"{rulebook}.rules").read_text("utf-8"))


@cache
def named(rulebook: str, kind: str) -> frozenset[str]:
    """The names that a rulebook declares of one kind."""
    return frozenset(re.findall(rf"^{kind} +(\w+)", text_of(rulebook), re.MULTILINE))


@cache
def asked(rulebook: str) -> frozenset[str]:
    """The options of a rulebook; the number of players counts as one."""
    block = re.search(r"^options \{(.*?)^\}", text_of(rulebook), re.MULTILINE | re.DOTALL)
    assert block is not None
    return frozenset({"players", *re.findall(r"^\s*(\w+):", block[1], re.MULTILINE)})


@cache
def told(rulebook: str, block: str, line: str) -> str:
    """What a line of a block says, with all its alternatives; empty where there is no such line."""
    body = re.search(rf"^{block} \{{(.*?)\}}", text_of(rulebook), re.MULTILINE | re.DOTALL)
    found = body and re.search(rf"\b{line}:(.*?)(?=\b\w+:|\Z)", body[1], re.DOTALL)
    return found[1].strip() if found else ""


@cache
def deck(rulebook: str) -> dict[str, int]:
    """The pieces, and how many there are of each in one copy of the deck, whatever is left out."""
    tiles = re.findall(r"([A-Z]\w+) \d-\d", told(rulebook, "deck", "tiles"))
    if tiles:
        return dict.fromkeys(tiles, 1)
    jokers = re.findall(r"\w+", told(rulebook, "deck", "jokers"))
    ranks = [rank for rank in re.findall(r"\w+", told(rulebook, "deck", "ranks")) if rank not in jokers]
    suits = told(rulebook, "deck", "suits")
    if suits.isdecimal():
        return dict.fromkeys(ranks, int(suits)) | dict.fromkeys(jokers, 1)
    letters = sorted(set(re.findall(r"\b[A-Z]\b", suits.partition(" with ")[0])))
    return dict.fromkeys([rank + suit for rank in ranks for suit in letters], 1) | dict.fromkeys(jokers, 1)


def agreed(row: Row, option: str) -> str:
    """What the table of a row says to an option: the answer it gives, or the first one."""
    answer = row.agreed.get(option, told(row.rulebook, "options", option).split(" ")[0])
    return {True: "yes", False: "no"}.get(answer, str(answer)) if isinstance(answer, bool) else str(answer)


def copies(row: Row) -> int:
    """How many of everything the table of a row has."""
    number = told(row.rulebook, "deck", "copies") or "1"
    return int(number if number.isdecimal() else agreed(row, number))


def seats_of(row: Row) -> int:
    """How many play at the table of a row: as many as it says, or the first number of the deal."""
    return int(row.agreed.get("players") or told(row.rulebook, "deal", "players").split(" ")[0])


def pieces(row: Row, text: str) -> list[str]:
    """The pieces of a list or of a play, each of them known to the rulebook."""
    found = re.split(r"[ -]", text) if text else []
    assert set(found) <= set(deck(row.rulebook)), text
    return found


def once(row: Row, *texts: str) -> None:
    """No more of a piece than the deck has."""
    held = Counter(piece for text in texts for piece in pieces(row, text))
    assert all(number <= copies(row) * deck(row.rulebook)[piece] for piece, number in held.items()), held


def sound_action(row: Row, text: str) -> None:
    """An action names pieces, a pass, or an answer about a claim that exists."""
    action = text.split(": ")[-1]
    if action.startswith("claim "):
        assert action.removeprefix("claim ") in named(row.rulebook, "claim")
    elif action.startswith("bid "):
        assert action.removeprefix("bid ").isdecimal()
    elif action not in ("pass", "decline"):
        assert pieces(row, action.removeprefix("discard ").removeprefix("give "))


@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS.keys())
def test_row_is_sound(row: Row) -> None:
    assert row.rulebook in {path.stem for path in RULEBOOKS.glob("*.rules")}
    assert set(row.agreed) <= asked(row.rulebook)
    known = every_claim().keys() | listed("faults").keys()
    assert row.id in known or re.fullmatch(r"X-\d\d", row.id)
    assert set(row.cites) <= known
    assert row.about == row.about.strip() and 3 < len(row.about) <= 120
    match row:
        case Classify():
            once(row, row.cards)
            assert set(row.reads) <= named(row.rulebook, "combination")
        case Beats():
            once(row, row.play, row.table)
        case Chain():
            for level in row.chain:
                for play in [level] if isinstance(level, str) else level:
                    once(row, play)
        case Position():
            once(row, row.hand, row.table or "")
        case Played():
            once(row, *row.hands)
            seats = len(row.hands)
            assert seats == seats_of(row)
            for action in row.actions:
                sound_action(row, action)
            told = [row.turn, row.winner, row.opener, row.last_winner, *row.claims]
            assert all(0 <= seat(name) < seats for name in told if name)
            for each in (row.scores, row.piles, row.hand_sizes):
                assert each is None or len(each) == seats
            assert {claim for names in row.claims.values() for claim in names} <= named(row.rulebook, "claim")
        case Settled():
            assert (row.left is None) != (row.held is None)
            once(row, *(row.held or []), *row.ended.values())
            assert len(row.scores) == len(row.left or row.held or [])
            assert set(row.broke.values()) <= named(row.rulebook, "duty")
        case Chance():
            assert row.claim in named(row.rulebook, "claim") and 0 <= Fraction(row.chance) <= 1
        case Count():
            assert (row.universe is None) == (row.combination in named(row.rulebook, "combination"))
        case Answers():
            assert set(row.options) <= asked(row.rulebook)
        case _:
            pass
    if isinstance(row, Offered):
        for action in (*(row.legal or ()), *row.illegal, *(row.breach or ())):
            sound_action(row, action)
        given = {why for whys in row.illegal.values() for why in ([whys] if isinstance(whys, str) else whys)}
        assert given <= REASONS | named(row.rulebook, "duty")
        assert set((row.breach or {}).values()) <= named(row.rulebook, "duty")
        assert not set(row.legal or ()) & set(row.illegal)
        assert row.legal is not None or not row.exactly


@pytest.mark.parametrize("row", [row for row in ROWS.values() if isinstance(row, Settled | Played)])
def test_scores_balance_where_the_rules_say_so(row: Settled | Played) -> None:
    promise = re.search(r"^always \w+: zero_sum(?:\s+with (\w+)(?: = (\w+))?)?", text_of(row.rulebook), re.MULTILINE)
    balanced = promise and (not promise[1] or agreed(row, promise[1]) == (promise[2] or "yes"))
    if balanced and row.scores is not None:
        assert sum(Fraction(score) for score in row.scores) == 0


def test_no_line_is_written_twice() -> None:
    lines = [line for path in case_files() for line in path.read_text("utf-8").splitlines()]
    assert [line for line, times in Counter(lines).items() if times > 1] == []
