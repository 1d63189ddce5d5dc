"""The verb rules: a rules sheet to print."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from .failures import writing
from .options import LangOption, RulebookName, WithOption, WithoutOption


class SheetFormat(StrEnum):
    """How a sheet is written."""

    TEXT = "text"
    MARKDOWN = "markdown"
    HTML = "html"


_ENDINGS = {".md": SheetFormat.MARKDOWN, ".html": SheetFormat.HTML, ".htm": SheetFormat.HTML}


def rules(
    rb: RulebookName,
    format: Annotated[
        SheetFormat | None,
        typer.Option("--format", "-f", help="How to write the sheet; if absent, as the file ends, or as text."),
    ] = None,
    output: Annotated[str | None, typer.Option("--output", "-o", metavar="FILE", help="Write the sheet there.")] = None,
    with_: WithOption = None,
    without: WithoutOption = None,
    lang: LangOption = None,
) -> None:
    """A rules sheet under the answers of the table, to print and to hand out: what may be played, with examples, what
    beats what, how a hand goes, what is paid, with a hand that is settled, and what was agreed.

    Try `cardwright rules hk --lang zh-Hant -o hk.html`.
    """
    from cardwright.display.naming import Names
    from cardwright.display.sheet import as_html, as_markdown, as_text, sheet

    from .opening import open_game
    from .output import say

    game = open_game(rb, with_, without).game
    made = sheet(game, Names(game.rulebook, lang, everywhere=output is not None))
    chosen = format or (_ENDINGS.get(Path(output).suffix.lower()) if output else None)
    render = {SheetFormat.MARKDOWN: as_markdown, SheetFormat.HTML: as_html}.get(chosen or SheetFormat.TEXT, as_text)
    text = render(made)
    if output is None:
        say(text.rstrip("\n"))
        return
    with writing(output):
        Path(output).write_text(text, "utf-8")
