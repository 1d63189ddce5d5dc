"""Many hands side by side in machine code: the kernel `batch`, which deals, acts, lists what is legal and tells what is
seen for all of them in one call."""

from __future__ import annotations

from .seeing import Seen
from .sides import PLAY, Side
from .source import Source

BEGIN, ACT, LIST, SEE, KNOW = 1, 2, 4, 8, 16
"""What a call is asked to do, in this order (`KNOW`, first of all: to take in the actions that have numbers)."""
RUNG, NUMBER, SIZE = 1, 2, 4
"""Columns of the rows of actions that have numbers; the rung is -1 where the cards alone tell the play apart."""
WHOLE = -1
"""The size of a whole hand as dealt, whose cards make no difference: there they are none."""
TRIES = 10_000
"""After so many hands that are over as they are dealt it is believed that all are."""


class BatchWriter:
    """Writes `batch`, and what it calls. Arrays have so many numbers for every hand, one hand after another."""

    def __init__(self, side: Side, seen: Seen) -> None:
        self._side = side
        self._kit = side.kit
        self._source: Source = side.kit.source
        self._seen = seen
        self._players = side.kit.rules.players
        self._columns = range(5 + side.kit.words)

    def write(self) -> None:
        """All of it."""
        self._write_deal()
        self._write_begin()
        self._write_act()
        self._write_list()
        self._write_known()
        self._write_batch()

    def _hand(self) -> None:
        """Lines that find the state of a hand, and what everybody has played in it."""
        self._source.line(f"s = part(states, i * {self._kit.slots.length})")
        self._source.line(f"mine = part(played, i * {self._players * self._kit.words})")

    # ---- deals -------------------------------------------------------------------------------------------------

    def _write_deal(self) -> None:
        source, kit = self._source, self._kit
        told = "The hand of a number under a seed: up to its first decision, or its end."
        with source.function("deal_number", "s, mine, seed, number", told):
            source.line(f"stream, deck = room(1), room({len(kit.rules.pieces.all)})")
            source.line("stream[0] = derived_seed(seed, number)")
            source.line("begin_hand(s, stream, 0, deck)")
            with source.block(f"for at in range({self._players * kit.words}):"):
                source.line("mine[at] = 0")
        told = "The next hand of a place that has a decision in it; its number, or -1 where there seems to be none."
        with source.function("deal_next", "s, mine, seed, number, step", told):
            with source.block(f"for _ in range({TRIES}):"):
                source.line("number += step")
                source.line("deal_number(s, mine, seed, number)")
                with source.block(f"if {kit.at('TURN')} >= 0:"):
                    source.line("return number")
            source.line("return -1")

    def _write_begin(self) -> None:
        """`begin_all`: to each place the hand whose number is in `choices`, where that is not negative; where there is
        a `step`, the first from there on that has a decision."""
        source = self._source
        told = "Hands are dealt to the places for which `choices` has a number."
        with (
            source.function("begin_all", f"seed, step, {_STATES}, choices, {_ENDS}", told),
            source.block("for i in range(count):"),
            source.block("if choices[i] >= 0:"),
        ):
            self._hand()
            source.line("done[i] = 0")
            with source.block("if step > 0:"):
                source.line("numbers[i] = deal_next(s, mine, seed, choices[i] - step, step)")
                source.line(f"turns[i] = {self._kit.at('TURN')}")
            with source.block("else:"):
                source.line("numbers[i] = choices[i]")
                source.line("deal_number(s, mine, seed, choices[i])")
                self._ended()

    def _ended(self) -> None:
        """Lines that settle a hand that is over, and go on to the next where there is a `step`."""
        source, kit = self._source, self._kit
        with source.block(f"if {kit.at('TURN')} < 0:"):
            source.line("done[i] = 1")
            source.line("finished[i] = numbers[i]")
            source.line(f"own = part(scores, i * {self._players})")
            source.line("broken[i] = settle(s, own)")
            with source.block("if step > 0:"):
                source.line("numbers[i] = deal_next(s, mine, seed, numbers[i], step)")
        source.line(f"turns[i] = {kit.at('TURN')}")

    # ---- actions -----------------------------------------------------------------------------------------------

    def _write_act(self) -> None:
        source, kit = self._source, self._kit
        told = "The chosen actions are done; the number of a hand (from 1) for which there is no such choice, or 0."
        with source.function("act_all", f"seed, step, {_STATES}, choices, rows, offsets, {_ENDS}", told):
            with source.block("for i in range(count):"):
                wrong = "choices[i] < 0 or choices[i] >= offsets[i + 1] - offsets[i]"
                with source.block(f"if turns[i] >= 0 and ({wrong}):"):
                    source.line("return i + 1")
            with source.block("for i in range(count):"):
                source.line("done[i] = 0")
                with source.block("if turns[i] < 0:"):
                    source.line("continue")
                self._hand()
                source.line("at = offsets[i] + choices[i]")
                with source.block(f"if rows[at, 0] == {PLAY}:"):
                    for word in range(kit.words):
                        place = f"turns[i] * {kit.words} + {word}" if kit.words > 1 else "turns[i]"
                        source.line(f"mine[{place}] += rows[at, {5 + word}]")
                source.line(f"apply(s, {', '.join(f'rows[at, {column}]' for column in self._columns)})")
                self._ended()
            source.line("return 0")

    def _write_list(self) -> None:
        source = self._source
        told = "What is legal in every hand, one hand after another; how many rows that takes, if there are too few."
        with source.function("list_all", "count, states, turns, rows, offsets, told", told):
            source.line("n, needed = 0, 0")
            with source.block("for i in range(count):"):
                source.line("offsets[i] = n")
                with source.block("if turns[i] >= 0:"):
                    source.line(f"s = part(states, i * {self._kit.slots.length})")
                    source.line("out = rows_from(rows, n)")
                    source.line("found = legal(s, out)")
                    with source.block("if n + found > len(rows):"):
                        # Until there is room nothing may be chosen.
                        with source.block("for other in range(count + 1):"):
                            source.line("offsets[other] = 0")
                        source.line("return n + found")
                    with source.block("if found < 1:"):
                        source.line("told[0] = i + 1")
                    source.line("n += found")
            source.line("offsets[count] = n")
            source.line("return 0")

    # ---- numbers of actions ------------------------------------------------------------------------------------

    def _write_known(self) -> None:
        source, kit = self._source, self._kit
        cards = kit.cards.names("m")
        named = ", ".join(("verb", "size", *cards))
        with source.function("mix", named, "A number by which an action is looked up."):
            source.line("mixed = 0")
            for name in ("verb", "size", *cards):
                source.line(f"mixed = (mixed ^ {name}) * -7046029254386353131")
                source.line("mixed ^= unsigned_shift(mixed, 29)")
            source.line("return mixed")

        def read(array: str) -> None:
            columns = (0, 4, *range(5, 5 + kit.words))
            source.line(f"{named} = {', '.join(f'{array}[at, {column}]' for column in columns)}")

        with (
            source.function("know_all", "known, slots, mask", "Every action that has a number finds a slot."),
            source.block("for at in range(len(known)):"),
        ):
            read("known")
            source.line(f"slot = mix({named}) & mask")
            with source.block("while slots[slot] >= 0:"):
                source.line("slot = slot + 1 & mask")
            source.line("slots[slot] = at")
        with (
            source.function("number_all", "n, rows, known, slots, mask, ids", "The numbers of actions; -1: none."),
            source.block("for at in range(n):"),
        ):
            read("rows")
            source.line("ids[at] = -1")
            matchers = kit.rules.plays.matchers
            whole = [f"rows[at, 1] == {rung}" for rung, one in enumerate(matchers) if one.planner.untouched]
            if whole:
                with source.block(f"if verb == {PLAY} and ({' or '.join(whole)}):"):
                    source.line(f"size = {WHOLE}")
                    kit.cards.set(cards, ("0",) * kit.words)
            source.line(f"slot = mix({named}) & mask")
            with source.block("while slots[slot] >= 0:"):
                source.line("other = slots[slot]")
                same = [f"known[other, 0] == verb and known[other, {SIZE}] == size"]
                same += [f"known[other, {5 + word}] == {card}" for word, card in enumerate(cards)]
                same.append(f"(known[other, {RUNG}] < 0 or known[other, {RUNG}] == rows[at, {RUNG}])")
                with source.block(f"if {' and '.join(same)}:"):
                    source.line(f"ids[at] = known[other, {NUMBER}]")
                    source.line("break")
                source.line("slot = slot + 1 & mask")

    # ---- everything ----------------------------------------------------------------------------------------------

    def _write_batch(self) -> None:
        source = self._source
        told = (
            "What `work` asks for. Returns how many rows are needed where there are too few; -1 where `told` has the"
            " number (from 1) of a hand whose choice there is not, -2 of one where nothing is legal; otherwise 0."
        )
        parameters = (
            f"work, seed, step, {_STATES}, choices, rows, offsets, {_ENDS}, told, turned, seen, known, slots, mask, ids"
        )
        with source.function("batch", parameters, told):
            source.line("told[0] = 0")
            with source.block(f"if work & {KNOW}:"):
                source.line("know_all(known, slots, mask)")
            with source.block(f"if work & {BEGIN}:"):
                source.line(f"begin_all(seed, step, {_STATES}, choices, {_ENDS})")
            with source.block(f"if work & {ACT}:"):
                source.line(f"told[0] = act_all(seed, step, {_STATES}, choices, rows, offsets, {_ENDS})")
                with source.block("if told[0]:"):
                    source.line("return -1")
            with source.block(f"if work & {LIST}:"):
                source.line("needed = list_all(count, states, turns, rows, offsets, told)")
                with source.block("if needed:"):
                    source.line("return needed")
                with source.block("if told[0]:"):
                    source.line("return -2")
                with source.block("if mask:"):
                    source.line("number_all(offsets[count], rows, known, slots, mask, ids)")
            with source.block(f"if work & {SEE}:"), source.block("for i in range(count):"):
                self._hand()
                source.line(f"row = part(seen, i * {self._seen.length})")
                source.line("see(s, mine, max(turns[i], 0) if turned else 0, row)")
            source.line("return 0")


_STATES = "count, states, played, numbers, turns"
_ENDS = "done, finished, broken, scores"
