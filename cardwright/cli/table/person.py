"""A person at the table: answers questions, refuses with reasons, and comes back with a legal action."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.text import Text

from cardwright.interpreter import (
    Action,
    Ambiguous,
    CardwrightError,
    Decline,
    Discard,
    GreedyBot,
    Invalid,
    MakeClaim,
    Reasons,
    State,
    lapsed,
)

from ..cards import advice, is_cards, spelled
from .commands import Act, Bidding, Command, Do, Pick, Why, is_command, read_command
from .reading import Left, Reader
from .screen import LOUD
from .seats import seat_name
from .view import Turn, View

_YES = frozenset({"y", "yes", "claim"})


class Person:
    """Asks whoever sits at a seat."""

    def __init__(self, view: View, reader: Reader) -> None:
        self.view = view
        self.screen = view.screen
        self.game = view.opened.game
        self.reader = reader
        self.totals: Sequence[object] = ()
        self._listed = False

    # ---- playing -----------------------------------------------------------------------------------------------

    def choose(self, state: State, seat: int) -> Action:
        """The action a person takes; raises Left."""
        if state.claiming:
            return self.claim(state, seat)
        if state.doing:
            return self.prepare(state, seat)
        turn = Turn.of(state, seat)
        self.view.turn(turn)
        while True:
            action = self._answer(turn, self._command(seat, self._spelled))
            if action is not None and self._meant(state, action):
                return action

    def _command(self, seat: int, cards: Callable[[str], str | None]) -> Command:
        """What somebody types; raises Left. A number that may as well be a rank picks nothing, unless the plays have
        just been listed."""
        while True:
            command = read_command(self.reader.ask(f"{seat_name(seat)}> "), cards)
            listed, self._listed = self._listed, isinstance(command, Do) and command.word == "moves"
            if isinstance(command, Pick) and not (command.sure or listed) and self._may_be_rank(command.number):
                continue
            return command

    def _answer(self, turn: Turn, command: Command) -> Action | None:
        """The action of a command; None when it was a question, or is refused (which is told)."""
        match command:
            case Act(text=text):
                action = self._act(turn.state, text)
                if action is None and is_command(text) and is_cards(self.game, text):
                    self.screen.quiet(f"  {text} is a card here: {self.view.ways_out}")
                return action
            case Bidding():
                self.screen.line("  Nobody bids now.")
            case Pick(number=number):
                if 0 < number <= len(turn.legal):
                    return turn.legal[number - 1]
                listing = self.view.typed["moves"]
                self.screen.line(f"  There is no play number {number}; `{listing}` lists your plays.")
            case Why(number=int(number)) if 0 < number <= len(turn.legal):
                self._why(turn.state, str(turn.legal[number - 1]))
            case Why(text=text):
                self._why(turn.state, text)
            case Do(word="nothing") if len(turn.legal) == 1:
                return turn.legal[0]
            case Do(word="decline"):
                return self._act(turn.state, "pass")
            case Do(word="hint"):
                action = GreedyBot().choose(turn.state.observe(turn.seat), turn.legal)
                self.screen.line("  A simple bot would choose: ", self.screen.action(action))
            case Do(word="moves", about=about):
                self.view.moves(turn, about)
            case Do(word="look"):
                self.view.turn(turn)
            case Do(word="sort", about=about):
                self.screen.by_suit = about.startswith("suit") or (not about and not self.screen.by_suit)
                self.view.hand(turn.state, turn.seat)
            case Do():
                self._common(command)
        return None

    def _may_be_rank(self, number: int) -> bool:
        """Whether a number is the name of a rank, too. Nobody should lose a play by it: then it is asked again."""
        deck = self.game.rulebook.deck
        if str(number) not in deck.ranks:
            return False
        card = next(piece.name for piece in deck.pieces if piece.rank == str(number))
        self.screen.line(f"  Type a card with its suit ({card}), or #{number} for play number {number} of `?`.")
        return True

    def _common(self, command: Do) -> None:
        """Commands that are there also when no card can be played."""
        match command.word:
            case "rules":
                self.view.rules()
            case "scores":
                self.view.scores(self.totals)
            case "help":
                self.view.help()
            case "quit":
                raise Left("you left the table")
            case _:
                typed = f"Type {self.view.names.pieces} to play them"
                listing = f"{self.view.typed['moves']} for your plays"
                self.screen.quiet(f"  {typed}, {self.view.otherwise}, {listing}, {self.view.ways_out}.")

    def _act(self, state: State, text: str) -> Action | None:
        """The legal action that a text writes; None, and the reasons told, where there is none. Where nothing can be
        played, cards are those to lay face down."""
        if isinstance(next(iter(state.legal_actions()), None), Discard) and is_cards(self.game, text):
            text = f"discard {text}"
        try:
            action = state.parse_action(text)
            reasons = state.why_not(action)
        except Ambiguous as error:
            cards = text.partition("=")[0].strip()
            self.screen.line(f"  Say which: {' or '.join(f'{cards}={reading}' for reading in error.readings)}")
            return None
        except Invalid as error:
            self.screen.line(f"  {error}")
            meant = advice(self.game, (error.text or text)[error.start :], self.view.names.cards)
            self.screen.quiet(f"  {meant}; or {self.view.typed['help']} for help")
            return None
        except CardwrightError as error:
            found = getattr(error, "reasons", None)
            if isinstance(found, Reasons):
                self.view.refusal(found)
            else:
                self.screen.line(f"  {error}")
            return None
        if reasons is not None:
            self.view.refusal(reasons)
            return None
        return action

    def _why(self, state: State, text: str) -> None:
        """Everything about a play: the rule in its own words, and the values compared."""
        if not text:
            self.screen.line(f"  Ask about a play: why {self.game.pieces.names[0]}, or why pass.")
            return
        try:
            reasons = state.why_not(text)
            breaches = state.would_breach(text) if reasons is None else ()
        except CardwrightError as error:
            self.screen.line(f"  {error}")
            return
        if reasons is not None:
            self.view.explanation(reasons)
            return
        self.screen.line("  ", self.screen.action(state.parse_action(text)), " is legal.")
        for name in breaches:
            self.view.price(name)
        for name in lapsed(state.rules, state.at, state.parse_action(text)):
            self.view.lapse(name)

    def _meant(self, state: State, action: Action) -> bool:
        """Whether a person means to break a duty, where the action would."""
        breaches = state.would_breach(action)
        for name in breaches:
            self.view.price(name)
        return not breaches or self.reader.agrees("  You may have to pay for it. Do it anyway?")

    def _spelled(self, text: str) -> str | None:
        """The cards in a text; None where there is something else."""
        return spelled(self.game, text)

    # ---- before the lead ---------------------------------------------------------------------------------------

    def prepare(self, state: State, seat: int) -> Action:
        """What a person bids or gives; raises Left."""
        turn, bidding = Turn.of(state, seat), state.doing in self.game.rules.preparing.auctions
        self.view.asked(state, seat)
        while True:
            if bidding:
                action = self._bid(turn, read_command(self.reader.ask(f"{seat_name(seat)}> "), lambda _: None))
            else:
                action = self._give(turn, self._command(seat, self._spelled))
            if action is not None:
                return action

    def _bid(self, turn: Turn, command: Command) -> Action | None:
        """The bid of a command; a number is the bid itself, `#2` the second of those listed."""
        match command:
            case Pick(number=number, sure=False):
                return self._act(turn.state, f"bid {number}")
            case Bidding(text=text) if text.isascii() and text.isdecimal():
                return self._act(turn.state, f"bid {text}")
            case Why(text=text, number=int(number)) if not text.startswith("#"):
                self._why(turn.state, f"bid {number}")
            case Act(text="pass") | Pick() | Why():
                return self._answer(turn, command)
            case Do(word="look"):
                self.view.asked(turn.state, turn.seat)
            case Do(word=word) if word != "nothing":
                return self._answer(turn, command)
            case Act(text=text):
                self.screen.line(f"  `{text}` is no bid.")
                self.view.demand(turn.state, turn.seat)
            case Bidding(text=text):
                self.screen.line(f"  `{text}` is no bid." if text else "  Say how much you bid.")
                self.view.demand(turn.state, turn.seat)
            case _:
                self.view.demand(turn.state, turn.seat)
        return None

    def _give(self, turn: Turn, command: Command) -> Action | None:
        """The gift of a command."""
        match command:
            case Act(text=text):
                return self._act(turn.state, f"give {text}" if is_cards(self.game, text) else text)
            case Why(text=text, number=None) if is_cards(self.game, text):
                self._why(turn.state, f"give {text}")
            case Do(word="nothing") if len(turn.legal) != 1:
                self.view.demand(turn.state, turn.seat)
            case Do(word="look"):
                self.view.asked(turn.state, turn.seat)
            case _:
                return self._answer(turn, command)
        return None

    # ---- claims ------------------------------------------------------------------------------------------------

    def claim(self, state: State, seat: int) -> Action:
        """What a person claims before the first lead; raises Left."""
        may = state.claims(seat)
        names = {self.screen.names.thing(claim).casefold(): claim for claim in may} | {claim: claim for claim in may}
        shown = Text(" or ").join(Text(self.screen.names.thing(claim), LOUD) for claim in may)
        self.screen.rule()
        self.view.hand(state, seat)
        self.view.claims(may)
        self.screen.line("You may claim ", shown, ", now or never: type its name, or no.")
        while True:
            line = self.reader.ask(f"{seat_name(seat)}> ").strip().casefold()
            said = line.removeprefix("claim ").strip()
            if said in names:
                return MakeClaim(names[said])
            if said in _YES and len(may) == 1:
                return MakeClaim(may[0])
            match read_command(line, lambda _: None):
                case Do(word="decline") | Act(text="pass"):
                    return Decline()
                case Do(word="rules" | "scores" | "quit") as command:
                    self._common(command)
                case Do(word="help" | "look" | "hint" | "moves") | Why():
                    self.view.hand(state, seat)
                    self.view.claims(may)
                    self.screen.line("  Claim ", shown, " by its name, or say no; rules shows the rules, q leaves.")
                case _:
                    self.screen.line("  Claim ", shown, " by its name, or say no.")

    def sealed(self, state: State, seat: int) -> Action | None:
        """Ask somebody at a shared screen for a claim, also who has none to make: nobody else should see who has."""
        self.hand_over(seat)
        if state.claims(seat):
            return self.claim(state, seat)
        self.view.hand(state, seat)
        self._wait("You have nothing to claim: press Enter. ")
        return None

    # ---- a shared screen ---------------------------------------------------------------------------------------

    def hand_over(self, seat: int) -> None:
        """Clear the screen for the next person."""
        self.screen.clear()
        self._wait(f"{seat_name(seat)}, the screen is yours: press Enter when nobody else looks. ")

    def _wait(self, prompt: str) -> None:
        """Wait for Enter; raises Left for who would rather go."""
        if read_command(self.reader.ask(prompt), lambda _: None) == Do("quit"):
            raise Left("you left the table")
