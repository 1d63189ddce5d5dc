"""The public surface: every name has a docstring with an example that runs, and nothing of it changes unnoticed."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from functools import lru_cache
from pathlib import Path
from types import ModuleType

import griffe
import pytest
from public_surface import GROUPS, SPECIAL, classes_of, documentation, examples, members, page, public, stub
from pydantic import BaseModel

import cardwright

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "api.md"
STUB = ROOT / "tests" / "data" / "public_api" / "__init__.pyi"
UPDATE = os.environ.get("UPDATE_API") == "1"
CONSTANTS = {"BOTS"}
NAMES = [name for name in cardwright.__all__ if name not in CONSTANTS]
METHODS = [
    (f"{qualified}.{member}", value)
    for name in NAMES
    for qualified, cls in classes_of(name)
    for member, value in members(cls)
]
TOLD = {name: documentation(public(name)) for name in NAMES}


def test_every_public_name_is_there_once_and_on_the_page() -> None:
    listed = [name for names in GROUPS.values() for name in names]
    assert sorted(listed) == sorted(cardwright.__all__) and len(set(listed)) == len(listed)
    assert set(cardwright.__all__) <= set(dir(cardwright))
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        cardwright.nothing  # noqa: B018


@pytest.mark.parametrize("name", NAMES)
def test_every_public_name_has_a_docstring_and_an_example(name: str) -> None:
    assert TOLD[name], "a docstring is missing"
    found = public(name)
    if isinstance(found, type) and (issubclass(found, BaseModel) or name == "RecordError" or name == "Replay"):
        # The docstring of a data model is published in its schema: others show how it is used.
        assert any(f"cardwright.{name}" in each.source for text in TOLD.values() for each in examples(text))
    else:
        assert examples(TOLD[name]), "an example is missing"


def test_every_method_and_every_event_has_a_docstring() -> None:
    assert not [name for name, value in METHODS if name.rpartition(".")[2] not in SPECIAL and not documentation(value)]
    classes = [cls for name in NAMES for cls in classes_of(name)]
    assert not [qualified for qualified, cls in classes if not documentation(cls)]


def test_every_method_is_shown_in_an_example() -> None:
    shown = "\n".join(each.source for text in TOLD.values() for each in examples(text))
    names = {name.rpartition(".")[2] for name, _ in METHODS} - SPECIAL
    assert not sorted(name for name in names if f".{name}" not in shown)


@pytest.fixture(scope="module", autouse=True)
def read_once() -> object:
    """The examples load the same rulebooks again and again: each is read once here."""
    with pytest.MonkeyPatch.context() as patch:
        for part in ("cardwright.dsl.library", "cardwright.api"):
            module = __import__(part, fromlist=["find"])
            patch.setattr(module, "find", lru_cache(module.find))
        yield


@pytest.mark.parametrize("name", [name for name in NAMES if examples(TOLD[name])])
def test_examples(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    # Not doctest's own finder: it would import the parts once more, under other names.
    test = doctest.DocTestParser().get_doctest(TOLD[name], {}, name, None, 0)
    result = doctest.DocTestRunner(verbose=False).run(test)
    assert not result.failed, capsys.readouterr().out


# ---- nothing changes unnoticed -------------------------------------------------------------------------------------


def written(folder: Path, text: str) -> Path:
    """A folder with a stub."""
    (folder / STUB.parent.name).mkdir()
    (folder / STUB.parent.name / STUB.name).write_text(text, "utf-8")
    return folder


def broken(old: Path, new: Path) -> list[str]:
    """What breaks between the stubs in two folders, as griffe tells it."""
    before, after = (
        griffe.load("public_api", search_paths=[folder], try_relative_path=False, allow_inspection=False)
        for folder in (old, new)
    )
    found = griffe.find_breaking_changes(before, after)
    plain = (re.sub(r"\x1b\[\d+m", "", each.explain(griffe.ExplanationStyle.ONE_LINE)) for each in found)
    return [said.rpartition("__init__.pyi:")[2] for said in plain]


def test_the_public_surface_is_what_was_written_down(tmp_path: Path) -> None:
    if UPDATE:
        STUB.write_text(stub(), "utf-8")
    written(tmp_path, stub())
    advice = "UPDATE_API=1 writes it down; what breaks programs has to stand in CHANGELOG.md"
    assert STUB.read_text("utf-8") == stub(), "\n".join([*broken(STUB.parents[1], tmp_path), advice])


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            "def load(name_or_path: str | Path, options",
            "def load(name_or_path: str | Path, answers",
            "load(options): Parameter was removed",
        ),
        ("def shipped() -> tuple[str, ...]: ...\n", "", "shipped: Public object was removed"),
        (
            "    def beats(self, play: Told | Play, table: Told | Play) -> bool: ...\n",
            "",
            "Game.beats: Public object was removed",
        ),
        (
            "    def undo(self, actions: int = 1)",
            "    def undo(self, actions: int)",
            "Match.undo(actions): Parameter is now required",
        ),
    ],
)
def test_a_break_is_noticed(tmp_path: Path, old: str, new: str, said: str) -> None:
    assert old in stub()
    found = broken(STUB.parents[1], written(tmp_path, stub().replace(old, new)))
    assert any(said in each for each in found), found


def test_the_page_is_made_of_the_docstrings() -> None:
    if UPDATE:
        PAGE.write_text(page(), "utf-8")
    assert PAGE.read_text("utf-8") == page(), "UPDATE_API=1 writes docs/api.md as the docstrings have it"


def test_importing_loads_nothing_else() -> None:
    parts = "{'cardwright', 'pydantic', 'lark', 'rich'}"
    code = f"import sys, cardwright; print([name for name in sys.modules if name.split('.')[0] in {parts}])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['cardwright']"


def test_names_come_from_one_place() -> None:
    for name in cardwright.__all__:
        found = public(name)
        if not isinstance(found, ModuleType | dict):
            assert found.__module__.startswith("cardwright."), name
