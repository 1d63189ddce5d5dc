"""What is proved of a rulebook, and how; what is refuted; and what was only tried."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Literal

from cardwright.dsl import Checked, Diagnostic, RulebookError, Settings

from .ambiguity import overlaps
from .checking import (
    MOST_SETTINGS,
    MOST_WAYS,
    Tried,
    ambiguities,
    courses,
    in_circles,
    settings_of_plays,
    without_lead,
)
from .circles import circles
from .examples import Games
from .game import Game
from .listing import some
from .promises import judged

MOST_FORMS = 400
"""How many settings are gone through where nothing has to be compiled."""


Subject = Literal["options", "deal", "combinations", "readings", "order", "lead", "opening", "scores", "end"]


@dataclass(frozen=True, slots=True)
class Proof:
    """One thing that `check` looks at: `proved`, with the argument and over what; `tried`, with how much; or `refuted`,
    with what shows it."""

    subject: Subject
    how: Literal["proved", "tried", "refuted"]
    said: str
    number: int
    """Of how many settings of the options it was looked at."""
    found: tuple[Diagnostic, ...] = ()
    """What refutes it."""


def prove(checked: Checked, tried: Tried) -> Iterator[Proof]:
    """Everything that is known of a rulebook without errors, given what trying it out has shown."""
    games = Games(checked.settle)
    known = (*checked.diagnostics, *tried.diagnostics)
    options = _options(checked)
    yield options
    yield _deal(checked)
    if options.how == "refuted":
        # Where a setting makes no game, the others cannot all be looked at.
        return
    settings = settings_of_plays(checked, games)
    yield _combinations(checked, games, settings, known)
    shared = _told(known, "CW610") or ambiguities(checked, games, settings.found)
    yield _by_settings("readings", games, settings, shared, _readings)
    circle = _told(known, "CW617", "CW618") or in_circles(checked, games, settings.found)
    yield _by_settings("order", games, settings, circle, _order)
    lead = _by_settings("lead", games, settings, without_lead(checked, games), _lead)
    yield lead
    yield _following(lead, "opening", _OPENING)
    yield from _scores(checked, games, known)
    yield _following(lead, "end", _END)


def _told(known: Iterable[Diagnostic], *codes: str) -> tuple[Diagnostic, ...]:
    """What is known under some codes."""
    return tuple(each for each in known if each.code in codes)


def _refuted(subject: Subject, found: tuple[Diagnostic, ...], number: int) -> Proof:
    """What the first of some diagnostics shows to be wrong."""
    more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
    return Proof(subject, "refuted", f"{found[0].code}: {found[0].message}{more}", number, found)


@dataclass(frozen=True, slots=True)
class _Seen:
    """What one setting shows: the argument, with a place for how many things it is about; and why it is none."""

    said: str
    number: int = 0
    short: str = ""


def _by_settings(
    subject: Subject,
    games: Games,
    settings: Settings,
    wrong: Iterable[Diagnostic],
    look: Callable[[Game], _Seen],
) -> Proof:
    """A proof under every setting of the options that the plays depend on, or under some; unless something is wrong."""
    number = len(settings.found)
    found = tuple(each for each in wrong if each.severity.value != "note")
    if found:
        return _refuted(subject, found, number)
    seen = [look(games(setting)) for setting in settings.found]
    short = next((one.short for one in seen if one.short), None)
    numbers = sorted({one.number for one in seen})
    several = f"{numbers[0]} to {numbers[-1]}" if len(numbers) > 1 else f"{numbers[0]}"
    return _shown(subject, short or seen[0].said.format(several), settings, short is None)


def _shown(subject: Subject, said: str, settings: Settings, proved: bool = True) -> Proof:
    """What was found right: proved where it holds under all settings there are, by an argument."""
    number, whole = len(settings.found), settings.whole
    return Proof(subject, "proved" if proved and whole else "tried", f"{said}; {_over(number, whole)}", number)


def _over(number: int, whole: bool) -> str:
    if number == 1 and whole:
        return "no option has a part in it"
    if whole:
        return f"under all {number} settings of the options that have a part in it"
    return f"under {number} settings, in which every two answers occur that go together"


# ---- options and deal ----------------------------------------------------------------------------------------------


def _options(checked: Checked) -> Proof:
    """Every combination of answers makes a game."""
    settings = checked.settings_of(None, MOST_SETTINGS)
    number = len(settings.found)
    for setting in settings.found:
        try:
            Game(checked.settle(setting))
        except RulebookError as error:
            return _refuted("options", error.diagnostics, number)
    said = "each value has one line for every setting of the options it asks, and the whole rulebook was compiled"
    said = f"{said} {_over(number, settings.whole)}"
    return Proof("options", "proved" if settings.whole else "tried", said, number)


def _deal(checked: Checked) -> Proof:
    settings = checked.settings_of(("deck", "deal"), MOST_SETTINGS * 10)
    for setting in settings.found:
        try:
            checked.settle(setting)
        except RulebookError as error:
            return _refuted("deal", error.diagnostics, len(settings.found))
    said = "everybody gets as many cards as is said, and of the others it is said where they go"
    return _shown("deal", said, settings)


# ---- plays ---------------------------------------------------------------------------------------------------------


def _combinations(checked: Checked, games: Games, settings: Settings, known: Iterable[Diagnostic]) -> Proof:
    """Each combination has a play: one that is shown under some answers is enough."""
    assert checked.program is not None
    places = {draft.name_span: draft.name for draft in checked.program.of_kind("combination")}
    found = tuple(each for each in _told(known, "CW612", "CW619") if each.span in places)
    if found:
        return _refuted("combinations", found, len(settings.found))
    left, everywhere = dict.fromkeys(places.values()), settings.whole
    for setting in settings.found:
        plays = games(setting).rules.plays
        for matcher in plays.matchers:
            name = matcher.rule.combination.name
            if some(plays, matcher, MOST_WAYS) is not None:
                left.pop(name, None)
            else:
                everywhere = False
    number = len(settings.found)
    if left:
        said = f"no play of {', '.join(f'`{name}`' for name in left)} was found; {_over(number, settings.whole)}"
        return Proof("combinations", "tried", said, number)
    said = f"each of {len(places)} combinations has a play that is read as it"
    return Proof(
        "combinations", "proved", f"{said}; {_over(number, True) if everywhere else 'under some answers'}", number
    )


def _readings(game: Game) -> _Seen:
    types = len(game.rules.plays.matchers)
    short = ""
    for overlap in (each for plays in courses(game) for each in overlaps(plays)):
        short = f"`{overlap.types[0]}` and `{overlap.types[1]}` have too many plays to go through"
    return _Seen(
        "{} pairs of combinations: apart by their patterns, ordered, or gone through play by play",
        types * (types - 1) // 2,
        short,
    )


def _order(game: Game) -> _Seen:
    found = [circles(plays) for plays in courses(game)]
    open_ = dict.fromkeys(name for one in found for name in one.open)
    short = ""
    if open_:
        short = f"{', '.join(f'`{name}`' for name in open_)} may beat others either way: not gone through"
    elif any(one.by_strength for one in found):
        short = "no circle was found, but the keys by which plays compare have a part in it"
    falls = [c.name for c in game.rulebook.combinations if c.equal == "falls"]
    equal = f", up to equal plays of {', '.join(f'`{name}`' for name in falls)}" if falls else ""
    said = (
        "within a combination keys are compared one after another, which is irreflexive, asymmetric and transitive"
        f"{equal}; between combinations {{}} standings were compared pair by pair, and make no circle"
    )
    return _Seen(said, found[0].standings, short)


def _lead(game: Game) -> _Seen:
    """By what `without_lead` has gone through."""
    return _Seen("each of {} pieces is a play by itself, so that every hand has a lead", len(set(game.deck)))


def _following(lead: Proof, subject: Subject, said: str) -> Proof:
    """What follows from there always being a lead, by what the language can say; it is known as far as that is."""
    if lead.how == "refuted":
        return replace(lead, subject=subject)
    return replace(lead, subject=subject, said=f"{said}; as for `lead`")


_OPENING = "a card that must be opened with is a play by itself, and a duty that no lead can meet lapses"
_END = (
    "every lead and every other play takes cards out of a hand, nobody gets any after the first lead, and between two "
    "plays each player passes, or lays down cards, at most once"
)


# ---- scores --------------------------------------------------------------------------------------------------------


def _scores(checked: Checked, games: Games, known: Iterable[Diagnostic]) -> Iterator[Proof]:
    """Each promise about scores."""
    settings = checked.settings_of(("payment", "always"), MOST_FORMS, by_guards=True)
    broken = {each.span: each for each in _told(known, "CW730")}
    for promise in judged(checked.settle, games, checked.settings(), settings.found):
        wrong = broken.get(promise.span, promise.broken)
        if wrong is not None:
            yield _refuted("scores", (wrong,), len(settings.found))
        elif promise.by_form:
            said = f"`{promise.name}`: every payment takes from one player what it gives another"
            yield _shown("scores", said, settings)
        elif promise.ends:
            over = f" under {promise.searched} settings" if promise.searched > 1 else ""
            said = f"`{promise.name}` held at {promise.ends:,} ends of hands{over}"
            yield Proof("scores", "tried", said, promise.searched)
        else:
            said = f"`{promise.name}`: none of the ends that were tried could be settled"
            yield Proof("scores", "tried", said, promise.searched)
