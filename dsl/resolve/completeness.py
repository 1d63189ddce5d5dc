"""Guards checked against each other: for every setting exactly the lines that must be there, no more and no fewer.

Each group is proved over the options that it mentions, by going through their answers: never by sampling, and never by
going through all settings of a rulebook.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from typing import Any

from .. import ast
from .. import model as m
from ..source import Span
from .context import Context
from .fields import REQUIRED
from .guards import Guard, describe, settings_of
from .program import Alternative, Draft, Program

# Lines that every rulebook has; the others have a default or mean nothing when they are absent.
LINES: dict[str, tuple[str, ...]] = {
    "deal": ("players", "each"),
    "play": ("turns", "first hand", "each turn", "pass", "trick", "won at once", "next trick", "hand"),
    "match": (),
}
EXACT: dict[str, tuple[str, ...]] = {
    **{kind: tuple(sorted(fields)) for kind, fields in REQUIRED.items()},
    "deck": ("ranks", "tiles"),
    "claim": ("holding", "may", "must"),
    "order": ("ranking",), "family": ("ranking",), "table": ("rows",), "set": ("value",),
    "deal": LINES["deal"], "play": (*LINES["play"], "later hands"),
}  # fmt: skip
# Values that are read top down and end with a plain one; the others in lists may end without one.
LISTS = {"let": True, "payment": False, "factors": False}


def check_guards(program: Program, context: Context) -> None:
    """Every group of alternatives, every use of what may be absent, every option that nothing asks."""
    places = _places(program)
    wrong = [diagnostic.span for diagnostic in context.report.found]
    for draft in program.drafts:
        _lines(draft, context)
        for name, alternatives in draft.fields.items():
            place = places.get((draft.span, name), draft.span)
            # What could not be read, or under which guard, may be the very line that seems to be missing or too many.
            if not any(place.contains(span) for span in wrong):
                _group(draft, name, alternatives, context)
    _uses(program, context)
    for name, option in program.option_nodes.items():
        if name not in context.asked:
            context.fail("CW410", f"nothing asks the option `{name}`", option.name.span,
                         help="use it in a `with`, or remove it")  # fmt: skip


def _places(program: Program) -> dict[tuple[Span, str], Span]:
    """Where each field, line and row of each declaration stands."""
    found: dict[tuple[Span, str], Span] = {}
    for statement in program.file.statements:
        match statement:
            case ast.Block(fields=parts) | ast.Sentences(lines=parts) | ast.Factors(rows=parts):
                found |= {(statement.span, part.name.text): part.span for part in parts}
            case _:
                pass
    return found


def _lines(draft: Draft, context: Context) -> None:
    for name in LINES.get(draft.kind, ()):
        if name not in draft.fields:
            spoken = {"hand": "the hand", "pass": "a pass", "trick": "a trick"}.get(name, name)
            context.fail("CW207", f"`{draft.kind}` does not say its `{spoken}`", draft.name_span,
                         help=f"add a line `{spoken}: …`")  # fmt: skip


def _group(draft: Draft, name: str, alternatives: Sequence[Alternative[Any]], context: Context) -> None:
    guards = [alternative.guard for alternative in alternatives]
    settings = settings_of([draft.guard, *guards], context.options)
    spoken = f"`{name}`" if draft.kind in ("deck", "deal", "play", "match", "claims") else f"`{name}` of `{draft.name}`"
    if name in ("ranking", "rows", "value", "cases"):
        spoken = f"`{draft.name}`"
    if settings is None:
        context.fail("CW418", f"{spoken} asks more options than can be gone through together", draft.name_span,
                     help="let each line ask fewer options")  # fmt: skip
        return
    exact = name in EXACT.get(draft.kind, ())
    for setting in settings:
        if not draft.guard.holds(setting):
            continue
        active = [alternative for alternative in alternatives if alternative.guard.holds(setting)]
        if draft.kind in LISTS:
            problem = _list_problem(active, LISTS[draft.kind])
        else:
            problem = "none" if exact and not active else "overlap" if len(active) > 1 else None
        if problem is None:
            continue
        place = active[-1].span if active else draft.name_span
        told = f"with {describe(setting)}" if setting else "always"
        if problem == "none":
            if alternatives or draft.kind not in ("deal", "play"):
                context.fail("CW405", f"{told} no line of {spoken} holds", place if alternatives else draft.name_span,
                             help="add a line for it, behind a `|`")  # fmt: skip
        elif problem == "overlap":
            context.fail("CW404", f"{told} more than one line of {spoken} holds", place,
                         labels=[(one.span, "so does this") for one in active[:-1]],
                         help="guard the lines with answers that exclude one another")  # fmt: skip
        else:
            context.fail("CW310", f"{told} the last line of {spoken} still has a condition", place,
                         help="add a plain line behind a `|`, for all other cases")  # fmt: skip
        return


def _list_problem(active: Sequence[Alternative[Any]], needs_plain: bool) -> str | None:
    """What is wrong with alternatives that are read top down."""
    plain = [one for one in active if one.value.when is None]
    if len(plain) > 1 or (plain and active[-1].value.when is not None):
        return "overlap"
    if not needs_plain:
        return None
    return "none" if not active else None if plain else "open"


def _uses(program: Program, context: Context) -> None:
    guards = {(draft.kind, draft.name): draft for draft in program.drafts if draft.guard.allowed}
    for use in context.uses:
        draft = guards.get((use.kind, use.name))
        if draft is None:
            continue
        absent = _counterexample(use.guard, draft.guard, context.options)
        if absent is not None:
            context.fail("CW406", f"with {describe(absent)} there is no `{use.name}`", use.span,
                         labels=[(draft.guard.span or draft.name_span, "it is agreed here")],
                         help="guard this with the same answers")  # fmt: skip


def _counterexample(used: Guard, declared: Guard, options: Mapping[str, Any]) -> dict[str, str] | None:
    """A setting under which something is used and not declared."""
    settings: Iterable[dict[str, str]] = settings_of([used, declared], options) or ()
    return next((one for one in settings if used.holds(one) and not declared.holds(one)), None)


def check_calculations(program: Program, context: Context) -> None:
    """Calculations, tables and factors need one another in no circle; no two rows replace the same row."""
    drafts = {draft.name: draft for draft in program.of_kind("let", "table", "factors")}
    needs = {name: _needed(draft.fields) & drafts.keys() for name, draft in drafts.items()}
    for name in _in_circles(needs):
        context.fail("CW309", f"`{name}` needs itself to be worked out", drafts[name].name_span,
                     help="a calculation may only use others that do not lead back to it")  # fmt: skip
        break
    for draft in program.of_kind("factors"):
        _replacements(draft, context)


def _needed(value: Any) -> set[str]:
    """The calculations that anything in a value asks for."""
    if isinstance(value, m.Calculation):
        return {value.name} | _needed(value.of)
    if isinstance(value, dict):
        return _needed(tuple(value.values()))
    if isinstance(value, tuple):
        return set().union(*map(_needed, value))
    if isinstance(value, Alternative | m.Node):
        return set().union(*(_needed(getattr(value, field.name)) for field in fields(value) if field.name != "span"))
    return set()


def _in_circles(needs: Mapping[str, set[str]]) -> list[str]:
    """The names that lead back to themselves, in order."""
    found = []
    for name in needs:
        reached: set[str] = set()
        waiting = set(needs[name])
        while waiting:
            one = waiting.pop()
            reached.add(one)
            waiting |= needs[one] - reached
        if name in reached:
            found.append(name)
    return found


def _replacements(draft: Draft, context: Context) -> None:
    replaced: dict[str, list[Alternative[Any]]] = {}
    for alternatives in draft.fields.values():
        for alternative in alternatives:
            if alternative.value.instead_of is not None:
                replaced.setdefault(alternative.value.instead_of, []).append(alternative)
    for row, shares in replaced.items():
        for position, share in enumerate(shares):
            for other in shares[:position]:
                both = settings_of([share.guard, other.guard], context.options) or ()
                if any(share.guard.holds(one) and other.guard.holds(one) for one in both):
                    context.fail(
                        "CW710",
                        f"two rows stand instead of `{row}`",
                        share.span,
                        labels=[(other.span, "the other one")],
                        help="let one row do it, or guard them with answers that exclude one another",
                    )
