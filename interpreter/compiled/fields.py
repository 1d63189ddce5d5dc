"""What can be chosen within one rank, as tables of a program."""

from __future__ import annotations

from collections.abc import Sequence

from .cards import CardWords
from .layout import CannotCompile, CardLayout
from .source import Source, Words

_WIDEST_FIELDS = 12
"""Tables of what can be chosen within a rank have 2 to this many rows at most."""


class Fields:
    """What can be chosen within one rank, as tables; and cards of a rank put in their place."""

    def __init__(self, source: Source, layout: CardLayout, cards: CardWords) -> None:
        self.source = source
        self.layout = layout
        self.cards = cards
        bits = layout.width * max(map(len, layout.kinds))
        if bits > _WIDEST_FIELDS:
            raise CannotCompile("a rank has too many pieces for tables of what can be chosen from it")
        self._rows = 1 << bits

    def counts(self) -> str:
        """The table of how many pieces the fields of a rank hold."""
        return self.source.table("PIECES", [sum(self._split(value)) for value in range(self._rows)])

    def choose(self, least: int, most: int) -> str:
        """The lists of what can be chosen from the fields of a rank, many before few."""
        rows = [self._choices(value, least, most) for value in range(self._rows)]
        name = f"CHOOSE_{least}" if least == most else f"CHOOSE_{least}_TO_{most}"
        return self.source.lists(name, rows)

    def choices(self, least: int, most: int, *, none: bool = False) -> tuple[str, str]:
        """The same lists read by number (`chosen`), and the table of how many there are; `none`: choosing nothing is
        one of them."""
        rows = [[0] * none + self._choices(value, least, most) for value in range(self._rows)]
        name = f"CHOOSE_{least}" if least == most else f"CHOOSE_{least}_TO_{most}"
        lists = self.source.lists(f"NONE_OR_{name}" if none else name, rows)
        return lists, self.source.table("CHOICES", [len(row) for row in rows])

    def chosen(self, lists: str, fields: str, number: str) -> str:
        """One of the choices from fields, by its number."""
        return f"{lists}[{lists}_AT[{fields}] + {number}]" if self.source.native else f"{lists}[{fields}][{number}]"

    def enough(self, fields: str, least: int) -> str:
        """Whether the fields of a rank hold so many pieces."""
        return f"{self.counts()}[{fields}] >= {least}" if least > 1 else f"{fields} != 0"

    def placed(self, fields: str, rank: str) -> Words:
        """Fields put where a rank has them."""
        shift = self.source.table("RANK_SHIFT", self.layout.rank_shifts)
        if self.layout.words == 1:
            return (f"({fields} << {shift}[{rank}])",)
        word = self.source.table("RANK_WORD", self.layout.rank_words)
        return tuple(
            f"({fields} << {shift}[{rank}] if {word}[{rank}] == {at} else 0)" for at in range(self.layout.words)
        )

    def suited(self, fields: Sequence[str]) -> str | None:
        """Whether single pieces of several ranks are all of one suit; None where fields do not tell."""
        suits = [tuple(self.layout.pieces.suits[card] for card in kinds) for kinds in self.layout.kinds]
        uniform = len({kinds for kinds in suits if len(kinds) > 1}) == 1 and all(None not in kinds for kinds in suits)
        return f"({' & '.join(fields)}) != 0" if uniform else None

    def _split(self, value: int) -> list[int]:
        width = self.layout.width
        kinds = self._rows.bit_length() // width
        return [value >> width * at & (1 << width) - 1 for at in range(kinds + 1)]

    def _choices(self, value: int, least: int, most: int) -> list[int]:
        width, split = self.layout.width, self._split(value)
        found: list[tuple[int, int]] = []

        def choose(at: int, chosen: int, taken: int) -> None:
            if at == len(split):
                if least <= taken <= most:
                    found.append((-taken, chosen))
                return
            for number in range(min(split[at], most - taken) + 1):
                choose(at + 1, chosen | number << width * at, taken + number)

        choose(0, 0, 0)
        return [chosen for _, chosen in sorted(found)]
