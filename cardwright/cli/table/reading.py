"""Reading what people type: the end of input and Ctrl-C are ways to leave, not errors."""

from __future__ import annotations

import contextlib
import sys


class Left(Exception):
    """A person has left the table; the message says how."""


class Reader:
    """Reads lines from stdin. Where no terminal is, lines are echoed, so that a transcript reads well."""

    def __init__(self) -> None:
        self._terminal = sys.stdin.isatty()
        if self._terminal:
            # Cursor keys and the lines typed before come with it, where the platform has it.
            with contextlib.suppress(ImportError):
                import readline  # noqa: F401

    def ask(self, prompt: str) -> str:
        """One line; raises Left at the end of input, and when it is interrupted."""
        try:
            if self._terminal:
                return input(prompt)
            print(prompt, end="", flush=True)
            line = sys.stdin.readline()
        except EOFError:
            print()
            raise Left("the input has ended") from None
        except KeyboardInterrupt:
            print()
            raise Left("interrupted") from None
        if not line:
            print()
            raise Left("the input has ended")
        print(line.rstrip("\r\n"))
        return line

    def agrees(self, question: str, otherwise: bool = False) -> bool:
        """A yes or no; an empty line is `otherwise`."""
        while True:
            answer = self.ask(f"{question} [{'Y/n' if otherwise else 'y/N'}] ").strip().casefold()
            if answer in ("q", "quit", "exit"):
                raise Left("you left the table")
            if answer in ("", "y", "yes", "n", "no"):
                return otherwise if not answer else answer.startswith("y")
            print("Type y for yes, n for no, or q to leave the table.")
