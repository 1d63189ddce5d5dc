"""Where generated modules and their machine code are kept: by what they say, for their owner alone.

Nothing that is read from here is ever run as it is: a module is written anew (it takes milliseconds), and what lies
here counts only if it has the same bytes. Machine code cannot be made anew each time: it is kept only where nobody else
can write, with a sum that tells when it is damaged."""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import stat
import tempfile
import time
from pathlib import Path

from platformdirs import user_cache_dir

VARIABLE = "CARDWRIGHT_CACHE_DIR"
"""The environment variable that names another folder."""
_MOST = 256
"""How many modules are kept: the oldest go first."""
_STALE = 3600
"""After so many seconds, what belongs to no module is not being written any more."""


def digest(text: str, *others: bytes) -> str:
    """What a module is known by: a hash of its text, and of what else decides how it is run."""
    told = hashlib.sha256(text.encode())
    for other in others:
        told.update(b"\0" + other)
    return told.hexdigest()[:24]


def keep(name: str, text: str) -> Path | None:
    """The file of a module with this text, written if it is not there; None where nothing can be kept safely."""
    folder = _folder()
    if folder is None:
        return None
    path = folder / f"{re.sub('[^A-Za-z0-9_-]', '_', name)}.py"
    told = text.encode()
    try:
        if not path.is_symlink() and path.is_file() and path.read_bytes() == told:
            return path
        _write(path, told)
        _make_room(folder)
    except OSError:
        return None
    return path


def keep_code(path: Path, code: bytes) -> None:
    """Keep machine code beside the text that it was made of."""
    with contextlib.suppress(OSError):
        _write(path, hashlib.sha256(code).digest() + code)


def code_kept(path: Path) -> bytes | None:
    """The machine code that is kept there; None where there is none, or it is damaged."""
    try:
        told = path.read_bytes()
    except OSError:
        return None
    size = hashlib.sha256().digest_size
    return told[size:] if hashlib.sha256(told[size:]).digest() == told[:size] else None


def _folder() -> Path | None:
    """The folder, made if it is not there; None if it is not its owner's alone, or cannot be made."""
    named = os.environ.get(VARIABLE)
    folder = (Path(named) if named else Path(user_cache_dir("cardwright", appauthor=False))) / "compiled"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return folder if _is_own(folder) else None
    except OSError:
        return None


def _is_own(folder: Path) -> bool:
    """Whether a folder is the user's, and nobody else can write there."""
    told = folder.lstat()
    if not stat.S_ISDIR(told.st_mode) or not os.access(folder, os.W_OK | os.X_OK):
        return False
    return not hasattr(os, "getuid") or (told.st_uid == os.getuid() and not told.st_mode & 0o022)


def _write(path: Path, told: bytes) -> None:
    """Put a file there in one step: others see it whole, or not at all."""
    handle, name = tempfile.mkstemp(prefix=".", suffix=".tmp", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(told)
        Path(name).replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            Path(name).unlink()
        raise


def _make_room(folder: Path) -> None:
    """Throw away the oldest modules, with their machine code, and what a process left behind that was stopped."""
    modules = sorted(folder.glob("*.py"), key=lambda path: path.stat().st_mtime, reverse=True)
    kept = {path.stem for path in modules[:_MOST]}
    gone = {path.stem for path in modules[_MOST:]}
    for path in folder.iterdir():
        name = path.name.partition(".")[0]
        if name in gone or (name not in kept and path.stat().st_mtime < time.time() - _STALE):
            path.unlink(missing_ok=True)
