"""What else happens at the table, told from what is different afterwards: roles, kitties, gifts, what plays set off.

Pieces that change hands are named to those alone who know them."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING

from rich.text import Text

from cardwright.interpreter import Gift, Special, State, seats_after

from .screen import ALARM, LOUD, QUIET
from .seats import seat_name

if TYPE_CHECKING:
    from .narrator import Narrator


def moved(special: Special, seat: int) -> int:
    """How many pieces more (or fewer) a seat holds for what was taken and given before the lead."""
    kitty = len(special.kitty) if special.kitty_by == seat else 0
    return kitty + sum(len(g.cards) * ((g.taker == seat) - (g.giver == seat)) for g in special.gifts)


def changes(narrator: Narrator, before: Special, state: State) -> None:
    """Roles, the kitty and gifts, as they have come about since."""
    screen, after = narrator.screen, state.at.special
    for role, seat in after.roles[len(before.roles) :]:
        screen.line("  ", narrator.name(seat), " is ", Text(screen.names.thing(role), LOUD))
    if after.kitty_by != before.kitty_by:
        taker = narrator.name(after.kitty_by)
        screen.line("  ", taker, " takes what was left over: ", screen.joined(after.kitty))
    for gift in after.gifts[len(before.gifts) :]:
        _given(narrator, gift)


def _given(narrator: Narrator, gift: Gift) -> None:
    screen, you = narrator.screen, narrator.seating.you
    told: list[str | Text] = [narrator.name(gift.giver), " gives ", narrator.name(gift.taker), " "]
    told.append(screen.names.count(len(gift.cards)))
    if you in (gift.giver, gift.taker) or not narrator.seating.people:
        told += [": ", screen.joined(gift.cards)]
    screen.line("  ", *told)


def set_off(narrator: Narrator, before: State, after: State) -> None:
    """What a play has set off: what is the other way round, who is out of the trick or passed over, who has paid."""
    screen, was, now = narrator.screen, before.at.special, after.at.special
    for name, old, new in (
        ("The ranks are", was.ranks_reversed, now.ranks_reversed),
        ("The turns go", was.turns_reversed, now.turns_reversed),
    ):
        if old != new:
            upside = "upside down" if "ranks" in name else "the other way round"
            said = f"{name} {upside} now." if new else f"{name} the usual way again."
            screen.line("  ", Text(said, ALARM))
    for seat in range(len(after.hands)):
        out = after.at.dropped >> seat & 1 and not before.at.dropped >> seat & 1
        if out and seat != before.turn:
            screen.line("  ", narrator.name(seat), Text(" is out of the trick", QUIET))
    sums = {paid[:3]: paid.amount for paid in was.paid}
    for paid in now.paid:
        amount = paid.amount - sums.get(paid[:3], 0)
        if amount:
            who = f"{seat_name(paid.payer)} pays {seat_name(paid.payee)}" if paid.payer >= 0 else seat_name(paid.payee)
            screen.line("  ", Text(f"{who} {amount} for {screen.names.thing(paid.payment)}", LOUD))
    for seat in _passed_over(before, after):
        screen.line("  ", narrator.name(seat), Text(" is passed over", QUIET))


def _passed_over(before: State, after: State) -> list[int]:
    """Who could have acted next, and was not asked."""
    effects = before.rules.rulebook.effects
    skips = any(deed.deed == "skip_next" for effect in effects for deed in effect.then)
    if not skips or after.turn is None or after.leading or after.table == before.table:
        return []
    between = takewhile(lambda seat: seat != after.turn, seats_after(after.at, before.turn or 0))
    return [seat for seat in between if after.hands[seat] and not after.at.dropped >> seat & 1]
