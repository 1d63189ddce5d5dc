"""Guards checked against each other: for every setting exactly the lines that must be there, no more and no fewer.

Each group is proved over the options that it mentions, by going through their answers: never by sampling, and never by
going through all settings of a rulebook.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from typing import Any

from .. import ast
from .. import model as m
from ..source import Span
from .context import Context
from .fields import REQUIRED
from .guards import Guard, describe, settings_of
from .phrases import REQUIRED_LINES, SPOKEN_LINES
from .program import Alternative, Draft, Program

EXACT: dict[str, tuple[str, ...]] = {
    **{kind: tuple(sorted(fields)) for kind, fields in REQUIRED.items()},
    "deck": ("ranks", "tiles"),
    "claim": ("holding", "may", "must"),
    "order": ("ranking",), "family": ("ranking",), "table": ("rows",), "set": ("value",),
    "deal": REQUIRED_LINES["deal"],
    # Whether there is a pass at all hangs on the line `each turn`.
    "play": (*(line for line in REQUIRED_LINES["play"] if line != "pass"), "later hands"),
}  # fmt: skip
# What may be asked for by name and is worked out from other such things.
WORKED_OUT = ("let", "table", "factors", "set", "combination", "ladder", "bombs")
# Values that are read top down and end with a plain one; the others in lists may end without one.
LISTS = {"let": True, "payment": False, "factors": False}


def check_guards(program: Program, context: Context) -> None:
    """Every group of alternatives, every use of what may be absent, every option that nothing asks."""
    places = _places(program)
    wrong = sorted(diagnostic.span for diagnostic in context.report.found)
    for draft in program.drafts:
        for name, alternatives in draft.fields.items():
            place = places.get((draft.span, name), draft.span)
            # What could not be read, or under which guard, may be the very line that seems to be missing or too many.
            first = bisect_left(wrong, place.start)
            if not any(place.contains(span) for span in wrong[first : first + 1]):
                _group(program, draft, name, alternatives, context)
    _uses(program, context)
    named: set[str] = set()
    if wrong:
        rules = (one for one in program.file.statements if not isinstance(one, ast.Options | ast.Examples))
        named = ast.names_in(tuple(rules))
    for name, option in program.option_nodes.items():
        if name not in context.asked | context.flawed and context.options_known and not (wrong and name in named):
            numeric = name in context.options and context.options[name].numeric
            use = "use it in a `with` or in a formula" if numeric else "use it in a `with`"
            context.fail("CW410", f"nothing asks the option `{name}`", option.name.span, help=f"{use}, or remove it")


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


def _group(
    program: Program, draft: Draft, name: str, alternatives: Sequence[Alternative[Any]], context: Context
) -> None:
    if draft.guard.unclear or any(one.unread or one.guard.unclear for one in alternatives):
        return
    guards = [alternative.guard for alternative in alternatives]
    settings = settings_of([draft.guard, *guards], context.options)
    spoken = _spoken(draft, name)
    if settings is None:
        context.fail(
            "CW418",
            f"{spoken} asks more options than can be gone through together",
            draft.name_span,
            help="let each line ask fewer options",
        )
        return
    exact = name in EXACT.get(draft.kind, ())
    for setting in settings:
        if not draft.guard.holds(setting) or program.forbids(setting):
            continue
        active = [alternative for alternative in alternatives if alternative.guard.holds(setting)]
        if draft.kind in LISTS:
            problem = _list_problem(active, LISTS[draft.kind])
        else:
            problem = "none" if exact and not active else "overlap" if len(active) > 1 else None
        if problem is None:
            continue
        last = active[-1].span if active else alternatives[-1].span if alternatives else draft.name_span
        told = f"with {describe(setting)} " if setting else ""
        if problem == "none":
            context.fail("CW405", f"{told}no line of {spoken} holds", last, help="add a line for it, behind a `|`")
        elif problem == "overlap":
            context.fail(
                "CW404",
                f"{told}more than one line of {spoken} holds",
                last,
                labels=[(one.span, "so does this") for one in active[:-1]],
                help="only the last line can stand without `when`"
                if draft.kind in LISTS
                else "guard the lines with answers that exclude one another",
            )
        else:
            context.fail(
                "CW310",
                f"{told}the last line of {spoken} still has a condition",
                last,
                help="add a plain line behind a `|`, for all other cases",
            )
        return


def _spoken(draft: Draft, name: str) -> str:
    """How a group of alternatives is called."""
    if name in ("ranking", "rows", "value", "cases", "condition", "act"):
        return f"`{draft.name}`"
    name = SPOKEN_LINES.get(name, name) if draft.kind in ("deal", "play", "match") else name
    return f"`{name}`" if draft.name == draft.kind else f"`{name}` of `{draft.name}`"


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
        if draft is None or draft.guard.unclear or use.guard.unclear:
            continue
        absent = _counterexample(program, use.guard, draft.guard, context.options)
        if absent is not None:
            context.fail(
                "CW406",
                f"with {describe(absent)} there is no `{use.name}`",
                use.span,
                labels=[(draft.guard.span or draft.name_span, "it is agreed here")],
                help="guard this with the same answers",
            )


def _counterexample(
    program: Program, used: Guard, declared: Guard, options: Mapping[str, Any]
) -> dict[str, str] | None:
    """A setting under which something is used and not declared."""
    settings: Iterable[dict[str, str]] = settings_of([used, declared], options) or ()
    apart = (one for one in settings if used.holds(one) and not declared.holds(one))
    return next((one for one in apart if not program.forbids(one)), None)


def check_calculations(program: Program, context: Context) -> None:
    """Calculations, sets and what combinations need lead in no circle; no two rows replace the same row."""
    drafts = {draft.name: draft for draft in program.of_kind(*WORKED_OUT)}
    plays = {draft.name for draft in program.of_kind("combination")}
    needs = {name: _asked(draft, plays) & drafts.keys() for name, draft in drafts.items()}
    for name in _in_circles(needs):
        others = [other for other in needs[name] if name in needs[other] and other != name]
        context.fail(
            "CW309",
            f"`{name}` needs itself to be worked out",
            drafts[name].name_span,
            labels=[(drafts[other].name_span, f"`{other}` needs it too") for other in others],
            help="it may only use others that do not lead back to it",
        )
        break
    for draft in program.of_kind("factors"):
        _replacements(draft, context)


def _asked(draft: Draft, plays: set[str]) -> set[str]:
    """What must be known before a declaration can be worked out; `plays`: the names of all combinations."""
    match draft.kind:
        case "combination":
            return _needed(draft.fields.get("needs", ()), plays)
        case "ladder" | "bombs":
            return _needed(draft.fields.get("order", ()), plays)
        case _:
            return _needed(tuple(draft.fields.values()), plays)


def _needed(value: Any, plays: set[str]) -> set[str]:
    """The calculations, sets and combinations that anything in a value asks for."""
    found: set[str] = set()
    match value:
        case tuple():
            return found.union(*(_needed(one, plays) for one in value))
        case m.Calculation(name=name) | m.SetClass(set=name) | m.TypeClass(combination=name) | m.RungsClass(rungs=name):
            found = {name}
        case ast.Name(text=name):
            return {name}
        case m.Anything(of="plays"):
            return plays
    if isinstance(value, Alternative | m.Node):
        inside = (getattr(value, field.name) for field in fields(value) if field.name != "span")
        return found.union(*(_needed(one, plays) for one in inside))
    return found


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
    replaced: dict[str, list[tuple[str, Alternative[Any]]]] = {}
    for name, alternatives in draft.fields.items():
        for alternative in alternatives:
            if not alternative.unread and alternative.value.instead_of is not None:
                replaced.setdefault(alternative.value.instead_of, []).append((name, alternative))
    for row, shares in replaced.items():
        for position, (name, share) in enumerate(shares):
            # The cases of one row are read top down: only one of them counts.
            others = (other for other_name, other in shares[:position] if other_name != name)
            both = next((other for other in others if _together(share.guard, other.guard, context)), None)
            if both is not None:
                context.fail(
                    "CW710",
                    f"two rows stand instead of `{row}`",
                    share.span,
                    labels=[(both.span, "the other one")],
                    help="let one row do it, or guard them with answers that exclude one another",
                )


def _together(one: Guard, other: Guard, context: Context) -> bool:
    return any(
        one.holds(setting) and other.holds(setting) for setting in settings_of([one, other], context.options) or ()
    )
