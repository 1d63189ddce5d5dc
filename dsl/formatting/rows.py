"""Rows: labels with the values behind them, and what was agreed about each value in a column to the right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..render.columns import width
from .atoms import Remark
from .columns import NEAR, NEAR_NAMES, WIDTH, near, padded
from .spacing import HANG, STOP, Piece

# How far values are set in below the label of a statement, and how far what was agreed stands from a value.
_BELOW = 4
_GUARD_GAP = 4
_STOP_GAP = "   "


@dataclass(slots=True)
class Line:
    """A line of the file. `spaced`: with a blank line before it; `block`: whose comments have a column of their own."""

    text: str
    comment: str | None = None
    spaced: bool = False
    block: int | None = None


@dataclass(slots=True)
class Alternative:
    """One of the values between `|`: what it says, and under which answers; `guard`: in which column these stand."""

    bar: str
    value: list[Piece]
    agreement: list[Piece]
    above: list[Remark]
    guard: int | None = None

    @property
    def pieces(self) -> list[Piece]:
        """All of it."""
        return [*self.value, *self.agreement]

    @property
    def line(self) -> str | None:
        """All of it on one line, where it has that form; the comment at its end does not count."""
        pieces = self.pieces
        if self.above or len(self.value) > 1 or len(self.agreement) > 1 or any(each.comment for each in pieces[:-1]):
            return None
        return " ".join(each.text for each in pieces).replace(STOP, _STOP_GAP)

    def end(self, column: int) -> int:
        """Where its value ends when it begins in a column."""
        return column + self.value[-1].hang + width(self.value[-1].text)


@dataclass(slots=True)
class Row:
    """A label with its alternatives. `below`: they begin on the next line; `broken`: each has a line of its own."""

    label: str
    alternatives: list[Alternative]
    above: list[Remark]
    spaced: bool
    comment: str | None = None
    below: bool = False
    broken: bool = False
    column: int = 0

    @property
    def line(self) -> str | None:
        """All alternatives on one line, where they have that form."""
        lines = [each.line for each in self.alternatives]
        told = [line for line in lines if line is not None]
        if len(told) < len(lines) or any(each.pieces[-1].comment for each in self.alternatives[:-1]):
            return None
        return " | ".join(told)

    @property
    def aligned(self) -> bool:
        """Whether what was agreed stands in a column."""
        return self.broken or len(self.alternatives) == 1

    def settle(self, column: int, whole: bool) -> None:
        """Give each alternative a line where one line from a column on has no room for all of them."""
        if not self.broken and len(self.alternatives) > 1:
            line = self.line
            self.broken = line is None or column + width(line) > WIDTH
            self.below |= self.broken and whole
        self._set_stops()

    def _set_stops(self) -> None:
        """The sums of payments in a column, as far as the alternatives have lines of their own."""
        stopped = [each.value[0] for each in self.alternatives if STOP in each.value[0].text]
        for group in near(stopped, lambda piece: width(piece.text.partition(STOP)[0]), NEAR_NAMES):
            most = max(width(piece.text.partition(STOP)[0]) for piece in group)
            for piece in group:
                who, _, amount = piece.text.partition(STOP)
                piece.text = padded(who, most if self.broken else 0) + _STOP_GAP + amount


def section(rows: Sequence[Row], indent: int, *, whole: bool = False) -> list[Line]:
    """Rows that belong together, their values and what was agreed in columns; `whole` statements, or fields of one."""
    groups = list(near(rows, lambda row: width(row.label), NEAR_NAMES)) if whole else [list(rows)]
    lines: list[Line] = []
    for group in groups:
        longest = max((width(row.label) for row in group), default=0)
        for row in group:
            row.settle(indent + (width(row.label) if whole else longest) + 1, whole)
        longest = max((width(row.label) for row in group if not (row.below and whole)), default=0)
        for row in group:
            beside = indent + longest + 1 if longest else indent
            row.column = indent + _BELOW if row.below and whole else beside
        _place_guards(group)
        for row in group:
            lines += _lines(row, indent)
    return lines


def remarks(above: Sequence[Remark], indent: int) -> list[Line]:
    """Comments on lines of their own."""
    return [Line(" " * indent + remark.text, spaced=remark.spaced) for remark in above]


def placed(pieces: Sequence[Piece], indent: int, spaced: bool = False) -> list[Line]:
    """Pieces of a value as lines."""
    return [
        Line(" " * (indent + piece.hang) + piece.text.replace(STOP, _STOP_GAP), piece.comment, spaced and not at)
        for at, piece in enumerate(pieces)
    ]


def _place_guards(rows: Sequence[Row]) -> None:
    """Find the column of what was agreed: one for values near in length, a line of its own where that is too far."""
    guarded = [row for row in rows if row.aligned and any(each.agreement for each in row.alternatives)]
    for group in near(guarded, _end, NEAR):
        at = max(map(_end, group)) + _GUARD_GAP
        for row in group:
            told = [each for each in row.alternatives if each.agreement]
            room = WIDTH - max(width(each.agreement[0].text) for each in told)
            column = at if at <= room else _end(row) + _GUARD_GAP
            beside = column <= room and all(each.value[-1].comment is None for each in told)
            for each in told:
                each.guard = column if beside else None


def _end(row: Row) -> int:
    """Where the longest value ends about which something was agreed."""
    return max(each.end(row.column) for each in row.alternatives if each.agreement)


def _lines(row: Row, indent: int) -> list[Line]:
    """The lines of a row for which everything is clear."""
    lines = remarks(row.above, indent)
    label = " " * indent + row.label
    if row.below:
        lines.append(Line(label, row.comment, row.spaced))
        label = ""
    if not row.aligned:
        text = padded(label, row.column) + (row.line or "")
        return [*lines, Line(text, row.alternatives[-1].pieces[-1].comment, row.spaced and not row.below)]
    for at, each in enumerate(row.alternatives):
        lines += remarks(each.above, row.column)
        head = f"{each.bar} ".rjust(row.column) if at else padded(label, row.column)
        own = placed(each.value, row.column)
        own[0].text = head + own[0].text.lstrip()
        own[0].spaced = row.spaced and not at and not row.below
        agreed = each.agreement
        if agreed and each.guard is not None:
            own[-1].text = padded(own[-1].text, each.guard) + agreed[0].text
            own[-1].comment = agreed[0].comment
            agreed = agreed[1:]
        lines += own
        lines += placed(agreed, row.column + HANG)
    return lines
