"""A rulebook compiled for play: every part of the machine, built once and shared by all states of the game."""

from __future__ import annotations

import hashlib
import json
from functools import cached_property, lru_cache
from typing import Any

from cardwright.dsl import model

from .actions import DECLINE, PASS, Action, Attempt, Bid, Discard, Give, MakeClaim, PlayCards
from .claiming import Claiming
from .deal import Carried, Deal, opening_line, opening_piece, opening_rule
from .duties import Duties
from .effects import SpecialTurns
from .errors import Invalid
from .legal import Legality
from .memory import derive
from .notation import short_number
from .pieces import Pieces
from .play import Cards, Play
from .plays import Plays
from .position import FOR_ALL_HANDS, NOBODY, PLAIN, Position, Special
from .preparing import Preparing
from .settlement import Settling
from .special import SpecialLegality
from .turns import Turns
from .watching import Watch

_KEEP_PLAYS = 50_000


class Rules:
    """Everything that stays the same through a game. Two are equal when their rulebooks mean the same."""

    def __init__(
        self, rulebook: model.Rulebook, upside_down_of: Rules | None = None, watch: Watch | None = None
    ) -> None:
        self.rulebook = rulebook
        self._watch = watch
        self._plain = upside_down_of or self
        if upside_down_of is not None:
            self.upside_down = self
        # Equal rulebooks have equal names; a hash of the content would cost every game that is loaded.
        self._hash = hash((rulebook.name, rulebook.edition))
        self.plays = plays = Plays(rulebook, upside_down_of is not None, watch)
        self.pieces: Pieces = plays.pieces
        self.memory = memory = derive(rulebook)
        self.players = rulebook.deal.players
        self.sizes = model.dealt_sizes(rulebook.deal, len(self.pieces.all))
        """How many pieces each seat is dealt in the first hand."""
        self._at_once: dict[Play, bool] = {}
        classes = None if rulebook.play.won_at_once.of is None else plays.in_class(rulebook.play.won_at_once.of)
        self._wins_by_class = classes
        self._remembered = [plays.in_class(cls) for cls in memory.played or ()]
        self.settling = Settling(rulebook, plays.compile)
        self.special = bool(rulebook.play.before or rulebook.play.discards or rulebook.effects) or (
            rulebook.deal.rest in ("kitty", "holder") or memory.sizes
        )
        """Whether hands have anything beside claims, plays and passes, or are dealt in an unusual way."""
        self.turns = (
            self._special_turns()
            if self.special
            else Turns(rulebook.play, memory, self.wins_at_once, self.is_remembered)
        )
        self.duties = Duties(rulebook.duties, plays.compile, plays.plays_in, self.turns, self.settling.calculations)
        self.preparing = Preparing(
            rulebook, memory, self.turns, plays.compile, self.settling.calculations, lambda at: self.course(at).pieces
        )
        self.claiming = Claiming(
            rulebook,
            self.pieces,
            memory,
            self.preparing.begin if rulebook.play.before else self.turns.start,
            lambda pattern, cards: plays.holds(pattern, cards, True),
            plays.piece_class,
        )
        self.legality = (
            self._special_legality()
            if self.special
            else Legality(plays, self.duties, self.claiming, rulebook.play.must_beat, self.sizes)
        )

    def _special_turns(self) -> SpecialTurns:
        return SpecialTurns(
            self.rulebook,
            self.memory,
            self.wins_at_once,
            self.is_remembered,
            self.plays.compile,
            self.settling.calculations,
            self.settling.book,
            self.read_as,
        )

    def _special_legality(self) -> SpecialLegality:
        return SpecialLegality(
            self.plays,
            self.duties,
            self.claiming,
            self.rulebook.play.must_beat,
            self.sizes,
            self.preparing,
            self.pieces.names,
            self.rulebook.play.discards,
        )

    # ---- the ranks the right way round, and upside down --------------------------------------------------------

    def course(self, at: Position) -> Rules:
        """The rules as they judge plays at a position: these, or the same with the ranks upside down."""
        return self.upside_down if at.special.reversed_ranks and at.special.ranks_reversed else self._plain

    @property
    def is_upside_down(self) -> bool:
        """Whether these are the rules with the ranks upside down."""
        return self._plain is not self

    @cached_property
    def upside_down(self) -> Rules:
        """The same rules with the ranks upside down."""
        return Rules(self.rulebook, self, self._watch)

    def read_as(self, play: Play, reversed_ranks: bool) -> Play:
        """A play as it is read with the ranks the right way round, or upside down. One that is none so stays what it
        was when it was made."""
        rules = self._plain.upside_down if reversed_ranks else self._plain
        readings = (*rules.plays.readings(play.pieces), *rules.plays.readings(play.pieces, True))
        return next((other for other in readings if other.combination == play.combination), play)

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Rules) and self.content == other.content)

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[object, ...]:
        return rules_of, (self.rulebook,)

    def wins_at_once(self, play: Play) -> bool:
        """Whether a play takes the trick without the others being asked."""
        known = self._at_once.get(play)
        if known is None:
            rule = self.rulebook.play.won_at_once
            known = (rule.unbeatable and self.plays.unbeatable(play)) or (
                self._wins_by_class is not None and self._wins_by_class(play)
            )
            if len(self._at_once) >= _KEEP_PLAYS:
                self._at_once.clear()
            self._at_once[play] = known
        return known

    def is_remembered(self, play: Play) -> bool:
        """Whether something may ask later if such a play was made."""
        return self.memory.played is None or any(test(play) for test in self._remembered)

    def start(self, deal: Deal, carried: Carried) -> Position:
        """The position after the deal: claims that are done unasked are done, and the first decision is somebody's."""
        return self.claiming.begin(self._dealt(deal, carried))

    def laid(self, deal: Deal, carried: Carried) -> Position:
        """The position after the deal and the claims that are done unasked: nobody is asked for one yet."""
        return self.claiming.unbidden(self._dealt(deal, carried))

    def _dealt(self, deal: Deal, carried: Carried) -> Position:
        """The position before anything is done."""
        at = self.fresh(deal.hands, deal.opener, carried, deal)
        if not at.special.opens:
            opening = opening_rule(self.rulebook, carried)
            card = opening_piece(opening, self.pieces, deal.hands) if opening.playing_it else None
            if card is not None and card in deal.hands[deal.opener]:
                at = at._replace(opening_card=card)
        return at

    def moved(self, at: Position, action: Action) -> Position:
        """The position after a legal action, without the breaches that it leaves behind."""
        if at.answers is not None:
            return self.claiming.answer(at, action.name if isinstance(action, MakeClaim) else "")
        if at.special.doing:
            return self.preparing.act(at, action)
        if isinstance(action, PlayCards):
            whole = len(action.play.pieces) == len(at.hands[at.turn])
            return self.turns.play(at, self.legality.own(at, action.play, whole) or action.play)
        if isinstance(action, Discard) and isinstance(self.turns, SpecialTurns):
            return self.turns.discard(at, action.pieces)
        return self.turns.pass_(at)

    def fresh(self, hands: tuple[Cards, ...], opener: int, carried: Carried, deal: Deal | None = None) -> Position:
        """These hands, with nothing done yet. Without a deal whatever comes before the lead is over."""
        memory = self.memory

        def kept(fact: str) -> bool:
            return memory.until_lead(fact) if deal is not None else bool(getattr(memory, fact))

        return Position(
            hands=hands,
            turn=opener,
            opener=opener,
            opening=memory.opening,
            plays=((),) * self.players if memory.plays else (),
            piles=((),) * self.players if kept("piles") else (),
            last_winner=_seat(carried.last_winner) if kept("last_winner") else NOBODY,
            last_loser=_seat(carried.last_loser) if kept("last_loser") else NOBODY,
            totals=carried.totals if kept("totals") else (),
            special=self._fresh_special(hands, carried, deal) if self.special else PLAIN,
        )

    def _fresh_special(self, hands: tuple[Cards, ...], carried: Carried, deal: Deal | None) -> Special:
        memory = self.memory
        special = Special(
            sizes=tuple(map(len, hands)) if memory.sizes else (),
            discards=((),) * self.players if memory.discards else (),
            reversed_ranks=FOR_ALL_HANDS if carried.reversed_ranks and memory.reversed_ranks else 0,
            reversed_turns=FOR_ALL_HANDS if carried.reversed_turns and memory.reversed_turns else 0,
        )
        if deal is None:
            return special
        before = bool(self.rulebook.play.before)
        return special._replace(
            starter=_seat(deal.starter),
            kitty=deal.rest if memory.kitty else (),
            last_places=carried.last_places if "last_places" in memory.steps else (),
            opens=opening_line(self.rulebook, carried) if before else "",
        )

    def parse_play(self, text: str) -> Play:
        """The play that a text writes, also one that takes an untouched hand. Raises Invalid or Ambiguous."""
        try:
            return self.plays.parse(text)
        except Invalid:
            return self.plays.parse(text, untouched=True)

    def parse_action(self, text: str, untouched: Cards | None = None) -> Action | Attempt:
        """The action that a text writes; an Attempt where its cards are no play, or several. Raises Invalid.

        `untouched`: the hand of the player, if it is still the one dealt."""
        words = text.split()
        match [word.lower() for word in words[:1]], len(words):
            case ["pass"], 1:
                return PASS
            case ["decline"], 1:
                return DECLINE
            case ["claim"], 2:
                return MakeClaim(words[1])
            case ["bid"], 2 if (bid := short_number(words[1])) is not None:
                return Bid(bid)
            case ["give" | "discard" as verb], number if number > 1:
                pieces = self.pieces.parse(text.strip()[len(verb) :].strip())
                names = tuple(self.pieces.names[card] for card in pieces)
                return Give(pieces, names) if verb == "give" else Discard(pieces, names)
        written, _, reading = text.partition("=")
        pieces = self.pieces.parse(written)
        readings = self.plays.readings(pieces, pieces == untouched)
        if reading.strip():
            readings = tuple(play for play in readings if play.combination == reading.strip())
        return PlayCards(readings[0]) if len(readings) == 1 else Attempt(pieces, reading.strip() or None)

    @cached_property
    def content(self) -> str:
        """A hash of what the rulebook means: places, notes, examples and names for the eye do not count."""
        return content_of(self.rulebook)


@lru_cache(maxsize=16)
def rules_of(rulebook: model.Rulebook) -> Rules:
    """The rules of a rulebook, compiled once however many states of it are unpickled."""
    return Rules(rulebook)


def content_of(rulebook: model.Rulebook) -> str:
    """A hash of what a rulebook means: places, notes, examples and names for the eye do not count."""
    data = json.loads(rulebook.model_dump_json(exclude={"examples", "tongues", "notes", "sources"}))
    told = json.dumps(_meaning(data), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(told.encode()).hexdigest()


def _seat(seat: int | None) -> int:
    return NOBODY if seat is None else seat


_TOLD = frozenset({"span", "notes", "claims", "title", "lines"})


def _meaning(data: Any) -> Any:
    """The data without places and prose. Claim rules are kept: only lists of cited ids are called `claims` too."""
    match data:
        case dict():
            return {
                key: _meaning(value)
                for key, value in data.items()
                if key not in _TOLD or (key == "claims" and value and isinstance(value[0], dict))
            }
        case list():
            return [_meaning(item) for item in data]
        case _:
            return data
