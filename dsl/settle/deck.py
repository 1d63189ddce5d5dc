"""The deck, the deal and the orders of one setting, with what can only be seen once the answers are in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from .. import ast
from .. import model as m
from ..resolve.deck import Tiers
from ..resolve.limits import MOST_PIECES
from ..resolve.phrases import Rest
from ..resolve.program import Draft
from ..resolve.report import Report
from ..resolve.symbols import Symbols
from ..source import Span
from .choose import Chosen

NO_REST = Rest("none")


def deck(draft: Draft, chosen: Chosen, families: Sequence[m.Scale], symbols: Symbols, report: Report) -> m.Deck | None:
    """The pieces, numbered by rank as written and then by suit in alphabetical order."""
    ranks, tiles = chosen.value("ranks"), chosen.value("tiles")
    suits = chosen.value("suits")
    jokers, left_out = chosen.value("jokers") or (), chosen.value("left_out") or ()
    copies = chosen.number("copies", 1)
    scales = list(families)
    if ranks is not None:
        names = ranks.names
        scales.insert(0, m.Scale(tiers=_plain(ranks), claims=chosen.claims("ranks"), span=chosen.span("ranks")))
    elif tiles is not None:
        names = tuple(name for name, _, _ in tiles)
    else:
        return None
    suit_names = suits.names if isinstance(suits, Tiers) else ()
    each = suits * copies if isinstance(suits, int) else copies
    plain = len(set(names) - set(jokers))
    total = plain * max(1, len(suit_names)) * each + (len(names) - plain) * copies
    if total > MOST_PIECES:
        report.fail(
            "CW501",
            f"this deck has {total:,} pieces, and the most is {MOST_PIECES}",
            draft.name_span,
            help="take fewer ranks, suits or copies",
        )
        return None
    pieces: list[tuple[str, str, str | None, int]] = []
    for rank in names:
        if rank in jokers or not suit_names:
            pieces.append((rank, rank, None, copies if rank in jokers else each))
        else:
            pieces += [(rank + suit, rank, suit, copies) for suit in sorted(suit_names)]
    known = {name for name, *_ in pieces}
    for name in (*jokers, *left_out):
        if name not in known:
            span = chosen.span("left_out" if name in left_out else "jokers")
            report.fail(
                "CW509", f"`{name}` is not in this deck", span, help="with these answers there is no such piece"
            )
            return None
    there = {name: count for name, _, _, count in pieces}
    for name in left_out:
        if left_out.count(name) > there[name]:
            report.fail(
                "CW513",
                f"`{name}` is left out {times(left_out.count(name))}, and is there {times(there[name])}",
                chosen.span("left_out"),
                help="name it once for every copy to leave out",
            )
            return None
    made = tuple(
        m.Piece(
            index=i,
            name=name,
            rank=rank,
            suit=suit,
            copies=max(0, count - left_out.count(name)),
            faces=symbols.tiles.get(name, ()),
        )
        for i, (name, rank, suit, count) in enumerate(pieces)
    )
    suit_scale = None
    if isinstance(suits, Tiers) and suits.ordered:
        suit_scale = m.Scale(tiers=_plain(suits), claims=chosen.claims("suits"), span=chosen.span("suits"))
    return m.Deck(
        ranks=tuple(names),
        suits=tuple(suit_names),
        rank_scales=tuple(scales),
        suit_scale=suit_scale,
        pieces=made,
        claims=chosen.every_claim(),
        span=draft.span,
    )


def times(number: int) -> str:
    """How often, in words."""
    return {1: "once", 2: "twice"}.get(number, f"{number} times")


def _plain(tiers: Tiers) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(name for name, _ in tier) for tier in tiers.tiers)


def families(drafts: Sequence[tuple[Draft, Chosen]], report: Report) -> list[m.Scale]:
    """The families; a rank stands in one at most."""
    scales: list[m.Scale] = []
    seen: dict[str, Span] = {}
    for draft, chosen in drafts:
        ranking = chosen.value("ranking")
        if ranking is None:
            continue
        tiers: list[list[str]] = []
        for slide, sign in zip(ranking.slides, ("<", *(sign.text for sign in ranking.signs)), strict=True):
            if slide.last is not None or isinstance(slide.first, ast.Joined):
                report.fail(
                    "CW506",
                    f"the family `{draft.name}` is of single ranks",
                    slide.span,
                    help="write every rank, low to high",
                )
                break
            rank = slide.first.text
            if rank in seen:
                report.fail(
                    "CW507",
                    f"`{rank}` is in a family already",
                    slide.span,
                    labels=[(seen[rank], "the first one")],
                    help="a rank is in one family at most",
                )
                continue
            seen[rank] = slide.span
            tiers.append([rank]) if sign == "<" or not tiers else tiers[-1].append(rank)
        scales.append(m.Scale(family=draft.name, tiers=tuple(map(tuple, tiers)), claims=draft.claims, span=draft.span))
    return scales


# ---- orders ----------------------------------------------------------------------------------------------------

Run = tuple[str, ...]


def order(draft: Draft, chosen: Chosen, ranks: Sequence[str], report: Report) -> m.Order | None:
    """An order with its slides written out: each step goes one rank on, round the ranks as they are settled."""
    ranking = chosen.value("ranking")
    if ranking is None:
        return None
    place = {rank: position for position, rank in enumerate(ranks)}
    tiers: list[list[Run]] = []
    seen: dict[Run, Span] = {}
    for slide, sign in zip(ranking.slides, ("<", *(sign.text for sign in ranking.signs)), strict=True):
        runs = _slide(slide, place, ranks, report)
        if runs is None:
            return None
        for run in runs:
            if run in seen:
                report.fail(
                    "CW502",
                    f"`{'-'.join(run)}` stands twice in this order",
                    slide.span,
                    labels=[(seen[run], "first here")],
                    help="an order goes from low to high and meets each name once",
                )
                return None
            seen[run] = slide.span
        if sign == "<" or not tiers:
            tiers += [[run] for run in runs]
        else:
            tiers[-1].append(runs[0])
            tiers += [[run] for run in runs[1:]]
    single = all(len(run) == 1 for run in seen)
    written = tuple(tuple(tier) for tier in tiers)
    claims = tuple(dict.fromkeys((*draft.claims, *chosen.claims("ranking"))))
    return m.Order(
        name=draft.name,
        of="ranks" if single else "runs",
        tiers=written,
        claims=claims,
        notes=draft.notes,
        span=draft.span,
    )


def _slide(slide: ast.Slide, place: Mapping[str, int], ranks: Sequence[str], report: Report) -> list[Run] | None:
    first, last = _run(slide.first), _run(slide.last) if slide.last is not None else None
    missing = next((rank for rank in (*first, *(last or ())) if rank not in place), None)
    if missing is not None:
        report.fail(
            "CW509",
            f"the rank `{missing}` is not in this deck",
            slide.span,
            help="with these answers there is no such rank",
        )
        return None
    if last is None:
        return [first]
    size = len(ranks)
    steps = (place[last[0]] - place[first[0]]) % size
    runs = [tuple(ranks[(place[rank] + step) % size] for rank in first) for step in range(steps + 1)]
    in_a_row = all((place[b] - place[a]) % size == 1 for a, b in pairwise(first))
    if len(first) != len(last) or not in_a_row or runs[-1] != last:
        report.fail(
            "CW510",
            f"`{'-'.join(first)}` does not slide to `{'-'.join(last)}`",
            slide.span,
            help="both ends of `..` are ranks in a row, and of the same length",
        )
        return None
    return runs


def _run(cards: ast.Cards) -> Run:
    return tuple(piece.text for piece in cards.pieces) if isinstance(cards, ast.Joined) else (cards.text,)


# ---- the deal --------------------------------------------------------------------------------------------------


def deal(draft: Draft, chosen: Chosen, deck: m.Deck, players: int, report: Report) -> m.Deal | None:
    """Who gets how many, checked against the pieces in play."""
    total = sum(piece.copies for piece in deck.pieces)
    each, rest = chosen.value("each"), chosen.value("rest", NO_REST)
    count = each.value if isinstance(each, m.Number) else total // players
    span = chosen.span("each") if chosen.has("each") else draft.name_span
    if count < 1 or count * players > total:
        said = f"{players} players cannot get {count} each: there are {total} in the deck"
        report.fail(
            "CW503",
            said if count else "nobody would get a single piece",
            span,
            help=f"each can have 1 to {total // players}" if total >= players else "take more pieces or fewer players",
        )
        return None
    left = total - count * players
    if left and rest is NO_REST:
        report.fail(
            "CW511",
            f"{total} pieces do not divide: {players} times {count} leaves {left}",
            span,
            help="say what happens to them: `rest: unused`" + (" or `rest: one each`" if left < players else ""),
        )
        return None
    if rest.kind == "one_each" and left >= players:
        report.fail("CW511", f"{left} pieces are left for {players} players, one each", span, help="deal more to each")
        return None
    claims = tuple(
        dict.fromkeys((*draft.claims, *chosen.claims("players"), *chosen.claims("each"), *chosen.claims("rest")))
    )
    for card in (rest.to, rest.otherwise):
        if card is not None and not any(piece.name == card and piece.copies for piece in deck.pieces):
            report.fail("CW515", f"`{card}` is not in play: nobody could hold it", chosen.span("rest"),
                               help="name a piece that is dealt")  # fmt: skip
            return None
    if not left:
        rest = NO_REST
    return m.Deal(players=players, each=count, rest=rest.kind, rest_to=rest.to, rest_else=rest.otherwise,
                  claims=claims, span=draft.span)  # fmt: skip
