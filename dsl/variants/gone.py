"""What is said where something is asked or needed that a variant has settled or done away with."""

from __future__ import annotations

from .. import ast
from ..diagnostics import Diagnostic, problem
from ..source import Span


def asked_again(span: Span, settled: ast.Settled) -> Diagnostic:
    """What is said where an option is asked or answered that was settled for good."""
    return problem(
        "CW421",
        f"`{settled.name}` is settled by `{settled.by}` and cannot be asked again",
        span,
        labels=[(settled.span, "settled here")],
        help="leave it out here: what holds with this answer stands by itself",
    )


def done_away(span: Span, gone: ast.Gone, *, own: bool) -> Diagnostic:
    """What is said where something is needed that is gone; `own`: in a statement of the variant itself."""
    what = "the option " if gone.statement is None else ""
    return problem(
        "CW226",
        f"{what}`{gone.name}` is needed here, and `{gone.by}` has done away with it",
        span,
        labels=[(gone.span, "it is gone because of this")],
        help="name something else here" if own else "change this as well, or keep what it needs",
    )
