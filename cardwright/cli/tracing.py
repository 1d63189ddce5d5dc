"""What was worked out for an action, as lines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from .output import width, wrapped

if TYPE_CHECKING:
    from cardwright.interpreter import Examined, Trace

    from .naming import Names


def trace_lines(trace: Trace, names: Names) -> Iterator[str]:
    """How the cards are read, the duties, every value below what it stands in, and what follows."""
    say = names.language.say
    yield f"  {say('trace.worked')}"
    if trace.readings:
        read = names.language.join("or", map(names.thing, trace.readings))
        yield f"    {say('trace.read', combinations=read)}"
    elif trace.reasons is not None and "no_combination" in trace.reasons.rules:
        yield f"    {say('trace.unread')}"
    yield from (f"    {_examined(duty, names)}" for duty in trace.duties)
    declaration = ""
    for one in trace.worked:
        if one.declaration != declaration:
            declaration = one.declaration
            yield f"    {declaration}"
        start = "      " + "  " * min(one.depth, 8)
        yield from wrapped(one.told(names), width(), start, f"{start}  ")
    if trace.events:
        yield f"  {say('trace.follows')}"
        yield from (line for event in trace.events for line in wrapped(event.told(names), width(), "    ", "      "))


def concise_lines(trace: Trace) -> Iterator[str]:
    """Every value on a line of its own."""
    return (f"{one.declaration}: {one.text} = {one.value}" for one in trace.worked)


def _examined(duty: Examined, names: Names) -> str:
    said = names.language.say("trace.binds" if duty.binds else "trace.lapses", duty=names.thing(duty.name))
    if duty.met is None:
        return said
    return names.language.say("trace.met" if duty.met else "trace.broken", said=said)
