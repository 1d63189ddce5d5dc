"""Whether the scores of a hand keep what `always` promises: by the form of the payments, or else by a search."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import chain, islice

from cardwright.dsl import model

from .errors import CardwrightError
from .examples import told
from .game import Game
from .settlement import InvariantBroken

MOST_ENDS = 2_000


@dataclass(frozen=True, slots=True)
class Kept:
    """How a promise was looked at. `tried`: how many ends of a hand could be settled. `by_form`: it always holds, for
    every payment takes from one what it gives another. `broken`: an end of a hand, and its scores, that break it."""

    by_form: bool
    tried: int
    broken: tuple[str, InvariantBroken] | None = None


def promise_kept(game: Game, always: model.Always) -> Kept:
    """Look at one promise of a game, whatever becomes of the others."""
    if kept_by_form(game.rulebook, always):
        return Kept(True, 0)
    # Loaded here: most promises hold by form.
    from .comparing.ends import Ends, plain
    from .comparing.pairing import Pairing
    from .comparing.witness import line

    if len(game.rulebook.always) > 1:
        game = Game(game.rulebook.model_copy(update={"always": (always,)}))
    ends = Ends(Pairing(game, game))
    number = 0
    for example in islice(chain(plain(game), ends.with_facts(), ends.held()), MOST_ENDS):
        try:
            game.rules.settling.settle(told(game, example))
        except InvariantBroken as broken:
            return Kept(False, number, (line(example).partition(": scores")[0], broken))
        except CardwrightError:
            continue
        number += 1
    return Kept(False, number)


def kept_by_form(rulebook: model.Rulebook, always: model.Always) -> bool:
    """Whether a promise holds by form: scores add up to nothing, if every payment takes from one what another gets."""
    zero_sum = always.condition == replace(_ZERO_SUM, span=always.condition.span)
    return zero_sum and all(map(_transfers, rulebook.payments))


_ZERO_SUM = model.Fact(fact="zero_sum")


def _transfers(payment: model.Payment) -> bool:
    """Whether whatever is paid is paid by somebody to somebody: then scores add up to nothing, however much it is. That
    breaches move debts, and what a point is worth, changes nothing of it."""
    return all(case.payee is not None for case in payment.cases)
