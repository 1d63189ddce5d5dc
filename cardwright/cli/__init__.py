"""The command line: one verb for every question, and a table to play at."""

from .app import app, main

__all__ = ["app", "main"]
