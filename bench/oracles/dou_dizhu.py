"""Dou Dizhu against OpenSpiel's: both engines play the same random hands, and offer the same plays at every decision.

python bench/oracles/dou_dizhu.py [--hands N] [--seed N] [--minutes N]          needs: pip install 'cardwright[rl]'

Exits 1 if anything differs that is not one of the kinds told below. What is compared, and why it may differ: README.md.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from cardwright.interpreter import Action, Bid, Cards, Game, PlayCards, State, load

try:
    import pyspiel
except ImportError:
    sys.exit("OpenSpiel is not installed: pip install 'cardwright[rl]'")

ANSWERS: Mapping[str, bool | str] = {
    "bidding": "until_passed",
    "all_pass": "void",
    "kickers": "other_ranks",
    "short_planes": True,
    "quads_carry": False,
    "spring": True,
}
"""The options by which our rulebook is the game that OpenSpiel documents in its `dou_dizhu.h`."""

SIGNS = {"T": "10", "(BWJ)": "BJ", "(CJ)": "RJ"}
"""OpenSpiel's signs for ranks that we write otherwise."""
SIGN = re.compile(r"\(BWJ\)|\(CJ\)|[3-9TJQKA2]")

HELD_FOUR = "OpenSpiel misses runs, runs of pairs and planes whose lowest rank the hand holds four times (its fault)"
ON_ROCKET = "OpenSpiel lets a bomb be played on the rocket (its fault: its header says that none beats it)"
WEAKER = (
    "OpenSpiel lists the same cards a second time, as a weaker plane (we read the strongest: language.md, Readings)"
)

PASS = ("pass", ())


class Offer(NamedTuple):
    """One action of OpenSpiel's: what it is, by ranks, and the lowest rank of the plane, by which readings differ."""

    action: int
    key: tuple[str, Cards]
    lowest: int


@dataclass
class Tally:
    """What has been compared, and how it came out."""

    hands: int = 0
    void: int = 0
    calls: int = 0
    decisions: int = 0
    plays: int = 0
    met: Counter[str] = field(default_factory=Counter)
    explained: Counter[str] = field(default_factory=Counter)
    unexplained: list[str] = field(default_factory=list)


class Other:
    """OpenSpiel's side, with its texts read as cards of our game."""

    def __init__(self, game: Game) -> None:
        self.game = pyspiel.load_game("dou_dizhu")
        signs = {name: sign for sign, name in SIGNS.items()}
        self._card = {signs.get(name, name): game.cards(name)[0] for name in game.pieces.names}
        self._known: dict[int, Offer] = {}

    def cards(self, text: str) -> Cards:
        """The cards that a text of OpenSpiel's names, without suits."""
        return tuple(sorted(self._card[sign] for sign in SIGN.findall(text)))

    def hand(self, state: Any, seat: int) -> Cards:
        """What a seat holds, as that seat is told."""
        line = next(line for line in state.observation_string(seat).splitlines() if line.startswith("My hand"))
        return self.cards(line.removeprefix("My hand"))

    def offers(self, state: Any) -> list[Offer]:
        """The legal actions of whoever's turn it is."""
        return [self.offer(state, action) for action in state.legal_actions()]

    def offer(self, state: Any, action: int) -> Offer:
        """One action; the numbers of actions mean the same in every state."""
        known = self._known.get(action)
        if known is None:
            known = self._known[action] = self._read(action, state.action_to_string(0, action))
        return known

    def _read(self, action: int, text: str) -> Offer:
        if text == "Pass":
            return Offer(action, PASS, -1)
        if text.startswith("Bid"):
            return Offer(action, (text.lower(), ()), -1)
        body, _, wings = text.partition("-")
        cards, taken = self.cards(body), self.cards(wings)
        if not taken:
            return Offer(action, (kind(cards), cards), cards[0])
        name = "plane_ones" if 3 * len(taken) == len(cards) else "plane_twos"
        return Offer(action, (name, tuple(sorted((*cards, *taken)))), cards[0])


def kind(cards: Cards) -> str:
    """What cards without wings are called in our rulebook, told by how often each rank occurs."""
    times = Counter(cards)
    often = sorted(times.values(), reverse=True)
    if len(times) == 1:
        return ("single", "pair", "trio", "bomb")[often[0] - 1]
    if often in ([3, 1], [3, 2]):
        return "trio_one" if often[1] == 1 else "trio_two"
    if often == [1, 1]:
        return "rocket"
    return ("run", "pair_run", "plane")[often[0] - 1]


def key(action: Action) -> tuple[str, Cards]:
    """What an action of ours is, by ranks."""
    match action:
        case PlayCards(play=play):
            return play.combination, play.pieces
        case Bid(bid=bid):
            return f"bid {bid}", ()
        case _:
            return PASS


# ---- every play there is -------------------------------------------------------------------------------------------


