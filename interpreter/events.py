"""What happens in a hand, told one event after another: typed, as JSON, in words, and as far as a seat may know it.

>>> import cardwright
>>> game = cardwright.load("hk")
>>> led = game.history(seed=7).apply("7C-7H").last[0]
>>> led.kind, led.seat, led.combination, led.cards, led.text
('led', 0, 'pair', ('7H', '7C'), '7H-7C')
>>> led.told(cardwright.speaking(game.rulebook)), led.told(cardwright.speaking(game.rulebook, "zh-Hant"))
('P1 leads 7H-7C (pair)', 'P1 領出 7H-7C（一對）')
>>> led.to_json()
{'event': 'led', 'seat': 0, 'combination': 'pair', 'cards': ['7H', '7C'], 'text': '7H-7C'}
>>> cardwright.events.event_from_json(led.to_json()) == led
True
>>> cardwright.events.Answered(2, "dragon").seen_by(1) is None, cardwright.events.Answered(2, "dragon").privy
(True, (2,))
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import Annotated, Any, ClassVar, Self, TypeAlias

from pydantic import BeforeValidator, ConfigDict, PlainSerializer, TypeAdapter, ValidationError

from .calculations import Number
from .errors import Invalid
from .messages import Many, Message, Put, Slot, Thing, message
from .observation import privy
from .position import NOBODY, Breach, Gift, Termination
from .serial import Points, first_problem, points_text, read_points
from .telling import Naming

Amount: TypeAlias = Annotated[
    Number, BeforeValidator(lambda told: read_points(told)), PlainSerializer(points_text, return_type=Points)
]
"""A number of points; in JSON a whole number, or a fraction as text."""

Names: TypeAlias = tuple[str, ...]
"""Cards by name."""


def _seat(number: int | None) -> Message:
    return message("no_seat") if number is None else message("seat", n=number + 1)


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened. `seat` is whom it is about (from 0, in the order of turns), None where it is everybody.

    Cards are names, plays are written as they are typed. What is secret says so by `privy`: the seats that know of it
    until the hand is over, None where all do. `seen_by` gives what a seat may be told."""

    kind: ClassVar[str]
    secret: ClassVar[str | None] = None
    """The field that only those may know who are privy to the event; where it is None all others know nothing."""
    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid")

    seat: int | None

    @property
    def privy(self) -> tuple[int, ...] | None:
        """The seats that know all of it until the hand is over; None: every seat."""
        return None

    def seen_by(self, seat: int) -> Self | None:
        """The event as far as a seat may know it while the hand goes on; None where it may know of nothing."""
        if self.privy is None or seat in self.privy:
            return self
        return None if self.secret is None else replace(self, **{self.secret: None})

    @property
    def _slots(self) -> dict[str, Slot]:
        """What fills the message."""
        return {}

    @property
    def _key(self) -> str:
        return f"event.{self.kind}"

    def told(self, naming: Naming) -> str:
        """The event in words: in the language of `naming`, with everything called as it has it."""
        return Message(self._key, {"seat": _seat(self.seat), **self._slots}).told(naming)

    def to_json(self) -> dict[str, Any]:
        """The event as JSON data, which `event_from_json` reads."""
        return {"event": self.kind, **_adapter(self.kind).dump_python(self, mode="json")}


# ---- before the first lead -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Dealt(Event):
    """The hand begins: everybody holds these cards. Of the others' cards a seat sees how many there are."""

    kind = "dealt"
    hands: tuple[Names | None, ...]
    counts: tuple[int, ...]

    def seen_by(self, seat: int) -> Self:
        """Every seat sees its own cards."""
        return replace(self, hands=tuple(hand if own == seat else None for own, hand in enumerate(self.hands)))

    @property
    def _slots(self) -> dict[str, Slot]:
        return {"counts": ", ".join(map(str, self.counts))}


@dataclass(frozen=True, slots=True)
class Answered(Event):
    """A seat that was asked has claimed, or with None declined: its secret until claims are opened, or for ever."""

    kind = "answered"
    claim: str | None

    @property
    def privy(self) -> tuple[int, ...]:
        """Who answered."""
        return () if self.seat is None else (self.seat,)

    @property
    def _key(self) -> str:
        return "event.declined" if self.claim is None else "event.answered"

    @property
    def _slots(self) -> dict[str, Slot]:
        return {} if self.claim is None else {"claim": Thing(self.claim)}


