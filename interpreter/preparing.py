"""What is done between the claims and the lead: auctions, kitties taken, pieces given away."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from cardwright.dsl import Span, model

from .actions import PASS, Action, Bid, Give, Pass
from .calculations import Compile
from .deal import DRAWN, opening_of, opening_piece, telling_piece
from .facts import Calculations, InPlay
from .memory import Memory
from .pieces import Pieces, minus
from .play import Cards
from .position import NOBODY, Gift, Position, seats_after
from .turns import Turns
from .values import Compiled

PiecesAt = Callable[[Position], Pieces]
"""The pieces as they compare at a position: the right way round, or upside down."""


@dataclass(frozen=True, slots=True)
class Handing:
    """A step, compiled. `giver` None: the kitty is taken."""

    name: str
    span: Span | None
    taker: Compiled
    giver: Compiled | None = None
    count: Compiled | None = None
    extreme: str | None = None


class Preparing:
    """The auctions and steps of one rulebook, in the order of `before`."""

    def __init__(
        self,
        rulebook: model.Rulebook,
        memory: Memory,
        turns: Turns,
        compile_: Compile,
        calculations: Calculations,
        pieces_at: PiecesAt,
    ) -> None:
        self._rulebook = rulebook
        self._memory = memory
        self._turns = turns
        self._calculations = calculations
        self._pieces_at = pieces_at
        self.auctions = {auction.name: auction for auction in rulebook.auctions}
        self.steps = {step.name: _compiled(step, compile_) for step in rulebook.steps}
        self._order = rulebook.play.before
        drawn = {auction.name for auction in rulebook.auctions if auction.starts in DRAWN}
        self._last_drawn = max((at for at, name in enumerate(self._order) if name in drawn), default=-1)

    # ---- from the claims to the lead ---------------------------------------------------------------------------

    def begin(self, at: Position) -> Position:
        """After the claims: to the first decision before the lead, or to the lead."""
        return self._from(at, 0)

    def _from(self, at: Position, number: int) -> Position:
        """Do what is done unasked, up to the next decision or the lead."""
        for place in range(number, len(self._order)):
            name = self._order[place]
            if place > self._last_drawn:
                at = at._replace(special=at.special._replace(starter=NOBODY))
            auction = self.auctions.get(name)
            if auction is not None:
                special = at.special._replace(doing=name, calls=())
                return at._replace(turn=self._asks_first(at, auction), answers=None, special=special)
            step = self.steps[name]
            giver, taker = self._parties(at, step)
            if taker is None:
                continue
            if step.giver is None:
                at = self._taken(at, taker)
                continue
            count = self._count(at, step, giver)
            if giver is None or giver == taker or not count:
                continue
            if step.extreme is None:
                return at._replace(turn=giver, answers=None, special=at.special._replace(doing=name))
            at = self._given(at, giver, taker, self._extreme(at, giver, count, step.extreme))
        return self._lead(at)

    def _lead(self, at: Position) -> Position:
        """Nothing is left to do before the lead: who opens is known now."""
        opener, card = at.opener, at.opening_card
        if at.special.opens:
            rule = opening_of(self._rulebook, at.special.opens)
            match rule.by:
                case model.RoleOpens(role=role):
                    opener = dict(at.special.roles).get(role, opener)
                case model.HolderOpens() | model.LowestOpens():
                    # The card may have changed hands.
                    piece = opening_piece(rule, self._pieces_at(at), at.hands)
                    opener = next((seat for seat, hand in enumerate(at.hands) if piece in hand), opener)
                    card = piece if rule.playing_it and piece is not None else NOBODY
        return self._turns.start(self._finished(at._replace(opener=opener, opening_card=card)))

    def _finished(self, at: Position) -> Position:
        """With all forgotten that only auctions and steps ask for."""
        memory = self._memory
        return at._replace(
            last_winner=at.last_winner if memory.last_winner else NOBODY,
            last_loser=at.last_loser if memory.last_loser else NOBODY,
            claimed=at.claimed if memory.claimed else (),
            piles=at.piles if memory.piles else (),
            totals=at.totals if memory.totals else (),
            special=at.special._replace(
                doing="",
                calls=(),
                opens="",
                starter=NOBODY,
                last_places=(),
                bids=at.special.bids if memory.bids else (),
            ),
        )

    # ---- what may be done --------------------------------------------------------------------------------------

    def legal(self, at: Position) -> Iterator[Action]:
        """The bids from low to high, then the pass; or every choice of the pieces to give."""
        auction = self.auctions.get(at.special.doing)
        if auction is not None:
            highest = max(at.special.calls, default=0)
            yield from (Bid(bid) for bid in auction.bids if bid > highest)
            yield PASS
            return
        names = self._pieces_at(at).names
        for cards in choices(at.hands[at.turn], self.to_give(at)):
            yield Give(cards, tuple(names[card] for card in cards))

    def is_legal(self, at: Position, action: Action) -> bool:
        """Whether an action is one of these, without listing the others."""
        auction = self.auctions.get(at.special.doing)
        match action:
            case Pass():
                return auction is not None
            case Bid(bid=bid):
                return auction is not None and bid in auction.bids and bid > max(at.special.calls, default=0)
            case Give(pieces=pieces):
                if auction is not None or len(pieces) != self.to_give(at):
                    return False
                return not Counter(pieces) - Counter(at.hands[at.turn])
            case _:
                return False

    def to_come(self, at: Position) -> Iterator[str]:
        """The auctions that are not over."""
        order, doing = self._order, at.special.doing
        return (name for name in order[order.index(doing) if doing else 0 :] if name in self.auctions)

    def asks(self, at: Position) -> bool:
        """Whether the auction or step that goes on asks the player whose turn it is, after these calls."""
        doing, calls = at.special.doing, at.special.calls
        auction = self.auctions.get(doing)
        if auction is None:
            giver, taker = self._parties(at, self.steps[doing])
            chosen = self.steps[doing].giver is not None and self.steps[doing].extreme is None
            return chosen and giver == at.turn and taker not in (None, giver) and self.to_give(at) > 0
        for number, call in enumerate(calls):
            highest = max(calls[:number], default=0)
            if (call and (call not in auction.bids or call <= highest)) or _is_over(auction, calls[: number + 1], at):
                return False
        first = self._asks_first(at, auction)
        return at.turn == (first, *seats_after(at, first))[len(calls) % len(at.hands)]

    def to_give(self, at: Position) -> int:
        """How many pieces the player whose turn it is has to give; 0 where nothing is to be given."""
        step = self.steps.get(at.special.doing)
        return 0 if step is None else self._count(at, step, at.turn)

    def taker(self, at: Position) -> int | None:
        """Who gets what is being given."""
        step = self.steps.get(at.special.doing)
        return None if step is None else self._parties(at, step)[1]

    def act(self, at: Position, action: Action) -> Position:
        """After a legal action of the auction or step that asks."""
        doing = at.special.doing
        number = self._order.index(doing)
        match action:
            case Give(pieces=pieces):
                taker = self.taker(at)
                assert taker is not None, "nobody is asked to give to nobody"
                given = self._given(at, at.turn, taker, tuple(sorted(pieces)))
                return self._from(given._replace(special=given.special._replace(doing="")), number + 1)
            case Bid(bid=bid):
                return self._called(at, self.auctions[doing], number, bid)
            case _:
                return self._called(at, self.auctions[doing], number, 0)

    # ---- auctions ----------------------------------------------------------------------------------------------

    def _asks_first(self, at: Position, auction: model.Auction) -> int:
        """Who is asked first; where nobody alone won, or lost, the last hand, the player drawn for it."""
        match auction.starts:
            case "opener":
                return at.opener
            case "holder" | "lowest":
                piece = telling_piece(auction.card, self._pieces_at(at), at.hands)
                return next((seat for seat, hand in enumerate(at.hands) if piece in hand), at.opener)
            case "last_winner" if at.last_winner != NOBODY:
                return at.last_winner
            case "last_loser" if at.last_loser != NOBODY:
                return at.last_loser
        return at.opener if at.special.starter == NOBODY else at.special.starter

    def _called(self, at: Position, auction: model.Auction, number: int, call: int) -> Position:
        """After a call: to the next one who is asked, or to the end of the auction."""
        players = len(at.hands)
        first = self._asks_first(at, auction)
        seats = (first, *seats_after(at, first))
        calls = (*at.special.calls, call)
        while not _is_over(auction, calls, at) and auction.pass_drops_out:
            # Who has passed is passed over: that counts as a pass.
            if 0 not in calls[len(calls) % players :: players]:
                break
            calls = (*calls, 0)
        highest = max(calls)
        if not _is_over(auction, calls, at):
            return at._replace(turn=seats[len(calls) % players], special=at.special._replace(calls=calls))
        special = at.special._replace(doing="", calls=())
        if not highest and auction.no_bid == "void":
            return self._finished(at)._replace(turn=NOBODY, ended="void")
        by_seat = [[call for call in calls[n::players] if call] for n in range(players)]
        if not highest:
            by_seat[0] = [auction.bids[0]]
        bids = {seat: max(made, default=0) for seat, made in zip(seats, by_seat, strict=True)}
        seat = max(bids, key=lambda seat: bids[seat])
        special = special._replace(roles=(*special.roles, (auction.name, seat)))
        if self._memory.until_lead("bids"):
            made = tuple(bids[number] for number in range(players))
            special = special._replace(bids=(*special.bids, made))
        return self._from(at._replace(special=special), number + 1)

    # ---- steps -------------------------------------------------------------------------------------------------

    def _facts(self, at: Position, player: int | None = None) -> InPlay:
        """What a step can ask; `player` and `hand` are those of who gives."""
        asked = at if player is None else at._replace(turn=player)
        return InPlay(asked, None, self._calculations)

    def _parties(self, at: Position, step: Handing) -> tuple[int | None, int | None]:
        """Who gives and who takes."""
        facts = self._facts(at)
        return (None if step.giver is None else step.giver(facts)), step.taker(facts)

    def _count(self, at: Position, step: Handing, giver: int | None) -> int:
        """How many pieces are given: no more than there are."""
        if giver is None or step.count is None:
            return 0
        wanted = step.count(self._facts(at, giver)) or 0
        return max(0, min(int(wanted), len(at.hands[giver])))

    def _extreme(self, at: Position, seat: int, count: int, extreme: str) -> Cards:
        """The highest or lowest pieces of a hand, by rank, then suit; of equal ones those with the highest (lowest)
        numbers."""
        places = self._pieces_at(at).card_places
        ordered = sorted(at.hands[seat], key=lambda card: (places[card], card), reverse=extreme == "highest")
        return tuple(sorted(ordered[:count]))

    def _taken(self, at: Position, taker: int) -> Position:
        """The kitty is turned up, and taken."""
        special = at.special
        if special.kitty_by != NOBODY:
            return at
        at = at._replace(special=special._replace(kitty_by=taker))
        return self._moved(at, taker, special.kitty, 1)

    def _given(self, at: Position, giver: int, taker: int, cards: Cards) -> Position:
        at = self._moved(self._moved(at, giver, cards, -1), taker, cards, 1)
        return at._replace(special=at.special._replace(gifts=(*at.special.gifts, Gift(giver, taker, cards))))

    def _moved(self, at: Position, seat: int, cards: Cards, sign: int) -> Position:
        """With these pieces put into a hand, or (sign -1) taken out of it."""
        hand = at.hands[seat]
        hand = tuple(sorted((*hand, *cards))) if sign > 0 else minus(hand, cards)
        sizes = at.special.sizes
        if sizes:
            sizes = (*sizes[:seat], sizes[seat] + sign * len(cards), *sizes[seat + 1 :])
        hands = (*at.hands[:seat], hand, *at.hands[seat + 1 :])
        return at._replace(hands=hands, special=at.special._replace(sizes=sizes))


def _is_over(auction: model.Auction, calls: tuple[int, ...], at: Position) -> bool:
    """Whether an auction is over after these calls."""
    players, highest = len(at.hands), max(calls)
    if auction.each_bids == "once":
        return len(calls) == players or highest == auction.bids[-1]
    passes = next((n for n, one in enumerate(reversed(calls)) if one), len(calls))
    return passes == (players - 1 if highest else players) or highest == auction.bids[-1]


def choices(cards: Cards, number: int) -> Iterator[Cards]:
    """Every choice of so many pieces, equal ones being one piece in several copies; in the order of numbers."""
    kinds = sorted(Counter(cards).items())
    after = [sum(copies for _, copies in kinds[kind + 1 :]) for kind in range(len(kinds))]

    def chosen(kind: int, left: int) -> Iterator[Cards]:
        if not left:
            yield ()
            return
        card, copies = kinds[kind]
        for taken in range(min(copies, left), max(0, left - after[kind]) - 1, -1):
            for others in chosen(kind + 1, left - taken):
                yield (card,) * taken + others

    return chosen(0, number) if number <= len(cards) else iter(())


def _compiled(step: model.Step, compile_: Compile) -> Handing:
    match step.act:
        case model.Takes(player=player):
            return Handing(step.name, step.span, compile_(player))
        case model.Gives(giver=giver, count=count, extreme=extreme, taker=taker):
            return Handing(step.name, step.span, compile_(taker), compile_(giver), compile_(count), extreme)
