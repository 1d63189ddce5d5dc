"""The engine and the front end know no game by name: with every identifier of a rulebook replaced the games are the
same, number by number, and no name that a shipped rulebook declares is written in their sources."""

from __future__ import annotations

import ast as python
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from effort import RENAMED_SETTINGS
from options import Table, checked, choices, names, settings, tables
from renaming import Names, Renamed, renamed
from strategies import carried, random_hand

import cardwright.dsl
import cardwright.interpreter
from cardwright.dsl import Checked, check, shipped
from cardwright.interpreter import Game, State, comparing, run_examples

SOURCES = [Path(part.__file__ or "").parent for part in (cardwright.dsl, cardwright.interpreter)]


@cache
def twin(rulebook: str) -> tuple[Renamed, Checked]:
    """A rulebook under other names, checked."""
    found = renamed(checked(rulebook))
    return found, check(found.source)


def some_tables() -> list[Table]:
    """Of every rulebook some settings, the first answers among them."""
    found = []
    for rulebook in shipped():
        mine = [table for table in tables() if table.rulebook == rulebook]
        step = max(1, len(mine) // RENAMED_SETTINGS)
        found.extend(mine[::step][:RENAMED_SETTINGS])
    return found


TABLES = some_tables()


def renamed_game(table: Table) -> Game:
    """The same game under other names."""
    found, other = twin(table.rulebook)
    return Game(other.settle(found.names.setting(table.answers)))


# ---- the rulebook --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rulebook", shipped())
def test_a_renamed_rulebook_is_a_rulebook(rulebook: str) -> None:
    found, other = twin(rulebook)
    assert [str(diagnostic.message) for diagnostic in other.errors] == []
    program, new = checked(rulebook).program, other.program
    assert program is not None and new is not None
    for before, after in (
        (program.symbols.declared, new.symbols.declared),
        (program.symbols.ranks, new.symbols.ranks),
        (program.symbols.suits, new.symbols.suits),
        (program.symbols.pieces, new.symbols.pieces),
    ):
        assert len(before) == len(after) and not set(before) & set(after), "some name has been kept"
    words = {answer for answers in choices(rulebook).values() for answer in answers if answer.isidentifier()}
    words -= {"yes", "no"}
    assert not words & {answer for option in new.options.values() for answer in option.answers}
    assert sorted(program.symbols.suits) == [found.names.back[suit] for suit in sorted(new.symbols.suits)]


def with_old_names(names: Names, data: Any) -> Any:
    """A model in the old names, without places, prose and other copies of the text."""
    back = names.back

    def text(value: str) -> str:
        return "-".join(back.get(bit, bit) for bit in value.split("-"))

    def read(value: Any) -> Any:
        match value:
            case dict():
                return {key: read(item) for key, item in value.items() if key not in PROSE}
            case list():
                return [read(item) for item in value]
            case str():
                return text(value)
            case _:
                return value

    return read(data)


PROSE = frozenset({"span", "notes", "title", "lines", "text", "sentence"})


@pytest.mark.parametrize("table", TABLES, ids=names(TABLES))
def test_the_models_are_the_same_up_to_names(table: Table) -> None:
    found, _ = twin(table.rulebook)
    game = renamed_game(table)
    mine = with_old_names(Names(), json.loads(table.model.model_dump_json()))
    theirs = with_old_names(found.names, json.loads(game.rulebook.model_dump_json()))
    for key in mine:
        assert unordered(key, theirs[key]) == unordered(key, mine[key]), key
    assert game.content != table.game.content and game != table.game


@pytest.mark.parametrize("table", TABLES, ids=names(TABLES))
def test_they_are_proved_to_be_the_same_game(table: Table) -> None:
    found = comparing.compare(table.game, renamed_game(table))
    assert found.equal
    assert [change.name for change in found.changes] == []


def unordered(key: str, value: Any) -> Any:
    """Lists that stand for sets; they are sorted by name."""
    return sorted(value, key=str) if key == "answers" else value


@pytest.mark.parametrize("table", TABLES, ids=names(TABLES))
def test_its_examples_hold(table: Table) -> None:
    mine, theirs = list(run_examples(table.game)), list(run_examples(renamed_game(table)))
    assert [found.holds for found in mine] == [found.holds for found in theirs]
    assert all(found.holds for found in mine) or table.answers != tuple(settings(table.rulebook)[0].items())


# ---- the games -----------------------------------------------------------------------------------------------------


def old(names: Names, text: str) -> str:
    """An action, a list of cards or a state in the old names."""
    back = names.back
    word = []
    found = ""
    for letter in [*text, ""]:
        if letter and (letter.isalnum() or letter == "_"):
            word.append(letter)
        else:
            found += back.get("".join(word), "".join(word)) + letter
            word = []
    return found


@pytest.mark.parametrize("table", TABLES, ids=names(TABLES))
def test_hands_go_the_same_way(table: Table) -> None:
    """Under the same seed: the same deals, the same legal actions in the same order, the same refusals, breaches,
    observations and scores."""
    found, _ = twin(table.rulebook)
    game, other = table.game, renamed_game(table)
    random = Random(table.rulebook)
    for seed in (0, 1):
        before = carried(table, seed)
        assert game.shuffle(seed, before) == other.shuffle(seed, before)
        mine, theirs = (each.start(each.shuffle(seed, before), before) for each in (game, other))
        while not mine.is_over:
            actions, others = list(mine.legal_actions()), list(theirs.legal_actions())
            assert [old(found.names, str(action)) for action in others] == [str(action) for action in actions]
            if random.random() < 0.1:
                compare(found.names, random, mine, theirs)
            at = random.randrange(len(actions))
            assert set(map(str, mine.would_breach(actions[at]))) == {
                found.names.back[duty] for duty in theirs.would_breach(others[at])
            }
            mine, theirs = mine.apply(actions[at]), theirs.apply(others[at])
        compare(found.names, random, mine, theirs)
        assert theirs.is_over and mine.scores == theirs.scores


def compare(names: Names, random: Random, mine: State, theirs: State) -> None:
    """Two states, the second under other names, are the same state."""
    assert old(names, str(theirs)) == str(mine)
    assert (mine.turn, mine.hands, mine.piles, mine.opener) == (theirs.turn, theirs.hands, theirs.piles, theirs.opener)
    for seat in range(mine.rules.players):
        assert json.loads(old(names, json.dumps(theirs.observe(seat).to_json()))) == mine.observe(seat).to_json()
    if mine.turn is None:
        return
    hand = mine.hands[mine.turn]
    for cards in (
        [random.choice(hand)],
        random.sample(hand, min(len(hand), 2)),
        [random.randrange(len(mine.rules.pieces))],
    ):
        asked, answered = (state.why_not(state.rules.pieces.format(sorted(cards))) for state in (mine, theirs))
        assert (asked is None) == (answered is None)
        if asked is not None and answered is not None:
            assert asked.rules == tuple(names.back.get(rule, rule) for rule in answered.rules)
            assert str(asked.nearest) == old(names, str(answered.nearest))


@pytest.mark.parametrize("table", TABLES, ids=names(TABLES))
def test_plays_are_the_same(table: Table) -> None:
    found, _ = twin(table.rulebook)
    game, other, random = table.game, renamed_game(table), Random(3)
    for size in (5, 9, 13):
        hand = random_hand(game, random, size)
        plays, others = list(game.plays(hand)), list(other.plays(hand))
        assert [(play.pieces, play.combination) for play in plays] == [
            (play.pieces, found.names.back[play.combination]) for play in others
        ]
        for _ in range(40):
            one, two = random.randrange(len(plays)), random.randrange(len(plays))
            assert game.beats(plays[one], plays[two]) == other.beats(others[one], others[two])
            assert game.compare(plays[one], plays[two]).verdict == other.compare(others[one], others[two]).verdict
    for claim in game.rulebook.claims:
        assert game.chance(claim.name) == other.chance(found.names.declared[claim.name])


# ---- the sources ---------------------------------------------------------------------------------------------------


def declared(rulebook: str) -> Iterator[str]:
    """Every name a rulebook declares."""
    found, _ = twin(rulebook)
    yield from found.names.back.values()


# Words of the language itself, which the shipped rulebooks happen to choose as names (mostly of answers) as well.
ALLOWED = {
    "always": "a kind of statement",
    "any": "a word that is answered with another",
    "bid": "what an auction asks for",
    "body": "a rule of the grammar: what stands in braces",
    "bombs": "a kind of statement",
    "counts": "how many cards everybody holds: a field of what a seat sees",
    "ignored": "what the grammar reads over",
    "numbers": "a rule of the grammar: the numbers of an option",
    "paid": "what effects have made players pay",
    "random": "`opened by a random player`",
    "run": "listed cards that are joined",
    "settle": "a stage of the pipeline",
    "starter": "`no_bid: starter`",
    "until_passed": "`each_bids: until_passed`",
    "void": "what a claim, or no bid, makes of a hand",
    "each": "`each: 13` of a deal, `each loser` of a payment",
    "free": "a kind of statement",
    "pays": "what a breach or a payment does",
    "nothing": "no cards; what an unordered combination compares",
    "points": "what a player has, and what ends a match",
    "winner": "a fact of the settlement",
    "lowest": "an extreme",
    "highest_card": "a key of `compare`",
    "lowest_card": "a key of `compare`, and a tie of claims",
    "last_card": "a key of `compare`",
    "clockwise": "a direction of turns",
    "anticlockwise": "a direction of turns",
    "once": "`won at once`",
    "one_turn": "how long a breach `lasts`",
    "unused": "`rest: unused`",
    "top": "a word that is answered with `highest`",
    "biggest": "a word that is answered with `highest`",
    "three": "a number as a word, answered with the number",
    "four": "a number as a word, answered with the number",
    "listed": "a rule of the grammar: pieces named one by one",
    "tier": "a rule of the grammar: the sign between two ranks",
    "places": "the order of going out: a field of the facts",
    "passing": "whether the action is a pass: a field of the facts",
    "drawn": "how a match may end: a kind of example",
    "bound": "a kind of slip: a number off by one",
    "allowed": "a function of programs: what is legal before duties are asked",
    "finish": "a function of programs: the hand is over",
    "high": "a parameter of programs: how many cards at most",
    "many": "a local name of programs",
    "unit": "whether hands or matches are simulated: a field of what is kept",
    "differences": "what two rulebooks declare differently",
    "low": "the lower end of a row: a field of the model",
    **dict.fromkeys(("dealt", "led", "passed"), "a kind of event"),
    "forbidden": "what is said of an action that a rule forbids",
    **dict.fromkeys("SHDC", "notation: the letter that is tried for a sign of a suit"),
    "10": "notation: in any deck that has a 10, `T` may be typed for it",
}


def literals(path: Path) -> Iterator[str]:
    """The texts in a Python source that are no documentation; of a list written as one text, every word."""
    tree = python.parse(path.read_text("utf-8"))
    prose: set[int] = set()
    for node in python.walk(tree):
        match node:
            case python.Expr(value=python.Constant() as text):
                prose.add(id(text))
            case python.Call(func=python.Attribute(value=python.Constant(value=str(words)), attr="split")):
                yield from words.split()
    for node in python.walk(tree):
        if isinstance(node, python.Constant) and isinstance(node.value, str) and id(node) not in prose:
            yield node.value


def test_no_source_writes_a_name_of_a_rulebook() -> None:
    known = {name for rulebook in shipped() for name in declared(rulebook)}
    found = {
        (str(path.relative_to(part.parent)), text)
        for part in SOURCES
        for path in part.rglob("*.py")
        for text in literals(path)
        if text in known
    }
    assert {(where, text) for where, text in found if text not in ALLOWED} == set()
    assert {text for _, text in found} >= ALLOWED.keys(), "what no source writes need not be allowed"