@dataclass(frozen=True, slots=True)
class Claimed(Event):
    """A claim that counts, opened for all to see."""

    kind = "claimed"
    claim: str

    @property
    def _slots(self) -> dict[str, Slot]:
        return {"claim": Thing(self.claim)}


@dataclass(frozen=True, slots=True)
class LaidAside(Event):
    """Cards that a claim lays on the pile; everybody sees how many."""

    kind = "laid_aside"
    secret = "cards"
    count: int
    cards: Names | None

    @property
    def privy(self) -> tuple[int, ...]:
        """Who laid them."""
        return () if self.seat is None else (self.seat,)

    @property
    def _slots(self) -> dict[str, Slot]:
        return {"count": Many(self.count)}


@dataclass(frozen=True, slots=True)
class Asked(Event):
    """An auction, or a step before the lead, begins with this seat."""

    kind = "asked"
    by: str

    @property
    def _slots(self) -> dict[str, Slot]:
        return {"by": Thing(self.by)}


@dataclass(frozen=True, slots=True)
class Called(Event):
    """A bid."""

    kind = "called"
    bid: int

    @property
    def _slots(self) -> dict[str, Slot]:
        return {"bid": self.bid}


@dataclass(frozen=True, slots=True)
class RoleTaken(Event):
    """An auction is over, and gives this seat its role."""

    kind = "role_taken"
    role: str

    @property
    def _slots(self) -> dict[str, Slot]:
        return {"role": Thing(self.role)}


@dataclass(frozen=True, slots=True)
class KittyTaken(Event):
    """What was left over is turned up, and taken."""

    kind = "kitty_taken"
    cards: Names

    @property
    def _slots(self) -> dict[str, Slot]:
        return {"cards": Put(self.cards, joined=False)}


@dataclass(frozen=True, slots=True)
class Given(Event):
    """Cards that this seat gave to `taker` before the lead. Those two know which."""

    kind = "given"
    secret = "cards"
    taker: int
    count: int
    cards: Names | None

    @property
    def privy(self) -> tuple[int, ...]:
        """Who gave and who took."""
        return () if self.seat is None else privy(Gift(self.seat, self.taker, ()))

    @property
    def _key(self) -> str:
        return "event.given" if self.cards is None else "event.given_cards"

    @property
    def _slots(self) -> dict[str, Slot]:
        shown: dict[str, Slot] = {} if self.cards is None else {"cards": Put(self.cards, joined=False)}
        return {"taker": _seat(self.taker), "count": Many(self.count), **shown}


@dataclass(frozen=True, slots=True)
class Opens(Event):
    """Who opens is known to all."""

    kind = "opens"


# ---- at the table --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Made(Event):
    """A play, as it is written (`text`), with its cards in the order of its reading."""

    combination: str
    cards: Names
    text: str

    @property
    def _slots(self) -> dict[str, Slot]:
        play = Put(self.cards, reading=self.text.partition("=")[2])
        return {"play": play, "combination": Thing(self.combination)}


@dataclass(frozen=True, slots=True)
class Led(Made):
    """A play that leads a trick."""

    kind = "led"


@dataclass(frozen=True, slots=True)
class Followed(Made):
    """A play that beats the table."""

    kind = "followed"


@dataclass(frozen=True, slots=True)
class Passed(Event):
    """A pass: at the table, or with the name of it in an auction."""

    kind = "passed"
    auction: str | None = None


@dataclass(frozen=True, slots=True)
class Discarded(Event):
    """Cards laid face down instead of beating the table; everybody sees how many."""

    kind = "discarded"
    secret = "cards"
    count: int
    cards: Names | None

    @property
    def privy(self) -> tuple[int, ...]:
        """Who laid them."""
        return () if self.seat is None else (self.seat,)

    @property
    def _slots(self) -> dict[str, Slot]:
        return {"count": Many(self.count)}


@dataclass(frozen=True, slots=True)
class Breached(Event):
    """A duty broken at a price. `protected`: whom the duty protects. Who broke it knows of it, and nobody else."""

    kind = "breached"
    duty: str
    protected: int | None

    @property
    def privy(self) -> tuple[int, ...]:
        """Who broke it."""
        return () if self.seat is None else privy(Breach(self.duty, self.seat, NOBODY))

    @property
    def _slots(self) -> dict[str, Slot]:
        return {"duty": Thing(self.duty)}


