"""Opening a rulebook under the answers of the table."""

from __future__ import annotations

import stat
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from .failures import NO, Trouble
from .options import answers
from .output import command

if TYPE_CHECKING:
    from cardwright.dsl import Checked, Diagnostic, RulebookError, Span
    from cardwright.interpreter import Game

_ABOUT_ANSWERS = frozenset({"CW407", "CW408", "CW409"})
_MOST_LINES = 6
_MOST_BYTES = 64 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Opened:
    """A game with the text of its rulebook."""

    game: Game
    checked: Checked

    def clause(self, span: Span | None) -> str:
        """What the rulebook says at a place: the whole lines, without what is common to their left."""
        source = None if span is None else self.checked.source.holding(span)
        if span is None or source is None or span.file != source.name:
            return ""
        lines = [line.rstrip() for line in source.lines[span.line - 1 : span.end_line]]
        indent = min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0)
        shown = [line[indent:].partition("##")[0].rstrip() for line in lines]
        if len(shown) > _MOST_LINES:
            shown = [*shown[: _MOST_LINES - 1], "…"]
        return "\n".join(shown)


def open_rulebook(name: str) -> Checked:
    """A shipped rulebook or a file, checked; raises Trouble where there is none."""
    from cardwright.dsl import NotFound, find, shipped

    try:
        if name not in shipped():
            _refuse_what_is_no_text(name)
        return find(name)
    except NotFound as error:
        raise Trouble(str(error), "`cardwright list` shows the rulebooks that ship") from None
    except ValueError:
        raise Trouble(f"`{name!r}` is no name of a rulebook, and no path") from None
    except OSError as error:
        raise Trouble(f"cannot read `{name}`: {error.strerror}") from None


def rulebook_files(paths: Sequence[str], *endings: str) -> list[str]:
    """The files meant by files, folders and names, each once; in folders those with such endings, and rulebooks."""
    found: list[str] = []
    for path in paths:
        if _is_folder(path):
            wanted = (".rules", *endings)
            inside = sorted(str(file) for file in Path(path).iterdir() if file.suffix in wanted and file.is_file())
            if not inside:
                raise Trouble(f"there is no rulebook in `{path}`", "a rulebook is a file that ends in `.rules`")
            found += inside
        else:
            found.append(path)
    return list(dict.fromkeys(found))


def _is_folder(path: str) -> bool:
    try:
        return Path(path).is_dir()
    except (OSError, ValueError):
        return False


def open_game(name: str, with_: Sequence[str] | None, without: Sequence[str] | None) -> Opened:
    """The game of a rulebook under these answers; raises Trouble for what is wrong with either."""
    return opened(open_rulebook(name), answers(with_, without))


def opened(checked: Checked, given: dict[str, str]) -> Opened:
    """The game of a checked rulebook under these answers."""
    from cardwright.dsl import RulebookError
    from cardwright.interpreter import Game

    try:
        return Opened(Game(checked.settle(given)), checked)
    except RulebookError as error:
        raise refused(error) from None


def refused(error: RulebookError) -> Trouble:
    """Why a rulebook cannot be played: the answers that were given, or its own errors."""
    if all(diagnostic.code in _ABOUT_ANSWERS for diagnostic in error.diagnostics):
        first = error.diagnostics[0]
        return Trouble("; ".join(each.message for each in error.diagnostics), first.help)
    return Trouble(_counted(error.diagnostics), f"{command('check', error.source.name)} shows them all", NO)


def _counted(diagnostics: Sequence[Diagnostic]) -> str:
    first = diagnostics[0]
    more = f"; and {len(diagnostics) - 1} more" if len(diagnostics) > 1 else ""
    return f"this rulebook has errors: {first.span}: {first.message}{more}"


def read_file(path: str) -> bytes:
    """The bytes of a file, or of stdin for `-`; raises Trouble."""
    try:
        if path == "-":
            found = sys.stdin.buffer.read(_MOST_BYTES + 1)
        else:
            _refuse_what_is_no_text(path)
            with Path(path).open("rb") as file:
                found = file.read(_MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        raise Trouble(f"cannot read `{path}`: {getattr(error, 'strerror', None) or error}") from None
    if len(found) > _MOST_BYTES:
        raise _too_large(path)
    return found


def _too_large(path: str, size: int | None = None) -> Trouble:
    told = "" if size is None else f": {size:,} bytes"
    return Trouble(f"`{path}` is too large{told}", f"at most {_MOST_BYTES:,} bytes are read")


def _refuse_what_is_no_text(path: str) -> None:
    """Raise Trouble for a device that never ends, and for a file that is far too large to be written by people."""
    try:
        found = Path(path).stat()
    except FileNotFoundError:
        return
    if stat.S_ISCHR(found.st_mode) or stat.S_ISBLK(found.st_mode) or stat.S_ISSOCK(found.st_mode):
        raise Trouble(f"`{path}` is no file")
    if found.st_size > _MOST_BYTES:
        raise _too_large(path, found.st_size)
