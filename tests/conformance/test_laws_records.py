"""Records: whatever was dealt and carried into a hand, its record replays to the same states, in both forms."""

from __future__ import annotations

from random import Random

import pytest
from deals import Deals
from effort import RECORDED_HANDS, RECORDED_TABLES
from options import Table, names, tables

from cardwright.interpreter import (
    Action,
    RandomBot,
    State,
    play_out,
    read_record,
    record_text,
    replay,
    write_record,
)

TABLES = tables()[::RECORDED_TABLES]


@pytest.mark.parametrize("table", TABLES, ids=names(TABLES))
def test_a_record_replays(table: Table) -> None:
    game = table.game
    deals = Deals(game, Random(repr(table)))
    for number in range(RECORDED_HANDS):
        deal, carried = deals.next()
        states = [game.start(deal, carried)]
        actions: list[Action] = []

        def taken(seat: int, action: Action, states: list[State] = states, into: list[Action] = actions) -> None:
            into.append(action)
            states.append(states[-1].apply(action))

        play_out(states[0], [RandomBot(10 * number + seat) for seat in range(game.players)], taken)
        record = write_record(game, deal, actions, carried)
        assert record.seed == deal.seed
        for form in (record.model_dump_json(), record_text(record)):
            read = read_record(form)
            assert read == record
            again = replay(game, read)
            assert again.states == tuple(states) and again.same_rules
            assert again.from_seed == (deal.seed is not None)
