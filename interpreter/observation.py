"""What one seat sees: all that is public, and its own secrets."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from cardwright.dsl import model

from .deal import opening_of
from .facts import somebody
from .pieces import Pieces
from .play import Cards, Play
from .position import NOBODY, Breach, Gift, Paid, Position, Termination
from .rules import Rules
from .serial import points_text


@dataclass(frozen=True, slots=True, kw_only=True)
class Observation:
    """The hand as seen from `seat`: all that is public, and the seat's own secrets. Seats count from 0.

    >>> import cardwright
    >>> seen = cardwright.load("hk").deal(seed=7).apply("7C-7H").observe(1)
    >>> seen.seat, seen.turn, len(seen.hand), seen.counts, str(seen.table), seen.leading, seen.hands
    (1, 1, 13, (11, 13, 13, 13), '7H-7C', False, ())
    >>> seen.to_json()["table"]
    '7H-7C'

    `turn` is whose move comes next. While claims are answered in secret, a seat that may claim and has not answered
    sees itself there, and all others what comes after the claims: who is asked, and whether anybody is, does not show.
    `hands` are shown once the hand is over; until then only what they count is. The view of a spectator has NOBODY as
    its seat."""

    seat: int
    turn: int | None
    hand: Cards
    counts: tuple[int, ...]
    table: Play | None
    table_by: int | None
    opening: bool
    opener: int | None
    opening_card: int | None
    dropped: tuple[int, ...]
    out: tuple[int, ...]
    piles: tuple[Cards, ...]
    plays: tuple[tuple[Play, ...], ...]
    claimed: tuple[tuple[int, str], ...]
    claims: tuple[str, ...]
    """What this seat may claim now."""
    answer: str | None
    """What this seat has claimed in secret, until claims are over."""
    breaches: tuple[Breach, ...]
    ended: Termination | None
    hands: tuple[Cards, ...]
    totals: tuple[Any, ...]
    doing: str | None = None
    """The auction or step before the lead that somebody is being asked in."""
    calls: tuple[int, ...] = ()
    """The calls of that auction so far, in the order of asking; 0 passes."""
    to_give: int = 0
    """How many pieces this seat has to give now."""
    roles: tuple[tuple[str, int], ...] = ()
    bids: tuple[tuple[int, ...], ...] = ()
    kitty: Cards = ()
    """The kitty, once it has been turned up and taken."""
    kitty_by: int | None = None
    gifts: tuple[Gift, ...] = ()
    """What this seat has given and taken."""
    laid: tuple[int, ...] = ()
    """How many pieces each seat has laid face down."""
    discards: tuple[Cards, ...] = ()
    """The pieces that this seat has laid face down; those of all once the hand is over. The others' are not shown."""
    paid: tuple[Paid, ...] = ()
    reversed_ranks: bool = False
    reversed_turns: bool = False
    leader: int | None = None
    """Who led the trick; this and the next three only where the rulebook reads them."""
    trick: Cards = ()
    """All cards played in this trick."""
    last_winner: int | None = None
    last_loser: int | None = None
    pieces: Pieces = field(compare=False, repr=False)

    @property
    def leading(self) -> bool:
        """Whether the player whose turn it is leads."""
        return self.table is None and self.doing is None and self.ended is None and not self.claims

    def to_json(self) -> dict[str, Any]:
        """The observation as JSON data: cards by name, plays as they are written."""

        def names(cards: Cards) -> list[str]:
            return [self.pieces.names[card] for card in cards]

        return {
            "seat": somebody(self.seat),
            "turn": self.turn,
            "hand": names(self.hand),
            "counts": list(self.counts),
            "table": None if self.table is None else self.table.text,
            "table_by": self.table_by,
            "opening": self.opening,
            "opener": self.opener,
            "opening_card": None if self.opening_card is None else self.pieces.names[self.opening_card],
            "dropped": list(self.dropped),
            "out": list(self.out),
            "piles": [names(pile) for pile in self.piles],
            "plays": [[play.text for play in plays] for plays in self.plays],
            "claimed": [[seat, name] for seat, name in self.claimed],
            "claims": list(self.claims),
            "answer": self.answer,
            "breaches": [breach._asdict() for breach in self.breaches],
            "ended": self.ended,
            "hands": [names(hand) for hand in self.hands],
            "totals": [points_text(total) for total in self.totals],
            "doing": self.doing,
            "calls": list(self.calls),
            "to_give": self.to_give,
            "roles": dict(self.roles),
            "bids": [list(made) for made in self.bids],
            "kitty": names(self.kitty),
            "kitty_by": self.kitty_by,
            "gifts": [[gift.giver, gift.taker, names(gift.cards)] for gift in self.gifts],
            "laid": list(self.laid),
            "discards": [names(laid) for laid in self.discards],
            "paid": [[p.payment, somebody(p.payer), p.payee, points_text(p.amount)] for p in self.paid],
            "reversed_ranks": self.reversed_ranks,
            "reversed_turns": self.reversed_turns,
            "leader": self.leader,
            "trick": names(self.trick),
            "last_winner": self.last_winner,
            "last_loser": self.last_loser,
        }


