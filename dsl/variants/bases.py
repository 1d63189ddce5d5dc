"""Finding the text of a base: a rulebook that ships, or a file beside the variant."""

from __future__ import annotations

import os
from pathlib import Path

from .. import ast
from ..diagnostics import Diagnostic, problem, rewrite
from ..near import near
from ..parser import parse
from ..shelf import ENDING, is_there, shipped, shipped_source
from ..source import Source
from ..words import listing

_MOST_BYTES = 1_000_000


def find_base(asked: ast.Base, source: Source) -> Source | Diagnostic:
    """The text of the base that a file names, or why there is none."""
    return _shipped(asked.name, source) if isinstance(asked.name, ast.Name) else _file(asked.name, source)


def find_rulebook(name: ast.Name, source: Source) -> Source | None:
    """The text of the rulebook whose examples a file holds: a file in its folder that declares it, or one that
    ships."""
    beside = _folder(source) / f"{name.text}{ENDING}"
    if source.path is not None and is_there(beside) and beside.is_file():
        try:
            found = Source(str(beside), beside.read_bytes().decode("utf-8", "replace"), beside)
        except OSError:
            return None
        file = parse(found).ast
        if file is None or file.header.name.text == name.text:
            return found
    return shipped_source(name.text)


def identity(source: Source) -> str:
    """What tells whether two texts are the same rulebook: the file they were read from, or their name."""
    return identity_of(source.path) if source.path is not None else source.name


def _shipped(name: ast.Name, source: Source) -> Source | Diagnostic:
    found = shipped_source(name.text)
    if found is not None:
        # A file of one's own may be called like the rulebook it alters: places need names that differ.
        taken = {one.name for one in source.all}
        return found if found.name not in taken else Source(f"rulebooks/{found.name}", found.text)
    close = near(name.text, shipped())
    beside = _folder(source) / f"{name.text}{ENDING}"
    fix = rewrite(name.span, close[0]) if len(close) == 1 else None
    if is_there(beside):
        path = f'"{name.text}{ENDING}"'
        help, fix = f"for the file beside this one write `extends {path}`", rewrite(name.span, path)
    elif close:
        help = f"did you mean {listing(f'`{one}`' for one in close)}?"
    else:
        help = f'shipped: {", ".join(shipped())}; a file is named by its path: `extends "club.rules"`'
    return problem("CW219", f"no rulebook `{name.text}` ships with Cardwright", name.span, help=help, fix=fix)


def _file(path: ast.Text, source: Source) -> Source | Diagnostic:
    place = Path(os.path.normpath(_folder(source) / path.value))
    why, help = None, "the path is read from the folder of this file"
    if not path.value.strip() or not is_there(place):
        why = f"there is no file `{path.value}`"
        try:
            files = [one.name for one in place.parent.glob(f"*{ENDING}") if identity_of(one) != identity(source)]
        except (OSError, ValueError):
            files = []
        close = near(place.name, sorted(files)[:100])
        if close:
            help = f"did you mean {listing(f'`{one}`' for one in close)}?"
        elif path.value in shipped():
            help = f"a rulebook that ships is named without quotation marks: `extends {path.value}`"
    elif not place.is_file():
        why = f"`{path.value}` is no file"
    elif place.stat().st_size > _MOST_BYTES:
        why, help = f"`{path.value}` is too large for a rulebook", "is it one?"
    if why is None:
        try:
            return Source(str(place), place.read_bytes().decode("utf-8"), place)
        except UnicodeDecodeError:
            why, help = f"`{path.value}` is not UTF-8 text", "save it as UTF-8"
        except OSError as error:
            why, help = f"`{path.value}` cannot be read: {error.strerror}", "may you read it?"
    return problem("CW219", why, path.span, help=help)


def identity_of(path: Path) -> str:
    """The same, of a file that was not read."""
    return os.path.realpath(path)


def _folder(source: Source) -> Path:
    return source.path.parent if source.path is not None else Path()
