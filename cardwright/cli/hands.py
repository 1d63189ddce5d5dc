"""The verbs about whole hands: deal, settle."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .failures import Trouble
from .options import (
    Format,
    FormatOption,
    LangOption,
    RulebookName,
    SeedOption,
    WithOption,
    WithoutOption,
)
from .output import say, say_all, say_json
from .output import wrapped as wrap

if TYPE_CHECKING:
    from fractions import Fraction

    from cardwright.interpreter import Deal, Game, Settlement, Situation

    from .naming import Names
    from .opening import Opened


def deal(
    rb: RulebookName,
    seed: SeedOption = None,
    with_: WithOption = None,
    without: WithoutOption = None,
    format: FormatOption = Format.HUMAN,
    lang: LangOption = None,
) -> None:
    """Deal a first hand: who holds what, who opens (or is asked first), what may be claimed.

    As JSON: {"seed", "hands": [[...], ...], "rest": [...], "opener", "starter", "claims": {seat: [...]}}; seats count
    from 0 in the order of turns; `starter` is who is asked first in an auction, where a random player is.
    """
    from .naming import Names
    from .opening import open_game

    opened = open_game(rb, with_, without)
    names = Names(opened.game.rulebook, lang)
    dealt = opened.game.shuffle(seed)
    state = opened.game.start(dealt)
    seats = range(opened.game.players)
    claims = {seat: state.claims(seat) for seat in seats if state.claims(seat)}
    cards = opened.game.pieces.names
    match format:
        case Format.JSON:
            say_json(
                {
                    "seed": dealt.seed,
                    "hands": [[cards[card] for card in hand] for hand in dealt.hands],
                    "rest": [cards[card] for card in dealt.rest],
                    "opener": state.opener,
                    "starter": dealt.starter,
                    "claims": {str(seat): list(found) for seat, found in claims.items()},
                }
            )
        case Format.CONCISE:
            say_all(f"P{seat + 1} {' '.join(cards[card] for card in dealt.hands[seat])}" for seat in seats)
        case Format.HUMAN:
            say_all(_deal_lines(opened, names, dealt, claims))


def _deal_lines(opened: Opened, names: Names, dealt: Deal, claims: dict[int, tuple[str, ...]]) -> list[str]:
    from rich.cells import cell_len

    def wrapped(label: str, cards: tuple[int, ...]) -> list[str]:
        shown = " ".join(names.cards[card] for card in cards)
        return wrap(shown, 80, f"{label}  ", " " * (cell_len(label) + 2))

    def seat_of(number: int) -> str:
        return names.language.say("seat", n=number + 1)

    say = names.language.say
    lines = [say("deal.title", title=names.title, seed=dealt.seed)]
    for seat, hand in enumerate(dealt.hands):
        lines += wrapped(f"P{seat + 1}", hand)
    if dealt.rest:
        lines += wrapped(say("deal.rest"), dealt.rest)
    state = opened.game.start(dealt)
    if dealt.starter is not None:
        lines.append(say("deal.starts", seat=seat_of(dealt.starter)))
    if state.opener is not None:
        lines.append(say("deal.opens", seat=seat_of(state.opener)))
    for seat, found in claims.items():
        claimed = names.language.join("or", map(names.thing, found))
        lines.append(say("deal.may_claim", seat=seat_of(seat), claims=claimed))
    for seat, claim in state.at.claimed:
        lines.append(say("deal.has", seat=seat_of(seat), claim=names.thing(claim)))
    return lines


# ---- settle --------------------------------------------------------------------------------------------------------


def settle(
    rb: RulebookName,
    left: Annotated[
        str | None, typer.Option("--left", metavar="N,N,...", help="Cards left, seat after seat in the order of turns.")
    ] = None,
    file: Annotated[
        str | None,
        typer.Option("--file", metavar="SITUATION.json", help="A hand that has ended, as JSON; `-` is stdin."),
    ] = None,
    with_: WithOption = None,
    without: WithoutOption = None,
    format: FormatOption = Format.HUMAN,
    lang: LangOption = None,
) -> None:
    """What a hand that has ended pays everybody, and how it comes about.

    Where counts are enough, `--left 0,3,8,11`. Where the cards matter, a file with one object:
    {"held": ["", "3D 4D", "2S", "9C"], "ended": {"P1": "KC-KD"}}: what everybody still holds, seat after seat, and
    the play that ended the hand. It may hold `left`, `held`, or `hands` and `actions`; beside them, by seat, `ended`,
    `played`, `claimed`, `broke` and `bids`; `roles` ({"landlord": "P1"}); `piles` (cards taken, or how many, seat after
    seat); `out` (who went out, in order), `opener`, and `totals` of the match. What a rulebook asks for and the file
    does not tell is an error that names it. A record of `play --record` may be settled, too.

    As JSON: {"scores": [...]}.
    """
    from cardwright.interpreter import Invalid, Unanswerable, read_situation
    from cardwright.interpreter.records import is_record

    from .naming import Names
    from .opening import open_game, read_file

    if (left is None) == (file is None):
        raise Trouble("say how the hand ended", "either `--left 0,3,8,11`, or `--file situation.json`")
    content = read_file(file) if file is not None else b""
    if is_record(content):
        _settle_record(rb, file or "", content, with_, without, format, lang)
        return
    opened = open_game(rb, with_, without)
    try:
        situation = read_situation({"left": _counts(left)} if left is not None else content)
    except Invalid as error:
        raise Trouble(
            f"{file or '--left'}: {error}", "`cardwright settle --help` says what a situation holds"
        ) from None
    try:
        settlement = opened.game.settle(situation)
    except Unanswerable as error:
        raise Trouble(str(error), _example(opened.game, situation, error.field)) from None
    _show_settled(settlement, Names(opened.game.rulebook, lang), format)


def _settle_record(
    rb: str, file: str, content: bytes, with_: list[str] | None, without: list[str] | None, format: Format, lang: Any
) -> None:
    """Settle the hand of a record, or the hands of several."""
    from cardwright.interpreter import RecordError
    from cardwright.interpreter import replay as play_again

    from .naming import Names
    from .opening import open_rulebook
    from .replaying import as_recorded, read

    for numbered in read(file, content):
        opened = as_recorded(open_rulebook(rb), numbered.record, with_, without)
        try:
            outcome = play_again(opened.game, numbered.record).final.outcome
        except RecordError as error:
            raise Trouble(f"{file}: {error}", "`cardwright replay` says where a record goes wrong") from None
        if outcome is None:
            raise Trouble(f"{file}: the hand is not over", "only a hand that has ended is settled")
        _show_settled(outcome.settlement, Names(opened.game.rulebook, lang), format)


def _show_settled(settlement: Settlement, names: Names, format: Format) -> None:
    match format:
        case Format.JSON:
            from cardwright.interpreter.serial import points_text

            say_json({"scores": list(map(points_text, settlement.scores))})
        case Format.CONCISE:
            say(" ".join(signed(score) for score in settlement.scores))
        case Format.HUMAN:
            say_all(settlement.lines(naming=names) or [names.language.say("settled.nothing")])
            say("; ".join(f"P{seat + 1} {signed(score)}" for seat, score in enumerate(settlement.scores)))


def _example(game: Game, situation: Situation, field: str) -> str | None:
    """How a situation tells what it has to, in cards of this deck; None where nothing that is told would help."""
    cards, seats = game.pieces.names, range(1, game.players + 1)
    ways: dict[str, Any] = {
        "held": ["", *(cards[seat] for seat in range(1, game.players))],
        "ended": {"P1": cards[0]},
        "opener": "P1",
        "out": [f"P{seat}" for seat in seats if situation.left is not None and not situation.left[seat - 1]] or ["P1"],
        "played": {f"P{seat}": [cards[seat]] for seat in seats},
        "piles": [len(game.deck) // game.players] * game.players,
        "bids": {"P1": next((auction.bids[-1] for auction in game.rulebook.auctions), 1)},
        "roles": {auction.name: "P1" for auction in game.rulebook.auctions},
        "totals": [0] * game.players,
    }
    if field not in ways:
        return None
    told = situation.model_dump(exclude_unset=True, exclude={"held"} if field == "held" else {field})
    if field == "held":
        told = {"ended": ways["ended"], **{name: value for name, value in told.items() if name != "left"}}
    shown = json.dumps({**_by_name(told), field: ways[field]}, ensure_ascii=False)
    return f"tell it in a file, `--file hand.json`, such as {shown}"


def _by_name(told: dict[str, Any]) -> dict[str, Any]:
    """Seats as people write them."""
    named = {
        name: {f"P{seat + 1}" if isinstance(seat, int) else seat: value for seat, value in value.items()}
        if isinstance(value, dict)
        else value
        for name, value in told.items()
    }
    for name in ("roles", "opener", "out"):
        value = named.get(name)
        if isinstance(value, dict):
            named[name] = {role: f"P{seat + 1}" for role, seat in value.items()}
        elif isinstance(value, list | tuple):
            named[name] = [f"P{seat + 1}" for seat in value]
        elif value is not None:
            named[name] = f"P{value + 1}"
    return named


def _counts(text: str) -> list[int]:
    from cardwright.interpreter import short_number

    counts: list[int] = []
    for word in text.replace(",", " ").split():
        count = short_number(word)
        if count is None:
            raise Trouble(f"--left: `{word}` is no number of cards", "write the numbers with commas: `0,3,8,11`")
        counts.append(count)
    return counts


def signed(score: int | Fraction) -> str:
    """A score with its sign; nothing is plain 0."""
    return f"+{score}" if score > 0 else str(score)
