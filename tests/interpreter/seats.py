"""Tables with all seats taken, and what they refuse."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from cardwright.interpreter import Game, Refused, Table, load


def seated(game: Game, **told: Any) -> tuple[Table, list[str]]:
    """A table with all seats taken, and the tokens."""
    table = Table(game, **told)
    return table, [table.join()[1] for _ in range(game.players)]


def after_claims(table: Table, tokens: list[str]) -> None:
    """Nobody claims anything."""
    for token in tokens if table.view()["phase"] == "claims" else ():
        table.act(token, "decline", table.view(token)["seq"])


def ready(game: Game | None = None, **told: Any) -> tuple[Table, list[str]]:
    """A table whose claims are over, and the tokens, whoever is to act first."""
    table, tokens = seated(game or load("hk"), **(told or {"seed": 7}))
    after_claims(table, tokens)
    turn = table.view()["turn"]
    return table, tokens[turn:] + tokens[:turn]


def refused(code: str, asked: Callable[..., object], *told: Any) -> Refused:
    """How a request is refused; nothing of the table hangs on to the refusal."""
    with pytest.raises(Refused) as caught:
        asked(*told)
    error = caught.value
    assert error.code == code, str(error)
    assert error.__context__ is None and set(vars(error)) == {"code", "reasons"}
    assert json.loads(json.dumps(error.to_json()))["message"] == str(error)
    return error


def played_out(table: Table, tokens: list[str], random: Random) -> None:
    """The hand played to its end at random."""
    while table.view()["phase"] not in ("hand_over", "match_over"):
        for token in tokens:
            view = table.view(token)
            if view["legal"]:
                table.act(token, random.choice(view["legal"]), view["seq"])
