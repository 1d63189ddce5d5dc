"""Rulebooks at random: small decks, any combinations, ladders, bombs, lines of play, duties, effects, auctions, claims
and payments. What does not go together is refused by `check`, and another one is made."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from cardwright.dsl import Checked, Source, check
from cardwright.interpreter import Game

Pick: TypeAlias = Callable[[Sequence[str]], str]
"""Takes one of several."""

_DECKS = (
    "ranks: 3 < 4 < 5 < 6 < 7 < 8 < 9   suits: D < C < H < S",
    "ranks: 3 < 4 < 5 < 6 < 7 < 8 < 9   suits: D, C, H, S",
    "ranks: 3 < 4 < 5 < 6 < 7 < 8 < 9   suits: D < C = H < S   copies: 2",
    "ranks: 3 < 4 < 5 = 6 < 7 < 8 < 9   suits: D < C < H < S",
    "ranks: 3 < 4 < 5 < 6 < 7 < 8 < 9 < BJ < RJ   suits: D < C < H < S   jokers: BJ, RJ",
)
_CARDS = 28
"""In the first deck."""
_COMBINATIONS = {
    "pair": ("2 of a rank", ("highest card", "rank", "rank, then lowest card")),
    "triple": ("3 of a rank", ("rank", "highest card")),
    "some_alike": ("3 to 4 of a rank", ("rank", "size, then rank")),
    "straight": ("3 in runs", ("runs, then highest card", "runs", "highest card", "last card")),
    "long_straight": ("4 or more in a row from 3 to 9", ("highest card", "length, then lowest card")),
    "stairs": ("2 each of 2 or more ranks in a row from 3 to 9", ("highest card", "length, then highest card")),
    "flush": ("4 of a suit", ("ranks, then suit", "suit, then ranks", "ranks")),
    "house": ("3 of a rank as trio + 2 of another rank", ("rank of trio", "rank of trio, then lowest card")),
    "kicked": ("3 of a rank as trio + 1 of another rank", ("rank of trio",)),
    "two_pairs": ("2 of a rank as one + 2 of another rank", ("highest card", "ranks, then highest card")),
    "suited": ("3 in runs, of a suit", ("runs, then suit", "suit, then runs")),
    "sevens": ("1 or more of 7 as first + 1 or more of 8", ("nothing", "size of first")),
    "four_alike": ("4 of a rank", ("rank",)),
    "rainbow": ("1 each of 4 suits", ("highest card", "ranks")),
}
_LINES = {
    "turns": ("go clockwise", "go anticlockwise"),
    "first hand": (
        "opened by a random player",
        "opened by the holder of the lowest card, playing it",
        "opened by the holder of 4D",
        "opened by the holder of the lowest card",
        "opened by the boss",
    ),
    "later hands": ("opened as the first", "opened by the last winner", "opened by the last loser"),
    "each turn": ("beat or pass", "beat if able, else pass", "beat or discard", "beat if able, else discard"),
    "a pass": ("keeps you in the trick", "puts you out of the trick", ""),
    "a trick": ("ends when all others pass in a row", "ends after one turn each"),
    "won at once": ("never", "by an unbeatable play", "by single of 9, pair of 3", "by single of 9S"),
    "the pile": ("", "takes the winning play", "takes the whole trick"),
    "next trick": ("led by the trick winner", "led by the trick winner, else by the next player who has cards"),
    "the last trick": ("", "", "wins the hand"),
    "the hand": (
        "ends when a player has no cards",
        "ends when a player has no cards, after the trick",
        "ends when 1 player has cards",
        "ends when at most 1 player has cards, after the trick",
        "ends when 2 players have no cards",
    ),
}
_DUTIES = (
    "duty top { when: the next player has 1 card   binds: single, pass   must: be the highest single   breach: $ }",
    "duty low { binds: single   must: be the lowest single   breach: $ }",
    "duty no_last_nine { must: not (going_out and have 9)   breach: $ }",
    "duty even { binds: single, pass, pair   must: have no 5   breach: $ }",
    "duty follow { when: answers and holding 7   must: have 7   breach: $ }",
    "duty strong { when: leading and the next player has 2 cards   must: size of play > 1   breach: $ }",
)
_BREACHES = (
    "refused",
    "pays debt for every loser when the next player wins",
    "pays debt for every loser when the next player wins   lasts: one_turn",
)
_EFFECTS = (
    "effect over { when: play has 7   then: reverse_ranks   lasts: $ }",
    "effect back { when: play has 9   then: reverse_turns   lasts: $ }",
    "effect both { when: size of play is 3   then: reverse_ranks, skip_next   lasts: $ }",
    "effect clears { when: play has 8   then: end_trick }",
    "effect skips { when: play has 4   then: skip_next, skip_next }",
    "effect chopped { when: table has 9   then: drop_beaten, pays chop }",
)
_CLAIMS = (
    "claim four_of_seven { holding: 7 7 7   may: $ }",
    "claim four_of_one { holding: 4 of a rank   may: $ }",
    "claim no_high { holding: no 8, no 9   may: $ }",
    "claim run { holding: 3 in runs, of a suit   must: $ }",
    "claim threes { holding: 3D 3C   must: pile   all: 3 }",
)
_BEFORE = (
    "",
    "",
    "boss",
    "boss, take",
    "tribute, back",
    "boss, take, tribute, back",
)
_PAYMENTS = (
    "payment debt: each loser pays the winner   cards of payer x tier of payer",
    "payment debt: each loser pays the winner   cards of payer x bonus of payer",
    "payment debt: each player scores size of pile of player - tier of player",
    "payment debt: each loser pays the winner   (2 when the last play has 9 | 1) x cards of payer",
    "payment debt: each loser pays the winner   1 + (3 when opener wins | 0)",
)


def text(pick: Pick) -> str:
    """A rulebook, well-formed or not."""

    def some(told: Sequence[str], *filled: str) -> str:
        chosen = [line for line in told if pick("nnny") == "y"]
        return "\n".join(line.replace("$", pick(filled)) if filled else line for line in chosen)

    players, each = pick("234"), pick("456")
    names = ["pair", *(name for name in _COMBINATIONS if name != "pair" and pick("nny") == "y")]
    combinations = [f"combination single {{ cards: 1   compare: {pick(('highest card', 'highest card', 'rank'))} }}"]
    for name in names:
        cards, compared = _COMBINATIONS[name]
        more = pick(("", "", "   needs: play has no 3", "   equal: falls", "   same: size, suit"))
        if "same" in more and name not in ("flush", "suited"):
            more = ""
        combinations.append(f"combination {name} {{ cards: {cards}   compare: {pick(compared)}{more} }}")
    large = [name for name in names if name not in ("pair", "four_alike")]
    ladder = f"ladder steps {{ order: {' < '.join(large)}   beats: lower }}" if len(large) > 1 else ""
    bombs = "bombs loud { order: four_alike   beats: everything }" if "four_alike" in names else ""
    before = pick(_BEFORE)
    lines = {name: pick(told) for name, told in _LINES.items()}
    lines["before"] = before
    if "discard" in lines["each turn"]:
        lines["a pass"] = ""
    elif not lines["a pass"]:
        lines["a pass"] = "keeps you in the trick"
    if "no cards" not in lines["the hand"] or "2 players" in lines["the hand"]:
        lines["next trick"] = "led by the trick winner, else by the next player who has cards"
    if "boss" not in before and "boss" in lines["first hand"]:
        lines["first hand"] = "opened by a random player"
    steps = []
    if "boss" in before:
        bids = pick(("1 < 2 < 3", "1 < 2", "5"))
        starts = pick(("random", "opener", "the last winner", "the holder of the lowest card"))
        how, out = pick(("once", "until_passed")), pick(("", "a pass: puts_you_out"))
        steps.append(
            f"auction boss {{ bids: {bids}   starts: {starts}   each_bids: {how}   {out}"
            f"   no_bid: {pick(('void', 'starter'))} }}"
        )
    if "take" in before:
        steps.append("step take: boss takes kitty")
    if "tribute" in before:
        steps.append(f"step tribute: last loser gives {pick('12')} {pick(('highest ', ''))}cards to last winner")
        steps.append("step back: last winner gives 1 card to last loser")
    claims = some(_CLAIMS, "go_out", "void")
    order = [line.split()[1] for line in claims.splitlines() if ": go_out" in line or ": void" in line]
    if len(order) > 1:
        claims += f"\nclaims {{ order: {' < '.join(order)}   ties: lowest card, then turn }}"
    effects = some(_EFFECTS, "trick", "hand", "all_hands")
    chop = "payment chop: beaten player pays player   (2 when table has 9 | 1)" if "chop" in effects else ""
    played = "\n".join(f"  {name}: {line}" for name, line in lines.items() if line)
    deck, rest = pick(_DECKS), "unused"
    if "take" in before:
        # Nearly all cards are dealt: who takes the kitty shall not hold half the deck.
        deck, rest, each = _DECKS[0], "kitty", str(_CARDS // int(players) - 1)
    return f"""cardwright 1
rulebook house "House" edition 1
deck {{ {deck} }}
deal {{ players: {players}   each: {each}   rest: {rest} }}
order runs: {pick(("3-4-5 .. 7-8-9", "3-4-5 .. 7-8-9 < 8-9-3", "9-3-4 < 3-4-5 .. 7-8-9"))}
{chr(10).join(combinations)}
{pick((ladder, ""))}
{pick((bombs, bombs, ""))}
{chr(10).join(steps)}
{some(_DUTIES, *_BREACHES)}
{effects}
{claims}
table tier of cards: 0..3 x1, 4..5 x2, 6 or more x3
factors bonus of payer {{ nines: x2 for each 9 held   many: x3 when cards of payer > 3 }}
{pick(_PAYMENTS)}
{chop}
play {{
{played}
}}
"""


def read(told: str) -> Checked:
    """What `check` says of a rulebook."""
    return check(Source("house.rules", told))


def house(pick: Pick) -> Game | None:
    """The game of a rulebook at random; None if it is not well-formed."""
    found = read(text(pick))
    return None if found.program is None or found.errors else Game(found.settle())
