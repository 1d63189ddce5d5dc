"""What can be checked only once the answers are in: tables, the end of a hand, openers, dead combinations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from .. import model as m
from ..resolve.program import Draft
from ..resolve.report import Report
from ..source import Span
from .phases import Before


def covered(draft: Draft, rows: Sequence[m.TableRow], place: Span, most: int, report: Report) -> None:
    """Every count of cards left that can occur stands in exactly one row."""
    inorder = sorted(rows, key=lambda row: row.low)
    for doubled, row in pairwise(inorder):
        if _within(doubled, row.low) and row.span is not None:
            report.fail(
                "CW705",
                f"`{draft.name}` says two things about {row.low} cards",
                row.span,
                labels=[(doubled.span, "here too")] if doubled.span else [],
                help="let the rows follow one another",
            )
            return
    missing = [n for n in range(1, most + 1) if not any(_within(row, n) for row in rows)]
    if missing:
        first = missing[0]
        last = next(n for n in missing if n + 1 not in missing)
        said, example = (f"{first}", f"{first}") if first == last else (f"{first} to {last}", f"{first}..{last}")
        cards = "card" if said == "1" else "cards"
        report.fail(
            "CW706",
            f"`{draft.name}` says nothing about {said} {cards}",
            place,
            help=f"add a row such as `{example} x1`: 1 to {most} cards can be left",
        )


def check_end(draft: Draft, play: m.Play, dealt: m.Deal, report: Report) -> None:
    """A hand that begins with cards for everybody must not be over at once, and must be able to end."""
    end = play.hand_end
    line = play.line("hand")
    place = line.span if line is not None and line.span is not None else draft.name_span
    least = 0 if end.at_most else 1
    if not least <= end.count < dealt.players + (not end.holding):
        most = dealt.players - 1 if end.holding else dealt.players
        report.fail(
            "CW711",
            f"a hand for {dealt.players} players cannot end so",
            place,
            help=f"the number goes from {least} to {most}",
        )


def check_rows(pattern: m.Pattern, deck: m.Deck, orders: Mapping[str, m.Order], report: Report) -> None:
    """The ends of a row must be in play, and in the order that it follows."""
    for part in pattern.parts:
        row = part.in_order if isinstance(part, m.Sized | m.EachOf) else None
        if row is None or row.windows or row.span is None:
            continue
        known = {piece.rank for piece in deck.pieces if piece.copies}
        where = "in play"
        if row.order is not None and row.order in orders:
            known &= {rank for tier in orders[row.order].tiers for run in tier for rank in run}
            where = f"in `{row.order}`"
        end = next((end for end in (row.low, row.high) if end is not None and end not in known), None)
        if end is not None:
            report.fail("CW509", f"a row ends with `{end}`, which is not {where}", row.span,
                        help="name an end that is there, for each answer that changes it")  # fmt: skip


def check_openers(play: m.Play, deck: m.Deck, report: Report) -> None:
    """The card that tells who opens must be in play."""
    copies = {piece.name: piece.copies for piece in deck.pieces}
    lines = [("first hand", play.first_hand)]
    if play.later_hands is not play.first_hand:
        lines.append(("later hands", play.later_hands))
    for field, opening in lines:
        line, by = play.line(field), opening.by
        if line is not None and line.span is not None and isinstance(by, m.HolderOpens) and not copies.get(by.card):
            report.fail(
                "CW712",
                f"`{by.card}` is not in play: nobody could hold it",
                line.span,
                help="name a piece that is dealt, or write `the lowest card`",
            )


def check_leaders(play: m.Play, dealt: m.Deal, before: Before, deeds: frozenset[str], report: Report) -> None:
    """Who is to lead a trick must have cards, where the rules do not say who leads instead."""
    end, line = play.hand_end, play.line("next trick")
    if play.next_leader_may_lack_cards or line is None or line.span is None:
        return
    # The hand is over as soon as one player is out of cards; two may go out in one trick.
    out = dealt.players - end.count if end.holding else end.count
    if out <= 1 and (end.judged == "at_once" or end.at_most or not end.holding):
        return
    # Everybody lays as many pieces as everybody else, in every trick.
    in_step = play.discards and play.one_circuit and play.won_at_once == m.AtOnce(span=play.won_at_once.span)
    equal = dealt.rest in ("none", "unused") and not any(before.acts)
    if in_step and equal and not deeds & {"end_trick", "skip_next", "drop_beaten", "reverse_turns"}:
        return
    report.fail("CW728", "the hand can go on when the trick winner has no cards left, and nobody leads then",
                       line.span, help="add `, else by the next player who has cards`")  # fmt: skip


def check_turned(play: m.Play, effects: Sequence[m.Effect], report: Report) -> None:
    """Where everybody has one turn, turns are not turned round before the trick is over: some would have none."""
    for effect in effects if play.one_circuit else ():
        deeds = {deed.deed: deed for deed in effect.then}
        turned = deeds.get("reverse_turns")
        if turned is not None and turned.span is not None and "end_trick" not in deeds:
            message = "a trick of one turn each has no other way round: some would have no turn"
            report.fail("CW731", message, turned.span, help="end the trick as well: `then: end_trick, reverse_turns`")


def _within(row: m.TableRow, n: int) -> bool:
    return row.low <= n and (row.high is None or n <= row.high)
