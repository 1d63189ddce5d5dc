"""Writing the source of a module: lines, blocks, names that are used once, tables of numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import accumulate
from typing import TypeAlias

from .layout import CannotCompile

_WORD = re.compile(r"[A-Za-z0-9_]+")

Words: TypeAlias = tuple[str, ...]
"""Cards in a program: for each word the expression that has it."""


class Source:
    """The text of a module, written from top to bottom; constants and tables come first wherever they are asked for.

    `native`: it becomes machine code, where actions go into an array; in plain Python they are tuples in a list.
    `bounded`: numbers must fit machine words, as they must in the native form."""

    def __init__(self, native: bool, bounded: bool = False) -> None:
        self.native = native
        self.bounded = native or bounded
        self._lines: list[str] = []
        self._head: list[str] = []
        self._aside: list[str] = []
        self._defined: set[str] = set()
        self._tables: dict[tuple[int | str, ...], str] = {}
        self._named: dict[str, int] = {}
        self._depth = 0

    # ---- lines -------------------------------------------------------------------------------------------------

    def line(self, text: str = "") -> None:
        """One line, as deep as the block it is in."""
        self._lines.append("    " * self._depth + text if text else "")

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """Lines under a head such as `if x:`; what has no line says `pass`."""
        self.line(head)
        self._depth += 1
        before = len(self._lines)
        yield
        if len(self._lines) == before:
            self.line("pass")
        self._depth -= 1

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Functions that come before all that is written so far, such as helpers asked for in the middle of another."""
        lines, depth = self._lines, self._depth
        self._lines, self._depth = [], 0
        try:
            yield
            self._aside.extend(self._lines)
        finally:
            self._lines, self._depth = lines, depth

    @contextmanager
    def body(self) -> Iterator[list[str]]:
        """The lines of a function whose head is not known yet: they are collected, and stand nowhere."""
        lines, depth = self._lines, self._depth
        self._lines, self._depth = [], 0
        try:
            yield self._lines
        finally:
            self._lines, self._depth = lines, depth

    @contextmanager
    def function(self, name: str, parameters: str, told: str) -> Iterator[None]:
        """A function of the module, with what it does in a sentence."""
        if name in self._defined:
            raise CannotCompile(f"two functions that would both be called `{name}`")
        self._defined.add(name)
        self.line()
        self.line()
        self.line("@jit")
        with self.block(f"def {name}({parameters}):"):
            self.line(f'"""{plain(told)}"""')
            yield

    # ---- names -------------------------------------------------------------------------------------------------

    def new(self, base: str) -> str:
        """A name for a local variable that no other has."""
        number = self._named[base] = self._named.get(base, 0) + 1
        return base if number == 1 else f"{base}{number}"

    def constant(self, name: str, value: int) -> str:
        """A number with a name."""
        text = f"{name} = {value}"
        if text not in self._head:
            self._head.append(text)
        return name

    def table(self, name: str, values: Sequence[int]) -> str:
        """A table of whole numbers, read as `NAME[at]`; the same values are written once. Returns its name."""
        told = tuple(values)
        known = self._tables.get((name, *told))
        if known is None:
            number = self._named[name] = self._named.get(name, 0) + 1
            known = self._tables[name, *told] = name if number == 1 else f"{name}__{number}"
            same = known if self.native else self._tables.setdefault(told, known)
            self._head.append(f"{known} = {same if same != known else f'table({_row(values)})'}")
        return known

    def lists(self, name: str, rows: Sequence[Sequence[int]]) -> str:
        """A table of lists of numbers, walked by `each`. Returns its name."""
        key = (-1, *(number for row in rows for number in (len(row), *row)))
        known = self._tables.get(key)
        if known is None:
            number = self._named[name] = self._named.get(name, 0) + 1
            known = self._tables[key] = name if number == 1 else f"{name}__{number}"
            if self.native:
                ends = tuple(accumulate(map(len, rows), initial=0))
                self._head.append(f"{known}_AT = table({_row(ends)})")
                self._head.append(f"{known} = table({_row([value for row in rows for value in row] or [0])})")
            else:
                self._head.append(f"{known} = ({''.join(f'{_row(row)}, ' for row in rows).rstrip()})")
        return known

    @contextmanager
    def each(self, variable: str, lists: str, at: str) -> Iterator[None]:
        """Lines for each number of a list of `lists`."""
        if not self.native:
            with self.block(f"for {variable} in {lists}[{at}]:"):
                yield
            return
        place = self.new("i")
        with self.block(f"for {place} in range({lists}_AT[{at}], {lists}_AT[{at} + 1]):"):
            self.line(f"{variable} = {lists}[{place}]")
            yield

    def high_bit(self, number: str) -> str:
        """The place of the highest bit of a number that is not 0."""
        return f"high_bit({number})" if self.native else f"({number}).bit_length() - 1"

    # ---- actions -----------------------------------------------------------------------------------------------

    def put(self, verb: str, rung: str, key: str, same: str, size: str, cards: Words) -> None:
        """An action is found: it goes to `out` (of which `n` counts how many are there, in the native form)."""
        told = (verb, rung, key, same, size, *cards)
        if not self.native:
            self.line(f"out.append(({', '.join(told)}))")
            return
        if "put" not in self._named:
            self._named["put"] = 1
            with self.aside():
                columns = [f"a{at}" for at in range(len(told))]
                with self.function("put", f"out, n, {', '.join(columns)}", "One more action, if there is room."):
                    with self.block("if n < len(out):"):
                        for at, column in enumerate(columns):
                            self.line(f"out[n, {at}] = {column}")
                    self.line("return n + 1")
        self.line(f"n = put(out, n, {', '.join(told)})")

    @property
    def text(self) -> str:
        """The whole module, without its first lines."""
        return "\n".join([*self._head, *self._aside, *self._lines, ""])


def _row(values: Sequence[int]) -> str:
    told = ", ".join(map(str, values))
    return f"({told},)" if len(values) == 1 else f"({told})"


def times(words: int, text: str) -> Words:
    """For each word the text with its number in place of `#`."""
    return tuple(text.replace("#", str(word)) for word in range(words))


def plain(text: str) -> str:
    """A text of a rulebook as it can stand in a docstring, on one line: it says the same, and can say nothing else."""
    shown = "".join(letter if letter.isprintable() else " " for letter in text)
    return shown.replace("\\", "/").replace('"', "'")


def ident(name: str) -> str:
    """The name of a rulebook as a part of names in a program: two names never become one, whatever is put behind them
    with two strokes."""
    if _WORD.fullmatch(name) and "Z" not in name and "__" not in name and not name.endswith("_"):
        return name
    letters = name.replace("Z", "ZZ").replace("_", "Zu")
    return "".join(letter if _WORD.fullmatch(letter) else f"Zx{ord(letter):x}Z" for letter in letters)
