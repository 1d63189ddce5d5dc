"""Whole hands in a program: dealt from a seed, played at random, settled, and what came of them."""

from __future__ import annotations

from collections.abc import Sequence

from cardwright.dsl import model

from .layout import Slots
from .sides import CLAIM, PASS, PLAY, Side
from .source import Source
from .values import TRUE, Seat, both

_NO_ROOM = " Returns how many actions there are where `out` has no room for them, otherwise 0."
_TOO_FEW = " Where `out` is too small they are fewer, and the next fact says how many rows are needed."


class Facts:
    """What is told of a hand that was played out: `at[NAME]` is the first number of a field, `size[NAME]` how many it
    has, `length` how many there are in all."""

    def __init__(self, side: Side) -> None:
        self.at: dict[str, int] = {}
        self.size: dict[str, int] = {}
        self.length = 0
        rules, slots = side.kit.rules, side.kit.slots
        book, players = rules.rulebook, rules.players

        def field(name: str, size: int) -> None:
            if size:
                self.at[name], self.size[name] = self.length, size
                self.length += size

        field("ENDED", 1)  # 1: out; 2: on a claim; 3: void
        field("WINNER", 1)  # -1: nobody
        field("SCORES", players)  # in parts of a point, `scale` of which make a point
        field("BROKEN", 1)  # which promise the scores break; 0: none
        field("LEFT", players)  # how many cards each seat was left with
        field("LEAD", 1)  # who made the first play; -1: nobody
        field("ASKED", players)  # how often each seat was asked for a play
        field("PLAYS", len(book.combinations))  # how many plays there were of each combination
        field("PASSES", 1)
        field("TRICKS", 1)
        field("CLAIMS", len(book.claims))  # how often each was claimed, or done unasked
        field("WON_BY", 1 if book.claims else 0)  # the claim that went out; -1: none
        field("BREACHES", len(book.duties) if "BREACHES" in slots.at else 0)  # how often each duty was broken
        field("PAID", self.size.get("BREACHES", 0))  # how often each had to be paid for
        field("ROLES", slots.size.get("ROLES", 0))  # who had the role of each auction, as they are held; -1: nobody


