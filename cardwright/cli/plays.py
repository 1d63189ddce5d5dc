"""The verbs about plays: classify, beats, moves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from cardwright.display.lines import wrapped

from .failures import NO, Trouble
from .options import (
    Format,
    FormatOption,
    LangOption,
    RulebookName,
    WithOption,
    WithoutOption,
)
from .output import say, say_all, say_json

if TYPE_CHECKING:
    from collections.abc import Callable

    from cardwright.display.naming import Names
    from cardwright.interpreter import Cards, Comparison, Game, Play, State

    from .opening import Opened

_CARDS = 'Cards, joined or listed: `KD-JD-9D-6D-5D`, `"3D 3C"`, `♦3`, `TS`, `6-6`.'
HandOption = Annotated[str, typer.Option("--hand", metavar="CARDS", show_default=False, help="The cards held.")]
TableOption = Annotated[str | None, typer.Option("--table", metavar="CARDS", help="The play to beat; none: a lead.")]
OpeningOption = Annotated[bool, typer.Option("--opening", help="It is the first lead of the hand.")]
NextHasOption = Annotated[
    int | None, typer.Option("--next-has", min=0, max=10_000, help="How many cards the next player has.")
]
UpsideDownOption = Annotated[bool, typer.Option("--upside-down", help="An effect has turned the ranks upside down.")]


def classify(
    rb: RulebookName,
    cards: Annotated[str, typer.Argument(metavar="CARDS", show_default=False, help=_CARDS)],
    untouched: Annotated[bool, typer.Option("--untouched", help="They are a whole hand, as it was dealt.")] = False,
    with_: WithOption = None,
    without: WithoutOption = None,
    format: FormatOption = Format.HUMAN,
    lang: LangOption = None,
) -> None:
    """What cards are: which combination they can be played as.

    As JSON: {"cards": [...], "readings": [...]}.
    """
    from cardwright.display.naming import Names

    from .cards import check_reading, listed, read_cards
    from .opening import open_game

    opened = open_game(rb, with_, without)
    names = Names(opened.game.rulebook, lang, signs=False)
    written, _, reading = cards.partition("=")
    check_reading(opened.game, reading, "CARDS")
    pieces = read_cards(opened.game, written, "CARDS", opened)
    readings = [play for play in opened.game.classify(pieces, untouched) if reading.strip() in ("", play.combination)]
    shown = list(readings[0].cards) if readings else listed(opened.game, pieces)
    found = [play.combination for play in readings]
    match format:
        case Format.JSON:
            say_json({"cards": shown, "readings": found})
        case Format.CONCISE:
            say(" ".join(found) or "nothing")
        case Format.HUMAN:
            kinds = names.language.join("or", map(names.thing, found)) or names.language.say("nothing")
            say(names.language.say("classified", cards=names.joined(shown), kinds=kinds))
            if not found:
                say_all(f"  {line}" for line in _near_misses(opened.game, pieces, names))
                say_all(under_another_answer(opened, names, lambda game: bool(game.classify(cards))))


def _near_misses(game: Game, pieces: Cards, names: Names) -> list[str]:
    """What cards that are nothing nearly are."""
    from cardwright.interpreter import alternatives

    whole = game.classify(pieces, untouched=True)
    if not whole:
        return [near.message.told(names) for near in alternatives(game.rules.plays, pieces)]
    kinds = names.language.join("or", (names.thing(play.combination) for play in whole))
    return [names.language.say("classified.untouched", kinds=kinds)]


def beats(
    rb: RulebookName,
    play: Annotated[str, typer.Argument(metavar="PLAY", show_default=False, help=_CARDS)],
    table: Annotated[str, typer.Argument(metavar="TABLE", show_default=False, help="The play to beat.")],
    with_: WithOption = None,
    without: WithoutOption = None,
    format: FormatOption = Format.HUMAN,
    lang: LangOption = None,
) -> None:
    """Whether a play beats another, and why. Exit code 1 if it does not.

    As JSON: {"beats": true|false, "reasons": [...]}.
    """
    from cardwright.display.naming import Names

    from .cards import read_play
    from .opening import open_game
    from .reasoning import clause_lines, comparison_data, comparison_words, value_lines

    opened = open_game(rb, with_, without)
    names = Names(opened.game.rulebook, lang, signs=False)
    plays = read_play(opened.game, play, "PLAY", opened), read_play(opened.game, table, "TABLE", opened)
    made, beaten = plays
    if made is None or beaten is None:
        nothing = [text for text, found in zip((play, table), plays, strict=True) if found is None]
        said = [names.language.say("beats.no_combination", cards=text) for text in nothing]
        reasons: list[dict[str, Any]] = [
            {"rule": "no_combination", "message": one, "clause": None, "span": None, "values": []} for one in said
        ]
        _answer_beats(format, False, reasons, [*said, *_other_beats(opened, play, table, format, names)])
        raise typer.Exit(NO)
    comparison: Comparison = opened.game.compare(made, beaten)
    lines = [
        comparison_words(comparison, names),
        *clause_lines(opened, comparison.span, names),
        *value_lines(comparison.keys, names),
    ]
    if not comparison.beats:
        lines += _other_beats(opened, play, table, format, names)
    _answer_beats(format, comparison.beats, [comparison_data(opened, comparison, names)], lines)
    if not comparison.beats:
        raise typer.Exit(NO)


def _other_beats(opened: Opened, play: str, table: str, format: Format, names: Names) -> list[str]:
    if format is not Format.HUMAN:
        return []
    return under_another_answer(opened, names, lambda game: game.beats(play, table))


def under_another_answer(opened: Opened, names: Names, holds: Callable[[Game], bool]) -> list[str]:
    """That it would be otherwise if the table had settled one thing differently."""
    from .otherwise import answer_where

    answer = answer_where(opened, holds)
    return [] if answer is None else [f"  {names.language.say('under_another_answer', answer=answer)}"]


def _answer_beats(format: Format, answer: bool, reasons: list[dict[str, Any]], lines: list[str]) -> None:
    match format:
        case Format.JSON:
            say_json({"beats": answer, "reasons": reasons})
        case Format.CONCISE:
            say(f"{'yes' if answer else 'no'}: {'; '.join(str(reason['message']) for reason in reasons)}")
        case Format.HUMAN:
            say_all(lines)


def moves(
    rb: RulebookName,
    hand: HandOption,
    table: TableOption = None,
    opening: OpeningOption = False,
    next_has: NextHasOption = None,
    upside_down: UpsideDownOption = False,
    with_: WithOption = None,
    without: WithoutOption = None,
    format: FormatOption = Format.HUMAN,
    lang: LangOption = None,
) -> None:
    """Every legal play of a hand, and whether it may pass, or how many cards it may lay face down instead.

    As JSON: {"plays": [{"cards": [...], "reading": "..."}], "pass": true|false}; where something breaks a duty at a
    price, "breaches": {DUTY: [action, ...]}; where cards are laid face down and nobody passes, "discard": N (or 0).
    """
    from cardwright.display.naming import Names
    from cardwright.interpreter import Discard, PlayCards

    from .opening import open_game

    opened = open_game(rb, with_, without)
    names = Names(opened.game.rulebook, lang, signs=False)
    state = state_of(opened, hand, table, opening, next_has, upside_down)
    legal = state.legal_actions()
    plays = [action.play for action in legal if isinstance(action, PlayCards)]
    laid = max((len(action.pieces) for action in legal if isinstance(action, Discard)), default=0)
    passing = state.why_not("pass") is None
    priced: dict[str, list[Play | None]] = {}
    for action in state.legal_actions():
        for duty in state.would_breach(action):
            priced.setdefault(duty, []).append(action.play if isinstance(action, PlayCards) else None)
    match format:
        case Format.JSON:
            listed = [{"cards": list(play.cards), "reading": play.combination} for play in plays]
            breaches = {duty: [str(play or "pass") for play in broken] for duty, broken in priced.items()}
            discard = {"discard": laid} if opened.game.rulebook.play.discards else {}
            say_json({"plays": listed, "pass": passing, **({"breaches": breaches} if breaches else {}), **discard})
        case Format.CONCISE:
            others = ["pass"] * passing + [f"discard {laid}"] * bool(laid)
            say_all([f"{play} {play.combination}" for play in plays] + others)
        case Format.HUMAN:
            _show_moves(state, plays, passing, laid, names)
            for duty, broken in priced.items():
                passes = names.language.say("action.pass")
                shown = names.language.join("list", (names.play(play) if play else passes for play in broken))
                said = names.language.say("moves.priced", duty=names.thing(duty), actions=shown)
                say_all(wrapped(said, 78, "", "  "))


def _show_moves(state: State, plays: list[Play], passing: bool, laid: int, names: Names) -> None:
    language = names.language
    if not plays:
        say(language.say("moves.none_beats" if state.table is not None else "moves.none"))
    for kind in dict.fromkeys(play.combination for play in plays):
        some = [names.play(play) for play in plays if play.combination == kind]
        say(language.say("moves.kind", kind=names.thing(kind), n=len(some)))
        say_all(wrapped("  ".join(some), 78, "  ", "  "))
    if laid and not passing:
        say(language.say("moves.discard", count=names.count(laid)))
    else:
        say(language.say("moves.pass" if passing else "moves.no_pass"))


def state_of(
    opened: Opened, hand: str, table: str | None, opening: bool, next_has: int | None, upside_down: bool
) -> State:
    """The position of a hand before a table; raises Trouble for what cannot be."""
    from cardwright.interpreter import Situation

    from .cards import read_cards, read_play

    pieces = read_cards(opened.game, hand, "--hand", opened)
    if upside_down and not opened.game.rules.memory.reversed_ranks:
        raise Trouble("`--upside-down`: nothing turns the ranks upside down here", "agree on it: `--with OPTION`")
    beaten = None
    if table is not None and table.strip():
        if opening:
            raise Trouble("`--opening` and `--table` do not go together", "the first lead has nothing to beat")
        beaten = read_play(opened.game, table, "--table", opened)
        if beaten is None:
            raise Trouble(f"--table: {table} is no combination", "`cardwright classify` tells what cards are")
    return opened.game.position(
        Situation(
            hand=" ".join(opened.game.pieces.names[card] for card in pieces),
            table=None if beaten is None else beaten.text,
            opening=opening,
            next_has=next_has,
            reversed_ranks=upside_down,
        )
    )
