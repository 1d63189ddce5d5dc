"""What happens at the table, told as it happens: who leads, who passes, who takes the trick."""

from __future__ import annotations

from collections.abc import Iterable

from rich.text import Text

from cardwright.interpreter import State, events

from .screen import ALARM, LOUD, QUIET, Screen
from .seats import Seating, seat_name


class Narrator:
    """Tells a hand event by event, and keeps the trick so far. Claims are told once they are open."""

    def __init__(self, screen: Screen, seating: Seating) -> None:
        self.screen = screen
        self.seating = seating
        self.trick: list[Text] = []
        self._line = "first hand"
        self._auctions = screen.game.rules.preparing.auctions

    def name(self, seat: int | None) -> Text:
        """A seat, set apart where a person sits there."""
        return Text("" if seat is None else seat_name(seat), "bold cyan" if seat in self.seating.people else "")

    def dealt(self, line: str, happened: Iterable[events.Event], state: State) -> None:
        """What the deal brought; `line` of the rulebook says who opens."""
        self.trick, self._line = [], line
        self.acted(happened, state)

    def acted(self, happened: Iterable[events.Event], state: State) -> None:
        """What an action brought about, as far as those may know it who look at the screen."""
        for event in happened:
            seen: events.Event | None = event
            if self.seating.people:
                seen = event.seen_by(-1 if self.seating.you is None else self.seating.you)
            if seen is not None:
                self._told(seen, state)

    def _told(self, event: events.Event, state: State) -> None:
        name, names = self.name(event.seat), self.screen.names
        match event:
            case events.Led() | events.Followed() | events.Discarded():
                self._laid(event, state)
            case events.Passed(auction=auction):
                if auction is None:
                    self.trick.append(Text.assemble(name, " pass"))
                self._line_of(name, Text(" passes", QUIET))
            case events.TrickWon(leads=int(leads)):
                self.trick = []
                how = " takes the trick at once" if event.at_once else " takes the trick"
                then = "" if event.seat == leads else f"; {seat_name(leads)} leads"
                self._line_of(name, Text(f"{how}{then}", QUIET))
            case events.WentOut(place=place) if self._has_places:
                self._line_of(name, Text(f" is out: place {place}", LOUD))
            case events.Claimed(claim=claim):
                shown: list[str | Text] = [" claims ", Text(names.thing(claim), LOUD)]
                if state.is_over and event.seat is not None:
                    shown += [": ", self.screen.joined(state.hands[event.seat])]
                self._line_of(name, *shown)
            case events.LaidAside(count=count):
                self.screen.line(name, f" lays {names.count(count)} aside")
            case events.Opens():
                rule = self.screen.game.rulebook.play.line(self._line)
                said = rule.text.removeprefix("opened by ") if rule is not None else ""
                self.screen.line(name, " opens", Text(f": {said}" if said else "", QUIET))
            case _:
                self._before_the_lead(event, name)
                self._set_off(event, name)

    def _line_of(self, *parts: str | Text) -> None:
        self.screen.line("  ", *parts)

    def _laid(self, event: events.Made | events.Discarded, state: State) -> None:
        """Cards on the table; a last card is worth a warning."""
        name, names = self.name(event.seat), self.screen.names
        if isinstance(event, events.Made):
            verb = " leads  " if isinstance(event, events.Led) else " plays  "
            play = self.screen.play(event)
            self.trick.append(Text.assemble(name, " ", play))
            self._line_of(name, verb, play, Text(f"  ({names.thing(event.combination)})", QUIET))
        else:
            self.trick.append(Text.assemble(name, " ", Text("face down", QUIET)))
            self._line_of(name, Text(f" lays {names.count(event.count)} face down", QUIET))
        if event.seat is not None and len(state.hands[event.seat]) == 1:
            self._line_of(Text(f"{seat_name(event.seat)} has one {names.pieces[:-1]} left!", ALARM))

    def _before_the_lead(self, event: events.Event, name: Text) -> None:
        """Bids, roles, the kitty, gifts."""
        names = self.screen.names
        match event:
            case events.Asked(by=by):
                asked = f" is asked first: who is {names.thing(by)}?" if by in self._auctions else ""
                self.screen.line(name, Text(asked or f" is asked: {names.thing(by)}", QUIET))
            case events.Called(bid=bid):
                self._line_of(name, f" bids {bid}")
            case events.RoleTaken(role=role):
                self._line_of(name, " is ", Text(names.thing(role), LOUD))
            case events.KittyTaken(cards=cards):
                self._line_of(name, " takes what was left over: ", self.screen.named(cards))
            case events.Given(taker=taker, count=count, cards=cards):
                shown = Text() if cards is None else Text.assemble(": ", self.screen.named(cards))
                self._line_of(name, " gives ", self.name(taker), f" {names.count(count)}", shown)

    def _set_off(self, event: events.Event, name: Text) -> None:
        """What a play has set off."""
        match event:
            case events.RanksTurned(reversed=reversed_):
                self._line_of(
                    Text(f"The ranks are {'upside down now' if reversed_ else 'the usual way again'}.", ALARM)
                )
            case events.TurnsTurned(reversed=reversed_):
                how = "the other way round now" if reversed_ else "the usual way again"
                self._line_of(Text(f"The turns go {how}.", ALARM))
            case events.Dropped():
                self._line_of(name, Text(" is out of the trick", QUIET))
            case events.PassedOver():
                self._line_of(name, Text(" is passed over", QUIET))
            case events.Paid(payment=payment, payer=payer, amount=amount):
                who = name.plain if payer is None else f"{seat_name(payer)} pays {name.plain}"
                self._line_of(Text(f"{who} {amount} for {self.screen.names.thing(payment)}", LOUD))

    @property
    def _has_places(self) -> bool:
        """Whether play goes on when somebody is out, so that others are second, third and so on."""
        play, players = self.screen.game.rulebook.play, self.screen.game.players
        empty = players - play.hand_end.count if play.hand_end.holding else play.hand_end.count
        return empty > 1 and not play.last_trick_wins

    def places(self, state: State) -> list[int]:
        """The place of every seat in a hand that was played on for them; nothing where places do not matter."""
        return list(state.ended.places) if self._has_places and state.at.ended == "out" else []

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
