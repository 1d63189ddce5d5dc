"""Whole hands by the definition, told as the compiled engines tell them."""

from __future__ import annotations

from ..bots import turns
from ..deal import Carried, deal
from ..following import PlayedOut, follow
from ..randomness import derived_seed
from ..rules import Rules
from ..seating import seated
from ..state import State
from .engine import check


def playouts(rules: Rules, hands: int, seed: int, first: int = 0) -> list[PlayedOut]:
    """Hands dealt from a seed, of which every seat plays at random, from the `first`-th on."""
    check(hands, seed, first)
    return [_played(rules, derived_seed(seed, first + number)) for number in range(hands)]


def _played(rules: Rules, seed: int) -> PlayedOut:
    carried = Carried()
    state = State(rules, rules.start(deal(rules.rulebook, rules.pieces, seed, carried), carried))
    return follow(state, turns(state, seated(rules, ["random"] * rules.players, seed)))[0]
