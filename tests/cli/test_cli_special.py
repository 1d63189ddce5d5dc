"""Bids, gifts, kitties, effects and cards laid face down, as the command line shows and asks them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from terminal import cardwright

from cardwright.interpreter import Game, load

HEAD = """cardwright 1
rulebook {name} "{title}" edition 1
deck {{ ranks: 4 < 5 < 6 < 7 < 8 < 9   suits: D < C < H < S }}
"""
BIDDING = (
    HEAD.format(name="bidding", title="Bidding")
    + """deal { players: 3   each: 7   rest: kitty }
combination single { cards: 1   compare: highest card }
auction boss { bids: 1 < 2 < 3   starts: random   each_bids: once   no_bid: void }
step pick_up: boss takes kitty
play {
  before:      boss, pick_up
  turns:       go clockwise
  first hand:  opened by the boss
  later hands: opened as the first
  each turn:   beat or pass
  a pass:      keeps you in the trick
  a trick:     ends when all others pass in a row
  won at once: never
  next trick:  led by the trick winner
  the hand:    ends when a player has no cards
}
payment debt: each loser pays the winner bid of boss
"""
)
GIVING = (
    HEAD.format(name="giving", title="Giving")
    + """deal { players: 3   each: 3   rest: unused }
combination single { cards: 1            compare: highest card }
combination pair   { cards: 2 of a rank  compare: rank }
step tribute: last loser gives 1 highest card to last winner
step back:    last winner gives 1 card to last loser
play {
  before:      tribute, back
  turns:       go clockwise
  first hand:  opened by the holder of the lowest card
  later hands: opened by the last loser
  each turn:   beat or pass
  a pass:      puts you out of the trick
  a trick:     ends when all others pass in a row
  won at once: never
  next trick:  led by the trick winner, else by the next player who has cards
  the hand:    ends when 1 player has cards
}
effect leap { when: play has 6   then: skip_next }
effect turn { when: play has 7   then: reverse_turns, reverse_ranks   lasts: trick }
effect toll { when: table has 8  then: drop_beaten, pays fine }
payment fine: beaten player pays player 2
payment places: each player scores 3 - place of player
"""
)
LAYING = (
    HEAD.format(name="laying", title="Laying")
    + """deal { players: 3   each: 4   rest: unused }
