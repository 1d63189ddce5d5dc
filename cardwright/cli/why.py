"""The verb why: settles an argument about an action."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from .failures import NO, Trouble
from .options import Format, FormatOption, LangOption, RulebookName, WithOption, WithoutOption
from .output import say, say_all, say_json, wrapped
from .plays import NextHasOption, OpeningOption, TableOption, UpsideDownOption, state_of, under_another_answer

if TYPE_CHECKING:
    from cardwright.dsl import model
    from cardwright.interpreter import Reasons, State, Trace

    from .naming import Names
    from .opening import Opened

_VERBS = ("claim", "decline", "bid", "give", "discard")


def why(
    rb: RulebookName,
    play: Annotated[
        str,
        typer.Option(
            "--play",
            metavar="ACTION",
            show_default=False,
            help="The cards in question, `pass`, `claim NAME`, `bid N`, `give CARDS` or `discard CARDS`.",
        ),
    ],
    hand: Annotated[str | None, typer.Option("--hand", metavar="CARDS", help="The cards held.")] = None,
    table: TableOption = None,
    opening: OpeningOption = False,
    next_has: NextHasOption = None,
    upside_down: UpsideDownOption = False,
    file: Annotated[
        str | None,
        typer.Option("--file", metavar="SITUATION.json", help="A situation as JSON instead of a hand; `-` is stdin."),
    ] = None,
    seat: Annotated[
        int | None,
        typer.Option("--seat", min=1, max=16, metavar="N", help="Who wants to: if absent, who has the turn."),
    ] = None,
    trace: Annotated[
        bool, typer.Option("--trace", help="Tell as well what was worked out, with every value, and what follows.")
    ] = False,
    with_: WithOption = None,
    without: WithoutOption = None,
    format: FormatOption = Format.HUMAN,
    lang: LangOption = None,
) -> None:
    """Why a play is legal or not: the rule, its words in the rulebook, the values compared. Exit code 1 if it is not.

    With `--hand`, P1 acts, and the others hold what is left. A file tells more, such as a game so far:
    {"hands": ["3D 4C", ...], "actions": ["3D", "pass"]}.

    As JSON: {"legal": true|false, "action": "...", "reasons": [...], "nearest": "..."|null, "breaches": [...]};
    with `--trace` there is "trace", too.
    """
    from cardwright.interpreter import Invalid

    from .naming import Names
    from .opening import open_game

    if (hand is None) == (file is None):
        raise Trouble("say who holds what", "either `--hand CARDS`, or `--file situation.json`")
    opened = open_game(rb, with_, without)
    names = Names(opened.game.rulebook, lang, signs=False)
    if hand is not None:
        state = state_of(opened, hand, table, opening, next_has, upside_down)
    else:
        state = _told_state(opened, file or "")
    play = _action(opened, play)
    if seat is not None and seat > opened.game.players:
        raise Trouble(f"there is no seat `{seat}`", f"seats run from 1 to {opened.game.players}")
    try:
        reasons = state.why_not(play, None if seat is None else seat - 1)
    except Invalid as error:
        advice = "write it as `claim NAME`, `bid 2`, `give 3D-4C` or `discard 3D-4C`"
        raise Trouble(f"--play: {error}", advice) from None
    found = state.trace(play) if trace else None
    if reasons is None:
        _answer_legal(opened, state, play, format, names, found)
    else:
        asked: dict[str, object] | None = None
        if hand is not None:
            asked = {"hand": hand, "table": table or None, "opening": opening, "next_has": next_has}
        _answer_refused(opened, reasons, play, format, names, found, asked, seat)
    if found is not None and format is not Format.JSON:
        from .tracing import concise_lines, trace_lines

        say_all(concise_lines(found) if format is Format.CONCISE else trace_lines(found, names))
    if reasons is not None:
        raise typer.Exit(NO)


def _answer_refused(
    opened: Opened,
    reasons: Reasons,
    play: str,
    format: Format,
    names: Names,
    trace: Trace | None,
    asked: dict[str, object] | None,
    seat: int | None,
) -> None:
    """Every reason; where a hand was told, under which other answers it would be legal."""
    from .reasoning import reason_data, reason_lines

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
                    **_data(trace),
                }
            )
        case Format.CONCISE:
            say(f"no: {'; '.join(f'{reason.rule}: {reason.told(names)}' for reason in reasons)}")
        case Format.HUMAN:
            say(
                names.language.say(
                    "why.not_legal", action=names.language.say("action.pass") if play == "pass" else reasons.action
                )
            )
            for reason in reasons:
                say_all(f"  {line}" for line in reason_lines(opened, reason, names))
            if asked is not None:
                who = None if seat is None else seat - 1
                say_all(
                    under_another_answer(opened, names, lambda game: game.position(asked).why_not(play, who) is None)
                )
            if reasons.nearest is not None:
                say(f"  {names.language.say('why.nearest', action=names.action(reasons.nearest))}")


def _data(trace: Trace | None) -> dict[str, object]:
    return {} if trace is None else {"trace": trace.to_json()}


def _answer_legal(opened: Opened, state: State, text: str, format: Format, names: Names, trace: Trace | None) -> None:
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
            answer = {"legal": True, "action": str(action), "reasons": reasons, "nearest": None}
            say_json({**answer, "breaches": list(breaches), **_data(trace)})
        case Format.CONCISE:
            said = "" if comparison is None else f": {comparison_words(comparison, names)}"
            say(f"yes{said}{''.join(f'; breaks {name}' for name in breaches)}")
        case Format.HUMAN:
            say(names.language.say("why.legal", action=names.action(action)))
            if comparison is not None:
                say(f"  {comparison_words(comparison, names)}")
                lines = (*clause_lines(opened, comparison.span, names), *value_lines(comparison.keys, names))
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
    return [
        f"  {_with_sentence(names.language.say('why.breaks', duty=names.thing(name)), duty, names)}",
        *wrapped(price_words(duty, names), 78, "    ", "    "),
        *(f"  {line}" for line in clause_lines(opened, duty.breach.span or duty.span, names)),
    ]


def _with_sentence(said: str, duty: model.Duty, names: Names) -> str:
    """Something said of a duty, with its sentence if it has one."""
    sentence = names.sentence(duty.name, duty.title)
    return names.language.say("labelled", name=said, said=sentence) if sentence else said


def lapsed_lines(opened: Opened, name: str, names: Names) -> list[str]:
    """That a duty asks for something else, and why it does not bind."""
    from .reasoning import clause_lines

    duty = next(duty for duty in opened.game.rulebook.duties if duty.name == name)
    said = _with_sentence(names.language.say("why.lapses", duty=names.thing(name)), duty, names)
    return [f"  {said}", *(f"  {line}" for line in clause_lines(opened, duty.span, names))]


def _nearest(reasons: Reasons) -> str | None:
    return None if reasons.nearest is None else str(reasons.nearest)


def _action(opened: Opened, text: str) -> str:
    """An action as it is read; raises Trouble for what are no cards."""
    from .cards import read_play

    if text.strip().lower() in ("pass", "p"):
        return "pass"
    if text.split()[:1] and text.split()[0] not in _VERBS:
        read_play(opened.game, text, "--play", opened)
    return text


def _told_state(opened: Opened, file: str) -> State:
    """The position that a file tells; raises Trouble for what cannot be."""
    from cardwright.interpreter import Illegal, Invalid

    from .opening import read_file

    try:
        return opened.game.position(read_file(file).decode("utf-8", "replace"))
    except (Invalid, Illegal) as error:
        raise Trouble(f"{file}: {error}", "`hand` and `table`, or `hands` and `actions`, tell a situation") from None
