"""From the text of a generated module to LLVM's: the few words that programs are written in, whole numbers alone.

Nothing has to be inferred: all values are whole numbers of a machine word, or arrays of them."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from .bodies import Body
from .signatures import Function

_DECLARED = """
declare i64 @llvm.ctpop.i64(i64)
declare i64 @llvm.ctlz.i64(i64, i1)
declare i64 @llvm.smax.i64(i64, i64)
declare i64 @llvm.smin.i64(i64, i64)
declare i64 @llvm.abs.i64(i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare noalias ptr @malloc(i64)
declare void @free(ptr)
"""


class Lowering:
    """The functions of a module as LLVM assembly; `columns`: how many numbers an action has in `out`."""

    def __init__(self, text: str, columns: int) -> None:
        self.columns = columns
        self.numbers: dict[str, int] = {}
        self.tables: dict[str, tuple[int, ...]] = {}
        self.functions: dict[str, Function] = {}
        for node in ast.parse(text).body:
            match node:
                case ast.FunctionDef():
                    parameters = tuple(parameter.arg for parameter in node.args.args)
                    self.functions[node.name] = Function(node, parameters)
                case ast.Assign(targets=[ast.Name(id=name)], value=value):
                    self._constant(name, value)
        self._find_arrays()

    def _constant(self, name: str, value: ast.expr) -> None:
        match value:
            case ast.Call(func=ast.Name(id="table"), args=[numbers]):
                self.tables[name] = tuple(ast.literal_eval(numbers))
            case _:
                self.numbers[name] = int(ast.literal_eval(value))

    def _find_arrays(self) -> None:
        """Which parameters are arrays: those that are read by index, or handed on to where they are, or from there."""
        changed = True
        while changed:
            changed = False
            for function in self.functions.values():
                for name, arguments in function.calls:
                    called = self.functions.get(name)
                    for argument, parameter in zip(arguments, called.parameters if called else (), strict=False):
                        if called is None or not isinstance(argument, ast.Name):
                            continue
                        given, taken = argument.id, parameter
                        if given in function.arrays and taken not in called.arrays:
                            called.arrays.add(taken)
                            changed = True
                        if given in function.parameters:
                            for mine, theirs in ((function.arrays, called.arrays), (function.wide, called.wide)):
                                if taken in theirs and given not in mine:
                                    mine.add(given)
                                    changed = True

    def signature(self, name: str) -> tuple[tuple[str, int], ...]:
        """The parameters of a function, and how many dimensions each has."""
        function = self.functions[name]
        return tuple((name, (name in function.arrays) + (name in function.wide)) for name in function.parameters)

    def returns(self, name: str) -> int:
        """How many numbers a function returns."""
        return self.functions[name].returned

    def assembly(self, names: Iterable[str], prefix: str) -> str:
        """These functions and all that they call, the first ones under `prefix` and their name for others to call."""
        exported = set(names)
        wanted, todo = dict.fromkeys(exported), list(exported)
        while todo:
            for other, _ in self.functions[todo.pop()].calls:
                if other in self.functions and other not in wanted:
                    wanted[other] = None
                    todo.append(other)
        told: list[str] = [_DECLARED]
        used: set[str] = set()
        for name, function in self.functions.items():
            if name in wanted:
                told.append(
                    Body(self, function, f"{prefix}{name}", "" if name in exported else "internal ", prefix).text
                )
                used |= {node.id for node in ast.walk(function.node) if isinstance(node, ast.Name)}
        for name, numbers in self.tables.items():
            if name in used:
                row = ", ".join(f"i64 {number}" for number in numbers)
                told.append(f"@{prefix}{name} = internal unnamed_addr constant [{len(numbers)} x i64] [{row}]")
        return "\n".join(told)
