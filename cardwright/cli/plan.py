"""The verb plan: how the engine finds the plays of a rulebook."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from cardwright.display.lines import wrapped

from .failures import NO, Trouble
from .options import Format, FormatOption, RulebookName, WithOption, WithoutOption
from .output import say, say_all, say_json

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cardwright.interpreter import Game
    from cardwright.interpreter.compiled.explaining import CombinationPlan, Search


def plan(
    rb: RulebookName,
    source: Annotated[bool, typer.Option("--source", help="Print the program that is made of the rulebook.")] = False,
    native: Annotated[bool, typer.Option("--native", help="With `--source`: in the form for machine code.")] = False,
    with_: WithOption = None,
    without: WithoutOption = None,
    format: FormatOption = Format.HUMAN,
) -> None:
    """How the fast engine finds the plays of each combination, and what hands include for a claim.

    Told are the loops from the outside in, how many choices they look at in the largest hand at most, what is tested
    after, as what else the cards may have to be read, how strength becomes one number, and what beats a play. As JSON:
    {"hand": N, "combinations": [...], "claims": [...]}; with `--source` {"source": "..."}.
    """
    from .opening import open_game

    if native and not source:
        raise Trouble("`--native` says which program to print", "write `--source --native`")
    game = open_game(rb, with_, without).game
    if source:
        text = _source(game, native)
        if format is Format.JSON:
            say_json({"source": text})
        else:
            say(text.rstrip("\n"))
        return
    from cardwright.interpreter.compiled.explaining import plans

    found = plans(game.rules)
    match format:
        case Format.JSON:
            claims = [{"name": name, **asdict(search)} for name, search in found.claims]
            combinations = [{**asdict(one), "beaten_by": dict(one.beaten_by)} for one in found.combinations]
            say_json({"hand": found.hand, "combinations": combinations, "claims": claims})
        case Format.CONCISE:
            say_all(f"{one.name}: {_short(one.search)}" for one in found.combinations)
            say_all(f"{name}: {_short(search)}" for name, search in found.claims)
        case Format.HUMAN:
            say(f"The most choices are told for a hand of {found.hand} pieces.")
            for one in found.combinations:
                say()
                say_all(_told(one))
            for name, search in found.claims:
                say()
                say(name)
                for number, line in enumerate(_searched(search)):
                    say_all(_lines("" if number else "found", line))


def _source(game: Game, native: bool) -> str:
    """The program; raises Trouble where none is made."""
    from cardwright.interpreter.compiled.layout import CannotCompile
    from cardwright.interpreter.compiled.module import source_of

    try:
        text: str = source_of(game.rules, native)
        return text
    except CannotCompile as reason:
        form = "program for machine code" if native else "program"
        raise Trouble(f"no {form} is made of `{game.rulebook.name}`: {reason}", code=NO) from None


def _told(one: CombinationPlan) -> Iterator[str]:
    """A combination: its name, and what is decided about it, line by line."""
    yield one.name
    for number, line in enumerate(_searched(one.search)):
        yield from _lines("" if number else "found", line)
    if one.readings:
        yield from _lines("but not", f"what is {' or '.join(one.readings)} as well")
    if one.merged:
        yield from _lines("kept", "of the same cards read in several ways the strongest")
    if one.strength:
        keys = (f"{digit.key} ({digit.values})" for digit in one.strength)
        yield from _lines("strength", ", then ".join(keys))
    if one.shared:
        yield from _lines("shared", ", ".join(one.shared))
    for number, (name, how) in enumerate(one.beaten_by):
        yield from _lines("" if number else "beaten by", f"{name} {how}")


def _searched(search: Search) -> Iterator[str]:
    """How cards are found."""
    if search.reason:
        yield f"by the definition alone: {search.reason}"
        return
    yield from search.steps
    if search.tests:
        yield f"tested after: {'; '.join(search.tests)}"
    yield f"at most {search.ways:,} choice{'s' * (search.ways != 1)}"


def _short(search: Search) -> str:
    if search.reason:
        return f"no program: {search.reason}"
    return f"{'; '.join(search.steps)} [{search.ways}]"


def _lines(name: str, text: str) -> list[str]:
    return wrapped(text, 79, f"  {name:<11}", " " * 13)
