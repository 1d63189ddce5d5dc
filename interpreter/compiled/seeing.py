"""What the seat to act sees, in numbers: the function `see` of a program, and what each number says.

It is what `State.observe` tells that seat, with one thing more that everybody has seen: which cards each has played.
What cannot differ in the first hand of a match (totals, who won the last hand) is left out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import Literal

from cardwright.dsl import model

from ..deal import opening_of
from ..rules import Rules
from .layout import PLAY, CardLayout, Slots
from .sides import Side

Kind = Literal["number", "flag", "seat", "cards"]


@dataclass(frozen=True, slots=True)
class Field:
    """Numbers that belong together. `shape`: how many there are, and in which order; the words of cards are its last
    dimension."""

    name: str
    at: int
    kind: Kind
    shape: tuple[int, ...]
    told: str

    @property
    def size(self) -> int:
        """How many numbers."""
        return prod(self.shape)


class Seen:
    """The fields of what is seen, by name, and how many numbers they are in all."""

    def __init__(self, rules: Rules, layout: CardLayout, slots: Slots, gives: bool, claims_asked: bool) -> None:
        self.fields: dict[str, Field] = {}
        self.length = 0
        book, players, words = rules.rulebook, rules.players, layout.words

        def field(name: str, kind: Kind, told: str, *shape: int, kept: object = True) -> None:
            full = (*shape, words) if kind == "cards" else shape or (1,)
            if kept and prod(full):
                self.fields[name] = made = Field(name, self.length, kind, full, told)
                self.length += made.size

        def has(slot: str) -> bool:
            return slot in slots.at

        field("seat", "number", "who acts, counted from 0 as the table sits; -1: the hand is over")
        field("hand", "cards", "what this seat holds")
        field("counts", "number", "how many cards each seat holds", players)
        field("table_combination", "number", "the combination to beat, as the rulebook lists them; -1: this seat leads")
        field("table", "cards", "the cards of the play to beat")
        field("table_by", "seat", "who made it")
        field("played", "cards", "all cards that each seat has played", players)
        field("opener", "seat", "who opens, until the first play and as far as it is known")
        field("opening_card", "number", "the kind that the opening play must contain; -1: none")
        field("opening", "flag", "whether the opening play is still to come", kept=has("OPENING"))
        field("leader", "seat", "who led the trick", kept=has("LEADER"))
        field("dropped", "flag", "which seats are out of the trick", players, kept=has("DROPPED"))
        field("out", "seat", "who has gone out, in that order", players, kept=has("OUT"))
        field("trick", "cards", "all cards played in this trick", kept=has("TRICK"))
        field("piles", "cards", "what each seat has taken, or laid aside", players, kept=has("PILES"))
        plays = (players, len(book.combinations))
        told = "how many plays of each combination each seat has made, as far as the rules ask"
        field("plays", "number", told, *plays, kept=has("LOG"))
        told = "which claims each seat has made"
        field("claimed", "flag", told, players, len(book.claims), kept=has("CLAIMED"))
        field("claims", "flag", "which claims this seat may make now", len(book.claims), kept=claims_asked)
        told = "the duties that this seat has broken, to the harm of nobody in particular or of each seat"
        field("breaches", "flag", told, len(book.duties), 1 + players, kept=has("BREACHES"))
        told = "the auction or step before the lead that goes on, from 1; 0: none"
        field("doing", "number", told, kept=book.play.before)
        told = "the calls of that auction; 0 passes, -1 is not made"
        field("calls", "number", told, slots.size.get("CALLS", 0))
        field("to_give", "number", "how many pieces this seat has to give now", kept=gives)
        auctions = slots.size.get("ROLES", 0)
        field("roles", "seat", "who has the role of each auction", auctions)
        field(
            "bids", "number", "what each seat has bid in each auction that is over", auctions, players, kept=has("BIDS")
        )
        field("kitty", "cards", "the kitty, once it was turned up", kept=has("KITTY"))
        field("kitty_by", "seat", "who has taken it", kept=has("KITTY"))
        gifts = slots.size.get("GIFTS", 0) // (2 + words)
        field("gifts_by", "seat", "who gave, of what this seat has given and taken", gifts)
        field("gifts_to", "seat", "who took it", gifts)
        field("gifts", "cards", "what it was", gifts)
        field("laid", "number", "how many pieces each seat has laid face down", players, kept=has("DISCARDS"))
        field("discards", "cards", "what this seat has laid face down", kept=has("DISCARDS"))
        paid = (len(book.payments), 1 + players, players)
        told = "what effects have made nobody in particular, or each seat, pay to each, in the parts of the program"
        field("paid", "number", told, *paid, kept=has("PAID"))
        field("reversed_ranks", "flag", "whether the ranks are upside down", kept=has("REVERSED_RANKS"))
        field("reversed_turns", "flag", "whether turns go the other way round", kept=has("REVERSED_TURNS"))


class SeeingWriter:
    """Writes `see(s, played, base, row)`. Seats are told from `base` on, whose number is 0."""

    def __init__(self, side: Side, seen: Seen) -> None:
        self._kit = side.kit
        self._source = side.kit.source
        self._rules = side.kit.rules
        self._players = side.kit.rules.players
        self._words = range(side.kit.words)
        self._seen = seen

    def write(self) -> None:
        """The function."""
        source, kit = self._source, self._kit
        last = self._players - 1
        with source.function("seat_from", "seat, base", "A seat as it is counted from another; -1 stays."):
            source.line(f"return seat - base if seat >= base else (seat - base + {last + 1} if seat >= 0 else -1)")
        told = "What the seat to act sees; `played` has what each seat has played, and seats are counted from `base`."
        with source.function("see", "s, played, base, row", told):
            with source.block(f"for at in range({self._seen.length}):"):
                source.line("row[at] = 0")
            source.line(f"seat = {kit.at('TURN')}")
            source.line(f"{self._at('seat')} = seat")
            with source.block("if seat < 0:"):
                source.line("return")
            self._number("table_combination", f"{kit.at('TABLE')}")
            self._cards("hand", "HANDS", "seat")
            self._table()
            self._each_seat()
            self._opening()
            if self._has("plays"):
                self._log()
            self._claims()
            self._before()
            self._gifts()
            self._effects()

    # ---- places ------------------------------------------------------------------------------------------------

    def _has(self, name: str) -> bool:
        return name in self._seen.fields

    def _at(self, name: str, index: str = "0") -> str:
        place = self._source.constant(f"SEEN_{name.upper()}", self._seen.fields[name].at)
        return f"row[{place if index == '0' else f'{place} + {index}'}]"

    def _number(self, name: str, value: str, index: str = "0") -> None:
        if self._has(name):
            self._source.line(f"{self._at(name, index)} = {value}")

    def _seat(self, name: str, value: str, index: str = "0") -> None:
        self._number(name, f"seat_from({value}, base)", index)

    def _put(self, name: str, values: Sequence[str], index: str = "0") -> None:
        """The words of cards; `index`: which of several."""
        for word, value in zip(self._words, values, strict=True):
            place = str(word) if index == "0" else f"({index}) * {len(self._words)} + {word}"
            self._number(name, value, place)

    def _cards(self, name: str, slot: str, seat: str = "0", index: str = "0") -> None:
        if self._has(name):
            self._put(name, self._kit.words_at(slot, seat), index)

    def _flag(self, name: str, truth: str) -> None:
        if self._has(name):
            self._number(name, f"1 if {truth} else 0")

    # ---- what is seen ------------------------------------------------------------------------------------------

    def _table(self) -> None:
        kit, source = self._kit, self._source
        with source.block(f"if {kit.at('TABLE')} >= 0:"):
            self._put("table", kit.play_at("TABLE").words)
        self._seat("table_by", kit.at("TABLE_BY"))
        self._cards("trick", "TRICK")
        if self._has("leader"):
            self._seat("leader", kit.at("LEADER"))

    def _each_seat(self) -> None:
        kit, source, players = self._kit, self._source, self._players
        with source.block(f"for other in range({players}):"):
            source.line("place = seat_from(other, base)")
            self._number("counts", kit.at("LEFT", "other"), "place")
            self._put("played", kit.cards.at(self._shown("other"), "played"), "place")
            self._cards("piles", "PILES", "other", "place")
            if self._has("dropped"):
                self._number("dropped", f"{kit.at('DROPPED')} >> other & 1", "place")
            if self._has("laid"):
                self._number("laid", kit.cards.count(kit.words_at("DISCARDS", "other")), "place")
            if self._has("out"):
                out = f"{kit.at('OUT', 'other')} if other < {kit.at('OUT_COUNT')} else -1"
                source.line(f"gone = {out}")
                self._seat("out", "gone", "other")
        self._cards("discards", "DISCARDS", "seat")

    def _shown(self, seat: str) -> str:
        return seat if len(self._words) == 1 else f"{seat} * {len(self._words)}"

    def _opening(self) -> None:
        kit, source, book = self._kit, self._source, self._rules.rulebook
        self._number("opening_card", kit.at("OPENING_CARD"))
        if self._has("opening"):
            self._number("opening", kit.at("OPENING"))
        opener = kit.at("OPENER")
        if kit.has("OPENS"):
            shown = source.table("OPENER_SHOWN", _shown(book))
            stages = len(book.play.before) + 1
            source.line(f"opener = {opener} if {shown}[{kit.at('OPENS')} * {stages} + {kit.at('DOING')}] else -1")
            opener = "opener"
        self._seat("opener", opener)

    def _log(self) -> None:
        kit, source = self._kit, self._source
        size, number = 1 + len(PLAY) + kit.words, len(self._rules.rulebook.combinations)
        with source.block(f"for at in range({kit.at('LOG_COUNT')}):"):
            source.line(f"place = seat_from({kit.at('LOG', f'at * {size}')}, base)")
            source.line(f"{self._at('plays', f'place * {number} + ' + kit.at('LOG', f'at * {size} + 1'))} += 1")

    def _claims(self) -> None:
        kit, source, book = self._kit, self._source, self._rules.rulebook
        number = len(book.claims)
        if self._has("claimed"):
            with source.block(f"for at in range({kit.at('CLAIMED_COUNT')}):"):
                made = kit.at("CLAIMED", "at")
                source.line(f"place = seat_from({made} // {number}, base) * {number} + {made} % {number}")
                source.line(f"{self._at('claimed', 'place')} = 1")
        if self._has("claims"):
            with source.block(f"if {kit.at('ANSWERS')} >= 0:"):
                source.line("open = may_claim(s, seat)")
                for claim in range(number):
                    self._number("claims", f"open >> {claim} & 1", str(claim))
        if self._has("breaches"):
            around = self._players + 1
            with source.block(f"for at in range({kit.at('BREACH_COUNT')}):"):
                source.line(f"breach = {kit.at('BREACHES', 'at')}")
                with source.block(f"if breach // {around} % {self._players} == seat:"):
                    source.line(f"place = breach // {around * self._players} * {around}")
                    source.line(f"place += seat_from(breach % {around} - 1, base) + 1")
                    source.line(f"{self._at('breaches', 'place')} = 1")

    def _before(self) -> None:
        kit, source, players = self._kit, self._source, self._players
        if self._has("doing"):
            self._number("doing", kit.at("DOING"))
        if self._has("to_give"):
            with source.block(f"if {kit.at('DOING')}:"):
                self._number("to_give", "to_give(s, seat)")
        fields = self._seen.fields
        if self._has("calls"):
            with source.block(f"for at in range({fields['calls'].size}):"):
                made = f"{kit.at('CALLS', 'at')} if at < {kit.at('CALL_COUNT')} else -1"
                self._number("calls", made, "at")
        for auction in range(fields["roles"].size if self._has("roles") else 0):
            self._seat("roles", kit.at("ROLES", str(auction)), str(auction))
            if not self._has("bids"):
                continue
            told = f"{kit.at('ROLES', str(auction))} >= 0"
            if not self._rules.memory.bids:
                told += f" and {kit.at('OPENS')}"
            with source.block(f"if {told}:"), source.block(f"for other in range({players}):"):
                bid = kit.at("BIDS", f"{auction * players} + other")
                self._number("bids", bid, f"{auction * players} + seat_from(other, base)")
        if self._has("kitty"):
            self._seat("kitty_by", kit.at("KITTY_BY"))
            with source.block(f"if {kit.at('KITTY_BY')} >= 0:"):
                self._cards("kitty", "KITTY")

    def _gifts(self) -> None:
        if not self._has("gifts"):
            return
        kit, source, size = self._kit, self._source, 2 + len(self._words)
        with source.block(f"for at in range({self._seen.fields['gifts_by'].size}):"):
            for name in ("gifts_by", "gifts_to"):
                self._number(name, "-1", "at")
        source.line("mine = 0")
        with source.block(f"for at in range({kit.at('GIFT_COUNT')}):"):
            giver, taker = (kit.at("GIFTS", f"at * {size}{more}") for more in ("", " + 1"))
            with source.block(f"if {giver} == seat or {taker} == seat:"):
                self._seat("gifts_by", giver, "mine")
                self._seat("gifts_to", taker, "mine")
                self._put("gifts", [kit.at("GIFTS", f"at * {size} + {2 + word}") for word in self._words], "mine")
                source.line("mine += 1")

    def _effects(self) -> None:
        kit, source, players = self._kit, self._source, self._players
        for name in ("reversed_ranks", "reversed_turns"):
            if self._has(name):
                self._flag(name, f"popcount({kit.at(name.upper())}) & 1")
        if self._has("paid"):
            around = (players + 1) * players
            with source.block(f"for at in range({self._seen.fields['paid'].size}):"):
                source.line(f"payer = seat_from(at // {players} % {players + 1} - 1, base) + 1")
                source.line(f"payee = seat_from(at % {players}, base)")
                place = f"at // {around} * {around} + payer * {players} + payee"
                self._number("paid", kit.at("PAID", "at"), place)


def _shown(book: model.Rulebook) -> list[int]:
    """Whether it is known who opens: by the line that says so (0: it is past) and what goes on before the lead."""
    order, stages = book.play.before, len(book.play.before) + 1
    starts = {auction.name: auction.starts for auction in book.auctions}
    told = [1] * stages
    for line in ("first hand", "later hands"):
        by = opening_of(book, line).by
        for stage in range(stages):
            told.append(
                int(
                    not isinstance(by, model.RoleOpens)
                    and (
                        not isinstance(by, model.HolderOpens | model.LowestOpens)
                        or any(starts.get(name) == "opener" for name in order[: max(stage, 1)])
                    )
                )
            )
    return told
