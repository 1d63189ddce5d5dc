"""What happens at the table, told as it happens: who leads, who passes, who takes the trick."""

from __future__ import annotations

from rich.text import Text

from cardwright.interpreter import (
    PLAIN,
    Action,
    Bid,
    Deal,
    Discard,
    Give,
    Match,
    Pass,
    PlayCards,
    Special,
    State,
    opening_line,
)

from .changes import changes, moved, set_off
from .screen import ALARM, LOUD, QUIET, Screen
from .seats import Seating, seat_name


class Narrator:
    """Tells a hand action by action, and keeps the trick so far. Claims are told once they are open."""

    def __init__(self, screen: Screen, seating: Seating) -> None:
        self.screen = screen
        self.seating = seating
        self.trick: list[Text] = []
        self._line = "first hand"
        self._auctions = screen.game.rules.preparing.auctions

    def name(self, seat: int) -> Text:
        """A seat, set apart where a person sits there."""
        return Text(seat_name(seat), "bold cyan" if seat in self.seating.people else "")

    def dealt(self, match: Match, deal: Deal, state: State) -> None:
        """What the deal brought: tiles laid aside at once, and who opens."""
        self.trick = []
        self._claims(state)
        if state.is_over:
            return
        for seat, hand in enumerate(deal.hands):
            aside = len(hand) + moved(state.at.special, seat) - len(state.hands[seat])
            if aside:
                self.screen.line(self.name(seat), f" lays {self.screen.names.count(aside)} aside")
        self._line = opening_line(match.rules.rulebook, match.carried)
        if not self.screen.game.rulebook.play.before:
            self._opens(state)
        elif not state.claiming:
            self._before_the_lead(PLAIN, state)

    def _before_the_lead(self, before: Special, state: State) -> None:
        """What was done unasked, and what comes next: a bid, a gift, or the lead."""
        changes(self, before, state)
        if state.is_over:
            return
        if not state.doing:
            self._opens(state)
        elif state.turn is not None and state.doing != before.doing:
            thing = self.screen.names.thing(state.doing)
            asked = f" is asked first: who is {thing}?" if state.doing in self._auctions else f" is asked: {thing}"
            self.screen.line(self.name(state.turn), Text(asked, QUIET))

    def _opens(self, state: State) -> None:
        """Who opens, and by which rule."""
        opener = state.opener if state.opener is not None else state.turn
        if opener is None:
            return
        rule = self.screen.game.rulebook.play.line(self._line)
        said = rule.text.removeprefix("opened by ") if rule is not None else ""
        self.screen.line(self.name(opener), " opens", Text(f": {said}" if said else "", QUIET))

    def acted(self, before: State, seat: int, action: Action, after: State) -> None:
        """One action, and what came of it."""
        if before.claiming:
            if not after.claiming:
                self._claims(after)
                if self.screen.game.rulebook.play.before:
                    self._before_the_lead(PLAIN, after)
            return
        if before.doing:
            if isinstance(action, Bid):
                self.screen.line("  ", self.name(seat), f" bids {action.bid}")
            elif not isinstance(action, Give):
                self.screen.line("  ", self.name(seat), Text(" passes", QUIET))
            self._before_the_lead(before.at.special, after)
            return
        told = self._told(before, seat, action)
        short = Text("face down", QUIET) if isinstance(action, Discard) else self.screen.action(action)
        self.trick.append(Text.assemble(self.name(seat), " ", short))
        self.screen.line("  ", told)
        if self.screen.game.rules.special:
            set_off(self, before, after)
        if before.hands[seat] and not after.hands[seat] and self._has_places:
            place = after.hands.count(())
            self.screen.line("  ", self.name(seat), Text(f" is out: place {place}", LOUD))
        if not isinstance(action, Pass) and len(after.hands[seat]) == 1:
            left = Text(f"{seat_name(seat)} has one {self.screen.names.pieces[:-1]} left!", ALARM)
            self.screen.line("  ", left)
        if after.leading:
            self.trick = []
            self._taken(before, seat, action, after)

    @property
    def _has_places(self) -> bool:
        """Whether play goes on when somebody is out, so that others are second, third and so on."""
        play, players = self.screen.game.rulebook.play, self.screen.game.players
        empty = players - play.hand_end.count if play.hand_end.holding else play.hand_end.count
        return empty > 1 and not play.last_trick_wins

    def _claims(self, state: State) -> None:
        """The claims that were done; who ends the hand by one shows the cards."""
        for seat, claim in state.at.claimed:
            said: list[str | Text] = [self.name(seat), " claims ", Text(self.screen.names.thing(claim), LOUD)]
            if state.is_over:
                said += [": ", self.screen.joined(state.hands[seat])]
            self.screen.line("  ", *said)

    def places(self, state: State) -> list[int]:
        """The place of every seat in a hand that was played on for them; nothing where places do not matter."""
        return list(state.ended.places) if self._has_places and state.at.ended == "out" else []

    def _told(self, before: State, seat: int, action: Action) -> Text:
        """One action in words."""
        if isinstance(action, Discard):
            laid = Text(f" lays {self.screen.names.count(len(action.pieces))} face down", QUIET)
            return Text.assemble(self.name(seat), laid)
        if not isinstance(action, PlayCards):
            return Text.assemble(self.name(seat), (" passes", QUIET))
        verb = " leads  " if before.table is None else " plays  "
        kind = f"  ({self.screen.names.thing(action.play.combination)})"
        return Text.assemble(self.name(seat), verb, self.screen.play(action.play), (kind, QUIET))

    def _taken(self, before: State, seat: int, action: Action, after: State) -> None:
        """Who takes the trick, and who leads the next one."""
        played = isinstance(action, PlayCards)
        winner = seat if played else before.table_by
        if winner is None or after.turn is None:
            return
        # Where everybody has one turn, the last one may well take the trick with a play: nothing is cut short.
        at_once = played and after.turn == seat and not self.screen.game.rulebook.play.one_circuit
        how = " takes the trick at once" if at_once else " takes the trick"
        leads = "" if winner == after.turn else f"; {seat_name(after.turn)} leads"
        self.screen.line("  ", self.name(winner), Text(f"{how}{leads}", QUIET))

    def ended(self, state: State) -> None:
        """How the hand ended."""
        outcome = state.outcome
        if outcome is None:
            return
        if outcome.termination == "void":
            self.screen.line("The hand is void: nobody scores, and the cards are dealt again.", style=LOUD)
        elif outcome.winner is None:
            self.screen.line("The hand is over.", style=LOUD)
        else:
            first = " is out" if state.hands.count(()) == 1 else " was out first"
            if self.screen.game.rulebook.play.last_trick_wins:
                first = " takes the last trick and wins"
            if outcome.termination == "claim":
                claims = " and ".join(self.screen.names.thing(c) for s, c in state.at.claimed if s == outcome.winner)
                first = f" goes out on {claims}"
            how = first
            self.screen.line(self.name(outcome.winner), f"{how}: the hand is over.", style=LOUD)
