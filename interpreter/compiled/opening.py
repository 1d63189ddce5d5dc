"""The deal in a program: who holds what, who opens, and the first lead."""

from __future__ import annotations

from cardwright.dsl import model

from ..deal import DRAWN
from ..position import FOR_ALL_HANDS
from .sides import Side, Sides
from .source import Words

FIRST, LATER = 1, 2
"""The lines that say who opens: of the first hand, and of later hands."""


class OpeningWriter:
    """Writes how a hand is dealt, who opens it, and how it is led."""

    def __init__(self, sides: Sides) -> None:
        self._sides = sides
        self._kit = sides.kit
        self._source = sides.source
        self._play = sides.rulebook.play
        held = [auction for auction in sides.rulebook.auctions if auction.name in self._play.before]
        self.draws_starter = any(auction.starts in DRAWN for auction in held)
        """Whether somebody may have to be drawn who is asked first in an auction."""

    @property
    def deals_card(self) -> bool:
        """Whether the opening play may have to contain a card."""
        return self._play.first_hand.playing_it or self._play.later_hands.playing_it

    # ---- the deal ----------------------------------------------------------------------------------------------

    def write_deal(self) -> None:
        """`deal(s, deck)`: kinds in the order in which they lie, dealt seat after seat."""
        sides, kit, source = self._sides, self._kit, self._source
        dealing, players = sides.rulebook.deal, sides.players
        total = len(sides.rules.pieces.all)
        extra = total - dealing.each * players if dealing.rest == "one_each" else 0
        source.table("DECK", [kit.layout.kind_at[card] for card in sides.rules.pieces.all])
        told = "Deal the kinds of a shuffled deck seat after seat, and lay the rest aside."
        with source.function("deal", "s, deck", told):
            source.line("at = 0")
            with source.block(f"for seat in range({players}):"):
                source.line(f"size = {dealing.each}")
                if extra:
                    with source.block(f"if (seat - {kit.at('HAND_NUMBER')} + 1) % {players} < {extra}:"):
                        source.line("size += 1")
                self._gather("at + size")
                self._set_hand("seat", "size")
                source.line("at += size")
            if dealing.rest == "holder" and total > dealing.each * players:
                source.line("seat = rest_holder(s)")
                source.line(f"size = {kit.at('LEFT', 'seat')} + {total} - at")
                hand = sides.hand("seat")
                self._gather(str(total), hand)
                self._set_hand("seat", "size")
            elif kit.has("KITTY"):
                self._gather(str(total))
                sides.cards.set(kit.words_at("KITTY"), sides.cards.names("h"))

    def _gather(self, end: str, start: Words | None = None) -> None:
        sides, source, layout = self._sides, self._source, self._kit.layout
        hand = sides.cards.names("h")
        sides.cards.set(hand, start or sides.nothing)
        with source.block(f"for place in range(at, {end}):"):
            one = source.table("ONE", [field.one for field in layout.fields])
            if layout.words == 1:
                source.line(f"h0 += {one}[deck[place]]")
                return
            word = source.table("KIND_WORD", [field.word for field in layout.fields])
            for at in range(layout.words):
                with source.block(f"{'el' if at else ''}if {word}[deck[place]] == {at}:"):
                    source.line(f"h{at} += {one}[deck[place]]")

    def _set_hand(self, seat: str, size: str) -> None:
        self._sides.cards.set(self._sides.hand(seat), self._sides.cards.names("h"))
        self._source.line(f"{self._kit.at('LEFT', seat)} = {size}")

    def write_rest_holder(self) -> None:
        """`rest_holder(s)`: who gets what is left over."""
        dealing, source = self._sides.rulebook.deal, self._source
        if dealing.rest != "holder":
            return
        with source.function("rest_holder", "s", "Who gets what is left over."):
            for name in (dealing.rest_to, dealing.rest_else):
                if name is not None:
                    source.line(f"seat = holder(s, {self._kind(name)})")
                    with source.block("if seat >= 0:"):
                        source.line("return seat")
            source.line("return max(holder(s, lowest_dealt(s)), 0)")

    # ---- who opens ---------------------------------------------------------------------------------------------

    def write_who_holds(self) -> None:
        """`holder(s, kind)` and, for each way round, `lowest_dealt(s)`."""
        sides, source, layout = self._sides, self._source, self._kit.layout
        with source.function("holder", "s, kind", "Who holds a piece; -1: nobody."):
            source.line(f"shift = {source.table('KIND_SHIFT', [field.shift for field in layout.fields])}[kind]")
            if layout.words > 1:
                source.line(f"word = {source.table('KIND_WORD', [field.word for field in layout.fields])}[kind]")
            with source.block(f"for seat in range({sides.players}):"):
                held = sides.hand("seat")
                place = self._kit.place("HANDS", f"seat * {layout.words}")
                found = held[0] if len(held) == 1 else f"s[{place} + word]"
                with source.block(f"if {found} >> shift & {(1 << layout.width) - 1}:"):
                    source.line("return seat")
            source.line("return -1")
        for side in sides.all:
            places = side.kit.rules.pieces.card_places
            order = sorted(layout.order, key=lambda card: (places[card], card))
            table = source.table("UPWARDS", [layout.kind_at[card] for card in order])
            with source.function(f"lowest_dealt{side.suffix}", "s", "The lowest piece in any hand; -1: there is none."):
                with (
                    source.block(f"for at in range({len(order)}):"),
                    source.block(f"if holder(s, {table}[at]) >= 0:"),
                ):
                    source.line(f"return {table}[at]")
                source.line("return -1")

    def telling_piece(self, card: str | None, side: Side) -> None:
        """Lines that set `kind`, the piece whose holder is meant: the one named, or else the lowest one dealt."""
        source = self._source
        if card is None:
            source.line(f"kind = lowest_dealt{side.suffix}(s)")
            return
        source.line(f"kind = {self._kind(card)}")
        with source.block("if holder(s, kind) < 0:"):
            source.line(f"kind = lowest_dealt{side.suffix}(s)")

    def _kind(self, name: str) -> str:
        card = self._sides.rules.pieces.index_at[name]
        return str(self._kit.layout.kind_at.get(card, -1))

    def _opening_piece(self, opening: model.Opening, side: Side) -> bool:
        """Lines that set `kind`, the piece whose holder opens; whether there is one."""
        match opening.by:
            case model.HolderOpens(card=card):
                self.telling_piece(card, side)
            case model.LowestOpens():
                self.telling_piece(None, side)
            case _:
                return False
        return True

    def write_opens(self) -> None:
        """`opening_line(hand_number, last_winner, last_loser)` and `find_opener(s, line, last_winner, last_loser)`."""
        source, first, later = self._source, self._play.first_hand, self._play.later_hands
        told = "Which line says who opens: 1 that of the first hand, 2 that of later hands."
        with source.function("opening_line", "hand_number, last_winner, last_loser", told):
            terms = {"last_winner": "last_winner >= 0", "last_loser": "last_loser >= 0"}
            more = terms.get(later.by.kind)
            if later == first:
                source.line(f"return {FIRST}")
            else:
                asked = " and ".join(filter(None, ("hand_number > 1", more)))
                source.line(f"return {LATER} if {asked} else {FIRST}")
        told = "Who opens; -1: somebody has to be drawn. Where a role opens, whoever is drawn stands for it."
        with source.function("find_opener", "s, line, last_winner, last_loser", told):
            if later != first:
                with source.block(f"if line == {LATER}:"):
                    self._find_opener(later)
            self._find_opener(first)
        told = "Whether somebody has to be drawn who is asked first in an auction."
        with source.function("draws_starter", "line", told):
            known = [line for line, opening in ((FIRST, first), (LATER, later)) if opening.by.kind == "role"]
            if not self.draws_starter:
                source.line("return False")
            else:
                source.line(f"return {' and '.join(f'line != {line}' for line in known) or 'True'}")

    def _find_opener(self, opening: model.Opening) -> None:
        source = self._source
        if self._opening_piece(opening, self._sides.plain):
            source.line("return max(holder(s, kind), 0)")
        elif isinstance(opening.by, model.LastWinnerOpens | model.LastLoserOpens):
            source.line(f"return {opening.by.kind}")
        else:
            source.line("return -1")

    # ---- the first lead ----------------------------------------------------------------------------------------

    def write_start(self, begin: str) -> None:
        """`start(s, line)`: from hands, opener and what is carried over to the first decision."""
        sides, kit, source = self._sides, self._kit, self._source
        first, later = self._play.first_hand, self._play.later_hands
        told = "Begin a hand that is dealt, and whose opener (and who is asked first in auctions) is known."
        with source.function("start", "s, line", told):
            self._clear()
            source.line(f"{kit.at('TURN')} = {kit.at('OPENER')}")
            if kit.has("OPENS"):
                source.line(f"{kit.at('OPENS')} = line")
            elif self.deals_card:
                for line, opening in ((FIRST, first), (LATER, later)):
                    if opening.playing_it and (line == FIRST or later != first):
                        with source.block(f"if line == {line}:"):
                            self._opening_piece(opening, sides.plain)
                            with source.block(f"if holder(s, kind) >= 0 and {self._held_by(kit.at('OPENER'))}:"):
                                source.line(f"{kit.at('OPENING_CARD')} = kind")
            source.line(f"{begin}(s)")

    def _held_by(self, seat: str) -> str:
        """Whether a seat holds `kind`."""
        layout, source = self._kit.layout, self._source
        shift = source.table("KIND_SHIFT", [field.shift for field in layout.fields])
        held = self._sides.hand(seat)
        found = held[0]
        if layout.words > 1:
            word = source.table("KIND_WORD", [field.word for field in layout.fields])
            place = self._kit.place("HANDS", f"{seat} * {layout.words}")
            found = f"s[{place} + {word}[kind]]"
        return f"{found} >> {shift}[kind] & {(1 << layout.width) - 1}"

    def _clear(self) -> None:
        """Nothing is done yet."""
        kit, source, slots = self._kit, self._source, self._kit.slots
        source.line(f"{kit.at('ENDED')} = 0")
        source.line(f"{kit.at('ANSWERS')} = -1")
        source.line(f"{kit.at('DOING')} = 0")
        source.line(f"{kit.at('TABLE')} = -1")
        source.line(f"{kit.at('TABLE_BY')} = -1")
        source.line(f"{kit.at('OPENING_CARD')} = -1")
        source.line(f"{kit.at('ACTIONS')} = 0")
        if kit.has("OPENING"):
            source.line(f"{kit.at('OPENING')} = 1")
        if kit.has("LEADER"):
            source.line(f"{kit.at('LEADER')} = -1")
        if kit.has("KITTY_BY"):
            source.line(f"{kit.at('KITTY_BY')} = -1")
        for name in ("DROPPED", "OUT_COUNT", "BREACH_COUNT", "CLAIMED_COUNT", "LOG_COUNT", "CALL_COUNT", "GIFT_COUNT"):
            if kit.has(name):
                source.line(f"{kit.at(name)} = 0")
        for name in ("PILES", "TRICK", "BIDS", "DISCARDS", "PAID", "ROLES"):
            size = slots.size.get(name, 0)
            if size == 1:
                source.line(f"{kit.at(name)} = {-1 if name == 'ROLES' else 0}")
            elif size:
                with source.block(f"for at in range({size}):"):
                    source.line(f"{kit.at(name, 'at')} = {-1 if name == 'ROLES' else 0}")
        if kit.has("SIZES"):
            with source.block(f"for at in range({self._sides.players}):"):
                source.line(f"{kit.at('SIZES', 'at')} = {kit.at('LEFT', 'at')}")
        for name in ("REVERSED_RANKS", "REVERSED_TURNS"):
            if kit.has(name):
                source.line(f"{kit.at(name)} = {FOR_ALL_HANDS} if {kit.at(name)} else 0")

    def write_lead(self) -> None:
        """`lead(s)`: the first lead is the opener's, or of the next player who has cards."""
        sides, kit, source = self._sides, self._kit, self._source
        with source.function("lead", "s", "Whoever opens leads; who has no cards any more is out."):
            source.line(f"seat = {kit.at('OPENER')}")
            if kit.has("OUT"):
                with source.block(f"for _ in range({sides.players}):"):
                    with source.block(f"if {sides.count('seat')} == 0:"):
                        source.line(f"{kit.at('OUT', kit.at('OUT_COUNT'))} = seat")
                        source.line(f"{kit.at('OUT_COUNT')} += 1")
                    source.line(f"seat = {sides.after('seat')}")
            with source.block(f"if {sides.is_over()}:"):
                source.line("finish(s)")
                source.line("return")
            with source.block(f"while {sides.count('seat')} == 0:"):
                source.line(f"seat = {sides.after('seat')}")
            source.line(f"{kit.at('TURN')} = seat")
            source.line(f"{kit.at('ANSWERS')} = -1")
