"""A table in the terminal: people and bots play hands of a rulebook."""

from .host import Host
from .seats import Seating

__all__ = ["Host", "Seating"]