class PlayingOut:
    """Writes `shuffle`, `begin_hand`, `play_out`, `tell` and `playouts`."""

    def __init__(self, side: Side, facts: Facts, draws_starter: bool, deck: Sequence[int]) -> None:
        self._side = side
        self._deck = deck
        self._kit = side.kit
        self._source: Source = side.kit.source
        self._facts = facts
        self._draws_starter = draws_starter
        self._players = side.kit.rules.players
        self._claims = side.kit.rules.rulebook.claims

    @property
    def _slots(self) -> Slots:
        return self._kit.slots

    def write(self) -> None:
        """All of them."""
        for name, at in self._facts.at.items():
            self._source.constant(f"FACT_{name}", at)
        self._write_begin()
        self._write_play_out()
        self._write_tell()
        self._write_playouts()

    def _fact(self, name: str, at: str = "") -> str:
        return f"told[FACT_{name}{f' + {at}' if at else ''}]"

    # ---- the beginning -----------------------------------------------------------------------------------------

    def _write_begin(self) -> None:
        source, kit, players = self._source, self._kit, self._players
        order = source.table("DECK", [kit.layout.kind_at[card] for card in self._deck])
        number = len(self._deck)
        told = "The first hand of a match, dealt from a stream: up to the first decision."
        with source.function("begin_hand", "s, streams, at, deck", told):
            with source.block(f"for place in range({self._slots.length}):"):
                source.line("s[place] = 0")
            with source.block(f"for place in range({number}):"):
                source.line(f"deck[place] = {order}[place]")
            source.line(f"{kit.at('HAND_NUMBER')} = 1")
            for name in ("LAST_WINNER", "LAST_LOSER", "STARTER"):
                if kit.has(name):
                    source.line(f"{kit.at(name)} = -1")
            source.line(f"shuffle(streams, at, deck, {number})")
            source.line("deal(s, deck)")
            source.line("line = opening_line(1, -1, -1)")
            source.line("opener = find_opener(s, line, -1, -1)")
            with source.block("if opener < 0:"):
                source.line(f"opener = below(streams, at, {players})")
            source.line(f"{kit.at('OPENER')} = opener")
            if self._draws_starter and kit.has("STARTER"):
                # Where a role opens, whoever was drawn for the opener is asked first.
                source.line(f"{kit.at('STARTER')} = below(streams, at, {players}) if draws_starter(line) else opener")
            source.line("start(s, line)")

    # ---- play --------------------------------------------------------------------------------------------------

    def _write_play_out(self) -> None:
        source, kit, native = self._source, self._kit, self._source.native
        told = "Random actions until the hand is over, each seat's from a stream of its own."
        parameters = "s, streams, told, out" if native else "s, streams, told"
        with source.function("play_out", parameters, f"{told}{_NO_ROOM if native else ''}"):
            source.line(f"seat = {kit.at('TURN')}")
            with source.block("while seat >= 0:"):
                if not native:
                    source.line("out = []")
                if native:
                    source.line("n = legal(s, out)")
                    with source.block("if n > len(out):"):
                        source.line("return n")
                    with source.block("if n < 1:"):
                        source.line("return -1")
                    source.line("at = below(streams, seat, n)")
                    source.line("verb = out[at, 0]")
                else:
                    source.line("legal(s, out)")
                    source.line("action = out[below(streams, seat, len(out))]")
                    source.line("verb = action[0]")
                rung = "out[at, 1]" if native else "action[1]"
                with source.block(f"if verb == {PLAY}:"):
                    source.line(f"{self._fact('PLAYS', rung)} += 1")
                    source.line(f"{self._fact('ASKED', 'seat')} += 1")
                    with source.block(f"if {kit.at('TABLE')} < 0:"):
                        source.line(f"{self._fact('TRICKS')} += 1")
                        with source.block(f"if {self._fact('LEAD')} < 0:"):
                            source.line(f"{self._fact('LEAD')} = seat")
                with source.block(f"elif {kit.at('DOING')} == 0 and {kit.at('ANSWERS')} < 0:"):
                    source.line(f"{self._fact('ASKED', 'seat')} += 1")
                    with source.block(f"if verb == {PASS}:"):
                        source.line(f"{self._fact('PASSES')} += 1")
                if self._claims:
                    with source.block(f"elif verb == {CLAIM}:"):
                        source.line(f"{self._fact('CLAIMS', rung)} += 1")
                columns = range(5 + kit.words)
                given = ", ".join(f"out[at, {column}]" for column in columns) if native else "*action"
                source.line(f"apply(s, {given})")
                source.line(f"seat = {kit.at('TURN')}")
            source.line("return 0")

    def _write_unasked(self) -> None:
        """Lines that count claims that are done unasked."""
        source, kit = self._source, self._kit
        unasked = [number for number, claim in enumerate(self._claims) if not claim.voluntary]
        for number in unasked:
            words = ", ".join(kit.words_at("HANDS", "seat"))
            name = self._side.plays.holds(f"holds_{self._claims[number].name}", self._claims[number].holding)
            with source.block(f"for seat in range({self._players}):"), source.block(f"if {name}({words}):"):
                source.line(f"{self._fact('CLAIMS', str(number))} += 1")

    # ---- the end -----------------------------------------------------------------------------------------------

    def _write_tell(self) -> None:
        source, kit, players = self._source, self._kit, self._players
        with source.function("tell", "s, scores, told", "What came of a hand that is over."):
            source.line(f"{self._fact('ENDED')} = {kit.at('ENDED')}")
            source.line(f"{self._fact('BROKEN')} = settle(s, scores)")
            with source.block(f"for seat in range({players}):"):
                source.line(f"{self._fact('SCORES', 'seat')} = scores[seat]")
                source.line(f"{self._fact('LEFT', 'seat')} = {kit.at('LEFT', 'seat')}")
            self._write_winner()
            if self._claims:
                number = source.constant("CLAIMS", len(self._claims))
                last = kit.at("CLAIMED", f"{kit.at('CLAIMED_COUNT')} - 1")
                source.line(f"{self._fact('WON_BY')} = {last} % {number} if {kit.at('ENDED')} == 2 else -1")
            if "BREACHES" in self._facts.at:
                self._write_breaches()
            for auction in range(self._facts.size.get("ROLES", 0)):
                source.line(f"{self._fact('ROLES', str(auction))} = {kit.at('ROLES', str(auction))}")

    def _write_breaches(self) -> None:
        """Lines that count the breaches of every duty, and those that have to be paid for: by no winner, and by nobody
        where a hand is void."""
        source, kit, players = self._source, self._kit, self._players
        if any(claim.act == "go_out" for claim in self._claims):
            source.line(f"claimant = winner if {kit.at('ENDED')} == 2 else -1")
        with source.block(f"for at in range({kit.at('BREACH_COUNT')}):"):
            source.line(f"breach = {kit.at('BREACHES', 'at')}")
            source.line(f"duty = breach // {players * (players + 1)}")
            source.line(f"offender = breach // {players + 1} % {players}")
            source.line(f"{self._fact('BREACHES', 'duty')} += 1")
            scope = self._side.scenes.at_end.using("at", "breach", "duty", "offender")
            scope = scope.knowing(player=Seat("offender", True), next_player=Seat(f"(breach % {players + 1} - 1)"))
            for number, duty in enumerate(kit.rules.rulebook.duties):
                if isinstance(duty.breach, model.Pays):
                    when = TRUE if duty.breach.when is None else self._side.formulas.truth(duty.breach.when, scope)
                    terms = (f"duty == {number}", f"{kit.at('ENDED')} != 3", "offender != winner", when)
                    with source.block(f"if {both(*terms)}:"):
                        source.line(f"{self._fact('PAID', 'duty')} += 1")

    def _write_winner(self) -> None:
        """Lines that tell who has won: whoever went out first, or took the last trick where that wins; nobody wins a
        void hand."""
        source, kit, book = self._source, self._kit, self._kit.rules.rulebook
        source.line("winner = -1")
        if book.claims:
            with source.block(f"if {kit.at('ENDED')} == 2:"):
                source.line(f"winner = {kit.at('CLAIMED', kit.at('CLAIMED_COUNT') + ' - 1')} // {len(book.claims)}")
        with source.block(f"if {kit.at('ENDED')} == 1:"):
            if book.play.last_trick_wins:
                source.line(f"winner = {kit.at('TABLE_BY')}")
            elif kit.has("OUT"):
                with source.block(f"if {kit.at('OUT_COUNT')} > 0:"):
                    source.line(f"winner = {kit.at('OUT')}")
            else:
                source.line("empty = 0")
                empty = f"if {kit.at('LEFT', 'seat')} == 0:"
                with source.block(f"for seat in range({self._players}):"), source.block(empty):
                    source.line("empty += 1")
                    source.line("winner = seat")
                with source.block("if empty != 1:"):
                    source.line("winner = -1")
        source.line(f"{self._fact('WINNER')} = winner")

    # ---- many hands --------------------------------------------------------------------------------------------

    def _write_playouts(self) -> None:
        source, kit, players, native = self._source, self._kit, self._players, self._source.native
        length, number = self._facts.length, len(kit.rules.pieces.all)
        told = "Hands by their numbers under a seed, told one after another in `facts`; how many there were."
        parameters = f"seed, first, count, facts{', out' if native else ''}"
        with source.function("playouts", parameters, f"{told}{_TOO_FEW if native else ''}"):
            for name, size in (("s", self._slots.length), ("scores", players), ("deck", number), ("told", length)):
                source.line(f"{name} = room({size})")
            source.line(f"streams = room({players + 1})")
            with source.block("for number in range(count):"):
                with source.block(f"for at in range({length}):"):
                    source.line("told[at] = 0")
                source.line(f"{self._fact('LEAD')} = -1")
                source.line("hand = derived_seed(seed, first + number)")
                source.line(f"streams[{players}] = hand")
                with source.block(f"for seat in range({players}):"):
                    source.line("streams[seat] = derived_seed(hand, seat + 1)")
                source.line(f"begin_hand(s, streams, {players}, deck)")
                self._write_unasked_of_the_deal()
                if native:
                    source.line("needed = play_out(s, streams, told, out)")
                    with source.block("if needed != 0:"):
                        source.line(f"facts[number * {length}] = needed")
                        source.line("return number")
                else:
                    source.line("play_out(s, streams, told)")
                source.line("tell(s, scores, told)")
                with source.block(f"for at in range({length}):"):
                    source.line(f"facts[number * {length} + at] = told[at]")
            source.line("return count")

    def _write_unasked_of_the_deal(self) -> None:
        if any(not claim.voluntary for claim in self._claims):
            self._write_unasked()
