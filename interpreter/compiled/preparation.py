"""What is done between the claims and the lead, in a program: auctions, kitties taken, pieces given away."""

from __future__ import annotations

from cardwright.dsl import model

from ..deal import DRAWN
from .claims import VOID
from .lifting import names_in
from .opening import FIRST, LATER, OpeningWriter
from .sides import BID, GIVE, PASS, Side, Sides
from .source import ident
from .values import Num


class PreparationWriter:
    """Writes the auctions and steps of a rulebook, in the order of `before`."""

    def __init__(self, sides: Sides, opening: OpeningWriter) -> None:
        self._sides = sides
        self._kit = sides.kit
        self._source = sides.source
        self._opening = opening
        book = sides.rulebook
        auctions = {auction.name: auction for auction in book.auctions}
        steps = {step.name: step for step in book.steps}
        self._order = [auctions.get(name) or steps[name] for name in book.play.before]
        self._auctions = [phase for phase in self._order if isinstance(phase, model.Auction)]
        self._last_drawn = max(
            (at for at, phase in enumerate(self._order) if isinstance(phase, model.Auction) and phase.starts in DRAWN),
            default=-1,
        )
        self.begin = "prepare" if self._order else "lead"
        """The function that goes on when claims are over."""

    @property
    def asks(self) -> bool:
        """Whether anybody is asked for something before the lead."""
        return any(isinstance(phase, model.Auction) or _chosen(phase) for phase in self._order)

    @property
    def _gives(self) -> list[tuple[int, str, model.Gives]]:
        """The steps in which who gives chooses, with their places."""
        return [
            (at, phase.name, phase.act)
            for at, phase in enumerate(self._order)
            if isinstance(phase, model.Step) and isinstance(phase.act, model.Gives) and phase.act.extreme is None
        ]

    def write(self) -> None:
        """All functions between the claims and the lead."""
        if not self._order:
            return
        for auction in self._auctions:
            self._write_asks_first(auction)
        for at, phase in enumerate(self._order):
            if isinstance(phase, model.Step):
                self._write_step(at, phase)
        self._write_given()
        for side in self._sides.all:
            self._write_extreme(side)
        self._write_forget()
        self._write_before_lead()
        self._write_from()
        source = self._source
        with source.function("prepare", "s", "Whatever comes before the lead, up to the first decision."):
            source.line("go_on(s, 0)")
        if self._auctions:
            self._write_over()
            self._write_called()
        if self._gives:
            self._write_gives()

    # ---- from one to the next ----------------------------------------------------------------------------------

    def _write_from(self) -> None:
        """`go_on(s, place)`: do what is done unasked, from a place on, up to the next decision or the lead."""
        kit, source = self._kit, self._source
        with source.function("go_on", "s, place", "What is done unasked, up to the next decision or the lead."):
            for at, phase in enumerate(self._order):
                with source.block(f"if place <= {at}:"):
                    if kit.has("STARTER") and at > self._last_drawn:
                        source.line(f"{kit.at('STARTER')} = -1")
                    if isinstance(phase, model.Auction):
                        source.line(f"{kit.at('DOING')} = {at + 1}")
                        source.line(f"{kit.at('CALL_COUNT')} = 0")
                        source.line(f"{kit.at('TURN')} = asks_first_{phase.name}(s)")
                        source.line(f"{kit.at('ANSWERS')} = -1")
                        source.line("return")
                    elif _chosen(phase):
                        with source.block(f"if step_{ident(phase.name)}(s):"):
                            source.line("return")
                    else:
                        source.line(f"step_{ident(phase.name)}(s)")
            source.line("before_lead(s)")

    def _write_before_lead(self) -> None:
        """`before_lead(s)`: who opens is known now; all that only auctions and steps ask for is forgotten."""
        sides, kit, source = self._sides, self._kit, self._source
        first, later = sides.rulebook.play.first_hand, sides.rulebook.play.later_hands
        with source.function("before_lead", "s", "Nothing is left to do before the lead: who opens is known now."):
            for line, opening in ((FIRST, first), (LATER, later)):
                if line == LATER and later == first:
                    continue
                with source.block(f"if {kit.at('OPENS')} == {line}:"):
                    self._find_opener(opening)
            source.line("forget(s)")
            source.line("lead(s)")

    def _find_opener(self, opening: model.Opening) -> None:
        sides, kit, source = self._sides, self._kit, self._source
        match opening.by:
            case model.RoleOpens(role=role):
                names = [auction.name for auction in self._auctions]
                if role in names:
                    with source.block(f"if {kit.at('ROLES', str(names.index(role)))} >= 0:"):
                        source.line(f"{kit.at('OPENER')} = {kit.at('ROLES', str(names.index(role)))}")
            case model.HolderOpens() | model.LowestOpens():

                def tell(side: Side) -> None:
                    self._opening.telling_piece(getattr(opening.by, "card", None), side)

                sides.by_side(tell)
                source.line("seat = holder(s, kind) if kind >= 0 else -1")
                with source.block("if seat >= 0:"):
                    source.line(f"{kit.at('OPENER')} = seat")
                if opening.playing_it:
                    source.line(f"{kit.at('OPENING_CARD')} = kind")

    def _write_forget(self) -> None:
        """`forget(s)`: all that only auctions and steps ask for."""
        kit, source, memory = self._kit, self._source, self._sides.memory
        with source.function("forget", "s", "Forget what nothing asks for once the hand is led."):
            source.line(f"{kit.at('DOING')} = 0")
            source.line(f"{kit.at('OPENS')} = 0")
            for name in ("STARTER", "LAST_WINNER", "LAST_LOSER"):
                if kit.has(name) and not getattr(memory, name.lower(), False):
                    source.line(f"{kit.at(name)} = -1")
            if kit.has("CALL_COUNT"):
                source.line(f"{kit.at('CALL_COUNT')} = 0")
            if kit.has("CLAIMED_COUNT") and not memory.claimed:
                source.line(f"{kit.at('CLAIMED_COUNT')} = 0")
            for name in ("TOTALS", "PILES", "BIDS", "LAST_PLACES"):
                if kit.has(name) and not getattr(memory, name.lower(), False):
                    with source.block(f"for at in range({kit.slots.size[name]}):"):
                        source.line(f"{kit.at(name, 'at')} = 0")

    # ---- auctions ----------------------------------------------------------------------------------------------

    def _write_asks_first(self, auction: model.Auction) -> None:
        sides, kit, source = self._sides, self._kit, self._source
        with source.function(f"asks_first_{auction.name}", "s", "Who is asked first."):
            match auction.starts:
                case "opener":
                    source.line(f"return {kit.at('OPENER')}")
                    return
                case "holder" | "lowest":

                    def tell(side: Side) -> None:
                        self._opening.telling_piece(auction.card, side)

                    sides.by_side(tell)
                    source.line("seat = holder(s, kind) if kind >= 0 else -1")
                    source.line(f"return seat if seat >= 0 else {kit.at('OPENER')}")
                    return
                case "last_winner" | "last_loser" if kit.has(auction.starts.upper()):
                    with source.block(f"if {kit.at(auction.starts.upper())} >= 0:"):
                        source.line(f"return {kit.at(auction.starts.upper())}")
            starter = kit.at("STARTER")
            source.line(f"return {starter} if {starter} >= 0 else {kit.at('OPENER')}")

    def _auction(self, auction: model.Auction) -> str:
        return f"{self._kit.at('DOING')} == {self._order.index(auction) + 1}"

    def _highest(self) -> None:
        kit, source = self._kit, self._source
        source.line("highest = 0")
        with source.block(f"for at in range({kit.at('CALL_COUNT')}):"):
            source.line(f"highest = max(highest, {kit.at('CALLS', 'at')})")

    def _write_over(self) -> None:
        """`auction_over(s)`: whether the auction is over after the calls so far."""
        kit, source, players = self._kit, self._source, self._sides.players
        count = kit.at("CALL_COUNT")
        with source.function("auction_over", "s", "Whether the auction is over after the calls so far."):
            self._highest()
            source.line("passes = 0")
            with source.block(f"while passes < {count} and {kit.at('CALLS', f'{count} - 1 - passes')} == 0:"):
                source.line("passes += 1")
            for auction in self._auctions:
                with source.block(f"if {self._auction(auction)}:"):
                    top = f"highest == {auction.bids[-1]}"
                    if auction.each_bids == "once":
                        source.line(f"return {count} == {players} or {top}")
                    else:
                        source.line(f"return passes == ({players - 1} if highest else {players}) or {top}")
            source.line("return True")

    def _write_called(self) -> None:
        """`called(s, call)`: after a bid, or (0) a pass."""
        sides, kit, source, players = self._sides, self._kit, self._source, self._sides.players
        count = kit.at("CALL_COUNT")
        drops = [auction for auction in self._auctions if auction.pass_drops_out]
        told = "After a bid, or (0) a pass: the next is asked, or the auction is over."
        with source.function("called", "s, call", told):
            source.line(f"{kit.at('CALLS', count)} = call")
            source.line(f"{count} += 1")
            source.line("over = auction_over(s)")
            if drops:
                asked = "" if len(drops) == len(self._auctions) else f" and ({' or '.join(map(self._auction, drops))})"
                with source.block(f"while not over{asked}:"):
                    source.line("dropped = False")
                    with (
                        source.block(f"for at in range({count} % {players}, {count}, {players}):"),
                        source.block(f"if {kit.at('CALLS', 'at')} == 0:"),
                    ):
                        source.line("dropped = True")
                    with source.block("if not dropped:"):
                        source.line("break")
                    source.line(f"{kit.at('CALLS', count)} = 0")
                    source.line(f"{count} += 1")
                    source.line("over = auction_over(s)")
            source.line(f"first = {kit.at('OPENER')}")
            for auction in self._auctions:
                with source.block(f"if {self._auction(auction)}:"):
                    source.line(f"first = asks_first_{auction.name}(s)")
            with source.block("if not over:"):
                source.line("seat = first")
                with source.block(f"for _ in range({count} % {players}):"):
                    source.line(f"seat = {sides.after('seat')}")
                source.line(f"{kit.at('TURN')} = seat")
                source.line("return")
            self._close()

    def _close(self) -> None:
        """Lines that give the role to the highest bidder."""
        sides, kit, source, players = self._sides, self._kit, self._source, self._sides.players
        count = kit.at("CALL_COUNT")
        self._highest()
        for number, auction in enumerate(self._auctions):
            with source.block(f"if {self._auction(auction)}:"):
                if auction.no_bid == "void":
                    with source.block("if highest == 0:"):
                        source.line("forget(s)")
                        source.line(f"{kit.at('TURN')} = -1")
                        source.line(f"{kit.at('ENDED')} = {VOID}")
                        source.line("return")
                source.line("best, role, seat = -1, first, first")
                with source.block(f"for n in range({players}):"):
                    source.line("own = 0")
                    with source.block(f"for at in range(n, {count}, {players}):"):
                        source.line(f"own = max(own, {kit.at('CALLS', 'at')})")
                    if auction.no_bid != "void":
                        with source.block("if highest == 0 and n == 0:"):
                            source.line(f"own = {auction.bids[0]}")
                    if kit.has("BIDS"):
                        shift = f"{number * players} + seat" if number else "seat"
                        source.line(f"{kit.at('BIDS', shift)} = own")
                    with source.block("if own > best:"):
                        source.line("best, role = own, seat")
                    source.line(f"seat = {sides.after('seat')}")
                source.line(f"{kit.at('ROLES', str(number))} = role")
                source.line(f"{kit.at('DOING')} = 0")
                source.line(f"{count} = 0")
                source.line(f"go_on(s, {self._order.index(auction) + 1})")
                source.line("return")

    # ---- steps -------------------------------------------------------------------------------------------------

    def _write_step(self, at: int, step: model.Step) -> None:
        """`step_<name>(s)`: do it, or ask who gives; whether somebody is asked."""
        sides, kit, source = self._sides, self._kit, self._source
        if isinstance(step.act, model.Gives):
            self._write_count(step, step.act)
        with source.function(f"step_{ident(step.name)}", "s", step.title or f"Do {step.name.replace('_', ' ')}."):
            if isinstance(step.act, model.Takes):
                self._seat("taker", step.act.player)
                with source.block(f"if taker >= 0 and {kit.at('KITTY_BY')} < 0:"):
                    source.line(f"{kit.at('KITTY_BY')} = taker")
                    self._move("taker", kit.words_at("KITTY"), sides.cards.count(kit.words_at("KITTY")), 1)
                source.line("return False")
                return
            act = step.act
            self._seat("giver", act.giver)
            self._seat("taker", act.taker)
            with source.block("if giver < 0 or taker < 0 or giver == taker:"):
                source.line("return False")
            source.line(f"count = count_{step.name}(s, giver)")
            with source.block("if count == 0:"):
                source.line("return False")
            if act.extreme is None:
                source.line(f"{kit.at('TURN')} = giver")
                source.line(f"{kit.at('ANSWERS')} = -1")
                source.line(f"{kit.at('DOING')} = {at + 1}")
                source.line("return True")
                return
            played = sides.played

            def choose(side: Side) -> None:
                hand = ", ".join(sides.hand("giver"))
                call = f"{act.extreme}_pieces{side.suffix}({hand}, count)"
                source.line(f"{', '.join(played)} = {call}")

            sides.by_side(choose)
            source.line(f"given(s, giver, taker, {', '.join(played)}, count)")
            source.line("return False")

    def _seat(self, name: str, player: model.Expression, asked: bool = False) -> None:
        """Lines that find out which player is meant. `asked`: whose turn it is is known as `seat`."""

        def write(side: Side) -> None:
            found = side.formulas.seat(player, side.scenes.before_the_lead).text
            if "seat" in names_in(found) and not asked:
                self._source.line(f"seat = {self._kit.at('TURN')}")
            self._source.line(f"{name} = {found}")

        self._sides.by_side(write)

    def _write_count(self, step: model.Step, act: model.Gives) -> None:
        """`count_<step>(s, seat)`: how many are given; no more than there are."""
        sides, source = self._sides, self._source
        with source.function(f"count_{step.name}", "s, seat", "How many are given: no more than there are."):

            def write(side: Side) -> None:
                count = side.formulas.number(act.count, side.scenes.before_the_lead)
                source.line(f"return max(0, min({_whole(count)}, {sides.count('seat')}))")

            sides.by_side(write)

    def _move(self, seat: str, cards: tuple[str, ...], size: str, sign: int) -> None:
        """Lines that put pieces into a hand, or (sign -1) take them out of it."""
        sides, kit, source = self._sides, self._kit, self._source
        op = "+=" if sign > 0 else "-="
        for held, moved in zip(sides.hand(seat), cards, strict=True):
            source.line(f"{held} {op} {moved}")
        source.line(f"{sides.count(seat)} {op} {size}")
        if kit.has("SIZES"):
            source.line(f"{kit.at('SIZES', seat)} {op} {size}")

    def _write_given(self) -> None:
        """`given(s, giver, taker, pieces.., size)`."""
        kit, source, played = self._kit, self._source, self._sides.played
        if not kit.has("GIFTS"):
            return
        with source.function("given", f"s, giver, taker, {', '.join(played)}, size", "Pieces change hands."):
            self._move("giver", played, "size", -1)
            self._move("taker", played, "size", 1)
            told = ("giver", "taker", *played)
            gift = f"{kit.at('GIFT_COUNT')} * {len(told)}"
            source.line(f"at = {kit.place('GIFTS', gift)}")
            for number, value in enumerate(told):
                source.line(f"s[at + {number}] = {value}" if number else f"s[at] = {value}")
            source.line(f"{kit.at('GIFT_COUNT')} += 1")

    def _write_extreme(self, side: Side) -> None:
        """`highest_pieces(h0.., count)` and `lowest_pieces`, where a step gives them unasked."""
        sides, source, layout = self._sides, self._source, self._kit.layout
        acts = [phase.act for phase in self._order if isinstance(phase, model.Step)]
        wanted = {act.extreme for act in acts if isinstance(act, model.Gives) and act.extreme is not None}
        places, hand, played = side.kit.rules.pieces.card_places, sides.cards.names("h"), sides.played
        for extreme in sorted(wanted):
            order = sorted(layout.order, key=lambda card: (places[card], card), reverse=extreme == "highest")
            fields = [layout.fields[layout.kind_at[card]] for card in order]
            told = f"The {extreme} pieces of a hand."
            with source.function(f"{extreme}_pieces{side.suffix}", f"{', '.join(hand)}, count", told):
                sides.cards.set(played, sides.nothing)
                shift = source.table("SHIFT_IN_ORDER", [field.shift for field in fields])
                word = source.table("WORD_IN_ORDER", [field.word for field in fields]) if layout.words > 1 else ""
                with source.block(f"for at in range({len(order)}):"):
                    held = hand[0]
                    for number in range(1, layout.words):
                        held = f"({hand[number]} if {word}[at] == {number} else {held})"
                    source.line(f"taken = min({held} >> {shift}[at] & {(1 << layout.width) - 1}, count)")
                    source.line("count -= taken")
                    if layout.words == 1:
                        source.line(f"{played[0]} += taken << {shift}[at]")
                    for number in range(layout.words if layout.words > 1 else 0):
                        with source.block(f"if {word}[at] == {number}:"):
                            source.line(f"{played[number]} += taken << {shift}[at]")
                    with source.block("if count == 0:"):
                        source.line("break")
                source.line(f"return {', '.join(played)}")

    def _write_gives(self) -> None:
        """`to_give(s, seat)` and `gives(s, seat, pieces.., size)`."""
        sides, kit, source = self._sides, self._kit, self._source
        with source.function("to_give", "s, seat", "How many pieces a seat is asked to give."):
            for at, name, _ in self._gives:
                with source.block(f"if {kit.at('DOING')} == {at + 1}:"):
                    source.line(f"return count_{name}(s, seat)")
            source.line("return 0")
        played = ", ".join(sides.played)
        with source.function("gives", f"s, seat, {played}, size", "Somebody gives away what was chosen."):
            for at, _, act in self._gives:
                with source.block(f"if {kit.at('DOING')} == {at + 1}:"):
                    self._seat("taker", act.taker, True)
                    source.line(f"given(s, seat, taker, {played}, size)")
                    source.line(f"{kit.at('DOING')} = 0")
                    source.line(f"go_on(s, {at + 1})")
                    source.line("return")

    # ---- what may be done, and is done ---------------------------------------------------------------------------

    def legal(self, choices: str) -> None:
        """Lines that list what `seat` may do before the lead; `choices` lists choices of cards."""
        sides, source, nothing = self._sides, self._source, self._sides.nothing
        if self._auctions:
            self._highest()
            for auction in self._auctions:
                with source.block(f"if {self._auction(auction)}:"):
                    for bid in auction.bids:
                        with source.block(f"if highest < {bid}:"):
                            source.put(str(BID), "0", "0", "0", str(bid), nothing)
                    source.put(str(PASS), "0", "0", "0", "0", nothing)
                    source.line("return n")
        if self._gives:
            hand = ", ".join(sides.hand("seat"))
            source.line(f"return {choices}({hand}, to_give(s, seat), {GIVE}, out, n)")
        else:
            source.line("return n")

    def act(self) -> None:
        """Lines that do what `seat` does before the lead."""
        source, played = self._source, ", ".join(self._sides.played)
        if self._auctions and self._gives:
            with source.block(f"if verb == {GIVE}:"):
                source.line(f"gives(s, seat, {played}, size)")
            with source.block("else:"):
                source.line("called(s, size)")
        elif self._gives:
            source.line(f"gives(s, seat, {played}, size)")
        else:
            source.line("called(s, size)")

    @property
    def gives(self) -> bool:
        """Whether somebody chooses pieces to give."""
        return bool(self._gives)


def _chosen(phase: model.Auction | model.Step) -> bool:
    """Whether a step lets who gives choose."""
    return isinstance(phase, model.Step) and isinstance(phase.act, model.Gives) and phase.act.extreme is None


def _whole(number: Num) -> str:
    """A number without its fraction; below 0 it does not matter."""
    return number.text if number.scale == 1 else f"({number.text}) // {number.scale}"
