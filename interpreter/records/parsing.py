"""Reading records from text, line by line; what cannot be read is told with its line and column."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from io import StringIO
from typing import Any, TypeAlias

from pydantic import ValidationError

from cardwright.dsl import near

from .data import HIDDEN, MOST_BYTES, MOST_DIGITS, RECORD_VERSION, RecordData, RecordError
from .lines import BLANKS, Told, amount, answer, breach, each, fail, number, payment, seat, turned, word
from .problems import Loc, at_most, check_version, said_of, shown, too_long
from .text import FIRST_LINE, NOTHING, UNFINISHED

_FIRST = re.compile(rf"{FIRST_LINE} +([0-9]{{1,{MOST_DIGITS}}})")
_ACTION = re.compile(r"(P[0-9]+)[ \t]*:[ \t]*(.*)")
_UNSEEN = re.compile(rf"(?!\t)[{HIDDEN}\ud800-\udfff]")

Place: TypeAlias = tuple[int, int]
"""A line and a column."""


@dataclass(frozen=True, slots=True)
class Numbered:
    """A record, with the line of each of its actions; no lines where it was no text."""

    record: RecordData
    lines: tuple[int, ...] = ()


_HEAD: dict[str, tuple[Loc, Callable[[Told], Any]]] = {
    "rulebook": (("rulebook",), word),
    "edition": (("edition",), number),
    "content": (("content",), word),
    "seed": (("seed",), number),
    "hand": (("hand_number",), number),
    "last winner": (("last_winner",), seat),
    "last loser": (("last_loser",), seat),
    "last places": (("last_places",), each(number)),
    "totals": (("totals",), each(amount)),
    "ranks": (("reversed_ranks",), turned),
    "turns": (("reversed_turns",), turned),
    "rest": (("deal", "rest"), each(word)),
    "opens": (("deal", "opener"), seat),
    "asked first": (("deal", "starter"), seat),
}
_END: dict[str, tuple[Loc, Callable[[Told], Any]]] = {
    "ended": (("settlement", "ended"), word),
    "winner": (("settlement", "winner"), seat),
    "worth": (("settlement", "worth"), amount),
    "scores": (("settlement", "scores"), each(amount)),
    "checksum": (("checksum",), word),
}
_KEY_OF = {loc: key for key, (loc, _) in (_HEAD | _END).items()}


# ---- records -------------------------------------------------------------------------------------------------------


def parse_records(text: str) -> Iterator[Numbered]:
    """The records of a text, one after another. Raises RecordError at the first line that cannot be read."""
    reader: _Reader | None = None
    line_number = size = 0
    for line_number, whole in enumerate(StringIO(text, newline="\n"), 1):
        line = whole.removesuffix("\n").removesuffix("\r")
        size += len(whole)
        if size > MOST_BYTES:
            fail(line_number, 1, too_long(size), at_most(MOST_BYTES))
        unseen = _UNSEEN.search(line)
        if unseen:
            fail(
                line_number, unseen.start() + 1, f"a sign that cannot be seen stands here, U+{ord(unseen.group()):04X}"
            )
        line = line.partition("#")[0].rstrip(" \t")
        column = len(line) - len(line.lstrip(" \t")) + 1
        line = line.lstrip(" \t")
        if not line:
            continue
        if line.startswith(FIRST_LINE):
            if reader is not None:
                yield reader.finish(line_number)
            _check_version(Told(line, line_number, column))
            reader, size = _Reader(), 0
        elif reader is None:
            message = f"this is no record of a hand: one begins with `{FIRST_LINE} {RECORD_VERSION}`, or is JSON"
            raise RecordError(message, line=line_number, column=column)
        else:
            reader.read(Told(line, line_number, column))
    if reader is not None:
        yield reader.finish(line_number + text.endswith("\n"))


def _check_version(told: Told) -> None:
    found = _FIRST.fullmatch(told.text)
    if not found:
        told.fail(f"a record begins with `{FIRST_LINE} {RECORD_VERSION}`")
    check_version(int(found[1]))


@dataclass(slots=True)
class _Reader:
    """Reads the lines of one record into data, and keeps where what stands."""

    data: dict[str, Any] = field(default_factory=lambda: {"version": RECORD_VERSION, "options": {}})
    hands: list[tuple[str, ...]] = field(default_factory=list)
    actions: list[str] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    entries: list[dict[str, Any]] = field(default_factory=list)
    breaches: list[dict[str, Any]] = field(default_factory=list)
    settled: bool | None = None
    """Whether the end that has been told is a settlement; None before."""
    section: int = 0
    places: dict[Loc, Place] = field(default_factory=dict)

    def read(self, told: Told) -> None:
        """One line."""
        action = _ACTION.fullmatch(told.text)
        key, colon, value = told.text.partition(":")
        if told.text == UNFINISHED:
            self._end(False, told)
        elif action:
            self._action(told, action)
        elif not colon:
            told.fail(
                f"`{shown(told.text)}` is no line of a record", "write `key: value`, or, for an action, `P1: 7C-7H`"
            )
        elif not value:
            told.fail(f"behind `{shown(key)}:` there is nothing", f"write `{NOTHING}` for no cards, or leave it out")
        else:
            value = value.lstrip(" \t")
            column = told.column + len(told.text) - len(value)
            self._keyed(BLANKS.sub(" ", key.rstrip(" \t")), told, Told(value, told.line, column))

    def finish(self, line: int) -> Numbered:
        """The record that the lines make; `line` is where it ends."""
        if self.settled is None:
            help = f"a record ends with `scores: …`, or with `{UNFINISHED}`"
            fail(line, 1, "the record ends here, and does not say how the hand ended", help)
        self.data.setdefault("deal", {})["hands"] = tuple(self.hands)
        self.data["actions"] = tuple(self.actions)
        if self.settled:
            told = self.data.setdefault("settlement", {})
            told |= {"entries": tuple(self.entries), "breaches": tuple(self.breaches)}
        try:
            return Numbered(RecordData.model_validate(self.data, strict=True), tuple(self.lines))
        except ValidationError as error:
            problem = error.errors(include_url=False)[0]
            loc = problem["loc"]
            if problem["type"] == "missing":
                fail(line, 1, f"the record ends here, and has no line `{_KEY_OF[loc]}: …`")
            holding = (loc[:length] for length in range(len(loc), 0, -1))
            at = next((self.places[one] for one in holding if one in self.places), (line, 1))
            fail(*at, said_of(problem, self.data))

    def _keyed(self, key: str, told: Told, value: Told) -> None:
        """A line `key: value`."""
        kind, _, name = key.partition(" ")
        if key in _HEAD:
            self._enter(0, told, "before the first action")
            loc, read = _HEAD[key]
            self._put(loc, read(value), value)
        elif key in _END:
            loc, read = _END[key]
            if loc[0] == "settlement":
                self._end(True, told)
            else:
                self._enter(2, told, "at the end")
            self._put(loc, read(value), value)
        elif name == "holds":
            self._enter(0, told, "before the first action")
            if seat(Told(kind, told.line, told.column)) != len(self.hands):
                told.fail(f"here the hand of P{len(self.hands) + 1} is told", "hands stand in the order of turns")
            self.places["deal", "hands", len(self.hands)] = (value.line, value.column)
            self.hands.append(tuple(one.text for one in value.words()))
        elif kind == "option" and name:
            self._enter(0, told, "before the first action")
            self._put(("options", name), answer(value), value)
        elif kind == "payment" and name:
            self._end(True, told)
            self.places["settlement", "entries", len(self.entries)] = (told.line, told.column)
            self.entries.append(payment(name, value))
        elif kind == "breach" and name:
            self._end(True, told)
            self.places["settlement", "breaches", len(self.breaches)] = (told.line, told.column)
            self.breaches.append(breach(name, value))
        else:
            meant = near(key, [*_HEAD, *_END]) if len(key) < 40 else ()
            told.fail(f"there is no `{shown(key)}` in a record", f"did you mean `{meant[0]}`?" if meant else None)

    def _action(self, told: Told, found: re.Match[str]) -> None:
        self._enter(1, told, "before the end is told")
        seat(Told(found[1], told.line, told.column))
        self.places["actions", len(self.actions)] = (told.line, told.column)
        self.actions.append(f"{found[1]}: {found[2]}")
        self.lines.append(told.line)

    def _end(self, settled: bool, told: Told) -> None:
        """The hand is settled, or it is not finished."""
        self._enter(2, told, "at the end")
        if self.settled is not None and not (settled and self.settled):
            told.fail("the end has been told already", f"a hand has a settlement, or is `{UNFINISHED}`")
        self.settled = settled

    def _enter(self, section: int, told: Told, where: str) -> None:
        """Go on to a part of the record; there is no way back."""
        if section < self.section:
            told.fail(f"this stands too late: it belongs {where}")
        self.section = section

    def _put(self, loc: Loc, found: Any, value: Told) -> None:
        if loc in self.places:
            value.fail(f"this is told for a second time; first on line {self.places[loc][0]}")
        self.places[loc] = (value.line, value.column)
        into = self.data
        for step in loc[:-1]:
            into = into.setdefault(str(step), {})
        into[str(loc[-1])] = found
