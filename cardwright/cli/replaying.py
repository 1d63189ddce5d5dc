"""The verb replay, and the files that records are kept in."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cardwright.languages import ENGLISH, Language

from .failures import MISUSE, NO, Trouble, complain, writing
from .options import Format, FormatOption, LangOption, WithOption, WithoutOption, answers
from .output import command, say, say_json

if TYPE_CHECKING:
    from cardwright.dsl import Checked
    from cardwright.interpreter import RecordData, RecordError, Replay
    from cardwright.interpreter.records import Numbered

    from .opening import Opened


def _schema(wanted: bool) -> None:
    if wanted:
        from cardwright.interpreter import RecordData

        say(json.dumps(RecordData.model_json_schema(), indent=1, ensure_ascii=False))
        raise typer.Exit


def replay(
    file: Annotated[
        str, typer.Argument(metavar="FILE", show_default=False, help="Records, as JSON or text; `-` is stdin.")
    ],
    rules: Annotated[
        str | None,
        typer.Option("--rules", metavar="RB", help="Another rulebook than the shipped one that the record names."),
    ] = None,
    with_: WithOption = None,
    without: WithoutOption = None,
    schema: Annotated[
        bool,
        typer.Option("--schema", callback=_schema, is_eager=True, help="Print the JSON Schema of records and stop."),
    ] = False,
    format: FormatOption = Format.HUMAN,
    lang: LangOption = None,
) -> None:
    """Play a record again and say whether it keeps to the rules. Exit code 1, naming the first action that differs.

    A file holds one record or several, as `play --record` writes them. The rulebook is the shipped one that the record
    names, or that of `--rules`; the answers of the table are those of the record, and others given here must agree
    with them. As JSON: {"valid": true|false, ...}; "same_rules" is false where the record was made with another text of
    the rulebook, under which all goes the same.
    """
    from cardwright.interpreter import RecordError
    from cardwright.interpreter import replay as play_again

    from .opening import open_rulebook, read_file

    found = read(file, read_file(file))
    books = cache(open_rulebook)
    played: list[tuple[Opened, Replay]] = []
    for hand, numbered in enumerate(found, 1):
        record = numbered.record
        checked = books(_shipped(record.rulebook) if rules is None else rules)
        language = ENGLISH
        try:
            opened = as_recorded(checked, record, with_, without)
            language = _language(opened, lang)
            played.append((opened, play_again(opened.game, record, any_rules=rules is not None)))
        except RecordError as error:
            _differs(error, file, numbered, hand if len(found) > 1 else None, format, language)
            raise typer.Exit(NO) from None
    match format:
        case Format.JSON:
            say_json(
                {
                    "valid": True,
                    "same_rules": all(again.same_rules for _, again in played),
                    "from_seed": all(again.from_seed for _, again in played),
                    "hands": len(played),
                    "actions": sum(len(again.record.actions) for _, again in played),
                    "scores": [again.record.scores for _, again in played],
                }
            )
        case Format.CONCISE:
            say("valid")
        case Format.HUMAN:
            for hand, (opened, again) in enumerate(played, 1):
                _tell(hand, opened, again, _language(opened, lang))


def _language(opened: Opened, lang: str | None) -> Language:
    from cardwright.display.naming import Names

    return Names(opened.game.rulebook, lang).language


def _tell(hand: int, opened: Opened, again: Replay, language: Language) -> None:
    """That a hand keeps to the rules, and under which."""
    from cardwright.interpreter import signed

    record, end = again.record, again.final.scores
    paid = language.join("clauses", (f"P{seat + 1} {signed(score)}" for seat, score in enumerate(end)))
    actions = language.counted("replay.actions", len(record.actions))
    say(language.say("replay.valid" if end else "replay.unfinished", hand=hand, actions=actions, scores=paid))
    if again.same_rules:
        return
    book = opened.game.rulebook
    made = language.say("replay.book", name=record.rulebook, edition=record.edition)
    here = language.say("replay.book", name=book.name, edition=book.edition)
    message = "replay.other_text" if made == here else "replay.other_rules"
    say(language.say(message, hand=hand, made=made, **({} if made == here else {"here": here})))


def _differs(
    error: RecordError, file: str, numbered: Numbered, hand: int | None, format: Format, language: Language
) -> None:
    where = language.say("replay.where", hand=hand) if hand is not None else ""
    line = numbered.lines[error.action - 1] if error.action is not None and numbered.lines else None
    match format:
        case Format.JSON:
            known = {"hand": hand or 1, "action": error.action, "line": line}
            say_json({"valid": False, **known, "message": str(error), "help": error.help})
        case Format.CONCISE:
            say(f"differs: {where}{error}")
        case Format.HUMAN:
            place = "" if line is None else f"{file}:{line}: "
            complain(f"{place}{where}{error}", error.help)
            if error.action is not None:
                say(language.say("replay.before", where=where, n=error.action - 1))


# ---- files ---------------------------------------------------------------------------------------------------------


def read(file: str, content: bytes) -> tuple[Numbered, ...]:
    """The records in a file; raises Trouble."""
    from cardwright.interpreter import RecordError
    from cardwright.interpreter.records import read_numbered

    try:
        found: tuple[Numbered, ...] = read_numbered(content)
    except RecordError as error:
        raise Trouble(f"{file}: {error}", error.help or "`cardwright play --record FILE` writes records") from None
    return found


def write(path: Path, records: Sequence[RecordData]) -> None:
    """Write records: as JSON where the file is called so (several as a list), as text otherwise."""
    from cardwright.interpreter import record_text

    if path.suffix == ".json":
        texts = [record.model_dump_json() for record in records]
        text = (texts[0] if len(texts) == 1 else "[" + ",\n".join(texts) + "]") + "\n"
    else:
        text = record_text(*records)
    with writing(path):
        path.write_text(text, encoding="utf-8")


def replay_command(rb: str, path: Path) -> str:
    """How to type that a record is played again."""
    from cardwright.dsl import shipped

    rules = () if rb in shipped() else ("--rules", rb)
    return command("replay", str(path), *rules).strip("`")


def as_recorded(checked: Checked, record: RecordData, with_: list[str] | None, without: list[str] | None) -> Opened:
    """The game under the answers of a record, and of the command line before these. Raises RecordError for an answer of
    the record that the rulebook does not have."""
    from cardwright.dsl import as_text
    from cardwright.interpreter import RecordError

    from .opening import opened

    known = set(checked.program.options) if checked.program is not None else set()
    told = {name: as_text(answer) for name, answer in record.options.items() if name in known}
    given = answers(with_, without)
    try:
        return opened(checked, {**told, **given})
    except Trouble as trouble:
        if given or trouble.code != MISUSE:
            raise
        raise RecordError(f"the answers of the record: {trouble.message}", help=trouble.help) from None


def _shipped(name: str) -> str:
    """The name, if a rulebook of that name ships; nothing else that a record says is opened."""
    from cardwright.dsl import shipped

    if name not in shipped():
        raise Trouble(
            f"the record is of `{name}`, which does not ship", "say with `--rules FILE` where that rulebook is"
        )
    return name
