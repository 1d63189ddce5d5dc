"""Whether the scores of a hand keep what `always` promises: by the form of the payments, or else by a search."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import chain, islice

from cardwright.dsl import Diagnostic, Span, model, problem

from .ends import Ends, plain
from .errors import CardwrightError
from .examples import Games, told
from .game import Game
from .lines import line
from .settlement import InvariantBroken

MOST_ENDS = 2_000
"""How many ends are tried under one setting of the options."""


@dataclass(slots=True)
class Judged:
    """What settings of the options show of one promise. `by_form`: under each of them it holds whatever is paid, for
    every payment takes from one what it gives another. `ends`: how many ends of a hand were settled and kept it, under
    `searched` settings. `broken`: what is told of an end that breaks it."""

    name: str
    span: Span
    by_form: bool = True
    searched: int = 0
    ends: int = 0
    broken: Diagnostic | None = None


def judged(
    settle: Callable[[Mapping[str, str]], model.Rulebook],
    games: Games,
    settings: Iterable[Mapping[str, str]],
    by_form: Iterable[Mapping[str, str]] = (),
) -> list[Judged]:
    """Each promise of a rulebook, judged by itself: under some settings, and under others as to its form: there ends
    are tried only if none were before."""
    found: dict[tuple[str, Span], Judged] = {}
    searches = [*((setting, True) for setting in settings), *((setting, False) for setting in by_form)]
    for setting, search in searches:
        rulebook = settle(setting)
        for always in rulebook.always:
            assert always.span is not None
            one = found.setdefault((always.name, always.span), Judged(always.name, always.span))
            if kept_by_form(rulebook, always):
                continue
            one.by_form = False
            if one.broken is None and (search or not one.searched):
                _search(one, games(setting), always)
    return list(found.values())


def _search(judged: Judged, game: Game, always: model.Always) -> None:
    """Settle ends of hands, from few cards to many, until one breaks the promise; the others are not asked."""
    judged.searched += 1
    if len(game.rulebook.always) > 1:
        game = Game(game.rulebook.model_copy(update={"always": (always,)}))
    ends = Ends(game)
    for example in islice(chain(plain(game), ends.with_facts(), ends.held()), MOST_ENDS):
        try:
            game.rules.settling.settle(told(game, example))
        except InvariantBroken as broken:
            judged.broken = _broken(judged, line(example).partition(": scores")[0], broken)
            return
        except CardwrightError:
            continue
        judged.ends += 1


def _broken(judged: Judged, end: str, why: InvariantBroken) -> Diagnostic:
    """The problem of a promise that the scores of an end of a hand break."""
    scores = " ".join(f"+{score}" if score > 0 else str(score) for score in why.scores)
    return problem(
        "CW730",
        f"`{judged.name}` does not always hold: `{end}` scores {scores}",
        judged.span,
        help="change what is paid, or take the promise away",
    )


def kept_by_form(rulebook: model.Rulebook, always: model.Always) -> bool:
    """Whether a promise holds by form: scores add up to nothing, if every payment takes from one what another gets."""
    zero_sum = always.condition == replace(_ZERO_SUM, span=always.condition.span)
    return zero_sum and all(map(_transfers, rulebook.payments))


_ZERO_SUM = model.Fact(fact="zero_sum")


def _transfers(payment: model.Payment) -> bool:
    """Whether whatever is paid is paid by somebody to somebody: then scores add up to nothing, however much it is. That
    breaches move debts, and what a point is worth, changes nothing of it."""
    return all(case.payee is not None for case in payment.cases)
