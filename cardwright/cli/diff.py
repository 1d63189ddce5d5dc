"""The verb diff: how two rulebooks, or two settings of one, differ."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .failures import NO
from .options import AgainstOption, Format, FormatOption, RulebookName, WithOption, WithoutOption, answers
from .output import say_all, say_json, wrapped

if TYPE_CHECKING:
    from cardwright.interpreter import Game, comparing

    from .changed import Told

_TOLD = {
    "order": "what beats what",
    "play": "plays",
    "turn": "turns",
    "claim": "claims",
    "payment": "payments",
    "match": "match",
}


def diff(
    name: RulebookName,
    other: Annotated[
        str | None, typer.Argument(metavar="[RB]", show_default=False, help="Another rulebook; the same one if absent.")
    ] = None,
    with_: WithOption = None,
    without: WithoutOption = None,
    against: AgainstOption = None,
    format: FormatOption = Format.HUMAN,
) -> None:
    """Compare two rulebooks, or two settings of one: what is declared otherwise, which plays one has alone, what beats
    what in one alone, and the smallest example on which they disagree.

    `--with` and `--without` are the answers of the first, `--against` those of the second. The exit code is 0 if both
    are proved to be the same game, else 1."""
    from cardwright.interpreter import comparing

    from .opening import open_rulebook, opened

    first = opened(open_rulebook(name), answers(with_, without))
    second = opened(open_rulebook(other or name), answers(against, option="--against"))
    found = comparing.compare(first.game, second.game)
    labels = _labels(first.game, second.game)
    match format:
        case Format.JSON:
            say_json(_data(found, labels))
        case Format.CONCISE:
            say_all(_concise(found, labels))
        case Format.HUMAN:
            say_all(_report(found, labels))
    if not found.equal:
        raise typer.Exit(NO)


def _labels(first: Game, second: Game) -> tuple[str, str]:
    """What the two sides are called: by name, with the answers that are not the first ones where that tells nothing."""
    names = (first.rulebook.name, second.rulebook.name)
    if names[0] != names[1]:
        return names
    given = [
        {option.name: option.answer for option in game.rulebook.options if option.answer != option.default}
        for game in (first, second)
    ]
    told = [", ".join(f"{name} = {answer}" for name, answer in one.items()) for one in given]
    labels = [f"{name} with {said}" if said else name for name, said in zip(names, told, strict=True)]
    return (labels[0], labels[1]) if labels[0] != labels[1] else ("the first", "the second")


def _changes(found: comparing.Difference) -> list[Told]:
    from .changed import told
    from .naming import Names

    first, second = (Names(game.rulebook) for game in (found.pairing.first, found.pairing.second))
    return [one for change in found.changes for one in told(change, first, second)]


# ---- for people ----------------------------------------------------------------------------------------------------


def _report(found: comparing.Difference, labels: tuple[str, str]) -> Iterator[str]:
    yield from wrapped(f"{labels[0]} against {labels[1]}: {_verdict(found)}")
    if found.witnesses:
        yield ""
        yield from wrapped(f"Examples that hold in {labels[0]}, and not in {labels[1]}, the smallest first")
        yield "examples {"
        for one in found.witnesses:
            yield f"  {_example(found, one)}    # {_about(one)}"
        yield "}"
    changes = _changes(found)
    if changes:
        yield ""
        yield "What is declared otherwise"
        for change in changes:
            yield from _changed(change, labels)
    if found.only:
        yield ""
        yield "Plays that one has alone"
        for only in found.only:
            yield from wrapped(_only(found, only, labels), 78, "  ", "    ")
    if found.order.flips:
        yield ""
        yield "Pairs of plays of which one beats the other in one alone"
        for line in _flips(found, labels):
            yield from wrapped(line, 78, "  ", "    ")
    yield ""
    yield "What was compared"
    for scope in found.scopes:
        yield from wrapped(_scope(scope), 78, "  ", "    ")


def _verdict(found: comparing.Difference) -> str:
    if found.equal:
        return "proved equal"
    return "different" if found.differ else "no difference found in play, and not proved equal"


def _example(found: comparing.Difference, one: comparing.Witness) -> str:
    from cardwright.interpreter import comparing

    return comparing.guarded(one.text, found.pairing.first)


def _about(one: comparing.Witness) -> str:
    return _TOLD[one.about] if one.smallest else f"{_TOLD[one.about]}: the smallest that was tried"


def _changed(change: Told, labels: tuple[str, str]) -> Iterator[str]:
    if change.first is None or change.second is None:
        side = 1 if change.first is None else 0
        yield from wrapped(f"{change.what}, only in {labels[side]}: {change.first or change.second}", 78, "  ", "    ")
        return
    yield f"  {change.what}"
    for label, said in zip(labels, (change.first, change.second), strict=True):
        yield from wrapped(f"{label}: {said}", 78, "    ", "      ")


def _only(found: comparing.Difference, only: comparing.OnlyIn, labels: tuple[str, str]) -> str:
    number = "very many" if only.number is None else f"{only.number:,}"
    name = only.combination.replace("_", " ")
    said = f"{labels[only.side]}: {number} of {name}"
    other = [
        f"{count:,} are {kind}" if len(only.instead) > 1 else kind
        for combination, count in only.instead
        for kind in [(combination or "nothing").replace("_", " ")]
    ]
    return f"{said}; in {labels[1 - only.side]}: {', '.join(other)}" if other else said


def _flips(found: comparing.Difference, labels: tuple[str, str]) -> Iterator[str]:
    for flips in found.order.flips:
        play, table = (_both(*types) for types in (flips.play, flips.table))
        for label, number in zip(labels, (flips.first, flips.second), strict=True):
            if number:
                yield f"{play} beats {table} in {label} alone: {number:,} ordered pairs"


def _both(first: str, second: str) -> str:
    first, second = first.replace("_", " "), second.replace("_", " ")
    return first if first == second else f"{first} / {second}"


def _scope(scope: comparing.Scope) -> str:
    unknown = f"; not compared: {', '.join(scope.open)}" if scope.open else ""
    match scope.about, scope.how:
        case "declarations", _:
            said = f"all, name by name: {scope.number or 'none'} declared otherwise"
        case "match", _ if scope.differ:
            said = "the hands of a match are added up otherwise: when it ends, or who has won it"
        case _, "form":
            said = "proved alike by what is declared"
        case "plays", "exhausted":
            said = f"all of both decks, {scope.number:,} gone through one by one, the others by what is declared"
        case "order", "exhausted":
            said = (
                f"every pair, by {scope.number:,} classes of plays that compare alike, the others by what is declared"
            )
        case "payments", "exhausted":
            said = f"every number of cards that can be left, {scope.number:,} ends of a hand"
        case "payments", _:
            said = f"tried: {scope.number:,} ends of a hand, from few cards to many"
        case _:
            said = f"tried: {scope.number:,} moments and courses of a hand, from few cards to many"
    return f"{scope.about}: {said}{unknown}"


# ---- for scripts and programs --------------------------------------------------------------------------------------


def _concise(found: comparing.Difference, labels: tuple[str, str]) -> Iterator[str]:
    yield _verdict(found)
    yield from (f"example: {_example(found, one)}" for one in found.witnesses)
    for change in _changes(found):
        yield f"declared: {change.what}: {change.first or '-'} | {change.second or '-'}"
    yield from (f"plays: {_only(found, only, labels)}" for only in found.only)
    yield from (f"order: {line}" for line in _flips(found, labels))


def _data(found: comparing.Difference, labels: tuple[str, str]) -> dict[str, Any]:
    return {
        "first": labels[0],
        "second": labels[1],
        "equal": found.equal,
        "verdict": "equal" if found.equal else "different" if found.differ else "unknown",
        "examples": [
            {"example": _example(found, one), "about": one.about, "cards": one.size, "smallest": one.smallest}
            for one in found.witnesses
        ],
        "declared": [asdict(change) for change in _changes(found)],
        "plays": [
            {
                "in": labels[only.side],
                "combination": only.combination,
                "number": only.number,
                "instead": [{"combination": name, "number": number} for name, number in only.instead],
            }
            for only in found.only
        ],
        "order": [asdict(flips) for flips in found.order.flips],
        "compared": [{**asdict(scope), "proved": scope.proved} for scope in found.scopes],
    }
