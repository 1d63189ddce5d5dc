"""Options as programs see them: answers as truths, numbers or text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from cardwright.dsl import model

Answer: TypeAlias = bool | int | str


@dataclass(frozen=True, slots=True)
class Question:
    """An option: what may be answered (the first answer holds unless the table says otherwise), and what was.

    Open-ended numbers have no list of answers but a range; `most` None has no end."""

    name: str
    answer: Answer
    answers: tuple[Answer, ...]
    least: int | None = None
    most: int | None = None
    notes: tuple[str, ...] = ()


def question(option: model.Option) -> Question:
    """An option of a rulebook with its answers as truths, numbers or text."""
    truths = bool(option.answers) and set(option.answers) <= {"yes", "no"}

    def value(text: str) -> Answer:
        if option.numeric:
            return int(text)
        return text == "yes" if truths else text

    return Question(
        name=option.name,
        answer=value(option.answer),
        answers=tuple(map(value, option.answers)),
        least=None if option.range is None else option.range.least,
        most=None if option.range is None else option.range.most,
        notes=option.notes,
    )
