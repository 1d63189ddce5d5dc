"""Coverage: which declarations, branches, rows and answers of a rulebook its examples reach, and which they do not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
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
_LONGEST = 60
# What says nothing of other declarations: where a thing stands, what it is, and what people say about it.
_NO_NAMES = frozenset({"span", "kind", "guard", "notes", "claims", "agreement"})


@dataclass(frozen=True, slots=True)
class Unit:
    """Something that an example may reach, and the examples that did."""

    kind: Kind
    name: str
    span: Span
    reached: tuple[str, ...] = ()
    inherited: bool = False
    """Whether a variant has it from its base."""


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
    pieces: frozenset[str]

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
    defined = program.symbols.pieces.keys()
    for example in games({}).rulebook.examples if examples is None else examples:
        watch.clear()
        (one,) = run_each(games, (example,))
        found.append(one)
        setting = {**defaults, **dict(example.answers)}
        seen = (frozenset(one.clauses), frozenset(watch.worked_out), frozenset(watch.held))
        pieces = defined & {
            word for said in _words(replace(example, text="")) for word in said.replace("-", " ").split()
        }
        reaches.append(_Reach(_shown(example), setting, *seen, frozenset(watch.combinations), frozenset(pieces)))
    # What a variant says itself comes before what stands in its base.
    own = checked.source.name
    told = (replace(unit, inherited=unit.span.file != own) for unit in _units(checked, reaches))
    units = sorted(told, key=lambda unit: (unit.inherited, unit.span))
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
        here = touched[id(draft)]
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


def _touched(checked: Checked, reaches: Sequence[_Reach]) -> dict[int, list[_Reach]]:
    """For each declaration (by its identity) the examples that come to it, under answers with which it is declared."""
    program = checked.program
    assert program is not None
    drafts = program.drafts
    agreed = {id(draft): [reach for reach in reaches if draft.guard.holds(reach.setting)] for draft in drafts}
    found = {id(draft): [reach for reach in agreed[id(draft)] if _comes_to(reach, draft)] for draft in drafts}
    words = {id(draft): set(_words(tuple(draft.fields.values()))) for draft in drafts}
    ranks = {piece: rank for piece, (rank, _) in program.symbols.pieces.items()}
    # A set may be named by a set: go on until nothing more is found.
    changed = True
    while changed:
        changed = False
        for draft in drafts:
            key = id(draft)
            if draft.kind not in _NAMED:
                continue
            held = words[key] if draft.kind == "family" else set()
            by = {
                id(reach)
                for other in drafts
                for reach in found[id(other)]
                if other is not draft and (draft.name in words[id(other)] or (draft.kind, other.kind) == _CLAIMS)
            }
            reached = [one for one in agreed[key] if id(one) in by or any(ranks[piece] in held for piece in one.pieces)]
            changed |= len(reached) > len(found[key])
            found[key] = reached
    return found


def _words(value: Any) -> Iterator[str]:
    """The names in what was read of a declaration or an example: of declarations, ranks, suits and pieces."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for one in value:
            yield from _words(one)
    elif is_dataclass(value) and not isinstance(value, type | Span):
        for field in fields(value):
            if field.name not in _NO_NAMES:
                yield from _words(getattr(value, field.name))


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
