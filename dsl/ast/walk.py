"""What is looked for in trees of any kind."""

from __future__ import annotations

from .declarations import Word
from .words import Answer, Name, Node, Number


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
