"""The verb odds: how likely a dealt hand has something."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cardwright.display.lines import wrapped

from .failures import MISUSE, Trouble, error_data
from .opening import open_rulebook, opened
from .options import Format, FormatOption, RulebookName, SeedOption, WithOption, WithoutOption, answers
from .output import has_colour, say, say_all, say_json, width

if TYPE_CHECKING:
    from cardwright.dsl import Checked, Predicate
    from cardwright.interpreter import Odds

_PREDICATE = (
    "What the hand has: a claim's name, a pattern or a condition: `dragon`, `holding 2 2 2 2`, "
    "`count red in hand > 9`; joined by `and`, `or`, `not` and parentheses."
)


def odds(
    rulebook: RulebookName,
    predicate: Annotated[str, typer.Argument(metavar="PREDICATE", show_default=False, help=_PREDICATE)],
    seat: Annotated[
        str | None, typer.Option("--seat", metavar="SEAT", help="Whose hand: `P2`, or 2. P1's if absent.")
    ] = None,
    any_: Annotated[bool, typer.Option("--any", help="That anybody at the table has it.")] = False,
    size: Annotated[
        int | None, typer.Option("--cards", min=1, help="A hand of so many cards of the deck, however hands are dealt.")
    ] = None,
    sampled: Annotated[bool, typer.Option("--sample", help="Deal hands even where counting is feasible.")] = False,
    hands: Annotated[
        int, typer.Option("--hands", min=1, max=100_000_000, help="How many hands a sample deals.")
    ] = 50_000,
    seed: SeedOption = None,
    with_: WithOption = None,
    without: WithoutOption = None,
    format: FormatOption = Format.HUMAN,
) -> None:
    """How likely a hand has something as it is dealt: exact where the hands can be counted by kind, else from a sample
    of deals, with an interval that holds the true odds with 95 % confidence.

    Without --seat and --any it is the hand of the first seat, in the first hand of a match."""
    from cardwright.interpreter import odds as odds_of

    checked = open_rulebook(rulebook)
    given = answers(with_, without)
    game = opened(checked, given).game
    if sum((any_, seat is not None, size is not None)) > 1:
        raise Trouble("`--any`, `--seat` and `--cards` ask about different hands", "take one of them")
    found = odds_of(
        game, _read(checked, predicate, given, format), seat=_seat(seat, game.players), any_seat=any_, size=size,
        hands=hands, seed=seed, count=not sampled,
    )  # fmt: skip
    match format:
        case Format.JSON:
            say_json(_data(predicate, found, size))
        case Format.CONCISE:
            say(_concise(found))
        case Format.HUMAN:
            pieces = "tiles" if any(piece.pips for piece in game.rulebook.deck.pieces) else "cards"
            say_all(_report(found, size, pieces))


def _read(checked: Checked, text: str, given: dict[str, str], format: Format) -> Predicate:
    """The predicate; what is wrong with it is shown as what is wrong with a rulebook is."""
    from cardwright.dsl import RulebookError, as_data, read_predicate, render_concise, render_human

    try:
        return read_predicate(checked, text, given)
    except RulebookError as error:
        match format:
            case Format.JSON:
                first = error.diagnostics[0]
                found = [as_data(each) for each in error.diagnostics]
                say_json({"diagnostics": found, **error_data(first.message, first.help)})
            case Format.CONCISE:
                say_all(render_concise(error.diagnostics).splitlines())
            case Format.HUMAN:
                sources = {source.name: source for source in (error.source, *checked.source.all)}
                say(render_human(error.diagnostics, sources, colour=has_colour(), columns=width()).rstrip())
        raise typer.Exit(MISUSE) from None


def _seat(text: str | None, players: int) -> int:
    if text is None:
        return 0
    number = text[1:] if text[:1] in "Pp" else text
    if not number.isdecimal() or not 1 <= int(number) <= players:
        raise Trouble(f"there is no seat `{text}`", f"seats are P1 to P{players}")
    return int(number) - 1


# ---- showing -------------------------------------------------------------------------------------------------------


def _report(found: Odds, size: int | None, pieces: str) -> Iterator[str]:
    if found.exact is not None:
        share = "" if found.exact.denominator == 1 else f" = {_percent(found.estimate)}{_once(found.exact)}"
        yield from wrapped(f"{found.exact}{share}", 78)
        kinds = "one kind of hand was" if found.kinds == 1 else f"{found.kinds:,} kinds of hands were"
        yield f"exact: {kinds} judged, and all hands of each counted"
    else:
        about = "about " if 0 < found.held < found.tried else ""
        yield f"{about}{_percent(found.estimate)}, with 95 % confidence {_between(found)}"
        if found.bounds is not None:
            low, high = (_percent(float(bound)) for bound in found.bounds)
            yield f"for certain {low} to {high}: counted for each seat alone"
        dealt = f"sampled: {found.held:,} of {found.tried:,} deals had it (seed {found.seed}); {found.why}"
        yield from wrapped(dealt, 78)
    yield f"of {_whose(found, size, pieces)}"


def _whose(found: Odds, size: int | None, pieces: str) -> str:
    counts = sorted(set(found.sizes))
    number = str(counts[0]) if len(counts) == 1 else f"{counts[0]} to {counts[-1]}"
    cards = f"{number} of the {found.deck} {pieces}"
    if size is not None:
        return f"any hand of {cards}"
    if found.seat is None:
        return f"anybody's hand as dealt, {cards} each"
    return f"P{found.seat + 1}'s hand as dealt, {cards}"


def _once(chance: Fraction) -> str:
    return f", once in {round(1 / chance):,} times" if 0 < chance < Fraction(1, 10) else ""


def _between(found: Odds) -> str:
    return f"{_percent(found.low)} to {_percent(found.high)}"


def _percent(share: float) -> str:
    return f"{share * 100:.4g} %"


def _concise(found: Odds) -> str:
    if found.exact is not None:
        return f"{found.exact} exact"
    return f"{found.estimate:.6g} {found.low:.6g}..{found.high:.6g} sampled {found.tried}"


def _data(predicate: str, found: Odds, size: int | None) -> dict[str, Any]:
    exact = None if found.exact is None else [found.exact.numerator, found.exact.denominator]
    return {
        "predicate": predicate,
        "seat": None if found.seat is None or size is not None else f"P{found.seat + 1}",
        "any": found.seat is None,
        "cards": list(found.sizes),
        "deck": found.deck,
        "exact": exact,
        "estimate": found.estimate,
        "interval": [found.low, found.high],
        "kinds": found.kinds if exact else None,
        "sampled": None if exact else {"hands": found.tried, "held": found.held, "seed": found.seed, "why": found.why},
    }
