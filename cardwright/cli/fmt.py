"""The verb fmt: rulebooks in their one layout."""

from __future__ import annotations

import difflib
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from .failures import MISUSE, NO, Trouble, complain, error_data, writing
from .opening import read_file, rulebook_files
from .output import has_colour, rewrite_file, say, say_json, width

if TYPE_CHECKING:
    from cardwright.dsl import Formatted

STDIN = "-"


class FmtFormat(StrEnum):
    """How it is told what was done."""

    HUMAN = "human"
    CONCISE = "concise"
    JSON = "json"


@dataclass(frozen=True, slots=True)
class _File:
    """A file as it is, and as it is laid out."""

    path: str
    text: str
    formatted: Formatted

    @property
    def changed(self) -> bool:
        """Whether it is not in its layout yet."""
        return self.formatted.text is not None and self.formatted.text != self.text


def fmt(
    paths: Annotated[
        list[str],
        typer.Argument(
            metavar="PATH...", show_default=False, help="Rulebooks: files, folders of them, or - for stdin."
        ),
    ],
    check: Annotated[bool, typer.Option("--check", help="Change nothing: name the files that would change.")] = False,
    diff: Annotated[bool, typer.Option("--diff", help="Change nothing: show what would change.")] = False,
    format: Annotated[FmtFormat, typer.Option("--format", "-f", help="How to tell it.")] = FmtFormat.HUMAN,
) -> None:
    """Lay rulebooks out: one layout, every comment kept, and nothing written that would mean something else.

    A file with errors in its form is left as it is. Line breaks inside a block, between alternatives and in lists are
    the author's; blanks, columns and what is too long are laid out. What comes on stdin goes to stdout.
    """
    files: list[_File] = []
    unread: Trouble | None = None
    for path in rulebook_files(paths):
        try:
            files.append(_read(path))
        except Trouble as trouble:
            complain(trouble.message, trouble.help)
            unread = unread or trouble
    for file in files:
        if file.formatted.text is None:
            unread = _told(file) or unread
        elif not (check or diff) and file.path != STDIN and file.changed:
            with writing(file.path, "it is left as it was"):
                rewrite_file(file.path, file.formatted.text)
    _report(files, check, diff, format, unread)
    if unread is not None:
        raise typer.Exit(MISUSE)
    if check and any(file.changed for file in files):
        raise typer.Exit(NO)


def _read(path: str) -> _File:
    """A file laid out."""
    from cardwright.dsl import Source, format_source

    data = read_file(path)
    name = "stdin" if path == STDIN else path
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Trouble(
            f"`{name}` is not UTF-8 text: byte {error.start + 1} cannot be read", "save it as UTF-8"
        ) from None
    return _File(path, text, format_source(Source(name, text)))


def _told(file: _File) -> Trouble:
    """Why a file is left as it is."""
    from cardwright.dsl import render_human

    found = file.formatted
    if found.diagnostics:
        told = render_human(found.diagnostics, {found.source.name: found.source}, colour=False, columns=width())
        print(told, file=sys.stderr)
        trouble = Trouble(f"`{found.source.name}` has errors and is left as it is", "put them right first")
    else:
        message = f"every layout of `{found.source.name}` would change what it means, so it is left as it is"
        trouble = Trouble(message, "this is a bug in cardwright: please report it with the file")
    complain(trouble.message, trouble.help)
    return trouble


def _report(files: Sequence[_File], check: bool, diff: bool, format: FmtFormat, unread: Trouble | None) -> None:
    """What was done, or would be."""
    changed = [file for file in files if file.changed]
    if format is FmtFormat.JSON:
        error = {} if unread is None else error_data(unread.message, unread.help)
        say_json({"files": [_data(file, diff) for file in files], **error})
        return
    for file in files:
        if file.path == STDIN and not (check or diff) and file.formatted.text is not None:
            sys.stdout.write(file.formatted.text)
        elif file.changed and diff:
            sys.stdout.write(_diff(file, has_colour() and format is FmtFormat.HUMAN))
        elif file.changed and (check or format is FmtFormat.CONCISE):
            say(file.formatted.source.name)
    if format is FmtFormat.HUMAN and not diff and not any(file.path == STDIN for file in files):
        kept = sum(file.formatted.text is not None for file in files) - len(changed)
        verb = "would be laid out anew" if check else "laid out anew"
        said = [f"{_counted(len(changed))} {verb}"] if changed else []
        said += [f"{_counted(kept)} left as {'it is' if kept == 1 else 'they are'}"] if kept else []
        if said:
            say(", ".join(said))


def _data(file: _File, diff: bool) -> dict[str, object]:
    from cardwright.dsl import as_data

    found = file.formatted
    data: dict[str, object] = {"path": file.path, "changed": file.changed, "ok": found.text is not None}
    if diff:
        data["diff"] = _diff(file, False)
    if file.path == STDIN:
        data["text"] = found.text
    return {**data, "diagnostics": [as_data(each) for each in found.diagnostics]}


def _diff(file: _File, colour: bool) -> str:
    """The change as a unified diff."""
    name = file.formatted.source.name
    old, new = file.text.splitlines(keepends=True), (file.formatted.text or "").splitlines(keepends=True)
    lines = []
    for line in difflib.unified_diff(old, new, f"{name}", f"{name} (laid out)"):
        shown = line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"
        lines.append(_coloured(shown) if colour else shown)
    return "".join(lines)


def _coloured(line: str) -> str:
    sign = {"+": "\033[32m", "-": "\033[31m", "@": "\033[36m"}.get(line[0], "")
    return f"{sign}{line.rstrip()}\033[0m\n" if sign else line


def _counted(number: int) -> str:
    return f"{number} file" if number == 1 else f"{number} files"
