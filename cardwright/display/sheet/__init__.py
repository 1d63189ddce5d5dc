"""The rules sheet of a settled rulebook: a document made of the model alone, and its renderings."""

from __future__ import annotations

from cardwright.interpreter import Game

from ..naming import Names
from .course import before, duties, effects, hand
from .document import Sheet
from .html import as_html
from .markdown import as_markdown
from .paying import agreed, match, scoring, sources
from .setup import above, combinations, ranking, setup
from .text import as_text, text_lines

__all__ = ["Sheet", "as_html", "as_markdown", "as_text", "in_short", "sheet", "text_lines"]


def sheet(game: Game, names: Names) -> Sheet:
    """The whole sheet: with examples, what was agreed, and sources."""
    return _made(game, names, short=False)


def in_short(game: Game, names: Names) -> Sheet:
    """The rules alone."""
    return _made(game, names, short=True)


def _made(game: Game, names: Names, short: bool) -> Sheet:
    rulebook = game.rulebook
    sections = [
        setup(game, names),
        combinations(game, names, examples=not short),
        above(rulebook, names),
        ranking(rulebook, names, drawing=not short),
        before(rulebook, names),
        hand(game, names),
        duties(rulebook, names),
        effects(rulebook, names),
        *scoring(game, names, example=not short),
        match(rulebook, names),
    ]
    if not short:
        sections += [agreed(rulebook, names), sources(rulebook, names)]
    subtitle = names.language.say("sheet.rulebook", name=rulebook.name, edition=rulebook.edition)
    found = tuple(section for section in sections if section is not None)
    return Sheet(names.title, subtitle, names.language.tag, found)
