"""Reading records in either form, from anybody: what is wrong is told exactly, and nothing is taken on trust."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, NoReturn

from pydantic import ValidationError

from .data import MOST_BYTES, MOST_DIGITS, RecordData, RecordError
from .items import Item, json_items
from .parsing import Numbered, parse_records
from .problems import NO_RECORD, Loc, at_most, check_version, place_of, said_of, shown, too_long
from .text import FIRST_LINE

MOST_BYTES_OF_MANY = 16 << 20
"""How long several together may be."""


def read_record(text: str | bytes) -> RecordData:
    """A record from JSON or from its text form, of at most 1 MiB. Raises RecordError with the first thing that is
    wrong.

    >>> import cardwright
    >>> try:
    ...     cardwright.read_record("cardwright record 1\\nrulebok: hk")
    ... except cardwright.RecordError as error:
    ...     print(error, "·", error.help)
    line 2, column 1: there is no `rulebok` in a record · did you mean `rulebook`?
    """
    found = [read.record for read in _read(_decoded(text, MOST_BYTES))]
    if len(found) > 1:
        _fail(f"there are {len(found)} in it; `read_records` reads several")
    return found[0]


def read_records(text: str | bytes) -> tuple[RecordData, ...]:
    """One or more records, of at most 16 MiB: JSON, an object or a list of them, or the text form, one after another.
    Raises RecordError with the first thing that is wrong.

    >>> import cardwright
    >>> game = cardwright.load("hk")
    >>> records = tuple(cardwright.write_record(game, game.shuffle(seed), ()) for seed in (7, 8))
    >>> cardwright.read_records(cardwright.record_text(*records)) == records
    True
    """
    return tuple(read.record for read in read_numbered(text))


def read_numbered(text: str | bytes) -> tuple[Numbered, ...]:
    """The same, with the lines of the actions where it is text."""
    return tuple(_read(_decoded(text, MOST_BYTES_OF_MANY)))


def is_record(text: str | bytes) -> bool:
    """Whether this is meant as a record, or as several: a situation, which is JSON too, has no version."""
    try:
        told = _decoded(text, MOST_BYTES_OF_MANY)
        if not _is_json(told):
            return re.search(rf"^[ \t]*{FIRST_LINE}", told, re.MULTILINE) is not None
        first = next(json_items(told, json.JSONDecoder()), None)
    except (RecordError, ValueError):
        return False
    return first is not None and isinstance(first.data, dict) and {"version", "deal"} <= first.data.keys()


def _fail(message: str, **known: Any) -> NoReturn:
    raise RecordError(NO_RECORD + message, **known)


def _decoded(text: str | bytes, most: int) -> str:
    """The text of bytes, within bounds."""
    if not isinstance(text, str | bytes):
        raise TypeError(f"a record is read from text or bytes, not from {type(text).__name__}")
    size = len(text) if isinstance(text, bytes) else len(text.encode("utf-8", "surrogatepass"))
    if size > most:
        raise RecordError(too_long(size), help=at_most(most))
    if isinstance(text, bytes):
        try:
            text = text.decode("utf-8")
        except UnicodeDecodeError as error:
            _fail(f"byte {error.start + 1} is not UTF-8")
    text = text.removeprefix("\ufeff")
    if not text.strip():
        _fail("there is nothing in it")
    return text


def _is_json(text: str) -> bool:
    return text.lstrip()[:1] in ("{", "[")


def _read(text: str) -> Iterator[Numbered]:
    yield from map(Numbered, _read_json(text)) if _is_json(text) else parse_records(text)


# ---- JSON ----------------------------------------------------------------------------------------------------------


class _Hooks:
    """What JSON allows and a record does not, as it is met: the first of it is kept, to be told once the version is
    known."""

    def __init__(self) -> None:
        self.wrong: str | None = None

    def _met(self, wrong: str) -> int:
        self.wrong = self.wrong or wrong
        return 0

    def pairs(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            ((twice, _),) = Counter(name for name, _ in pairs).most_common(1)
            self._met(f"`{shown(twice)}` stands twice in one object")
        return found

    def whole(self, digits: str) -> int:
        if len(digits) > MOST_DIGITS:
            return self._met(f"a number has {len(digits):,} digits; at most {MOST_DIGITS} are read")
        return int(digits)

    def fraction(self, digits: str) -> int:
        return self._met(f'`{shown(digits)}` is no whole number; a fraction is text, as "1/2"')

    def constant(self, name: str) -> int:
        return self._met(f"`{name}` is no number")


def _read_json(text: str) -> Iterator[RecordData]:
    hooks = _Hooks()
    decoder = json.JSONDecoder(
        object_pairs_hook=hooks.pairs,
        parse_int=hooks.whole,
        parse_float=hooks.fraction,
        parse_constant=hooks.constant,
    )
    item: Item | None = None
    for item in json_items(text, decoder):
        yield _record(item, hooks)
    if item is None:
        _fail("there is no hand in it")


def _record(item: Item, hooks: _Hooks) -> RecordData:
    told, where = item.data, item.where
    version = told.get("version") if isinstance(told, dict) else None
    if type(version) is int:
        check_version(version)
    elif isinstance(version, bool):  # which Python takes for a number
        _fail(f"{where}`version`: this cannot stand here: input should be 1")
    if hooks.wrong is not None:
        _fail(where + hooks.wrong)
    try:
        written = json.dumps(told, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        _fail(f"{where}half a character stands in it, \\u{ord(error.object[error.start]):04x}")
    except RecursionError:
        _fail(f"{where}it is nested too deep")
    if item.size > MOST_BYTES:
        raise RecordError(f"{where}{too_long(item.size)}", help=at_most(MOST_BYTES))
    try:
        return RecordData.model_validate_json(written, strict=True)
    except ValidationError as error:
        problem = error.errors(include_url=False)[0]
        _fail(where + _problem(problem, told))


def _problem(problem: Any, told: Any) -> str:
    """The first thing that is wrong with JSON data, and where."""
    if not problem["loc"]:
        return f"{problem['msg'][:1].lower()}{problem['msg'][1:]}"
    match problem["type"]:
        case "missing":
            return f"{_path(problem['loc'])} is missing"
        case "extra_forbidden":
            return f"there is no {_path(problem['loc'])} in a record"
        case _:
            return f"{_path(place_of(problem, told))}: {said_of(problem, told)}"


def _path(loc: Loc) -> str:
    path = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in loc)
    return f"`{shown(path.removeprefix('.'))}`"
