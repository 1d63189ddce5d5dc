"""What is looked for in trees of any kind."""

from __future__ import annotations

from collections.abc import Iterator

from .declarations import Word
from .words import Answer, Name, Node, Note, Noted, Number


def answer_text(answer: Answer) -> str:
    """An answer as it is written."""
    return str(answer.value) if isinstance(answer, Number) else answer.text


def names_in(value: object) -> set[str]:
    """Every name and word in a tree."""
    if isinstance(value, Name | Word):
        return {value.text}
    if isinstance(value, tuple):
        return set().union(*map(names_in, value))
    if isinstance(value, Node):
        return set().union(*(names_in(getattr(value, name)) for name in value._names if name not in ("span", "notes")))
    return set()


def notes_in(value: object) -> Iterator[Note]:
    """Every note in a tree, those of a node before those of its parts."""
    if isinstance(value, tuple):
        for one in value:
            yield from notes_in(one)
    elif isinstance(value, Node):
        if isinstance(value, Noted):
            yield from value.notes
        for name in value._names:
            if name not in ("span", "notes"):
                yield from notes_in(getattr(value, name))
