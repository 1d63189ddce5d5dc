"""The verbs about plays: classify, beats, moves, why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from .failures import NO, Trouble
from .options import (
    Format,
    FormatOption,
    LangOption,
    RulebookName,
    WithOption,
    WithoutOption,
)
from .output import say, say_all, say_json, wrapped

if TYPE_CHECKING:
    from cardwright.interpreter import Action, Cards, Comparison, Game, Play, Reasons, State

    from .naming import Names
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
    from .cards import listed, read_cards
    from .naming import Names
    from .opening import open_game

    opened = open_game(rb, with_, without)
    names = Names(opened.game.rulebook, lang, signs=False)
    pieces = read_cards(opened.game, cards, "CARDS")
    readings = opened.game.classify(pieces, untouched)
    shown = list(readings[0].cards) if readings else listed(opened.game, pieces)
    found = [play.combination for play in readings]
    match format:
        case Format.JSON:
            say_json({"cards": shown, "readings": found})
        case Format.CONCISE:
            say(" ".join(found) or "nothing")
        case Format.HUMAN:
            said = " or ".join(map(names.thing, found))
            say(f"{names.joined(shown)} is {said or 'nothing'}")
            if not found:
                say_all(_near_misses(opened.game, pieces, names))


def _near_misses(game: Game, pieces: Cards, names: Names) -> list[str]:
    whole = game.classify(pieces, untouched=True)
    said = " or ".join(names.thing(play.combination) for play in whole)
    return [f"  as a whole hand, just as it was dealt, it is {said} (--untouched)"] if whole else []


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
    from .cards import read_play
    from .naming import Names
    from .opening import open_game
    from .reasoning import clause_lines, comparison_data, comparison_words, value_lines

    opened = open_game(rb, with_, without)
    names = Names(opened.game.rulebook, lang, signs=False)
    plays = read_play(opened.game, play, "PLAY"), read_play(opened.game, table, "TABLE")
    made, beaten = plays
    if made is None or beaten is None:
        said = [f"{text} is no combination" for text, found in zip((play, table), plays, strict=True) if found is None]
        reasons: list[dict[str, Any]] = [
            {"rule": "no_combination", "message": one, "clause": None, "span": None, "values": []} for one in said
        ]
        _answer_beats(format, False, reasons, said)
        raise typer.Exit(NO)
    comparison: Comparison = opened.game.compare(made, beaten)
    lines = [
        comparison_words(comparison, names),
        *clause_lines(opened, comparison.span),
        *value_lines(comparison.keys, names),
    ]
    _answer_beats(format, comparison.beats, [comparison_data(opened, comparison, names)], lines)
    if not comparison.beats:
        raise typer.Exit(NO)


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
    from cardwright.interpreter import Discard, PlayCards

    from .naming import Names
    from .opening import open_game

    opened = open_game(rb, with_, without)
    names = Names(opened.game.rulebook, lang, signs=False)
    state = _state(opened, hand, table, opening, next_has, upside_down)
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
                shown = ", ".join("pass" if play is None else names.play(play) for play in broken)
                say_all(wrapped(f"at a price, by {names.thing(duty)}: {shown}", 78, "", "  "))


def _show_moves(state: State, plays: list[Play], passing: bool, laid: int, names: Names) -> None:
    if not plays:
        say("no play" + (" beats the table" if state.table is not None else ""))
    for kind in dict.fromkeys(play.combination for play in plays):
        some = [names.play(play) for play in plays if play.combination == kind]
        say(f"{names.thing(kind)} ({len(some)})")
        say_all(wrapped("  ".join(some), 78, "  ", "  "))
    say("pass" if passing else f"lay {names.count(laid)} face down" if laid else "no pass")


def why(
    rb: RulebookName,
    hand: HandOption,
    play: Annotated[
        str,
        typer.Option(
            "--play", metavar="CARDS", show_default=False, help="The play in question, `pass`, or `discard CARDS`."
        ),
    ],
    table: TableOption = None,
    opening: OpeningOption = False,
    next_has: NextHasOption = None,
    upside_down: UpsideDownOption = False,
    with_: WithOption = None,
    without: WithoutOption = None,
    format: FormatOption = Format.HUMAN,
    lang: LangOption = None,
) -> None:
    """Why a play is legal or not: the rule, its words in the rulebook, the values compared. Exit code 1 if it is not.

    As JSON: {"legal": true|false, "action": "...", "reasons": [...], "nearest": "..."|null, "breaches": [...]}.
    """
    from cardwright.interpreter import Invalid

    from .cards import read_play
    from .naming import Names
    from .opening import open_game
    from .reasoning import reason_data, reason_lines

    opened = open_game(rb, with_, without)
    names = Names(opened.game.rulebook, lang, signs=False)
    state = _state(opened, hand, table, opening, next_has, upside_down)
    if play.strip().lower() in ("pass", "p"):
        play = "pass"
    elif play.split()[:1] not in (["bid"], ["give"], ["discard"]):
        read_play(opened.game, play, "--play")
    try:
        reasons = state.why_not(play)
    except Invalid as error:
        raise Trouble(f"--play: {error}", "write it as `bid 2`, `give 3D-4C` or `discard 3D-4C`") from None
    if reasons is None:
        _answer_legal(opened, state, play, format, names)
        return
    match format:
        case Format.JSON:
            found = [reason_data(opened, reason, names) for reason in reasons]
            say_json(
                {
                    "legal": False,
                    "action": reasons.action,
                    "reasons": found,
                    "nearest": _nearest(reasons),
                    "breaches": [],
                }
            )
        case Format.CONCISE:
            say(f"no: {'; '.join(f'{reason.rule}: {reason.told(names)}' for reason in reasons)}")
        case Format.HUMAN:
            say(f"{reasons.action} is not legal")
            for reason in reasons:
                say_all(f"  {line}" for line in reason_lines(opened, reason, names))
            if reasons.nearest is not None:
                say(f"  the nearest that is legal: {_shown(reasons.nearest, names)}")
    raise typer.Exit(NO)


def _answer_legal(opened: Opened, state: State, text: str, format: Format, names: Names) -> None:
    from cardwright.interpreter import PlayCards, lapsed

    from .reasoning import clause_lines, comparison_data, comparison_words, value_lines

    action = state.parse_action(text)
    breaches = state.would_breach(action)
    comparison = None
    if isinstance(action, PlayCards) and state.table is not None:
        comparison = opened.game.compare(action.play, state.table)
    match format:
        case Format.JSON:
            reasons = [] if comparison is None else [comparison_data(opened, comparison, names)]
            say_json(
                {"legal": True, "action": str(action), "reasons": reasons, "nearest": None, "breaches": list(breaches)}
            )
        case Format.CONCISE:
            said = "" if comparison is None else f": {comparison_words(comparison, names)}"
            say(f"yes{said}{''.join(f'; breaks {name}' for name in breaches)}")
        case Format.HUMAN:
            say(f"{_shown(action, names)} is legal")
            if comparison is not None:
                say(f"  {comparison_words(comparison, names)}")
                lines = (*clause_lines(opened, comparison.span), *value_lines(comparison.keys, names))
                say_all(f"  {line}" for line in lines)
            for name in breaches:
                say_all(duty_lines(opened, name, names))
            for name in lapsed(state.rules, state.at, action):
                say_all(lapsed_lines(opened, name, names))


def duty_lines(opened: Opened, name: str, names: Names) -> list[str]:
    """What a duty says that an action would break, and what that costs."""
    from .describing import price_words
    from .reasoning import clause_lines

    duty = next(duty for duty in opened.game.rulebook.duties if duty.name == name)
    sentence = names.sentence(name, duty.title)
    said = f"  but it breaks {names.thing(name)}" + (f": {sentence}" if sentence else "")
    return [
        said,
        *wrapped(price_words(duty, names), 78, "    ", "    "),
        *(f"  {line}" for line in clause_lines(opened, duty.breach.span or duty.span)),
    ]


def lapsed_lines(opened: Opened, name: str, names: Names) -> list[str]:
    """That a duty asks for something else, and why it does not bind."""
    from .reasoning import clause_lines

    duty = next(duty for duty in opened.game.rulebook.duties if duty.name == name)
    sentence = names.sentence(name, duty.title)
    said = f"  {names.thing(name)} does not bind here, for nothing that is allowed would keep it"
    return [said + (f": {sentence}" if sentence else ""), *(f"  {line}" for line in clause_lines(opened, duty.span))]


def _shown(action: Action, names: Names) -> str:
    from cardwright.interpreter import PlayCards

    return names.play(action.play) if isinstance(action, PlayCards) else str(action)


def _nearest(reasons: Reasons) -> str | None:
    return None if reasons.nearest is None else str(reasons.nearest)


def _state(
    opened: Opened, hand: str, table: str | None, opening: bool, next_has: int | None, upside_down: bool
) -> State:
    """The position of a hand before a table; raises Trouble for what cannot be."""
    from cardwright.interpreter import Situation

    from .cards import read_cards, read_play

    pieces = read_cards(opened.game, hand, "--hand")
    if upside_down and not opened.game.rules.memory.reversed_ranks:
        raise Trouble("`--upside-down`: nothing turns the ranks upside down here", "agree on it: `--with OPTION`")
    beaten = None
    if table is not None and table.strip():
        if opening:
            raise Trouble("`--opening` and `--table` do not go together", "the first lead has nothing to beat")
        beaten = read_play(opened.game, table, "--table")
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
