"""What the statements of a rulebook are called when a variant names them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from .. import ast
from ..source import Span

# Statements with parts that a variant changes one by one, and the field that holds these.
PARTS: dict[type, str] = {ast.Block: "fields", ast.Sentences: "lines", ast.Factors: "rows"}


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that can be named: under which name, what kind of thing it is, and where it is declared."""

    key: str
    kind: str
    span: Span

    @property
    def named(self) -> str:
        """How it is called in a message."""
        return f"`{self.key}`"

    @property
    def head(self) -> str:
        """How a statement about it begins: `order straights`, `play`."""
        if self.kind in (self.key, "source", "names"):
            return self.key
        return "options" if self.kind == "option" else f"{self.kind} {self.key}"


def whole(file: ast.File) -> tuple[ast.Declaration, ...]:
    """The statements of a complete rulebook, which changes nothing."""
    return tuple(one for one in file.statements if not isinstance(one, ast.Change | ast.ChangeFields | ast.Remove))


def kind_of(statement: ast.Declaration) -> str:
    """The word that a declaration begins with."""
    match statement:
        case ast.Block(kind=kind) | ast.Sentences(kind=kind) | ast.Payment(kind=kind) | ast.Order(kind=kind):
            return kind
        case ast.Cited():
            return "source"
        case _:
            return type(statement).__name__.lower()


def entries(statement: ast.Declaration) -> Iterator[Entry]:
    """What a declaration declares; examples, `never` and `free` have no name."""
    kind = kind_of(statement)
    match statement:
        case ast.Options(options=options):
            for option in options:
                yield Entry(option.name.text, "option", option.name.span)
        case ast.Cited(id=id):
            yield Entry(f"source {id.text}", kind, id.span)
        case ast.Names(tongue=tongue):
            yield Entry(f"names {tongue.text}", kind, tongue.span)
        case ast.Sentences(kind_span=span) | ast.Block(name=None, kind_span=span):
            yield Entry(kind, kind, span)
        case ast.Never() | ast.Free() | ast.Examples():
            return
        case _:
            assert statement.name is not None
            yield Entry(statement.name.text, kind, statement.name.span)


def parts(statement: ast.Declaration) -> tuple[Any, ...]:
    """The fields, lines or rows of a declaration; none where it is changed as a whole."""
    field = PARTS.get(type(statement))
    return getattr(statement, field) if field is not None else ()


def with_parts(statement: Any, held: Iterable[Any], **changes: Any) -> Any:
    """The same declaration with other fields, lines or rows."""
    return replace(statement, **{PARTS[type(statement)]: tuple(held)}, **changes)


def asked_in(statements: Iterable[ast.Statement]) -> set[str]:
    """The names in all that may ask an option: to declare or call one, to forbid answers or to
    show something is not asking."""
    silent = (ast.Options, ast.Never, ast.Examples, ast.Names)
    return ast.names_in(tuple(one for one in statements if not isinstance(one, silent)))
