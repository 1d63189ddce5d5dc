"""The checks that need answers, made for every setting of the options that each of them depends on.

A check depends on the options that guard what it looks at and on those whose numbers it reads; the others keep their
first answer. So a few hundred small settlings stand for the millions of settings a rulebook can have.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice, product
from typing import Any

from .. import ast
from .. import model as m
from ..diagnostics import Diagnostic
from ..resolve.guards import Guard, answers_of, describe
from ..resolve.program import Alternative, Draft, Program
from ..resolve.report import Report
from .answers import answers_to_try
from .checks import check_end, check_openers
from .deck import order
from .settle import Settling

# A group that asks more settings than this is tried with each answer once and with the first so many settings.
MOST_TRIED = 2_000
Run = Callable[[Settling], object]


@dataclass(frozen=True, slots=True)
class Group:
    """A check, and the options it depends on."""

    run: Run
    options: tuple[str, ...]
    guards: tuple[Guard, ...]


def check_everywhere(program: Program, report: Report) -> None:
    """Report what is wrong under some setting, each problem once, with the answers that lead to it."""
    told = {(each.code, each.span) for each in report.found}
    for group in _groups(program):
        for setting in _settings(program, group):
            for found in _found(program, group, setting):
                if (found.code, found.span) not in told:
                    told.add((found.code, found.span))
                    report.add(_with_its_answers(program, group, setting, found))


def _found(program: Program, group: Group, setting: Mapping[str, str]) -> list[Diagnostic]:
    tried = Report()
    group.run(Settling(program, {**_defaults(program), **setting}, tried))
    return tried.found


def _defaults(program: Program) -> dict[str, str]:
    return {name: option.default for name, option in program.options.items()}


def _with_its_answers(program: Program, group: Group, setting: dict[str, str], found: Diagnostic) -> Diagnostic:
    """The problem, saying under which answers it arises where the first ones do not lead to it."""
    needed = {name: answer for name, answer in setting.items() if answer != program.options[name].default}
    for name in list(needed):
        fewer = {other: answer for other, answer in needed.items() if other != name}
        again = ((one.code, one.span) for one in _found(program, group, fewer))
        if (found.code, found.span) in again:
            needed = fewer
    if not needed:
        return found
    return replace(found, message=f"with {describe(needed)}, {found.message}")


def _settings(program: Program, group: Group) -> Iterator[dict[str, str]]:
    """The settings to try, the first answers first."""
    options = [program.options[name] for name in group.options]
    answers = [tuple(dict.fromkeys((option.default, *answers_to_try(option), *answers_of(option, group.guards))))
               for option in options]  # fmt: skip
    names = group.options
    every = (dict(zip(names, chosen, strict=True)) for chosen in product(*answers))
    singles = ({name: answer} for name, several in zip(names, answers, strict=True) for answer in several)
    count = 1
    for several in answers:
        count *= len(several)
    tried = every if count <= MOST_TRIED else (one for some in (singles, every) for one in islice(some, MOST_TRIED))
    return (one for one in tried if not _forbidden(program, one))


def _forbidden(program: Program, setting: Mapping[str, str]) -> bool:
    return any(guard.allowed and guard.options <= setting.keys() and guard.holds(setting)
               for guard, _, _ in program.nevers)  # fmt: skip


def _groups(program: Program) -> Iterator[Group]:
    decks, deals = list(program.of_kind("deck")), list(program.of_kind("deal"))
    ranks = [one for deck in decks for one in (*deck.fields.get("ranks", ()), *deck.fields.get("tiles", ()))]
    if not ranks or any(one.unread for one in (*_all(decks), *_all(deals))):
        return
    pieces = [*_all(decks), *ranks]
    dealt = [*pieces, *_all(deals)]

    def group(
        run: Run, *alternatives: Alternative[Any], drafts: Iterable[Draft] = (), more: Iterable[str] = ()
    ) -> Group:
        """A check with every option that its alternatives and declarations ask."""
        guards = (*(one.guard for one in alternatives), *(draft.guard for draft in drafts))
        asked = {option for guard in guards for option in guard.options}
        asked |= {name for one in alternatives for name in _numbers(one.value, program)} | set(more)
        return Group(run, tuple(name for name in program.options if name in asked), guards)

    players = ["players"] if "players" in program.options else []
    yield group(Settling.deck, *pieces)
    yield group(_deal, *dealt, more=players)
    family = list(program.of_kind("family"))
    yield group(Settling.families, *_all(family), drafts=family)
    for draft in program.of_kind("order"):
        yield group(partial(_order, draft), *ranks, *_all([draft]), drafts=[draft])
    for draft in program.of_kind("table"):
        yield group(partial(_table, draft), *dealt, *_all([draft]), drafts=[draft], more=players)
    claims = [*program.of_kind("claim"), *program.of_kind("claims")]
    if claims:
        yield group(Settling.claim_rules, *_all(claims), drafts=claims)
    for draft in program.of_kind("ladder", "bombs"):
        rungs = [one for one in program.of_kind("combination") if one.name in _named(draft)]
        yield group(partial(_rungs, draft), *_all([draft]), drafts=[draft, *rungs])
    for play in program.of_kind("play"):
        lines = [one for field in ("first hand", "later hands", "hand") for one in play.fields.get(field, ())]
        yield group(partial(_hand, play), *dealt, *lines, more=players)


def _table(draft: Draft, at: Settling) -> None:
    deck = at.quiet(at.deck)
    dealt = at.quiet(lambda: at.deal(deck)) if deck is not None else None
    if draft in at.drafts:
        at.table(draft, at.chosen(draft), dealt)


def _rungs(draft: Draft, at: Settling) -> None:
    if draft in at.drafts:
        (at.ladder if draft.kind == "ladder" else at.bombs)(draft, at.chosen(draft))


def _hand(draft: Draft, at: Settling) -> None:
    deck = at.quiet(at.deck)
    dealt = at.quiet(lambda: at.deal(deck)) if deck is not None else None
    play = at.quiet(at.play)
    if deck is not None and play is not None:
        check_openers(play, deck, at.report)
        if dealt is not None:
            check_end(draft, play, dealt, at.report)


def _named(draft: Draft) -> set[str]:
    """The combinations that the rungs of a ladder or of bombs name."""
    rungs = [rung for one in draft.fields.get("order", ()) if not one.unread for tier in one.value for rung in tier]
    return {rung.text if isinstance(rung, ast.Name) else getattr(rung, "combination", "") for rung in rungs}


def _deal(at: Settling) -> None:
    deck = at.quiet(at.deck)
    if deck is not None:
        at.deal(deck)


def _order(draft: Draft, at: Settling) -> None:
    deck = at.quiet(at.deck)
    if deck is not None and draft in at.drafts:
        order(draft, at.chosen(draft), deck.ranks, at.report)


def _all(drafts: Iterable[Draft]) -> list[Alternative[Any]]:
    return [one for draft in drafts for field in draft.fields.values() for one in field]


def _numbers(value: Any, program: Program) -> Iterator[str]:
    """The options whose numbers a value reads."""
    if isinstance(value, str) and value in program.options:
        yield value
    elif isinstance(value, m.Number) and value.option is not None:
        yield value.option
    elif isinstance(value, tuple):
        for one in value:
            yield from _numbers(one, program)
    elif isinstance(value, m.Node):
        for name in value._names:
            yield from _numbers(getattr(value, name), program)
