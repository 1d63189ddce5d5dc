"""The verb diff: how two rulebooks, or two settings of one, differ."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import typer

from cardwright.display.lines import wrapped

from .failures import NO
from .options import AgainstOption, Format, FormatOption, LangOption, RulebookName, WithOption, WithoutOption, answers
from .output import say_all, say_json

if TYPE_CHECKING:
    from cardwright.display.naming import Names
    from cardwright.interpreter import Game, comparing
    from cardwright.languages import Language

    from .changed import Told

    Both: TypeAlias = tuple[Names, Names]


def diff(
    name: RulebookName,
    other: Annotated[
        str | None, typer.Argument(metavar="[RB]", show_default=False, help="Another rulebook; the same one if absent.")
    ] = None,
    with_: WithOption = None,
    without: WithoutOption = None,
    against: AgainstOption = None,
    format: FormatOption = Format.HUMAN,
    lang: LangOption = None,
) -> None:
    """Compare two rulebooks, or two settings of one: what is declared otherwise, which plays one has alone, what beats
    what in one alone, and the smallest example on which they disagree.

    `--with` and `--without` are the answers of the first, `--against` those of the second. The exit code is 0 if both
    are proved to be the same game, else 1."""
    from cardwright.display.naming import Names
    from cardwright.interpreter import comparing

    from .opening import open_rulebook, opened

    first = opened(open_rulebook(name), answers(with_, without))
    second = opened(open_rulebook(other or name), answers(against, option="--against"))
    found = comparing.compare(first.game, second.game)
    names = (Names(first.game.rulebook, lang), Names(second.game.rulebook, lang))
    labels = _labels(first.game, second.game, names[0].language)
    match format:
        case Format.JSON:
            say_json(_data(found, labels, names))
        case Format.CONCISE:
            say_all(_concise(found, labels, names))
        case Format.HUMAN:
            say_all(_report(found, labels, names))
    if not found.equal:
        raise typer.Exit(NO)


def _labels(first: Game, second: Game, language: Language) -> tuple[str, str]:
    """What the two sides are called: by name, with the answers that are not the first ones where that tells nothing."""
    names = (first.rulebook.name, second.rulebook.name)
    if names[0] != names[1]:
        return names
    given = [
        {option.name: option.answer for option in game.rulebook.options if option.answer != option.default}
        for game in (first, second)
    ]
    told = [", ".join(f"{name} = {answer}" for name, answer in one.items()) for one in given]
    labels = [
        language.say("diff.with", name=name, answers=said) if said else name
        for name, said in zip(names, told, strict=True)
    ]
    return (
        (labels[0], labels[1]) if labels[0] != labels[1] else (language.say("diff.first"), language.say("diff.second"))
    )


def _changes(found: comparing.Difference, names: Both) -> list[Told]:
    from .changed import told

    return [one for change in found.changes for one in told(change, *names)]


# ---- for people ----------------------------------------------------------------------------------------------------


def _report(found: comparing.Difference, labels: tuple[str, str], names: Both) -> Iterator[str]:
    say = names[0].language.say
    first, second = labels
    yield from wrapped(say("diff.title", first=first, second=second, verdict=_verdict(found, names)))
    if found.witnesses:
        yield ""
        yield from wrapped(say("diff.examples", first=first, second=second))
        yield "examples {"
        for one in found.witnesses:
            yield f"  {_example(found, one)}    # {_about(one, names)}"
        yield "}"
    changes = _changes(found, names)
    if changes:
        yield ""
        yield say("diff.declared")
        for change in changes:
            yield from _changed(change, labels, names)
    if found.only:
        yield ""
        yield say("diff.alone")
        for only in found.only:
            yield from wrapped(_only(only, labels, names), 78, "  ", "    ")
    if found.order.flips:
        yield ""
        yield say("diff.pairs")
        for line in _flips(found, labels, names):
            yield from wrapped(line, 78, "  ", "    ")
    yield ""
    yield say("diff.compared")
    for scope in found.scopes:
        yield from wrapped(_scope(scope, names), 78, "  ", "    ")


def _verdict(found: comparing.Difference, names: Both) -> str:
    if found.equal:
        return names[0].language.say("diff.equal")
    return names[0].language.say("diff.different" if found.differ else "diff.unknown")


def _example(found: comparing.Difference, one: comparing.Witness) -> str:
    from cardwright.interpreter import comparing

    return comparing.guarded(one.text, found.pairing.first)


def _about(one: comparing.Witness, names: Both) -> str:
    about = names[0].language.say(f"diff.about.{one.about}")
    return about if one.smallest else names[0].language.say("diff.tried", about=about)


def _changed(change: Told, labels: tuple[str, str], names: Both) -> Iterator[str]:
    say = names[0].language.say
    if change.first is None or change.second is None:
        label = labels[1 if change.first is None else 0]
        said = say("diff.only_in", what=change.what, label=label, said=change.first or change.second)
        yield from wrapped(said, 78, "  ", "    ")
        return
    yield f"  {change.what}"
    for label, said in zip(labels, (change.first, change.second), strict=True):
        yield from wrapped(say("diff.side", label=label, said=said), 78, "    ", "      ")


def _only(only: comparing.OnlyIn, labels: tuple[str, str], names: Both) -> str:
    language, other = names[0].language, names[1 - only.side]
    number = language.say("diff.very_many") if only.number is None else f"{only.number:,}"
    type_ = names[only.side].thing(only.combination)
    said = language.say("diff.number_of", label=labels[only.side], number=number, type=type_)
    others = [
        language.say("diff.are", number=f"{count:,}", type=kind) if len(only.instead) > 1 else kind
        for combination, count in only.instead
        for kind in [other.thing(combination) if combination else language.say("nothing")]
    ]
    if not others:
        return said
    return language.say("diff.instead", said=said, label=labels[1 - only.side], others=language.join("list", others))


def _flips(found: comparing.Difference, labels: tuple[str, str], names: Both) -> Iterator[str]:
    for flips in found.order.flips:
        play, table = (_both(types, names) for types in (flips.play, flips.table))
        for label, number in zip(labels, (flips.first, flips.second), strict=True):
            if number:
                yield names[0].language.say("diff.beats", play=play, table=table, label=label, number=f"{number:,}")


def _both(types: tuple[str, str], names: Both) -> str:
    first, second = (one.thing(type_) for one, type_ in zip(names, types, strict=True))
    return first if first == second else f"{first} / {second}"


def _scope(scope: comparing.Scope, names: Both) -> str:
    language, how = names[0].language, "moments"
    match scope.about, scope.how:
        case "declarations", _:
            how = "declarations"
        case "match", _ if scope.differ:
            how = "match"
        case _, "form":
            how = "form"
        case (("plays" | "order" | "payments"), "exhausted"):
            how = scope.about
        case "payments", _:
            how = "ends"
    none = how == "declarations" and not scope.number
    said = language.say(f"diff.scope.{how}", number=language.say("diff.scope.none") if none else f"{scope.number:,}")
    unknown = language.say("diff.scope.open", parts=language.join("list", scope.open)) if scope.open else ""
    about = language.messages.get(f"scope_about.{scope.about}", scope.about)
    return language.say("diff.scope", about=about, said=said, unknown=unknown)


# ---- for scripts and programs --------------------------------------------------------------------------------------


def _concise(found: comparing.Difference, labels: tuple[str, str], names: Both) -> Iterator[str]:
    yield _verdict(found, names)
    yield from (f"example: {_example(found, one)}" for one in found.witnesses)
    for change in _changes(found, names):
        yield f"declared: {change.what}: {change.first or '-'} | {change.second or '-'}"
    yield from (f"plays: {_only(only, labels, names)}" for only in found.only)
    yield from (f"order: {line}" for line in _flips(found, labels, names))


def _data(found: comparing.Difference, labels: tuple[str, str], names: Both) -> dict[str, Any]:
    return {
        "first": labels[0],
        "second": labels[1],
        "equal": found.equal,
        "verdict": "equal" if found.equal else "different" if found.differ else "unknown",
        "examples": [
            {"example": _example(found, one), "about": one.about, "cards": one.size, "smallest": one.smallest}
            for one in found.witnesses
        ],
        "declared": [asdict(change) for change in _changes(found, names)],
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
