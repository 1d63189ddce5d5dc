"""What is proved of a rulebook, and how; and what was only tried."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Literal

from cardwright.dsl import Checked, Diagnostic, RulebookError, Settings

from .ambiguity import overlaps
from .checking import MOST_SETTINGS, MOST_WAYS, Tried, promise_broken, settings_of_plays, without_lead
from .circles import circles
from .examples import Games
from .game import Game
from .listing import some
from .promises import MOST_ENDS, kept_by_form, promise_kept

MOST_FORMS = 400
"""The same where nothing has to be compiled."""


Subject = Literal["options", "deal", "combinations", "readings", "order", "lead", "opening", "scores", "end"]


@dataclass(frozen=True, slots=True)
class Proof:
    """One thing that `check` looks at: `proved`, with the argument and over what; `tried`, with how much; or `fails`,
    as a diagnostic says."""

    subject: Subject
    how: Literal["proved", "tried", "fails"]
    said: str
    number: int
    """Of how many settings of the options it was looked at."""
    found: tuple[Diagnostic, ...] = ()
    """What only this has shown to be wrong."""


def prove(checked: Checked, tried: Tried) -> Iterator[Proof]:
    """Everything that is known of a rulebook without errors, given what trying it out has shown."""
    games = Games(checked.settle)
    codes = {each.code for each in (*checked.diagnostics, *tried.diagnostics)}
    yield _options(checked)
    yield _deal(checked)
    yield _by_settings(checked, games, "combinations", codes & {"CW612", "CW619"}, _combinations)
    yield _by_settings(checked, games, "readings", codes & {"CW610", "CW611"}, _readings)
    yield _by_settings(checked, games, "order", codes & {"CW617", "CW618"}, _order)
    lead = _lead(checked, games)
    yield lead
    yield _opening(lead)
    yield from _scores(checked, games)
    yield Proof("end", "proved", _END, 0)


@dataclass(frozen=True, slots=True)
class _Seen:
    """What one setting shows: whether that proves it, and the argument."""

    proved: bool
    said: str


def _by_settings(
    checked: Checked,
    games: Games,
    subject: Subject,
    wrong: set[str],
    look: Callable[[Game], _Seen],
) -> Proof:
    """A proof under every setting of the options that the plays depend on, or under some."""
    if wrong:
        return Proof(subject, "fails", f"see {', '.join(sorted(wrong))}", 0)
    settings, whole = _settings(settings_of_plays(checked))
    seen = [look(games(setting)) for setting in settings]
    short = next((one for one in seen if not one.proved), None)
    said = (short or seen[0]).said
    over = _over(len(settings), whole)
    return Proof(subject, "proved" if whole and short is None else "tried", f"{said}; {over}", len(settings))


def _over(number: int, whole: bool) -> str:
    if number == 1 and whole:
        return "no option has a part in it"
    if whole:
        return f"under all {number} settings of the options that have a part in it"
    return f"under {number} settings, in which every two answers occur that go together"


# ---- options and deal ----------------------------------------------------------------------------------------------


def _options(checked: Checked) -> Proof:
    """Every combination of answers makes a game."""
    settings, whole = _settings(checked.settings_of(None, MOST_SETTINGS))
    for setting in settings:
        try:
            Game(checked.settle(setting))
        except RulebookError as error:
            first = error.diagnostics[0]
            return Proof("options", "fails", f"{first.code}: {first.message}", len(settings), error.diagnostics)
    said = "each value has one line for every setting of the options it asks, and the whole rulebook was compiled"
    return Proof("options", "proved" if whole else "tried", f"{said} {_over(len(settings), whole)}", len(settings))


def _deal(checked: Checked) -> Proof:
    settings, whole = _settings(checked.settings_of(("deck", "deal"), MOST_SETTINGS * 10))
    wrong = sorted({each.code for each in checked.diagnostics} & {"CW503", "CW511", "CW515", "CW720"})
    if wrong:
        return Proof("deal", "fails", f"see {', '.join(wrong)}", len(settings))
    said = "everybody gets as many cards as is said, and of the others it is said where they go"
    return Proof("deal", "proved" if whole else "tried", f"{said}; {_over(len(settings), whole)}", len(settings))


# ---- plays ---------------------------------------------------------------------------------------------------------


def _combinations(game: Game) -> _Seen:
    plays = game.rules.plays
    unseen = [m.rule.combination.name for m in plays.matchers if some(plays, m, MOST_WAYS) is None]
    if unseen:
        return _Seen(False, f"no play of {', '.join(f'`{name}`' for name in unseen)} was found")
    return _Seen(True, f"each of {len(plays.matchers)} combinations has a play that is read as it")


def _readings(game: Game) -> _Seen:
    types = len(game.rules.plays.matchers)
    open_ = [overlap.types for overlap in overlaps(game.rules.plays)]
    if open_:
        return _Seen(False, f"`{open_[0][0]}` and `{open_[0][1]}` have too many plays to go through")
    pairs = types * (types - 1) // 2
    return _Seen(True, f"{pairs} pairs of combinations: apart by their patterns, ordered, or gone through play by play")


def _order(game: Game) -> _Seen:
    found = circles(game.rules.plays)
    if found.by_strength and not found.open:
        return _Seen(False, "no circle was found, but the keys by which plays compare have a part in it")
    if found.open:
        return _Seen(
            False, f"{', '.join(f'`{name}`' for name in found.open)} may beat others either way: not gone through"
        )
    falls = [c.name for c in game.rulebook.combinations if c.equal == "falls"]
    equal = f", up to equal plays of {', '.join(f'`{name}`' for name in falls)}" if falls else ""
    return _Seen(
        True,
        "within a combination keys are compared one after another, which is irreflexive, asymmetric and transitive"
        f"{equal}; between combinations {found.standings} standings were compared pair by pair, and make no circle",
    )


def _lead(checked: Checked, games: Games) -> Proof:
    settings, whole = _settings(settings_of_plays(checked))
    found = tuple(without_lead(checked, games))
    if found:
        return Proof("lead", "fails", "see CW616", len(settings), found)
    pieces = len(set(games(settings[0]).deck))
    said = f"each of {pieces} pieces is a play by itself, so that every hand has a lead"
    return Proof("lead", "proved" if whole else "tried", f"{said}; {_over(len(settings), whole)}", len(settings))


def _opening(lead: Proof) -> Proof:
    """An opening can be made where each piece can be led."""
    if lead.how == "fails":
        return replace(lead, subject="opening", found=())
    said = "a card that must be opened with is a play by itself, and a duty that no lead can meet lapses"
    return Proof("opening", lead.how, f"{said}; as for `lead`", lead.number)


# ---- scores and the end --------------------------------------------------------------------------------------------


def _scores(checked: Checked, games: Games) -> Iterator[Proof]:
    """Each promise about scores."""
    settings, whole = _settings(checked.settings_of(("payment", "always"), MOST_FORMS, by_guards=True))
    promises: dict[str, _Promise] = {}
    for setting in (*checked.settings(), *settings):
        rulebook = checked.settle(setting)
        for always in rulebook.always:
            promise = promises.setdefault(always.name, _Promise())
            if kept_by_form(rulebook, always):
                continue
            promise.by_form = False
            if promise.broken is None and promise.tried < MOST_ENDS:
                kept = promise_kept(games(setting), always)
                promise.tried += kept.tried
                if kept.broken is not None and always.span is not None:
                    promise.broken = promise_broken(always.name, always.span, *kept.broken)
    for name, promise in promises.items():
        if promise.broken is not None:
            yield Proof("scores", "fails", f"`{name}`: see CW730", len(settings), (promise.broken,))
        elif promise.by_form:
            said = f"`{name}`: every payment takes from one player what it gives another"
            yield Proof(
                "scores", "proved" if whole else "tried", f"{said}; {_over(len(settings), whole)}", len(settings)
            )
        elif promise.tried:
            yield Proof("scores", "tried", f"`{name}` held at {promise.tried:,} ends of hands", len(settings))
        else:
            yield Proof(
                "scores", "tried", f"`{name}`: none of the ends that were tried could be settled", len(settings)
            )


@dataclass(slots=True)
class _Promise:
    """What all settings show of a promise."""

    by_form: bool = True
    tried: int = 0
    broken: Diagnostic | None = None


def _settings(settings: Settings) -> tuple[tuple[dict[str, str], ...], bool]:
    return settings.found, settings.whole


# By what the language can say: no answer changes it.
_END = (
    "every play takes cards out of a hand, nobody gets any after the lead, and between two plays each player passes, "
    "or lays down cards, at most once"
)
