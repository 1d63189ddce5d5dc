"""Examples that hold in one game and not in the other."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from cardwright.dsl import model

from ..examples import run
from ..game import Game
from .extents import OnlyIn, height
from .pairing import Pairing
from .pairs import Flip

About: TypeAlias = Literal["play", "order", "turn", "claim", "payment", "match"]


@dataclass(frozen=True, slots=True)
class Witness:
    """An example that holds in the first game and not in the second. `size`: how many cards it takes. `smallest`:
    whether none about this takes fewer cards, or lower ones; otherwise it is the smallest that was tried."""

    about: About
    example: model.Example
    translated: model.Example
    """The same in the names of the second rulebook."""
    size: int
    smallest: bool

    @property
    def text(self) -> str:
        """The line of an `examples` block."""
        return self.example.text


def witness(pairing: Pairing, about: About, example: model.Example, size: int, smallest: bool = True) -> Witness | None:
    """An example as a witness; None if it does not hold in the first game, or holds in the second as well."""
    told = replace(example, text=line(example))
    other = translated(told, pairing)
    if not run(pairing.first, told).holds or run(pairing.second, other).holds:
        return None
    return Witness(about, told, other, size, smallest)


# ---- plays, and which beats which ----------------------------------------------------------------------------------


def of_plays(pairing: Pairing, only: Iterable[OnlyIn]) -> Witness | None:
    """The smallest cards that are a play in one game and not the same play in the other."""
    found = []
    for one in only:
        cards = one.smallest if one.side == 0 or one.smallest is None else pairing.back(one.smallest)
        if cards is not None:
            found.append((height(pairing.first, cards), cards, bool(one.instead), one))
    for _, cards, listed, one in sorted(found, key=lambda item: (not item[2], item[0])):
        readings = [play.combination for play in pairing.first.classify(cards)]
        if one.side == 0:
            readings = [one.combination]
        names = tuple(pairing.first.pieces.names[card] for card in cards)
        example = model.Example(kind="reads", text="", cards=names, combination=readings[0] if readings else None)
        made = witness(pairing, "play", example, len(cards), listed)
        if made is not None:
            return made
    return None


def of_order(pairing: Pairing, flip: Flip | None) -> Witness | None:
    """The smallest two plays of which one beats the other in one game only."""
    if flip is None:
        return None
    play, table = flip.play.mine, flip.table.mine
    example = model.Example(kind="beats", text="", cards=play.cards, against=table.cards, expected=flip.beats)
    return witness(pairing, "order", example, play.size + table.size)


# ---- examples in words ---------------------------------------------------------------------------------------------


def line(example: model.Example) -> str:
    """An example as a rulebook writes it."""
    cards, against = "-".join(example.cards), "-".join(example.against)
    match example.kind:
        case "beats":
            return f"{cards} {'beats' if example.expected else 'does not beat'} {against}"
        case "reads":
            return f"{cards} is {'' if example.expected else 'not '}{example.combination or 'nothing'}"
        case "offers" if example.items and example.items[0].claim is not None:
            return f"holding {' '.join(example.cards)}: {_items(example)}"
        case "offers":
            when = "" if example.when is None else f", when {_when(example.when)},"
            return f"on {against or 'nothing'}{when} holding {' '.join(example.cards)}: {_items(example)}"
        case "leads":
            return f"after {', '.join(example.history)}: P{(example.leader or 0) + 1} leads"
        case "scores":
            scores = " ".join(f"+{score}" if score > 0 else str(score) for score in example.scores)
            return f"{_known(example)}: scores {scores}"
        case "opens":
            return f"{_known(example)}: P{(example.leader or 0) + 1} opens"
        case "drawn":
            return f"{_known(example)}: anybody opens"
        case "turns":
            return f"after {', '.join(example.history)}: the turns go {example.direction}"
        case "match_ends":
            return f"{_points(example)}: the match is {'over' if example.expected else 'not over'}"
        case "match_won":
            standing = {"wins": "wins the match", "shares": "shares the win", "level": "is level"}[
                example.standing or "wins"
            ]
            return f"{_points(example)}: P{(example.leader or 0) + 1} {standing}"
        case kind:
            raise ValueError(f"no comparison ends in an example of the kind `{kind}`")


def _items(example: model.Example) -> str:
    """What is offered, then what is not."""
    shown: dict[bool, list[str]] = {True: [], False: []}
    for item in example.items:
        said = f"claim {item.claim}" if item.claim else "-".join(item.cards) or "pass"
        shown[item.expected].append(said)
    verb = "breach" if example.breach else "may"
    return f"{verb} {', '.join([*shown[True], *(f'not {said}' for said in shown[False])])}"


def _when(when: model.Expression) -> str:
    match when:
        case model.HasCount(count=count):
            return f"the next player has {count} card{'' if count == 1 else 's'}"
        case _:
            return "opening"


def _known(example: model.Example) -> str:
    return ", ".join([_left(example), *map(_fact, example.facts)])


def _points(example: model.Example) -> str:
    hands = "" if example.hands is None else f" after {example.hands} hand{'' if example.hands == 1 else 's'}"
    return f"points {' '.join(map(str, example.points))}{hands}"


def _left(example: model.Example) -> str:
    if example.left:
        return f"cards left {' '.join(map(str, example.left))}"
    return f"held {' | '.join(' '.join(hand) or 'nothing' for hand in example.held)}"


def _fact(fact: model.ExampleFact) -> str:
    cards = "-".join(fact.cards)
    said = {"broke": fact.name, "claimed": fact.name, "is": fact.name, "bid": str(fact.number)}
    said |= dict.fromkeys(("opened", "won", "lost"), "")
    return f"P{fact.seat + 1} {fact.what} {said.get(fact.what, cards)}".rstrip()


# ---- examples in the names of the other rulebook -------------------------------------------------------------------


def translated(example: model.Example, pairing: Pairing) -> model.Example:
    """The example in the names of the second rulebook; what it does not have keeps its name."""
    called = pairing.called

    def cards(names: Iterable[str]) -> tuple[str, ...]:
        return tuple(map(called, names))

    def text(action: str) -> str:
        return action if action == "pass" else "-".join(cards(action.split("-")))

    told = replace(
        example,
        cards=cards(example.cards),
        against=cards(example.against),
        combination=None if example.combination is None else called(example.combination),
        items=tuple(
            replace(item, cards=cards(item.cards), claim=None if item.claim is None else called(item.claim))
            for item in example.items
        ),
        history=tuple(map(text, example.history)),
        held=tuple(map(cards, example.held)),
        facts=tuple(
            replace(fact, cards=cards(fact.cards), name=None if fact.name is None else called(fact.name))
            for fact in example.facts
        ),
    )
    return replace(told, text=line(told))


def guarded(text: str, game: Game) -> str:
    """The line of an example with the answers under which it holds, where they are not the first ones."""
    given = [f"{option.name} = {option.answer}" for option in game.rulebook.options if option.answer != option.default]
    return f"{text}    with {', '.join(given)}" if given else text