combination single { cards: 1            compare: highest card }
combination pair   { cards: 2 of a rank  compare: rank }
play {
  turns:          go clockwise
  first hand:     opened by a random player
  later hands:    opened by the last winner
  each turn:      beat or discard
  a trick:        ends after one turn each
  won at once:    never
  next trick:     led by the trick winner
  the last trick: wins the hand
  the hand:       ends when a player has no cards, after the trick
}
payment debt: each loser pays the winner 1
"""
)


@pytest.fixture
def books(tmp_path: Path) -> dict[str, str]:
    """The paths of the rulebooks."""
    found = {}
    for name, text in (("bidding", BIDDING), ("giving", GIVING), ("laying", LAYING)):
        path = tmp_path / f"{name}.rules"
        path.write_text(text, "utf-8")
        found[name] = str(path)
    return found


def shown(*arguments: str, typed: str = "") -> str:
    """What the command line prints, without a fault."""
    said = cardwright(*arguments, typed=typed)
    assert said.code == 0, said
    return said.out


def bidder_first(book: str, seat: int) -> str:
    """A seed whose bidding this seat starts."""
    game = load(book)
    return str(next(seed for seed in range(99) if game.match(seed).deal().turn == seat))


# ---- auctions ------------------------------------------------------------------------------------------------------


def test_a_person_bids(books: dict[str, str]) -> None:
    book, seed = books["bidding"], bidder_first(books["bidding"], 0)
    out = shown("play", book, "--seed", seed, typed="why bid 9\nbid 9\n9\nzz\nhint\n?\n3\nq\n")
    assert "P1 is asked first: who is boss?" in out
    assert "Bid to be boss: 1, 2, 3; or p to pass." in out
    assert out.count("the bids of `boss` are 1, 2, 3") == 3 and "bidding.rules:6" in out
    assert "A simple bot would choose: " in out
    assert "  P1 bids 3\n  P1 is boss\n  P1 takes what was left over: " in out
    assert "P1 opens: the boss" in out
    assert "Boss P1; taken from what was left over: " in out and "Your 10 cards:" in out


def test_a_person_passes_and_hears_the_others(books: dict[str, str]) -> None:
    book, seed = books["bidding"], bidder_first(books["bidding"], 2)
    out = shown("play", book, "--seed", seed, "--bots", "random", typed="p\nno\nq\n")
    assert "P3 is asked first: who is boss?" in out
    assert "  P1 passes\n" in out or "P3 bids 3" in out


def test_a_kitty_is_not_shown_before_it_is_taken(books: dict[str, str]) -> None:
    book, seed = books["bidding"], bidder_first(books["bidding"], 0)
    out = shown("play", book, "--seed", seed, typed="look\nq\n")
    game = load(book)
    signs = {"D": "♦", "C": "♣", "H": "♥", "S": "♠"}
    kitty = [game.pieces.names[card] for card in game.match(int(seed)).deal().at.special.kitty]
    assert not [card for card in kitty if f"{card[:-1]}{signs[card[-1]]}" in out.split() or card in out.split()]


def test_bots_bid_play_and_void_hands(books: dict[str, str]) -> None:
    out = shown("play", books["bidding"], "--all-bots", "--seed", "1", "--hands", "6", "--bots", "random")
    assert "is boss" in out and "How it is paid:" in out
    lines = shown("play", books["bidding"], "--all-bots", "--seed", "1", "--hands", "3", "--format", "concise")
    assert "bid " in lines and lines.count("scores ") >= 3


def test_records_of_bids_are_replayed(books: dict[str, str], tmp_path: Path) -> None:
    kept = tmp_path / "kept.json"
    shown("play", books["bidding"], "--all-bots", "--seed", "4", "--hands", "3", "--record", str(kept))
    assert "all as the rules say" in shown("replay", str(kept), "--rules", books["bidding"])
    record = json.loads(kept.read_text("utf-8"))
    first = record[0] if isinstance(record, list) else record
    assert first["deal"]["starter"] in (0, 1, 2)
    first["actions"][0] = first["actions"][0][:4] + "bid 7"
    kept.write_text(json.dumps(first), "utf-8")
    said = cardwright("replay", str(kept), "--rules", books["bidding"])
    assert said.code == 1 and "bid 7" in said.err


def test_the_deal_tells_who_is_asked_first(books: dict[str, str]) -> None:
    out = shown("deal", books["bidding"], "--seed", "1")
    assert "is asked first" in out and "opens" not in out and "left over" in out
    data = json.loads(shown("deal", books["bidding"], "--seed", "1", "--format", "json"))
    assert data["opener"] is None and data["starter"] in (0, 1, 2) and len(data["rest"]) == 3


def test_the_rules_in_short(books: dict[str, str]) -> None:
    told = "1 < 2 < 3: a random player is asked first; everybody is asked once; with no bid the hand is void"
    assert told in " ".join(shown("explain", books["bidding"]).split())
    out = shown("explain", books["giving"])
    assert "Tribute: last loser gives 1 highest card to last winner" in out
    assert "Leap: when play has 6: the next player is passed over" in out
    assert "Back: last winner gives 1 card to last loser" in out
    assert "reversed ranks" in out and "`turn` turns the ranks upside down" in out


def test_what_is_no_bid(books: dict[str, str]) -> None:
    book, seed = books["bidding"], bidder_first(books["bidding"], 0)
    out = shown("play", book, "--seed", seed, typed="bid\nbid x\nbid -1\nbid 2 3\nzz\n\nq\n")
    for typed in ("x", "-1", "2 3", "zz"):
        assert f"`{typed}` is no bid." in out
    assert "Say how much you bid." in out and "is no card" not in out
    assert out.count("Bid to be boss: 1, 2, 3; or p to pass.") == 7


def test_bids_by_their_number_in_the_list(books: dict[str, str]) -> None:
    book, seed = books["bidding"], bidder_first(books["bidding"], 0)
    out = shown("play", book, "--seed", seed, typed="?\n#2\nq\n")
    assert "1 bid 1   2 bid 2   3 bid 3" in out and "4 pass" in out and "a number without # is a bid" in out
    assert "  P1 bids 2\n" in out
    out = shown("play", book, "--seed", seed, typed="bid 2\nbid 3\nq\n")
    assert "  P1 bids 2\n" in out and "Nobody bids now." in out


# ---- gifts and effects ---------------------------------------------------------------------------------------------


def second_hands(book: str, seeds: int, typed: str) -> Iterator[str]:
    """The second hands of matches in which P1 plays whatever is listed first, and then types this."""
    for seed in range(seeds):
        at = ("play", book, "--seed", str(seed), "--hands", "2")
        turns = shown(*at, typed="1\n" * 60).partition("Another hand?")[0].count("P1> ")
        yield shown(*at, typed="1\n" * turns + "\n" + typed).partition("── hand 2 ")[2]


def test_a_person_gives(books: dict[str, str]) -> None:
    """P1 wins a first hand against bots with one of these seeds, and is then asked."""
    hands = second_hands(books["giving"], 40, "zz\ngive\nhint\nlook\np\nq\n")
    out = next(hand for hand in hands if "P1 is asked: back" in hand)
    assert "Back: type 1 card to give to P" in out or "back: type 1 card to give to P" in out
    assert "`zz` is no card of this deck" in out and "comes first: give 1" in out
    assert "A simple bot would choose: give " in out
    assert [line for line in out.splitlines() if " gives P1 1 card: " in line], "who takes it sees it"


def test_gifts_are_listed_and_picked(books: dict[str, str]) -> None:
    hands = second_hands(books["giving"], 40, "\n?\n7\n#99\n#1\nq\n")
    out = next(hand for hand in hands if "P1 is asked: back" in hand)
    assert out.count("type 1 card to give to P") == 2, "an empty line says what is wanted"
    assert "? lists what you may give; h for help, q to leave." in out
    assert "give  1 give " in out
    assert "Type a card with its suit (7D), or #7" in out or "There is no play number 7" in out
    assert "There is no play number 99" in out and "P1 gives P" in out


def test_who_is_out_has_a_place(books: dict[str, str]) -> None:
    out = shown("play", books["giving"], "--all-bots", "--seed", "1")
    told = [line.split()[0] for line in out.splitlines() if " is out: place " in line]
    assert len(told) == 2 and "place 1" in out and "place 2" in out
    table = out.partition("place  score")[2]
    places = {line.split()[0]: line.split()[1] for line in table.splitlines()[1:4]}
    last = ({"P1", "P2", "P3"} - set(told)).pop()
    assert places == {told[0]: "1", told[1]: "2", last: "3"}


def test_piles_have_a_column() -> None:
    out = shown("play", "tien_gow", "--all-bots", "--seed", "3")
    assert "pile" in next(line for line in out.splitlines() if "score" in line) and "left: " not in out


# ---- cards that are ranks alone ------------------------------------------------------------------------------------


def landlord(typed: str) -> str:
    """A game in which cards are ranks alone, and P1 bids highest and leads."""
    seed = next(seed for seed in range(99) if load("dou_dizhu").match(seed).deal().turn == 0)
    return shown("play", "dou_dizhu", "--seed", str(seed), typed=f"3\n{typed}")


def test_a_pass_that_is_refused_is_no_card() -> None:
    out = shown("play", "hk", "--seed", "7", typed="p\nquit\n")
    assert "who leads cannot pass" in out and "is a card here" not in out


def test_words_that_are_cards_are_cards_and_the_prompt_says_so() -> None:
    out = landlord("q\nquit\n")
    assert "? for your plays, h for help, quit to leave." in out and "q to leave." in out
    assert "P1 leads  Q" in out or "q is a card here: h for help, quit to leave" in out
    assert "You left the table." in out
    out = landlord("h\nquit\n")
    assert "  quit       leave the table" in out and "#7 plays number 7 of them (7 by itself" in out


def test_a_number_that_is_a_card_is_one_everywhere() -> None:
    out = landlord("?\nwhy 3\nwhy #3\n#1\nquit\n")
    game = load("dou_dizhu")
    assert "a number without # is a card" in out
    state = game.match(next(seed for seed in range(99) if game.match(seed).deal().turn == 0)).deal().apply("bid 3")
    first, third = state.legal_actions()[0], state.legal_actions()[2]
    has = any(game.pieces.names[card] == "3" for card in state.hands[0])
    assert ("  3 is legal." if has else "not in the hand: 3") in out and f"  {third} is legal." in out
    assert f"P1 leads  {first}" in out


def test_a_claim_that_ends_the_hand_is_shown() -> None:
    game = load("tien_len", options={"instant_wins": "many"})
    seed = next(seed for seed in range(200) if game.match(seed).deal().is_over)
    state = game.match(seed).deal()
    (seat, claim), held = state.at.claimed[0], len(state.hands[state.at.claimed[0][0]])
    out = shown("play", "tien_len", "--with", "instant_wins=many", "--all-bots", "--seed", str(seed))
    told = next(line for line in out.splitlines() if " claims " in line)
    assert (
        told.startswith(f"  P{seat + 1} claims {claim.replace('_', ' ')}: ")
        and len(told.split(": ")[1].split()) == held
    )
    assert f"P{seat + 1} goes out on {claim.replace('_', ' ')}: the hand is over." in out


def test_nothing_is_said_of_payments_of_nothing() -> None:
    out = shown("play", "tien_len", "--all-bots", "--bots", "random", "--seed", "2")
    assert "stranded twos" not in out or " 0 (" not in out.partition("How it is paid")[2]


def test_a_watcher_sees_no_gift_between_others(books: dict[str, str]) -> None:
    told = [line for hand in second_hands(books["giving"], 12, "q\n") for line in hand.splitlines()]
    seen = [line for line in told if " gives " in line and "P1" not in line]
    assert seen and all(line.endswith("1 card") for line in seen)


def test_effects_are_told(books: dict[str, str]) -> None:
    out = "".join(
        shown("play", books["giving"], "--all-bots", "--bots", "random", "--seed", str(seed), "--hands", "3")
        for seed in range(4)
    )
    assert "is passed over" in out
    assert "The ranks are upside down now." in out and "The turns go the other way round now." in out
    assert "pays P" in out and " 2 for fine" in out and "is out of the trick" in out
    assert "fine: P" in out and "(in play)" in out


# ---- cards laid face down ------------------------------------------------------------------------------------------


def test_a_person_lays_cards_down(books: dict[str, str]) -> None:
    for seed in range(60):
        out = shown("play", books["laying"], "--seed", str(seed), typed="p\nq\n")
        if "lays 1 card face down" in out or "Who does not beat it lays 1 card face down" in out:
            break
    assert "who does not beat the table lays as many pieces face down" in out
    state = load(books["laying"]).match(seed).deal()
    assert state.turn != 0
    card = load(books["laying"]).pieces.names[state.hands[0][0]]
    out = shown("play", books["laying"], "--seed", str(seed), typed=f"why d {card}\nd {card}\nq\n")
    assert "P1 lays 1 card face down" in out or "must be laid face down" in out


def test_hands_with_discards_to_their_end(books: dict[str, str]) -> None:
    out = shown("play", books["laying"], "--seed", "2", "--hands", "1", typed="1\n" * 30)
    assert "takes the last trick and wins: the hand is over." in out
    assert "face down" in out


def test_moves_and_why_of_discards(books: dict[str, str]) -> None:
    book = books["laying"]
    asked = ("--hand", "9S 4D 4C", "--table", "8D")
    assert shown("moves", book, *asked).endswith("lay 1 card face down\n")
    assert shown("moves", book, *asked, "--format", "concise").splitlines() == ["9S single", "discard 1"]
    data = json.loads(shown("moves", book, *asked, "--format", "json"))
    assert data["discard"] == 1 and data["pass"] is False
    assert "discard 4D is legal" in shown("why", book, *asked, "--play", "discard 4D")
    said = cardwright("why", book, *asked, "--play", "discard 4D 4C")
    assert said.code == 1 and "1 must be laid face down, not 2" in said.out
    assert "the nearest that is legal: discard 4" in said.out
    said = cardwright("why", book, *asked, "--play", "discard zz")
    assert said.code == 2 and "`zz` is no card" in said.err


def test_pieces_are_named_as_they_are_shown() -> None:
    out = shown("play", "tien_gow", "--seed", "5", "--lang", "zh", typed="zz\nq\n")
    assert "the pieces are 天 地 人" in out and "the pieces are Heaven" not in out


# ---- who opens -----------------------------------------------------------------------------------------------------

LEVEL = (
    HEAD.format(name="level", title="Level")
    + """deal { players: 3   each: 4   rest: unused }
