"""The examples of the four core rulebooks notice nearly every slip; those that survive are listed with the reason.

A seeded twentieth of the slips is tried; with CARDWRIGHT_THOROUGH=1 all of them, and what is listed must survive."""

from __future__ import annotations

from random import Random

import pytest
from effort import THOROUGH

from cardwright.dsl import Checked, Source, allowed_slips, examples_beside, find
from cardwright.interpreter import mutating

CORE = ("hk", "taiwan", "wikipedia", "chuo_pai")


def opened(name: str) -> tuple[Checked, Source]:
    checked = find(name)
    apart = examples_beside(checked.source)
    assert apart is not None
    return checked, apart


@pytest.mark.parametrize("name", CORE)
def test_every_slip_is_noticed_or_listed(name: str) -> None:
    checked, apart = opened(name)
    slips = mutating.slips(checked)
    tried = slips if THOROUGH else Random(name).sample(slips, len(slips) // 20)
    trials = [mutating.try_slip(checked, slip, [apart]) for slip in tried]
    listed = list(allowed_slips(apart))
    survived = [trial.mutant for trial in trials if trial.fate == "survived"]
    assert [slip.lines() for slip in survived if not any(note.allows(slip) for note in listed)] == []
    assert sum(trial.fate == "killed" for trial in trials) > len(trials) // 3
    if THOROUGH:
        assert mutating.score(trials) >= 95
        assert [note for note in listed if not any(note.allows(slip) for slip in survived)] == []


@pytest.mark.parametrize("name", CORE)
def test_every_note_is_about_a_slip(name: str) -> None:
    checked, apart = opened(name)
    slips = mutating.slips(checked)
    assert [note for note in allowed_slips(apart) if sum(map(note.allows, slips)) != 1] == []
