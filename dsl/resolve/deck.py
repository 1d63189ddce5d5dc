"""The deck and the orders: ranks, suits, pieces, families, runs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from .. import ast
from ..diagnostics import Applicability, rewrite
from ..source import Span
from .blocks import begin
from .context import Context, alternative
from .fields import Fields, alternatives, gather, plain
from .guards import ALWAYS
from .program import Draft, citations, texts

# A deck of more names than this is too large in any case.
MOST_NAMES = 10_000


@dataclass(frozen=True, slots=True)
class Tiers:
    """Names in tiers from low to high, each with its place. `ordered` False: listed with commas, of no order."""

    tiers: tuple[tuple[tuple[str, Span], ...], ...]
    ordered: bool = True

    @property
    def names(self) -> tuple[str, ...]:
        """All names, low to high."""
        return tuple(name for tier in self.tiers for name, _ in tier)


def collect(context: Context, statements: Sequence[ast.Statement]) -> None:
    """Note every rank, suit and piece that any alternative of the deck names, before anything else is read."""
    symbols = context.symbols
    decks = [one for one in statements if isinstance(one, ast.Block) and one.kind == "deck"]
    context.deck_known = bool(decks)
    for deck in decks:
        jokers: set[str] = set()
        for field in deck.fields:
            if isinstance(field, ast.TilesField):
                for tile in field.tiles:
                    name = tile.piece.text
                    symbols.ranks.setdefault(name, tile.piece.span)
                    symbols.pieces.setdefault(name, (name, None))
                    faces = tuple(int(piece.text) for piece in tile.pips.pieces if _is_pips(piece.text))
                    symbols.tiles.setdefault(name, faces)
                    symbols.faces.setdefault(tile.pips.text, name)
                context.deck_known &= all(one.name.text != "ranks" for one in deck.fields)
            elif isinstance(field, ast.Field) and field.name.text == "jokers":
                jokers |= {text for text, _ in _names(field.choice)}
            elif isinstance(field, ast.Field) and field.name.text in ("ranks", "suits"):
                known = symbols.ranks if field.name.text == "ranks" else symbols.suits
                for text, span in _names(field.choice):
                    known.setdefault(text, span)
                if any(not _plain(value) for case in field.choice.cases for value in case.values):
                    context.deck_known = False
        if not symbols.ranks or len(symbols.ranks) * len(symbols.suits) > MOST_NAMES:
            context.deck_known = False
            return
        for rank in symbols.ranks:
            for suit in symbols.suits if rank not in jokers and symbols.suits else (None,):
                name = rank + (suit or "")
                before = symbols.pieces.setdefault(name, (rank, suit))
                if before != (rank, suit) and suit is not None and rank not in symbols.tiles:
                    context.fail("CW512", f"two pieces would be called `{name}`", symbols.suits[suit],
                                 labels=[(symbols.ranks[rank], "this rank with it"), (symbols.ranks[before[0]],
                                         "and this one")],
                                 help="write one of the ranks or suits another way")  # fmt: skip
    for statement in statements:
        if isinstance(statement, ast.Names):
            for entry in statement.entries:
                if entry.subject.text in symbols.suits and len(entry.text.value) == 1:
                    symbols.signs.setdefault(entry.text.value, entry.subject.text)


def _is_pips(text: str) -> bool:
    return text.isdecimal() and len(text) <= 2


def _plain(value: ast.Value) -> bool:
    """Whether a value names ranks or suits and nothing else."""
    items = value.items if isinstance(value, ast.Chain) else (value,)
    return all(isinstance(item, ast.Piece | ast.Number) for item in items)


def _names(choice: ast.Choice) -> Iterator[tuple[str, Span]]:
    for case in choice.cases:
        for value in case.values:
            items = value.items if isinstance(value, ast.Chain) else (value,)
            for item in items:
                if isinstance(item, ast.Piece):
                    yield item.text, item.span
                elif isinstance(item, ast.Number) and (isinstance(value, ast.Chain) or len(case.values) > 1):
                    yield str(item.value), item.span


class Decks:
    """Reads the deck and the orders."""

    def __init__(self, context: Context) -> None:
        self.context = context

    def deck(self, block: ast.Block) -> Draft:
        """The deck, field by field."""
        fields: Fields = {}
        gathered = gather(self.context, block)
        for name, field in gathered.items():
            if isinstance(field, ast.TilesField):
                fields[name] = (alternative(self._tiles(field), self.context.guard, field),)
            elif name in ("ranks", "suits"):
                fields[name] = alternatives(self.context, plain(field), self._tiers_or_number(name))
            elif name == "copies":
                fields[name] = alternatives(self.context, plain(field), self._copies)
            elif name in ("jokers", "left_out"):
                fields[name] = alternatives(self.context, plain(field), partial(self._pieces, field=name))
        if "ranks" in fields and "tiles" in fields:
            self.context.fail("CW208", "this deck has both `ranks` and `tiles`", gathered["tiles"].name.span,
                              labels=[(gathered["ranks"].name.span, "the ranks")],
                              help="a deck is of cards or of tiles: take one of them away")  # fmt: skip
            fields["tiles"] = (alternative(None, ALWAYS, gathered["tiles"]),)
        elif "ranks" not in fields and "tiles" not in fields:
            self.context.fail("CW207", "this deck says neither its `ranks` nor its `tiles`", block.kind_span,
                              help="add `ranks: 3 < 4 < …` for cards, `tiles: NAME pips, …` for dominoes")  # fmt: skip
        draft = begin(self.context, block)
        if draft.guard.allowed and draft.guard.span is not None:
            self.context.fail("CW217", "there is a deck whatever was agreed", draft.guard.span,
                              help="guard the lines inside it: `ranks: … with …`")  # fmt: skip
            draft.guard = ALWAYS
        draft.fields = fields
        return draft

    def _tiers_or_number(self, name: str):  # type: ignore[no-untyped-def]
        def read(case: ast.Case) -> Tiers | int | None:
            values = case.values
            if name == "suits" and len(values) == 1 and isinstance(values[0], ast.Number):
                return values[0].value
            if len(values) == 1 and isinstance(values[0], ast.Chain):
                return self._tiers(values[0].items, [sign.text for sign in values[0].signs], name)
            if name == "suits" and all(isinstance(value, ast.Piece) for value in values):
                tiers = self._tiers(values, ["<"] * (len(values) - 1), name)
                return None if tiers is None else Tiers(tiers.tiers, ordered=False)
            if name == "ranks" and len(values) == 1 and isinstance(values[0], ast.Piece):
                return self._tiers(values, [], name)
            whole = values[0].span.to(values[-1].span)
            fix = None
            if name == "ranks" and all(isinstance(value, ast.Piece | ast.Number) for value in values):
                written = " < ".join(self.context.source.slice(value.span) for value in values)
                fix = rewrite(whole, written, Applicability.UNSAFE)
            self.context.fail("CW504", f"`{name}` wants names in order, low to high", whole,
                              help="join them with `<`, and equals with `=`: `3 < 4 < 5`", fix=fix)  # fmt: skip
            return None

        return read

    def _tiers(self, items: Sequence[ast.Value], signs: Sequence[str], name: str) -> Tiers | None:
        tiers: list[list[tuple[str, Span]]] = []
        seen: dict[str, Span] = {}
        for item, sign in zip(items, ("<", *signs), strict=True):
            text = (
                item.text if isinstance(item, ast.Piece) else str(item.value) if isinstance(item, ast.Number) else None
            )
            if text is None:
                said = self.context.source.slice(item.span)
                capital = rewrite(item.span, said.capitalize()) if isinstance(item, ast.Name) else None
                self.context.fail("CW504", f"`{said}` is no name for `{name}`", item.span, fix=capital,
                                  help="ranks and suits begin with a capital or a digit")  # fmt: skip
                return None
            if name == "suits" and text in self.context.symbols.ranks:
                self.context.fail("CW512", f"`{text}` is a rank and a suit", item.span,
                                  labels=[(self.context.symbols.ranks[text], "the rank")],
                                  help="a name stands for one thing: write the suit another way")  # fmt: skip
                return None
            if text in seen:
                self._circle(text, item.span, seen[text])
                return None
            seen[text] = item.span
            if sign == "<":
                tiers.append([(text, item.span)])
            else:
                tiers[-1].append((text, item.span))
        return Tiers(tuple(map(tuple, tiers)))

    def _circle(self, name: str, span: Span, first: Span) -> None:
        # The name that was meant instead is missing now, and what it makes.
        self.context.deck_known = False
        self.context.fail("CW502", f"`{name}` stands twice in this order", span, labels=[(first, "first here")],
                          help="an order goes from low to high and meets each name once")  # fmt: skip

    def _copies(self, case: ast.Case) -> int | str | None:
        value = case.values[0]
        if isinstance(value, ast.Number) and 1 <= value.value <= 255:
            return value.value
        option = self.context.options.get(value.text) if isinstance(value, ast.Name) else None
        if option is not None and option.numeric:
            self.context.asked.add(option.name)
            return option.name
        self.context.fail("CW301", "a number of copies is wanted here", value.span,
                          help="from 1 to 255, or an option whose answers are numbers")  # fmt: skip
        return None

    def _pieces(self, case: ast.Case, field: str) -> tuple[str, ...] | None:
        found: list[str] = []
        for value in case.values:
            text = (
                value.text
                if isinstance(value, ast.Piece)
                else str(value.value)
                if isinstance(value, ast.Number)
                else ""
            )
            piece = self.context.symbols.piece(text)
            if piece is None and field == "jokers" and isinstance(value, ast.Piece):
                self.context.fail("CW509", f"`{text}` is not among the `ranks`", value.span,
                                  help="a joker is a rank without suits: add it to the order of `ranks`")  # fmt: skip
                return None
            if piece is None:
                self.context.unknown_piece(text or self.context.source.slice(value.span), value.span, "card")
                return None
            found.append(piece)
        return tuple(found)

    def _tiles(self, field: ast.TilesField) -> tuple[tuple[str, tuple[int, ...], Span], ...]:
        tiles: dict[str, tuple[str, tuple[int, ...], Span]] = {}
        pips: dict[tuple[int, ...], Span] = {}
        for tile in field.tiles:
            name = tile.piece.text
            faces = self.context.symbols.tiles[name]
            if len(faces) != len(tile.pips.pieces):
                self.context.fail("CW514", f"`{tile.pips.text}` are no pips", tile.pips.span,
                                  help="write the two halves of the tile as numbers: `3-4`")  # fmt: skip
            if name in tiles:
                self._circle(name, tile.piece.span, tiles[name][2])
            elif tuple(sorted(faces)) in pips:
                self.context.fail("CW508", f"two tiles have the pips {tile.pips.text}", tile.pips.span,
                                  labels=[(pips[tuple(sorted(faces))], "the first one")],
                                  help="write `copies: N` for several of the same")  # fmt: skip
            tiles.setdefault(name, (name, faces, tile.piece.span))
            pips.setdefault(tuple(sorted(faces)), tile.pips.span)
        return tuple(tiles.values())

    # ---- orders ---------------------------------------------------------------------------------------------------

    def order(self, order: ast.Order) -> Draft:
        """An order or a family; how far it slides is known once the ranks are settled."""
        found = []
        for ranking in order.rankings:
            guard = self.context.agreement(ranking.agreement)
            found.append(alternative(ranking if self._check_ranks(ranking) else None, guard, ranking))
        return Draft(order.kind, order.name.text, order.span, order.name.span, claims=citations(order.notes),
                     notes=texts(order.notes), fields={"ranking": tuple(found)})  # fmt: skip

    def _check_ranks(self, ranking: ast.Ranking) -> bool:
        ok = True
        ends = [end for slide in ranking.slides for end in (slide.first, slide.last) if end is not None]
        for end in ends:
            pieces = end.pieces if isinstance(end, ast.Joined) else (end,)
            if isinstance(end, ast.Joined) and all(
                self.context.symbols.pieces.get(p.text, ("", None))[1] for p in pieces
            ):
                ranks = "-".join(self.context.symbols.pieces[piece.text][0] for piece in pieces)
                self.context.fail("CW204", f"`{end.text}` are cards, and ranks are wanted here", end.span,
                                  help=f"write `{ranks}`: the suits of a run do not matter to its place",
                                  fix=rewrite(end.span, ranks))  # fmt: skip
                ok = False
                continue
            for piece in pieces:
                if piece.text not in self.context.symbols.ranks:
                    self.context.unknown_piece(piece.text, piece.span, "rank")
                    ok = False
        lengths = {len(end.pieces) if isinstance(end, ast.Joined) else 1 for end in ends}
        if ok and (1 in lengths) and len(lengths) > 1:
            self.context.fail("CW505", "this order mixes single ranks and runs", ranking.span,
                              help="an order is of ranks or of runs")  # fmt: skip
            ok = False
        return ok


def run_lengths(order: ast.Order) -> frozenset[int]:
    """How long the runs of an order are; nothing for an order of ranks."""
    ends = [slide.first for ranking in order.rankings for slide in ranking.slides]
    return frozenset(len(end.pieces) for end in ends if isinstance(end, ast.Joined))
