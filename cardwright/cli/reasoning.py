"""Why an action is refused, or why one play beats another, as lines and as data."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cardwright.dsl import Span
    from cardwright.interpreter import Compared, Comparison, Reason

    from .opening import Opened

_BEATS = {
    "same_type": "it is the higher {play}",
    "ladder": "{play} stands above {table}",
    "bombs": "{play} beats {table}",
}


def reason_data(opened: Opened, reason: Reason) -> dict[str, Any]:
    """A reason as JSON data, with the text of its clause."""
    return _data(opened, reason.rule, reason.message, reason.span, reason.values)


def comparison_data(opened: Opened, comparison: Comparison) -> dict[str, Any]:
    """Why a play beats the table, or not, as JSON data."""
    return _data(opened, comparison.verdict, comparison_words(comparison), comparison.span, comparison.keys)


def comparison_words(comparison: Comparison) -> str:
    """Why a play beats the table, or not, in one sentence."""
    play, table = comparison.play, comparison.table
    names = {"play": _word(play.combination), "table": _word(table.combination)}
    if comparison.beats:
        said = _BEATS[comparison.verdict].format(**names)
        keys = _deciding(comparison.keys) if comparison.verdict != "ladder" else ""
        return f"{play} beats {table}: {said}{keys}"
    match comparison.verdict:
        case "wrong_size":
            said = f"it takes as many cards as {table} has, {table.size}, not {play.size}"
        case "other_type":
            said = f"{names['play']} is no answer to {names['table']}"
        case "lower_rung":
            said = f"{names['play']} stands below {names['table']}"
        case "not_shared":
            said = f"they do not agree in {', '.join(key.key for key in comparison.keys) or 'what they must share'}"
        case "equal":
            said = "they are equal, and equal never beats"
        case "incomparable":
            said = f"they cannot be compared{_deciding(comparison.keys)}"
        case _:
            said = f"it is the lower {names['play']}{_deciding(comparison.keys)}"
    return f"{play} does not beat {table}: {said}"


def reason_lines(opened: Opened, reason: Reason) -> Iterator[str]:
    """A reason for people: what is wrong, the rule with its place and words, the values compared."""
    yield reason.message
    yield from clause_lines(opened, reason.span)
    yield from value_lines(reason.values)


def clause_lines(opened: Opened, span: Span | None) -> Iterator[str]:
    """The clause of the rulebook that decides, with file and line."""
    if span is None:
        return
    yield f"  the rule, {span.file}:{span.line}"
    for line in opened.clause(span).splitlines():
        yield f"    {line}"


def value_lines(values: tuple[Compared, ...]) -> Iterator[str]:
    """The values that were compared, one line each."""
    for value in values:
        if value.play or value.table:
            yield f"  {value.key}: {value.play} against {value.table} ({value.result})"


def _data(opened: Opened, rule: str, message: str, span: Span | None, values: tuple[Compared, ...]) -> dict[str, Any]:
    return {
        "rule": rule,
        "message": message,
        "clause": opened.clause(span) or None,
        "span": None if span is None else asdict(span),
        "values": [asdict(value) for value in values],
    }


def _deciding(keys: tuple[Compared, ...]) -> str:
    if not keys:
        return ""
    last = keys[-1]
    return f" ({last.key} {last.play} against {last.table})"


def _word(name: str) -> str:
    return name.replace("_", " ")
