"""Variants: rulebooks that say what they change of another one."""

from .bases import find_base, find_rulebook, identity
from .flatten import examples_of, flatten
from .operations import Touch
from .retold import needed, retold
from .text import flat_text
from .writing import head, name_from, starter

__all__ = [
    "Touch",
    "examples_of",
    "find_base",
    "find_rulebook",
    "flat_text",
    "flatten",
    "head",
    "identity",
    "name_from",
    "needed",
    "retold",
    "starter",
]
