"""The catalogues of messages: the same keys and slots in every language, each used, and words for whatever a model can
say."""

from __future__ import annotations

import re
from pathlib import Path
from string import Formatter
from typing import Any, get_args

import pytest

from cardwright.dsl import model
from cardwright.interpreter import Spoken, class_words, key_words, load, words
from cardwright.languages import CHINESE, ENGLISH, LANGUAGES, Language

ROOT = Path(__file__).parents[1]
SOURCES = "\n".join(
    path.read_text("utf-8")
    for part in ("cardwright/cli", "cardwright/display", "interpreter")
    for path in sorted((ROOT / part).rglob("*.py"))
)


def slots(message: str) -> set[str]:
    """The slots of a message."""
    return {name for _, name, _, _ in Formatter().parse(message) if name is not None}


def test_every_language_has_every_message() -> None:
    assert ENGLISH.messages.keys() == CHINESE.messages.keys()


# What one language says and the other leaves unsaid: words for pieces, and how they are counted.
UNSAID = {"piece", "pieces", "measure"}


@pytest.mark.parametrize("key", ENGLISH.messages)
def test_messages_have_the_same_slots(key: str) -> None:
    english, chinese = slots(ENGLISH.messages[key]), slots(CHINESE.messages[key])
    assert english ^ chinese <= UNSAID | ({"n"} if key.endswith(".one") else set())


@pytest.mark.parametrize("key", ENGLISH.messages)
def test_every_message_is_used(key: str) -> None:
    spoken = {key, key.removesuffix(".one"), key.removesuffix(".not")}
    starts = {one.rpartition(".")[0] for one in spoken} | {key.partition(".")[0]}
    assert any(f'"{one}"' in SOURCES or f"'{one}'" in SOURCES for one in spoken) or any(
        f'f"{start}.{{' in SOURCES for start in starts if start
    )


def test_chinese_messages_are_chinese() -> None:
    latin = {
        key: said for key, said in CHINESE.messages.items() if re.search("[A-Za-z]{2}", re.sub(r"\{\w+\}", "", said))
    }
    assert latin.keys() == {"classified.untouched"}


# ---- what a model can say ------------------------------------------------------------------------------------------

M = model
PLAYER, HAND, PLAY = (M.Fact(fact=fact) for fact in ("winner", "hand", "last_play"))
NINE, SINGLE = M.RankClass(rank="9"), M.TypeClass(combination="single")
TRUE = M.Has(subject=HAND, of=NINE)
CARDS = M.Property(property="cards", of=PLAYER)
EXPRESSIONS: tuple[Any, ...] = (
    M.Number(value=3), M.RankValue(rank="9"), M.SuitValue(suit="S"), M.CardsValue(cards=("9S",)), PLAYER,
    M.Role(role="single"), M.Placed(place=-2), M.Variable(name="p"), M.Element(), CARDS,
    M.PartCards(part="trio", of=PLAY),
    M.Calculation(target="let", name="debt", of=PLAYER), M.Arithmetic(op="x", left=CARDS, right=CARDS),
    M.Negative(value=CARDS), M.Extreme(extreme="least", values=(CARDS, CARDS)), M.AllOf(terms=(TRUE, TRUE)),
    M.AnyOf(terms=(TRUE, TRUE)), M.Not(term=TRUE), M.Chain(terms=(CARDS, CARDS), ops=("<=",)),
    M.IsSame(left=PLAYER, right=PLAYER), M.IsBetween(value=CARDS, low=CARDS, high=CARDS),
    M.IsIn(subject=PLAY, of=SINGLE), M.IsHighest(subject=PLAY, extreme="lowest", of=SINGLE, cards=HAND), TRUE,
    M.HasCount(subject=HAND, of=NINE, count=2), M.Played(player=PLAYER, of=SINGLE),
    M.Claimed(player=PLAYER, claim="dragon"), M.Wins(player=PLAYER), M.Beats(play=PLAY, table=PLAY),
    M.Some(variable="p", among=PLAYER, where=TRUE), M.Selected(among=PLAYER, where=TRUE),
    M.Count(of=NINE, among=HAND), M.Total(amount=CARDS, variable="p", among=PLAYER),
    M.Choice(cases=(M.Case(value=CARDS, when=TRUE), M.Case(value=CARDS))),
)  # fmt: skip
CLASSES: tuple[Any, ...] = (
    M.Anything(of="plays"), NINE, M.SuitClass(suit="S"), M.PieceClass(piece="9S"), M.FamilyClass(family="single"),
    M.SetClass(set="single"), SINGLE, M.RungsClass(rungs="fives"), M.PassClass(), M.UnionClass(parts=(NINE, NINE)),
    M.WhereClass(base=SINGLE, where=TRUE),
)  # fmt: skip
CONDITIONS = [
    one for one in EXPRESSIONS if one.kind in ("has", "has_count", "played", "claimed", "wins", "beats", "some")
]


def test_the_samples_are_of_every_kind() -> None:
    for samples, union in ((EXPRESSIONS, M.Expression), (CLASSES, M.Class)):
        nodes = get_args(get_args(union)[0])
        assert {type(sample) for sample in samples} == set(nodes)


@pytest.mark.parametrize("language", LANGUAGES.values(), ids=LANGUAGES)
def test_every_expression_and_class_has_words(language: Language) -> None:
    naming = Spoken(load("hk").rulebook, language)
    told = [words(one, naming) for one in EXPRESSIONS]
    told += [words(M.Not(term=one), naming) for one in CONDITIONS] + [class_words(one, naming) for one in CLASSES]
    for said in told:
        assert said and "{" not in said
        if language is CHINESE:
            assert not re.search("[A-Za-z]{2}", said), said


@pytest.mark.parametrize(
    ("values", "key"),
    [
        (M.FactName, "fact.{}"),
        (M.PropertyName, "property.{}"),
        (M.Attribute, "attribute.{}"),
        (M.Attribute, "attributes.{}"),
        (M.Attribute, "quality.alike.{}"),
        (M.Attribute, "quality.not_alike.{}"),
        (M.Attribute, "quality.another.{}"),
        (M.Attribute, "quality.others.{}"),
    ],
)
def test_every_closed_list_has_words(values: Any, key: str) -> None:
    assert {key.format(value) for value in get_args(values)} <= ENGLISH.messages.keys()


@pytest.mark.parametrize(
    ("node", "field", "key"),
    [
        (M.Deed, "deed", "deed.{}"),
        (M.Deal, "rest", "rest.{}"),
        (M.Claim, "act", "claim.{}"),
        (M.Ladder, "beats", "ladder.{}"),
        (M.Auction, "starts", "auction.starts.{}"),
        (M.Auction, "each_bids", "auction.{}"),
        (M.Auction, "no_bid", "auction.{}"),
        (M.HandEnd, "judged", "end.{}"),
        (M.Play, "direction", "direction.{}"),
    ],
)
def test_every_choice_of_the_model_has_words(node: Any, field: str, key: str) -> None:
    schema = M.Rulebook.model_json_schema()["$defs"][node.__name__]["properties"][field]
    assert {key.format(value) for value in schema["enum"]} <= ENGLISH.messages.keys()


@pytest.mark.parametrize("language", LANGUAGES.values(), ids=LANGUAGES)
def test_every_key_has_words(language: Language) -> None:
    schema = M.Rulebook.model_json_schema()["$defs"]["Key"]["properties"]["what"]
    naming = Spoken(load("hk").rulebook, language)
    for what in schema["enum"]:
        said = key_words(M.Key(what=what, name="straights", card=NINE, part="trio", by="straights"), naming)
        assert said and "{" not in said
