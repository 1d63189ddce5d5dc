"""Slips that are allowed to survive: `## allow slip in flush, `of a suit` as ``: why`, in the rulebook or in a file of
its examples."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ..source import Source, Span
from .mutants import Mutant

SLIP = re.compile(r"slip in (\w+), `([^`]*)` as `([^`]*)`[ \t]*:[ \t]*(\S.*)")
"""What stands behind `allow` in such a note."""
_NOTE = re.compile(r"[ \t]*##[ \t]*allow[ \t]+(slip\b.*?)[ \t]*$")


@dataclass(frozen=True, slots=True)
class AllowedSlip:
    """A slip that nothing can notice, or that need not be noticed, and why; `span` is that of the note."""

    name: str
    was: str
    becomes: str
    reason: str
    span: Span

    def allows(self, mutant: Mutant) -> bool:
        """Whether this is about that slip."""
        return (self.name, self.was, self.becomes) == (mutant.name, mutant.was, mutant.becomes)


def allowed_slips(source: Source) -> Iterator[AllowedSlip]:
    """The notes of a text that allow slips; those that are badly written are told where the text is checked."""
    for number, line in enumerate(source.lines, 1):
        note = _NOTE.fullmatch(line)
        given = None if note is None else SLIP.fullmatch(note.group(1))
        if given is not None:
            span = source.span(number, line.index("#") + 1, number, len(line.rstrip()) + 1)
            name, was, becomes, reason = given.groups()
            yield AllowedSlip(name, was, becomes, reason, span)
