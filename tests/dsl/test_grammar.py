"""The grammar has no conflict, its tables mean what Lark means, and the cache is never needed."""

from __future__ import annotations

import functools
import json
from pathlib import Path
from typing import Any

import pytest
from lark import Token, Tree

from cardwright.dsl import Source, grammar, lexing, tree

KEPT = grammar.cache_file
ROOT = Path(__file__).parents[2]
RULEBOOKS = sorted([*(ROOT / "rulebooks").glob("*.rules"), *(ROOT / "tests" / "data" / "sketches").glob("*.rules")])


def test_no_conflicts() -> None:
    grammar.compile_grammar(grammar.grammar_text(), strict=True)


@pytest.fixture(scope="module")
def lark() -> Any:
    return grammar.compile_grammar(grammar.grammar_text())


@pytest.mark.parametrize("path", RULEBOOKS, ids=lambda path: path.stem)
def test_same_tree_as_lark(path: Path, lark: Any) -> None:
    text = Source(path.name, path.read_text("utf-8")).text
    assert _ours(_parse(text)) == _larks(lark.parse(text))


def _parse(text: str) -> tree.Tree:
    lexer = lexing.Lexer(Source("a", text), grammar.tables())
    stack = tree.Stack(grammar.tables())
    position = 0
    while stack.result is None:
        token = lexer.read(position, stack.states[-1])
        assert token is not None and stack.feed(token), text[position : position + 40]
        position = token.end
    return stack.result


def _ours(node: tree.Tree) -> Any:
    return node.name, [_ours(each) if isinstance(each, tree.Tree) else each.text for each in node.children]


def _larks(node: Tree[Token]) -> Any:
    return str(node.data), [_larks(each) if isinstance(each, Tree) else str(each) for each in node.children]


@pytest.fixture(scope="module")
def compiled() -> Any:
    """What Lark makes of the grammar, made once: it takes a second each time."""
    return functools.cache(grammar.compile_grammar)


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, compiled: Any) -> Path:
    folder = tmp_path / "cache"
    monkeypatch.setattr(grammar, "compile_grammar", compiled)
    monkeypatch.setattr(grammar, "cache_file", lambda text: folder / KEPT(text).name)
    grammar.tables.cache_clear()
    return folder


@pytest.mark.parametrize("broken", ["", "{}", "[", "5", '{"actions": [{}]}', "[" * 5_000])
def test_a_broken_cache_is_replaced(cache: Path, broken: str) -> None:
    cache.mkdir()
    path = cache / KEPT(grammar.grammar_text()).name
    path.write_text(broken, "utf-8")
    found = grammar.tables()
    assert found.actions and path.stat().st_size > 10_000
    assert not list(cache.glob("*.tmp"))
    grammar.tables.cache_clear()
    assert grammar.tables() == found


@pytest.mark.parametrize("name", ["actions", "gotos", "rules", "start"])
def test_a_cache_that_reads_well_but_was_changed_is_replaced(cache: Path, name: str) -> None:
    found = grammar.tables()
    (path,) = cache.glob("*.json")
    checksum, _, text = path.read_text("utf-8").partition("\n")
    emptied = {**json.loads(text), name: 0 if name == "start" else []}
    path.write_text(f"{checksum}\n{json.dumps(emptied)}", "utf-8")
    grammar.tables.cache_clear()
    again = grammar.tables()
    assert [len(again.actions), len(again.gotos), len(again.rules)] == [
        len(found.actions),
        len(found.gotos),
        len(found.rules),
    ]
    assert again.actions[again.start]


def test_where_the_cache_cannot_be_replaced_nothing_is_left_behind(cache: Path) -> None:
    (cache / KEPT(grammar.grammar_text()).name).mkdir(parents=True)
    assert grammar.tables().actions
    assert not list(cache.glob("*.tmp"))


def test_without_a_place_for_the_cache(cache: Path) -> None:
    cache.write_text("a file where the folder should be", "utf-8")
    assert grammar.tables().actions
