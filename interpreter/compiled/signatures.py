"""What is known of the functions of a program before they are lowered: parameters, arrays among them, calls."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from typing import Protocol


@dataclass(slots=True)
class Function:
    """A function as it is read: what its parameters are, and how many numbers it returns."""

    node: ast.FunctionDef
    parameters: tuple[str, ...]
    arrays: set[str] = field(default_factory=set)
    wide: set[str] = field(default_factory=set)
    """Those of the arrays that have rows and columns: their number of rows is told with them."""
    calls: list[tuple[str, list[ast.expr]]] = field(default_factory=list)
    returned: int = 0

    def __post_init__(self) -> None:
        for node in ast.walk(self.node):
            match node:
                case ast.Subscript(value=ast.Name(id=name), slice=ast.Tuple()):
                    self.wide.add(name)
                case ast.Subscript(value=ast.Name(id=name)):
                    self.arrays.add(name)
                case ast.Call(func=ast.Name(id="part"), args=[ast.Name(id=name), _]):
                    self.arrays.add(name)
                case ast.Call(func=ast.Name(id="len"), args=[ast.Name(id=name)]):
                    self.wide.add(name)
                case ast.Call(func=ast.Name(id="rows_from"), args=[ast.Name(id=name), _]):
                    self.wide.add(name)
                case ast.Call(func=ast.Name(id=name), args=arguments):
                    self.calls.append((name, arguments))
                case ast.Pow():
                    self.calls.append(("power", []))
                case ast.Return(value=ast.Tuple(elts=elements)):
                    self.returned = len(elements)
                case ast.Return(value=ast.expr()):
                    self.returned = max(self.returned, 1)
        self.wide &= set(self.parameters)
        self.arrays = self.arrays & set(self.parameters) | self.wide


class Module(Protocol):
    """What a function has to know of the module that it is in."""

    columns: int
    numbers: dict[str, int]
    tables: dict[str, tuple[int, ...]]
    functions: dict[str, Function]


def called(call: ast.Call) -> str:
    """The name of the function that is called."""
    return call.func.id if isinstance(call.func, ast.Name) else ""
