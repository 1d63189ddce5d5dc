"""Between positions and states in numbers, actions and their records."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeVar

from ..actions import DECLINE, PASS, Action, Bid, Discard, Give, MakeClaim, PlayCards
from ..deal import Carried, Deal, opening_line
from ..play import Cards, Play
from ..position import FOR_ALL_HANDS, NOBODY, PLAIN, Breach, Gift, Paid, Position, Special, Termination
from ..rules import Rules
from ..values import normal
from . import sides
from .layout import MOST_POINTS, PLAY, CannotCompile, CardLayout, Slots

ENDED: tuple[Termination | None, ...] = (None, "out", "claim", "void")
Record = tuple[int, ...]


_KEEP = 50_000
"""So many plays are remembered with their records."""
Asked = TypeVar("Asked")
Told = TypeVar("Told")


class Apart(AssertionError):
    """A program and the definition say different things: a fault of Cardwright."""


def _remember(known: dict[Asked, Told], key: Asked, value: Told) -> None:
    if len(known) >= _KEEP:
        known.clear()
    known[key] = value


class Codec:
    """Translates for one rulebook. `module`: its generated functions in plain Python. `scales`: in which parts of a
    point payments are booked in play, where not in whole points."""

    def __init__(
        self,
        rules: Rules,
        layout: CardLayout,
        slots: Slots,
        module: Mapping[str, Callable[..., Any]],
        scales: Mapping[str, int] | None = None,
    ) -> None:
        self.rules = rules
        self.layout = layout
        self.slots = slots
        self._module = module
        self._scales = scales or {}
        book = rules.rulebook
        self._rungs = {combination.name: rung for rung, combination in enumerate(book.combinations)}
        self._claims = [claim.name for claim in book.claims]
        self._duties = [duty.name for duty in book.duties]
        self._payments = [payment.name for payment in book.payments]
        names = {auction.name for auction in book.auctions}
        self._auctions = [name for name in book.play.before if name in names]
        self._untouched = any(matcher.planner.untouched for matcher in rules.plays.matchers)
        self._plays: dict[tuple[str, Cards, str], Record] = {}
        self._made: dict[tuple[bool, int, Record], Play] = {}

    # ---- from the definition to numbers --------------------------------------------------------------------------

    def record(self, play: Play, reversed_ranks: bool = False) -> Record:
        """The record of a play: combination, keys, size, cards."""
        suffix = "__r" if reversed_ranks else ""
        known = self._plays.get((suffix, play.pieces, play.combination))
        if known is None:
            words, rung = self.layout.pack(play.pieces), self._rungs[play.combination]
            for whole in (0, 1) if self._untouched else (0,):
                found: list[Record] = []
                self._module[f"readings{suffix}"](*words, whole, found, 0)
                match = next((row for row in found if row[1] == rung), None)
                if match is not None:
                    known = match[1:]
                    break
            if known is None:
                raise Apart(f"the program reads {play} as no `{play.combination}`")
            _remember(self._plays, (suffix, play.pieces, play.combination), known)
        return known

    def action(self, action: Action, reversed_ranks: bool = False) -> Record:
        """The record of an action."""
        nothing = (0,) * self.layout.words
        match action:
            case PlayCards(play=play):
                return (sides.PLAY, *self.record(play, reversed_ranks))
            case Bid(bid=bid):
                return (sides.BID, 0, 0, 0, bid, *nothing)
            case Give(pieces=pieces):
                return (sides.GIVE, 0, 0, 0, len(pieces), *self.layout.pack(pieces))
            case Discard(pieces=pieces):
                return (sides.DISCARD, 0, 0, 0, len(pieces), *self.layout.pack(pieces))
            case MakeClaim(name=name):
                return (sides.CLAIM, self._claims.index(name), 0, 0, 0, *nothing)
            case _:
                return (sides.DECLINE if action == DECLINE else sides.PASS, 0, 0, 0, 0, *nothing)

    def dealt(self, deal: Deal, carried: Carried) -> tuple[list[int], int]:
        """The state of a hand that is dealt, for `start`, and the line that says who opens (1: of the first hand)."""
        s = [0] * self.slots.length
        for seat, hand in enumerate(deal.hands):
            self._put_cards(s, "HANDS", hand, seat)
            self._put(s, "LEFT", len(hand), seat)
        self._put(s, "OPENER", deal.opener)
        self._put(s, "HAND_NUMBER", carried.hand_number)
        self._put(s, "STARTER", NOBODY if deal.starter is None else deal.starter)
        self._put_cards(s, "KITTY", deal.rest)
        self._put(s, "LAST_WINNER", NOBODY if carried.last_winner is None else carried.last_winner)
        self._put(s, "LAST_LOSER", NOBODY if carried.last_loser is None else carried.last_loser)
        for seat, total in enumerate(carried.totals):
            self._put(s, "TOTALS", _points(total), seat)
        for seat, place in enumerate(carried.last_places):
            self._put(s, "LAST_PLACES", place, seat)
        self._put(s, "REVERSED_RANKS", FOR_ALL_HANDS * carried.reversed_ranks)
        self._put(s, "REVERSED_TURNS", FOR_ALL_HANDS * carried.reversed_turns)
        return s, 1 if opening_line(self.rules.rulebook, carried) == "first hand" else 2

    def _put(self, s: list[int], slot: str, value: int, at: int = 0) -> None:
        if slot in self.slots.at:
            s[self.slots.at[slot] + at] = value

    def _put_cards(self, s: list[int], slot: str, cards: Cards, seat: int = 0) -> None:
        if slot in self.slots.at:
            start = self.slots.at[slot] + seat * self.layout.words
            s[start : start + self.layout.words] = self.layout.pack(cards)

    def state(self, at: Position, hand_number: int = 1) -> list[int]:
        """A position in numbers."""
        special, players = at.special, self.rules.players
        carried = Carried(hand_number, _some(at.last_winner), _some(at.last_loser), at.totals or (0,) * players)
        deal = Deal(at.hands, special.kitty, at.opener, starter=_some(special.starter))
        s, _ = self.dealt(deal, carried)
        reversed_ranks = special.ranks_reversed
        self._put(s, "TURN", at.turn)
        self._put(s, "ENDED", ENDED.index(at.ended))
        self._put(s, "ANSWERS", -1 if at.answers is None else len(at.answers))
        for number, answer in enumerate(at.answers or ()):
            self._put(s, "ANSWER", self._claims.index(answer) if answer else -1, number)
        before = self.rules.rulebook.play.before
        self._put(s, "DOING", before.index(special.doing) + 1 if special.doing else 0)
        self._put(s, "TABLE", -1)
        if at.table is not None:
            self._put_all(s, "TABLE", self.record(at.table, reversed_ranks))
        self._put(s, "TABLE_BY", at.table_by)
        card = at.opening_card
        self._put(s, "OPENING_CARD", NOBODY if card == NOBODY else self.layout.kind_at[card])
        for slot, value in (("OPENING", int(at.opening)), ("LEADER", at.leader), ("DROPPED", at.dropped)):
            self._put(s, slot, value)
        self._put_list(s, "OUT", "OUT_COUNT", at.out)
        breaches = [
            (self._duties.index(b.duty) * players + b.offender) * (players + 1) + 1 + b.protected for b in at.breaches
        ]
        self._put_list(s, "BREACHES", "BREACH_COUNT", breaches)
        claimed = [seat * len(self._claims) + self._claims.index(name) for seat, name in at.claimed]
        self._put_list(s, "CLAIMED", "CLAIMED_COUNT", claimed)
        log = [(seat, *self.record(play)) for seat, plays in enumerate(at.plays) for play in plays]
        self._put_list(s, "LOG", "LOG_COUNT", [number for made in log for number in made], len(log))
        for seat, pile in enumerate(at.piles):
            self._put_cards(s, "PILES", pile, seat)
        self._put_cards(s, "TRICK", at.trick)
        self._put_special(s, special)
        return s

    def _put_special(self, s: list[int], special: Special) -> None:
        players = self.rules.players
        self._put(s, "OPENS", {"": 0, "first hand": 1, "later hands": 2}[special.opens])
        self._put_list(s, "CALLS", "CALL_COUNT", special.calls)
        self._put_all(s, "ROLES", [dict(special.roles).get(name, NOBODY) for name in self._auctions])
        for (role, _), bids in zip(special.roles, special.bids, strict=False):
            for seat, bid in enumerate(bids):
                self._put(s, "BIDS", bid, self._auctions.index(role) * players + seat)
        self._put(s, "KITTY_BY", special.kitty_by)
        gifts = [(gift.giver, gift.taker, *self.layout.pack(gift.cards)) for gift in special.gifts]
        self._put_list(s, "GIFTS", "GIFT_COUNT", [number for gift in gifts for number in gift], len(gifts))
        self._put_all(s, "SIZES", special.sizes)
        self._put_all(s, "LAST_PLACES", special.last_places)
        for seat, cards in enumerate(special.discards):
            self._put_cards(s, "DISCARDS", cards, seat)
        for paid in special.paid:
            place = (self._payments.index(paid.payment) * (players + 1) + 1 + paid.payer) * players + paid.payee
            self._put(s, "PAID", _exact(paid.amount * self._scales.get(paid.payment, 1)), place)
        self._put(s, "REVERSED_RANKS", special.reversed_ranks)
        self._put(s, "REVERSED_TURNS", special.reversed_turns)

    def _put_all(self, s: list[int], slot: str, values: Sequence[int]) -> None:
        for at, value in enumerate(values):
            self._put(s, slot, value, at)

    def _put_list(self, s: list[int], slot: str, count: str, values: Sequence[int], number: int | None = None) -> None:
        self._put_all(s, slot, values)
        self._put(s, count, len(values) if number is None else number)

    # ---- from numbers to the definition --------------------------------------------------------------------------

    def play(self, record: Sequence[int], reversed_ranks: bool = False) -> Play:
        """The play that a record tells."""
        key = (reversed_ranks, int(record[0]), tuple(map(int, record[4:])))
        known = self._made.get(key)
        if known is None:
            rules = self.rules.upside_down if reversed_ranks else self.rules
            cards, name = self.layout.unpack(key[2]), self.rules.rulebook.combinations[key[1]].name
            for side in (rules, self.rules if reversed_ranks else rules):
                readings = (*side.plays.readings(cards), *side.plays.readings(cards, True))
                known = next((play for play in readings if play.combination == name), None)
                if known is not None:
                    break
            if known is None:
                readings = self.rules.upside_down.plays.readings(cards)
                known = next((play for play in readings if play.combination == name), None)
            if known is None:
                raise Apart(f"the program reads {self.rules.pieces.format(cards)} as `{name}`, which it is not")
            _remember(self._made, key, known)
        return known

    def read_action(self, record: Sequence[int], reversed_ranks: bool = False) -> Action:
        """The action that a record tells."""
        verb = record[0]
        if verb == sides.PLAY:
            return PlayCards(self.play(record[1:], reversed_ranks))
        if verb == sides.BID:
            return Bid(int(record[4]))
        if verb == sides.CLAIM:
            return MakeClaim(self._claims[record[1]])
        if verb in (sides.GIVE, sides.DISCARD):
            pieces = self.layout.unpack(record[5:])
            names = tuple(self.rules.pieces.names[card] for card in pieces)
            return Give(pieces, names) if verb == sides.GIVE else Discard(pieces, names)
        return DECLINE if verb == sides.DECLINE else PASS

    def position(self, s: Sequence[int]) -> Position:
        """The position that a state tells."""
        memory, players, ended = self.rules.memory, self.rules.players, ENDED[self._get(s, "ENDED")]
        reversed_ranks = self._get(s, "REVERSED_RANKS").bit_count() & 1 == 1
        hands = self._cards_of(s, "HANDS")
        table = self._all(s, "TABLE")
        card = self._get(s, "OPENING_CARD", NOBODY)
        answers = self._get(s, "ANSWERS")
        doing = self._get(s, "DOING")
        prepared = bool(doing or answers >= 0 or self._get(s, "OPENS"))
        claimed = [divmod(one, len(self._claims)) for one in self._list(s, "CLAIMED", "CLAIMED_COUNT")]
        out = tuple(self._list(s, "OUT", "OUT_COUNT"))
        if ended == "claim":
            out = (claimed[-1][0],)
        elif ended == "out" and not memory.out:
            empty = tuple(seat for seat, hand in enumerate(hands) if not hand)
            out = empty if len(empty) == 1 else ()
        return Position(
            hands=hands,
            turn=self._get(s, "TURN"),
            table=None if table[0] < 0 else self.play(table, reversed_ranks),
            table_by=self._get(s, "TABLE_BY"),
            answers=tuple(
                "" if claim < 0 else self._claims[claim] for claim in self._all(s, "ANSWER")[: max(answers, 0)]
            )
            if answers >= 0
            else None,
            opener=self._get(s, "OPENER"),
            opening_card=card if card == NOBODY else self.layout.order[card],
            ended=ended,
            leader=self._get(s, "LEADER", NOBODY),
            dropped=self._get(s, "DROPPED"),
            opening=bool(self._get(s, "OPENING")),
            out=out,
            breaches=tuple(self._breach(one) for one in self._list(s, "BREACHES", "BREACH_COUNT")),
            claimed=tuple((seat, self._claims[claim]) for seat, claim in claimed),
            plays=self._log(s) if memory.plays else (),
            piles=self._cards_of(s, "PILES") if memory.piles or (memory.until_lead("piles") and prepared) else (),
            trick=self._cards_of(s, "TRICK")[0] if memory.trick else (),
            last_winner=self._get(s, "LAST_WINNER", NOBODY),
            last_loser=self._get(s, "LAST_LOSER", NOBODY),
            totals=tuple(self._all(s, "TOTALS")) if memory.totals or (memory.until_lead("totals") and prepared) else (),
            special=self._special(s, players) if self.rules.special else PLAIN,
        )

    def _special(self, s: Sequence[int], players: int) -> Special:
        memory, before, doing = self.rules.memory, self.rules.rulebook.play.before, self._get(s, "DOING")
        roles = [(name, role) for name, role in zip(self._auctions, self._all(s, "ROLES"), strict=False) if role >= 0]
        bids = self._all(s, "BIDS")
        made = tuple(tuple(bids[at * players : at * players + players]) for at in range(len(roles)))
        opens = self._get(s, "OPENS")
        words = self.layout.words
        gifts = self._all(s, "GIFTS")
        size = 2 + words
        places = tuple(self._all(s, "LAST_PLACES"))
        return Special(
            doing=before[doing - 1] if doing else "",
            starter=self._get(s, "STARTER", NOBODY),
            opens=("", "first hand", "later hands")[opens],
            calls=tuple(self._list(s, "CALLS", "CALL_COUNT")),
            roles=tuple(roles),
            bids=made if memory.bids or (opens and memory.until_lead("bids")) else (),
            kitty=self._cards_of(s, "KITTY")[0] if memory.kitty else (),
            kitty_by=self._get(s, "KITTY_BY", NOBODY),
            gifts=tuple(
                Gift(gifts[at], gifts[at + 1], self.layout.unpack(gifts[at + 2 : at + size]))
                for at in range(0, self._get(s, "GIFT_COUNT") * size, size)
            ),
            last_places=places if any(places) else (),
            sizes=tuple(self._all(s, "SIZES")),
            discards=self._cards_of(s, "DISCARDS") if memory.discards else (),
            paid=tuple(sorted(self._paid(s, players))),
            reversed_ranks=self._get(s, "REVERSED_RANKS"),
            reversed_turns=self._get(s, "REVERSED_TURNS"),
        )

    def _paid(self, s: Sequence[int], players: int) -> list[Paid]:
        found = []
        for at, amount in enumerate(self._all(s, "PAID")):
            if amount:
                payment, pair = divmod(at, (players + 1) * players)
                payer, payee = divmod(pair, players)
                name = self._payments[payment]
                found.append(Paid(name, payer - 1, payee, normal(Fraction(amount, self._scales.get(name, 1)))))
        return found

    def _breach(self, number: int) -> Breach:
        players = self.rules.players
        rest, protected = divmod(number, players + 1)
        duty, offender = divmod(rest, players)
        return Breach(self._duties[duty], offender, protected - 1)

    def _log(self, s: Sequence[int]) -> tuple[tuple[Play, ...], ...]:
        size, log = 1 + len(PLAY) + self.layout.words, self._all(s, "LOG")
        made: list[list[Play]] = [[] for _ in range(self.rules.players)]
        for at in range(0, self._get(s, "LOG_COUNT") * size, size):
            made[log[at]].append(self.play(log[at + 1 : at + size]))
        return tuple(tuple(sorted(plays, key=lambda play: (play.pieces, play.combination))) for plays in made)

    def _get(self, s: Sequence[int], slot: str, missing: int = 0) -> int:
        return int(s[self.slots.at[slot]]) if slot in self.slots.at else missing

    def _all(self, s: Sequence[int], slot: str) -> list[int]:
        if slot not in self.slots.at:
            return []
        start = self.slots.at[slot]
        return [int(number) for number in s[start : start + self.slots.size[slot]]]

    def _list(self, s: Sequence[int], slot: str, count: str) -> list[int]:
        return self._all(s, slot)[: self._get(s, count)]

    def _cards_of(self, s: Sequence[int], slot: str) -> tuple[Cards, ...]:
        numbers, words = self._all(s, slot), self.layout.words
        return tuple(self.layout.unpack(numbers[at : at + words]) for at in range(0, len(numbers), words))


def _points(total: int | Fraction) -> int:
    """The points of a player in the match, as far as programs count with them."""
    if not -MOST_POINTS <= total <= MOST_POINTS:
        raise CannotCompile(f"{total} points are more than programs count with")
    return _exact(total)


def _exact(number: int | Fraction) -> int:
    if number != int(number):
        raise CannotCompile(f"{number} is not told in whole numbers")
    return int(number)


def _some(seat: int) -> int | None:
    return None if seat == NOBODY else seat
