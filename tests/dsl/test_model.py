"""The model of a rulebook: JSON both ways without loss, spans that show their text, and every claim carried.

Run with UPDATE_SCHEMA=1 to write the schema as it is now; a change of what is in it needs a new format version.
"""

from __future__ import annotations

import json
import os
import pickle
from collections.abc import Iterator
from dataclasses import FrozenInstanceError, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from cardwright.dsl import Checked, Rulebook, ast, find, model, shipped

SCHEMA = Path(__file__).parents[2] / "docs/schema/rulebook-1.json"
BOOKS = {name: find(name) for name in shipped()}
# What no text says by itself: a default, or a part of a sentence whose line has the place.
PLACELESS = (
    model.AtOnce,
    model.Claims,
    model.Fact,
    model.HandEnd,
    model.Key,
    model.Opening,
    model.Option,
    model.OptionRange,
    model.Piece,
    model.Property,
    model.Variable,
    model.Element,
    *(model.HolderOpens, model.LowestOpens, model.RandomOpens, model.LastWinnerOpens, model.LastLoserOpens),
)


@st.composite
def answers(draw: st.DrawFn, checked: Checked) -> dict[str, str]:
    assert checked.program is not None
    found = {
        name: draw(st.sampled_from(option.answers) if option.answers else st.integers(option.least, 9).map(str))
        for name, option in checked.program.options.items()
        if option.answers or (option.least or 0) <= 9
    }
    assume(not checked.program.forbids(found))
    return found


def parts(value: Any) -> Iterator[model.Node]:
    """Every node of a rulebook."""
    if isinstance(value, tuple):
        for one in value:
            yield from parts(one)
    elif isinstance(value, Rulebook):
        for name in Rulebook.model_fields:
            yield from parts(getattr(value, name))
    elif isinstance(value, model.Node):
        yield value
        for name in value._names:
            yield from parts(getattr(value, name))


@pytest.mark.parametrize("name", shipped())
@settings(max_examples=6, deadline=None)
@given(st.data())
def test_json_keeps_everything(name: str, data: st.DataObject) -> None:
    rulebook = BOOKS[name].settle(data.draw(answers(BOOKS[name])))
    text = rulebook.model_dump_json()
    again = Rulebook.model_validate_json(text)
    assert again == rulebook
    assert again.model_dump_json() == text
    assert pickle.loads(pickle.dumps(rulebook)) == rulebook


@pytest.mark.parametrize("name", shipped())
def test_no_question_is_left_open(name: str) -> None:
    rulebook = BOOKS[name].settle()
    assert {option.name: option.default for option in rulebook.options} == {
        option.name: option.answer for option in rulebook.options
    }


@pytest.mark.parametrize("name", shipped())
def test_spans_show_where_things_are_written(name: str) -> None:
    checked = BOOKS[name]
    for setting in checked.settings():
        for part in parts(checked.settle(setting)):
            if part.span is None:
                assert isinstance(part, PLACELESS), part
                continue
            text = checked.source.slice(part.span)
            assert text and text == text.strip(), part
            if isinstance(part, model.Combination | model.Duty | model.Claim | model.Ladder | model.Table):
                assert text.startswith(type(part).__name__.lower())
                assert part.name in text.split("{")[0].split(":")[0]


@pytest.mark.parametrize("name", shipped())
def test_every_claim_is_carried_by_some_setting(name: str) -> None:
    checked = BOOKS[name]
    assert checked.program is not None
    carried: set[str] = set()
    for setting in checked.settings():
        rulebook = checked.settle(setting)
        carried |= set(rulebook.claim_ids)
        for part in parts(rulebook):
            carried |= {claim for claim in getattr(part, "claims", ()) if isinstance(claim, str)}
    assert set(cited(checked.program.file)) - carried == set()


def cited(value: object) -> Iterator[str]:
    """Every claim that a note of a file cites."""
    if isinstance(value, tuple):
        for one in value:
            yield from cited(one)
    elif isinstance(value, ast.Node):
        for note in getattr(value, "notes", ()):
            yield from note.claims
        for name in value._names:
            yield from cited(getattr(value, name))


def test_claims_of_the_head_are_those_of_the_rulebook() -> None:
    assert {"TW-55", "TW-59", "TW-60"} <= set(BOOKS["taiwan"].settle().claim_ids)


def test_what_is_not_known_is_refused() -> None:
    data = json.loads(BOOKS["hk"].settle().model_dump_json())
    with pytest.raises(ValidationError, match=r"format_version\s+Input should be 1"):
        Rulebook.model_validate({**data, "format_version": 2})
    with pytest.raises(ValidationError, match=r"colour\s+Extra inputs are not permitted"):
        Rulebook.model_validate({**data, "colour": "red"})
    with pytest.raises(ValidationError, match=r"colour\s+Unexpected keyword argument"):
        Rulebook.model_validate({**data, "deal": {**data["deal"], "colour": "red"}})


def test_nodes_never_change() -> None:
    deal = BOOKS["hk"].settle().deal
    with pytest.raises(FrozenInstanceError):
        deal.each = 14  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        del deal.each
    other = replace(deal, each=12)
    assert (other.each, deal.each) == (12, 13)
    assert other != deal and hash(other) != hash(deal)
    assert eval(repr(deal), {**vars(model), "Span": type(deal.span)}) == deal
    with pytest.raises(ValidationError):
        BOOKS["hk"].settle().name = "other"  # type: ignore[misc]


def test_schema_is_current() -> None:
    schema = json.dumps(Rulebook.model_json_schema(), indent=1, ensure_ascii=False) + "\n"
    if "UPDATE_SCHEMA" in os.environ:
        SCHEMA.write_text(schema, "utf-8")
    assert SCHEMA.read_text("utf-8") == schema
