"""Which actions are legal: asked one by one without listing them, or listed as far as somebody wants to know."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Protocol, overload

from .actions import DECLINE, PASS, Action, Bid, Decline, Discard, Give, MakeClaim, Pass, PlayCards
from .claiming import Claiming
from .duties import Bound, Duties
from .errors import Ambiguous, Illegal, Invalid
from .facts import InPlay
from .pieces import minus
from .play import Cards, Play
from .position import NOBODY, Position

_ACTIONS = (PlayCards, Pass, MakeClaim, Decline, Bid, Give, Discard)


class Plays(Protocol):
    """What legality asks about plays."""

    def readings(self, cards: Cards, untouched: bool = False) -> tuple[Play, ...]: ...
    def beats(self, play: Play, table: Play) -> bool: ...
    def generate(self, hand: Cards, table: Play | None = None, untouched: bool = False) -> Iterator[Play]: ...


@dataclass(frozen=True, slots=True)
class Legality:
    """What the rules allow at a position, before and after duties."""

    plays: Plays
    duties: Duties
    claiming: Claiming
    must_beat: bool
    sizes: tuple[int, ...]

    # ---- before duties -----------------------------------------------------------------------------------------

    def untouched(self, at: Position) -> bool:
        """Whether the player whose turn it is still has the hand as dealt."""
        return len(at.hands[at.turn]) == self.sizes[at.turn]

    def allowed(self, at: Position) -> Iterator[Action]:
        """All that is allowed before duties are asked: the plays in the order of generation, then the pass."""
        none = True
        for play in self._plays(at):
            none = False
            yield PlayCards(play)
        if at.table is not None and (none or not self.must_beat):
            yield from self.instead(at)

    def instead(self, at: Position) -> Iterator[Action]:
        """What is done instead of beating the table, by who may."""
        yield PASS

    def otherwise(self, at: Position) -> bool:
        """Whether the player whose turn it is may do something else than beat the table."""
        return at.table is not None and not (self.must_beat and self.can_beat(at))

    def _plays(self, at: Position) -> Iterator[Play]:
        found = self.plays.generate(at.hands[at.turn], at.table, self.untouched(at))
        if at.opening_card == NOBODY:
            return found
        return self._with_card(at, found)

    def _with_card(self, at: Position, found: Iterator[Play]) -> Iterator[Play]:
        """The opening plays: those with the card they must contain; any, should no play contain it."""
        others: list[Play] = []
        some = False
        for play in found:
            if at.opening_card in play.pieces:
                some = True
                yield play
            elif not some:
                others.append(play)
        if not some:
            yield from others

    def must_open_with(self, at: Position) -> int:
        """The piece that the play must contain now; NOBODY where none must."""
        if at.opening_card == NOBODY or at.answers is not None:
            return NOBODY
        first = next(self._plays(at), None)
        return at.opening_card if first is not None and at.opening_card in first.pieces else NOBODY

    def can_beat(self, at: Position) -> bool:
        """Whether the player whose turn it is has a play for this table."""
        return next(self._plays(at), None) is not None

    def allows(self, at: Position, action: Action) -> bool:
        """Whether an action is allowed before duties are asked."""
        match action:
            case PlayCards(play=play):
                return self._allows_play(at, play)
            case Pass():
                return self.otherwise(at)
            case _:
                return False

    def _allows_play(self, at: Position, play: Play) -> bool:
        try:
            left = minus(at.hands[at.turn], play.pieces)
        except ValueError:
            return False
        own = self.own(at, play, not left)
        if own is None or (at.table is not None and not self.plays.beats(own, at.table)):
            return False
        return at.opening_card == NOBODY or at.opening_card in play.pieces or self.must_open_with(at) == NOBODY

    def own(self, at: Position, play: Play, whole: bool) -> Play | None:
        """The play as this rulebook has it: who plays may have made it with another, which ranks it otherwise."""
        for own in self.plays.readings(play.pieces, whole and self.untouched(at)):
            if own is play or own == play:
                return own
        return None

    # ---- after duties ------------------------------------------------------------------------------------------

    def binding(self, at: Position) -> tuple[tuple[Bound, ...], InPlay | None]:
        """The duties that bind here, and the facts they look at."""
        return self.duties.binding(at, lambda: self.allowed(at))

    def broken(self, at: Position, action: Action) -> tuple[tuple[Bound, ...], InPlay | None]:
        """The duties that an action breaks."""
        duties, facts = self.binding(at)
        if not duties or facts is None:
            return (), facts
        facts.act(action)
        return tuple(duty for duty in duties if duty.broken(facts, action)), facts

    def legal(self, at: Position) -> Iterator[Action]:
        """Every legal action: plays in the order of generation, then the pass; claims as written, then the decline."""
        if at.ended is not None:
            return
        if at.answers is not None:
            for name in self.claiming.open_to(at.hands[at.turn]):
                yield MakeClaim(name)
            yield DECLINE
            return
        duties, facts = self.binding(at)
        refusing = [duty for duty in duties if duty.refused]
        if not refusing or facts is None:
            yield from self.allowed(at)
            return
        for action in self.allowed(at):
            facts.act(action)
            if not any(duty.broken(facts, action) for duty in refusing):
                yield action

    def is_legal(self, at: Position, action: Action) -> bool:
        """Whether an action is legal, without listing the others."""
        if at.ended is not None:
            return False
        if at.answers is not None:
            match action:
                case MakeClaim(name=name):
                    return name in self.claiming.open_to(at.hands[at.turn])
                case _:
                    return isinstance(action, Decline)
        return self.allows(at, action) and not any(duty.refused for duty in self.broken(at, action)[0])


class LegalActions(Sequence[Action]):
    """The legal actions of a state: a sequence that lists no more than it is asked for.

    Iterating stops early where the caller does; `in` looks at the one action; `len` and indices list them all.

    >>> import cardwright
    >>> actions = cardwright.load("hk").deal(seed=7).legal_actions()
    >>> "7C-7H" in actions, "pass" in actions, str(next(iter(actions))), len(actions), str(actions[-1])
    (True, False, '3D', 27, 'KD-10D-9D-8D-3D')
    """

    __slots__ = ("_at", "_listed", "_parse", "_rules")

    def __init__(self, rules: Legality, at: Position, parse: Callable[[str], Action]) -> None:
        self._rules = rules
        self._at = at
        self._parse = parse
        self._listed: tuple[Action, ...] | None = None

    def __iter__(self) -> Iterator[Action]:
        return iter(self._listed) if self._listed is not None else self._rules.legal(self._at)

    def __contains__(self, action: object) -> bool:
        if isinstance(action, str):
            try:
                action = self._parse(action)
            except (Illegal, Invalid, Ambiguous):
                return False
        return isinstance(action, _ACTIONS) and self._rules.is_legal(self._at, action)

    def __bool__(self) -> bool:
        return next(iter(self), None) is not None

    def __len__(self) -> int:
        return len(self._all())

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Action]: ...
    def __getitem__(self, index: int | slice) -> Action | Sequence[Action]:
        return self._all()[index]

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Iterable):
            return self._all() == tuple(other)
        return NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        shown = [str(action) for action in islice(self, 9)]
        return f"<legal actions: {', '.join(shown[:8])}{', …' if len(shown) > 8 else ''}>"

    def _all(self) -> tuple[Action, ...]:
        if self._listed is None:
            self._listed = tuple(self._rules.legal(self._at))
        return self._listed
