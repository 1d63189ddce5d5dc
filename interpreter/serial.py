"""States as JSON and as one line of text, both without loss."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from .errors import Invalid
from .pieces import Pieces
from .play import Cards, Play
from .position import (
    DURATIONS,
    NOBODY,
    PLAIN,
    Breach,
    Duration,
    Gift,
    Paid,
    Position,
    Special,
    Termination,
)

STATE_VERSION: Literal[1] = 1

Points: TypeAlias = int | Annotated[str, Field(pattern=r"^-?[0-9]+/[0-9]+$")]
"""A number of points: whole, or a fraction as `1/3`."""


class BreachData(BaseModel):
    """A duty broken."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    duty: str
    offender: int
    protected: int | None = None


class GiftData(BaseModel):
    """Pieces that changed hands before the lead."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    giver: int
    taker: int
    cards: tuple[str, ...]


class PaidData(BaseModel):
    """What a payment in play has come to for a pair of seats."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    payment: str
    payer: int | None = None
    payee: int
    amount: Points


class StateData(BaseModel):
    """A state: seats count from 0 in the order of turns, cards are names, plays are written as they are typed."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    version: Literal[1] = STATE_VERSION
    rulebook: str = ""
    content: str = ""
    hands: tuple[tuple[str, ...], ...]
    turn: int | None = None
    table: str | None = None
    table_by: int | None = None
    answers: tuple[str, ...] | None = None
    opener: int | None = None
    opening_card: str | None = None
    ended: Termination | None = None
    leader: int | None = None
    dropped: tuple[int, ...] = ()
    opening: bool = False
    out: tuple[int, ...] = ()
    breaches: tuple[BreachData, ...] = ()
    claimed: tuple[tuple[int, str], ...] = ()
    plays: tuple[tuple[str, ...], ...] = ()
    piles: tuple[tuple[str, ...], ...] = ()
    trick: tuple[str, ...] = ()
    last_winner: int | None = None
    last_loser: int | None = None
    totals: tuple[Points, ...] = ()
    doing: str = ""
    starter: int | None = None
    opens: Literal["", "first hand", "later hands"] = ""
    calls: tuple[Annotated[int, Field(ge=0)], ...] = ()
    roles: tuple[tuple[str, int], ...] = ()
    bids: tuple[tuple[Annotated[int, Field(ge=0)], ...], ...] = ()
    kitty: tuple[str, ...] = ()
    kitty_by: int | None = None
    gifts: tuple[GiftData, ...] = ()
    last_places: tuple[Annotated[int, Field(ge=1)], ...] = ()
    sizes: tuple[Annotated[int, Field(ge=0)], ...] = ()
    discards: tuple[tuple[str, ...], ...] = ()
    paid: tuple[PaidData, ...] = ()
    reversed_ranks: tuple[Duration, ...] = ()
    reversed_turns: tuple[Duration, ...] = ()


_SEATS = ("turn", "table_by", "opener", "leader", "last_winner", "last_loser")


def dump(at: Position, pieces: Pieces, rulebook: str, content: str) -> StateData:
    """A position as data."""
    names = pieces.named
    return StateData(
        rulebook=rulebook,
        content=content,
        hands=tuple(names(hand) for hand in at.hands),
        table=None if at.table is None else at.table.text,
        answers=at.answers,
        opening_card=None if at.opening_card == NOBODY else pieces.names[at.opening_card],
        ended=at.ended,
        dropped=tuple(seat for seat in range(len(at.hands)) if at.dropped >> seat & 1),
        opening=at.opening,
        out=at.out,
        breaches=tuple(
            BreachData(duty=b.duty, offender=b.offender, protected=None if b.protected == NOBODY else b.protected)
            for b in at.breaches
        ),
        claimed=at.claimed,
        plays=tuple(tuple(play.text for play in plays) for plays in at.plays),
        piles=tuple(names(pile) for pile in at.piles),
        trick=names(at.trick),
        totals=tuple(map(points_text, at.totals)),
        **{name: None if getattr(at, name) == NOBODY else getattr(at, name) for name in _SEATS},
        **(_dump_special(at.special, names) if at.special != PLAIN else {}),
    )


def _dump_special(special: Special, names: Callable[[Cards], tuple[str, ...]]) -> dict[str, Any]:
    return {
        "doing": special.doing,
        "starter": None if special.starter == NOBODY else special.starter,
        "opens": special.opens,
        "calls": special.calls,
        "roles": special.roles,
        "bids": special.bids,
        "kitty": names(special.kitty),
        "kitty_by": None if special.kitty_by == NOBODY else special.kitty_by,
        "gifts": tuple(GiftData(giver=g.giver, taker=g.taker, cards=names(g.cards)) for g in special.gifts),
        "last_places": special.last_places,
        "sizes": special.sizes,
        "discards": tuple(map(names, special.discards)),
        "paid": tuple(
            PaidData(
                payment=p.payment,
                payer=None if p.payer == NOBODY else p.payer,
                payee=p.payee,
                amount=points_text(p.amount),
            )
            for p in special.paid
        ),
        "reversed_ranks": _durations(special.reversed_ranks),
        "reversed_turns": _durations(special.reversed_turns),
    }


def _durations(bits: int) -> tuple[Duration, ...]:
    return tuple(name for name, bit in DURATIONS.items() if bits & bit)


def restore(data: StateData, pieces: Pieces, parse_play: Callable[[str], Play]) -> Position:
    """The position that data describe; raises Invalid where they name cards, seats or plays that there are not."""
    players = len(data.hands)

    def cards(names: Iterable[str]) -> Cards:
        found = []
        for name in names:
            if name not in pieces.index_at:
                raise Invalid(f"`{name}` is no card of this deck", name)
            found.append(pieces.index_at[name])
        return tuple(sorted(found))

    def seat(number: int | None) -> int:
        if number is None:
            return NOBODY
        if not 0 <= number < players:
            raise Invalid(f"there is no seat {number}: seats are numbered from 0 to {players - 1}")
        return number

    return Position(
        hands=tuple(cards(hand) for hand in data.hands),
        table=None if data.table is None else parse_play(data.table),
        answers=data.answers,
        opening_card=NOBODY if data.opening_card is None else cards((data.opening_card,))[0],
        ended=data.ended,
        dropped=sum(1 << seat(number) for number in sorted(set(data.dropped))),
        opening=data.opening,
        out=tuple(map(seat, data.out)),
        breaches=tuple(Breach(b.duty, seat(b.offender), seat(b.protected)) for b in data.breaches),
        claimed=tuple((seat(number), name) for number, name in data.claimed),
        plays=tuple(tuple(parse_play(text) for text in plays) for plays in data.plays),
        piles=tuple(cards(pile) for pile in data.piles),
        trick=cards(data.trick),
        totals=tuple(map(read_points, data.totals)),
        **{name: seat(getattr(data, name)) for name in _SEATS},
        special=Special(
            doing=data.doing,
            starter=seat(data.starter),
            opens=data.opens,
            calls=data.calls,
            roles=tuple((role, seat(number)) for role, number in data.roles),
            bids=data.bids,
            kitty=cards(data.kitty),
            kitty_by=seat(data.kitty_by),
            gifts=tuple(Gift(seat(gift.giver), seat(gift.taker), cards(gift.cards)) for gift in data.gifts),
            last_places=data.last_places,
            sizes=data.sizes,
            discards=tuple(cards(laid) for laid in data.discards),
            paid=tuple(Paid(p.payment, seat(p.payer), seat(p.payee), read_points(p.amount)) for p in data.paid),
            reversed_ranks=sum(DURATIONS[name] for name in set(data.reversed_ranks)),
            reversed_turns=sum(DURATIONS[name] for name in set(data.reversed_turns)),
        ),
    )


def points_text(number: int | Fraction) -> Points:
    """Points as JSON has them: a whole number, or a fraction as text."""
    return f"{number.numerator}/{number.denominator}" if number.denominator != 1 else int(number)


def read_points(points: Points) -> Any:
    """Points from JSON."""
    if isinstance(points, int):
        return points
    if not isinstance(points, str | Fraction):
        raise Invalid(f"points are a whole number, or a fraction as text, not {type(points).__name__}")
    try:
        return Fraction(points)
    except (ZeroDivisionError, ValueError) as error:  # what is divided by nothing, or has thousands of digits
        raise Invalid(f"`{points[:40]}` is no number", points) from error


# ---- one line of text ----------------------------------------------------------------------------------------------

_HEADER = {"version", "rulebook", "content"}
_LISTS = frozenset({"hands", "plays", "piles", "claimed", "roles", "bids", "discards"})
_NUMBERS = frozenset({"calls", "last_places", "sizes"})
_ITEMS = _NUMBERS | {"dropped", "out", "trick", "totals", "kitty", "reversed_ranks", "reversed_turns"}
_DECLINED = "."


def to_line(data: StateData) -> str:
    """The line: `name=value` for all that is not as usual, lists with blanks, lists of lists with bars."""
    return "; ".join(
        f"{name}={_written(name, value)}"
        for name, value in data.model_dump(exclude=_HEADER, exclude_defaults=True).items()
    )


def _written(name: str, value: Any) -> str:
    if name == "breaches":
        return " | ".join(f"{b['duty']} {b['offender']} {_text(b.get('protected'))}" for b in value)
    if name == "gifts":
        return " | ".join(_joined([gift["giver"], gift["taker"], *gift["cards"]]) for gift in value)
    if name == "paid":
        return " | ".join(f"{p['payment']} {_text(p.get('payer'))} {p['payee']} {p['amount']}" for p in value)
    if name == "opens":
        return str(value).replace(" ", "_")
    if name in _LISTS:
        return " | ".join(_joined(items) for items in value)
    if name == "answers":
        return _joined([answer or _DECLINED for answer in value])
    if name in _ITEMS:
        return _joined(value)
    return _text(value)


def _joined(items: Sequence[Any]) -> str:
    return " ".join(map(_text, items)) or "-"


def _text(value: Any) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case None | "":
            return "-"
        case _:
            return str(value)


def from_line(text: str) -> StateData:
    """Read such a line; raises Invalid."""
    if not isinstance(text, str):
        raise Invalid(f"a state is a line of text, not {text!r}")
    found: dict[str, Any] = {}
    for part in text.split(";"):
        name, equals, value = part.strip().partition("=")
        if not equals or name in found or name in _HEADER or name not in StateData.model_fields:
            raise Invalid(f"`{part.strip()}` is no part of a state", text, text.find(part))
        found[name] = _read(name, value)
    return validated(found)


def _read(name: str, value: str) -> Any:
    match name:
        case "breaches":
            return [
                {"duty": duty, "offender": offender, "protected": None if protected == "-" else protected}
                for duty, offender, protected in (_three(item) for item in value.split("|"))
            ]
        case "opening":
            return value == "yes"
        case "opens":
            return value.replace("_", " ")
        case "gifts":
            words = [_words(item) for item in value.split("|")]
            if any(len(gift) < 2 for gift in words):
                raise Invalid(f"`{value.strip()}` is no gift: write giver, taker, cards", value)
            return [{"giver": gift[0], "taker": gift[1], "cards": gift[2:]} for gift in words]
        case "paid":
            return [_paid(item) for item in value.split("|")]
        case "answers":
            return ["" if word == _DECLINED else word for word in _words(value)]
        case _ if name in _LISTS:
            return [_words(item) for item in value.split("|")]
        case _ if name in _ITEMS:
            return _words(value)
        case _:
            return value


def _paid(item: str) -> dict[str, Any]:
    words = item.split()
    if len(words) != 4:
        raise Invalid(f"`{item.strip()}` is no payment: write payment, payer, payee, amount", item)
    payment, payer, payee, amount = words
    return {
        "payment": payment,
        "payer": None if payer == "-" else payer,
        "payee": payee,
        "amount": _number(amount),
    }


def _number(word: str) -> int | str:
    """A whole number, or a fraction as text; what is neither is refused when it is validated."""
    return int(word) if word.removeprefix("-").isdecimal() and word.isascii() else word


def _words(text: str) -> list[str]:
    return [word for word in text.split() if word != "-"]


def _three(item: str) -> tuple[str, str, str]:
    words = item.split()
    if len(words) != 3:
        raise Invalid(f"`{item.strip()}` is no breach: write duty, offender, protected seat", item)
    return words[0], words[1], words[2]


def validated(data: Any) -> StateData:
    """State data from something read; raises Invalid with the first thing that is wrong."""
    try:
        if isinstance(data, str | bytes):
            return StateData.model_validate_json(data)
        return StateData.model_validate(data)
    except ValidationError as error:
        raise Invalid(first_problem(error)) from error


def first_problem(error: ValidationError) -> str:
    """The first problem pydantic found, in one line."""
    problem = error.errors(include_url=False)[0]
    if problem["loc"] == ("version",) and problem["type"] == "literal_error":
        return f"version {problem['input']!r} of the format is not known here: perhaps a newer Cardwright wrote it"
    where = ".".join(map(str, problem["loc"]))
    said = problem["msg"].removeprefix("Value error, ")
    said = f"{said[:1].lower()}{said[1:]}" if said.startswith("Input ") else said
    match problem["type"]:
        case "extra_forbidden" | "unexpected_keyword_argument":
            return f"`{where}` is not known here"
        case "missing":
            return f"`{where}` is missing"
        case _:
            return f"{where}: {said}" if where else said