@dataclass(frozen=True, slots=True)
class RanksTurned(Event):
    """The ranks are upside down from now on, or the right way round again."""

    kind = "ranks_turned"
    reversed: bool

    @property
    def _key(self) -> str:
        return "event.ranks_reversed" if self.reversed else "event.ranks_back"


@dataclass(frozen=True, slots=True)
class TurnsTurned(Event):
    """The turns go the other way round from now on, or the usual way again."""

    kind = "turns_turned"
    reversed: bool

    @property
    def _key(self) -> str:
        return "event.turns_reversed" if self.reversed else "event.turns_back"


@dataclass(frozen=True, slots=True)
class Dropped(Event):
    """An effect puts this seat out of the trick."""

    kind = "dropped"


@dataclass(frozen=True, slots=True)
class PassedOver(Event):
    """An effect passes this seat over."""

    kind = "passed_over"


@dataclass(frozen=True, slots=True)
class Paid(Event):
    """An effect makes `payer` (None: nobody) pay this seat."""

    kind = "paid"
    payment: str
    payer: int | None
    amount: Amount

    @property
    def _key(self) -> str:
        return "event.scored" if self.payer is None else "event.paid"

    @property
    def _slots(self) -> dict[str, Slot]:
        payer = {} if self.payer is None else {"payer": _seat(self.payer)}
        return {"payment": Thing(self.payment), "amount": str(self.amount), **payer}


@dataclass(frozen=True, slots=True)
class WentOut(Event):
    """A seat has no cards left, as the `place`-th."""

    kind = "went_out"
    place: int

    @property
    def _slots(self) -> dict[str, Slot]:
        return {"place": self.place}


@dataclass(frozen=True, slots=True)
class TrickWon(Event):
    """A trick is over. `leads`: who leads the next one, None where the hand is over. `at_once`: nobody else was asked
    after the play that took it."""

    kind = "trick_won"
    leads: int | None
    at_once: bool = False

    @property
    def _key(self) -> str:
        return "event.trick_won" if self.leads in (None, self.seat) else "event.trick_won_next"

    @property
    def _slots(self) -> dict[str, Slot]:
        return {} if self.leads in (None, self.seat) else {"leads": _seat(self.leads)}


@dataclass(frozen=True, slots=True)
class HandEnded(Event):
    """The hand is over, and all cards are shown. `seat` is who won it, None where nobody has; `places` are empty where
    it is void."""

    kind = "hand_ended"
    termination: Termination
    places: tuple[int, ...]
    hands: tuple[Names, ...]

    @property
    def _key(self) -> str:
        return "event.void" if self.termination == "void" else "event.ended" if self.seat is None else "event.won"


@dataclass(frozen=True, slots=True)
class Settled(Event):
    """What the hand pays every seat."""

    kind = "settled"
    scores: tuple[Amount, ...]

    @property
    def _slots(self) -> dict[str, Slot]:
        shown = (f"+{score}" if score > 0 else str(score) for score in self.scores)
        return {"scores": "; ".join(f"P{seat + 1} {score}" for seat, score in enumerate(shown))}


KINDS: dict[str, type[Event]] = {
    event.kind: event
    for event in (
        Dealt, Answered, Claimed, LaidAside, Asked, Called, RoleTaken, KittyTaken, Given, Opens, Led, Followed, Passed,
        Discarded, Breached, RanksTurned, TurnsTurned, Dropped, PassedOver, Paid, WentOut, TrickWon, HandEnded, Settled,
    )
}  # fmt: skip
"""Every kind of event by its name in JSON."""


@cache
def _adapter(kind: str) -> TypeAdapter[Any]:
    return TypeAdapter(KINDS[kind])


def event_from_json(data: Any) -> Event:
    """The event that `Event.to_json` wrote. Raises Invalid for anything else."""
    if not isinstance(data, dict):
        raise Invalid(f"an event is an object, not {type(data).__name__}")
    kind = data.get("event")
    if not isinstance(kind, str) or kind not in KINDS:
        raise Invalid(f"there is no event `{kind}`; there are {', '.join(KINDS)}")
    try:
        told: Event = _adapter(kind).validate_python({k: v for k, v in data.items() if k != "event"})
    except ValidationError as error:
        raise Invalid(f"{kind}: {first_problem(error)}") from error
    return told
