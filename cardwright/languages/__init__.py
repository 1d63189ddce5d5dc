"""The languages that Cardwright speaks: one catalogue of messages each, with the same keys; area by area."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from . import combinations, conditions, differences, events, paying, playing, preparing, reasons, sheet, words

_AREAS = (words, conditions, combinations, preparing, playing, events, paying, reasons, sheet, differences)
_HAN = "\u3400-\u9fff\uf900-\ufaff"
_CLOSE = re.compile(rf"(?<=[{_HAN}])(?=[A-Za-z0-9])|(?<=[A-Za-z0-9])(?=[{_HAN}])")
"""Where a Chinese character and a Latin letter or a digit touch: they are set apart."""


@dataclass(frozen=True, slots=True)
class Language:
    """A language: its tag, other tags that mean it (small), the tongues of a rulebook whose names go with it, and its
    messages."""

    tag: str
    same: tuple[str, ...]
    tongues: tuple[str, ...]
    capitals: bool
    """Whether sentences begin with a capital."""
    messages: Mapping[str, str] = field(repr=False, compare=False)

    def say(self, message: str, /, **slots: object) -> str:
        """A message with its slots filled."""
        said = self.messages[message].format(**slots)
        return said if self.capitals else _CLOSE.sub(" ", said)

    def counted(self, message: str, number: int, /, **slots: object) -> str:
        """A message about a number `n`; about one thing it may be another one."""
        one = f"{message}.one"
        return self.say(one if number == 1 and one in self.messages else message, n=number, **slots)

    def join(self, how: str, items: Iterable[str], /) -> str:
        """Several texts joined as a message says."""
        return self.messages[how].join(items)


def _joined(areas: Iterable[Mapping[str, str]]) -> Mapping[str, str]:
    return {key: text for area in areas for key, text in area.items()}


ENGLISH = Language("en", ("en-us", "en-gb"), ("en",), True, _joined(area.ENGLISH for area in _AREAS))
CHINESE = Language(
    "zh-Hant",
    ("zh-hant", "zh-hant-hk", "zh-hant-tw", "zh-hk", "zh-tw"),
    ("zh_hant", "zh"),
    False,
    _joined(area.CHINESE for area in _AREAS),
)
LANGUAGES = {language.tag: language for language in (ENGLISH, CHINESE)}

__all__ = ["CHINESE", "ENGLISH", "LANGUAGES", "Language"]
