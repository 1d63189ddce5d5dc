"""The items of a list in JSON, read one at a time: nobody makes us keep more of it in memory than one record takes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple, NoReturn

from .data import MOST_BYTES, RecordError
from .problems import NO_RECORD, at_most, too_long

_BLANKS = re.compile(r"[ \t\n\r]*")
_TOKEN = 12
"""No word, number (as far as it counts) or escape that is cut off begins farther than this before the cut."""


class Item(NamedTuple):
    """What JSON says in one place, how many bytes it takes, and which of several it is, to be said in front of what is
    wrong with it."""

    data: Any
    size: int
    where: str


def json_items(text: str, decoder: json.JSONDecoder) -> Iterator[Item]:
    """The items of a list, or what stands alone. Raises RecordError for what is no JSON, and for an item that is longer
    than any record."""
    at = _skip(text, 0)
    if not text.startswith("[", at):
        data, end = _decoded(text, at, decoder, "")
        _nothing_after(text, end)
        yield Item(data, _size(text[at:end]), "")
        return
    at, number, many = _skip(text, at + 1), 1, False
    while number > 1 or not text.startswith("]", at):
        where = f"hand {number}: " if many else ""
        data, end = _decoded(text, at, decoder, where)
        size, at = _size(text[at:end]), _skip(text, end)
        if text.startswith("]", at):
            yield Item(data, size, where)
            break
        if not text.startswith(",", at):
            _no_json(json.JSONDecodeError("Expecting ',' delimiter", text, at))
        many = True
        yield Item(data, size, f"hand {number}: ")
        at, number = _skip(text, at + 1), number + 1
    _nothing_after(text, at + 1)


def _decoded(text: str, at: int, decoder: json.JSONDecoder, where: str) -> tuple[Any, int]:
    """What begins at a place, and where it ends. No more is looked at than a record is long."""
    piece = text[at : at + MOST_BYTES + 1]
    try:
        data, length = decoder.raw_decode(piece)
    except json.JSONDecodeError as error:
        cut = len(piece) > MOST_BYTES and (error.pos + _TOKEN > len(piece) or error.msg.startswith("Unterminated"))
        if cut:
            raise RecordError(f"{where}{too_long(_size(text[at:]))}", help=at_most(MOST_BYTES)) from None
        _no_json(json.JSONDecodeError(error.msg, text, at + error.pos))
    except RecursionError:
        raise RecordError(f"{NO_RECORD}{where}it is nested too deep") from None
    return data, at + length


def _skip(text: str, at: int) -> int:
    found = _BLANKS.match(text, at)
    return at if found is None else found.end()


def _size(text: str) -> int:
    return len(text.encode("utf-8", "surrogatepass"))


def _nothing_after(text: str, at: int) -> None:
    at = _skip(text, at)
    if at < len(text):
        _no_json(json.JSONDecodeError("Extra data", text, at))


def _no_json(error: json.JSONDecodeError) -> NoReturn:
    line, column = error.lineno, error.colno
    message = f"{NO_RECORD}line {line}, column {column}: {error.msg[:1].lower()}{error.msg[1:]}"
    raise RecordError(message, line=line, column=column)
