"""Claims that notes cite, checked against the sources that are declared."""

from __future__ import annotations

from .. import ast
from .context import Context
from .program import Program


def check_citations(program: Program, context: Context) -> None:
    """Where sources are declared, every claim belongs to one; each id without one is told of once."""
    known = {source.id for source in program.sources}
    if not known:
        return
    told: set[str] = set()
    for note in ast.notes_in(program.file):
        for claim in note.claims:
            source = claim.rpartition("-")[0]
            if source not in known and source not in told:
                told.add(source)
                context.fail(
                    "CW215",
                    f"`{claim}` cites a source that is not declared",
                    note.span,
                    help=f'add `source {source} "…"` below the first lines',
                )
