"""The languages that Cardwright speaks: one catalogue of messages each, with the same keys."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from .chinese import MESSAGES as _CHINESE
from .differences import CHINESE as _CHINESE_DIFFERENCES
from .differences import ENGLISH as _ENGLISH_DIFFERENCES
from .english import MESSAGES as _ENGLISH

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


ENGLISH = Language("en", ("en-us", "en-gb"), ("en",), True, {**_ENGLISH, **_ENGLISH_DIFFERENCES})
CHINESE = Language(
    "zh-Hant",
    ("zh-hant", "zh-hant-hk", "zh-hant-tw", "zh-hk", "zh-tw"),
    ("zh_hant", "zh"),
    False,
    {**_CHINESE, **_CHINESE_DIFFERENCES},
)
LANGUAGES = {language.tag: language for language in (ENGLISH, CHINESE)}

__all__ = ["CHINESE", "ENGLISH", "LANGUAGES", "Language"]
