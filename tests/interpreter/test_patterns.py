"""Every pattern: finding its cards in a hand is the same as trying all subsets of the hand."""

from __future__ import annotations

from collections.abc import Iterable

from effort import either
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from patterns_at_random import TABLES, patterns
from rulebooks_in_python import combination, sized

from cardwright.dsl import model
from cardwright.interpreter import Plays, oracle


@st.composite
def questions(draw: st.DrawFn) -> tuple[Plays, model.Pattern, tuple[int, ...]]:
    """A deck, a pattern, and a hand."""
    name = draw(st.sampled_from(sorted(TABLES)))
    plays = TABLES[name]
    everything = plays.pieces.all
    hand = draw(st.permutations(everything))[: draw(st.integers(4, 8))]
    return plays, draw(patterns(suits=name != "no_suits")), tuple(sorted(hand))


@given(questions())
@settings(max_examples=either(150, 800), deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_generating_is_trying_all_subsets(question: tuple[Plays, model.Pattern, tuple[int, ...]]) -> None:
    plays, pattern, hand = question
    planner = plays.planner(pattern)
    found = {cards for cards in planner.choices(planner.pool(hand), (1, len(hand))) if planner.lacks(cards)}
    tried = {cards for cards in oracle.subsets(hand) if any(oracle.ways(planner.rules, cards))}
    assert found == tried


@given(questions())
@settings(max_examples=either(120, 600), deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_matching_finds_every_way_to_fill_the_parts(question: tuple[Plays, model.Pattern, tuple[int, ...]]) -> None:
    plays, pattern, cards = question
    whole = Plays(plays.rulebook.model_copy(update={"combinations": (combination("only", *pattern.parts),)}))
    matcher = whole.matchers[0]
    by_definition = {told_apart(pattern, way) for way in oracle.ways(matcher.planner.rules, cards)}
    assert {told_apart(pattern, way) for way in matcher.fillings(cards)} == by_definition


def told_apart(pattern: model.Pattern, way: Iterable[tuple[Iterable[int], object]]) -> tuple[object, ...]:
    """A way to fill the parts; what nameless parts have that are no runs is told in no order."""
    each = [(tuple(sorted(cards)), window) for cards, window in way]
    nameless = [isinstance(part, model.Sized) and not part.label and part.in_order is None for part in pattern.parts]
    named = tuple(None if plain else one for plain, one in zip(nameless, each, strict=True))
    return (*named, *sorted(cards for plain, (cards, _) in zip(nameless, each, strict=True) if plain))


@given(st.integers(2, 4), st.integers(1, 2), st.sampled_from([("rank", True), ("rank", False), (None, False)]),
       st.sampled_from(["", "a", "all"]), st.data())  # fmt: skip
@settings(max_examples=60, deadline=None)
def test_parts_that_ask_the_same_are_filled_in_one_order(
    number: int, size: int, kind: tuple[model.Attribute | None, bool], names: str, data: st.DataObject
) -> None:
    """Two copies of each piece, parts that are alike but for a name, and one part more: nothing is found twice, and
    nothing is missed."""
    attribute, other = kind
    amount = model.Amount(least=size, most=size + other)
    labels = [None if not names or (names == "a" and at) else f"part_{at}" for at in range(number)]
    first = model.Sized(amount=amount, alike=(attribute,) if attribute else (), label=labels[0])
    parts = [first, *(model.Sized(amount=amount, another=attribute, label=label) for label in labels[1:])]
    pattern = model.Pattern(parts=(*parts, sized(1)) if data.draw(st.booleans()) else tuple(parts))
    plays = TABLES["double"]
    hand = tuple(sorted(data.draw(st.permutations(plays.pieces.all))[:8]))
    planner = plays.planner(pattern)
    found = planner.choices(planner.pool(hand), (1, len(hand)))
    assert found == {cards for cards in oracle.subsets(hand) if any(oracle.ways(planner.rules, cards))}
    if (size, other, names) == (1, False, "") and len(pattern.parts) == number:
        assert len(list(planner.fill(planner.pool(hand)))) == len(found)


def test_many_parts_that_ask_the_same_are_soon_found() -> None:
    plays = TABLES["plain"]
    planner = plays.planner(model.Pattern(parts=tuple(sized(1) for _ in range(12))))
    hand = plays.pieces.all[:13]
    assert len(list(planner.fill(planner.pool(hand)))) == 13


@given(questions())
@settings(max_examples=either(80, 400), deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_holding_is_including(question: tuple[Plays, model.Pattern, tuple[int, ...]]) -> None:
    plays, pattern, cards = question
    lacking = [part for part in pattern.parts if isinstance(part, model.Lacking)]
    asking = model.Pattern(parts=tuple(part for part in pattern.parts if part not in lacking))
    whole = all(plays.planner(model.Pattern(parts=(part,))).lacks(cards) for part in lacking)
    assert plays.holds(pattern, cards) == (whole and oracle.holds(plays, asking, cards))
