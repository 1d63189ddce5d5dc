"""Coverage: which declarations, branches, rows and answers of a rulebook its examples reach, and which they do not."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from cardwright.dsl import Checked, Span, model

from .examples import Found, Games, run_each
from .watching import Watch

Kind: TypeAlias = Literal["declaration", "branch", "row", "answer"]

# What every game has to do with, whatever is asked of it.
_ALWAYS = frozenset({"deck", "deal"})
# What is reached by way of what names it, and the list of claims by way of any claim.
_NAMED = frozenset({"order", "family", "set", "claims"})
_CLAIMS = ("claims", "claim")
# Whose fields are rows, and whose fields are conditions.
_LISTS = frozenset({"factors", "play"})
_ASKED = frozenset({"combination", "duty", "effect"})
_WORD = re.compile(r"\w+")
_LONGEST = 60


@dataclass(frozen=True, slots=True)
class Unit:
    """Something that an example may reach, and the examples that did."""

    kind: Kind
    name: str
    span: Span
    reached: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Coverage:
    """What the examples of a rulebook reach, in the order of the file, and how they went."""

    units: tuple[Unit, ...]
    found: tuple[Found, ...]

    @property
    def missed(self) -> tuple[Unit, ...]:
        """What no example reached."""
        return tuple(unit for unit in self.units if not unit.reached)

    @property
    def percent(self) -> float:
        """How much was reached; all of nothing is all."""
        return 100.0 if not self.units else 100 * (1 - len(self.missed) / len(self.units))


@dataclass(frozen=True, slots=True)
class _Reach:
    """What one example came to: its answers, the clauses that decided, and what was worked out."""

    text: str
    setting: Mapping[str, str]
    clauses: frozenset[Span]
    worked_out: frozenset[Span]
    held: frozenset[Span]
    combinations: frozenset[str]

    def worked(self, span: Span | None) -> bool:
        """Whether anything was worked out in a place; what has none is worked out with the rest."""
        return span is None or any(span.contains(each) for each in self.worked_out)


def coverage(checked: Checked, examples: Iterable[model.Example] | None = None) -> Coverage:
    """Run the examples of a rulebook without errors, and see what they reach."""
    program = checked.program
    assert program is not None
    watch = Watch()
    games = Games(checked.settle, watch)
    defaults = {name: option.default for name, option in program.options.items()}
    found: list[Found] = []
    reaches: list[_Reach] = []
    for example in games({}).rulebook.examples if examples is None else examples:
        watch.clear()
        (one,) = run_each(games, (example,))
        found.append(one)
        setting = {**defaults, **dict(example.answers)}
        seen = (frozenset(one.clauses), frozenset(watch.worked_out), frozenset(watch.held))
        reaches.append(_Reach(_shown(example), setting, *seen, frozenset(watch.combinations)))
    # What a variant says itself comes before what stands in its base.
    own = checked.source.name
    units = sorted(_units(checked, reaches), key=lambda unit: (unit.span.file != own, unit.span))
    return Coverage(tuple(units), tuple(found))


def _shown(example: model.Example) -> str:
    """An example with the answers it is about."""
    answers = ", ".join(f"{name} = {answer}" for name, answer in example.answers)
    return f"{example.text} with {answers}" if answers else example.text


def _units(checked: Checked, reaches: Sequence[_Reach]) -> Iterator[Unit]:
    """Everything that can be reached, with what reached it."""
    program = checked.program
    assert program is not None
    touched = _touched(checked, reaches)
    for draft in program.drafts:
        here = touched[draft.kind, draft.name]
        name = draft.kind if draft.name == draft.kind else f"{draft.kind} {draft.name}"
        if draft.kind != "match":
            yield _unit("declaration", name, draft.name_span, here)
        for field, alternatives in draft.fields.items():
            if field == "before" or (draft.kind == "match" and field != "point"):
                # Examples are about one hand, and `before` only lists what is declared elsewhere.
                continue
            for each in alternatives:
                chosen = [reach for reach in here if each.guard.holds(reach.setting)]
                said = " ".join(checked.source.slice(each.span).split())
                if draft.kind == "table" and isinstance(each.value, tuple):
                    for row in each.value:
                        by = [reach for reach in chosen if reach.worked(row.value.span)]
                        yield _unit("row", f"{name}: {_cut(checked.source.slice(row.span))}", row.span, by)
                elif len(alternatives) > 1 or each.guard.allowed or draft.kind in _LISTS:
                    by = [reach for reach in chosen if _takes(reach, draft, each)]
                    kind: Kind = "row" if len(alternatives) == 1 and draft.kind in _LISTS else "branch"
                    yield _unit(kind, f"{name}, {field}: {_cut(said)}", each.span, by)
    for name, option in program.options.items():
        for answer in () if option.numeric else option.answers:
            span = program.option_nodes[name].span
            yield _unit("answer", f"{name} = {answer}", span, [r for r in reaches if r.setting[name] == answer])


def _touched(checked: Checked, reaches: Sequence[_Reach]) -> dict[tuple[str, str], list[_Reach]]:
    """For each declaration the examples that come to it, under answers with which it is declared."""
    program = checked.program
    assert program is not None
    agreed = {
        (draft.kind, draft.name): [reach for reach in reaches if draft.guard.holds(reach.setting)]
        for draft in program.drafts
    }
    found = {
        (draft.kind, draft.name): [reach for reach in agreed[draft.kind, draft.name] if _comes_to(reach, draft)]
        for draft in program.drafts
    }
    words = {draft.name: set(_WORD.findall(checked.source.slice(draft.span))) for draft in program.drafts}
    # A set may be named by a set: go on until nothing more is found.
    changed = True
    while changed:
        changed = False
        for draft in program.drafts:
            key = (draft.kind, draft.name)
            if draft.kind not in _NAMED:
                continue
            ranks = words[draft.name] if draft.kind == "family" else set()
            by = {
                id(reach): reach
                for other in program.drafts
                for reach in found[other.kind, other.name]
                if other is not draft and (draft.name in words[other.name] or (draft.kind, other.kind) == _CLAIMS)
            }
            reached = [one for one in agreed[key] if id(one) in by or not ranks.isdisjoint(_WORD.findall(one.text))]
            changed |= len(reached) > len(found[key])
            found[key] = reached
    return found


def _comes_to(reach: _Reach, draft: Any) -> bool:
    """Whether an example comes to a declaration by itself."""
    if draft.kind in _ALWAYS or (draft.kind == "combination" and draft.name in reach.combinations):
        return True
    return any(draft.span.contains(each) for each in (*reach.clauses, *reach.worked_out))


def _takes(reach: _Reach, draft: Any, alternative: Any) -> bool:
    """Whether an example that comes to a declaration takes one of the alternatives of a field."""
    match alternative.value:
        case model.Share(value=value) | model.Transfer(amount=value) | model.Case(value=value):
            return reach.worked(value.span)
        case tuple() if draft.kind == "effect":
            return any(one.span in reach.held for one in draft.fields["when"])
    if draft.kind == "play":
        return alternative.span in reach.clauses
    # A condition: worked out or not; anything else goes with its declaration.
    return not hasattr(alternative.value, "kind") or draft.kind not in _ASKED or reach.worked(alternative.span)


def _unit(kind: Kind, name: str, span: Span, reached: Iterable[_Reach]) -> Unit:
    return Unit(kind, name, span, tuple(dict.fromkeys(reach.text for reach in reached)))


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1].rstrip()}…"
