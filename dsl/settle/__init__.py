"""The answers of the table put in: from a program to the rulebook."""

from .answers import Given, as_text, complete, each_answer_once
from .everywhere import check_everywhere
from .examples import check_examples
from .settings import Settings, settings_of
from .settle import settle

__all__ = [
    "Given",
    "Settings",
    "as_text",
    "check_everywhere",
    "check_examples",
    "complete",
    "each_answer_once",
    "settings_of",
    "settle",
]
