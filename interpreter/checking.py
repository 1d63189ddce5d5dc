"""What can only be checked by playing: whether examples hold, whether cards can be read in two ways, whether every hand
has a lead, and whether bombs beat one another in a circle."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from cardwright.dsl import Checked, Diagnostic, RulebookError, model, problem

from .ambiguity import MOST_PLAYS, overlaps
from .examples import run
from .game import Game
from .lengthy import lengthy

_MOST_ANSWERS = 6


@dataclass(frozen=True, slots=True)
class Tried:
    """What playing a rulebook has shown: the problems found, and how its examples went."""

    diagnostics: tuple[Diagnostic, ...]
    passed: int
    failed: int


class _Games:
    """The games of one rulebook, each settled and compiled once."""

    def __init__(self, checked: Checked) -> None:
        self._checked = checked
        self._known: dict[tuple[tuple[str, str], ...], Game] = {}

    def __call__(self, answers: Mapping[str, str]) -> Game:
        key = tuple(sorted(answers.items()))
        if key not in self._known:
            self._known[key] = Game(self._checked.settle(answers))
        return self._known[key]


def try_out(checked: Checked) -> Tried:
    """Run the examples of a rulebook without errors, each under its own answers, and look for what stands in the way of
    play."""
    games = _Games(checked)
    failures: list[Diagnostic] = []
    examples = games({}).rulebook.examples
    for example in examples:
        failure = _failure(games, example)
        if failure is not None:
            failures.append(failure)
    proofs = (
        *_ambiguities(checked, games),
        *_circles(checked, games),
        *_without_lead(checked, games),
        *_lengthy(checked, games),
    )
    found = tuple(dict.fromkeys((*proofs, *failures)))
    return Tried(found, len(examples) - len(failures), len(failures))


def _failure(games: _Games, example: model.Example) -> Diagnostic | None:
    try:
        found = run(games(dict(example.answers)), example)
    except RulebookError as error:
        return _failed(example, error.diagnostics[0].message)
    return None if found.holds else _failed(example, found.instead)


def _failed(example: model.Example, instead: str) -> Diagnostic:
    assert example.span is not None
    return problem(
        "CW801",
        f"by these rules it is otherwise: {instead}",
        example.span,
        help="either the example or a rule is wrong: `cardwright why` and `cardwright beats` tell which rule decides",
    )


def _ambiguities(checked: Checked, games: _Games) -> Iterator[Diagnostic]:
    """One problem for each pair of types that share plays, under settings in which every answer occurs."""
    assert checked.program is not None
    places = {draft.name: draft.name_span for draft in checked.program.of_kind("combination")}
    for settings in checked.settings():
        game = games(settings)
        for overlap in overlaps(game.rules.plays):
            first, second = overlap.types
            labels = [(places[first], "declared here")]
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
            cards = "-".join(game.pieces.names[card] for card in overlap.cards)
            yield problem(
                "CW610",
                f"`{cards}` is both a `{first}` and a `{second}`, and nothing says which",
                places[second],
                labels=labels,
                help="put both in a ladder (the higher one counts), or write `free "
                f"{first}, {second}` and name the reading with every such play",
            )


def _circles(checked: Checked, games: _Games) -> Iterator[Diagnostic]:
    """One problem for each two types that beat each other by two lists of bombs."""
    assert checked.program is not None
    places = {draft.name: draft.name_span for draft in checked.program.of_kind("bombs")}
    for settings in checked.settings():
        for circle in games(settings).rules.plays.contest.circles():
            (first, second), (one, other) = circle.bombs, circle.types
            yield problem(
                "CW617",
                f"by `{first}` every `{one}` beats every `{other}`, and by `{second}` it is the other way round",
                places[second],
                labels=[(places[first], "declared here")],
                help="put both in one list of bombs, which says which is higher, or let only one list beat the other",
            )


def _without_lead(checked: Checked, games: _Games) -> Iterator[Diagnostic]:
    """One problem if some piece cannot be played alone, whatever the hand: its holder may have nothing else to lead.

    Duties need not be asked: one that no lead could meet does not bind."""
    assert checked.program is not None
    places = [draft.name_span for draft in checked.program.of_kind("play")]
    first = next(iter(checked.settings()), {})
    for settings in checked.settings():
        game = games(settings)
        lacking = [game.pieces.names[card] for card in game.deck if not game.rules.plays.readings((card,))]
        if not lacking:
            continue
        others = [f"`{option}` = `{answer}`" for option, answer in settings.items() if first[option] != answer]
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


def _lengthy(checked: Checked, games: _Games) -> Iterator[Diagnostic]:
    """One problem for each choice that cannot be listed, and for each type of which a hand can have too many plays."""
    assert checked.program is not None
    places = {draft.name: draft.name_span for draft in checked.program.of_kind("combination")}
    for settings in checked.settings():
        yield from lengthy(games(settings), places)
