"""Why an action is refused, or why one play beats another, as lines and as data."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cardwright.display.naming import Names
    from cardwright.dsl import Span
    from cardwright.interpreter import Compared, Comparison, Reason

    from .opening import Opened


def reason_data(opened: Opened, reason: Reason, names: Names) -> dict[str, Any]:
    """A reason as JSON data, with the text of its clause."""
    return {**reason.data, "message": reason.told(names), "clause": opened.clause(reason.span) or None}


def comparison_data(opened: Opened, comparison: Comparison, names: Names) -> dict[str, Any]:
    """Why a play beats the table, or not, as JSON data."""
    span = comparison.span
    return {
        "rule": comparison.verdict,
        "message": comparison_words(comparison, names),
        "clause": opened.clause(span) or None,
        "span": None if span is None else asdict(span),
        "values": [value.data for value in comparison.keys],
    }


def comparison_words(comparison: Comparison, names: Names) -> str:
    """Why a play beats the table, or not, in one sentence."""
    language = names.language
    play, table = names.play(comparison.play), names.play(comparison.table)
    keys = language.join("list", (key_of(value, names) for value in comparison.keys))
    level = comparison.verdict == "same_type" and all(key.result == "equal" for key in comparison.keys)
    why = language.say(
        "verdict.equal_falls" if level else f"verdict.{comparison.verdict}",
        kind=names.thing(comparison.play.combination),
        other=names.thing(comparison.table.combination),
        name=names.thing(comparison.name),
        pieces=names.pieces,
        table=table,
        n=comparison.table.size,
        own=comparison.play.size,
        keys=keys or language.say("what_they_share"),
        deciding=_deciding(comparison.keys, names),
    )
    return language.say("beats.yes" if comparison.beats else "beats.no", play=play, table=table, why=why)


def reason_lines(opened: Opened, reason: Reason, names: Names) -> Iterator[str]:
    """A reason for people: what is wrong, the rule with its place and words, what is compared, what comes near."""
    yield reason.told(names)
    if reason.demand is not None:
        yield f"  {reason.demand.told(names)}"
    yield from clause_lines(opened, reason.span, names)
    yield from value_lines(reason.values, names)
    for near in reason.alternatives:
        yield f"  {near.message.told(names)}"


def clause_lines(opened: Opened, span: Span | None, names: Names) -> Iterator[str]:
    """The clause of the rulebook that decides, with file and line."""
    if span is None:
        return
    yield f"  {names.language.say('clause', file=span.file, line=span.line)}"
    for line in opened.clause(span).splitlines():
        yield f"    {line}"


def value_lines(values: tuple[Compared, ...], names: Names) -> Iterator[str]:
    """The values that were compared, one line each."""
    for value in values:
        if value.play or value.table:
            play, table = names.values(value.play), names.values(value.table)
            result = names.language.say(f"result.{value.result}")
            yield f"  {names.language.say('value', key=key_of(value, names), play=play, table=table, result=result)}"


def key_of(value: Compared, names: Names) -> str:
    """What was compared, in words."""
    return value.key if value.label is None else value.label.told(names)


def _deciding(keys: tuple[Compared, ...], names: Names) -> str:
    if not keys:
        return ""
    last = keys[-1]
    play, table = names.values(last.play), names.values(last.table)
    return names.language.say("verdict.deciding", key=key_of(last, names), play=play, table=table)
