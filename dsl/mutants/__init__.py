"""Rulebooks with one small slip in them: would any example notice?"""

from .allowed import SLIP, AllowedSlip, allowed_slips
from .mutants import KINDS, Kind, Mutant, mutants

__all__ = ["KINDS", "SLIP", "AllowedSlip", "Kind", "Mutant", "allowed_slips", "mutants"]
