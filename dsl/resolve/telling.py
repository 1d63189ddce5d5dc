"""What examples tell of a hand: seats, cards, what players did, and what holds of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeAlias, cast

from .. import ast
from .. import model as m
from ..diagnostics import Applicability, rewrite
from .context import Context

VERBS = ("broke", "ended", "opened", "played", "claimed", "is", "bid", "won", "lost", "out")
DONE = "as in `after 9S, pass, bid 2, give 3D-4C, claim dragon`"
NAMED = {"duty": "a duty", "claim": "a claim", "auction": "a role"}
_Verb: TypeAlias = Literal["broke", "ended", "opened", "played", "claimed", "is", "bid", "won", "lost", "out"]


class Telling:
    """Reads what lines of examples tell; None where it cannot be read (which is reported)."""

    def __init__(self, context: Context) -> None:
        self.context = context

    def done(self, done: ast.Done) -> str | None:
        """An action as it is written at the table."""
        if not isinstance(done.what, ast.Name):
            cards = self.cards(done.what)
            return None if cards is None else "-".join(cards)
        verb, of = done.what.text, done.of
        if verb == "claim" and isinstance(of, ast.Name):
            return f"claim {of.text}" if self.context.declared(of, "claim", wanted="a claim", optional=True) else None
        if verb == "bid" and isinstance(of, ast.Piece) and of.text.isdecimal():
            return (
                f"bid {of.text}"
                if self._there(done, "auction", "nobody bids", "bids are made in an `auction`")
                else None
            )
        if verb in ("give", "discard") and of is not None and not isinstance(of, ast.Name):
            cards = self.cards(of)
            if verb == "give" and not self._there(done, "step", "nobody gives cards", "cards are given in a `step`"):
                return None
            return None if cards is None else f"{verb} {'-'.join(cards)}"
        if verb in ("pass", "decline") and of is None:
            return verb
        actions = ("pass", "decline", "bid", "give", "discard", "claim")
        if verb in actions:
            self.context.fail("CW802", f"`{verb}` is no whole action here", done.span, help=DONE)
        else:
            self.context.unknown("action", verb, done.what.span, actions, DONE)
        return None

    def _there(self, done: ast.Done | ast.Fact, kind: str, lacking: str, advice: str) -> bool:
        """Whether anything of a kind is declared that an action belongs to."""
        if any(self.context.symbols.of_kind(kind)):
            return True
        self.context.fail("CW205", f"{lacking} here", done.span, help=advice)
        return False

    def nothing(self, name: ast.Name) -> bool:
        """Whether a name says that there are no cards; another one is reported."""
        if name.text == "nothing":
            return True
        self.context.fail(
            "CW802",
            f"`{name.text}` names no cards",
            name.span,
            help="write `nothing` for no cards",
            fix=rewrite(name.span, "nothing", Applicability.UNSAFE),
        )
        return False

    def fact(self, fact: ast.Fact) -> m.ExampleFact | None:
        """What a player did or was, as a settlement may ask."""
        seat = self.seat(fact.seat)
        if fact.verb.text not in VERBS:
            self.context.unknown("fact", fact.verb.text, fact.verb.span, VERBS, "facts: " + ", ".join(VERBS))
            return None
        if seat is None:
            return None
        verb = cast(_Verb, fact.verb.text)
        if verb == "bid":
            return self._bid(fact, seat)
        if isinstance(fact.what, ast.Name):
            kind = {"broke": "duty", "claimed": "claim", "is": "auction"}.get(verb)
            if kind is None:
                self.context.fail(
                    "CW802", f"`{verb}` is followed by cards", fact.what.span, help="as in `P4 ended 2S-2H`"
                )
                return None
            if not self.context.declared(fact.what, kind, wanted=NAMED[kind], optional=True):
                return None
            return m.ExampleFact(seat=seat, what=verb, name=fact.what.text, span=fact.span)
        wanted = {
            "broke": "the name of a duty",
            "claimed": "the name of a claim",
            "is": "the name of a role",
            **dict.fromkeys(("opened", "won", "lost", "out")),
        }.get(verb, "cards")
        if (fact.what is None) != (wanted is None) or (fact.what is not None and verb in ("broke", "claimed", "is")):
            self.context.fail(
                "CW802",
                f"`{verb}` is followed by {wanted or 'nothing'}",
                fact.span,
                help="as in `P3 broke top`, `P4 ended 2S-2H`, `P1 opened`",
            )
            return None
        cards = () if fact.what is None else self.cards(fact.what)
        return None if cards is None else m.ExampleFact(seat=seat, what=verb, cards=cards, span=fact.span)

    def _bid(self, fact: ast.Fact, seat: int) -> m.ExampleFact | None:
        """`P2 bid 3`: a number that is bid somewhere."""
        what = fact.what
        if not isinstance(what, ast.Piece) or not what.text.isdecimal():
            self.context.fail("CW802", "`bid` is followed by a number", fact.span, help="as in `P2 bid 3`")
            return None
        if not self._there(fact, "auction", "nobody bids", "bids are made in an `auction`"):
            return None
        return m.ExampleFact(seat=seat, what="bid", number=int(what.text), span=fact.span)

    def seat(self, piece: ast.Piece) -> int | None:
        """The seat that `P1` and its like name."""
        if piece.text[:1] == "P" and piece.text[1:].isdecimal() and 1 <= int(piece.text[1:]) <= 16:
            return int(piece.text[1:]) - 1
        self.context.fail("CW802", f"`{piece.text}` is no seat", piece.span, help="seats are `P1`, `P2`, …")
        return None

    def cards(self, cards: ast.Cards) -> tuple[str, ...] | None:
        """The pieces of cards played together."""
        return self.pieces(cards.pieces if isinstance(cards, ast.Joined) else (cards,))

    def pieces(self, pieces: Iterable[ast.Piece]) -> tuple[str, ...] | None:
        """The names of pieces; the pips of a tile may stand as two."""
        found: list[str] = []
        left = list(pieces)
        while left:
            piece = left.pop(0)
            name = self.context.symbols.piece(piece.text)
            tile = self.context.symbols.tile(piece.text, left[0].text) if left and name is None else None
            if tile is not None:
                # The pips of one tile, read as two pieces.
                left.pop(0)
                name = tile
            if name is None:
                self.context.unknown_piece(piece.text, piece.span, "card")
                return None
            found.append(name)
        return tuple(found)
