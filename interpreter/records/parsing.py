"""Reading records from text, line by line; what cannot be read is told with its line and column."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, NoReturn, TypeAlias

from pydantic import ValidationError

from cardwright.dsl import near

from .data import MOST_DIGITS, RECORD_VERSION, RecordData, RecordError, shown
from .text import ANSWERS, FIRST_LINE, NOTHING, UNFINISHED

_FIRST = re.compile(rf"{FIRST_LINE} +(\S+)")
_ACTION = re.compile(r"(P[0-9]+)[ \t]*:[ \t]*")
_HOLDS = re.compile(r"(\S+)[ \t]+holds")
_PAID = re.compile(r"(\S+) (?:pays (\S+)|scores) (\S+)(?: for (\S+) by (\S+))?")
_BROKEN = re.compile(r"(\S+)(?: before (\S+))?")
_NUMBER = re.compile(rf"-?[0-9]{{1,{MOST_DIGITS}}}")
_UNSEEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff]")
_BLANKS = re.compile(r"[ \t]+")

Place: TypeAlias = tuple[int, int]
"""A line and a column."""


@dataclass(frozen=True, slots=True)
class Numbered:
    """A record, with the line of each of its actions; no lines where it was no text."""

    record: RecordData
    lines: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class _Told:
    """What stands behind a colon, and where."""

    text: str
    line: int
    column: int

    def fail(self, message: str, help: str | None = None) -> NoReturn:
        _fail(self.line, self.column, message, help)

    def words(self) -> list[_Told]:
        """Its words; none where a dash says so."""
        if self.text == NOTHING:
            return []
        return [_Told(w.group(), self.line, self.column + w.start()) for w in re.finditer(r"[^ \t]+", self.text)]

    def part(self, found: re.Match[str], group: int) -> _Told:
        return _Told(found[group], self.line, self.column + found.start(group))


def _fail(line: int, column: int, message: str, help: str | None = None) -> NoReturn:
    raise RecordError(f"line {line}, column {column}: {message}", line=line, column=column, help=help)


# ---- values --------------------------------------------------------------------------------------------------------


def _text(told: _Told) -> str:
    return told.text


def _number(told: _Told) -> int:
    if not _NUMBER.fullmatch(told.text):
        told.fail(f"`{shown(told.text)}` is no whole number of at most {MOST_DIGITS} digits")
    return int(told.text)


def _amount(told: _Told) -> int | str:
    return told.text if "/" in told.text else _number(told)


def _seat(told: _Told) -> int:
    if not re.fullmatch(r"P[1-9][0-9]{0,2}", told.text):
        told.fail(f"`{shown(told.text)}` is no seat", "seats are `P1`, `P2`, … in the order of turns")
    return int(told.text[1:]) - 1


def _reversed(told: _Told) -> bool:
    if told.text != "reversed":
        told.fail(f"`{shown(told.text)}` is not `reversed`", "leave the line out where nothing is reversed")
    return True


def _answer(told: _Told) -> bool | int | str:
    if told.text in ANSWERS:
        return ANSWERS[told.text]
    if re.fullmatch(r"-?[0-9]+", told.text):
        return _number(told)
    quoted = re.fullmatch('"([^"]*)"', told.text)
    return quoted[1] if quoted else told.text


def _each(read: Callable[[_Told], Any]) -> Callable[[_Told], list[Any]]:
    return lambda told: [read(word) for word in told.words()]


def _payment(name: str, told: _Told) -> dict[str, Any]:
    found = _PAID.fullmatch(_BLANKS.sub(" ", told.text))
    if not found:
        told.fail(
            "this is no payment", "write `P2 pays P1 3`, or `P1 scores 3`; `for P3 by DUTY` where a breach moved it"
        )
    told = _Told(found.string, told.line, told.column)
    payer, payee = (1, 2) if found[2] else (None, 1)
    return {
        "payment": name,
        "payer": None if payer is None else _seat(told.part(found, payer)),
        "payee": _seat(told.part(found, payee)),
        "amount": _amount(told.part(found, 3)),
        "moved": None if found[4] is None else {"owed_by": _seat(told.part(found, 4)), "duty": found[5]},
    }


def _breach(name: str, told: _Told) -> dict[str, Any]:
    found = _BROKEN.fullmatch(_BLANKS.sub(" ", told.text))
    if not found:
        told.fail("this is no breach", "write `P2`, or `P2 before P3`")
    told = _Told(found.string, told.line, told.column)
    protected = None if found[2] is None else _seat(told.part(found, 2))
    return {"duty": name, "offender": _seat(told.part(found, 1)), "protected": protected}


Loc: TypeAlias = tuple[str | int, ...]

_HEAD: dict[str, tuple[Loc, Callable[[_Told], Any]]] = {
    "rulebook": (("rulebook",), _text),
    "edition": (("edition",), _number),
    "content": (("content",), _text),
    "seed": (("seed",), _number),
    "hand": (("hand_number",), _number),
    "last winner": (("last_winner",), _seat),
    "last loser": (("last_loser",), _seat),
    "last places": (("last_places",), _each(_number)),
    "totals": (("totals",), _each(_amount)),
    "ranks": (("reversed_ranks",), _reversed),
    "turns": (("reversed_turns",), _reversed),
    "rest": (("deal", "rest"), _each(_text)),
    "opens": (("deal", "opener"), _seat),
    "asked first": (("deal", "starter"), _seat),
}
_END: dict[str, tuple[Loc, Callable[[_Told], Any]]] = {
    "ended": (("settlement", "ended"), _text),
    "winner": (("settlement", "winner"), _seat),
    "worth": (("settlement", "worth"), _amount),
    "scores": (("settlement", "scores"), _each(_amount)),
    "checksum": (("checksum",), _text),
}
_SIMPLE = _HEAD | _END
_KEY_OF = {loc: key for key, (loc, _) in _SIMPLE.items()} | {("deal",): "opens"}
_WITH_NAME = {"option": "head", "payment": "end", "breach": "end"}
_ORDER = ("head", "actions", "end")


# ---- records -------------------------------------------------------------------------------------------------------


def parse_records(text: str) -> Iterator[Numbered]:
    """The records of a text, one after another. Raises RecordError at the first line that cannot be read."""
    reader: _Reader | None = None
    number = 0
    for number, whole in enumerate(text.split("\n"), 1):
        line = whole.removesuffix("\r")
        unseen = _UNSEEN.search(line)
        if unseen:
            _fail(number, unseen.start() + 1, f"a sign that cannot be seen stands here, U+{ord(unseen.group()):04X}")
        line = line.partition("#")[0].rstrip(" \t")
        column = len(line) - len(line.lstrip(" \t")) + 1
        line = line.lstrip(" \t")
        if not line:
            continue
        if line.startswith(FIRST_LINE):
            if reader is not None:
                yield reader.finish(number)
            _check_version(_Told(line, number, column))
            reader = _Reader()
        elif reader is None:
            message = f"this is no record of a hand: one begins with `{FIRST_LINE} {RECORD_VERSION}`, or is JSON"
            raise RecordError(message, line=number, column=column)
        else:
            reader.read(_Told(line, number, column))
    if reader is not None:
        yield reader.finish(number)


def _check_version(told: _Told) -> None:
    found = _FIRST.fullmatch(told.text)
    if not found or not re.fullmatch("[0-9]{1,9}", found[1]):
        told.fail(f"a record begins with `{FIRST_LINE} {RECORD_VERSION}`")
    check_version(int(found[1]))


def check_version(version: int) -> None:
    """Raise RecordError for a record of another version than this Cardwright reads."""
    if version != RECORD_VERSION:
        advice = "update Cardwright to read it" if version > RECORD_VERSION else "there is no such version"
        message = f"this record is of version {version}; this Cardwright reads version {RECORD_VERSION}"
        raise RecordError(message, help=advice)


@dataclass(slots=True)
class _Reader:
    """Reads the lines of one record."""

    data: dict[str, Any] = field(default_factory=lambda: {"version": RECORD_VERSION, "options": {}, "deal": {}})
    section: int = 0
    hands: list[list[str]] = field(default_factory=list)
    actions: list[str] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    entries: list[dict[str, Any]] = field(default_factory=list)
    breaches: list[dict[str, Any]] = field(default_factory=list)
    unfinished: bool = False
    places: dict[Loc, Place] = field(default_factory=dict)

    def read(self, told: _Told) -> None:
        """One line."""
        if told.text == UNFINISHED:
            self._enter("end", told)
            if self.unfinished or "settlement" in self.data:
                told.fail(f"`{UNFINISHED}` stands here for a second time, or the end has been told already")
            self.unfinished = True
            return
        action = _ACTION.match(told.text)
        if action:
            self._action(told, action)
            return
        key, colon, value = told.text.partition(":")
        if not colon:
            told.fail(
                f"`{shown(told.text)}` is no line of a record", "write `key: value`, or `P1: 7C-7H` for an action"
            )
        key = _BLANKS.sub(" ", key.strip(" \t"))
        told_value = value.strip(" \t")
        column = told.column + len(told.text) - len(told_value)
        if not told_value:
            told.fail(f"behind `{shown(key)}:` there is nothing", f"write `{NOTHING}` for no cards, or leave it out")
        self._keyed(key, told, _Told(told_value, told.line, column))

    def finish(self, line: int) -> Numbered:
        """The record that the lines make; `line` is where it ends."""
        if "settlement" not in self.data and not self.unfinished:
            _fail(line, 1, "the record ends here, and does not say how the hand ended",
                  f"a record ends with `scores: …`, or with `{UNFINISHED}`")  # fmt: skip
        if "settlement" in self.data:
            self.data["settlement"] |= {"entries": tuple(self.entries), "breaches": tuple(self.breaches)}
        self.data["deal"]["hands"] = tuple(map(tuple, self.hands))
        self.data["actions"] = tuple(self.actions)
        try:
            return Numbered(RecordData.model_validate(_tuples(self.data), strict=True), tuple(self.lines))
        except ValidationError as error:
            problem = error.errors(include_url=False)[0]
            if problem["type"] == "missing":
                key = _KEY_OF.get(problem["loc"], str(problem["loc"][-1]))
                _fail(line, 1, f"the record ends here, and has no line `{key}: …`")
            at = next((self.places[loc] for loc in _prefixes(problem["loc"]) if loc in self.places), (line, 1))
            _fail(*at, said_of(problem, self.data))

    def _keyed(self, key: str, told: _Told, value: _Told) -> None:
        kind, _, name = key.partition(" ")
        holds = _HOLDS.fullmatch(key)
        if key in _SIMPLE:
            self._enter("head" if key in _HEAD else "end", told, key)
            loc, read = _SIMPLE[key]
            self._put(loc, read(value), told, value)
        elif holds:
            self._enter("head", told, key)
            seat = _seat(told.part(holds, 1)) if told.text.startswith(holds[1]) else -1
            if seat != len(self.hands):
                told.fail(f"here the hand of P{len(self.hands) + 1} is told", "hands stand in the order of turns")
            self.places["deal", "hands", seat] = (value.line, value.column)
            self.hands.append([word.text for word in value.words()])
        elif kind in _WITH_NAME and name and " " not in name:
            self._enter(_WITH_NAME[kind], told, key)
            self._named(kind, name, told, value)
        else:
            known = [*_SIMPLE, *_WITH_NAME]
            meant = near(key, known)
            told.fail(f"there is no `{shown(key)}` in a record", f"did you mean `{meant[0]}`?" if meant else None)

    def _named(self, kind: str, name: str, told: _Told, value: _Told) -> None:
        if kind == "option":
            self._put(("options", name), _answer(value), told, value)
            return
        into, read = (self.entries, _payment) if kind == "payment" else (self.breaches, _breach)
        self.places["settlement", "entries" if kind == "payment" else "breaches", len(into)] = (told.line, told.column)
        into.append(read(name, value))

    def _action(self, told: _Told, found: re.Match[str]) -> None:
        self._enter("actions", told)
        _seat(told.part(found, 1))
        self.places["actions", len(self.actions)] = (told.line, told.column)
        self.actions.append(f"{found[1]}: {told.text[found.end() :]}")
        self.lines.append(told.line)

    def _enter(self, section: str, told: _Told, key: str = "") -> None:
        """Go on to a part of the record; there is no way back."""
        number = _ORDER.index(section)
        if number < self.section:
            what = f"`{shown(key)}`" if key else "an action"
            where = "before the first action" if section == "head" else "before the end is told"
            told.fail(f"{what} stands too late: it belongs {where}")
        self.section = number

    def _put(self, loc: Loc, found: Any, told: _Told, value: _Told) -> None:
        if loc in self.places:
            told.fail(f"this is told for a second time; first on line {self.places[loc][0]}")
        self.places[loc] = (value.line, value.column)
        into = self.data
        if loc[0] == "settlement" and self.unfinished:
            told.fail(f"how the hand ended is told, after `{UNFINISHED}`")
        for step in loc[:-1]:
            into = into.setdefault(str(step), {})
        into[str(loc[-1])] = found


def _tuples(data: Any) -> Any:
    """The data with tuples for lists, as the model wants them."""
    match data:
        case dict():
            return {key: _tuples(value) for key, value in data.items()}
        case list() | tuple():
            return tuple(map(_tuples, data))
        case _:
            return data


def _prefixes(loc: Loc) -> Iterator[Loc]:
    """A place in the data, and all that hold it, the nearest first."""
    return (loc[:length] for length in range(len(loc), 0, -1))


def place_of(problem: Any, data: Any) -> Loc:
    """Where in the data a problem is: pydantic names the kinds of a value that may be of several, too."""
    for length, step in enumerate(problem["loc"]):
        if (isinstance(data, dict) and step in data) or (isinstance(data, list | tuple) and isinstance(step, int)):
            data = data[step]
        else:
            return tuple(problem["loc"][:length])
    return tuple(problem["loc"])


def said_of(problem: Any, data: Any) -> str:
    """What the model finds wrong with a value, in words."""
    found, message = problem.get("input"), problem["msg"]
    written = f"`{shown(found)}`" if isinstance(found, str) else "this"
    if problem["loc"][0] == "actions":
        return f"{written} cannot stand here: an action is written `P1: 7C-7H`"
    patterns = problem["type"] in ("string_pattern_mismatch", "string_too_long")
    if patterns or place_of(problem, data) != problem["loc"]:
        return f"{written} cannot stand here"
    return f"{written} cannot stand here: {message[:1].lower()}{message[1:]}"
