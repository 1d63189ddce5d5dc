"""From the model of a rulebook to its game."""

from .actions import Action, Bid, Decline, Discard, Give, MakeClaim, Pass, PlayCards
from .alternatives import Alternative, alternatives
from .bots import BOTS, Bot, GreedyBot, RandomBot, play_out
from .checking import Tried, try_out
from .contest import Compared, Comparison
from .deal import Carried, Deal, opening_line
from .errors import Ambiguous, CardwrightError, Illegal, Invalid, Unanswerable
from .examples import Found, run_examples
from .examples import run as run_example
from .game import Game
from .legal import LegalActions
from .library import load
from .match import Match, MatchData, Verdict
from .memory import KeptFact
from .observation import Observation
from .pieces import Pieces
from .play import Cards, Play
from .plays import Plays
from .position import PLAIN, Breach, Gift, Paid, Special, seats_after
from .randomness import SplitMix64
from .reasons import Reason, Reasons, lapsed
from .record import RecordData, RecordError, Replay, read_record, replay, write_record
from .serial import StateData
from .settlement import Entry, InvariantBroken, Settlement, Term
from .situation import Situation, read_situation
from .state import Outcome, State
from .telling import AsWritten, Naming, Spoken, speaking
from .wording import class_words, key_words, words

__all__ = [
    "BOTS",
    "PLAIN",
    "Action",
    "Alternative",
    "Ambiguous",
    "AsWritten",
    "Bid",
    "Bot",
    "Breach",
    "Cards",
    "CardwrightError",
    "Carried",
    "Compared",
    "Comparison",
    "Deal",
    "Decline",
    "Discard",
    "Entry",
    "Found",
    "Game",
    "Gift",
    "Give",
    "GreedyBot",
    "Illegal",
    "Invalid",
    "InvariantBroken",
    "KeptFact",
    "LegalActions",
    "MakeClaim",
    "Match",
    "MatchData",
    "Naming",
    "Observation",
    "Outcome",
    "Paid",
    "Pass",
    "Pieces",
    "Play",
    "PlayCards",
    "Plays",
    "RandomBot",
    "Reason",
    "Reasons",
    "RecordData",
    "RecordError",
    "Replay",
    "Settlement",
    "Situation",
    "Special",
    "SplitMix64",
    "Spoken",
    "State",
    "StateData",
    "Term",
    "Tried",
    "Unanswerable",
    "Verdict",
    "alternatives",
    "class_words",
    "key_words",
    "lapsed",
    "load",
    "opening_line",
    "play_out",
    "read_record",
    "read_situation",
    "replay",
    "run_example",
    "run_examples",
    "seats_after",
    "speaking",
    "try_out",
    "words",
    "write_record",
]
