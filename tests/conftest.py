"""Hypothesis tries the same examples in every run; with CARDWRIGHT_THOROUGH=1 in the environment it tries new ones."""

import os
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import pytest
from hypothesis import settings

from cardwright.dsl import Checked, find, shipped

settings.register_profile("same", deadline=None, derandomize=True)
settings.register_profile("new", deadline=None)
settings.load_profile("new" if os.environ.get("CARDWRIGHT_THOROUGH") == "1" else "same")

_kept = lru_cache(find)


def _found(told: str | Path) -> Checked:
    return (_kept if told in shipped() else find)(told)


@pytest.fixture(scope="module")
def read_once() -> Iterator[None]:
    """Shipped rulebooks are read once, whoever loads them."""
    with pytest.MonkeyPatch.context() as patch:
        for part in ("cardwright.dsl.library", "cardwright.interpreter.universe"):
            patch.setattr(f"{part}.find", _found)
        yield
