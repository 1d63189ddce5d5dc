"""What is public, read off the package itself: as a stub that tools compare, and as a page for people."""

from __future__ import annotations

import ast as python
import dataclasses
import doctest
import inspect
import re
from collections.abc import Iterator
from itertools import pairwise
from textwrap import dedent
from types import ModuleType
from typing import Any

from pydantic import BaseModel

import cardwright
import cardwright.rl

GROUPS = {
    "Verbs": ("load", "check", "format", "flatten", "diff", "rules", "simulate", "odds", "export", "shipped"),
    "Games": ("Game", "Play", "Comparison", "Situation", "Settlement", "Rulebook", "Diagnostic"),
    "Hands": ("State", "LegalActions", "Observation", "Outcome", "History", "Trick", "Deal", "Carried"),
    "Matches and tables": ("Match", "Verdict", "Table"),
    "What happens, and why": ("events", "Reasons", "Reason", "Trace", "speaking"),
    "Bots": ("Bot", "BOTS", "play_out"),
    "Records": ("write_record", "record_text", "read_record", "read_records", "replay", "RecordData", "Replay"),
    "What can go wrong": (
        *("CardwrightError", "RulebookError", "NotFound", "Invalid", "Illegal", "Ambiguous", "Unanswerable"),
        *("NoEngine", "RecordError", "Refused"),
    ),
}
"""Every public name of `cardwright`, in the order of the page."""
LEARNING = {
    "Numbers of actions": ("universe_of", "family_of", "Universe", "TooMany"),
    "Environments": ("aec_env", "CardwrightEnv", "seat_env", "SeatEnv", "register", "Setup", "Layout", "Tensor"),
    "Batches": ("Batch", "Tensors"),
}
"""Every public name of `cardwright.rl`."""
SPECIAL = frozenset({"__iter__", "__len__", "__contains__", "__getitem__", "__bool__"})
HEAD = """# Public names

What this page names is public; nothing else is. Versions are
[semantic](https://semver.org): from 1.0 on, what breaks a program that keeps to these names raises the first number of
the version, what is added the second one. Before 1.0 it is the second number that tells of a break, and
`CHANGELOG.md` names it. What is written down has a version of its own and is read by later ones:
states, matches, records, the model of a rulebook.

`import cardwright` loads a name when it is first asked for. [Embedding](embedding.md) tells how they go together. This
page is made of the docstrings: `UPDATE_API=1 python -m pytest tests/test_public_api.py` writes it, and the same tests
run every example. What [learning](learning.md) takes is imported from `cardwright.rl`, and stands at the end.
"""


class _Raw(str):
    """A text that is shown without quotes."""

    def __repr__(self) -> str:
        return str(self)


def public(name: str, part: ModuleType = cardwright) -> Any:
    """What a public name stands for."""
    return getattr(part, name)


def classes_of(name: str, part: ModuleType = cardwright) -> Iterator[tuple[str, type]]:
    """The classes behind a public name: itself, or all of its module."""
    found = public(name, part)
    if isinstance(found, ModuleType):
        yield from (
            (f"{name}.{cls.__name__}", cls) for cls in [found.Event, found.Made, found.Covered, *found.KINDS.values()]
        )
    elif isinstance(found, type):
        yield name, found


def members(cls: type) -> Iterator[tuple[str, Any]]:
    """The methods and properties that a class declares for others."""
    for name, value in vars(cls).items():
        if name in SPECIAL or not name.startswith("_"):
            made = value.func if hasattr(value, "func") and hasattr(value, "attrname") else value
            made = made.fget if isinstance(made, property) else made
            made = made.__func__ if isinstance(made, classmethod | staticmethod) else made
            if inspect.isfunction(made) and made.__module__.startswith("cardwright"):
                yield name, value


def fields(cls: type) -> Iterator[tuple[str, str, str]]:
    """The data of a class: name, type, and the default where there is one."""
    if issubclass(cls, BaseModel):
        hints = {
            key: told for base in reversed(cls.__mro__) for key, told in vars(base).get("__annotations__", {}).items()
        }
        yield from (
            (name, str(hints[name]), "" if one.is_required() else "...") for name, one in cls.model_fields.items()
        )
    elif dataclasses.is_dataclass(cls):
        for one in dataclasses.fields(cls):
            optional = one.default is not dataclasses.MISSING or one.default_factory is not dataclasses.MISSING
            if one.init and not one.name.startswith("_"):
                yield one.name, str(one.type), "..." if optional else ""
    elif issubclass(cls, tuple) and hasattr(cls, "_fields"):
        defaults: dict[str, Any] = getattr(cls, "_field_defaults", {})
        told = {key: getattr(one, "__forward_arg__", one) for key, one in cls.__annotations__.items()}
        yield from ((name, str(told[name]), "..." if name in defaults else "") for name in cls._fields)


def signature(function: Any) -> str:
    """A signature as it is written."""
    told = inspect.signature(function)
    kept = [p.replace(annotation=_raw(p.annotation)) for p in told.parameters.values()]
    return str(told.replace(parameters=kept, return_annotation=_raw(told.return_annotation)))


def _raw(annotation: Any) -> Any:
    return _Raw(annotation) if isinstance(annotation, str) else annotation


def documentation(thing: Any) -> str:
    """A docstring, set flush; nothing where there is none, or where it is only that of a base."""
    if isinstance(thing, property | classmethod | staticmethod) or not isinstance(thing, type):
        return inspect.getdoc(thing) or ""
    return inspect.cleandoc(vars(thing).get("__doc__") or "")


def examples(text: str) -> list[doctest.Example]:
    """The examples in a docstring."""
    return doctest.DocTestParser().get_examples(text)


# ---- the stub ------------------------------------------------------------------------------------------------------


