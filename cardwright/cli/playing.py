"""The verb play: opens a table in the terminal, or lets bots play a hand out."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .failures import Trouble, writing
from .options import Format, FormatOption, LangOption, RulebookName, SeedOption, WithOption, WithoutOption
from .output import console, is_terminal, say, say_json

if TYPE_CHECKING:
    from cardwright.interpreter import Bot, Game, Match, RecordData

    from .opening import Opened

_PACE = 0.35


class BotName(StrEnum):
    """The bots that can sit at a table."""

    GREEDY = "greedy"
    RANDOM = "random"


def play(
    rb: RulebookName,
    seat: Annotated[
        list[str] | None,
        typer.Option(
            "--seat", metavar="N", help="Your seat: 1 (if absent) is P1. Several: people who share the screen."
        ),
    ] = None,
    bots: Annotated[BotName, typer.Option("--bots", help="Who sits in the other seats.")] = BotName.GREEDY,
    all_bots: Annotated[bool, typer.Option("--all-bots", help="Bots sit in all seats and play a hand out.")] = False,
    hands: Annotated[int | None, typer.Option("--hands", min=1, max=10_000, help="Stop after so many hands.")] = None,
    record: Annotated[
        str | None,
        typer.Option(
            "--record", metavar="FILE", help="Keep a record there, for `replay`: JSON if it ends in `.json`, else text."
        ),
    ] = None,
    pace: Annotated[
        float, typer.Option("--pace", min=0.0, max=10.0, help="Seconds a bot thinks, where a person watches.")
    ] = _PACE,
    seed: SeedOption = None,
    with_: WithOption = None,
    without: WithoutOption = None,
    format: FormatOption = Format.HUMAN,
    lang: LangOption = None,
) -> None:
    """Play in the terminal, against bots or with friends at one screen. Start with `cardwright play hk`.

    At the table, type cards (3D, or 3D 3C), p to pass, ? for your legal plays, hint, why CARDS, rules, q to leave.
    """
    from .opening import open_game

    if format is not Format.HUMAN and not all_bots:
        raise Trouble(
            f"a person cannot play in the format `{format.value}`", "add `--all-bots`, or leave `--format` out"
        )
    if all_bots and seat:
        raise Trouble("`--all-bots` leaves no seat for you", "leave `--all-bots` or `--seat` out")
    opened = open_game(rb, with_, without)
    game = opened.game
    people = () if all_bots else _seats(seat or ["1"], game.players)
    keep = None if record is None else _Keep(record)
    match = game.match(seed)
    made = _bots(game, match, people, bots)
    if all_bots and format is not Format.HUMAN:
        _run_silently(opened, match, made, hands or 1, format, keep)
        return
    from .naming import Names
    from .table import Host, Seating
    from .table.screen import Screen

    # Bots that play among themselves play one hand, unless more are asked for.
    limit = hands if hands is not None or people else 1
    host = Host(
        opened,
        Screen(game, Names(game.rulebook, lang), console()),
        Seating(game.players, people, made),
        match,
        hands=limit,
        pace=pace if people and is_terminal() else 0.0,
        keep=keep,
    )
    host.run()


def _seats(given: list[str], players: int) -> tuple[int, ...]:
    """Seats from 0, in the order of turns; raises Trouble."""
    found = set()
    for text in given:
        for word in text.replace(",", " ").split() or [text]:
            digits = word.removeprefix("P").removeprefix("p")
            if not (digits.isascii() and digits.isdecimal() and len(digits) < 5 and 1 <= int(digits) <= players):
                raise Trouble(f"there is no seat `{word}`", f"seats run from 1 to {players}")
            found.add(int(digits) - 1)
    return tuple(sorted(found))


def _bots(game: Game, match: Match, people: tuple[int, ...], kind: BotName) -> dict[int, Bot]:
    """A bot for every seat without a person, each with a stream of chance of its own that the seed fixes."""
    from cardwright.interpreter import BOTS, SplitMix64

    stream = SplitMix64(match.seed)
    seeds = [stream.next() for _ in range(game.players)]
    return {seat: BOTS[kind.value](seeds[seat]) for seat in range(game.players) if seat not in people}


class _Keep:
    """Writes records to a file."""

    def __init__(self, path: str) -> None:
        self.path = Path(path)
        with writing(path):
            # Better to fail before the game than to lose it afterwards.
            self.path.open("a", encoding="utf-8").close()

    def __call__(self, records: list[RecordData]) -> None:
        from .replaying import write

        write(self.path, records)


def _run_silently(
    opened: Opened, match: Match, bots: dict[int, Bot], hands: int, format: Format, keep: _Keep | None
) -> None:
    """Bots alone, for programs: every action a line, or all records as JSON."""
    from cardwright.interpreter import play_out, write_record
    from cardwright.interpreter.match import MOST_DEALS
    from cardwright.interpreter.serial import points_text

    from .hands import signed

    game, seated = opened.game, [bots[seat] for seat in range(opened.game.players)]
    records: list[RecordData] = []
    # Void hands are dealt again; bots that void one after another are stopped.
    while match.hand_number <= hands and not match.is_over and match.deals < match.hand_number + MOST_DEALS:
        deal = match.dealt
        actions: list[str] = []

        def taken(seat: int, action: Any, actions: list[str] = actions) -> None:
            actions.append(str(action))
            if format is Format.CONCISE:
                say(f"P{seat + 1} {action}")

        end = play_out(game.start(deal, match.carried), seated, taken)
        records.append(write_record(game, deal, actions, match.carried))
        match = match.after(end)
        if format is Format.CONCISE:
            say("scores " + " ".join(signed(score) for score in end.scores or ()))
    if keep is not None:
        keep(records)
    if format is Format.JSON:
        say_json(
            {
                "seed": match.seed,
                "hands": [record.model_dump(mode="json") for record in records],
                "totals": list(map(points_text, match.totals)),
            }
        )
