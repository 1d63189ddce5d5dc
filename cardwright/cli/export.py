"""The verb export: a rulebook as JSON for programs in other languages, and a pack by which they can test themselves."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .failures import Trouble, writing
from .options import RulebookName, SeedOption, WithOption, WithoutOption
from .output import rewrite_file, say

if TYPE_CHECKING:
    from .opening import Opened


def export(
    rb: RulebookName,
    pack: Annotated[
        int | None,
        typer.Option("--pack", metavar="HANDS", min=1, help="A conformance pack with so many hands."),
    ] = None,
    seed: SeedOption = None,
    schema: Annotated[bool, typer.Option("--schema", help="The JSON Schema of the document instead.")] = False,
    output: Annotated[
        str | None,
        typer.Option("--output", "-o", metavar="FILE|DIR", help="Write there: into a folder, the schemas as well."),
    ] = None,
    with_: WithOption = None,
    without: WithoutOption = None,
) -> None:
    """The model of a rulebook as JSON, under the answers of the table: all that a program needs to play it.

    With `--pack`, questions with their answers for such a program to test itself: cards with their readings, plays that
    are compared, whole hands with everything that is legal on the way and what is paid in the end. Into a folder go
    RB.rulebook.json and RB.pack.json (with `--pack`), each with its schema. A seed fixes every byte of a pack."""
    from .opening import open_game

    if seed is not None and pack is None:
        raise Trouble("`--seed` is about a pack", "write `--pack HANDS`, or leave it out")
    if output == "":
        raise Trouble("`--output` names no file", "write to a file or a folder: `--output .`")
    opened = open_game(rb, with_, without)
    if output is not None and (output.endswith("/") or Path(output).is_dir()):
        _write_all(opened, Path(output), pack, seed)
        return
    text = _text(_schema(pack is not None) if schema else _document(opened, pack, seed))
    if output is None:
        say(text.rstrip("\n"))
    else:
        _write(Path(output), text)


def _document(opened: Opened, pack: int | None, seed: int | None) -> dict[str, Any]:
    from cardwright.interpreter import exporting, new_seed

    game = opened.game
    if pack is None:
        return exporting.model_data(game.rulebook, opened.checked.source.name)
    return exporting.pack_data(exporting.make_pack(game.rulebook, pack, new_seed() if seed is None else seed))


def _schema(of_packs: bool) -> dict[str, Any]:
    from cardwright.interpreter import exporting

    return exporting.pack_schema() if of_packs else exporting.model_schema()


def _text(data: dict[str, Any]) -> str:
    from cardwright.interpreter import exporting

    return exporting.written(data)


def _write_all(opened: Opened, folder: Path, pack: int | None, seed: int | None) -> None:
    """Every document with its schema; what is written is told."""
    name = opened.game.rulebook.name
    kinds = {"rulebook": None} if pack is None else {"rulebook": None, "pack": pack}
    texts = {}
    for kind, hands in kinds.items():
        texts[f"{name}.{kind}.json"] = _text(_document(opened, hands, seed))
        texts[f"{kind}.schema.json"] = _text(_schema(hands is not None))
    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
    for file, text in texts.items():
        _write(folder / file, text)
        say(f"{folder / file}")


def _write(path: Path, text: str) -> None:
    with writing(path):
        if path.is_file():
            rewrite_file(path, text)
        else:
            path.write_text(text, "utf-8")
