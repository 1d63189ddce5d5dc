"""Keeps the scores of a club night: tables with their house rules, hands with what they pay, standings, undo.

    python examples/club_night.py night.json table "Table 1" hk Ann Bo Cy Di --with tiers=four --without triples
    python examples/club_night.py night.json hand "Table 1" left=0,3,8,11
    python examples/club_night.py night.json hand "Table 1" left=8,11,3,0 broke=Cy:top
    python examples/club_night.py night.json undo
    python examples/club_night.py night.json standings

What a hand pays is worked out by its rulebook. Where the rulebook asks for more than how many cards are left, the
program says what is missing, and nothing is written. Everything is kept in one JSON file, and goes on from there next
time."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

import cardwright

VERSION = 1
LISTS = ("left", "held", "piles")  # one for each player, in the order of the table
BY_PLAYER = ("ended", "claimed", "broke", "played", "bids")  # Ann:2S-2H, Bo:dragon
PLAYERS = ("out", "opener", "last_loser")  # Ann, Bo
ROLES = "roles"  # landlord:Ann
FIELDS = (*LISTS, *BY_PLAYER, *PLAYERS, ROLES)


class Mistake(Exception):
    """Something that whoever types can put right."""


@dataclass
class Table:
    """Who plays what: a rulebook, by name or path, with the answers of the house; `content` is the hash of both."""

    rules: str
    options: dict[str, bool | int | str]
    players: list[str]
    content: str

    def game(self) -> cardwright.Game:
        """The game that is played here. A rulebook that means something else by now would pay otherwise."""
        game = cardwright.load(self.rules, options=self.options)
        if game.content != self.content:
            raise Mistake(f"the rules of `{self.rules}` are not those that this night began with")
        return game


@dataclass
class Hand:
    """A hand as it was told, what it paid, and who won it."""

    table: str
    told: dict[str, Any]
    scores: list[str]
    winner: int | None


@dataclass
class Night:
    """All tables, and all hands in the order in which they were told."""

    tables: dict[str, Table] = field(default_factory=dict)
    hands: list[Hand] = field(default_factory=list)

    def table(self, name: str) -> Table:
        """The table of a name."""
        if name not in self.tables:
            raise Mistake(f"there is no table `{name}`; there are: {', '.join(self.tables) or 'none'}")
        return self.tables[name]

    def of(self, name: str) -> Iterator[tuple[list[Fraction], int | None]]:
        """The scores and the winner of every hand of one table."""
        return (([Fraction(score) for score in each.scores], each.winner) for each in self.hands if each.table == name)


KEPT = TypeAdapter(Night)


# ---- the file --------------------------------------------------------------------------------------------------------


def read(path: Path) -> Night:
    """The night that is kept in a file; a new one, where there is no such file."""
    if not path.exists():
        return Night()
    try:
        data = json.loads(path.read_text("utf-8"))
        if data["version"] != VERSION:
            raise Mistake(f"`{path}` is of another version of this program")
        night = KEPT.validate_json(json.dumps({"tables": data["tables"], "hands": data["hands"]}), strict=True)
        for hand in night.hands:
            seats = len(night.table(hand.table).players)
            if len([Fraction(score) for score in hand.scores]) != seats or (hand.winner or 0) not in range(seats):
                raise ValueError(f"a hand of `{hand.table}` does not fit its players")
        return night
    except (ValueError, KeyError, TypeError, ArithmeticError, RecursionError) as error:
        raise Mistake(f"`{path}` is not the file of a club night: {error}") from error


def save(night: Night, path: Path) -> None:
    """Write the file in one step: whatever happens, the old one or the new one is there."""
    new = path.with_name(f"{path.name}.new")
    new.write_text(json.dumps({"version": VERSION, **asdict(night)}, ensure_ascii=False, indent=1) + "\n", "utf-8")
    os.replace(new, path)


# ---- what is typed ---------------------------------------------------------------------------------------------------


def answers(with_: Sequence[str], without: Sequence[str]) -> dict[str, bool | int | str]:
    """The answers of the house: `tiers=four`, `stake=5`, `triples` alone for yes."""
    found: dict[str, bool | int | str] = dict.fromkeys(without, False)
    for part in with_:
        name, equals, answer = part.partition("=")
        known = {"yes": True, "no": False, **({} if equals else {"": True})}
        found[name] = (
            known[answer] if answer in known else int(answer) if answer.isdecimal() and len(answer) < 100 else answer
        )
    return found


def situation(table: Table, words: Sequence[str]) -> dict[str, Any]:
    """What was told of a hand, as a settlement reads it: players by their seats."""
    told: dict[str, Any] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or name not in FIELDS:
            raise Mistake(f"`{word}` says nothing about a hand; write one of: {', '.join(f'{f}=…' for f in FIELDS)}")
        if name == "held":
            told[name] = ["" if cards.strip() in ("", "nothing") else cards.strip() for cards in value.split("|")]
            continue
        items = [item.strip() for item in value.split(",") if item.strip()]
        if name in LISTS:
            told[name] = [int(item) if item.isdecimal() else item for item in items]
        elif name == ROLES:
            told[name] = {role.strip(): seat(table, who) for role, who in map(pair, items)}
        elif name == "out":
            told[name] = [seat(table, item) for item in items]
        elif name in PLAYERS:
            told[name] = seat(table, value)
        elif name == "played":
            told[name] = {f"P{number}": [] for number in range(1, len(table.players) + 1)}
            for who, what in map(pair, items):
                told[name][seat(table, who)].append(what)
        else:
            told[name] = {seat(table, who): what for who, what in map(pair, items)}
    return told


def pair(item: str) -> tuple[str, str]:
    """`Ann:dragon` in two."""
    one, colon, other = item.partition(":")
    if not colon or not other.strip():
        raise Mistake(f"`{item}` should be two things with a colon: `Ann:2S`")
    return one.strip(), other.strip()


def seat(table: Table, who: str) -> str:
    """The seat of a player."""
    if who.strip() not in table.players:
        raise Mistake(f"`{who.strip()}` does not sit at this table: {', '.join(table.players)}")
    return f"P{table.players.index(who.strip()) + 1}"


# ---- what is done ----------------------------------------------------------------------------------------------------


def seated(night: Night, name: str, rules: str, players: list[str], options: Mapping[str, bool | int | str]) -> str:
    """A new table."""
    if name in night.tables:
        raise Mistake(f"there is a table `{name}` already")
    if len(set(players)) < len(players):
        raise Mistake("two players at one table need two names")
    if not all(word.isprintable() and word.strip() for word in (name, *players)):
        raise Mistake("names are not empty, and every sign in them can be seen")
    if any(sign in player for player in players for sign in ",:|="):
        raise Mistake("names have no `,`, `:`, `|` and `=`")
    given = dict(options)
    game = cardwright.load(rules, options=given)
    if "players" in game.options and "players" not in given:
        game = cardwright.load(rules, options=(given := {**given, "players": len(players)}))
    if len(players) != game.players:
        raise Mistake(f"{game.rulebook.title} is for {game.players} players here, not {len(players)}")
    night.tables[name] = Table(rules, given, players, game.content)
    return f"{name}: {game.rulebook.title}, {', '.join(players)}"


def played(night: Night, name: str, words: Sequence[str]) -> list[str]:
    """A hand that is over: what it pays, line by line."""
    table = night.table(name)
    game = table.game()
    totals, number, last_winner = standing_of_match(night, name, game)
    told = situation(table, words)
    known: dict[str, Any] = {"totals": [as_points(total) for total in totals], "hand_number": number}
    settlement = game.settle({**known, **({"last_winner": last_winner} if last_winner is not None else {}), **told})
    night.hands.append(Hand(name, told, [str(score) for score in settlement.scores], settlement.winner))
    lines = [*settlement.lines(table.players), scores(table.players, settlement.scores)]
    after = [total + score for total, score in zip(totals, settlement.scores, strict=True)]
    verdict = game.match_verdict(after, number)
    if verdict.over:
        winners = " and ".join(table.players[each] for each in verdict.winners)
        lines.append(f"the match is over{f': {winners}' if winners else ''}; the next hand begins a new one")
    return lines


def standing_of_match(night: Night, name: str, game: cardwright.Game) -> tuple[list[Fraction], int, int | None]:
    """The totals of the match that goes on at a table, the number of its next hand, and who won the last one."""
    totals, number, winner = [Fraction(0)] * game.players, 1, None
    for hand, winner in night.of(name):
        totals = [total + score for total, score in zip(totals, hand, strict=True)]
        number += 1
        if game.match_verdict(totals, number - 1).over:
            totals, number, winner = [Fraction(0)] * game.players, 1, None
    return totals, number, winner


def standings(night: Night) -> list[str]:
    """The points of everybody, for each game that is played, over all tables that play it alike."""
    games: dict[str, list[str]] = {}
    for name, table in night.tables.items():
        games.setdefault(table.content, []).append(name)
    lines: list[str] = []
    for names in games.values():
        rulebook = night.tables[names[0]].game().rulebook
        points: dict[str, Fraction] = {}
        hands = 0
        for name in names:
            points |= {player: points.get(player, Fraction(0)) for player in night.tables[name].players}
            for hand, _ in night.of(name):
                hands += 1
                for player, score in zip(night.tables[name].players, hand, strict=True):
                    points[player] += score
        lowest_wins = rulebook.match.wins == "lowest"
        order = sorted(points.items(), key=lambda item: item[1] if lowest_wins else -item[1])
        lines.append(f"{rulebook.title}: {', '.join(names)}, {hands} hand{'s' * (hands != 1)}")
        lines += [f"  {player:<12} {signed(total):>7}" for player, total in order]
    return lines or ["no tables yet"]


def undone(night: Night) -> str:
    """Take the last hand back."""
    if not night.hands:
        raise Mistake("there is no hand to take back")
    hand = night.hands.pop()
    names = night.tables[hand.table].players
    return f"taken back, {hand.table}: {scores(names, [Fraction(score) for score in hand.scores])}"


def scores(players: Sequence[str], points: Sequence[int | Fraction]) -> str:
    """`Ann +33, Bo +18`."""
    return ", ".join(f"{player} {signed(score)}" for player, score in zip(players, points, strict=True))


def signed(points: int | Fraction) -> str:
    """`+33`, `0`, `-7/2`."""
    return f"+{points}" if points > 0 else str(points)


def as_points(total: Fraction) -> int | str:
    """Points as a situation has them."""
    return int(total) if total.denominator == 1 else str(total)


# ---- the command line ------------------------------------------------------------------------------------------------


def arguments() -> argparse.ArgumentParser:
    """What can be typed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path, help="where the night is kept")
    verbs = parser.add_subparsers(dest="verb", required=True)
    table = verbs.add_parser("table", help="seat players at a new table")
    table.add_argument("name")
    table.add_argument("rules", help="a rulebook that ships, or the path of one")
    table.add_argument("players", nargs="+", help="in the order of turns")
    table.add_argument("--with", dest="with_", action="append", default=[], metavar="NAME[=ANSWER]")
    table.add_argument("--without", action="append", default=[], metavar="NAME")
    hand = verbs.add_parser("hand", help="enter a hand that is over")
    hand.add_argument("name")
    hand.add_argument("told", nargs="+", metavar="FIELD=…", help=f"one of {', '.join(FIELDS)}")
    verbs.add_parser("undo", help="take the last hand back")
    verbs.add_parser("standings", help="show the points of everybody")
    return parser


def main(words: Sequence[str] | None = None) -> int:
    """Do what was typed; 2 for what cannot be done."""
    asked = arguments().parse_args(words)
    try:
        night = read(asked.file)
        match asked.verb:
            case "table":
                options = answers(asked.with_, asked.without)
                lines = [seated(night, asked.name, asked.rules, asked.players, options)]
            case "hand":
                lines = played(night, asked.name, asked.told)
            case "undo":
                lines = [undone(night)]
            case _:
                lines = standings(night)
        if asked.verb != "standings":
            save(night, asked.file)
    except cardwright.RulebookError as error:
        first = error.diagnostics[0]
        print(f"error: {first.message}" + (f"\n  {first.help}" if first.help else ""), file=sys.stderr)
        return 2
    except (Mistake, cardwright.CardwrightError, cardwright.NotFound, OSError) as error:
        asked_for = getattr(error, "field", None)
        print(f"error: {error}" + (f"\n  add {asked_for}=…" if asked_for in FIELDS else ""), file=sys.stderr)
        return 2
    print("\n".join(lines))
    return 0


if __name__ == "__main__":
    sys.exit(main())