combination single { cards: 1   compare: highest card }
play {
  turns:       go clockwise
  first hand:  opened by the holder of the lowest card, playing it
  later hands: opened by the last loser
  each turn:   beat or pass
  a pass:      keeps you in the trick
  a trick:     ends when all others pass in a row
  won at once: never
  next trick:  led by the trick winner
  the hand:    ends when a player has no cards
}
payment debt: each loser pays the winner cards of payer
"""
)


@pytest.mark.parametrize("how", ["human", "json"])
def test_hands_follow_a_level_one(how: str, tmp_path: Path) -> None:
    """Nobody alone has lost: the next hand is opened as the first, whichever way it is played."""
    book, kept = tmp_path / "level.rules", tmp_path / "kept.json"
    book.write_text(LEVEL, "utf-8")
    out = shown("play", str(book), "--all-bots", "--hands", "12", "--seed", "3", "--format", how, "--record", str(kept))
    records = json.loads(kept.read_text("utf-8"))
    level = [record for record in records if record["hand_number"] > 1 and record["last_loser"] is None]
    assert len(records) == 12 and 0 < len(level) < 11
    if how == "human":
        assert out.count("opens: the holder of the lowest card, playing it") == len(level) + 1
        assert out.count("opens: the last loser") == 11 - len(level)
    assert "all as the rules say" in shown("replay", str(kept), "--rules", str(book))


def test_the_card_that_opens_is_that_of_the_line(tmp_path: Path) -> None:
    book = tmp_path / "level.rules"
    lines = LEVEL.replace("each: 4", "each: 8").replace("rest: unused", "").replace("the lowest card, playing it", "4D")
    book.write_text(lines.replace("the last loser", "the holder of 9S"), "utf-8")
    out = shown("play", str(book), "--all-bots", "--hands", "2", "--seed", "3")
    assert "opens: the holder of 4D" in out and "opens: the holder of 9S" in out


def test_a_duty_that_leaves_only_a_pass_is_no_play_that_beats(tmp_path: Path) -> None:
    book = tmp_path / "level.rules"
    duty = 'duty quiet "Never answer." { when: answers   must: pass   breach: refused }\n'
    book.write_text(LEVEL + duty, "utf-8")
    game = load(str(book))
    seed = next(n for n in range(99) if game.match(n).deal().turn == 2 and "9S" in hand(game, n))
    out = shown("play", str(book), "--seed", str(seed), typed="\nq\n")
    assert "You may only pass: Enter passes." in out and "Nothing beats it" not in out


def hand(game: Game, seed: int) -> str:
    """What the first seat is dealt."""
    return game.pieces.format(game.match(seed).deal().hands[0])
