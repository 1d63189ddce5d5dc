"""Why an action is refused, or why one play beats another, as lines and as data."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cardwright.dsl import Span
    from cardwright.interpreter import Compared, Comparison, Reason

    from .naming import Names
    from .opening import Opened

_BEATS = {
    "same_type": "it is the higher {play}",
    "ladder": "{play} stands above {table}",
    "bombs": "{play} beats {table}",
}


def reason_data(opened: Opened, reason: Reason, names: Names) -> dict[str, Any]:
    """A reason as JSON data, with the text of its clause."""
    return _data(opened, reason.rule, reason.told(names), reason.span, reason.values)


def comparison_data(opened: Opened, comparison: Comparison, names: Names) -> dict[str, Any]:
    """Why a play beats the table, or not, as JSON data."""
    return _data(opened, comparison.verdict, comparison_words(comparison, names), comparison.span, comparison.keys)


def comparison_words(comparison: Comparison, names: Names) -> str:
    """Why a play beats the table, or not, in one sentence."""
    play, table = names.play(comparison.play), names.play(comparison.table)
    kinds = {"play": names.thing(comparison.play.combination), "table": names.thing(comparison.table.combination)}
    deciding = _deciding(comparison.keys, names)
    if comparison.beats:
        if comparison.verdict == "same_type" and all(key.result == "equal" for key in comparison.keys):
            return f"{play} beats {table}: they are equal, and an equal one beats it as well"
        said = _BEATS[comparison.verdict].format(**kinds)
        return f"{play} beats {table}: {said}{deciding if comparison.verdict != 'ladder' else ''}"
    match comparison.verdict:
        case "wrong_size":
            said = (
                f"it takes as many {names.pieces} as {table} has, {comparison.table.size}, not {comparison.play.size}"
            )
        case "other_type":
            said = f"{kinds['play']} is no answer to {kinds['table']}"
        case "below_bombs":
            said = f"{kinds['table']} is among {names.thing(comparison.name)}, and only a higher one of them beats it"
        case "lower_rung":
            said = f"{kinds['play']} stands below {kinds['table']}"
        case "not_shared":
            said = f"they do not agree in {', '.join(key.key for key in comparison.keys) or 'what they must share'}"
        case "equal":
            said = "they are equal, and equal never beats"
        case "incomparable":
            said = f"they cannot be compared{deciding}"
        case _:
            said = f"it is the lower {kinds['play']}{deciding}"
    return f"{play} does not beat {table}: {said}"


def reason_lines(opened: Opened, reason: Reason, names: Names) -> Iterator[str]:
    """A reason for people: what is wrong, the rule with its place and words, the values compared."""
    yield reason.told(names)
    yield from clause_lines(opened, reason.span)
    yield from value_lines(reason.values, names)


def clause_lines(opened: Opened, span: Span | None) -> Iterator[str]:
    """The clause of the rulebook that decides, with file and line."""
    if span is None:
        return
    yield f"  the rule, {span.file}:{span.line}"
    for line in opened.clause(span).splitlines():
        yield f"    {line}"


def value_lines(values: tuple[Compared, ...], names: Names) -> Iterator[str]:
    """The values that were compared, one line each."""
    for value in values:
        if value.play or value.table:
            play, table = names.values(value.play), names.values(value.table)
            yield f"  {value.key}: {play} against {table} ({value.result})"


def _data(opened: Opened, rule: str, message: str, span: Span | None, values: tuple[Compared, ...]) -> dict[str, Any]:
    return {
        "rule": rule,
        "message": message,
        "clause": opened.clause(span) or None,
        "span": None if span is None else asdict(span),
        "values": [asdict(value) for value in values],
    }


def _deciding(keys: tuple[Compared, ...], names: Names) -> str:
    if not keys:
        return ""
    last = keys[-1]
    return f" ({last.key} {names.values(last.play)} against {names.values(last.table)})"
