"""Examples as rulebooks write them."""

from __future__ import annotations

from cardwright.dsl import model


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