def stub(part: ModuleType = cardwright) -> str:
    """A public surface as a stub: every name with its signature, every class with its data and methods."""
    lines = [f'"""The public surface of `{part.__name__}`, written by tests/test_public_api.py."""', ""]
    for name in sorted(part.__all__):
        found = public(name, part)
        if isinstance(found, ModuleType):
            lines += ["", f"class {name}:"]
            for _, cls in classes_of(name, part):
                lines += [f"    {line}" for line in _class(cls)]
            lines += [f"    def event_from_json{signature(found.event_from_json)}: ..."]
        elif isinstance(found, type):
            lines += ["", *_class(found)]
        elif callable(found):
            lines += ["", f"def {name}{signature(found)}: ..."]
        else:
            lines += ["", f"{name}: {type(found).__name__}"]
    return "\n".join(lines) + "\n"


def _class(cls: type) -> Iterator[str]:
    bases = ", ".join(base.__name__ for base in cls.__bases__ if base is not object)
    yield f"class {cls.__name__}({bases}):" if bases else f"class {cls.__name__}:"
    body = [f"    {name}: {told}{' = ' + default if default else ''}" for name, told, default in fields(cls)]
    if not body and "__init__" in vars(cls) and not getattr(cls, "_is_protocol", False):
        body.append(f"    def __init__{signature(vars(cls)['__init__'])}: ...")
    for name, value in members(cls):
        match value:
            case classmethod():
                body += ["    @classmethod", f"    def {name}{signature(value.__func__)}: ..."]
            case property():
                body += ["    @property", f"    def {name}{signature(value.fget)}: ..."]
            case _ if hasattr(value, "attrname"):
                body += ["    @property", f"    def {name}{signature(value.func)}: ..."]
            case _:
                body.append(f"    def {name}{signature(value)}: ...")
    yield from body or ["    ..."]


# ---- the page ------------------------------------------------------------------------------------------------------


def page() -> str:
    """The reference of all public names."""
    parts = [HEAD]
    for part, group, names in (
        *((cardwright, group, names) for group, names in GROUPS.items()),
        *((cardwright.rl, f"Learning: {group.lower()}", names) for group, names in LEARNING.items()),
    ):
        parts.append(f"## {group}\n")
        for name in names:
            found = public(name, part)
            parts.append(f"### `{name}`\n")
            if callable(found) and not isinstance(found, type):
                parts.append(f"```text\n{_broken(name, signature(found))}\n```\n")
            parts.append(_prose(documentation(found) if not isinstance(found, dict) else BOTS))
            parts += [
                _listed(qualified, cls, nested=isinstance(found, ModuleType))
                for qualified, cls in classes_of(name, part)
            ]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(parts))


BOTS = "The bots that ship, by name: `random` and `greedy`. Each is called with a seed, and gives a `Bot`."


def _broken(name: str, told: str) -> str:
    """A signature in lines that are not too long."""
    whole = f"{name}{told}"
    if len(whole) <= 110:
        return whole
    inside, _, behind = told[1:].rpartition(") -> ")
    return f"{name}(\n" + "".join(f"    {part},\n" for part in _split(inside)) + f") -> {behind}"


def _split(parameters: str) -> Iterator[str]:
    """Parameters one by one; commas inside brackets belong to types."""
    depth, start = 0, 0
    for at, sign in enumerate(parameters):
        depth += (sign in "[(") - (sign in "])")
        if sign == "," and not depth:
            yield parameters[start:at].strip()
            start = at + 1
    yield parameters[start:].strip()


def _prose(text: str) -> str:
    """A docstring as Markdown: its examples become blocks."""
    parts: list[str] = []
    block = False
    for line in text.splitlines():
        begins = line.startswith(">>>")
        if begins and not block:
            parts.append("```pycon")
            block = True
        elif block and not line:
            parts.append("```")
            block = False
        parts.append(line)
    return "\n".join([*parts, *(["```"] if block else []), ""])


def _listed(name: str, cls: type, nested: bool) -> str:
    lines = []
    if nested:
        kind = getattr(cls, "kind", None)
        lines += [f"#### `{name}`", "", (f"`{kind}`. " if kind else "") + _first(documentation(cls)), ""]
    notes = _notes(cls)
    lines += [f"- `{one}: {told}`" + (f": {notes[one]}" if one in notes else "") for one, told, _ in fields(cls)]
    for one, value in members(cls):
        if one not in SPECIAL:
            function = value.__func__ if isinstance(value, classmethod) else value
            getter = value.fget if isinstance(value, property) else getattr(value, "func", None)
            shown = one + (_own(signature(function)) if getter is None else f": {_returned(getter)}")
            lines.append(f"- `{shown}`: {_first(documentation(value))}")
    return "\n".join([*lines, ""])


def _notes(cls: type) -> dict[str, str]:
    """What stands below the fields of a class."""
    found: dict[str, str] = {}
    for base in reversed(cls.__mro__):
        if base.__module__.startswith("cardwright"):
            body = python.parse(dedent(inspect.getsource(base))).body[0]
            assert isinstance(body, python.ClassDef)
            for one, below in pairwise(body.body):
                match one, below:
                    case python.AnnAssign(target=python.Name(id=name)), python.Expr(
                        value=python.Constant(value=str(said))
                    ):
                        found[name] = " ".join(said.split())
    return found


def _returned(getter: Any) -> str:
    return str(inspect.signature(getter).return_annotation)


def _own(told: str) -> str:
    """A signature without what every method has first."""
    return re.sub(r"^\((?:self|cls)(?:, )?", "(", told)


def _first(text: str) -> str:
    """The first paragraph, in one line."""
    return " ".join(text.split("\n\n")[0].split())
