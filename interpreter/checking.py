"""What can only be checked by playing: whether examples hold, whether cards can be read in two ways, whether every hand
has a lead, and whether bombs beat one another in a circle."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice

from cardwright.dsl import Checked, Diagnostic, RulebookError, Settings, Severity, model, problem

from .ambiguity import MOST_PLAYS, overlaps
from .circles import circles
from .examples import Found, Games, run, run_each
from .game import Game
from .lengthy import lengthy
from .listing import found, some
from .matching import Matcher
from .plays import Plays
from .promises import judged

_MOST_ANSWERS = 6
_MOST_CLAUSES = 2
_EITHER = "either the example or a rule is wrong: `cardwright why` and `cardwright beats` tell which rule decides"
MOST_WAYS = 20_000
"""In how many ways a pattern is filled to find one play of it."""
MOST_SETTINGS = 64
"""How many settings are gone through for one proof; of more, so many that every two answers occur together."""
MECHANISM = ("deck", "order", "family", "set", "combination", "ladder", "bombs")
"""What says which plays there are, and which beats which."""


Answers = Iterable[Mapping[str, str]]


def settings_of_plays(checked: Checked, games: Games) -> Settings:
    """Settings of the options on which it depends which plays there are. By which keys plays compare changes nothing
    of it: within a combination any keys make an order. How many cards are dealt, and given, counts where some
    combination takes the whole hand."""
    plays = [game.rules.plays for game in map(games, checked.settings())]
    kinds = MECHANISM
    if any(matcher.planner.untouched for each in plays for matcher in each.matchers):
        gives = any(isinstance(step.act, model.Gives) for each in plays for step in each.rulebook.steps)
        kinds = (*MECHANISM, "deal", *(("play", "step") if gives else ()))
    return checked.settings_of(kinds, MOST_SETTINGS, but=("compare",))


def courses(game: Game) -> tuple[Plays, ...]:
    """The plays of a game, and those with the ranks upside down where something turns them."""
    turned = any(deed.deed == "reverse_ranks" for effect in game.rulebook.effects for deed in effect.then)
    return (game.rules.plays, game.rules.upside_down.plays) if turned else (game.rules.plays,)


@dataclass(frozen=True, slots=True)
class Tried:
    """What playing a rulebook has shown: the problems found, and how its examples went."""

    diagnostics: tuple[Diagnostic, ...]
    passed: int
    failed: int


@dataclass(frozen=True, slots=True)
class Inherited:
    """How the examples of its base go in a variant: how many there are, how many hold, and which do not, with what is
    found instead. The others are about something that the variant does not have."""

    total: int
    holding: int
    failing: tuple[Found, ...]


def try_out(checked: Checked) -> Tried:
    """Run the examples of a rulebook without errors, each under its own answers, and look for what stands in the way of
    play."""
    games = Games(checked.settle)
    examples = games({}).rulebook.examples
    failures = [failed(found) for found in run_each(games, examples) if not found.holds]
    proofs = (
        *ambiguities(checked, games, checked.settings()),
        *in_circles(checked, games, checked.settings()),
        *without_lead(checked, games),
        *_never_read(checked, games),
        *(one.broken for one in judged(checked.settle, games, checked.settings()) if one.broken is not None),
    )
    contradictory = any(found.severity is Severity.ERROR for found in proofs)
    # What contradicts itself has no program: that is told once, where it does.
    long = (found for found in _lengthy(checked, games) if not (contradictory and found.code == "CW622"))
    told = tuple(dict.fromkeys((*proofs, *long, *failures)))
    return Tried(told, len(examples) - len(failures), len(failures))


def inherited(checked: Checked) -> Inherited | None:
    """How the examples of a variant's base go in it; they bind the base alone. None where there is no base."""
    told = checked.with_examples_of_base()
    if told is None:
        return None
    read, total = told
    games = Games(read.settle)
    tried = []
    for example in games({}).rulebook.examples:
        try:
            tried.append(run(games(dict(example.answers)), example))
        except RulebookError:
            # It is about answers that no longer go together.
            continue
    return Inherited(total, sum(one.holds for one in tried), tuple(one for one in tried if not one.holds))


