"""The course of a hand as a program: from the deal to the end, what is legal, and what an action does."""

from __future__ import annotations

from collections.abc import Sequence

from .claims import ClaimWriter
from .duty import DutyWriter
from .layout import PLAY as RECORD
from .opening import OpeningWriter
from .preparation import PreparationWriter
from .setting_off import EffectWriter
from .sides import CLAIM, DISCARD, PASS, PLAY, Side, Sides
from .turning import TurnWriter


class CourseWriter:
    """Writes `deal`, `opening_line`, `find_opener`, `draws_starter`, `start`, `legal` and `apply`. `sides`: the rules
    as they are and, where ranks can be turned, upside down."""

    def __init__(self, sides: Sequence[Side]) -> None:
        self._sides = Sides(tuple(sides))
        self._kit = self._sides.kit
        self._source = self._sides.source
        self._opening = OpeningWriter(self._sides)
        self._preparation = PreparationWriter(self._sides, self._opening)
        self._claims = ClaimWriter(self._sides, self._opening, self._preparation.begin)
        self._effects = EffectWriter(self._sides)
        self._turns = TurnWriter(self._sides, self._effects)
        self._duties = DutyWriter(self._sides, self._turns.following("seat"))
        self._play = self._sides.rulebook.play

    @property
    def draws_starter(self) -> bool:
        """Whether somebody may have to be drawn who is asked first in an auction."""
        return self._opening.draws_starter

    @property
    def gives(self) -> bool:
        """Whether somebody chooses pieces to give."""
        return self._preparation.gives

    @property
    def asks_claims(self) -> bool:
        """Whether somebody is asked whether to claim."""
        return self._claims.asks

    def write(self) -> None:
        """The whole course."""
        for side in self._sides.all:
            side.plays.plays_to()
        self._turns.write()
        self._opening.write_who_holds()
        self._opening.write_rest_holder()
        self._opening.write_deal()
        self._opening.write_opens()
        self._opening.write_lead()
        self._preparation.write()
        self._claims.write()
        self._opening.write_start(self._claims.begin)
        if self._play.discards or self._preparation.gives:
            self._write_choices()
        if self._sides.rulebook.duties:
            for side in self._sides.all:
                self._write_allowed(side)
            self._duties.write("allowed")
        self._write_legal()
        self._write_apply()

    # ---- what is legal -----------------------------------------------------------------------------------------

    def _write_legal(self) -> None:
        sides, kit, source = self._sides, self._kit, self._source
        with source.function("legal", "s, out", "Every legal action, the pass last; how many there are."):
            source.line(f"seat = {kit.at('TURN')}")
            source.line("n = 0")
            with source.block("if seat < 0:"):
                source.line("return n")
            if self._claims.asks:
                with source.block(f"if {kit.at('ANSWERS')} >= 0:"):
                    self._claims.legal()
                    source.line("return n" if source.native else "return len(out)")
            if self._preparation.asks:
                with source.block(f"if {kit.at('DOING')}:"):
                    self._preparation.legal("choices")

            def write(side: Side) -> None:
                if self._duties.refusing:
                    source.line(f"n = allowed{side.suffix}(s, seat, out)")
                    self._duties.refuse(side)
                else:
                    self._list_allowed(side)

            sides.by_side(write)
            source.line("return n" if source.native else "return len(out)")

    def _write_allowed(self, side: Side) -> None:
        source = self._source
        told = "All that is allowed before duties are asked."
        with source.function(f"allowed{side.suffix}", "s, seat, out", told):
            source.line("n = 0")
            self._list_allowed(side)
            source.line("return n")

    def _list_allowed(self, side: Side) -> None:
        """Lines that list the plays, then what may be done instead."""
        sides, kit, source = self._sides, self._kit, self._source
        call = side.plays.plays_to()
        if source.native:
            table = ", ".join(sides.table())
        else:
            place = kit.place("TABLE")
            table = f"*s[{place}:{place} + {4 + kit.words}]"
        source.line(f"n = {call}({', '.join(sides.hand('seat'))}, {self._untouched()}, {table}, out, n)")
        if self._opening.deals_card:
            with source.block(f"if {kit.at('OPENING_CARD')} >= 0:"):
                self._with_card()
        free = f"{kit.at('TABLE')} >= 0"
        if self._play.must_beat:
            free = f"{'n == 0' if source.native else 'not out'} and {free}"
        with source.block(f"if {free}:"):
            if self._play.discards:
                number = f"min({kit.at('TABLE', str(RECORD.index('SIZE')))}, {sides.count('seat')})"
                source.line(f"n = choices({', '.join(sides.hand('seat'))}, {number}, {DISCARD}, out, n)")
            else:
                source.put(str(PASS), "0", "0", "0", "0", sides.nothing)

    def _untouched(self) -> str:
        """Whether `seat` still has the hand as dealt; asked only where a combination does."""
        rules = self._sides.rules
        if not any(matcher.planner.untouched for matcher in rules.plays.matchers):
            return "0"
        left = self._sides.count("seat")
        if self._kit.has("SIZES"):
            return f"{left} == {self._kit.at('SIZES', 'seat')}"
        if len(set(rules.sizes)) == 1:
            return f"{left} == {rules.sizes[0]}"
        return f"{left} == {self._source.table('DEALT', rules.sizes)}[seat]"

    def _with_card(self) -> None:
        """Lines that keep the plays with the card that the opening play must contain; all, should none have it."""
        kit, source, layout = self._kit, self._source, self._kit.layout
        card = kit.at("OPENING_CARD")
        masks = [
            source.table(f"CARD_MASK_{word}", [f.mask if f.word == word else 0 for f in layout.fields])
            for word in range(layout.words)
        ]
        columns = range(5, 5 + layout.words)
        if not source.native:
            test = " or ".join(f"a[{column}] & {mask}[{card}]" for column, mask in zip(columns, masks, strict=True))
            source.line(f"with_card = [a for a in out if {test}]")
            with source.block("if with_card:"):
                source.line("out[:] = with_card")
            return
        with source.block("if n <= len(out):"):
            source.line("kept = 0")
            test = " or ".join(
                f"out[at, {column}] & {mask}[{card}] != 0" for column, mask in zip(columns, masks, strict=True)
            )
            with source.block("for at in range(n):"), source.block(f"if {test}:"):
                with source.block(f"for column in range({5 + layout.words}):"):
                    source.line("out[kept, column] = out[at, column]")
                source.line("kept += 1")
            with source.block("if kept:"):
                source.line("n = kept")

    def _write_choices(self) -> None:
        """`choices(h0.., number, verb, out, n)`: every choice of so many pieces of a hand."""
        sides, source, layout = self._sides, self._source, self._kit.layout
        hand, played, kinds = sides.cards.names("h"), sides.played, len(self._kit.layout.fields)
        shift = source.table("KIND_SHIFT", [field.shift for field in layout.fields])
        word = source.table("KIND_WORD", [field.word for field in layout.fields]) if layout.words > 1 else ""
        told = "Every choice of so many pieces of a hand, equal ones being one."
        with source.function("choices", f"{', '.join(hand)}, number, verb, out, n", told):
            source.line(f"kinds, copies, taken, after = room({kinds}), room({kinds}), room({kinds}), room({kinds})")
            source.line("count = 0")
            with source.block(f"for kind in range({kinds}):"):
                held = hand[0]
                for at in range(1, layout.words):
                    held = f"({hand[at]} if {word}[kind] == {at} else {held})"
                source.line(f"held = {held} >> {shift}[kind] & {(1 << layout.width) - 1}")
                with source.block("if held:"):
                    source.line("kinds[count] = kind")
                    source.line("copies[count] = held")
                    source.line("count += 1")
            source.line("behind = 0")
            with source.block("for at in range(count - 1, -1, -1):"):
                source.line("after[at] = behind")
                source.line("behind += copies[at]")
            with source.block("if number > behind:"):
                source.line("return n")
            source.line("at, left = 0, number")
            with source.block("while True:"):
                with source.block("while at < count:"):
                    source.line("taken[at] = min(copies[at], left)")
                    source.line("left -= taken[at]")
                    source.line("at += 1")
                sides.cards.set(played, sides.nothing)
                with source.block("for place in range(count):"):
                    if layout.words == 1:
                        source.line(f"{played[0]} += taken[place] << {shift}[kinds[place]]")
                    for at in range(layout.words if layout.words > 1 else 0):
                        with source.block(f"if {word}[kinds[place]] == {at}:"):
                            source.line(f"{played[at]} += taken[place] << {shift}[kinds[place]]")
                source.put("verb", "0", "0", "0", "number", played)
                source.line("at -= 1")
                with source.block("while at >= 0 and (taken[at] == 0 or left + 1 > after[at]):"):
                    source.line("left += taken[at]")
                    source.line("taken[at] = 0")
                    source.line("at -= 1")
                with source.block("if at < 0:"):
                    source.line("return n")
                source.line("taken[at] -= 1")
                source.line("left += 1")
                source.line("at += 1")

    # ---- what an action does -----------------------------------------------------------------------------------

    def _write_apply(self) -> None:
        sides, kit, source = self._sides, self._kit, self._source
        told = "After a legal action: to the next decision, or the end of the hand."
        with source.function("apply", f"s, {sides.actions}", told):
            source.line(f"seat = {kit.at('TURN')}")
            source.line(f"{kit.at('ACTIONS')} += 1")
            with source.block(f"if verb == {PLAY}:"):
                self._duties.before_action()
                self._turns.play()
                source.line("return")
            if self._claims.asks:
                with source.block(f"if {kit.at('ANSWERS')} >= 0:"):
                    source.line(f"answer(s, seat, rung if verb == {CLAIM} else -1)")
                    source.line("return")
            if self._preparation.asks:
                with source.block(f"if {kit.at('DOING')}:"):
                    self._preparation.act()
                    source.line("return")
            self._duties.before_action()
            if self._play.discards:
                self._turns.discarded()
            else:
                self._turns.passed()
