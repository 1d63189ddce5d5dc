"""What is looked for in trees of any kind."""

from __future__ import annotations

from collections.abc import Iterator

from ..frozen import inside
from .declarations import Word
from .words import Answer, Name, Node, Note, Noted, Number

_ASIDE = frozenset({"span", "notes"})


def answer_text(answer: Answer) -> str:
    """An answer as it is written."""
    return str(answer.value) if isinstance(answer, Number) else answer.text


def nodes(value: object) -> Iterator[Node]:
    """A node and every node inside it, but notes; of a tuple, those of each member."""
    return inside(value, Node, _ASIDE)


def names_in(value: object) -> set[str]:
    """Every name and word in a tree."""
    return {one.text for one in nodes(value) if isinstance(one, Name | Word)}


def notes_in(value: object) -> Iterator[Note]:
    """Every note in a tree, those of a node before those of its parts."""
    return (note for one in nodes(value) if isinstance(one, Noted) for note in one.notes)
