"""The checks that need answers, each made for every setting of the options that it depends on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from .. import ast
from ..diagnostics import Diagnostic
from ..resolve.guards import describe
from ..resolve.program import Alternative, Draft, Program
from ..resolve.report import Report
from .checks import check_end, check_openers, check_rows
from .examples import check_examples
from .idle import check_idle
from .phases import most_held
from .settings import Asked, every_alternative
from .settle import Settling

Run = Callable[[Settling], object]


@dataclass(frozen=True, slots=True)
class Group:
    """A check, and the options it depends on."""

    run: Run
    asked: Asked


def check_everywhere(program: Program, report: Report) -> None:
    """Report what is wrong under some setting, each problem once, with the answers that lead to it."""
    table = [*program.of_kind("deck"), *program.of_kind("deal")]
    if not table or not Asked.by(program, every_alternative(table)).clear:
        return
    told = {(each.code, each.span) for each in report.found}
    for group in _groups(program):
        for setting in group.asked.settings() if group.asked.clear else ():
            for found in _found(program, group, setting):
                if (found.code, found.span) not in told:
                    told.add((found.code, found.span))
                    report.add(_with_its_answers(program, group, setting, found))
    check_examples(program, report)
    check_idle(program, report)


def _found(program: Program, group: Group, setting: Mapping[str, str]) -> list[Diagnostic]:
    tried = Report()
    group.run(Settling(program, {**program.first_answers, **setting}, tried))
    return tried.found


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


def _groups(program: Program) -> Iterator[Group]:
    decks, deals = list(program.of_kind("deck")), list(program.of_kind("deal"))
    ranks = [one for deck in decks for one in (*deck.fields.get("ranks", ()), *deck.fields.get("tiles", ()))]
    if not ranks:
        return
    pieces = [*every_alternative(decks), *ranks]
    dealt = [*pieces, *every_alternative(deals)]

    def group(
        run: Run, *alternatives: Alternative[Any], drafts: Iterable[Draft] = (), more: Iterable[str] = ()
    ) -> Group:
        return Group(run, Asked.by(program, alternatives, drafts, more))

    players = ["players"] if "players" in program.options else []
    yield group(Settling.deck, *pieces)
    yield group(_deal, *dealt, more=players)
    family = list(program.of_kind("family"))
    yield group(Settling.families, *every_alternative(family), drafts=family)
    for draft in program.of_kind("order"):
        yield group(partial(_order, draft), *ranks, *every_alternative([draft]), drafts=[draft])
    for draft in program.of_kind("combination", "claim"):
        rows = [one for field in ("cards", "holding") for one in draft.fields.get(field, ()) if _has_ends(one)]
        if rows:
            followed = list(program.of_kind("order"))
            yield group(partial(_rows, draft), *pieces, *rows, *every_alternative(followed), drafts=[draft, *followed])
    phases = list(program.of_kind("auction", "step"))
    before = [*every_alternative(phases), *(one for play in program.of_kind("play")
                                            for one in play.fields.get("before", ()))]  # fmt: skip
    for draft in program.of_kind("table"):
        yield group(partial(_table, draft), *dealt, *before, *every_alternative([draft]), drafts=[draft, *phases],
                    more=players)  # fmt: skip
    claims = [*program.of_kind("claim"), *program.of_kind("claims")]
    if claims:
        yield group(Settling.claim_rules, *every_alternative(claims), drafts=claims)
    for draft in program.of_kind("ladder", "bombs"):
        rungs = [one for one in program.of_kind("combination") if one.name in _named(draft)]
        yield group(partial(_rungs, draft), *every_alternative([draft]), drafts=[draft, *rungs])
    for play in program.of_kind("play"):
        lines = [one for field in ("first hand", "later hands", "hand") for one in play.fields.get(field, ())]
        yield group(partial(_hand, play), *dealt, *lines, more=players)
        openings = [one for field in ("first hand", "later hands") for one in play.fields.get(field, ())]
        kitty = any(one.value.kind == "kitty" for deal in deals for one in deal.fields.get("rest", ()))
        if (phases or kitty) and not any(one.unread for one in before):
            yield group(_before, *dealt, *before, *openings, drafts=phases, more=players)
        ways = ("next trick", "hand", "each turn", "trick", "won at once")
        effects = list(program.of_kind("effect"))
        ends = [one for field in ways for one in play.fields.get(field, ())]
        ends += [one for effect in effects for one in effect.fields.get("then", ())]
        yield group(_leaders, *dealt, *before, *ends, drafts=[*phases, *effects], more=players)


def _table(draft: Draft, at: Settling) -> None:
    deck = at.quiet(at.deck)
    dealt = at.quiet(lambda: at.deal(deck)) if deck is not None else None
    most = most_held(dealt, deck, at.before()) if deck is not None and dealt is not None else None
    if draft in at.drafts:
        at.table(draft, at.chosen(draft), most)


def _before(at: Settling) -> None:
    deck, play = at.quiet(at.deck), at.quiet(at.play)
    dealt = at.quiet(lambda: at.deal(deck)) if deck is not None else None
    if deck is not None and dealt is not None and play is not None:
        at.check_before(deck, dealt, play)


def _leaders(at: Settling) -> None:
    deck, play = at.quiet(at.deck), at.quiet(at.play)
    dealt = at.quiet(lambda: at.deal(deck)) if deck is not None else None
    if dealt is not None and play is not None:
        at.check_leaders(dealt, play)


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


def _has_ends(one: Alternative[Any]) -> bool:
    """Whether a pattern has a row from one rank to another."""
    rows = [] if one.unread else [getattr(part, "in_order", None) for part in one.value.parts]
    return any(row is not None and not (row.low is None is row.high) for row in rows)


def _rows(draft: Draft, at: Settling) -> None:
    deck = at.quiet(at.deck)
    pattern = at.chosen(draft).value("holding" if draft.kind == "claim" else "cards") if draft in at.drafts else None
    if deck is not None and pattern is not None:
        orders = at.quiet(lambda: at.each("order", lambda one, _: at.order(one, deck)))
        check_rows(pattern, deck, {order.name: order for order in orders}, at.report)


def _deal(at: Settling) -> None:
    deck = at.quiet(at.deck)
    if deck is not None:
        at.deal(deck)


def _order(draft: Draft, at: Settling) -> None:
    deck = at.quiet(at.deck)
    if deck is not None and draft in at.drafts:
        at.order(draft, deck)
