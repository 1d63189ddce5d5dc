"""Every diagnostic code: its number, its name, how severe it is, and what it is about."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files


@dataclass(frozen=True, slots=True)
class Code:
    """A kind of problem. The id never changes its meaning; a page of the same name explains it."""

    id: str
    name: str
    severity: str
    title: str

    def page(self) -> str:
        """The documentation of this code, as Markdown."""
        return files("cardwright.docs").joinpath(f"diagnostics/{self.id}.md").read_text("utf-8")


def _register(*codes: Code) -> dict[str, Code]:
    table = {code.id: code for code in codes}
    if len(table) != len(codes) or len({code.name for code in codes}) != len(codes):
        raise ValueError("two diagnostic codes share an id or a name")
    return table


# The hundreds tell the stage: 1 text and syntax, 2 names, 3 types, 4 options and guards, 5 deck, deal and orders,
# 6 combinations and ladders, 7 play, duties, claims and scoring, 8 examples, 9 limits and what is not executed.
CODES: dict[str, Code] = _register(
    # 1: text and syntax
    Code("CW101", "not_text", "error", "the file is not UTF-8 text"),
    # 2: names
    # 3: types
    # 4: options and guards
    # 5: deck, deal and orders
    # 6: combinations and ladders
    # 7: play, duties, claims and scoring
    # 8: examples
    # 9: limits, and what is not executed yet
)
