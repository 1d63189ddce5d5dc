"""Examples that hold in one game and not in the other."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from cardwright.dsl import model

from ..examples import run
from ..game import Game, height
from ..lines import line
from .extents import OnlyIn
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
