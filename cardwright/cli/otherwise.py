"""Which other answer of the table would allow what these answers do not."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cardwright.interpreter import Game

    from .opening import Opened


def answer_where(opened: Opened, holds: Callable[[Game], bool]) -> str | None:
    """The first answer, in the order of the file, under which something holds when all others stay as they are: written
    as on the command line. None where no single one does."""
    from cardwright.dsl import RulebookError
    from cardwright.interpreter import CardwrightError, Game

    given = {option.name: option.answer for option in opened.game.rulebook.options}
    for name, answer in _others(opened):
        try:
            if holds(Game(opened.checked.settle({**given, name: answer}))):
                return _written(name, answer)
        except (RulebookError, CardwrightError):
            continue
    return None


def _others(opened: Opened) -> Iterator[tuple[str, str]]:
    """Every other answer of a list; numbers without end have none that could be tried."""
    for option in opened.game.rulebook.options:
        yield from ((option.name, answer) for answer in option.answers if answer != option.answer)


def _written(name: str, answer: str) -> str:
    if answer in ("yes", "no"):
        return f"--with {name}" if answer == "yes" else f"--without {name}"
    return f"--with {name}={answer}"
