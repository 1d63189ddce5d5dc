"""A table in the terminal: people and bots play hands of a rulebook."""

from .seats import Seating
from .session import Session

__all__ = ["Seating", "Session"]
