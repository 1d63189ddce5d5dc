"""How a hand goes from turn to turn in a program: after a play, a pass, cards laid face down; tricks and the end."""

from __future__ import annotations

from contextlib import ExitStack

from ..position import FOR_ALL_HANDS, FOR_HAND
from .claims import OUT
from .scopes import Scope
from .setting_off import EffectWriter
from .sides import Side, Sides
from .source import Words
from .unbeaten import UnbeatenWriter
from .values import FALSE, TRUE, APlay, either


class TurnWriter:
    """Writes the turn rules of a rulebook. What it does not have is left out."""

    def __init__(self, sides: Sides, effects: EffectWriter) -> None:
        self._sides = sides
        self._kit = sides.kit
        self._source = sides.source
        self._play = sides.rulebook.play
        self._effects = effects
        self._unbeaten = UnbeatenWriter(sides)

    def write(self) -> None:
        """All functions that actions call."""
        self._write_next()
        self._effects.write_ranks()
        self._effects.write_lasting()
        self._write_finish()
        self._write_trick_won()
        self._unbeaten.write()
        self._effects.write(self.following("seat"))

    # ---- who is next -------------------------------------------------------------------------------------------

    def following(self, seat: str) -> str:
        """The next in the order of turns who may still act in this trick; -1: nobody."""
        if self._sides.plain_circle:
            return self._sides.after(seat)
        stop = "-1"
        if self._kit.has("LEADER"):
            stop = f"{self._kit.at('LEADER')} if {self._kit.at('TABLE')} >= 0 else -1"
        return f"next_in_trick(s, {seat}, {stop})"

    def _write_next(self) -> None:
        sides, kit, source = self._sides, self._kit, self._source
        sides.step()
        if sides.plain_circle:
            return
        told = "The next after a seat that may act in this trick; -1: nobody before the one where it stops."
        with source.function("next_in_trick", "s, seat, stop", told):
            step = ""
            if sides.turns_reverse:
                source.line("step = turn_step(s)")
                step = f"(seat + step) % {sides.players}"
            with source.block(f"for _ in range({sides.players - 1}):"):
                source.line(f"seat = {step or sides.after('seat')}")
                with source.block("if seat == stop:"):
                    source.line("return -1")
                terms = [] if sides.all_hold else [f"{sides.count('seat')} > 0"]
                if kit.has("DROPPED"):
                    terms.append(f"{kit.at('DROPPED')} >> seat & 1 == 0")
                if terms:
                    with source.block(f"if {' and '.join(terms)}:"):
                        source.line("return seat")
                else:
                    source.line("return seat")
            source.line("return -1")

    def _stop(self, made_by: str) -> str:
        return self._kit.at("LEADER") if self._play.one_circuit else made_by

    def _pass_turn(self, made_by: str) -> None:
        """Lines that give the turn to the next who may answer, or end the trick."""
        sides, source = self._sides, self._source
        if sides.plain_circle:
            source.line(f"other = {sides.after('seat')}")
            ended = f"other == {made_by}"
        else:
            source.line(f"other = next_in_trick(s, seat, {self._stop(made_by)})")
            ended = "other < 0"
        with source.block(f"if {ended}:"):
            source.line("trick_won(s)")
        with source.block("else:"):
            source.line(f"{self._kit.at('TURN')} = other")

    # ---- actions -----------------------------------------------------------------------------------------------

    def play(self) -> None:
        """Lines for a play of `seat`, up to the next decision, or the end of the hand."""
        sides, kit, source, cards = self._sides, self._kit, self._source, self._sides.cards
        self._effects.before()
        if kit.has("LEADER"):
            with source.block(f"if {kit.at('TABLE')} < 0:"):
                source.line(f"{kit.at('LEADER')} = seat")
        if not sides.memory.opener:
            source.line(f"{kit.at('OPENER')} = -1")
        if self._play.first_hand.playing_it or self._play.later_hands.playing_it:
            source.line(f"{kit.at('OPENING_CARD')} = -1")
        self._put(kit.place("TABLE"), (*sides.action[1:], "seat"))
        hand = sides.hand("seat")
        for held, taken in zip(hand, sides.played, strict=True):
            source.line(f"{held} -= {taken}")
        source.line(f"left = {sides.count('seat')} - size")
        source.line(f"{sides.count('seat')} = left")
        if kit.has("TRICK"):
            cards.set(kit.words_at("TRICK"), cards.add(kit.words_at("TRICK"), sides.played))
        if kit.has("LOG"):
            self._log()
        if not self._effects.any:
            self._runs_out()
        elif kit.has("OUT"):
            with source.block("if left == 0:"):
                self._goes_out()
        if self._unbeaten.asked and len(sides.all) > 1 and self._effects.lasts:
            # Judged as the play was made: before anything that it sets off turns the ranks.
            source.line("won = False")
            sides.by_side(lambda side: source.line(f"won = {self._unbeaten.call(side)}"))
        self._effects.done()
        if kit.has("OPENING"):
            source.line(f"{kit.at('OPENING')} = 0")
        if self._effects.any:
            self._ends()
        self._after_play()

    def _after_play(self) -> None:
        """Lines that end the trick at once, or give the turn to the next."""
        sides, kit, source = self._sides, self._kit, self._source
        won = ""
        if self._unbeaten.asked:
            won = "won" if len(sides.all) > 1 and self._effects.lasts else self._unbeaten.call(sides.plain)
        ends = [term for term in (self._effects.ends_trick, won) if term not in ("", FALSE)]
        if ends:
            with source.block(f"if {' or '.join(ends)}:"):
                source.line("trick_won(s)")
                source.line("return")
        if self._effects.skips:
            stop = self._stop("seat")
            source.line(f"skipped = {self._effects.skips}")
            source.line(f"other = next_in_trick(s, seat, {stop})")
            with source.block("while skipped > 0 and other >= 0:"):
                source.line(f"other = next_in_trick(s, other, {stop})")
                source.line("skipped -= 1")
            with source.block("if other < 0:"):
                source.line("trick_won(s)")
            with source.block("else:"):
                source.line(f"{kit.at('TURN')} = other")
        elif sides.plain_circle:
            source.line(f"{kit.at('TURN')} = {sides.after('seat')}")
        else:
            self._pass_turn("seat")

    def passed(self) -> None:
        """Lines for a pass of `seat`."""
        if self._play.pass_drops_out:
            self._source.line(f"{self._kit.at('DROPPED')} |= 1 << seat")
        self._pass_turn(self._kit.at("TABLE_BY"))

    def discarded(self) -> None:
        """Lines for cards that `seat` has laid face down."""
        sides, kit, source, cards = self._sides, self._kit, self._source, self._sides.cards
        cards.set(sides.hand("seat"), cards.minus(sides.hand("seat"), sides.played))
        laid = kit.words_at("DISCARDS", "seat")
        cards.set(laid, cards.add(laid, sides.played))
        source.line(f"left = {sides.count('seat')} - size")
        source.line(f"{sides.count('seat')} = left")
        self._runs_out()
        self._pass_turn(kit.at("TABLE_BY"))

    def _put(self, place: str, values: Words) -> None:
        """Lines that store values side by side."""
        if not self._source.native:
            self._source.line(f"s[{place}:{place} + {len(values)}] = {', '.join(values)}")
            return
        for at, value in enumerate(values):
            self._source.line(f"s[{place} + {at}] = {value}" if at else f"s[{place}] = {value}")

    def _runs_out(self) -> None:
        """Lines for who has just run out of cards: that may end the hand."""
        kit, source, end = self._kit, self._source, self._play.hand_end
        if not kit.has("OUT") and end.judged != "at_once":
            return
        with source.block("if left == 0:"):
            if kit.has("OUT"):
                self._goes_out()
            if kit.has("OPENING"):
                source.line(f"{kit.at('OPENING')} = 0")
            self._ends("")

    def _goes_out(self) -> None:
        kit, source = self._kit, self._source
        source.line(f"{kit.at('OUT', kit.at('OUT_COUNT'))} = seat")
        source.line(f"{kit.at('OUT_COUNT')} += 1")

    def _ends(self, out: str = "left == 0") -> None:
        """Lines that end the hand at once where whoever has just run out of cards ends it."""
        end, source = self._play.hand_end, self._source
        if end.judged != "at_once":
            return
        surely = not end.holding and end.count == 1
        terms = [term for term in (out, "" if surely else self._sides.is_over()) if term]
        with ExitStack() as stack:
            if terms:
                stack.enter_context(source.block(f"if {' and '.join(terms)}:"))
            source.line("finish(s)")
            source.line("return")

    def _log(self) -> None:
        """Lines that remember a play, as it is read with the ranks the right way round."""
        sides, kit, source = self._sides, self._kit, self._source
        rung, key, same, size = sides.action[1:5]

        def remember(side: Side, key: str, same: str) -> None:
            record = (rung, key, same, size, *sides.played)
            wanted = TRUE
            if sides.memory.played is not None:
                play = APlay(rung, key, same, size, sides.played, TRUE)
                wanted = either(*(side.formulas.about(cls, play, Scope()) for cls in sides.memory.played))
            if wanted == FALSE:
                return
            with source.block(f"if {wanted}:"):
                log = kit.place("LOG", f"{kit.at('LOG_COUNT')} * {1 + len(record)}")
                source.line(f"log = {log}")
                self._put("log", ("seat", *record))
                source.line(f"{kit.at('LOG_COUNT')} += 1")

        def by_side(side: Side) -> None:
            if not side.suffix:
                remember(side, key, same)
                return
            source.line(f"plain_key, plain_same = reread({', '.join(sides.action[1:])})")
            remember(side, "plain_key", "plain_same")

        sides.by_side(by_side)

    # ---- tricks and the end ------------------------------------------------------------------------------------

    def _write_trick_won(self) -> None:
        sides, kit, source = self._sides, self._kit, self._source
        with source.function("trick_won", "s", "The trick is over: its cards go where they go, and the next is led."):
            if self._effects.lasts:
                source.line(f"lasting(s, {FOR_HAND | FOR_ALL_HANDS})")
            if self._play.hand_end.judged != "at_once":
                with source.block(f"if {sides.is_over()}:"):
                    source.line("finish(s)")
                    source.line("return")
            source.line(f"seat = {kit.at('TABLE_BY')}")
            self._pile()
            if not sides.all_hold:
                with source.block(f"while {sides.count('seat')} == 0:"):
                    source.line(f"seat = {sides.after('seat')}")
            source.line(f"{kit.at('TURN')} = seat")
            source.line(f"{kit.at('TABLE')} = -1")
            if not sides.memory.trick_winner:
                source.line(f"{kit.at('TABLE_BY')} = -1")
            if kit.has("LEADER"):
                source.line(f"{kit.at('LEADER')} = -1")
            if kit.has("DROPPED"):
                source.line(f"{kit.at('DROPPED')} = 0")
            self._no_trick()

    def _no_trick(self) -> None:
        if self._kit.has("TRICK"):
            self._sides.cards.set(self._kit.words_at("TRICK"), self._sides.nothing)

    def _pile(self) -> None:
        """Lines that put on the pile of `seat` what the winner of a trick takes."""
        kit, cards = self._kit, self._sides.cards
        if not self._sides.memory.piles or self._play.pile == "nothing":
            return
        taken = kit.words_at("TRICK") if self._play.pile == "whole_trick" else kit.play_at("TABLE").words
        pile = kit.words_at("PILES", "seat")
        cards.set(pile, cards.add(pile, taken))

    def _write_finish(self) -> None:
        kit, source = self._kit, self._source
        told = "The hand is over. Who is ahead in a trick that it cuts short has won that trick."
        with source.function("finish", "s", told):
            if self._effects.lasts:
                source.line(f"lasting(s, {FOR_ALL_HANDS})")
            if self._sides.memory.piles and self._play.pile != "nothing":
                with source.block(f"if {kit.at('TABLE')} >= 0:"):
                    source.line(f"seat = {kit.at('TABLE_BY')}")
                    self._pile()
            self._no_trick()
            source.line(f"{kit.at('TURN')} = -1")
            source.line(f"{kit.at('ENDED')} = {OUT}")
            source.line(f"{kit.at('ANSWERS')} = -1")
