"""Cards that are written the way people say them: suit first, small suit, or a run without its joints."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache

from .diagnostics import Diagnostic, problem, rewrite
from .source import Span

# Signs of suits, and the letters that most decks have for them.
USUAL_SIGNS = {"♠": "S", "♤": "S", "♥": "H", "♡": "H", "♦": "D", "♢": "D", "♣": "C", "♧": "C"}


@dataclass(frozen=True, slots=True)
class CardSlip:
    """What is wrong with a card, and the pieces that were meant."""

    diagnostic: Diagnostic
    pieces: tuple[str, ...]


def card_slip(
    text: str, span: Span, ranks: Collection[str], suits: Collection[str], joint: str = "-"
) -> CardSlip | None:
    """The slip in a word that is no piece of a deck with these ranks and suits, if it is one that people make.

    `joint` is what stands between several pieces here: `-` in a play, a blank among cards held.
    """
    if text in ranks or text in suits:
        return None
    if any(text.endswith(suit) and text.removesuffix(suit) in ranks for suit in suits):
        return None
    front, back = text[:1], text[1:]
    if front in USUAL_SIGNS and back and (back in ranks or not ranks):
        letter = USUAL_SIGNS[front]
        return _turned(text, back + (letter if letter in suits and front not in suits else front), span)
    for suit in suits:
        if text.startswith(suit) and text[len(suit) :] in ranks:
            return _turned(text, text[len(suit) :] + suit, span)
        if text.lower().endswith(suit.lower()) and not text.endswith(suit):
            rank = text[: -len(suit)]
            if rank.upper() in ranks or rank in ranks:
                return _turned(text, (rank if rank in ranks else rank.upper()) + suit, span)
    parts = _split(text, frozenset(ranks), frozenset(suits)) if len(text) <= 64 else None
    if parts is None:
        return None
    written = joint.join(parts)
    advice = f"join the cards of a play: `{written}`" if joint == "-" else f"write a blank between cards: `{written}`"
    message = f"`{text}` is {len(parts)} cards in one word"
    return CardSlip(problem("CW118", message, span, help=advice, fix=rewrite(span, written)), parts)


def _turned(text: str, meant: str, span: Span) -> CardSlip:
    fix = rewrite(span, meant)
    advice = f"a card is its rank, then its suit in capitals: `{meant}`"
    return CardSlip(problem("CW117", f"`{text}` is no card", span, help=advice, fix=fix), (meant,))


@lru_cache(maxsize=256)
def _split(text: str, ranks: frozenset[str], suits: frozenset[str]) -> tuple[str, ...] | None:
    """The word as at least two ranks, or at least two cards, if it can be read so; longer ranks first."""
    words = ranks | {rank + suit for rank in ranks for suit in suits}
    for pieces in (ranks, words - ranks):
        order = sorted(pieces, key=lambda word: (-len(word), word))
        reach: dict[int, tuple[str, ...]] = {0: ()}
        for position in range(len(text)):
            if position in reach:
                for piece in order:
                    if piece and text.startswith(piece, position):
                        reach.setdefault(position + len(piece), (*reach[position], piece))
        found = reach.get(len(text))
        if found is not None and len(found) > 1:
            return found
    return None