def privy(secret: Gift | Breach) -> tuple[int, ...]:
    """Who knows of it while the hand goes on; once it is over, everybody does."""
    return (secret.giver, secret.taker) if isinstance(secret, Gift) else (secret.offender,)


def as_seen(rules: Rules, at: Position, seat: int) -> Position:
    """The position as its course shows to a seat. While claims are answered in secret, a seat that may claim and has
    not answered sees that it is asked; to every other seat claims are over, as if nobody could make any."""
    if at.answers is None:
        return at
    if seat in rules.claiming.unanswered(at):
        return at._replace(turn=seat)
    after = rules.claiming.over(at)
    # A hand that ends once claims are over is shown to nobody before they are.
    return after if after.ended is None else at._replace(answers=None, turn=rules.turns.leads_first(at))


def observe(rules: Rules, at: Position, seat: int) -> Observation:
    """What a seat sees at a position; for NOBODY, what everybody does."""
    over = at.ended is not None
    answer = rules.claiming.made(at, seat)
    at = as_seen(rules, at, seat)
    hand = () if seat == NOBODY else at.hands[seat]
    return Observation(
        seat=seat,
        turn=somebody(at.turn),
        hand=hand,
        counts=tuple(map(len, at.hands)),
        table=at.table,
        table_by=somebody(at.table_by),
        opening=at.opening,
        opener=somebody(_opener_seen(rules, at)),
        opening_card=somebody(at.opening_card),
        dropped=tuple(other for other in range(len(at.hands)) if at.dropped >> other & 1),
        out=at.out,
        piles=at.piles,
        plays=at.plays,
        claimed=at.claimed,
        claims=() if at.answers is None else rules.claiming.open_to(hand),
        answer=answer,
        breaches=at.breaches if over else tuple(b for b in at.breaches if seat in privy(b)),
        ended=at.ended,
        hands=at.hands if over else (),
        totals=at.totals,
        leader=somebody(at.leader),
        trick=at.trick,
        last_winner=somebody(at.last_winner),
        last_loser=somebody(at.last_loser),
        pieces=rules.course(at).pieces,
        **(_special(rules, at, seat) if rules.special else {}),
    )


def _special(rules: Rules, at: Position, seat: int) -> dict[str, Any]:
    """What a seat sees of auctions, steps, effects and cards laid face down."""
    special, over = at.special, at.ended is not None
    nothing: Cards = ()
    return {
        "doing": None if over else special.doing or None,
        "calls": special.calls,
        "to_give": rules.preparing.to_give(at) if special.doing and not over and seat == at.turn else 0,
        "roles": special.roles,
        "bids": special.bids,
        "kitty": special.kitty if special.kitty_by != NOBODY else (),
        "kitty_by": somebody(special.kitty_by),
        "gifts": tuple(gift for gift in special.gifts if over or seat in privy(gift)),
        "laid": tuple(map(len, special.discards)),
        "discards": tuple(laid if over or s == seat else nothing for s, laid in enumerate(special.discards)),
        "paid": special.paid,
        "reversed_ranks": special.ranks_reversed,
        "reversed_turns": special.turns_reversed,
    }


def opener(rules: Rules, at: Position) -> int:
    """Who opens; NOBODY as long as a role opens that nobody has yet."""
    if not at.special.opens:
        return at.opener
    return NOBODY if isinstance(opening_of(rules.rulebook, at.special.opens).by, model.RoleOpens) else at.opener


def _opener_seen(rules: Rules, at: Position) -> int:
    """Who opens, as far as everybody knows: before the lead, whoever holds a card is known only where an auction has
    started with the opener."""
    seat, special = opener(rules, at), at.special
    if not special.opens or not isinstance(
        opening_of(rules.rulebook, special.opens).by, model.HolderOpens | model.LowestOpens
    ):
        return seat
    order, auctions = rules.rulebook.play.before, rules.preparing.auctions
    come_to = order[: order.index(special.doing) + 1] if special.doing else order[:1]
    shown = any(name in auctions and auctions[name].starts == "opener" for name in come_to)
    return seat if shown else NOBODY
