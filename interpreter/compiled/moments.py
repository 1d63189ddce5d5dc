"""Where a state has what formulas ask for, while a hand is played and once it is over."""

from __future__ import annotations

from dataclasses import dataclass

from ..rules import Rules
from .cards import CardWords
from .layout import MOST_POINTS, CannotCompile, CardLayout, Slots
from .lifting import Lifting
from .scopes import Moment
from .source import Source, Words, ident
from .values import FALSE, APlay, Held, Log, Nothing, Num, Seat, chosen, constant, wrapped


@dataclass(frozen=True, slots=True)
class Kit:
    """What everything that writes a part of a program has at hand."""

    rules: Rules
    source: Source
    cards: CardWords
    slots: Slots
    lifting: Lifting

    @property
    def layout(self) -> CardLayout:
        """The fields of cards."""
        return self.cards.layout

    @property
    def words(self) -> int:
        """How many words tell cards."""
        return self.layout.words

    @property
    def most_held(self) -> int:
        """How many pieces a hand can have at most."""
        return max(self.rules.plays.hand_sizes)

    @property
    def no_cards(self) -> Held:
        """No cards at all."""
        return Held(("0",) * self.words, size=constant(0))

    def has(self, slot: str) -> bool:
        """Whether states have a slot."""
        return slot in self.slots.at

    def place(self, slot: str, index: str = "0") -> str:
        """Where a slot is, within its field."""
        name = self.source.constant(slot, self.slots.at[slot])
        return name if index == "0" else f"{name} + {index}"

    def at(self, slot: str, index: str = "0") -> str:
        """What a slot has."""
        return f"s[{self.place(slot, index)}]"

    def words_at(self, slot: str, seat: str = "0") -> Words:
        """The cards that a slot has for a seat."""
        index = seat if self.words == 1 or seat == "0" else f"{wrapped(seat)} * {self.words}"
        return self.cards.at(self.place(slot, index))

    def play_at(self, slot: str, index: str = "0") -> APlay:
        """The play that a slot has."""
        place = self.place(slot, index)
        told = [f"s[{place}]", *(f"s[{place} + {number}]" for number in range(1, 4 + self.words))]
        return APlay(told[0], told[1], told[2], told[3], tuple(told[4:]), f"{told[0]} >= 0")

    def total_held(self, words: Words) -> Num:
        """How many cards."""
        return Num(self.cards.count(words), 0, len(self.rules.pieces.all))


class InPlay(Moment):
    """While a hand is played, or before its lead. `s` is the state."""

    judging = False
    names: tuple[str, ...] = ("s",)

    def __init__(self, kit: Kit) -> None:
        self.kit = kit
        self.memory = kit.rules.memory

    def cards(self, seat: Seat) -> Num:
        return Num(self.kit.at("LEFT", seat.text), 0, self.kit.most_held)

    def hand(self, seat: Seat) -> Held | Nothing:
        return self._of(seat, self.kit.words_at("HANDS", seat.text), self.cards(seat))

    def _of(self, seat: Seat, words: Words, size: Num | None = None) -> Held:
        """Cards of a player; none where there is no player."""
        if seat.sure:
            return Held(words, size=size)
        if size is not None:
            size = Num(chosen(seat.exists, size.text, "0"), size.low, size.high)
        return Held(tuple(chosen(seat.exists, word, "0") for word in words), size=size)

    def pile(self, seat: Seat) -> Held | Nothing:
        if not self.kit.has("PILES"):
            return self.kit.no_cards
        return self._of(seat, self.kit.words_at("PILES", seat.text))

    def plays(self, seat: Seat | None) -> Log | Held | Nothing:
        return Log(seat) if self.kit.has("LOG") else self.kit.no_cards

    def place(self, seat: Seat) -> Num:
        if not self.kit.has("OUT"):
            return constant(0)
        kit, source = self.kit, self.kit.source

        def write() -> None:
            with (
                source.block(f"for at in range({kit.at('OUT_COUNT')}):"),
                source.block(f"if {kit.at('OUT', 'at')} == seat:"),
            ):
                source.line("return at + 1")
            source.line("return 0")

        told = "Which player to go out a seat was; 0 while it has cards."
        return Num(kit.lifting.call("went_out", told, write, seat=seat.text), 0, kit.rules.players)

    def points(self, seat: Seat) -> Num:
        if not self.kit.has("TOTALS"):
            return constant(0)
        return Num(self.kit.at("TOTALS", seat.text), -MOST_POINTS, MOST_POINTS)

    def bid(self, seat: Seat, role: str | None) -> Num:
        kit, auctions = self.kit, self._auctions
        if not kit.has("BIDS"):
            return constant(0)
        numbers = [number for number, auction in enumerate(auctions) if role in (None, auction)]
        bids = [kit.at("BIDS", _shifted(number * kit.rules.players, seat.text)) for number in numbers]
        most = max((max(auction.bids) for auction in kit.rules.rulebook.auctions), default=0)
        if not bids:
            return constant(0)
        return Num(bids[0] if len(bids) == 1 else f"max({', '.join(bids)})", 0, most)

    def role(self, role: str) -> Seat:
        auctions = self._auctions
        return Seat(self.kit.at("ROLES", str(auctions.index(role)))) if role in auctions else Seat("-1")

    @property
    def _auctions(self) -> list[str]:
        """The auctions in the order in which they are held."""
        rulebook = self.kit.rules.rulebook
        names = {auction.name for auction in rulebook.auctions}
        return [name for name in rulebook.play.before if name in names]

    def placed(self, place: int) -> Seat:
        kit, source = self.kit, self.kit.source
        if not kit.has("LAST_PLACES"):
            return Seat("-1")
        told = f"place {place}" if place > 0 else f"place {-place} from the end"

        def write() -> None:
            source.line("found = -1")
            with source.block(f"for seat in range({kit.rules.players}):"):
                own = kit.at("LAST_PLACES", "seat")
                if place < 0:
                    source.line("behind = 1")
                    with (
                        source.block(f"for other in range({kit.rules.players}):"),
                        source.block(f"if {kit.at('LAST_PLACES', 'other')} > {own}:"),
                    ):
                        source.line("behind += 1")
                    own = "behind"
                with source.block(f"if {own} == {abs(place)}:"):
                    with source.block("if found >= 0:"):
                        source.line("return -1")
                    source.line("found = seat")
            source.line("return found")

        return Seat(kit.lifting.call("placed", f"Who alone had {told} in the last hand; -1: nobody.", write))

    def claimed(self, seat: Seat, claim: str) -> str:
        kit, source = self.kit, self.kit.source
        claims = [declared.name for declared in kit.rules.rulebook.claims]
        if claim not in claims:
            return FALSE
        number, name = claims.index(claim), kit.source.constant("CLAIMS", len(claims))

        def write() -> None:
            with (
                source.block(f"for at in range({kit.at('CLAIMED_COUNT')}):"),
                source.block(f"if {kit.at('CLAIMED', 'at')} == seat * {name} + {number}:"),
            ):
                source.line("return True")
            source.line("return False")

        told = f"Whether a seat has claimed `{claim}`."
        return kit.lifting.call(f"claimed_{ident(claim)}", told, write, seat=seat.text)


