"""A table for servers: seats are held by tokens, every request is checked, and nobody is told what is not theirs."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterable, Mapping
from itertools import islice
from threading import RLock
from typing import Any, Final, Literal, Self, TypeAlias

from .actions import Action, MakeClaim
from .deal import Deal, check_seat, deal
from .errors import CardwrightError, Invalid, of_type
from .events import Answered, Event
from .game import Game
from .history import History
from .match import Match, MatchData, resume
from .position import NOBODY
from .randomness import new_seed
from .reasons import Reasons
from .serial import points_text
from .state import State
from .table_data import HandData, Request, TableData

Json: TypeAlias = dict[str, Any]
Code: TypeAlias = Literal[
    "unknown_token", "seat_taken", "unreadable", "stale", "out_of_turn", "illegal", "over", "not_over"
]
Phase: TypeAlias = Literal["claims", "before_the_lead", "play", "hand_over", "match_over"]

LISTED: Final = 1_000
"""So many legal actions are listed in a view; beyond it `more` is true."""
_LONGEST: Final = 2_000
"""Signs that an action has at most."""


class Refused(CardwrightError):
    """What a table does not do. `code` says why, `reasons` why an action is illegal; neither tells what whoever asked
    may not know.

    >>> import cardwright
    >>> try:
    ...     cardwright.Table(cardwright.load("hk")).view("a token of somebody's own")
    ... except cardwright.Refused as refused:
    ...     print(refused.code, refused.to_json()["reasons"])
    unknown_token []
    """

    def __init__(self, code: Code, message: str, reasons: Reasons | None = None) -> None:
        super().__init__(message)
        self.code: Code = code
        self.reasons = reasons

    def to_json(self) -> Json:
        """The refusal as JSON data."""
        nearest = None if self.reasons is None else self.reasons.nearest
        return {
            "code": self.code,
            "message": str(self),
            "reasons": [{"rule": reason.rule, "message": reason.message} for reason in self.reasons or ()],
            "nearest": None if nearest is None else str(nearest),
        }


class Table:
    """A match between seats that are held by tokens. Safe for threads. It holds secrets: it cannot be pickled, its
    `repr` tells none, and `save` is for the server alone.

    Every seat is told the events of the hands as far as it may know of them; its sequence number is the number of its
    events, and an action names the number it was decided at. Claims are asked of every seat at once, whether it can
    make any or not.

    >>> import cardwright
    >>> game = cardwright.load("pusoy_dos")
    >>> table = cardwright.Table(game, seed=7)
    >>> seat, token = table.join()
    >>> seat == table.seat_of(token), table.view(token)["phase"], len(table.view(token)["observation"]["hand"])
    (True, 'play', 13)
    >>> view = table.view()
    >>> view["turn"], view["observation"]["hand"], table.events(token, since=1)
    (2, [], [{'seq': 2, 'event': 'opens', 'seat': 2}])
    >>> tokens = [token, *(table.join()[1] for _ in range(3))]
    >>> turn = tokens[view["turn"]]
    >>> shown = table.view(turn)
    >>> table.act(turn, shown["legal"][0], expected=shown["seq"])["action"] == shown["legal"][0]
    True

    A table is saved by its server, and goes on with the same tokens. A seat that is left can be taken anew:

    >>> again = cardwright.Table.restore(game, table.save(key=b"of the server"), key=b"of the server")
    >>> again.view(token) == table.view(token)
    True
    >>> table.leave(token)
    >>> table.join()[0]
    0
    >>> try:
    ...     table.next_hand()
    ... except cardwright.Refused as refused:
    ...     print(refused.code)
    not_over
    """

    _hand: History
    """The hand that is played. While claims are open it is that hand as if every seat could make one."""

    def __init__(
        self, game: Game, match: Match | None = None, *, seed: int | None = None, dealt: Deal | None = None
    ) -> None:
        """Begin a match, or go on with one between two hands, and deal. Without a seed, deals come from the operating
        system; `seed` is for tests: who knows it, knows all cards. `dealt` is the first hand, if it is known."""
        if match is not None and match.rules != of_type(game, Game, "a table is for a game").rules:
            raise Invalid("this match is of another rulebook, or of other options, than the game")
        self._game = game
        self._seed = seed
        self._first = self._match = match or game.match(new_seed() if seed is None else seed)
        if self._match.is_over:
            raise Invalid("this match is over")
        self._digests: list[str | None] = [None] * game.players
        self._told: dict[int, list[Event]] = {seat: [] for seat in (*range(game.players), NOBODY)}
        self._answered: list[tuple[Request, Json] | None] = [None] * game.players
        self._answers: dict[int, str] | None = None
        self._hands: list[tuple[Deal, list[Request]]] = []
        self._lock = RLock()
        self._begin(dealt)

    def __repr__(self) -> str:
        taken = sum(digest is not None for digest in self._digests)
        name, players = self._game.rulebook.name, self._game.players
        return f"<Table of {name}: hand {self._match.hand_number}, {taken} of {players} seats taken>"

    def __reduce__(self) -> tuple[object, ...]:
        raise TypeError("a table holds secrets, and is not pickled or copied: save it")

    # ---- seats -------------------------------------------------------------------------------------------------

    def join(self, seat: int | None = None) -> tuple[int, str]:
        """Take a seat, or the first that is free: the seat, and the token that it is held by. The token is told once;
        the table keeps a hash of it alone. Raises Refused, or Invalid where there is no such seat."""
        with self._lock:
            free = [number for number, digest in enumerate(self._digests) if digest is None]
            if seat is not None:
                check_seat(seat, self._game.players)
            if not free or seat not in (None, *free):
                raise Refused("seat_taken", "all seats are taken" if not free else f"seat {seat} is taken")
            chosen, token = free[0] if seat is None else seat, secrets.token_urlsafe(32)
            self._digests[chosen] = _digest(token)
            return chosen, token

    def leave(self, token: str) -> None:
        """Give a seat up: its token holds nothing any more, and whoever takes the seat next sees its cards."""
        with self._lock:
            self._digests[self.seat_of(token)] = None

    def free(self, seat: int) -> None:
        """Take a seat from whoever holds it: for the server, where somebody is gone or has lost their token."""
        with self._lock:
            self._digests[check_seat(seat, self._game.players)] = None

    def seat_of(self, token: str) -> int:
        """The seat that a token holds; raises Refused for any other text. All seats are compared, and none faster than
        another."""
        given, found = _digest(token), None
        with self._lock:
            for seat, digest in enumerate(self._digests):
                if hmac.compare_digest(digest or "", given):
                    found = seat
        if found is None:
            raise Refused("unknown_token", "this token holds no seat at this table")
        return found

    # ---- what is seen ------------------------------------------------------------------------------------------

    def view(self, token: str | None = None) -> Json:
        """What a seat sees and may do, as JSON data; without a token, what everybody sees."""
        with self._lock:
            seat, phase = None if token is None else self.seat_of(token), self._phase
            state = self._asked(NOBODY) if phase == "claims" else self._hand.state
            seen = state.spectate() if seat is None else state.observe(seat)
            actions = [] if seat is None else [str(action) for action in islice(self._may(seat), LISTED + 1)]
            return {
                "rulebook": self._game.rulebook.name,
                "seat": seat,
                "seq": len(self._told[NOBODY if seat is None else seat]),
                "phase": phase,
                "turn": state.turn,
                "legal": actions[:LISTED],
                "more": len(actions) > LISTED,
                "answer": None if seat is None else (self._answers or {}).get(seat),
                "observation": seen.to_json(),
                "match": self._standing(),
            }

    def events(self, token: str | None = None, since: int = 0) -> list[Json]:
        """What a seat (or everybody) was told since its number was `since`, the oldest first: events as JSON data, each
        with its number."""
        with self._lock:
            told = self._told[NOBODY if token is None else self.seat_of(token)]
            if not isinstance(since, int) or not 0 <= since <= len(told):
                raise Refused("stale", f"events are numbered from 0 to {len(told)}")
            return [{"seq": number, **event.to_json()} for number, event in enumerate(told[since:], since + 1)]

    # ---- what is done ------------------------------------------------------------------------------------------

    def act(self, token: str, action: str, expected: int) -> Json:
        """Take an action that was decided when the seat's number was `expected`. The last request of a seat may be
        repeated: it is answered as before, and nothing is done twice. Raises Refused, and changes nothing then."""
        with self._lock:
            seat = self.seat_of(token)
            if not isinstance(action, str) or len(action) > _LONGEST or not action.isprintable():
                raise Refused("unreadable", f"an action is one line of text, of {_LONGEST} signs at most")
            request, last = Request(seat, expected, action), self._answered[seat]
            if last is not None and last[0] == request:
                return dict(last[1])
            return self._done(request)

    def next_hand(self) -> None:
        """Deal the next hand of the match. Raises Refused while a hand is played, and once the match is over."""
        with self._lock:
            self._begin(None)

    # ---- kept by the server ------------------------------------------------------------------------------------

    def save(self, key: bytes | None = None) -> str:
        """The table as JSON, secrets and all: for the server alone. With a key, whoever has not got it can change
        nothing in it."""
        with self._lock:
            match = MatchData.model_validate_json(self._first.to_json())
            hands = tuple(HandData.of(self._game, *hand) for hand in self._hands)
            data = TableData(seed=self._seed, match=match, digests=tuple(self._digests), hands=hands)
            return data.signed(key)

    @classmethod
    def restore(cls, game: Game, text: str | bytes, key: bytes | None = None) -> Self:
        """The table that `save` wrote, with the same tokens: all its hands are played again. Raises Invalid for
        anything else, for another rulebook, and for what cannot have been."""
        data = TableData.read(text, key)
        match = resume(game.rules, data.match.model_dump_json())
        if len(data.digests) != game.players:
            raise Invalid(f"{game.players} seats are needed, not {len(data.digests)}")
        try:
            table = cls(game, match, seed=data.seed, dealt=data.hands[0].dealt(game, match))
            for number, hand in enumerate(data.hands):
                if number:
                    table._begin(hand.dealt(game, table._match))
                for request in hand.requests:
                    check_seat(request[0], game.players)
                    table._done(Request(*request))
        except Refused as error:
            raise Invalid(f"this table cannot have been: {error}") from None
        table._digests = list(data.digests)
        return table

    # ---- inside ------------------------------------------------------------------------------------------------

    @property
    def _phase(self) -> Phase:
        if self._hand.state.is_over:
            return "match_over" if self._match.is_over else "hand_over"
        if self._answers is not None:
            return "claims"
        return "before_the_lead" if self._hand.state.doing else "play"

    def _standing(self) -> Json:
        """How the match stands."""
        match = self._match
        totals = [points_text(total) for total in match.totals]
        return {
            "hand_number": match.hand_number,
            "totals": totals,
            "over": match.is_over,
            "winners": list(match.winners),
        }

    def _tell(self, events: Iterable[Event]) -> None:
        """Tell events to every seat, and to everybody, as far as they may know of them."""
        for event in events:
            for seat, told in self._told.items():
                seen = event.seen_by(seat)
                if seen is not None:
                    told.append(seen)

    def _may(self, seat: int) -> Iterable[Action]:
        """The legal actions of a seat."""
        if self._answers is not None:
            return self._asked(seat).legal_actions() if seat not in self._answers else ()
        state = self._hand.state
        return state.legal_actions() if state.turn == seat else ()

    def _asked(self, seat: int) -> State:
        """The state while claims are open, as if this seat, or nobody, were asked for one."""
        at = self._hand.state.at
        return State(self._game.rules, at._replace(turn=seat, answers=None if seat == NOBODY else ()))

    def _begin(self, dealt: Deal | None) -> None:
        """Deal a hand, this one if it is given."""
        if self._hands and not self._hand.state.is_over:
            raise Refused("not_over", "this hand is not over")
        if self._hands and self._match.is_over:
            raise Refused("over", "the match is over")
        game, match = self._game, self._match
        if dealt is None and self._seed is not None:
            dealt = match.dealt
        if dealt is None:
            dealt = deal(game.rulebook, game.pieces, None, match.carried, as_first=True)
        self._hands.append((dealt, []))
        laid = game.rules.laid(dealt, match.carried)
        if laid.ended is None and any(claim.voluntary for claim in game.rulebook.claims):
            self._answers = {}
            self._hand = History.dealt(State(game.rules, laid._replace(answers=())), dealt, match.carried)
        else:
            self._hand = self._dealt()
        self._tell(self._hand.events)
        self._count()

    def _dealt(self) -> History:
        """The hand as it was dealt: who could claim is asked, and if nobody could, claims are over."""
        dealt, carried = self._hands[-1][0], self._match.carried
        return History.dealt(self._game.start(dealt, carried), dealt, carried)

    def _done(self, request: Request) -> Json:
        """Do what a seat asks for, if it may: the answer to it."""
        seat, told = request.seat, self._told[request.seat]
        if type(request.expected) is not int or request.expected != len(told):
            raise Refused("stale", f"the number of this seat is {len(told)} now: look again")
        if self._hand.state.is_over:
            raise Refused("over", "the hand is over")
        if self._answers is not None:
            if seat in self._answers:
                raise Refused("out_of_turn", "this seat has answered; claims are over when every seat has")
            action = _legal(self._asked(seat), request.action)
            self._answers[seat] = str(action)
            self._tell([Answered(seat, action.name if isinstance(action, MakeClaim) else None)])
            if len(self._answers) == self._game.players:
                self._claim(self._answers)
        else:
            state = self._hand.state
            if state.turn != seat:
                raise Refused("out_of_turn", f"it is the turn of P{(state.turn or 0) + 1}, not of P{seat + 1}")
            action = _legal(state, request.action)
            self._hand = self._hand.apply(action)
            self._tell(self._hand.last)
        self._hands[-1][1].append(request)
        self._count()
        answer = {"action": str(action), "seq": len(told)}
        self._answered[seat] = (request, answer)
        return dict(answer)

    def _claim(self, answers: Mapping[int, str]) -> None:
        """Do what was claimed, once every seat has answered, and tell it: what was answered is told already."""
        before, hand = len(self._hand.events), self._dealt()
        while hand.state.claiming and hand.state.turn is not None:
            hand = hand.apply(answers[hand.state.turn])
        self._hand, self._answers = hand, None
        self._tell(event for event in hand.events[before:] if not isinstance(event, Answered))

    def _count(self) -> None:
        """Count the hand if it is over."""
        if self._hand.state.is_over:
            self._match = self._match.after(self._hand)


def _legal(state: State, text: str) -> Action:
    """The action that a text writes, for the seat whose turn it is. Raises Refused."""
    try:
        reasons, unreadable = state.why_not(text), ""
    except Invalid as error:
        reasons, unreadable = None, str(error)
    # Raised here, so that nothing of the state hangs on to it.
    if unreadable:
        raise Refused("unreadable", unreadable)
    if reasons is not None:
        raise Refused("illegal", str(reasons), reasons)
    return state.parse_action(text)


def _digest(token: str) -> str:
    """What a table keeps of a token. Tokens are random and long: a plain hash gives nothing away."""
    text = token if isinstance(token, str) and len(token) < _LONGEST else ""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
