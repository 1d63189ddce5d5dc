"""What goes wrong, and how a user is told: a line, advice, and an exit code, never a traceback."""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any

import typer

from .output import say_json

NO = 1
"""The answer is no, or the rulebook has errors."""
MISUSE = 2
"""Wrong use, or something that cannot be read."""
BUG = 3
"""Our own mistake."""

_LONGEST = 300


class Trouble(Exception):
    """Something the user can put right; `help` says how."""

    def __init__(self, message: str, help: str | None = None, code: int = MISUSE) -> None:
        super().__init__(message)
        self.message = message
        self.help = help
        self.code = code


@contextmanager
def writing(file: str | Path, help: str | None = None) -> Iterator[None]:
    """What goes wrong inside is that this file cannot be written."""
    try:
        yield
    except (OSError, ValueError) as error:
        raise Trouble(f"cannot write `{file}`: {getattr(error, 'strerror', None) or error}", help) from None


def complain(message: str, help: str | None = None, as_json: bool = False) -> None:
    """Tell a user on stderr what is wrong and what to do about it; and a program, as JSON on stdout."""
    print(f"error: {shortened(message)}", file=sys.stderr)
    if help:
        print(f"  help: {shortened(help)}", file=sys.stderr)
    if as_json:
        say_json(error_data(message, help))


def error_data(message: str, help: str | None) -> dict[str, Any]:
    """What is wrong, as JSON has it."""
    return {"error": {"message": shortened(message), "help": None if help is None else shortened(help)}}


def shortened(text: str) -> str:
    """A message of bearable length, whatever the user gave us."""
    if len(text) <= _LONGEST:
        return text
    return f"{text[: _LONGEST // 2]} … {text[-_LONGEST // 2 :]}"


def guarded(verb: Callable[..., Any]) -> Callable[..., Any]:
    """The verb, with everything that may go wrong turned into words and an exit code."""

    @functools.wraps(verb)
    def run(*args: Any, **named: Any) -> None:
        as_json = named.get("format") == "json"
        try:
            verb(*args, **named)
        except (typer.Exit, typer.Abort):
            raise
        except Trouble as trouble:
            complain(trouble.message, trouble.help, as_json)
            raise typer.Exit(trouble.code) from None
        except BrokenPipeError:
            # Whoever read us has seen enough (`| head`). What is still in the buffer goes nowhere.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise typer.Exit(0) from None
        except OSError as error:
            message = f"cannot read `{error.filename}`: {error.strerror}" if error.filename else str(error)
            complain(message, None, as_json)
            raise typer.Exit(MISUSE) from None
        except KeyboardInterrupt:
            print("\nstopped", file=sys.stderr)
            raise typer.Exit(130) from None
        except Exception as error:
            raise typer.Exit(_explained(error, as_json)) from None

    return run


def _explained(error: Exception, as_json: bool) -> int:
    """Tell what the interpreter raised; what only we can put right is called our bug, in one line."""
    if not isinstance(error, ImportError):
        # Loaded here: whoever has come this far has waited for it already.
        from cardwright.interpreter import CardwrightError, Invalid, InvariantBroken

        if isinstance(error, InvariantBroken):
            complain(str(error), f"the rule stands at {error.span}" if error.span else None, as_json)
            return NO
        if isinstance(error, CardwrightError):
            start = error.start if isinstance(error, Invalid) else 0
            help = pointed(error.text, start) if isinstance(error, Invalid) and start else None
            complain(str(error), help, as_json)
            return MISUSE
    where = _place(error.__traceback__)
    said = " ".join(shortened(str(error)).split())
    message = f"this is a bug in cardwright, not in what you did: {type(error).__name__}: {said} ({where})"
    print(f"{message}. Please report this line with the command and the rulebook.", file=sys.stderr)
    if as_json:
        say_json(error_data(message, None))
    return BUG


def pointed(text: str, start: int) -> str:
    """The place in a text where reading stopped."""
    return f"it stands after `{shortened(text[:start].strip())}`"


def _place(trace: TracebackType | None) -> str:
    """The file and line that raised."""
    if trace is None:
        return "place unknown"
    while trace.tb_next is not None:
        trace = trace.tb_next
    return f"{Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}"