def failed(found: Found) -> Diagnostic:
    """What an example that does not hold is told as: what was found instead, and which rules say so."""
    example = found.example
    assert example.span is not None
    mended = found.mended
    tried = [f"`{name}` = `{answer}`" for name, answer in example.answers]
    with_ = f" (with {', '.join(tried)})" if tried else ""
    advice = f"if the rules are right, write `{mended}`; if the example is, change the rule" if mended else _EITHER
    if example.kind == "scores" and example.left and not mended:
        advice = (
            "where it matters which cards are left, write what everybody holds: `held 3D 4C | nothing | …: scores …`"
        )
    told = problem(
        "CW801",
        f"by these rules it is otherwise{with_}: {found.instead}",
        example.span,
        labels=[(span, "this rule says so") for span in found.clauses[-_MOST_CLAUSES:]],
    )
    # The line is there to be copied, however long it is.
    return replace(told, help=advice)


def ambiguities(checked: Checked, games: Games, settings: Answers) -> Iterator[Diagnostic]:
    """One problem for each pair of types that share plays under some of these settings."""
    assert checked.program is not None
    places = {draft.name: draft.name_span for draft in checked.program.of_kind("combination")}
    told = set()
    every = (plays for setting in settings for plays in courses(games(setting)))
    for names, overlap in ((plays.pieces.names, each) for plays in every for each in overlaps(plays)):
        first, second = overlap.types
        labels = [(places[first], "declared here")]
        if (overlap.types, overlap.cards is None) in told:
            continue
        told.add((overlap.types, overlap.cards is None))
        if overlap.cards is None:
            yield problem(
                "CW611",
                f"`{first}` and `{second}` have more than {MOST_PLAYS:,} plays each: whether some cards "
                "are both was not gone through",
                places[second],
                labels=labels,
                help="put both in a ladder, or declare them `free`, and nothing is left to prove",
            )
            continue
        cards = "-".join(names[card] for card in overlap.cards)
        yield problem(
            "CW610",
            f"`{cards}` is both a `{first}` and a `{second}`, and nothing says which",
            places[second],
            labels=labels,
            help="put both in a ladder (the higher one counts), or write `free "
            f"{first}, {second}` and name the reading with every such play",
        )


def in_circles(checked: Checked, games: Games, settings: Answers) -> Iterator[Diagnostic]:
    """One problem for each two types that beat each other by two lists of bombs; or else one for plays that beat one
    another in a circle, however many lists and ladders it takes."""
    assert checked.program is not None
    places = {draft.name: draft.name_span for draft in checked.program.of_kind("bombs")}
    every = [plays for setting in settings for plays in courses(games(setting))]
    found = dict.fromkeys((circle.bombs, circle.types) for plays in every for circle in plays.contest.circles())
    for (first, second), (one, other) in found:
        yield problem(
            "CW617",
            f"by `{first}` every `{one}` beats every `{other}`, and by `{second}` it is the other way round",
            places[second],
            labels=[(places[first], "declared here")],
            help="put both in one list of bombs, which says which is higher, or let only one list beat the other",
        )
    if not found:
        yield from _longer_circles(checked, every)


def _longer_circles(checked: Checked, every: Iterable[Plays]) -> Iterator[Diagnostic]:
    """One problem for the first plays that beat one another in a circle."""
    assert checked.program is not None
    places = {draft.name: draft.name_span for draft in checked.program.of_kind("combination")}
    for plays in every:
        if not plays.rulebook.bombs and len(plays.rulebook.ladders) < 2:
            continue
        circle = circles(plays).circle
        if circle:
            told = [f"`{play}` beats `{table}`" for play, table in zip(circle, (*circle[1:], circle[0]), strict=True)]
            yield problem(
                "CW618",
                f"nothing is highest: {', '.join(told)}",
                places[circle[0].combination],
                labels=[(places[name], "one of them") for name in dict.fromkeys(p.combination for p in circle[1:])],
                help="ladders and bombs must agree on what is higher: take one of these out of one of them",
            )
            return


