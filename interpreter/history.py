"""A hand with all that was done in it: immutable, taken back as easily as played on, and asked what happened."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from .actions import Action
from .deal import Carried, Deal, check_seat
from .errors import Invalid, whole
from .events import Breached, Claimed, Event, Followed, Led, Passed, TrickWon
from .happenings import begun, happened
from .rules import Rules
from .state import Asked, State


@dataclass(frozen=True, slots=True)
class Trick:
    """A trick as far as it has come: who led it, what was done in it, in order, and who has won it.

    >>> import cardwright
    >>> history = cardwright.load("hk").history(seed=7)
    >>> for action in ("7C-7H", "pass", "pass", "pass"):
    ...     history = history.apply(action)
    >>> trick, = history.tricks
    >>> trick.leader, trick.winner, [play.text for play in trick.plays], len(trick.events)
    (0, 0, ['7H-7C'], 5)
    """

    leader: int
    events: tuple[Event, ...]
    winner: int | None = None

    @property
    def plays(self) -> tuple[Led | Followed, ...]:
        """The plays, the lead first."""
        return tuple(event for event in self.events if isinstance(event, Led | Followed))


@dataclass(frozen=True)
class History:
    """The states of a hand from its start on, one more than there are actions.

    `deal` and `carried` are what it was dealt from; without them the first state is all that is known of the start.
    Every method that changes something gives another history, which shares what it can: keep as many as you like.

    >>> import cardwright
    >>> history = cardwright.load("hk").history(seed=7).apply("7C-7H").apply("pass")
    >>> history.state.turn, history.start.turn, [str(action) for action in history.actions]
    (2, 0, ['7H-7C', 'pass'])
    >>> history.undo().apply("pass") == history, history.at(0).state == history.start, history.at(1) == history.undo()
    (True, True, True)
    >>> [event.kind for event in history.events], [event.kind for event in history.last]
    (['dealt', 'opens', 'led', 'passed'], ['passed'])
    >>> history.events_of(1)[0].text, history.seen(seat=2)[0].counts
    ('7H-7C', (13, 13, 13, 13))
    >>> [play.seat for play in history.plays()], len(history.passes(seat=1)), history.last_play.text
    ([0], 1, '7H-7C')
    >>> history.tricks[0].winner, history.claims, history.breaches, history.rules == history.state.rules
    (None, (), (), True)

    A history can start anywhere:

    >>> cardwright.History.of(history.state).apply("pass").state == history.apply("pass").state
    True
    >>> cardwright.History.dealt(history.start, history.deal) == history.at(0)
    True
    """

    states: tuple[State, ...]
    actions: tuple[Action, ...] = ()
    deal: Deal | None = None
    carried: Carried | None = None

    def __repr__(self) -> str:
        done = "over" if self.state.turn is None else f"P{self.state.turn + 1} to act"
        return f"<History of {self.rules.rulebook.name}: actions {len(self.actions)}, {done}>"

    @classmethod
    def of(cls, state: State) -> History:
        """A history that starts at a state."""
        return cls((state,))

    @classmethod
    def dealt(cls, start: State, deal: Deal, carried: Carried | None = None) -> History:
        """The history of a hand whose first state comes of this deal."""
        return cls((start,), (), deal, carried or Carried())

    # ---- moving ------------------------------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """The state now."""
        return self.states[-1]

    @property
    def start(self) -> State:
        """The first state."""
        return self.states[0]

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.start.rules

    def apply(self, action: Asked) -> History:
        """The history with one more action. Raises Invalid, Ambiguous, or Illegal with the reasons."""
        before = self.state
        taken = before.parse_action(action) if isinstance(action, str) else action
        return History((*self.states, before.apply(taken)), (*self.actions, taken), self.deal, self.carried)

    def undo(self, actions: int = 1) -> History:
        """The history without its last actions. Raises Invalid where there are not so many."""
        if whole(actions, "actions are taken back by a whole number") < 0:
            raise Invalid(f"{actions} actions cannot be taken back")
        return self.at(len(self.actions) - actions)

    def at(self, actions: int) -> History:
        """The history as it was after so many actions. Raises Invalid where there never were so many."""
        if not 0 <= whole(actions, "a moment is a whole number") <= len(self.actions):
            counted = "one action was" if len(self.actions) == 1 else f"{len(self.actions)} actions were"
            raise Invalid(f"{counted} taken: there is no moment {actions}")
        return History(self.states[: actions + 1], self.actions[:actions], self.deal, self.carried)

    # ---- what happened -----------------------------------------------------------------------------------------

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """Everything that happened, secrets included."""
        return tuple(event for number in range(len(self.actions) + 1) for event in self.events_of(number))

    def seen(self, seat: int) -> tuple[Event, ...]:
        """Everything that happened, as far as a seat could know it when it did."""
        check_seat(seat, self.rules.players)
        return tuple(event for number in range(len(self.actions) + 1) for event in self.events_of(number, seat))

    def events_of(self, number: int, seat: int | None = None) -> tuple[Event, ...]:
        """What the `number`-th action brought about (0: the deal; from there on counted from 1), secrets included, or
        as far as a seat could know it."""
        if not 0 <= whole(number, "an action is told by a whole number") <= len(self.actions):
            raise Invalid(f"there is no action {number}")
        if number:
            return happened(self.states[number - 1], self.actions[number - 1], self.states[number], seat)
        fresh = None
        if self.deal is not None:
            fresh = self.rules.fresh(self.deal.hands, self.deal.opener, self.carried or Carried(), self.deal)
        return begun(self.start, fresh, seat)

    @property
    def last(self) -> tuple[Event, ...]:
        """What the last action brought about, or the deal."""
        return self.events_of(len(self.actions))

    # ---- questions ---------------------------------------------------------------------------------------------

    def plays(self, seat: int | None = None) -> tuple[Led | Followed, ...]:
        """The plays of a seat, or all, in order."""
        return tuple(e for e in self.events if isinstance(e, Led | Followed) and seat in (None, e.seat))

    def passes(self, seat: int | None = None) -> tuple[Passed, ...]:
        """The passes of a seat, or all, in order."""
        return tuple(event for event in self.events if isinstance(event, Passed) and seat in (None, event.seat))

    @property
    def claims(self) -> tuple[Claimed, ...]:
        """The claims that were opened."""
        return tuple(event for event in self.events if isinstance(event, Claimed))

    @property
    def breaches(self) -> tuple[Breached, ...]:
        """The duties that were broken at a price."""
        return tuple(event for event in self.events if isinstance(event, Breached))

    @property
    def last_play(self) -> Led | Followed | None:
        """The last play; None before the first."""
        return next(iter(self.plays()[::-1]), None)

    @cached_property
    def tricks(self) -> tuple[Trick, ...]:
        """The tricks, the one that is being played included. Of a history that starts in the middle of one, that trick
        begins with what was done first."""
        found: list[Trick] = []
        done: list[Event] = []
        for number in range(1, len(self.actions) + 1):
            before = self.states[number - 1]
            if before.claiming or before.doing:
                continue
            events = self.events_of(number)
            done += events
            won = next((event for event in events if isinstance(event, TrickWon)), None)
            if won is not None:
                found.append(_trick(done, won.seat))
                done = []
        return (*found, _trick(done, None)) if done else tuple(found)


def _trick(events: list[Event], winner: int | None) -> Trick:
    leader = events[0].seat
    assert leader is not None, "somebody has acted"
    return Trick(leader, tuple(events), winner)