def read_all(game: Game, other: Other, tally: Tally) -> tuple[int, int]:
    """Whether each play that OpenSpiel has a number for is read alike here; how many numbers and plays there are."""
    state = other.game.new_initial_state()
    numbers = 0
    plays: set[tuple[str, Cards]] = set()
    for action in range(other.game.num_distinct_actions()):
        offer = other.offer(state, action)
        if offer.key[1]:
            numbers += 1
            plays.add(offer.key)
    for name, cards in sorted(plays):
        if name not in [play.combination for play in game.classify(cards)]:
            tally.unexplained.append(f"{game.pieces.format(cards)} is {name} for OpenSpiel alone")
    return numbers, len(plays)


# ---- hands ---------------------------------------------------------------------------------------------------------


def play_hand(game: Game, other: Other, rng: random.Random, tally: Tally) -> None:
    """Deal with OpenSpiel, give our game the same hands and kitty, and play both to the end."""
    theirs = other.game.new_initial_state()
    while theirs.is_chance_node():
        theirs.apply_action(rng.choice(theirs.legal_actions()))
    hands = [other.hand(theirs, seat) for seat in range(game.players)]
    left = Counter(game.deck)
    for hand in hands:
        left.subtract(hand)
    kitty = tuple(sorted(left.elements()))
    ours = game.deal(0, hands=hands, kitty=kitty, starter=theirs.current_player())
    tally.hands += 1
    while not theirs.is_terminal() and not ours.is_over:
        offers, actions = other.offers(theirs), {key(action): action for action in ours.legal_actions()}
        both = compare(game, theirs, ours, other, offers, actions, tally)
        if not both:
            return
        chosen = rng.choice(both)
        tally.met[chosen[0]] += 1
        theirs.apply_action(max(offer for offer in offers if offer.key == chosen).action)
        ours = ours.apply(actions[chosen])
    tally.void += ours.is_over and ours.winner is None
    if theirs.is_terminal() != ours.is_over or list(ours.scores) != list(theirs.returns()):
        tally.unexplained.append(f"hand {tally.hands}: {ours.scores} here, {theirs.returns()} there")


def compare(
    game: Game,
    theirs: Any,
    ours: State,
    other: Other,
    offers: list[Offer],
    actions: Mapping[tuple[str, Cards], Action],
    tally: Tally,
) -> list[tuple[str, Cards]]:
    """Compare one decision; what both offer, in a fixed order (nothing where the engines have parted)."""
    seat = theirs.current_player()
    hand = other.hand(theirs, seat)
    if ours.turn != seat or ours.hands[seat] != hand:
        tally.unexplained.append(f"hand {tally.hands}: seat {seat} has {game.pieces.format(hand)} there alone: {ours}")
        return []
    if ours.doing:
        tally.calls += 1
    else:
        tally.decisions += 1
    known = {offer.key for offer in offers}
    tally.plays += len(known | set(actions))
    tally.explained[WEAKER] += len(offers) - len(known)
    held = Counter(hand)
    for name, cards in sorted(set(actions) - known):
        if name in ("run", "pair_run", "plane") and held[cards[0]] == 4:
            tally.explained[HELD_FOUR] += 1
        else:
            tally.unexplained.append(f"hand {tally.hands}: {name} {game.pieces.format(cards)} here alone: {ours}")
    for name, cards in sorted(known - set(actions)):
        if name == "bomb" and ours.table is not None and ours.table.combination == "rocket":
            tally.explained[ON_ROCKET] += 1
            continue
        tally.unexplained.append(f"hand {tally.hands}: {name} {game.pieces.format(cards)} there alone: {ours}")
    return sorted(known & set(actions))


def main() -> int:
    """Compare, print what was compared and what differs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=int, default=2000, help="how many hands (2000)")
    parser.add_argument("--seed", type=int, default=1, help="of the random deals and plays (1)")
    parser.add_argument("--minutes", type=float, default=None, help="stop after so many minutes, whatever is left")
    asked = parser.parse_args()
    game, tally, rng = load("dou_dizhu", ANSWERS), Tally(), random.Random(asked.seed)
    other = Other(game)
    numbers, plays = read_all(game, other, tally)
    print(f"{numbers} numbered plays of OpenSpiel are {plays} plays by ranks, {len(tally.unexplained)} read otherwise")
    began = time.monotonic()
    while tally.hands < asked.hands and (asked.minutes is None or time.monotonic() - began < 60 * asked.minutes):
        play_hand(game, other, rng, tally)
        if tally.hands % 100 == 0:
            print(f"  {tally.hands} hands, {time.monotonic() - began:.0f} s", file=sys.stderr, flush=True)
    print(f"{tally.hands} hands (seed {asked.seed}), {tally.void} of them void; the scores of all were compared")
    print(f"{tally.calls} calls in the bidding and {tally.decisions} decisions in play, {tally.plays} actions offered")
    print("actions taken: " + ", ".join(f"{name} {count}" for name, count in sorted(tally.met.items())))
    for why in (HELD_FOUR, ON_ROCKET, WEAKER):
        print(f"explained, {tally.explained[why]} times: {why}")
    print(f"unexplained: {len(tally.unexplained)}")
    for line in tally.unexplained[:20]:
        print(f"  {line}")
    return 1 if tally.unexplained else 0


if __name__ == "__main__":
    sys.exit(main())