def _never_read(checked: Checked, games: Games) -> Iterator[Diagnostic]:
    """One problem for each combination that has no play under any answers, although its pattern can be filled."""
    assert checked.program is not None
    told = {each.span for each in checked.diagnostics if each.code == "CW612"}
    places = {draft.name: draft.name_span for draft in checked.program.of_kind("combination")}
    left = {name: ("", "", "") for name, place in places.items() if place not in told}
    left = _unread(left, map(games, checked.settings()))
    if left:
        # Under other answers they may be read after all: that is gone through, or else nothing is said.
        every = settings_of_plays(checked, games)
        left = _unread(left, map(games, every.found)) if every.whole else {}
    for name, (code, message, help) in left.items():
        if code:
            yield problem(code, message, places[name], help=help)


def _unread(left: dict[str, tuple[str, str, str]], games: Iterable[Game]) -> dict[str, tuple[str, str, str]]:
    """Of some combinations those that no cards are read as, with the reason: code, message and help."""
    for game in games:
        plays = game.rules.plays
        for matcher in plays.matchers:
            name, low = matcher.rule.combination.name, matcher.planner.span[0]
            if name not in left:
                continue
            read = some(plays, matcher, MOST_WAYS, (low, low)) or some(plays, matcher, MOST_WAYS)
            reason = None if read is not None else _why_never(plays, matcher)
            left = {**left, name: reason} if reason else {other: why for other, why in left.items() if other != name}
    return left


def _why_never(plays: Plays, matcher: Matcher) -> tuple[str, str, str] | None:
    """Why no cards are read as a type: code, message, help; None where not all cards were looked at."""
    name = matcher.rule.combination.name
    ways = found(plays, matcher)
    fitting = [cards for cards in islice(ways, MOST_WAYS) if matcher.match(cards) is not None]
    if next(ways, None) is not None:
        return None
    if not fitting:
        return (
            "CW612",
            f"no cards can be `{name}`: none that fill its pattern meet what it `needs`",
            "change `cards:` or `needs:`, or take it away",
        )
    reading = next(iter(plays.readings(fitting[0], matcher.planner.untouched)), None)
    other = "something else" if reading is None else f"`{reading.combination}`"
    return (
        "CW619",
        f"no cards are ever read as `{name}`: `{plays.pieces.format(fitting[0])}` is {other}, and so on",
        "cards that fit several combinations are the highest of them: lower the other one, or take this one away",
    )


def without_lead(checked: Checked, games: Games) -> Iterator[Diagnostic]:
    """One problem if some piece cannot be played alone, whatever the hand: its holder may have nothing else to lead.

    Duties need not be asked: one that no lead could meet does not bind. All settings that plays depend on are gone
    through, or as many of them as can be."""
    assert checked.program is not None
    places = [draft.name_span for draft in checked.program.of_kind("play")]
    first = next(iter(checked.settings()), {})
    for settings in (*checked.settings(), *settings_of_plays(checked, games).found):
        game = games(settings)
        lacking = [
            game.pieces.names[card] for card in game.deck if not all(plays.readings((card,)) for plays in courses(game))
        ]
        if not lacking:
            continue
        others = [f"`{option}` = `{answer}`" for option, answer in settings.items() if first.get(option) != answer]
        where = f", with {', '.join(others[:_MOST_ANSWERS])}" if others else ""
        several = len(set(lacking)) - 1
        more = f" (so with {several} more)" if several else ""
        yield problem(
            "CW616",
            f"who holds nothing but `{lacking[0]}` could not lead: no combination is this piece alone{where}{more}",
            places[0],
            help="add a combination of any one piece, as `combination single { cards: 1   compare: highest card }`",
        )
        return


def _lengthy(checked: Checked, games: Games) -> Iterator[Diagnostic]:
    """One problem for each choice that cannot be listed, and for each type of which a hand can have too many plays."""
    assert checked.program is not None
    places = {draft.name: draft.name_span for draft in checked.program.of_kind("combination")}
    for settings in checked.settings():
        yield from lengthy(games(settings), places)
