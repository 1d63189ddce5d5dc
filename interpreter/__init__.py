"""From the model of a rulebook to its game."""

from . import events
from .actions import Action, Bid, Decline, Discard, Give, MakeClaim, Pass, PlayCards
from .alternatives import Alternative, alternatives
from .bots import BOTS, Bot, GreedyBot, RandomBot, play_out, turns
from .catalogue import TooMany
from .checking import Inherited, Tried, failed, inherited, try_out
from .compiled.choice import NoEngine
from .contest import Compared, Comparison
from .coverage import Coverage, Unit, coverage
from .cursor import CompiledCursor, Cursor, Cursors
from .deal import Carried, Deal, opening_line
from .errors import Ambiguous, CardwrightError, Illegal, Invalid, Unanswerable, whole
from .examples import Found, Games, first_failure, run_each, run_examples
from .examples import run as run_example
from .game import Game
from .history import History, Trick
from .imagining import imagine
from .legal import LegalActions
from .library import Answers, load
from .match import MOST_DEALS, Match, MatchData, Verdict
from .memory import KeptFact
from .messages import signed
from .notation import short_number
from .observation import Observation
from .odds import Odds, odds
from .perft import counted, counted_by_action, gone_on
from .pieces import Pieces
from .play import Cards, Play
from .plays import Plays
from .position import NOBODY, PLAIN, Breach, Gift, Paid, Special, seats_after
from .proving import Proof, prove
from .randomness import SEEDS, SplitMix64, as_seed, derived_seed, new_seed
from .reasons import Reason, Reasons
from .records import (
    RecordData,
    RecordError,
    Replay,
    read_record,
    read_records,
    record_text,
    replay,
    write_record,
)
from .refusing import lapsed
from .searching import SearchBot
from .serial import StateData
from .settlement import Entry, InvariantBroken, Settlement, Term
from .situation import Situation, read_situation
from .state import Outcome, State
from .table import Refused, Table
from .telling import AsWritten, Naming, Spoken, speaking
from .tracing import Examined, Trace, Worked
from .universe import Family, Universe, family_of, universe_of
from .wording import class_words, key_words, words

__all__ = [
    "BOTS",
    "MOST_DEALS",
    "NOBODY",
    "PLAIN",
    "SEEDS",
    "Action",
    "Alternative",
    "Ambiguous",
    "Answers",
    "AsWritten",
    "Bid",
    "Bot",
    "Breach",
    "Cards",
    "CardwrightError",
    "Carried",
    "Compared",
    "Comparison",
    "CompiledCursor",
    "Coverage",
    "Cursor",
    "Cursors",
    "Deal",
    "Decline",
    "Discard",
    "Entry",
    "Examined",
    "Family",
    "Found",
    "Game",
    "Games",
    "Gift",
    "Give",
    "GreedyBot",
    "History",
    "Illegal",
    "Inherited",
    "Invalid",
    "InvariantBroken",
    "KeptFact",
    "LegalActions",
    "MakeClaim",
    "Match",
    "MatchData",
    "Naming",
    "NoEngine",
    "Observation",
    "Odds",
    "Outcome",
    "Paid",
    "Pass",
    "Pieces",
    "Play",
    "PlayCards",
    "Plays",
    "Proof",
    "RandomBot",
    "Reason",
    "Reasons",
    "RecordData",
    "RecordError",
    "Refused",
    "Replay",
    "SearchBot",
    "Settlement",
    "Situation",
    "Special",
    "SplitMix64",
    "Spoken",
    "State",
    "StateData",
    "Table",
    "Term",
    "TooMany",
    "Trace",
    "Trick",
    "Tried",
    "Unanswerable",
    "Unit",
    "Universe",
    "Verdict",
    "Worked",
    "alternatives",
    "as_seed",
    "class_words",
    "counted",
    "counted_by_action",
    "coverage",
    "derived_seed",
    "events",
    "failed",
    "family_of",
    "first_failure",
    "gone_on",
    "imagine",
    "inherited",
    "key_words",
    "lapsed",
    "load",
    "new_seed",
    "odds",
    "opening_line",
    "play_out",
    "prove",
    "read_record",
    "read_records",
    "read_situation",
    "record_text",
    "replay",
    "run_each",
    "run_example",
    "run_examples",
    "seats_after",
    "short_number",
    "signed",
    "speaking",
    "try_out",
    "turns",
    "universe_of",
    "whole",
    "words",
    "write_record",
]
