"""Rulebooks with one small slip in them: would any example notice?"""

from .mutants import KINDS, Kind, Mutant, mutants

__all__ = ["KINDS", "Kind", "Mutant", "mutants"]
