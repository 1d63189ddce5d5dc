"""Cardwright: write the rules of your own house, and play them.

What is in `__all__`, and in `cardwright.rl`, is public: it changes as semantic versioning says. All else may change
with any version."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

if not (Path(__file__).parent / "dsl").is_dir():
    # In a checkout the parts lie beside this folder; in a wheel they lie inside it.
    __path__.append(str(Path(__file__).parents[1]))

if TYPE_CHECKING:
    from cardwright.api import check, diff, export, flatten, format, odds, rules, simulate
    from cardwright.dsl import CardwrightError, Diagnostic, NotFound, Rulebook, RulebookError, shipped
    from cardwright.interpreter import (
        BOTS,
        Ambiguous,
        Bot,
        Carried,
        Comparison,
        Deal,
        Game,
        History,
        Illegal,
        Invalid,
        LegalActions,
        Match,
        NoEngine,
        Observation,
        Outcome,
        Play,
        Reason,
        Reasons,
        RecordData,
        RecordError,
        Refused,
        Replay,
        Settlement,
        Situation,
        State,
        Table,
        Trace,
        Trick,
        Unanswerable,
        Verdict,
        events,
        load,
        play_out,
        read_record,
        read_records,
        record_text,
        replay,
        speaking,
        write_record,
    )

_FROM = {
    "cardwright.api": ("check", "diff", "export", "flatten", "format", "odds", "rules", "simulate"),
    "cardwright.dsl": ("CardwrightError", "Diagnostic", "NotFound", "Rulebook", "RulebookError", "shipped"),
}
_PART = {name: part for part, names in _FROM.items() for name in names}

__all__ = [
    "BOTS",
    "Ambiguous",
    "Bot",
    "CardwrightError",
    "Carried",
    "Comparison",
    "Deal",
    "Diagnostic",
    "Game",
    "History",
    "Illegal",
    "Invalid",
    "LegalActions",
    "Match",
    "NoEngine",
    "NotFound",
    "Observation",
    "Outcome",
    "Play",
    "Reason",
    "Reasons",
    "RecordData",
    "RecordError",
    "Refused",
    "Replay",
    "Rulebook",
    "RulebookError",
    "Settlement",
    "Situation",
    "State",
    "Table",
    "Trace",
    "Trick",
    "Unanswerable",
    "Verdict",
    "check",
    "diff",
    "events",
    "export",
    "flatten",
    "format",
    "load",
    "odds",
    "play_out",
    "read_record",
    "read_records",
    "record_text",
    "replay",
    "rules",
    "shipped",
    "simulate",
    "speaking",
    "write_record",
]


def __getattr__(name: str) -> Any:
    """Load what is asked for only then, so that `import cardwright` costs nothing (PEP 562)."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(_PART.get(name, "cardwright.interpreter")), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
