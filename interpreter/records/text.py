"""The record of a hand as text: lines `key: value`, then an action a line, then how the hand ended."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from .data import RecordData, SettlementData

FIRST_LINE = "cardwright record"
UNFINISHED = "unfinished"
NOTHING = "-"
"""What stands for no cards."""
ANSWERS = {"yes": True, "no": False}


def record_text(*records: RecordData) -> str:
    """Records as text, which `read_record` (of one) and `read_records` read back to the same.

    >>> import cardwright
    >>> game = cardwright.load("hk")
    >>> lines = cardwright.record_text(cardwright.write_record(game, game.shuffle(7), ["7C-7H"])).splitlines()
    >>> lines[0], lines[1], lines[-4], lines[-2]
    ('cardwright record 1', 'rulebook: hk', 'P1: 7H-7C', 'unfinished')
    """
    return "\n".join("".join(f"{line}\n" for line in _lines(record)) for record in records)


def _lines(record: RecordData) -> Iterator[str]:
    yield f"{FIRST_LINE} {record.version}"
    yield f"rulebook: {record.rulebook}"
    yield f"edition: {record.edition}"
    yield f"content: {record.content}"
    for name, answer in record.options.items():
        yield f"option {name}: {_answer(answer)}"
    if record.seed is not None:
        yield f"seed: {record.seed}"
    yield f"hand: {record.hand_number}"
    if record.last_winner is not None:
        yield f"last winner: {seat_text(record.last_winner)}"
    if record.last_loser is not None:
        yield f"last loser: {seat_text(record.last_loser)}"
    if record.last_places:
        yield f"last places: {_joined(record.last_places)}"
    if record.totals:
        yield f"totals: {_joined(record.totals)}"
    if record.reversed_ranks:
        yield "ranks: reversed"
    if record.reversed_turns:
        yield "turns: reversed"
    for seat, hand in enumerate(record.deal.hands):
        yield f"{seat_text(seat)} holds: {_joined(hand)}"
    if record.deal.rest is not None:
        yield f"rest: {_joined(record.deal.rest)}"
    yield f"opens: {seat_text(record.deal.opener)}"
    if record.deal.starter is not None:
        yield f"asked first: {seat_text(record.deal.starter)}"
    yield ""
    yield from record.actions
    if record.actions:
        yield ""
    if record.settlement is None:
        yield UNFINISHED
    else:
        yield from settlement_lines(record.settlement)
    if record.checksum is not None:
        yield f"checksum: {record.checksum}"


def settlement_lines(told: SettlementData) -> tuple[str, ...]:
    """The lines that tell how a hand ended."""
    lines = [f"ended: {told.ended}"]
    if told.winner is not None:
        lines.append(f"winner: {seat_text(told.winner)}")
    for entry in told.entries:
        if entry.payer is None:
            line = f"payment {entry.payment}: {seat_text(entry.payee)} scores {entry.amount}"
        else:
            line = f"payment {entry.payment}: {seat_text(entry.payer)} pays {seat_text(entry.payee)} {entry.amount}"
        if entry.moved is not None:
            line += f" for {seat_text(entry.moved.owed_by)} by {entry.moved.duty}"
        lines.append(line)
    if told.worth != 1:
        lines.append(f"worth: {told.worth}")
    for breach in told.breaches:
        against = "" if breach.protected is None else f" before {seat_text(breach.protected)}"
        lines.append(f"breach {breach.duty}: {seat_text(breach.offender)}{against}")
    lines.append(f"scores: {_joined(told.scores)}")
    return tuple(lines)


def seat_text(seat: int) -> str:
    """A seat as everybody calls it."""
    return f"P{seat + 1}"


def _joined(items: Iterable[object]) -> str:
    return " ".join(map(str, items)) or NOTHING


def _answer(answer: bool | int | str) -> str:
    """An answer; one in words that could be taken for yes, no or a number stands between quotation marks."""
    if isinstance(answer, bool):
        return "yes" if answer else "no"
    if isinstance(answer, int):
        return str(answer)
    return f'"{answer}"' if answer in ANSWERS or answer.removeprefix("-").isdecimal() else answer
