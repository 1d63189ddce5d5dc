"""Generated modules as machine code: kernels of Numba whose whole inside is lowered by `Lowering`.

Importing this takes Numba: `pip install cardwright[fast]`."""

from __future__ import annotations

import pickle
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import llvmlite.binding as llvm
from llvmlite import ir
from numba import njit, types
from numba.core.errors import NumbaError
from numba.extending import intrinsic

from .layout import CannotCompile
from .lowering import Lowering

_KINDS = (types.int64, types.int64[::1], types.int64[:, ::1])
"""What a parameter is, by how many dimensions it has."""
_SPOILT = (OSError, EOFError, ValueError, KeyError, TypeError, AttributeError, ImportError, pickle.UnpicklingError)
"""What reading a cache can come to that is not as it was written."""


class NativeModule:
    """The functions of a generated module, each compiled when it is first asked for, with all that it calls.

    `path`: the file that has the text, beside which Numba keeps the machine code; None: it is kept nowhere."""

    def __init__(self, name: str, text: str, columns: int, path: Path | None) -> None:
        self._lowering = Lowering(text, columns)
        self._path = path
        self._module = ModuleType(name)
        self._kernels: dict[str, Any] = {}
        # What Numba reads from its cache is looked for in the module that it was compiled in.
        sys.modules[name] = self._module

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name not in self._lowering.functions:
            raise AttributeError(name)
        kernel = self._kernels.get(name)
        if kernel is None:
            kernel = self._kernels[name] = self._compile(name)
        return kernel  # type: ignore[no-any-return]

    def _compile(self, name: str) -> Any:
        signature = self._lowering.signature(name)
        names = ", ".join(parameter for parameter, _ in signature)
        kinds = tuple(_KINDS[dimensions] for _, dimensions in signature)
        code = f"def {name}({names}):\n    return _{name}({names})\n"
        space: dict[str, Any] = self._module.__dict__
        space[f"_{name}"] = _lowered(self._lowering, name)
        exec(compile(code, str(self._path or "<compiled>"), "exec"), space)
        kept = self._path is not None
        try:
            kernel = self._kernel(space[name], kinds, kept)
        except _SPOILT:
            if self._path is None:
                raise
            # What lies in the cache is damaged: it is made anew.
            for old in (self._path.parent / "__pycache__").glob(f"{self._path.stem}.{name}-*.nb?"):
                old.unlink(missing_ok=True)
            kernel = self._kernel(space[name], kinds, kept)
        space[name] = kernel
        return kernel

    @staticmethod
    def _kernel(function: Callable[..., Any], kinds: tuple[Any, ...], keep: bool) -> Any:
        try:
            return njit(kinds, cache=keep, nogil=True, error_model="numpy", no_cfunc_wrapper=True)(function)
        except NumbaError as error:
            raise CannotCompile(str(error)) from error


def _lowered(lowering: Lowering, name: str) -> Any:
    """A function of a module as a word that Numba knows."""
    signature = lowering.signature(name)
    returns = types.int64 if lowering.returns(name) else types.none
    names = ", ".join(parameter for parameter, _ in signature)

    def generate(context: Any, builder: Any, signed: Any, arguments: Any) -> Any:
        prefix = f"cardwright.{name}."
        module = llvm.parse_assembly(lowering.assembly([name], prefix))
        context.active_code_library.add_llvm_module(module)
        told: list[Any] = []
        for argument, kind in zip(arguments, signed.args, strict=True):
            if isinstance(kind, types.Array):
                array = context.make_array(kind)(context, builder, argument)
                told.append(array.data)
                if kind.ndim == 2:
                    told.append(builder.extract_value(array.shape, 0))
            else:
                told.append(argument)
        word = ir.IntType(64)
        kind = ir.FunctionType(word if lowering.returns(name) else ir.VoidType(), [value.type for value in told])
        found = builder.call(ir.Function(builder.module, kind, prefix + name), told)
        return found if lowering.returns(name) else context.get_dummy_value()

    space: dict[str, Any] = {"returns": returns, "generate": generate}
    # Numba binds arguments by their names.
    code = f"def typed(context, {names}):\n    return returns({names}), generate\n"
    exec(code, space)
    return intrinsic(space["typed"])
