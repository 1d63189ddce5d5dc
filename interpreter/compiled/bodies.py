"""One function of a program as LLVM assembly. All values are whole numbers of a machine word."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping

from .layout import CannotCompile
from .signatures import Function, Module, called

_BINARY: Mapping[type[ast.operator], str] = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.BitAnd: "and",
    ast.BitOr: "or",
    ast.BitXor: "xor",
    ast.LShift: "shl",
    ast.RShift: "ashr",
}
_COMPARED: Mapping[type[ast.cmpop], str] = {
    ast.Eq: "eq",
    ast.NotEq: "ne",
    ast.Lt: "slt",
    ast.LtE: "sle",
    ast.Gt: "sgt",
    ast.GtE: "sge",
}
_UNSIGNED: Mapping[str, str] = {"unsigned_shift": "lshr", "unsigned_rest": "urem"}
"""Words of the runtime for numbers without a sign."""
_LARGEST: Mapping[str, str] = {"max": "smax", "min": "smin"}


def _unknown(node: ast.AST) -> CannotCompile:
    return CannotCompile(f"machine code of `{ast.unparse(node)}`")


class Body:
    """One function. Every local variable has a place on the stack, which LLVM turns into registers."""

    def __init__(self, module: Module, function: Function, name: str, linkage: str, prefix: str) -> None:
        self.module = module
        self.function = function
        self.prefix = prefix
        self._entry: list[str] = []
        self._lines: list[str] = []
        self._number = 0
        self._locals: dict[str, str] = {}
        self._arrays: dict[str, int] = {}
        self._freed = tuple(dict.fromkeys(f"%f.{name}" for name in self._borrowed(function.node)))
        self._loops: list[tuple[str, str]] = []
        self._entry.extend(f"{held} = alloca ptr\nstore ptr null, ptr {held}" for held in self._freed)
        told = []
        for parameter in function.parameters:
            if parameter in function.arrays:
                told.append(f"ptr noalias %p.{parameter}")
                rows = f"%r.{parameter}" if parameter in function.wide else "0"
                if parameter in function.wide:
                    told.append(f"i64 {rows}")
                self._bind(parameter, f"%p.{parameter}", rows, module.columns)
            else:
                told.append(f"i64 %p.{parameter}")
                self._line(f"store i64 %p.{parameter}, ptr {self._place(parameter)}")
        self._statements(function.node.body)
        self._leave("ret void" if not function.returned else f"ret {self._type(function.returned)} zeroinitializer")
        body = "\n".join(self._lines)
        entry = "\n".join(self._entry)
        self.text = (
            f"define {linkage}{self._type(function.returned)} @{name}({', '.join(told)}) nounwind {{\n"
            f"entry:\n{entry}\nbr label %start\nstart:\n{body}\n}}"
        )

    @staticmethod
    def _type(returned: int) -> str:
        if returned < 2:
            return "i64" if returned else "void"
        return "{ " + ", ".join(["i64"] * returned) + " }"

    # ---- lines -------------------------------------------------------------------------------------------------

    def _line(self, text: str) -> None:
        self._lines.append(text)

    def _new(self, text: str) -> str:
        self._number += 1
        self._line(f"%v{self._number} = {text}")
        return f"%v{self._number}"

    def _label(self) -> str:
        self._number += 1
        return f"l{self._number}"

    def _begin(self, label: str) -> None:
        self._line(f"{label}:")

    def _jump(self, label: str) -> None:
        """To a label; what is written before the next one is never run."""
        self._line(f"br label %{label}")
        self._begin(self._label())

    def _onto(self, label: str) -> None:
        self._line(f"br label %{label}")
        self._begin(label)

    def _place(self, name: str) -> str:
        place = self._locals.get(name)
        if place is None:
            place = self._locals[name] = f"%l.{name}"
            self._entry.append(f"{place} = alloca i64")
        return place

    def _store(self, name: str, value: str) -> None:
        self._line(f"store i64 {value}, ptr {self._place(name)}")

    # ---- statements --------------------------------------------------------------------------------------------

    def _statements(self, nodes: Iterable[ast.stmt]) -> None:
        for node in nodes:
            self._statement(node)

    def _statement(self, node: ast.stmt) -> None:
        match node:
            case ast.Expr(value=ast.Constant()) | ast.Pass():
                pass
            case ast.Expr(value=ast.Call() as call):
                self._call(call)
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call(func=ast.Name(id="room"), args=[size])):
                self._room(name, self._constant(size), 1)
            case ast.Assign(
                targets=[ast.Name(id=name)], value=ast.Call(func=ast.Name(id="scratch"), args=[rows, columns])
            ):
                self._scratch(name, rows, self._constant(columns))
            case ast.Assign(
                targets=[ast.Name(id=name)],
                value=ast.Call(func=ast.Name(id="part" | "rows_from" as word), args=[of, at]),
            ) if isinstance(of, ast.Name):
                self._part(name, of.id, at, word == "rows_from")
            case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)) if _makes_room(values):
                for target, value in zip(targets, values, strict=True):
                    self._statement(ast.Assign(targets=[target], value=value))
            case ast.Assign(targets=[ast.Tuple(elts=targets)], value=value):
                for target, told in zip(targets, self._several(value, len(targets)), strict=True):
                    self._assign(target, told)
            case ast.Assign(targets=targets, value=value):
                told = self._value(value)
                for target in targets:
                    self._assign(target, told)
            case ast.AugAssign(target=target, op=op, value=value):
                self._assign(target, self._binary(op, self._value(target), self._value(value), node))
            case ast.If(test=test, body=body, orelse=orelse):
                self._if(test, body, orelse)
            case ast.While(test=test, body=body):
                self._while(test, body)
            case ast.For(target=ast.Name(id=name), iter=ast.Call(func=ast.Name(id="range"), args=bounds), body=body):
                self._for(name, bounds, body)
            case ast.Break():
                self._jump(self._loops[-1][1])
            case ast.Continue():
                self._jump(self._loops[-1][0])
            case ast.Return(value=value):
                self._return(value)
            case _:
                raise _unknown(node)

    def _bind(self, name: str, place: str, rows: str, columns: int) -> None:
        """An array gets a name: where it is, and how many rows it has."""
        if name not in self._arrays:
            self._entry.append(f"%a.{name} = alloca ptr")
            self._entry.append(f"%n.{name} = alloca i64")
        self._arrays[name] = columns
        self._line(f"store ptr {place}, ptr %a.{name}")
        self._line(f"store i64 {rows}, ptr %n.{name}")

    def _room(self, name: str, rows: int, columns: int) -> None:
        """An array of zeros on the stack: there is one for every place in the text."""
        self._number += 1
        place, size = f"%room{self._number}", rows * columns
        self._entry.append(f"{place} = alloca [{size} x i64]")
        if columns == 1:
            self._line(f"call void @llvm.memset.p0.i64(ptr {place}, i8 0, i64 {8 * size}, i1 false)")
        self._bind(name, place, str(rows), columns)

    def _part(self, name: str, whole: str, at: ast.expr, rows: bool) -> None:
        """An array from one of its numbers, or of its rows, on."""
        place = self._array(whole, at)
        first, columns, left = self._value(at), self._arrays.get(whole, 1), "0"
        if rows:
            left = self._new(f"sub i64 {self._new(f'load i64, ptr %n.{whole}')}, {first}")
            first = self._new(f"mul i64 {first}, {columns}")
        self._bind(name, self._new(f"getelementptr i64, ptr {place}, i64 {first}"), left, columns)

    def _borrowed(self, function: ast.FunctionDef) -> Iterator[str]:
        """The arrays that are not on the stack."""
        for node in ast.walk(function):
            match node:
                case ast.Assign(
                    targets=[ast.Name(id=name)], value=ast.Call(func=ast.Name(id="scratch"), args=[rows, _])
                ) if not self._is_constant(rows):
                    yield name

    def _is_constant(self, node: ast.expr) -> bool:
        try:
            self._constant(node)
        except CannotCompile:
            return False
        return True

    def _scratch(self, name: str, rows: ast.expr, columns: int) -> None:
        """An array with rows: on the stack, if it is known how many; else it is given back when the function ends."""
        if self._is_constant(rows):
            self._room(name, self._constant(rows), columns)
            return
        value = self._value(rows)
        held = f"%f.{name}"
        self._line(f"call void @free(ptr {self._new(f'load ptr, ptr {held}')})")
        place = self._new(f"call ptr @malloc(i64 {self._new(f'mul i64 {value}, {8 * columns}')})")
        self._line(f"store ptr {place}, ptr {held}")
        self._bind(name, place, value, columns)

    def _leave(self, text: str) -> None:
        for held in self._freed:
            self._line(f"call void @free(ptr {self._new(f'load ptr, ptr {held}')})")
        self._line(text)

    def _constant(self, node: ast.expr) -> int:
        match node:
            case ast.Constant(value=int() as number):
                return number
            case ast.Name(id=name) if name in self.module.numbers:
                return self.module.numbers[name]
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return -self._constant(operand)
            case ast.BinOp(left=left, op=ast.Mult(), right=right):
                return self._constant(left) * self._constant(right)
            case ast.BinOp(left=left, op=ast.Add(), right=right):
                return self._constant(left) + self._constant(right)
        raise _unknown(node)

    def _assign(self, target: ast.expr, value: str) -> None:
        match target:
            case ast.Name(id=name):
                self._store(name, value)
            case ast.Subscript():
                self._line(f"store i64 {value}, ptr {self._element(target)}")
            case _:
                raise _unknown(target)

    def _if(self, test: ast.expr, body: list[ast.stmt], orelse: list[ast.stmt]) -> None:
        then, otherwise, after = self._label(), self._label(), self._label()
        self._branch(test, then, otherwise)
        self._begin(then)
        self._statements(body)
        self._line(f"br label %{after}")
        self._begin(otherwise)
        self._statements(orelse)
        self._onto(after)

    def _while(self, test: ast.expr, body: list[ast.stmt]) -> None:
        again, inside, after = self._label(), self._label(), self._label()
        self._onto(again)
        self._branch(test, inside, after)
        self._begin(inside)
        self._loops.append((again, after))
        self._statements(body)
        self._loops.pop()
        self._line(f"br label %{again}")
        self._begin(after)

    def _for(self, name: str, bounds: list[ast.expr], body: list[ast.stmt]) -> None:
        step = self._constant(bounds[2]) if len(bounds) == 3 else 1
        first = self._value(bounds[0]) if len(bounds) > 1 else "0"
        stop = self._value(bounds[1] if len(bounds) > 1 else bounds[0])
        again, inside, following, after = (self._label() for _ in range(4))
        counter = self._place(f"{name}.{again}")
        self._line(f"store i64 {first}, ptr {counter}")
        self._onto(again)
        at = self._new(f"load i64, ptr {counter}")
        ahead = self._new(f"icmp {'slt' if step > 0 else 'sgt'} i64 {at}, {stop}")
        self._line(f"br i1 {ahead}, label %{inside}, label %{after}")
        self._begin(inside)
        self._store(name, at)
        self._loops.append((following, after))
        self._statements(body)
        self._loops.pop()
        self._onto(following)
        last = self._new(f"load i64, ptr {counter}")
        self._line(f"store i64 {self._new(f'add i64 {last}, {step}')}, ptr {counter}")
        self._line(f"br label %{again}")
        self._begin(after)

    def _return(self, value: ast.expr | None) -> None:
        if value is None:
            self._leave("ret void")
        elif self.function.returned > 1:
            kind, told = self._type(self.function.returned), "undef"
            for at, one in enumerate(self._several(value, self.function.returned)):
                told = self._new(f"insertvalue {kind} {told}, i64 {one}, {at}")
            self._leave(f"ret {kind} {told}")
        else:
            self._leave(f"ret i64 {self._value(value)}")
        self._begin(self._label())

    # ---- values ------------------------------------------------------------------------------------------------

    def _several(self, node: ast.expr, number: int) -> list[str]:
        match node:
            case ast.Tuple(elts=elements):
                return [self._value(element) for element in elements]
            case ast.Call():
                told = self._call(node)
                kind = self._type(number)
                return [self._new(f"extractvalue {kind} {told}, {at}") for at in range(number)]
        raise _unknown(node)

    def _value(self, node: ast.expr) -> str:
        match node:
            case ast.Constant(value=int() as number):
                return str(int(number))
            case ast.Name(id=name):
                if name in self._locals:
                    return self._new(f"load i64, ptr {self._locals[name]}")
                if name in self.module.numbers:
                    return str(self.module.numbers[name])
                raise _unknown(node)
            case ast.Subscript():
                return self._new(f"load i64, ptr {self._element(node)}")
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return self._new(f"sub i64 0, {self._value(operand)}")
            case ast.UnaryOp(op=ast.Invert(), operand=operand):
                return self._new(f"xor i64 {self._value(operand)}, -1")
            case ast.BinOp(op=work):
                return self._binary(work, self._value(node.left), self._value(node.right), node)
            case ast.Call(func=ast.Name(id="bool"), args=[truth]):
                return self._truth(ast.UnaryOp(op=ast.Not(), operand=ast.UnaryOp(op=ast.Not(), operand=truth)))
            case ast.Call():
                return self._call(node)
            case ast.IfExp(test=test, body=body, orelse=orelse):
                return self._chosen(test, lambda: self._value(body), lambda: self._value(orelse))
            case ast.Compare() | ast.UnaryOp(op=ast.Not()):
                return self._truth(node)
            case ast.BoolOp():
                return self._first_or_rest(node.op, node.values)
        raise _unknown(node)

    def _first_or_rest(self, op: ast.boolop, values: list[ast.expr]) -> str:
        """The first value if that settles an `and` or `or`, else what the rest comes to."""
        first = self._value(values[0])
        if len(values) == 1:
            return first
        test = self._new(f"icmp ne i64 {first}, 0")
        if isinstance(op, ast.And):
            return self._picked(test, lambda: self._first_or_rest(op, values[1:]), lambda: first)
        return self._picked(test, lambda: first, lambda: self._first_or_rest(op, values[1:]))

    def _truth(self, node: ast.expr) -> str:
        return self._chosen(node, lambda: "1", lambda: "0")

    def _chosen(self, test: ast.expr, one: Callable[[], str], other: Callable[[], str]) -> str:
        then, otherwise, after = self._label(), self._label(), self._label()
        self._branch(test, then, otherwise)
        return self._joined(then, otherwise, after, one, other)

    def _picked(self, test: str, one: Callable[[], str], other: Callable[[], str]) -> str:
        then, otherwise, after = self._label(), self._label(), self._label()
        self._line(f"br i1 {test}, label %{then}, label %{otherwise}")
        return self._joined(then, otherwise, after, one, other)

    def _joined(self, then: str, otherwise: str, after: str, one: Callable[[], str], other: Callable[[], str]) -> str:
        place = self._place(f"chosen.{after}")
        self._begin(then)
        self._line(f"store i64 {one()}, ptr {place}")
        self._line(f"br label %{after}")
        self._begin(otherwise)
        self._line(f"store i64 {other()}, ptr {place}")
        self._onto(after)
        return self._new(f"load i64, ptr {place}")

    def _binary(self, op: ast.operator, left: str, right: str, node: ast.AST) -> str:
        known = _BINARY.get(type(op))
        if known is not None:
            return self._new(f"{known} i64 {left}, {right}")
        if isinstance(op, ast.Pow) and "power" in self.module.functions:
            return self._new(f"call i64 @{self.prefix}power(i64 {left}, i64 {right})")
        if isinstance(op, ast.FloorDiv | ast.Mod):
            # As in Python the remainder has the sign of what is divided by.
            rest = self._new(f"srem i64 {left}, {right}")
            crossed = self._new(f"icmp slt i64 {self._new(f'xor i64 {rest}, {right}')}, 0")
            uneven = self._new(f"icmp ne i64 {rest}, 0")
            mended = self._new(f"and i1 {crossed}, {uneven}")
            if isinstance(op, ast.Mod):
                more = self._new(f"add i64 {rest}, {right}")
                return self._new(f"select i1 {mended}, i64 {more}, i64 {rest}")
            divided = self._new(f"sdiv i64 {left}, {right}")
            return self._new(f"add i64 {divided}, {self._new(f'sext i1 {mended} to i64')}")
        raise _unknown(node)

    def _element(self, node: ast.Subscript) -> str:
        """The place of an element of an array or of a table."""
        match node:
            case ast.Subscript(value=ast.Name(id=name), slice=ast.Tuple(elts=[row, column])):
                index = self._new(f"mul i64 {self._value(row)}, {self._arrays.get(name, 0)}")
                index = self._new(f"add i64 {index}, {self._value(column)}")
            case ast.Subscript(value=ast.Name(id=name), slice=index_node):
                index = self._value(index_node)
            case _:
                raise _unknown(node)
        return self._new(f"getelementptr inbounds i64, ptr {self._array(name, node)}, i64 {index}")

    def _array(self, name: str, node: ast.AST) -> str:
        if name in self._arrays:
            return self._new(f"load ptr, ptr %a.{name}")
        if name in self.module.tables:
            return f"@{self.prefix}{name}"
        raise _unknown(node)

    def _call(self, node: ast.Call) -> str:
        name, arguments = called(node), node.args
        function = self.module.functions.get(name)
        if function is not None:
            return self._own(name, function, node)
        match name, len(arguments):
            case "popcount", 1:
                return self._new(f"call i64 @llvm.ctpop.i64(i64 {self._value(arguments[0])})")
            case "high_bit", 1:
                zeros = self._new(f"call i64 @llvm.ctlz.i64(i64 {self._value(arguments[0])}, i1 true)")
                return self._new(f"sub i64 63, {zeros}")
            case "abs", 1:
                return self._new(f"call i64 @llvm.abs.i64(i64 {self._value(arguments[0])}, i1 true)")
            case "int", 1:
                return self._value(arguments[0])
            case "len", 1 if isinstance(arguments[0], ast.Name) and arguments[0].id in self._arrays:
                return self._new(f"load i64, ptr %n.{arguments[0].id}")
            case (("unsigned_shift" | "unsigned_rest"), 2):
                left, right = map(self._value, arguments)
                return self._new(f"{_UNSIGNED[name]} i64 {left}, {right}")
            case "unsigned_less", 2:
                left, right = map(self._value, arguments)
                return self._new(f"zext i1 {self._new(f'icmp ult i64 {left}, {right}')} to i64")
            case (("max" | "min"), _) if arguments:
                told = self._value(arguments[0])
                for argument in arguments[1:]:
                    told = self._new(f"call i64 @llvm.{_LARGEST[name]}.i64(i64 {told}, i64 {self._value(argument)})")
                return told
        raise _unknown(node)

    def _own(self, name: str, function: Function, node: ast.Call) -> str:
        told: list[str] = []
        for argument, parameter in zip(node.args, function.parameters, strict=True):
            if parameter not in function.arrays:
                told.append(f"i64 {self._value(argument)}")
                continue
            if not isinstance(argument, ast.Name):
                raise _unknown(argument)
            told.append(f"ptr {self._array(argument.id, node)}")
            if parameter in function.wide:
                told.append(f"i64 {self._new(f'load i64, ptr %n.{argument.id}')}")
        call = f"call {self._type(function.returned)} @{self.prefix}{name}({', '.join(told)})"
        if function.returned:
            return self._new(call)
        self._line(call)
        return ""

    # ---- conditions --------------------------------------------------------------------------------------------

    def _branch(self, test: ast.expr, then: str, otherwise: str) -> None:
        """To one label or the other."""
        match test:
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                self._branch(operand, otherwise, then)
            case ast.BoolOp(op=op, values=values):
                for value in values[:-1]:
                    further = self._label()
                    if isinstance(op, ast.And):
                        self._branch(value, further, otherwise)
                    else:
                        self._branch(value, then, further)
                    self._begin(further)
                self._branch(values[-1], then, otherwise)
            case ast.Compare(left=left, ops=ops, comparators=comparators):
                told = self._value(left)
                for at, (compare, other) in enumerate(zip(ops, comparators, strict=True)):
                    right = self._value(other)
                    compared = self._new(f"icmp {_COMPARED[type(compare)]} i64 {told}, {right}")
                    further = then if at == len(ops) - 1 else self._label()
                    self._line(f"br i1 {compared}, label %{further}, label %{otherwise}")
                    if further != then:
                        self._begin(further)
                    told = right
            case ast.Constant(value=value):
                self._line(f"br label %{then if value else otherwise}")
            case _:
                truth = self._new(f"icmp ne i64 {self._value(test)}, 0")
                self._line(f"br i1 {truth}, label %{then}, label %{otherwise}")


def _makes_room(values: Iterable[ast.expr]) -> bool:
    return any(isinstance(value, ast.Call) and called(value) == "room" for value in values)
