"""Generated modules as machine code: lowered by `Lowering`, made by LLVM, and called without the lock of Python.

Importing this takes llvmlite and NumPy: `pip install cardwright[fast]`."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from ctypes import CFUNCTYPE, c_int64
from functools import cached_property
from pathlib import Path
from threading import RLock
from typing import Any

import llvmlite
import llvmlite.binding as llvm
import numpy as np

from .cache import code_kept, keep_code
from .layout import CannotCompile
from .lowering import Lowering

_PREFIX = "cardwright."
_LEVEL = 2
"""How much LLVM is to optimise: more takes twice as long to make, and plays no faster."""

llvm.initialize_native_target()
llvm.initialize_native_asmprinter()


def machine() -> str:
    """What machine code depends on beside the text: the compiler, and the processor that it is for."""
    return f"{llvmlite.__version__} {llvm.get_default_triple()} {llvm.get_host_cpu_name()} {_features()}"


class NativeModule:
    """The functions of a generated module, each made when it is first asked for, with all that it calls. They take
    whole numbers and arrays of them. `path`: the file that has the text, beside which they are kept, if any."""

    def __init__(self, text: str, columns: int, path: Path | None) -> None:
        self._text = text
        self._columns = columns
        self._path = path
        self._lock = RLock()

    @cached_property
    def _lowering(self) -> Lowering:
        return Lowering(self._text, self._columns)

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name.startswith("_"):
            raise AttributeError(name)
        with self._lock:
            known: Callable[..., Any] | None = vars(self).get(name)
            if known is None:
                engine, head = self._running(name)
                known = vars(self)[name] = _function(engine, name, **head)
        return known

    def by_addresses(self, name: str) -> Callable[..., int]:
        """A function that returns a number, for who calls it often: arrays are told by where they are, those of rows
        with how many there are. Nothing is checked."""
        with self._lock:
            engine, head = self._running(name)
        numbers = len(head["dimensions"]) + head["dimensions"].count(2)
        function: Callable[..., int] = _raw(engine, name, c_int64, [c_int64] * numbers)
        return function

    def _running(self, name: str) -> tuple[Any, dict[str, Any]]:
        """The engine of a function, as it is kept or made anew, and what the function takes and gives."""
        path = None if self._path is None else self._path.with_name(f"{self._path.stem}.{name}.o")
        code = None if path is None else code_kept(path)
        if code is None:
            code = self._made(name)
            if path is not None:
                keep_code(path, code)
        head, _, binary = code.partition(b"\n")
        engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), _target())
        engine.add_object_file(llvm.ObjectFileRef.from_data(binary))
        engine.finalize_object()
        return engine, json.loads(head)

    def _made(self, name: str) -> bytes:
        """A line that tells what the function takes and gives, then its machine code. Raises CannotCompile."""
        if name not in self._lowering.functions:
            raise AttributeError(name)
        target = _target()
        try:
            module = llvm.parse_assembly(self._lowering.assembly([name], _PREFIX))
            module.triple, module.data_layout = llvm.get_default_triple(), str(target.target_data)
            options = llvm.create_pipeline_tuning_options(_LEVEL)
            options.loop_vectorization = options.slp_vectorization = False
            builder = llvm.create_pass_builder(target, options)
            builder.getModulePassManager().run(module, builder)
            binary: bytes = target.emit_object(module)
        except RuntimeError as error:
            raise CannotCompile(str(error)) from error
        dimensions = [number for _, number in self._lowering.signature(name)]
        head = {"dimensions": dimensions, "returns": bool(self._lowering.returns(name))}
        return json.dumps(head).encode() + b"\n" + binary


def _features() -> str:
    return str(llvm.get_host_cpu_features().flatten())


def _target() -> Any:
    """This machine: one for each engine, which takes it over."""
    return llvm.Target.from_default_triple().create_target_machine(
        cpu=llvm.get_host_cpu_name(), features=_features(), opt=_LEVEL, codemodel="jitdefault", jit=True
    )


def _raw(engine: Any, name: str, returns: Any, kinds: Sequence[Any]) -> Any:
    """A function of an engine, which lives as long as the function: with it goes the machine code."""
    function: Any = CFUNCTYPE(returns, *kinds)(engine.get_function_address(f"{_PREFIX}{name}"))
    function.engine = engine
    return function


def _function(engine: Any, name: str, dimensions: Sequence[int], returns: bool) -> Callable[..., Any]:
    """A function that is called with numbers and arrays. With an array of rows it is told how many there are."""
    kinds: list[Any] = []
    for number in dimensions:
        kinds.append(np.ctypeslib.ndpointer(np.int64, ndim=number, flags="C_CONTIGUOUS") if number else c_int64)
        kinds += [c_int64] * (number == 2)
    function = _raw(engine, name, c_int64 if returns else None, kinds)

    def call(*arguments: Any) -> Any:
        told: list[Any] = []
        for argument, number in zip(arguments, dimensions, strict=True):
            told.append(argument if number else int(argument))
            if number == 2:
                told.append(len(argument))
        return function(*told)

    return call
