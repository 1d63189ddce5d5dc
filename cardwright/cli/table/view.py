"""A turn as a person sees it: the table, the hand, the legal plays, and what to mind."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Literal

from rich.text import Text

from cardwright.display.describing import claim_words, price_words
from cardwright.display.sheet import in_short, text_lines
from cardwright.dsl import model
from cardwright.interpreter import Action, Bid, Discard, Pass, PlayCards, Reasons, State

from ..cards import spelled
from ..opening import Opened
from ..reasoning import clause_lines, reason_lines
from .commands import Word, spelling
from .narrator import Narrator
from .screen import ALARM, KINDS, LOUD, QUIET, Screen, kind_of
from .seats import Seating, seat_name

_FEW = 40
_MANY = 400
_MOST_GIFTS = 5_000

_HELP = (
    ("{pieces}", "play them: {example}; joined or not, as shown or in letters, small ones too"),
    ("{pass}", "pass"),
    ("{discard} {pieces}", "lay them face down, in games where nobody passes"),
    ("{moves}", "your legal plays; {numbers}; `{moves} {kind}` lists one kind"),
    ("hint", "what a simple bot would do"),
    ("why {pieces}", "why a play is legal or not, with the rule"),
    ("look", "the table and your hand once more"),
    ("sort", "your hand by rank, or by suit"),
    ("rules", "the rules in short"),
    ("scores", "the points so far"),
    ("{quit}", "leave the table"),
)
_NUMBERS = "then the number of a play plays it (at any time: #7)"
_SURE_NUMBERS = "#7 plays number 7 of them (7 by itself is a card)"


@dataclass(frozen=True, slots=True)
class Turn:
    """What somebody may do at a state: the legal actions, and the numbers (from 1) of those that break a duty."""

    state: State
    seat: int
    legal: tuple[Action, ...]
    priced: frozenset[int]

    @classmethod
    def of(cls, state: State, seat: int) -> Turn:
        """The turn of a seat; of very many ways to give pieces away, the first."""
        legal = tuple(islice(state.legal_actions(), _MOST_GIFTS if state.doing else None))
        return cls(state, seat, legal, frozenset(n for n, action in enumerate(legal, 1) if state.would_breach(action)))


class View:
    """Shows turns. Only what the seat may know is looked at."""

    def __init__(self, opened: Opened, screen: Screen, seating: Seating, narrator: Narrator) -> None:
        self.opened = opened
        self.screen = screen
        self.names = screen.names
        self.seating = seating
        self.narrator = narrator
        self._greeted = False
        read = partial(spelled, opened.game)
        meant: tuple[Word | Literal["pass", "discard"], ...] = ("pass", "discard", "moves", "help", "quit")
        self.typed = {one: spelling(one, read) for one in meant}
        """How commands are typed at this table: some words may be cards of the deck."""
        self.number_is_card = any(read(str(number)) is not None for number in range(1, 10))

    # ---- the turn ----------------------------------------------------------------------------------------------

    def turn(self, turn: Turn) -> None:
        """The table as the seat sees it, and its hand."""
        screen, seat, seen = self.screen, turn.seat, turn.state.observe(turn.seat)
        screen.rule()
        if self.seating.hot and self.narrator.trick:
            screen.line("This trick: ", Text(", ").join(self.narrator.trick))
        held = Text.assemble("Others hold: ", screen.counts(self.seating.after(seat), seen.counts, seen.piles))
        if seen.table is not None:
            by = "" if seen.table_by is None else f"{seat_name(seen.table_by)}'s "
            kind = f" ({self.names.thing(seen.table.combination)})."
            self._both(Text.assemble((f"Beat {by}", LOUD), screen.play(seen.table), kind), held)
        elif seen.opening_card is not None:
            self._both(Text.assemble(("You lead, with ", LOUD), screen.card(seen.opening_card), "."), held)
        else:
            self._both(Text("You lead.", LOUD), held)
        self.course(turn.state, seat)
        self.hand(turn.state, seat)
        for name in dict.fromkeys(d for n in sorted(turn.priced) for d in turn.state.would_breach(turn.legal[n - 1])):
            screen.line(Text(f"Mind {self.names.thing(name)}: {self.sentence(name)}", ALARM))
            self._cost(name, turn)
        if len(turn.legal) == 1:
            only, at = turn.legal[0], turn.state.at
            forbidden = at.table is not None and turn.state.rules.course(at).legality.can_beat(at)
            if isinstance(only, PlayCards):
                screen.row(Text("Enter plays the one legal play:", QUIET), [screen.action(only)])
            elif isinstance(only, Discard):
                why = "You may not beat it" if forbidden else "Nothing beats it"
                screen.row(Text(f"{why}: Enter lays face down", QUIET), [screen.joined(only.pieces)])
            else:
                screen.quiet("You may only pass: Enter passes." if forbidden else "Nothing beats it: Enter passes.")
        elif isinstance(turn.legal[0], Discard):
            count = self.names.count(len(turn.legal[0].pieces))
            screen.quiet(f"Nothing beats it: type {count} to lay face down.")
        elif isinstance(turn.legal[-1], Discard):
            count = self.names.count(len(turn.legal[-1].pieces))
            laid = self.typed["discard"]
            screen.quiet(f"Who does not beat it lays {count} face down: {laid}, and the {self.names.pieces}.")
        if not self._greeted:
            self._greeted = True
            typed = f"Type {self.names.pieces} ({self.names.example})"
            passing = "" if seen.table is None else f" {self.otherwise},"
            screen.quiet(f"{typed},{passing} {self.typed['moves']} for your plays, {self.ways_out}.")

    def course(self, state: State, seat: int) -> None:
        """What is special about the hand: roles, the kitty, what is the other way round, what lies face down."""
        seen, names = state.observe(seat), self.names
        told = [f"{names.thing(role)} {seat_name(who)}" for role, who in seen.roles]
        if seen.kitty:
            told.append(f"taken from what was left over: {self.screen.joined(seen.kitty)}")
        if seen.reversed_ranks:
            told.append("the ranks are upside down")
        if seen.reversed_turns:
            told.append("the turns go the other way round")
        if any(seen.laid):
            told.append("face down " + ", ".join(f"{seat_name(s)} {n}" for s, n in enumerate(seen.laid) if n))
        if told:
            said = "; ".join(told)
            self.screen.line(f"{said[:1].upper()}{said[1:]}.")

    def asked(self, state: State, seat: int) -> None:
        """An auction or a step that asks a seat."""
        self.screen.rule()
        self.course(state, seat)
        self.hand(state, seat)
        self.demand(state, seat)

    def demand(self, state: State, seat: int) -> None:
        """What an auction or a step wants of a seat."""
        screen, seen, doing = self.screen, state.observe(seat), state.doing or ""
        auction = self.opened.game.rules.preparing.auctions.get(doing)
        thing = Text(self.names.thing(doing), LOUD)
        if auction is not None:
            bids = [str(action.bid) for action in state.legal_actions() if isinstance(action, Bid)]
            said = f", above {max(seen.calls)}" if any(seen.calls) else ""
            screen.line("Bid to be ", thing, f"{said}: {', '.join(bids)}; or p to pass.")
            screen.quiet("A number bids; hint says what a simple bot would do, h for help, q to leave.")
            return
        taker = self.opened.game.rules.preparing.taker(state.at)
        to = "" if taker is None else f" to {seat_name(taker)}"
        screen.line(thing, f": type {self.names.count(seen.to_give)} to give{to}.")
        screen.quiet(f"{_capital(self.typed['moves'])} lists what you may give; {self.ways_out}.")

    @property
    def otherwise(self) -> str:
        """What to type instead of a play."""
        if self.names.rulebook.play.discards:
            return f"{self.typed['discard']} and {self.names.pieces} to lay them face down"
        return f"{self.typed['pass']} to pass"

    @property
    def ways_out(self) -> str:
        """How to get help, and how to leave."""
        return f"{self.typed['help']} for help, {self.typed['quit']} to leave"

    def _both(self, one: Text, other: Text) -> None:
        """Two remarks on one line, if they fit."""
        if one.cell_len + 2 + other.cell_len <= self.screen.console.width:
            self.screen.line(one, "  ", other)
        else:
            self.screen.line(one)
            self.screen.line(other)

    def hand(self, state: State, seat: int) -> None:
        """The hand of a seat."""
        pile = f", pile {len(state.piles[seat])}" if state.piles and state.piles[seat] else ""
        self.screen.hand(f"Your {self.names.count(len(state.hands[seat]))}{pile}:", state.hands[seat])

    def moves(self, turn: Turn, about: str) -> None:
        """The legal actions; `about` names one kind, the first letters are enough."""
        listed = list(enumerate(turn.legal, 1))
        wanted = about.casefold().replace(" ", "_")
        if wanted and wanted != "all":
            kinds = dict.fromkeys([kind.name for kind in self.names.rulebook.combinations] + list(KINDS.values()))
            meant = [kind for kind in kinds if wanted in (kind, self.names.thing(kind).casefold())]
            meant = meant or [kind for kind in kinds if kind.startswith(wanted)]
            listed = [(n, a) for n, a in listed if kind_of(a) in meant]
            if not listed:
                self.screen.line(f"  You have no {about} to play now.")
                return
        self.screen.moves(listed, turn.priced, _MANY if wanted else _FEW)
        bidding = isinstance(turn.legal[0], Bid)
        if bidding or self.number_is_card:
            number = listed[-1][0]
            thing = "bid" if bidding else self.names.pieces[:-1]
            self.screen.quiet(f"  #{number} does number {number} of these; a number without # is a {thing}")

    # ---- explanations ------------------------------------------------------------------------------------------

    def sentence(self, duty: str) -> str:
        """What a duty says."""
        declared = self._duty(duty)
        return self.names.sentence(duty, declared.title) or f"see {declared.span}"

    def price(self, duty: str) -> None:
        """A duty that an action would break, with the words of its price."""
        declared = self._duty(duty)
        self.screen.line(Text(f"  This breaks {self.names.thing(duty)}: {self.sentence(duty)}", ALARM))
        self.screen.said(f"{_capital(price_words(declared, self.names))}.")
        self._plain(clause_lines(self.opened, declared.breach.span or declared.span, self.names))

    def lapse(self, duty: str) -> None:
        """A duty that asks for something else, and does not bind because nothing can meet it."""
        name = self.names.thing(duty)
        self.screen.said(f"{name} does not bind here, for nothing that is allowed would keep it: {self.sentence(duty)}")

    def _cost(self, duty: str, turn: Turn) -> None:
        """What breaking a duty costs, and that a pass does, too."""
        broken = [turn.legal[number - 1] for number in sorted(turn.priced)]
        passes = any(isinstance(action, Pass) and duty in turn.state.would_breach(action) for action in broken)
        also = "A pass breaks it, too. " if passes else ""
        self.screen.said(f"{also}{_capital(price_words(self._duty(duty), self.names))}.")

    def _duty(self, name: str) -> model.Duty:
        return next(one for one in self.opened.game.rulebook.duties if one.name == name)

    def claims(self, may: Sequence[str]) -> None:
        """What each of these claims wants, and does."""
        for claim in self.opened.game.rulebook.claims:
            if claim.name in may:
                self.screen.said(f"{self.names.thing(claim.name)}: {claim_words(claim, self.names)}")

    def refusal(self, reasons: Reasons) -> None:
        """Why an action is refused, in a line or two."""
        for reason in reasons:
            place = f" ({reason.span.file}:{reason.span.line})" if reason.span is not None else ""
            self.screen.line("  No: ", reason.told(self.names), Text(place, QUIET))
        self._nearest(reasons)

    def explanation(self, reasons: Reasons) -> None:
        """Why an action is refused, with the rules in their own words and the values compared."""
        for reason in reasons:
            self._plain(reason_lines(self.opened, reason, self.names))
        self._nearest(reasons)

    def rules(self) -> None:
        """The rules in short."""
        for line in text_lines(in_short(self.opened.game, self.names)):
            self.screen.line(line)

    def help(self) -> None:
        """What can be typed."""
        kind = self.names.rulebook.combinations[0].name
        numbers = _SURE_NUMBERS if self.number_is_card else _NUMBERS
        words: dict[str, str] = {"pieces": self.names.pieces, "example": self.names.example, "kind": kind}
        words.update(self.typed.items(), numbers=numbers)
        lines = [(typed.format(**words), said.format(**words)) for typed, said in _HELP]
        longest = max(len(typed) for typed, _ in lines)
        for typed, said in lines:
            self.screen.row(Text(f"  {typed:<{longest}}", LOUD), [Text(word) for word in said.split()], " ")

    def scores(self, totals: Sequence[object]) -> None:
        """The points so far."""
        self.screen.line("  ", ", ".join(f"{seat_name(seat)} {total}" for seat, total in enumerate(totals)))

    def _nearest(self, reasons: Reasons) -> None:
        if reasons.nearest is not None:
            self.screen.line("  The nearest you may do: ", self.screen.action(reasons.nearest))

    def _plain(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.screen.line(f"  {line}")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
