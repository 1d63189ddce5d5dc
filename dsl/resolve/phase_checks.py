"""Turns, effects and payments made in play against each other: passes and discards, deeds that come to nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

from .. import model as m
from ..source import Span
from .context import Context
from .guards import describe, settings_of
from .hidden import hidden_cards
from .phases import LASTING, Deeds
from .program import Alternative, Draft, Program
from .scope import OF_A_PLAY, OF_AN_EFFECT, spoken

# What of a duty is asked in play; its price is paid at settlement.
_OF_A_DUTY = ("when", "must", "binds")


def check_phases(program: Program, context: Context) -> None:
    """What the lines of play, effects and calculations say together."""
    for draft in program.of_kind("play"):
        _passes(draft, program, context)
    for draft in program.of_kind("effect"):
        _lasting(draft, program, context)
        _idle(draft, program, context)
    _known_in_play(program, context)
    _public(program, context)


def _together(
    program: Program, context: Context, draft: Draft, *names: str
) -> Iterator[tuple[dict[str, str], list[list[Alternative[Any]]]]]:
    """For each setting under which a declaration stands: the alternatives of some of its fields that stand."""
    fields = [draft.fields.get(name, ()) for name in names]
    if draft.guard.unclear or any(one.unread or one.guard.unclear for field in fields for one in field):
        return
    guards = [draft.guard, *(one.guard for field in fields for one in field)]
    for setting in settings_of(guards, context.options) or ():
        if draft.guard.holds(setting) and not program.forbids(setting):
            yield setting, [[one for one in field if one.guard.holds(setting)] for field in fields]


def _passes(draft: Draft, program: Program, context: Context) -> None:
    """Whoever discards does not pass; whoever passes is in the trick or out of it."""
    for setting, (turns, passes) in _together(program, context, draft, "each turn", "pass"):
        told = f"with {describe(setting)} " if setting else ""
        if turns and turns[0].value.discards and passes:
            context.fail("CW725", f"{told}nobody passes: who does not beat discards", passes[0].span,
                         labels=[(turns[0].span, "said here")],
                         help="take the line `a pass:` away, or guard it with what lets players pass")  # fmt: skip
            return
        if turns and not turns[0].value.discards and not passes and draft.fields.get("pass"):
            context.fail("CW405", f"{told}no line of `a pass` holds", draft.fields["pass"][-1].span,
                         help="add a line for it, behind a `|`")  # fmt: skip
            return


def _lasting(draft: Draft, program: Program, context: Context) -> None:
    for setting, (then, lasts) in _together(program, context, draft, "then", "lasts"):
        if then and lasts and not LASTING & {deed.deed for deed in then[0].value}:
            told = f"with {describe(setting)} " if setting else ""
            context.fail("CW724", f"{told}nothing that `{draft.name}` does can last", lasts[0].span,
                         labels=[(then[0].span, "it is over as soon as it is done")],
                         help="only `reverse_turns` and `reverse_ranks` last")  # fmt: skip
            return


def _idle(draft: Draft, program: Program, context: Context) -> None:
    """Deeds that come to nothing together with the others."""
    circuits = [one.value for play in program.of_kind("play") for one in play.fields.get("trick", ())]
    for _, (then, lasts) in _together(program, context, draft, "then", "lasts"):
        deeds: Deeds = then[0].value if then else ()
        done = {deed.deed for deed in deeds}
        for deed in deeds:
            why = None
            if deed.deed == "drop_beaten" and "end_trick" in done:
                why = "the trick is over then"
            elif deed.deed == "drop_beaten" and circuits and all(one is True for one in circuits):
                why = "everybody has one turn in a trick, and that player has had it"
            elif deed.deed in LASTING and "end_trick" in done and lasts and lasts[0].value == "trick":
                why = "it lasts until the trick ends, and that is now"
            if why is not None and deed.span is not None:
                context.fail("CW722", f"`{deed.deed}` does nothing here: {why}", deed.span,
                             help="take it away, or let the effect do something else")  # fmt: skip


# ---- what is known in play ---------------------------------------------------------------------------------------


def _known_in_play(program: Program, context: Context) -> None:
    """Calculations must not ask for what is known at settlement only where combinations, duties, effects and their
    payments use them; and what a player must do must not hang on cards that this player cannot see."""
    calculations = {draft.name: draft for draft in program.of_kind("let", "table", "factors")}
    for draft in program.drafts:
        known = _known_to(draft, context)
        if known is None:
            continue
        asked = _OF_A_DUTY if draft.kind == "duty" else ()
        if draft.kind == "duty":
            for place, deeper in hidden_cards(draft, calculations, "player", *asked):
                context.fail("CW205", "a player does not see the cards of others, and this asks for them", place,
                             labels=[(deeper, "it is asked here")] if deeper != place else [],
                             help="everybody sees how many there are: `the next player has 1 card`")  # fmt: skip
        for place, fact in _late(draft.nodes(*asked), calculations, known, frozenset()):
            context.fail("CW205", f"`{spoken(fact)}` is not known in play, and this asks for it", place,
                         help="work it out of what is known when the play is made")  # fmt: skip


def _known_to(draft: Draft, context: Context) -> frozenset[str] | None:
    """The facts that are known to a declaration when it is asked in play; None where it is not."""
    match draft.kind:
        case "effect":
            return OF_AN_EFFECT
        case "payment" if draft.name in context.paid_in_play:
            return OF_AN_EFFECT
        case "duty":
            return OF_A_PLAY | {"players"}
        case "combination" | "set" | "bombs":
            return frozenset()
        case _:
            return None


def _late(
    asked: Iterable[m.Node], calculations: Mapping[str, Draft], known: frozenset[str], through: frozenset[str]
) -> Iterator[tuple[Span, str]]:
    """Where a calculation is used that asks for a fact of settlement, and for which."""
    for node in asked:
        if isinstance(node, m.Calculation) and node.name in calculations and node.name not in through:
            inside = calculations[node.name]
            facts = (one.fact for one in inside.nodes() if isinstance(one, m.Fact))
            fact = next((one for one in facts if one not in known), None)
            deeper = next((one for _, one in _late(inside.nodes(), calculations, known, through | {node.name})), None)
            late = fact or deeper
            if late is not None and node.span is not None:
                yield node.span, late


# ---- what is hidden ------------------------------------------------------------------------------------------------


def _public(program: Program, context: Context) -> None:
    """Steps and effects, and what is paid in play, are seen by all: what players hold must not decide them."""
    calculations = {draft.name: draft for draft in program.of_kind("let", "table", "factors")}
    paid = [draft for draft in program.of_kind("payment") if draft.name in context.paid_in_play]
    for draft in [*program.of_kind("step", "effect"), *paid]:
        for place, _ in islice(hidden_cards(draft, calculations, None), 1):
            what = "this step" if draft.kind == "step" else f"the {draft.kind} `{draft.name}`"
            context.fail("CW729", f"what a player holds is hidden, and {what} would show it", place,
                         help="ask for what everybody sees: plays, or how many cards there are, as "
                         "`size of hand of p`")  # fmt: skip
