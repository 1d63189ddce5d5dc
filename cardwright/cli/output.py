"""Writing answers: text or JSON on stdout, in signs that the terminal has."""

from __future__ import annotations

import io
import json
import os
import shlex
import shutil
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardwright.display.lines import has_signs

if TYPE_CHECKING:
    from rich.console import Console


def prepare_streams() -> None:
    """Let no character that a terminal lacks, no byte that is not text, and no stream that is closed stop us."""
    # Where a shell has closed a stream (`<&-`), Python has None in its place.
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115 (open to the end)
    for stream, errors in ((sys.stdout, "backslashreplace"), (sys.stdin, "replace")):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)


def say(text: str = "") -> None:
    """One line (or several) on stdout."""
    print(text)


def say_all(lines: Iterable[str]) -> None:
    """Several lines on stdout."""
    for line in lines:
        print(line)


def say_json(data: Any) -> None:
    """A JSON value on one line of stdout."""
    print(json.dumps(data, ensure_ascii=not has_signs()))


def has_colour() -> bool:
    """Whether stdout is a terminal that shows colours, and nobody asked for none."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def width() -> int:
    """How wide lines may be: as wide as the terminal, but very wide lines are no pleasure to read."""
    return max(40, min(shutil.get_terminal_size((80, 24)).columns, 100))


def command(*words: str) -> str:
    """A command as it can be typed: what has blanks stands between quotation marks."""
    return f"`{shlex.join(('cardwright', *words))}`"


def is_terminal() -> bool:
    """Whether a person sits at both ends."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def console() -> Console:
    """A console that wraps and colours; without colour where `NO_COLOR` is set or stdout is no terminal."""
    from rich.console import Console

    return Console(highlight=False, markup=False, emoji=False, width=width(), no_color=not has_colour())


def columns(rows: Iterable[tuple[str, ...]], indent: str = "  ") -> list[str]:
    """Rows with their columns set flush, wide characters counted as two; the last column runs free."""
    from rich.cells import cell_len, set_cell_size

    rows = list(rows)
    widths = [max(map(cell_len, column)) for column in zip(*rows, strict=True)]
    return [
        (indent + "  ".join([*(set_cell_size(c, w) for c, w in zip(row[:-1], widths, strict=False)), row[-1]])).rstrip()
        for row in rows
    ]


def rewrite_file(path: str | Path, text: str, *, keep_ends: bool = False) -> None:
    """Write a file in one step, with the rights it had (and the line ends, if asked): a reader finds all of the old
    text, or all of the new."""
    import tempfile

    target = Path(path).resolve()
    if keep_ends and b"\r\n" in target.read_bytes():
        text = text.replace("\n", "\r\n")
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.", suffix=".tmp")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="") as file:
            file.write(text)
        Path(name).chmod(target.stat().st_mode & 0o7777)
        Path(name).replace(target)
    except OSError:
        Path(name).unlink(missing_ok=True)
        raise
