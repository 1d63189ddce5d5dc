"""A whole rulebook file, and what a variant does to its base."""

from __future__ import annotations

from typing import TypeAlias

from ..frozen import frozen
from .declarations import Always, AnyField, Block, Cited, Free, Let, Never, Option, Options, Order, Sentences, Set
from .examples import Examples, Names
from .settlement import Factors, Payment, Table
from .words import Agreement, Answer, Name, Node, Noted, Number, Text


@frozen
class ChangeFields(Noted):
    """`change name { fields }`: the fields a variant replaces."""

    name: Name
    title: Text | None
    agreement: Agreement | None
    fields: tuple[AnyField, ...]


@frozen
class Change(Noted):
    """`change DECLARATION`: a whole value, or the lines a variant replaces."""

    declaration: Declaration


@frozen
class Ref(Node):
    """`name` or `name.row`."""

    name: Name
    row: Name | None = None


@frozen
class Remove(Noted):
    """`remove a, b.c`."""

    refs: tuple[Ref, ...]


Declaration: TypeAlias = (
    Cited
    | Options
    | Never
    | Order
    | Set
    | Block
    | Free
    | Sentences
    | Table
    | Factors
    | Payment
    | Let
    | Always
    | Examples
    | Names
)
Statement: TypeAlias = Declaration | Change | ChangeFields | Remove


@frozen
class Version(Node):
    """`cardwright 1`."""

    number: int


@frozen
class Base(Node):
    """`extends hk edition 1 with …`, or `extends "club.rules" edition 1`: a name, or the path of a file."""

    name: Name | Text
    edition: Number
    agreement: Agreement | None = None


@frozen
class Header(Noted):
    """`rulebook name "Title" edition 1 extends …`; or, of a file that `only` holds examples, whose they are."""

    name: Name
    title: Text | None = None
    edition: Number | None = None
    base: Base | None = None
    only_examples: bool = False


@frozen
class Settled(Node):
    """An option that a variant has answered for good; `span` is where, `by` the name of the variant."""

    option: Option
    answer: Answer
    by: str

    @property
    def name(self) -> str:
        """The name of the option."""
        return self.option.name.text


@frozen
class Gone(Node):
    """A declaration that a base has and a variant of it has not: it was removed, or what was agreed rules it out."""

    name: str
    by: str
    statement: Declaration | None = None


@frozen
class File(Noted):
    """A whole rulebook file; `version` is None where the line is missing (which is already reported).

    That of a variant, once it is flattened, is complete: its header names no base, its statements stand for themselves,
    and `settled` and `gone` tell what the bases ask and declare beyond them.
    """

    version: Version | None
    header: Header
    statements: tuple[Statement, ...]
    settled: tuple[Settled, ...] = ()
    gone: tuple[Gone, ...] = ()
