"""One layout for every rulebook, which keeps all that an author wrote."""

from .formatter import Formatted, format_source, same

__all__ = ["Formatted", "format_source", "same"]
