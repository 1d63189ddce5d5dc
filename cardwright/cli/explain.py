"""The verbs that explain: list what ships, explain a diagnostic or a rulebook."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .failures import Trouble
from .options import Format, FormatOption, LangOption, WithOption, WithoutOption
from .output import columns, console, is_terminal, say, say_all, say_json, wrapped

if TYPE_CHECKING:
    from cardwright.dsl import Code, Rulebook, model

    from .naming import Names
    from .opening import Opened

_PLAYERS = "players"
_MOST_OF_A_HASH = 16
_CLAIM = re.compile(r"\b[A-Z]{2,}-\d+(?:\.\.\d+)?\b")


# ---- list ----------------------------------------------------------------------------------------------------------


def list_(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="[RB]...", show_default=False, help="Only these; all if absent.")
    ] = None,
    format: FormatOption = Format.HUMAN,
) -> None:
    """The rulebooks that ship: titles, and the options with their answers; the first answer holds unless you say
    otherwise."""
    from cardwright.dsl import shipped

    from .opening import open_game

    rulebooks = [(name, open_game(name, None, None).game.rulebook) for name in names or shipped()]
    match format:
        case Format.JSON:
            say_json([{"rulebook": name, **_rulebook_data(rulebook)} for name, rulebook in rulebooks])
        case Format.CONCISE:
            say_all(f"{name}: {_titles(rulebook)}" for name, rulebook in rulebooks)
        case Format.HUMAN:
            for number, (name, rulebook) in enumerate(rulebooks):
                if number:
                    say()
                say(f"{name}: {_titles(rulebook)}, edition {rulebook.edition}")
                say_all(_option_lines(rulebook))


def _titles(rulebook: Rulebook) -> str:
    return ", ".join([rulebook.title, *_spoken(rulebook).values()])


def _spoken(rulebook: Rulebook) -> dict[str, str]:
    """What the rulebook is called in each tongue."""
    return {
        tongue.tongue: naming.text
        for tongue in rulebook.tongues
        for naming in tongue.names
        if naming.id == rulebook.name
    }


def _rulebook_data(rulebook: Rulebook) -> dict[str, Any]:
    from cardwright.dsl import meaning

    return {
        "name": rulebook.name,
        "title": rulebook.title,
        "titles": _spoken(rulebook),
        "edition": rulebook.edition,
        "meaning": meaning(rulebook),
        "players": rulebook.deal.players,
        "options": [
            {
                "name": option.name,
                "answers": list(option.answers) if option.range is None else None,
                "least": None if option.range is None else option.range.least,
                "most": None if option.range is None else option.range.most,
                "default": option.default,
                "answer": option.answer,
                "note": note_of(option),
                "claims": list(option.claims),
            }
            for option in rulebook.options
        ],
    }


def _option_lines(rulebook: Rulebook) -> Iterator[str]:
    """The options in columns: name, answers with the one in force first, note."""
    if not rulebook.options:
        yield "  no options"
        return
    rows = []
    for option in rulebook.options:
        said = answers_said(option)
        if option.answer != option.default:
            said += f" (here {option.answer})"
        rows.append((option.name, said, note_of(option)))
    longest = max(len(name) for name, _, _ in rows)
    for name, said, note in rows:
        yield from wrapped(said, 78, f"  {name:<{longest}}  ", " " * (longest + 4))
        if note:
            yield from wrapped(note, 78, " " * (longest + 6), " " * (longest + 6))


def answers_said(option: model.Option) -> str:
    """The answers of an option as a rulebook writes them, the one in force first."""
    if option.range is None:
        return " or ".join(option.answers)
    most = "or more" if option.range.most is None else f"to {option.range.most}"
    least = f" from {option.range.least}" if str(option.range.least) != option.default else ""
    return f"{option.default}{least} {most}"


def note_of(option: model.Option) -> str:
    """What the notes of an option say, without the claims they cite. How many play is asked, but not declared."""
    if not option.notes and option.name == _PLAYERS:
        return "How many play."
    return " ".join(" ".join(_CLAIM.sub("", note).split()) for note in option.notes).strip()


# ---- explain -------------------------------------------------------------------------------------------------------


def explain(
    what: Annotated[
        str,
        typer.Argument(metavar="CODE", show_default=False, help="The code of a diagnostic, as CW402; or a rulebook."),
    ],
    with_: WithOption = None,
    without: WithoutOption = None,
    format: FormatOption = Format.HUMAN,
    lang: LangOption = None,
) -> None:
    """Explain the code of a diagnostic; or a rulebook: what can be played, what beats what, how a hand goes, what is
    paid, its options, and which facts its states keep and why."""
    code = _code(what)
    if code is not None:
        _explain_code(code, format)
        return
    from .naming import Names
    from .opening import open_game

    try:
        opened = open_game(what, with_, without)
    except Trouble as trouble:
        if re.fullmatch(r"(?i)cw\d*", what):
            raise _unknown_code(what) from None
        raise trouble from None
    match format:
        case Format.JSON:
            say_json(_explained(opened))
        case Format.CONCISE:
            say_all(f"{fact.fact}: {fact.why}" for fact in opened.game.memory)
        case Format.HUMAN:
            say_all(_explanation(opened, Names(opened.game.rulebook, lang)))


def _code(what: str) -> Code | None:
    """The code of that id or name."""
    from cardwright.dsl import CODES

    wanted = what.strip()
    return CODES.get(wanted.upper()) or next((code for code in CODES.values() if code.name == wanted.lower()), None)


def _unknown_code(what: str) -> Trouble:
    from cardwright.dsl import CODES, near

    close = near(what.upper(), CODES)
    help = f"did you mean `{close[0]}`?" if close else f"codes run from {min(CODES)} to {max(CODES)}"
    return Trouble(f"there is no code `{what}`", help)


def _explain_code(code: Code, format: Format) -> None:
    page = code.page()
    match format:
        case Format.JSON:
            data = {"code": code.id, "name": code.name, "severity": code.severity, "title": code.title, "page": page}
            say_json(data)
        case Format.CONCISE:
            say(f"{code.id} {code.name}, {code.severity}: {code.title}")
        case Format.HUMAN:
            if is_terminal():
                from rich.markdown import Markdown

                console().print(Markdown(page))
            else:
                say(page.rstrip())


def _explained(opened: Opened) -> dict[str, Any]:
    from dataclasses import asdict

    game = opened.game
    facts = [
        {"fact": fact.fact, "why": fact.why, "span": None if fact.span is None else asdict(fact.span)}
        for fact in game.memory
    ]
    kinds = [combination.name for combination in game.rulebook.combinations]
    return {**_rulebook_data(game.rulebook), "combinations": kinds, "facts": facts, "content": game.content}


def _explanation(opened: Opened, names: Names) -> Iterator[str]:
    from .rules_sheet import sheet

    rulebook = opened.game.rulebook
    from cardwright.dsl import meaning

    yield f"{rulebook.name}: {_titles(rulebook)}, edition {rulebook.edition}"
    yield f"meaning {meaning(rulebook)[:_MOST_OF_A_HASH]}"
    yield ""
    yield from sheet(opened, names)
    yield ""
    yield "What the table agrees (the first answer holds unless it says otherwise)"
    yield from _option_lines(rulebook)
    yield ""
    yield "What a state keeps, beside hands, turn and the play to beat"
    if opened.game.memory:
        yield from columns(
            [
                (fact.fact.replace("_", " "), fact.why + (f" ({fact.span.file}:{fact.span.line})" if fact.span else ""))
                for fact in opened.game.memory
            ]
        )
    else:
        yield "  nothing"
