"""Variants: rulebooks that say what they change of another one."""

from .bases import find_base, identity
from .flatten import flatten
from .operations import Touch
from .retold import needed, retold
from .settled import answer_text

__all__ = ["Touch", "answer_text", "find_base", "flatten", "identity", "needed", "retold"]
