"""The verbs that explain: list what ships, explain a diagnostic or a rulebook."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cardwright.display.lines import wrapped
from cardwright.display.noting import answers_said, note_of

from .failures import Trouble
from .options import Format, FormatOption, LangOption, WithOption, WithoutOption
from .output import columns, console, is_terminal, say, say_all, say_json

if TYPE_CHECKING:
    from cardwright.display.naming import Names
    from cardwright.dsl import Code, Rulebook

    from .opening import Opened

_MOST_OF_A_HASH = 16

# ---- list ----------------------------------------------------------------------------------------------------------


def list_(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="[RB]...", show_default=False, help="Only these; all if absent.")
    ] = None,
    format: FormatOption = Format.HUMAN,
    lang: LangOption = None,
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
                say_all(_option_lines(rulebook, _naming(rulebook, lang)))


def _naming(rulebook: Rulebook, lang: str | None) -> Names:
    """The names of one of several rulebooks, of which not every one has the tongue."""
    from cardwright.display.naming import Names, language_of

    has = language_of(lang) is not None or any(tongue.tongue == lang for tongue in rulebook.tongues)
    return Names(rulebook, lang if has else None)


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


def _option_lines(rulebook: Rulebook, names: Names) -> Iterator[str]:
    """The options in columns: name, answers with the one in force first, note."""
    if not rulebook.options:
        yield f"  {names.language.say('option.none')}"
        return
    rows = []
    for option in rulebook.options:
        said = answers_said(option, names)
        if option.answer != option.default:
            said += names.language.say("option.here", answer=option.answer)
        rows.append((option.name, said, note_of(option, names)))
    longest = max(len(name) for name, _, _ in rows)
    for name, said, note in rows:
        yield from wrapped(said, 78, f"  {name:<{longest}}  ", " " * (longest + 4))
        if note:
            yield from wrapped(note, 78, " " * (longest + 6), " " * (longest + 6))


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
    from cardwright.display.naming import Names

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
    from cardwright.display.sheet import in_short, text_lines

    rulebook = opened.game.rulebook
    from cardwright.dsl import meaning

    yield f"{rulebook.name}: {_titles(rulebook)}, edition {rulebook.edition}"
    yield f"meaning {meaning(rulebook)[:_MOST_OF_A_HASH]}"
    yield ""
    yield from text_lines(in_short(opened.game, names))
    yield ""
    yield names.language.say("explain.options")
    yield from _option_lines(rulebook, names)
    yield ""
    yield names.language.say("explain.memory")
    if opened.game.memory:
        yield from columns(
            [
                (fact.fact.replace("_", " "), fact.why + (f" ({fact.span.file}:{fact.span.line})" if fact.span else ""))
                for fact in opened.game.memory
            ]
        )
    else:
        yield f"  {names.language.say('explain.no_memory')}"
