"""The verbs about variants: start one, write one out as a complete rulebook, and follow a base to its new edition."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .failures import NO, Trouble, writing
from .opening import open_rulebook, opened, refused
from .options import Format, FormatOption, RulebookName, WithOption, WithoutOption, answers
from .output import command, rewrite_file, say, say_all, say_json

if TYPE_CHECKING:
    from cardwright.dsl import Checked, Diagnostic, Source

_OTHER_EDITIONS = ("CW222", "CW806")
"""A base that is at another edition by now, and a rulebook whose examples a file holds."""
_ENDING = ".rules"


# ---- flatten -------------------------------------------------------------------------------------------------------


def flatten(
    rulebook: RulebookName,
    with_: WithOption = None,
    without: WithoutOption = None,
    format: FormatOption = Format.HUMAN,
) -> None:
    """Write a variant out as one complete rulebook: what it means, notes included, each thing that does not come from
    the first base with its place. Answers given here are settled for good."""
    text = complete_text(rulebook, answers(with_, without))
    if format is Format.JSON:
        say_json({"rulebook": rulebook, "text": text})
    else:
        say(text.rstrip("\n"))


def complete_text(rulebook: str, given: dict[str, str]) -> str:
    """The text of a complete rulebook, with some answers settled."""
    from cardwright.dsl import RulebookError

    checked = open_rulebook(rulebook)
    try:
        flat = checked.flat(given, "--with")
    except RulebookError as error:
        raise refused(error) from None
    return flat if checked.base is None and not given else laid_out(flat)


def laid_out(text: str) -> str:
    """A text in the layout of all rulebooks."""
    from cardwright.dsl import Source, format_source

    return format_source(Source("rulebook", text)).text or text


# ---- new -----------------------------------------------------------------------------------------------------------


def new(
    file: Annotated[str, typer.Argument(metavar="FILE", show_default=False, help="The file to write.")],
    base: Annotated[
        str, typer.Option("--from", metavar="RB", help="The rulebook that yours is to change: a name, or a path.")
    ] = "hk",
    name: Annotated[str | None, typer.Option("--name", help="What it is called; made of FILE if absent.")] = None,
    title: Annotated[str | None, typer.Option("--title", help="Its title, in words.")] = None,
    with_: WithOption = None,
    without: WithoutOption = None,
    format: FormatOption = Format.HUMAN,
) -> None:
    """Start a variant of a rulebook: a file with comments that shows how to change, add and take away, and that can be
    played as it is."""
    from cardwright.dsl import RulebookError

    checked = open_rulebook(base)
    given = answers(with_, without)
    opened(checked, given)
    try:
        write_new(file, checked.starter(head_of(file, base, checked, name, title, given)))
    except RulebookError as error:
        raise refused(error) from None
    if format is Format.JSON:
        say_json({"file": file, "base": base})
    elif format is Format.CONCISE:
        say(file)
    else:
        say(f"{file} is written: a variant of `{base}` that changes nothing yet.")
        say(f"Open it in an editor; then {command('check', file)}, and {command('play', file)}.")


def head_of(file: str, base: str, checked: Checked, name: str | None, title: str | None, given: dict[str, str]) -> str:
    """The head of a new variant in a file."""
    from cardwright.dsl import head, name_from

    stem = Path(file).stem
    called = name if name is not None else name_from(stem)
    if called != name_from(called):
        raise Trouble(f"`{called}` is no name", f"a name is small letters, digits and `_`: `{name_from(called)}`")
    own, _, edition = names_of(checked)
    if called == own:
        called = f"my_{called}"
    said = title if title is not None else stem.replace("_", " ").replace("-", " ").title()
    return head(called, said.strip() or called, 1, spoken_base(base, Path(file).parent), edition, given)


def names_of(checked: Checked) -> tuple[str, str, int]:
    """Name, title and edition of a rulebook."""
    assert checked.program is not None
    header = checked.program.file.header
    title = header.title.value if header.title else header.name.text
    return header.name.text, title, header.edition.value if header.edition else 1


def spoken_base(base: str, folder: Path) -> str:
    """How a rulebook is written behind `extends` in a file of a folder."""
    from cardwright.dsl import shipped

    if base in shipped():
        return base
    path = Path(os.path.relpath(base, folder)).as_posix()
    if '"' in path or not path.isprintable():
        raise Trouble(f"the path of `{base}` has signs that no rulebook can name", "rename that file")
    return f'"{path}"'


def write_new(file: str, text: str) -> None:
    """Write a file that is not there yet."""
    path = Path(file)
    if not file.endswith(_ENDING) or path.name == _ENDING:
        called = str(path.with_name("club.rules")) if path.name in (_ENDING, "") else f"{file}{_ENDING}"
        raise Trouble(f"`{file}` is no name for a rulebook", f"rulebooks end in `{_ENDING}`: `{called}`")
    data = laid_out(text).encode()
    try:
        with writing(file), path.open("xb") as stream:
            try:
                stream.write(data)
                stream.flush()
            except OSError:
                path.unlink()
                raise
    except Trouble as trouble:
        if isinstance(trouble.__context__, FileExistsError):
            raise Trouble(f"`{file}` is there already", "take another name, or remove it first") from None
        raise


# ---- update --------------------------------------------------------------------------------------------------------


def update(
    file: Annotated[
        str, typer.Argument(metavar="FILE", show_default=False, help="The file of a variant, or of examples.")
    ],
    format: FormatOption = Format.HUMAN,
) -> None:
    """Let a variant follow its base to the edition that the base has now: show how everything that it touches reads,
    and write the new number. So with a file of examples and its rulebook."""
    from cardwright.dsl import apply

    checked = open_rulebook(file)
    source = checked.source
    if source.path is None or (not checked.diagnostics and checked.base is None):
        raise Trouble(
            f"`{file}` is no variant", "a file with `extends` follows its base, a file of examples its rulebook"
        )
    followed = "rulebook" if checked.only_examples else "base"
    told = [each for each in checked.diagnostics if each.code in _OTHER_EDITIONS]
    if not told and checked.base is None:
        first = checked.diagnostics[0]
        raise Trouble(f"its {followed} cannot be read: {first.message}", f"{command('check', file)} shows more", NO)
    fixes = [each.fix for each in told if each.fix is not None]
    if fixes:
        with writing(file, "it is left as it was"):
            rewrite_file(source.path, apply(source, fixes, unsafe=True), keep_ends=True)
    editions = {"from": source.slice(told[0].span), "to": fixes[0].edits[0].text} if fixes else None
    if format is Format.JSON:
        say_json({"file": file, "updated": editions})
    elif editions is None:
        say(f"{file}: its {followed} has the edition that it names; nothing to do")
    else:
        say(f"{file}: edition {editions['from']} of its {followed} is now edition {editions['to']}")
        if format is Format.HUMAN:
            say_all(_to_read_again(source, told[0]))
            verb = "test" if checked.only_examples else "check"
            say(f"{command(verb, file)} tells what holds now.")


def _to_read_again(source: Source, told: Diagnostic) -> Iterator[str]:
    """How everything reads that a variant touches."""
    if told.labels:
        yield "Read again what this file touches:"
    for span, said in told.labels:
        yield f"  {span}: {said}"
        lines = source.holding(span).lines[span.line - 1 : span.end_line]
        yield from (f"    {line.strip()}" for line in lines)
