"""How a hand is told in numbers: the fields of a hand of cards, and the slots of a state.

Cards are one whole number, or several words where a machine word is too short. Every kind of piece has a field in it,
just wide enough to count its copies; the fields of a rank lie side by side, the ranks from low to high, in each the
suits from low to high. Adding and taking away cards is adding and subtracting.

A state is a list of whole numbers. The slots that nothing in the rulebook reads are left out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from ..pieces import Pieces
from ..play import Cards
from ..rules import Rules

MOST_POINTS = 1 << 30
"""The points of a match that programs count with, either way: where somebody has more the definition plays, and no
formula with them outgrows a machine word unnoticed."""


class CannotCompile(Exception):
    """The rulebook says something that no program is made for; the definition plays it."""


@dataclass(frozen=True, slots=True)
class Field:
    """Where a kind of piece is counted."""

    word: int
    shift: int
    width: int

    @property
    def one(self) -> int:
        """One piece of the kind, within its word."""
        return 1 << self.shift

    @property
    def mask(self) -> int:
        """All bits of the field, within its word."""
        return ((1 << self.width) - 1) << self.shift


class CardLayout:
    """The fields of all kinds. `bits`: how many a word has (None: no end, so there is one word)."""

    def __init__(self, pieces: Pieces, bits: int | None = None) -> None:
        self.pieces = pieces
        self.width = max(1, max(pieces.copies).bit_length())
        """How many bits count the copies of a kind."""
        by_rank: dict[int, list[int]] = {}
        for card in sorted(range(len(pieces)), key=lambda card: (pieces.card_places[card], pieces.ranks[card], card)):
            if pieces.copies[card]:
                by_rank.setdefault(pieces.ranks[card], []).append(card)
        self.ranks: tuple[int, ...] = tuple(by_rank)
        """The ranks that the deck has, from low to high, by their numbers in `Pieces`. The position of a rank here is
        what generated programs call a rank."""
        self.rank_at = {rank: at for at, rank in enumerate(self.ranks)}
        self.kinds: tuple[tuple[int, ...], ...] = tuple(tuple(by_rank[rank]) for rank in self.ranks)
        """For each rank its kinds, by suit from low to high."""
        self.order: Cards = tuple(card for kinds in self.kinds for card in kinds)
        """All kinds in the order of their fields. The position of a kind here is what generated programs call a
        kind."""
        self.kind_at = {card: at for at, card in enumerate(self.order)}
        word, shift, fields, rank_words, rank_shifts = 0, 0, [], [], []
        for kinds in self.kinds:
            needed = self.width * len(kinds)
            if bits is not None and shift + needed > bits:
                if needed > bits:
                    raise CannotCompile("a rank has more pieces than a machine word has bits")
                word, shift = word + 1, 0
            rank_words.append(word)
            rank_shifts.append(shift)
            for _ in kinds:
                fields.append(Field(word, shift, self.width))
                shift += self.width
        self.fields: tuple[Field, ...] = tuple(fields)
        """The field of each kind, by position."""
        self.rank_words: tuple[int, ...] = tuple(rank_words)
        """For each rank (by position) the word that it lies in."""
        self.rank_shifts: tuple[int, ...] = tuple(rank_shifts)
        """For each rank (by position) where its fields begin in that word."""
        self.words = word + 1

    @cached_property
    def rank_of_kind(self) -> tuple[int, ...]:
        """For each kind (by position) the position of its rank."""
        return tuple(at for at, kinds in enumerate(self.kinds) for _ in kinds)

    @cached_property
    def single(self) -> bool:
        """Whether every piece is there once."""
        return self.width == 1

    def pack(self, cards: Iterable[int]) -> tuple[int, ...]:
        """Cards (by their numbers in `Pieces`) as words."""
        words = [0] * self.words
        for card in cards:
            field = self.fields[self.kind_at[card]]
            words[field.word] += field.one
        return tuple(words)

    def unpack(self, words: Sequence[int]) -> Cards:
        """Words as cards, sorted."""
        found: list[int] = []
        for cards, word in zip(self._card_at, words, strict=True):
            left = int(word)
            while left:
                shift = (left & -left).bit_length() - 1
                shift -= shift % self.width
                count = left >> shift & ((1 << self.width) - 1)
                found.extend([cards[shift]] * count)
                left -= count << shift
        return tuple(sorted(found))

    @cached_property
    def _card_at(self) -> tuple[dict[int, int], ...]:
        """For each word which card is counted from which bit on."""
        found: tuple[dict[int, int], ...] = tuple({} for _ in range(self.words))
        for card, field in zip(self.order, self.fields, strict=True):
            found[field.word][field.shift] = card
        return found


PLAY = ("RUNG", "KEY", "SAME", "SIZE")
"""What is told of a play before the words of its cards: the combination, two numbers by which plays of it are compared
(`KEY` is stronger where it is more; plays whose `SAME` differ are not compared), and how many pieces it has."""

VERBS = ("PASS", "PLAY", "BID", "GIVE", "DISCARD", "CLAIM", "DECLINE")
"""What an action does. A bid is told as the size, a claim (its place in the rulebook) as the rung."""


class Slots:
    """The slots of a state: `at[NAME]` is the first one of a field, `size[NAME]` how many it has."""

    def __init__(self, rules: Rules, cards: CardLayout) -> None:
        self.at: dict[str, int] = {}
        self.size: dict[str, int] = {}
        self.length = 0
        rulebook, memory, players, words = rules.rulebook, rules.memory, rules.players, cards.words
        play = len(PLAY) + words

        def slot(name: str, size: int = 1, kept: object = True) -> None:
            if kept:
                self.at[name], self.size[name] = self.length, size
                self.length += size

        before, effects = rulebook.play.before, rulebook.effects
        deeds = {deed.deed for effect in effects for deed in effect.then}
        auctions = [auction for auction in rulebook.auctions if auction.name in before]
        # What every state has.
        slot("TURN")  # who acts; -1 once the hand is over
        slot("ENDED")  # 0: not yet; 1: out; 2: on a claim; 3: void
        slot("ANSWERS")  # how many have answered whether they claim; -1 where claims are not being asked for
        slot("DOING")  # 1 + the position in `before` of what asks before the lead; 0: nothing does
        slot("TABLE", play)  # the play to beat; its rung is -1 for who leads
        slot("TABLE_BY")  # who made it; -1: nobody
        slot("HANDS", players * words)
        slot("LEFT", players)  # how many cards are in each hand
        slot("OPENER")  # who opens; -1 where that is no longer kept
        slot("OPENING_CARD")  # the kind that the opening play must contain; -1: none
        slot("HAND_NUMBER")  # 1 for the first hand of a match
        slot("ACTIONS")  # how many there were
        # What something reads.
        slot("OPENING", 1, memory.opening)
        slot("LEADER", 1, memory.leader)
        slot("DROPPED", 1, memory.dropped)  # a bit for every seat
        slot("OUT_COUNT", 1, memory.out)
        slot("OUT", players, memory.out)  # the seats in the order of going out
        pays = sum(duty.breach.kind == "pays" for duty in rulebook.duties)
        # A breach is (duty * players + offender) * (players + 1) + 1 + whom it protects.
        most = pays * players * (players + 1)
        slot("BREACH_COUNT", 1, memory.breaches)
        slot("BREACHES", most, memory.breaches)
        voluntary = any(claim.voluntary for claim in rulebook.claims)
        slot("ANSWER", players, voluntary)  # the claims answered, in the order of asking; -1 declines
        # A claim that was done is seat * (number of claims) + claim.
        slot("CLAIMED_COUNT", 1, rulebook.claims)
        slot("CLAIMED", players * len(rulebook.claims), rulebook.claims)
        slot("LOG_COUNT", 1, memory.plays)
        slot("LOG", (1 + play) * len(cards.pieces.all), memory.plays)  # who played, and the play, in order of time
        slot("PILES", players * words, memory.until_lead("piles"))
        slot("TRICK", words, memory.trick)
        slot("LAST_WINNER", 1, memory.until_lead("last_winner"))
        slot("LAST_LOSER", 1, memory.until_lead("last_loser"))
        slot("TOTALS", players, memory.until_lead("totals"))
        slot("LAST_PLACES", players, "last_places" in memory.steps)
        slot("STARTER", 1, auctions)
        slot(
            "OPENS", 1, before
        )  # the line that says who opens: 1 of the first hand, 2 of later hands; 0 after the lead
        longest = max((players * (len(auction.bids) + 1) for auction in auctions), default=0)
        slot("CALL_COUNT", 1, auctions)
        slot("CALLS", longest, auctions)
        slot("ROLES", len(auctions), auctions)  # who has the role of each auction, by position in `before`; -1: nobody
        slot("BIDS", len(auctions) * players, auctions and memory.until_lead("bids"))
        slot("KITTY", words, memory.kitty)
        slot("KITTY_BY", 1, memory.kitty)
        gives = sum(step.act.kind == "gives" for step in rulebook.steps if step.name in before)
        slot("GIFT_COUNT", 1, gives)
        slot("GIFTS", gives * (2 + words), gives)  # who gave, who took, which cards
        slot("SIZES", players, memory.sizes)
        slot("DISCARDS", players * words, memory.discards)
        slot("PAID", players * (players + 1) * len(rulebook.payments), "pays" in deeds)
        # (payment * (players + 1) + 1 + payer) * players + payee: what effects have made them pay.
        slot("REVERSED_RANKS", 1, memory.reversed_ranks)
        slot("REVERSED_TURNS", 1, memory.reversed_turns)
