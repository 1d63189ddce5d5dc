"""The host of a table: deals hand after hand, asks people and bots in turn, tells the end, keeps the records."""

from __future__ import annotations

import time
from collections.abc import Callable
from fractions import Fraction

from rich.text import Text

from cardwright.interpreter import Action, History, Match, RecordData, Settlement, State, opening_line, write_record

from ..hands import signed
from ..opening import Opened
from .narrator import Narrator
from .person import Person
from .reading import Left, Reader
from .screen import LOUD, QUIET, Screen
from .seats import Seating, seat_name
from .view import View

Keep = Callable[[list[RecordData]], None]


class Host:
    """Leads a match at a table, or as much of it as people like. `hands` None: to its end, or until somebody leaves."""

    def __init__(
        self,
        opened: Opened,
        screen: Screen,
        seating: Seating,
        match: Match,
        *,
        hands: int | None = None,
        pace: float = 0.0,
        keep: Keep | None = None,
    ) -> None:
        self.opened = opened
        self.screen = screen
        self.seating = seating
        self.match = match
        self.hands = hands
        self.pace = pace
        self.keep = keep
        self.records: list[RecordData] = []
        self.narrator = Narrator(screen, seating)
        self.reader = Reader()
        self.person = Person(View(opened, screen, seating, self.narrator), self.reader)
        self._shown: int | None = None

    # ---- the whole ---------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Play until the match or the number of hands is over, or somebody leaves."""
        self._welcome()
        try:
            while True:
                self._hand()
                if self._is_over() or not self._go_on():
                    return
        except (Left, KeyboardInterrupt) as left:
            said = str(left) or "interrupted"
            self.screen.line(f"{said[:1].upper()}{said[1:]}. ", Text("Thank you for playing.", LOUD))
            self._totals()
        finally:
            if self.keep is not None and self.records:
                self.keep(self.records)

    def _is_over(self) -> bool:
        if self.match.is_over:
            self._winners()
            return True
        return self.hands is not None and self.match.hand_number > self.hands

    def _go_on(self) -> bool:
        """Whether another hand is played; bots always do."""
        if not self.seating.people:
            return True
        return self.reader.agrees("Another hand?", otherwise=True)

    # ---- a hand ------------------------------------------------------------------------------------------------

    def _hand(self) -> None:
        game, match = self.opened.game, self.match
        history = History.dealt(game.start(match.dealt, match.carried), match.dealt, match.carried)
        self.person.totals = match.totals
        self.records.append(self._record(history))
        self.screen.rule(f"hand {match.hand_number}")
        self.narrator.dealt(opening_line(game.rulebook, match.carried), history.last, history.state)
        answers = self._sealed(history.state)
        try:
            while (seat := history.state.turn) is not None:
                action = answers.pop(seat, None) if history.state.claiming else None
                history = history.apply(action or self._choose(history.state, seat))
                self.narrator.acted(history.last, history.state)
        finally:
            self.records[-1] = self._record(history)
        self._shown = None
        self.match = match.after(history)
        self._told_end(history.state)

    def _record(self, history: History) -> RecordData:
        assert history.deal is not None, "the host has dealt"
        return write_record(self.opened.game, history.deal, history.actions, history.carried)

    def _choose(self, state: State, seat: int) -> Action:
        bot = self.seating.bots.get(seat)
        if bot is None:
            if self.seating.hot and self._shown != seat:
                self.person.hand_over(seat)
                self._shown = seat
            return self.person.choose(state, seat)
        if self.pace and not state.claiming:
            time.sleep(self.pace)
        return bot.choose(state.observe(seat), state.legal_actions())

    def _sealed(self, state: State) -> dict[int, Action]:
        """Answers to claims at a shared screen: everybody looks at it in turn, so that nobody learns who could."""
        claims = any(claim.voluntary for claim in self.opened.game.rulebook.claims)
        if not (self.seating.hot and claims) or state.is_over:
            return {}
        answers = {seat: self.person.sealed(state, seat) for seat in self.seating.people}
        self.screen.clear()
        return {seat: answer for seat, answer in answers.items() if answer is not None}

    # ---- what is said around it --------------------------------------------------------------------------------

    def _welcome(self) -> None:
        rulebook, names = self.opened.game.rulebook, self.screen.names
        self.screen.line(Text(names.title, LOUD), Text(f"  {rulebook.name}, edition {rulebook.edition}", QUIET))
        agreed = [f"{one.name} = {one.answer}" for one in rulebook.options if one.answer != one.default]
        if agreed:
            self.screen.line(f"Agreed: {', '.join(agreed)}.")
        you = self.seating.you
        if you is not None:
            side = "right" if rulebook.play.direction == "anticlockwise" else "left"
            after = seat_name(self.seating.after(you)[0])
            self.screen.line("You are ", self.narrator.name(you), f". {after} sits on your {side} and plays after you.")
        elif self.seating.hot:
            people = Text(", ").join(map(self.narrator.name, self.seating.people))
            self.screen.line("At this screen: ", people, ". Nobody looks at another's turn.")
        self.screen.quiet(f"Seed {self.match.seed}: the same seed deals the same cards again.")

    def _told_end(self, state: State) -> None:
        """How the hand ended, what everybody had left, and what is paid for what."""
        outcome = state.outcome
        if outcome is None:
            return
        self.screen.rule()
        self.narrator.ended(state)
        if outcome.termination == "void":
            return
        settlement = outcome.settlement
        plain = all(entry.payer is None for entry in settlement.entries)

        def shown(points: Fraction | int) -> str:
            # Points that nobody pays are counted; a sign would say that they are won or lost.
            return str(points) if plain else signed(points)

        places, piles = self.narrator.places(state), state.piles if any(state.piles) else ()
        columns = ["", *["place"] * bool(places), "score", "total", *["pile"] * bool(piles)]
        rows = [([Text(column) for column in columns], [Text(f"{self.screen.names.pieces} left")])]
        for seat, score in enumerate(settlement.scores):
            total = shown(self.match.totals[seat])
            left = self.screen.cells(state.ended.hands[seat] if state.ended.hands is not None else ())
            place = [str(places[seat])] if places else []
            pile = [str(len(piles[seat]))] if piles else []
            numbers = (*place, shown(score), total, *pile)
            rows.append(([self.narrator.name(seat), *map(Text, numbers)], left))
        self.screen.table(rows)
        self._explained(settlement)

    def _explained(self, settlement: Settlement) -> None:
        lines = settlement.lines(naming=self.screen.names)
        paid = any(entry.payer is not None for entry in settlement.entries)
        if lines:
            self.screen.line("How it is paid:" if paid else "How it is counted:")
        for line in lines:
            self.screen.row(Text("  "), [Text(word) for word in line.split()], " ")
        if self.opened.game.rulebook.match.wins == "lowest":
            self.screen.line("The fewest points win.")
        for breach in settlement.breaches:
            who, duty = seat_name(breach.offender), self.screen.names.thing(breach.duty)
            self.screen.line("  ", Text(f"{who} had broken {duty}, and pays for the others.", LOUD))

    def _winners(self) -> None:
        winners = [seat_name(seat) for seat in self.match.winners]
        if not winners:
            self.screen.line("The match is over.", style=LOUD)
        elif len(winners) == 1:
            self.screen.line(f"The match is over: {winners[0]} wins.", style=LOUD)
        else:
            how = "share the win" if self.opened.game.rulebook.match.shared else "are level"
            self.screen.line(f"The match is over: {', '.join(winners)} {how}.", style=LOUD)
        self._totals()

    def _totals(self) -> None:
        if self.match.hand_number > 1:
            said = "; ".join(f"{seat_name(s)} {signed(Fraction(t))}" for s, t in enumerate(self.match.totals))
            hands = self.match.hand_number - 1
            self.screen.line(f"After {hands} {'hand' if hands == 1 else 'hands'}: {said}")
