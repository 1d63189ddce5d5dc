"""Cards given as text: read, or told what is wrong and where."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NoReturn

from .failures import Trouble, shortened

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cardwright.interpreter import Cards, Game, Invalid, Play

    from .opening import Opened


_LONGEST = 60
"""Cards in one word: no hand is longer."""
_CARD = 20


def read_cards(game: Game, text: str, what: str, opened: Opened | None = None) -> Cards:
    """Cards, sorted; `what` names the argument in the message. Raises Trouble, which says what other answer of the
    table would bring a card that is not there."""
    from cardwright.interpreter import Invalid

    try:
        cards = game.pieces.parse(text)
    except Invalid as error:
        refuse(game, error, text, what)
    for card, times in Counter(cards).items():
        copies, name = game.pieces.copies[card], game.pieces.names[card]
        if times > copies:
            if copies:
                had = "it once" if copies == 1 else f"only {copies}"
                said = f"`{name}` is there {times} times, and the deck has {had}"
            else:
                said = f"`{name}` is not in the deck here"
            raise Trouble(f"{what}: {said}", None if opened is None else _brought_by(opened, name, times))
    return cards


def _brought_by(opened: Opened, name: str, times: int) -> str | None:
    """The answer of the table with which the deck has a card so often."""
    from .otherwise import answer_where

    def has(game: Game) -> bool:
        index = game.pieces.index_at.get(name)
        return index is not None and game.pieces.copies[index] >= times

    answer = answer_where(opened, has)
    return None if answer is None else f"`{answer}` puts it there"


def read_play(game: Game, text: str, what: str, opened: Opened | None = None) -> Play | None:
    """The play that cards make, None where they make none; raises Trouble for what are no cards, or several plays."""
    from cardwright.interpreter import Ambiguous, Invalid

    cards, _, reading = text.partition("=")
    pieces = read_cards(game, cards, what, opened)
    check_reading(game, reading, what)
    try:
        return game.play(text)
    except Ambiguous as error:
        written = " or ".join(f"`{game.pieces.format(pieces)}={name}`" for name in error.readings)
        raise Trouble(f"{what}: {error}", f"say which: {written}") from None
    except Invalid:
        return None


def check_reading(game: Game, reading: str, what: str) -> None:
    """Raise Trouble for a reading that is no combination of the rulebook."""
    known = [combination.name for combination in game.rulebook.combinations]
    if reading.strip() and reading.strip() not in known:
        raise Trouble(f"{what}: there is no combination `{reading.strip()}`", f"there are: {', '.join(known)}")


def refuse(game: Game, error: Invalid, text: str, what: str) -> NoReturn:
    """Raise Trouble for what is no card: where it stands, and how a card is written here."""
    where = f" (at character {error.start + 1})" if error.text == text and text.strip() and error.start else ""
    raise Trouble(f"{what}: {error}{where}", advice(game, text[error.start :]))


def advice(game: Game, text: str, shown: Sequence[str] = ()) -> str:
    """How cards are written in this deck, or which were meant by a word that is none; `shown`: the pieces as they are
    called here."""
    from cardwright.dsl import Span, card_slip, near

    deck = game.rulebook.deck
    first = next(iter(text.split()), "").strip(",-")
    slip = card_slip(first, Span("", 1, 1, 1, 1), deck.ranks, deck.suits) if 0 < len(first) < 100 else None
    if slip is not None and slip.diagnostic.help:
        return slip.diagnostic.help
    meant = near(first, game.pieces.names) if len(first) < 100 else ()
    if meant:
        return f"did you mean `{meant[0]}`?"
    names = game.pieces.names
    if deck.suits:
        ranks, suits = " ".join(deck.ranks), " ".join(deck.suits)
        return shortened(f"write rank, then suit, as {names[0]} or {names[-1]}: ranks {ranks}, suits {suits}")
    return shortened(f"the pieces are {' '.join(shown or names)}")


def counted(game: Game, text: str) -> str:
    """A text in which cards may be counted, `2 Bench + Plum`, with each of them written out. A number that is itself a
    card of the deck counts nothing."""
    written: list[str] = []
    times = 1
    for word in text.replace("+", " ").replace(",", " ").split():
        if len(word) == 1 and word.isdecimal() and not is_cards(game, word):
            times = int(word)
            continue
        written += [word] * times
        times = 1
    return " ".join(written) if times == 1 else text


def is_cards(game: Game, text: str) -> bool:
    """Whether a text can be read as cards."""
    from cardwright.interpreter import Invalid

    try:
        return bool(game.pieces.parse(text))
    except Invalid:
        return False


def spelled(game: Game, text: str) -> str | None:
    """The cards in a text, written out where they were counted; None where there is something else."""
    if is_cards(game, text):
        return text
    written = counted(game, text)
    return written if is_cards(game, written) else split(game, text)


def split(game: Game, text: str) -> str | None:
    """Cards that were written with nothing between them, `7C7H`, set apart; None where the text is made of anything
    else, or can be read in two ways."""
    ways: list[list[str]] = []
    if text.isalnum() and len(text) <= _LONGEST:
        _cut(game, text, [], ways)
    return " ".join(ways[0]) if len(ways) == 1 else None


def _cut(game: Game, text: str, found: list[str], ways: list[list[str]]) -> None:
    """Every way to cut a text into cards; two are as many as anybody asks for."""
    if not text:
        ways.append(found)
        return
    for end in range(1, min(len(text), _CARD) + 1):
        if len(ways) < 2 and is_cards(game, text[:end]):
            _cut(game, text[end:], [*found, text[:end]], ways)


def listed(game: Game, cards: Cards) -> list[str]:
    """The names of cards, from high to low."""
    order = sorted(cards, key=lambda card: game.pieces.heights[card], reverse=True)
    return [game.pieces.names[card] for card in order]
