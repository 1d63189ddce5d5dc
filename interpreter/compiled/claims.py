"""Claims in a program: what is done unasked before the first lead, and who may claim what."""

from __future__ import annotations

from .opening import OpeningWriter
from .sides import CLAIM, DECLINE, Sides
from .source import ident

OUT, ON_A_CLAIM, VOID = 1, 2, 3
"""How a hand has ended."""


class ClaimWriter:
    """Writes the claims of a rulebook. `lead`: the function that goes on when claims are over."""

    def __init__(self, sides: Sides, opening: OpeningWriter, lead: str) -> None:
        self._sides = sides
        self._kit = sides.kit
        self._source = sides.source
        self._opening = opening
        self._lead = lead
        self._claims = sides.rulebook.claims
        self._voluntary = [number for number, claim in enumerate(self._claims) if claim.voluntary]
        self._unasked = [number for number, claim in enumerate(self._claims) if not claim.voluntary]
        self._most = sides.players * len(self._claims)
        self.begin = "begin" if self._claims else lead
        """The function that begins with the claims."""
        self.asks = bool(self._voluntary)
        """Whether players are asked if they claim."""

    def write(self) -> None:
        """All functions about claims, if there are any."""
        if not self._claims:
            return
        self._write_do_claims()
        if self._voluntary:
            self._write_may_claim()
            self._write_answer()
        self._write_begin()

    def _holds(self, number: int, seat: str) -> str:
        claim = self._claims[number]
        name = self._sides.plain.plays.holds(f"holds_{ident(claim.name)}", claim.holding)
        return f"{name}({', '.join(self._sides.hand(seat))})"

    def _write_begin(self) -> None:
        sides, kit, source = self._sides, self._kit, self._source
        for number in range(len(self._claims)):
            self._holds(number, "seat")
        with source.function("begin", "s", "What must be claimed is done; then who may claim is asked."):
            if self._unasked:
                source.line(f"made = room({self._most})")
                source.line("count = 0")
                source.line(f"seat = {kit.at('OPENER')}")
                with source.block(f"for _ in range({sides.players}):"):
                    for number in self._unasked:
                        with source.block(f"if {self._holds(number, 'seat')}:"):
                            source.line(f"made[count] = seat * {len(self._claims)} + {number}")
                            source.line("count += 1")
                    source.line(f"seat = {sides.after('seat')}")
                source.line("do_claims(s, made, count)")
                with source.block(f"if {kit.at('ENDED')}:"):
                    source.line("return")
            if self._voluntary:
                source.line(f"seat = {kit.at('OPENER')}")
                with source.block(f"for _ in range({sides.players}):"):
                    with source.block("if may_claim(s, seat) != 0:"):
                        source.line(f"{kit.at('TURN')} = seat")
                        source.line(f"{kit.at('ANSWERS')} = 0")
                        source.line("return")
                    source.line(f"seat = {sides.after('seat')}")
            source.line(f"{self._lead}(s)")

    def _write_may_claim(self) -> None:
        source = self._source
        for number in self._voluntary:
            self._holds(number, "seat")
        with source.function("may_claim", "s, seat", "What a seat may claim: a bit for every claim."):
            source.line("claims = 0")
            for number in self._voluntary:
                with source.block(f"if {self._holds(number, 'seat')}:"):
                    source.line(f"claims |= {1 << number}")
            source.line("return claims")

    def _write_answer(self) -> None:
        """`answer(s, seat, claim)`: after a seat has claimed, or (-1) declined."""
        sides, kit, source = self._sides, self._kit, self._source
        with source.function("answer", "s, seat, claim", "A seat has claimed, or (-1) declined."):
            source.line(f"{kit.at('ANSWER', kit.at('ANSWERS'))} = claim")
            source.line(f"{kit.at('ANSWERS')} += 1")
            source.line(f"other = {sides.after('seat')}")
            with source.block(f"while other != {kit.at('OPENER')}:"):
                with source.block("if may_claim(s, other) != 0:"):
                    source.line(f"{kit.at('TURN')} = other")
                    source.line("return")
                source.line(f"other = {sides.after('other')}")
            source.line(f"made = room({self._most})")
            source.line("count, answered = 0, 0")
            with source.block(f"for _ in range({sides.players}):"):
                with source.block("if may_claim(s, other) != 0:"):
                    source.line(f"claim = {kit.at('ANSWER', 'answered')}")
                    source.line("answered += 1")
                    with source.block("if claim >= 0:"):
                        source.line(f"made[count] = other * {len(self._claims)} + claim")
                        source.line("count += 1")
                source.line(f"other = {sides.after('other')}")
            source.line(f"{kit.at('ANSWERS')} = -1")
            source.line("do_claims(s, made, count)")
            with source.block(f"if {kit.at('ENDED')} == 0:"):
                source.line(f"{self._lead}(s)")

    def legal(self) -> None:
        """Lines that list what may be answered by `seat`."""
        source, nothing = self._source, self._sides.nothing
        source.line("claims = may_claim(s, seat)")
        for number in self._voluntary:
            with source.block(f"if claims >> {number} & 1:"):
                source.put(str(CLAIM), str(number), "0", "0", "0", nothing)
        source.put(str(DECLINE), "0", "0", "0", "0", nothing)

    # ---- what claims do ----------------------------------------------------------------------------------------

    def _write_do_claims(self) -> None:
        kit, source = self._kit, self._source
        number = len(self._claims)
        acts: dict[str, list[int]] = {"go_out": [], "void": [], "pile": []}
        for at, claim in enumerate(self._claims):
            acts[claim.act].append(at)
        if acts["go_out"]:
            self._write_first()
        told = "Do claims that were made together: one goes out, else the hand is void, else piles are laid aside."
        with source.function("do_claims", "s, made, count", told):
            if acts["go_out"]:
                source.line("first = first_out(s, made, count)")
                with source.block("if first >= 0:"):
                    self._claimed("first")
                    if kit.has("OUT"):
                        source.line(f"{kit.at('OUT')} = first // {number}")
                        source.line(f"{kit.at('OUT_COUNT')} = 1")
                    self._end(ON_A_CLAIM)
            if acts["void"]:
                source.line("void = False")
                with (
                    source.block("for at in range(count):"),
                    source.block(f"if {self._is('made[at]', acts['void'])}:"),
                ):
                    self._claimed("made[at]")
                    source.line("void = True")
                with source.block("if void:"):
                    self._end(VOID)
            if acts["pile"]:
                with source.block("for at in range(count):"):
                    source.line(f"seat = made[at] // {number}")
                    for at in acts["pile"]:
                        with source.block(f"if made[at] % {number} == {at}:"):
                            self._lay_aside(at)

    def _end(self, how: int) -> None:
        self._source.line(f"{self._kit.at('TURN')} = -1")
        self._source.line(f"{self._kit.at('ENDED')} = {how}")
        self._source.line(f"{self._kit.at('ANSWERS')} = -1")
        self._source.line("return")

    def _claimed(self, made: str) -> None:
        kit = self._kit
        self._source.line(f"{kit.at('CLAIMED', kit.at('CLAIMED_COUNT'))} = {made}")
        self._source.line(f"{kit.at('CLAIMED_COUNT')} += 1")

    def _is(self, made: str, claims: list[int]) -> str:
        number = len(self._claims)
        return " or ".join(f"{made} % {number} == {claim}" for claim in claims)

    def _lay_aside(self, claim: int) -> None:
        sides, kit, source, cards = self._sides, self._kit, self._source, self._sides.cards
        pile = self._claims[claim].pile
        if pile is not None:
            members = [card for card in kit.layout.order if sides.rules.plays.piece_class(pile)(card)]
            laid = cards.names("m")
            cards.set(laid, cards.masked(sides.hand("seat"), members))
            cards.set(sides.hand("seat"), cards.minus(sides.hand("seat"), laid))
            source.line(f"{sides.count('seat')} -= {cards.count(laid)}")
            if kit.has("PILES"):
                piles = kit.words_at("PILES", "seat")
                cards.set(piles, cards.add(piles, laid))
        if sides.memory.until_lead("claimed"):
            self._claimed("made[at]")

    def _write_first(self) -> None:
        """Who goes out, of several: the highest claim, then the ties as written; at last in turn from the opener."""
        sides, source = self._sides, self._source
        number, rules = len(self._claims), sides.rulebook.claim_rules
        heights = {name: height for height, tier in enumerate(rules.order, 1) for name in tier}
        table = source.table("CLAIM_HEIGHT", [heights.get(claim.name, 0) for claim in self._claims])
        out = [at for at, claim in enumerate(self._claims) if claim.act == "go_out"]
        layout, places = self._kit.layout, sides.rules.pieces.card_places
        distinct = sorted({places[card] for card in layout.order})
        # Whatever comes after turn order decides nothing: no two are alike in it.
        ties = rules.ties[: rules.ties.index("turn") if "turn" in rules.ties else None]
        with source.function("first_out", "s, made, count", "Which claim goes out, of all that were made; -1: none."):
            source.line("best, height, low = -1, -1, 0")
            with source.block("for at in range(count):"), source.block(f"if {self._is('made[at]', out)}:"):
                source.line(f"own = {table}[made[at] % {number}]")
                if ties:
                    low = source.table("HAND_PLACE", [distinct.index(places[card]) for card in layout.order])
                    source.line(f"seat = made[at] // {number}")
                    source.line("lowest_own = -1")
                    with source.block(f"if {sides.count('seat')} > 0:"):
                        lowest = sides.cards.lowest(tuple(f"({w})" for w in sides.hand("seat")))
                        source.line(f"lowest_own = {low}[{lowest}]")
                    with source.block("if own > height or (own == height and lowest_own < low):"):
                        source.line("best, height, low = made[at], own, lowest_own")
                else:
                    with source.block("if own > height:"):
                        source.line("best, height = made[at], own")
            source.line("return best")
