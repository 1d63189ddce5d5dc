"""Examples against the deck and the players of their own answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from .. import model as m
from ..resolve.program import Program
from ..resolve.report import Report
from ..source import Span
from .deck import times
from .phases import most_held
from .settle import Settling


def check_examples(program: Program, report: Report) -> None:
    """Whether the cards of each example can be where it has them, and whether its players sit at the table."""
    tables: dict[tuple[tuple[str, str], ...], tuple[Counter[str], m.Deal | None, int]] = {}
    for example in program.examples:
        if example.answers not in tables:
            tables[example.answers] = _table(program, dict(example.answers))
        copies, deal, most = tables[example.answers]
        _agreed(example, program, report)
        if example.span is None or not copies:
            continue
        _cards(example, example.span, copies, report)
        if deal is not None:
            _seats(example, example.span, deal, most, report)


def _table(program: Program, answers: dict[str, str]) -> tuple[Counter[str], m.Deal | None, int]:
    defaults = {name: option.default for name, option in program.options.items()}
    settling = Settling(program, {**defaults, **answers}, Report())
    deck = settling.deck()
    copies = Counter({piece.name: piece.copies for piece in deck.pieces} if deck is not None else {})
    deal = None if deck is None else settling.deal(deck)
    return copies, deal, most_held(deal, deck, settling.before()) if deck is not None and deal is not None else 0


def _agreed(example: m.Example, program: Program, report: Report) -> None:
    """Whether the duties, claims and roles that facts name are there under the answers of the example."""
    defaults = {name: option.default for name, option in program.options.items()}
    setting = {**defaults, **dict(example.answers)}
    for fact in example.facts:
        named = [draft for draft in program.drafts if draft.name == fact.name]
        if named and fact.span is not None and not any(draft.guard.holds(setting) for draft in named):
            message = f"`{fact.name}` is not agreed in this example"
            report.fail("CW802", message, fact.span, help="say with which answers it is: `with OPTION = ANSWER`")


def _cards(example: m.Example, span: Span, copies: Counter[str], report: Report) -> None:
    match example.kind:
        case "beats":
            # Two plays are compared whether or not they could meet.
            together: tuple[Sequence[str], ...] = (example.cards, example.against)
        case _:
            held = (card for hand in example.held for card in hand)
            together = ((*example.cards, *example.against, *held),)
    for cards in together:
        card = next((card for card, times in Counter(cards).items() if times > copies[card]), None)
        if card is not None:
            often = cards.count(card)
            there = f"there {times(copies[card])}" if copies[card] else "not in play"
            said = f"{times(often)} in this example" if often > 1 else "in this example"
            report.fail("CW803", f"`{card}` is {said}, and {there}", span, help="every card can be in one place only")
            return


def _seats(example: m.Example, span: Span, deal: m.Deal, most: int, report: Report) -> None:
    players = deal.players
    for kinds, told in ((("scores",), example.scores), (("match_ends", "match_won"), example.points)):
        if example.kind in kinds and len(told) != players:
            said, noun = ("scores", "a score") if kinds == ("scores",) else ("points", "points")
            message = f"{len(told)} {said} for {players} players"
            advice = f"give every player {noun}, or say how many play: `with players = 3`"
            report.fail("CW804", message, span, help=advice)
            return
    if example.held and len(example.held) != players:
        message, advice = f"{len(example.held)} hands for {players} players", "write `nothing` for who has no cards"
        report.fail("CW804", message, span, help=advice)
        return
    seats = [fact.seat for fact in example.facts] + ([example.leader] if example.leader is not None else [])
    stranger = next((seat for seat in seats if seat >= players), None)
    if stranger is not None:
        report.fail(
            "CW802",
            f"there is no `P{stranger + 1}` among {players} players",
            span,
            help=f"the players are `P1` to `P{players}`",
        )
        return
    left = next((number for number in example.left if number > most), None)
    if left is not None:
        report.fail("CW803", f"nobody can have {left} cards left", span, help=f"every player is dealt {most}")
        return
    held = next((len(hand) for hand in example.held if len(hand) > most), None)
    if held is not None:
        report.fail("CW803", f"nobody can hold {held} cards", span, help=f"every player is dealt {most}")
