"""What is looked for in trees of any kind."""

from __future__ import annotations

from collections.abc import Iterator

from .declarations import Word
from .words import Answer, Name, Node, Note, Noted, Number


def answer_text(answer: Answer) -> str:
    """An answer as it is written."""
    return str(answer.value) if isinstance(answer, Number) else answer.text


def nodes(value: object) -> Iterator[Node]:
    """A node and every node inside it, but notes; of a tuple, those of each member."""
    if isinstance(value, tuple):
        for one in value:
            yield from nodes(one)
    elif isinstance(value, Node):
        yield value
        for name in value._names:
            if name not in ("span", "notes"):
                yield from nodes(getattr(value, name))


def names_in(value: object) -> set[str]:
    """Every name and word in a tree."""
    return {one.text for one in nodes(value) if isinstance(one, Name | Word)}


def notes_in(value: object) -> Iterator[Note]:
    """Every note in a tree, those of a node before those of its parts."""
    return (note for one in nodes(value) if isinstance(one, Noted) for note in one.notes)
