"""Diagnostics for people, for editors, and for programs."""

from .concise import render_concise
from .human import render_human
from .json import as_data, render_json
from .sarif import render_sarif

__all__ = ["as_data", "render_concise", "render_human", "render_json", "render_sarif"]
