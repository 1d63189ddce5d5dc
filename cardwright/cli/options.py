"""The options that verbs share, and how answers of the table are read from them."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Annotated, TypeAlias

import typer

from .failures import Trouble


class Format(StrEnum):
    """How an answer is written."""

    HUMAN = "human"
    CONCISE = "concise"
    JSON = "json"


RulebookName: TypeAlias = Annotated[
    str, typer.Argument(metavar="RB", show_default=False, help="A shipped rulebook (see `list`), or the path of one.")
]
FormatOption: TypeAlias = Annotated[Format, typer.Option("--format", "-f", help="How to write the answer.")]
WithOption: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--with",
        metavar="NAME[=ANSWER]",
        help="What the table agrees: `tiers=four`; `triples` alone is yes. May be repeated, or listed with commas.",
    ),
]
WithoutOption: TypeAlias = Annotated[
    list[str] | None, typer.Option("--without", metavar="NAME", help="What the table does without: its answer is no.")
]
AgainstOption: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--against",
        metavar="NAME[=ANSWER]",
        help="What the table agrees on the second side: `tiers=four`, `triples=no`; `triples` alone is yes.",
    ),
]
SeedOption: TypeAlias = Annotated[
    int | None,
    typer.Option("--seed", min=0, max=2**64 - 1, help="A number that fixes all chance. A new one is drawn if absent."),
]
LangOption: TypeAlias = Annotated[
    str | None,
    typer.Option("--lang", metavar="TONGUE", help="`en`, `zh-Hant`; or names in a tongue, as `vi`."),
]


def answers(
    with_: Sequence[str] | None, without: Sequence[str] | None = None, option: str = "--with"
) -> dict[str, str]:
    """The answers that `--with` (or another such option) and `--without` give, by option."""
    found: dict[str, str] = {}
    for part in _parts(with_, option):
        name, equals, answer = (piece.strip() for piece in part.partition("="))
        if not name or (equals and not answer):
            raise Trouble(
                f"`{option} {part}` is no answer", f"write `{option} NAME=ANSWER`, or `{option} NAME` for yes"
            )
        _put(found, name, answer if equals else "yes")
    for name in _parts(without, "--without"):
        if "=" in name:
            raise Trouble(f"`--without {name}` has an answer", f"write `--with {name}`, or `--without NAME` for no")
        _put(found, name, "no")
    return found


def _parts(given: Sequence[str] | None, option: str) -> list[str]:
    parts = [part.strip() for text in given or () for part in text.split(",")]
    if not all(parts):
        raise Trouble(f"`{option}` names nothing", f"write `{option} NAME`; `cardwright list` shows the names")
    return parts


def _put(found: dict[str, str], name: str, answer: str) -> None:
    if found.setdefault(name, answer) != answer:
        raise Trouble(f"`{name}` is answered twice: {found[name]}, and {answer}")
