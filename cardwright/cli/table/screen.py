"""What people see: cards in their colours, hands, lists of plays, tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from cardwright.interpreter import Action, Bid, Cards, Discard, Game, Give, Pieces, Play, PlayCards, events

from ..naming import Names
from ..output import has_signs, wrapped
from .seats import seat_name

QUIET = "dim"
LOUD = "bold"
ALARM = "bold yellow"
_RED = "red"

KINDS: dict[type, str] = {Discard: "discard", Give: "give", Bid: "bid"}
"""What actions are that play nothing."""


def kind_of(action: Action) -> str:
    """What an action is listed under: its combination, or what else it does."""
    return action.play.combination if isinstance(action, PlayCards) else KINDS.get(type(action), "")


class Screen:
    """Draws for one game. Every method prints, or makes a piece of text that another one prints."""

    def __init__(self, game: Game, names: Names, console: Console) -> None:
        self.game = game
        self.names = names
        self.console = console
        self.by_suit = False
        self._signs = has_signs()
        self._counted = names.tiles and max(game.pieces.copies) > 1
        self._gap = "   " if names.tiles else "  "

    @property
    def pieces(self) -> Pieces:
        """The pieces of the deck."""
        return self.game.pieces

    # ---- lines -------------------------------------------------------------------------------------------------

    def line(self, *parts: str | Text, style: str = "") -> None:
        """One line, wrapped where it must be."""
        self.console.print(Text.assemble(*parts, style=style))

    def said(self, text: str) -> None:
        """A remark below another one, set in."""
        for line in wrapped(text, self.console.width, "  ", "  "):
            self.console.print(Text(line))

    def quiet(self, text: str) -> None:
        """A remark that nobody must read."""
        self.console.print(Text(text, QUIET))

    def rule(self, title: str = "") -> None:
        """A line across the screen."""
        dash = "─" if self._signs else "-"
        head = f"{dash * 2} {title} " if title else ""
        self.console.print(Text(head + dash * (self.console.width - cell_len(head)), QUIET))

    def clear(self) -> None:
        """Take everything off the screen, so that the next person sees nothing of the last one's."""
        if self.console.is_terminal:
            # The third code empties what could be scrolled back to.
            self.console.file.write("\x1b[2J\x1b[H\x1b[3J")
            self.console.file.flush()
        else:
            self.rule()

    def row(self, label: Text, cells: Iterable[Text], gap: str = "  ") -> None:
        """A label with cells beside it; cells stay whole, and those that do not fit go below the first."""
        room = self.console.width - label.cell_len - 2
        rows = [Text()]
        for cell in cells:
            if rows[-1].cell_len and rows[-1].cell_len + len(gap) + cell.cell_len > room:
                rows.append(Text())
            rows[-1].append(gap if rows[-1].cell_len else "").append_text(cell)
        for number, text in enumerate(rows):
            head = label if number == 0 else Text(" " * label.cell_len)
            self.console.print(Text.assemble(head, "  ", text), soft_wrap=True)

    def table(self, rows: Sequence[tuple[list[Text], list[Text]]]) -> None:
        """Rows of columns set flush, and cells behind them."""
        widths = [max(cell.cell_len for cell in column) for column in zip(*(row for row, _ in rows), strict=True)]
        for row, cells in rows:
            label = Text("  ")
            for number, (cell, wide) in enumerate(zip(row, widths, strict=True)):
                label.append("  " if number else "").append_text(cell).append(" " * (wide - cell.cell_len))
            self.row(label, cells, self._gap)

    # ---- cards -------------------------------------------------------------------------------------------------

    def card(self, card: int) -> Text:
        """One card, in its colour."""
        return Text(self.names.cards[card], _RED if self.names.red[card] else "")

    def play(self, play: Play | events.Made) -> Text:
        """A play, its cards in the order of its reading; with the reading where it must be said. Equal tiles are
        counted."""
        cards = [self.pieces.index_at[name] for name in play.cards]
        shown = self._counting(cards) if self._counted else Text("-").join(map(self.card, cards))
        reading = play.text.partition("=")[2]
        return shown.append(f"={reading}") if reading else shown

    def action(self, action: Action) -> Text:
        """An action as it is shown, and typed."""
        match action:
            case PlayCards(play=play):
                return self.play(play)
            case Give(pieces=cards) | Discard(pieces=cards):
                return Text.assemble("give " if isinstance(action, Give) else "discard ", self.joined(cards))
            case _:
                return Text(str(action))

    def joined(self, cards: Iterable[int]) -> Text:
        """Cards that go together, from high to low."""
        order = sorted(cards, key=lambda card: self.pieces.heights[card], reverse=True)
        return self._counting(order) if self._counted else Text(" ").join(map(self.card, order))

    def named(self, names: Iterable[str]) -> Text:
        """The same, of cards told by name."""
        return self.joined(self.pieces.index_at[name] for name in names)

    def _counting(self, cards: Sequence[int]) -> Text:
        """Cards of which equal ones stand together, each kind with its number."""
        groups = [(len(list(equal)), card) for card, equal in groupby(cards)]
        return Text(" + ").join(Text.assemble(f"{n} " if n > 1 else "", self.card(card)) for n, card in groups)

    def cells(self, cards: Cards) -> list[Text]:
        """Cards as they are held: in order, equal ones counted, tiles with their pips."""
        heights, suits = self.pieces.heights, self.pieces.suit_places
        deck = self.names.rulebook.deck

        def suit(card: int) -> int:
            found = self.pieces.suits[card]
            return suits[found][1] if self.by_suit and found is not None else 0

        found = []
        for card, copies in Counter(sorted(cards, key=lambda card: (suit(card), heights[card]))).items():
            cell = self.card(card)
            faces = deck.pieces[card].faces
            if faces:
                cell.append(f" {'-'.join(map(str, faces))}", QUIET)
            if copies > 1:
                cell.append(f" x{copies}")
            found.append(cell)
        return found or [Text("nothing", QUIET)]

    def hand(self, label: str, cards: Cards) -> None:
        """A hand."""
        self.row(Text(label, LOUD), self.cells(cards), self._gap)

    # ---- lists of plays ----------------------------------------------------------------------------------------

    def moves(self, numbered: Sequence[tuple[int, Action]], priced: frozenset[int], most: int) -> None:
        """Legal actions with their numbers, kind by kind; those at a price are marked. At most so many of a kind."""
        kinds: dict[str, list[tuple[int, Action]]] = {}
        for number, action in numbered:
            kinds.setdefault(kind_of(action), []).append((number, action))
        longest = max((cell_len(self.names.thing(kind)) for kind in kinds), default=0)
        for kind, some in kinds.items():
            cells = [
                Text.assemble((f"{number} ", QUIET), self.action(action), ("!" if number in priced else "", ALARM))
                for number, action in some[:most]
            ]
            if len(some) > most:
                cells.append(Text(f"and {len(some) - most} more: moves {kind}", QUIET))
            name = self.names.thing(kind)
            self.row(Text(f"  {name}{' ' * (longest - cell_len(name))}", LOUD), cells, "   ")
        if priced & {number for number, _ in numbered}:
            self.quiet("  ! breaks a duty, and may have to be paid for")

    # ---- seats -------------------------------------------------------------------------------------------------

    def counts(self, seats: Iterable[int], counts: Sequence[int], piles: Sequence[Cards]) -> Text:
        """How many cards each of these seats has; a last card is worth a warning."""
        shown = []
        for seat in seats:
            text = Text(f"{seat_name(seat)} {counts[seat]}", ALARM if counts[seat] == 1 else "")
            if piles and piles[seat]:
                text.append(f" (pile {len(piles[seat])})", QUIET)
            shown.append(text)
        return Text(" · " if self._signs else ", ").join(shown)