class AtEnd(InPlay):
    """Once a hand is over. Local names are `winner` (and `claimant`, who went out on a claim and holds nothing)."""

    def __init__(self, kit: Kit) -> None:
        super().__init__(kit)
        self._claims = any(claim.act == "go_out" for claim in kit.rules.rulebook.claims)
        self.names = ("s", "winner", "claimant")

    def cards(self, seat: Seat) -> Num:
        left = super().cards(seat)
        return Num(self._unless_claimed(seat, left.text), left.low, left.high)

    def hand(self, seat: Seat) -> Held | Nothing:
        words = self.kit.words_at("HANDS", seat.text)
        return self._of(seat, tuple(self._unless_claimed(seat, word) for word in words), self.cards(seat))

    def _unless_claimed(self, seat: Seat, text: str) -> str:
        return chosen(f"{seat.text} == claimant", "0", text) if self._claims else text

    def place(self, seat: Seat) -> Num:
        """1 for who went out first, and so on; those left with cards follow, fewer before more, equal ones level."""
        kit, source = self.kit, self.kit.source
        if not kit.has("OUT"):
            raise CannotCompile("a place is asked for, and nobody keeps who went out when")

        def write() -> None:
            with (
                source.block(f"for at in range({kit.at('OUT_COUNT')}):"),
                source.block(f"if {kit.at('OUT', 'at')} == seat:"),
            ):
                source.line("return at + 1")
            source.line(f"own = {self.cards(Seat('seat', True)).text}")
            with source.block("if own == 0:"):
                source.line(f"return {kit.at('OUT_COUNT')} + 1")
            source.line("place = 1")
            with (
                source.block(f"for other in range({kit.rules.players}):"),
                source.block(f"if {self.cards(Seat('other', True)).text} < own:"),
            ):
                source.line("place += 1")
            source.line("return place")

        told = "The place of a seat; who is level shares one."
        return Num(kit.lifting.call("place_of", told, write, seat=seat.text), 1, kit.rules.players)

    def last_player(self) -> Seat:
        """Who is placed last, if one player alone is."""
        kit, source = self.kit, self.kit.source

        def write() -> None:
            source.line("last = 1")
            source.line("found = -1")
            with source.block(f"for seat in range({kit.rules.players}):"):
                source.line(f"place = {self.place(Seat('seat', True)).text}")
                with source.block("if place > last:"):
                    source.line("last = place")
                    source.line("found = seat")
                with source.block("elif place == last:"):
                    source.line("found = -1")
            source.line("return found")

        return Seat(kit.lifting.call("last_player", "Who alone is placed last; -1: nobody.", write))


def _shifted(number: int, text: str) -> str:
    return f"{number} + {text}" if number else text
