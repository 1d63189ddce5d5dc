"""What is said of the options of a rulebook: their notes, and their answers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from cardwright.languages import ENGLISH

if TYPE_CHECKING:
    from cardwright.dsl import model

    from .naming import Names

_PLAYERS = "players"
_CLAIM = re.compile(r"\b[A-Z]{2,}-\d+(?:\.\.\d+)?\b")


def note_of(option: model.Option, names: Names | None = None) -> str:
    """What an option is about: its sentence in the tongue, or its notes without the claims they cite. How many play is
    asked, but not declared."""
    if not option.notes and option.name == _PLAYERS:
        return (names.language if names else ENGLISH).say("option.note_players")
    note = " ".join(" ".join(_CLAIM.sub("", note).split()) for note in option.notes).strip()
    return (names.sentence(option.name, note) or "") if names else note


def answers_said(option: model.Option, names: Names | None = None) -> str:
    """The answers as a rulebook writes them, the default first; or the range, the default before it."""
    language = names.language if names else ENGLISH
    if option.range is None:
        return language.join("alternative_answers", option.answers)
    least, most = option.range.least, option.range.most
    if str(least) == option.default:
        return language.say("option.more" if most is None else "option.between", least=least, most=most)
    key = "option.default_more" if most is None else "option.default_between"
    return language.say(key, default=option.default, least=least, most=most)


def others_of(option: model.Option, names: Names) -> str:
    """The answers that were not given."""
    if option.range is None:
        return names.language.join("list", (answer for answer in option.answers if answer != option.answer))
    least, most = option.range.least, option.range.most
    return names.language.say("option.more" if most is None else "option.between", least=least, most=most)
