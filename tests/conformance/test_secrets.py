"""Nothing that is derived from what a seat sees hangs on hidden pieces: views, reasons in every language, what bots
decide, legal actions. Tried with pieces swapped at random; gone through whole where few are hidden, and for every deal
and every course of small games."""

from __future__ import annotations

import gc
import io
import json
import pickle
from collections.abc import Iterator
from itertools import combinations, islice
from random import Random
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType

import pytest
from effort import (
    THOROUGH,
    TOLD_ACTIONS,
    TOLD_CHOICES,
    TOLD_DEALS,
    TOLD_LISTED,
    TOLD_STATES,
    TOLD_SWAPS,
    TOLD_WAYS,
)
from options import Table, names, tables, turns_part
from rulebooks_in_text import LINES
from strategies import played, some_states
from swapping import claim_deals, everywhere, shuffled, swapped, unused, ways

from cardwright.dsl import Source, check, model, shipped
from cardwright.interpreter import (
    BOTS,
    Action,
    Cards,
    CardwrightError,
    Carried,
    Deal,
    Discard,
    Game,
    Give,
    PlayCards,
    SearchBot,
    State,
    speaking,
)
from cardwright.languages import LANGUAGES

ALL = tables(turns_part)
TABLES = (
    ALL if THOROUGH else tuple(table for book in shipped() for table in [t for t in ALL if t.rulebook == book][::24])
)
"""Several settings of every rulebook."""


# ---- what a seat can get to know -----------------------------------------------------------------------------------


def probes(state: State, random: Random, whole: bool = True) -> list[str]:
    """What a seat may ask about: actions of every kind, cards of anybody, the whole hand of whose turn it is."""
    pieces, rules = state.rules.pieces, state.rules
    some = pieces.names[random.randrange(len(pieces))]
    found = ["pass", "decline", "bid 1", f"give {some}", f"discard {some}", some, "nothing"]
    found += [f"claim {claim.name}" for claim in rules.rulebook.claims]
    for hand in state.hands:
        if hand:
            found.append(pieces.format(random.sample(hand, min(len(hand), random.randrange(1, 4)))))
    turn = state.turn
    return found if turn is None or not state.hands[turn] or not whole else [*found, pieces.format(state.hands[turn])]


def told(state: State, seat: int, asked: list[str], thinking: bool = False, acting: bool = True) -> list[object]:
    """All that a seat can get to know at a state, as text and bytes; with `acting` what it can do, too, if it is its
    turn."""
    rules, seen = state.rules, state.observe(seat)
    found: list[object] = [json.dumps(seen.to_json()), repr(seen), hash(seen), pickle.dumps(seen), seen.leading]
    found.append(state.claims(seat))
    for text in asked:
        try:
            reasons = state.why_not(text, seat)
        except CardwrightError as error:
            found.append((type(error).__name__, str(error), pickle.dumps(vars(error))))
            continue
        if reasons is None:
            found.append((text, "legal"))
            continue
        found += [json.dumps(reasons.to_json()), repr(reasons), str(reasons)]
        found += [reasons.told(speaking(rules.rulebook, language)) for language in LANGUAGES]
    if state.turn == seat and acting:
        actions = state.legal_actions()
        listed = list(islice(actions, TOLD_LISTED))
        found += [[str(action) for action in listed], repr(actions)]
        found += [state.would_breach(action) for action in listed[:3]]
        if len(listed) < TOLD_LISTED:
            bots = [make(7) for make in BOTS.values()]
            if thinking and len(listed) < TOLD_CHOICES and not state.doing and not state.claiming:
                bots.append(SearchBot(rules, 7, 2))
            found += [str(bot.choose(seen, actions)) for bot in bots]
    return found


def kept_of(state: State) -> Cards:
    """The piece that everybody knows the holder of: who opens with it."""
    return (state.at.opening_card,)


# ---- tried at random, and gone through whole where it is feasible --------------------------------------------------


@pytest.mark.parametrize("table", TABLES, ids=names(TABLES))
def test_swapping_hidden_pieces_changes_nothing_that_a_seat_gets_to_know(table: Table) -> None:
    random = Random(11)
    fast = Game(table.model, engine="python") if THOROUGH or table in TABLES[::6] else None
    for number, (state, _) in enumerate(some_states(table, 1, TOLD_STATES)):
        if state.claiming:
            continue
        rest = unused(table, state, 1)
        public = pickle.dumps(state.spectate())
        for seat in range(table.game.players):
            asked = probes(state, random, whole=number > 0)
            known = told(state, seat, asked, thinking=number > 0)
            for _ in range(TOLD_SWAPS):
                there = shuffled(state, rest, seat, random, kept_of(state))
                assert told(there, seat, asked, thinking=number > 0) == known
                assert pickle.dumps(there.spectate()) == public
            if fast is not None:
                assert told(fast.standing(there.at), seat, asked) == told(fast.standing(state.at), seat, asked)


@pytest.mark.parametrize("table", TABLES, ids=names(TABLES))
def test_late_in_a_hand_every_way_that_hidden_pieces_can_lie_tells_the_same(table: Table) -> None:
    """Gone through whole: every arrangement of all that is hidden, at the last states where they are not too many."""
    random, looked = Random(12), 0
    for state, _ in reversed(played(table, 2)[0]):
        rest = unused(table, state, 2)
        for seat in range(table.game.players):
            if state.claiming or not 1 < ways(state, rest, seat, kept_of(state)) <= TOLD_WAYS:
                continue
            asked = probes(state, random)
            known = told(state, seat, asked)
            worlds = set()
            for there in everywhere(state, rest, seat, kept_of(state)):
                assert told(there, seat, asked) == known
                worlds.add(there.at)
            looked += len(worlds) > 1
        if looked > TOLD_STATES:
            break


WHOLE = tuple(t for t in TABLES if any(matcher.planner.untouched for matcher in t.game.rules.plays.matchers))


@pytest.mark.parametrize("table", WHOLE, ids=names(WHOLE))
def test_no_question_finds_out_that_somebody_else_holds_a_whole_hand_that_is_one_play(table: Table) -> None:
    """Such a play is read from an untouched hand alone: from the own one, whoever's turn it is."""
    game, random = table.game, Random(14)
    for matcher in game.rules.plays.matchers:
        if not matcher.planner.untouched:
            continue
        size = game.rules.sizes[0]
        filled = next(matcher.planner.fill(matcher.planner.pool(game.deck), (size, size)))
        hand = tuple(sorted(card for filling in filled for card in filling.cards))
        left = list(game.pieces.without(hand))
        random.shuffle(left)
        others = [tuple(sorted(left[at * size : (at + 1) * size])) for at in range(game.players - 1)]
        here = game.deal(1, hands=[hand, *others], opener=0)
        there = game.deal(1, hands=[others[0], hand, *others[1:]], opener=0)
        written = game.pieces.format(hand)
        for text in (written, *(f"{written}={play.combination}" for play in game.rules.plays.readings(hand, True))):
            assert isinstance(here.parse_action(text), PlayCards)
            assert repr(here.why_not(text, 2)) == repr(there.why_not(text, 2))


CLAIMING = tuple(table for table in TABLES if any(claim.voluntary for claim in table.model.claims))


@pytest.mark.parametrize("table", CLAIMING, ids=names(CLAIMING))
def test_while_claims_are_asked_nothing_tells_who_is_asked_and_what_was_answered(table: Table) -> None:
    """The same before and after every answer of the others, and where the others hold other cards and may claim
    nothing, or something else."""
    random = Random(13)
    for deal, _ in islice(claim_deals(table), TOLD_DEALS):
        start = table.game.start(deal)
        for seat in range(table.game.players):
            asked, seats = probes(start, random), [other for other in range(table.game.players) if other != seat]
            hands = swapped(deal.hands, deal.rest, seats, random, kept_of(start))
            there = table.game.start(Deal(tuple(hands), (), deal.opener, starter=deal.starter))
            states, state = [start, *([] if there.is_over else [there])], start
            while state.claiming:
                state = state.apply("decline" if state.turn == seat else random.choice(list(state.legal_actions())))
                if not state.is_over and not state.at.claimed and state.claims(seat) == start.claims(seat):
                    states.append(state)
            known = told(start, seat, asked, acting=False)
            assert all(told(other, seat, asked, acting=False) == known for other in states)


# ---- gone through whole for every deal and every course of small games ---------------------------------------------

_OPENED = {"first hand": "opened by the holder of the lowest card, playing it", "later hands": "opened as the first"}


def small(*declared: str, rest: str = "unused", **lines: str) -> Game:
    """A game of six cards: two for each of two players, and two that are left over."""
    told = "\n".join(f"  {name}: {line}" for name, line in {**LINES, **_OPENED, **_spaced(lines)}.items() if line)
    text = f"""cardwright 1
rulebook small "Small" edition 1
deck {{ ranks: 4 < 5 < 6   suits: D < C }}
deal {{ players: 2   each: 2   rest: {rest} }}
combination single {{ cards: 1   compare: highest card }}
combination pair {{ cards: 2 of a rank   compare: highest card }}
{chr(10).join(declared)}
payment debt: each loser pays the winner   cards of payer
play {{
{told}
}}
"""
    return Game(check(Source("small.rules", text)).settle())


def _spaced(lines: dict[str, str]) -> dict[str, str]:
    return {name.replace("_", " "): line for name, line in lines.items()}


_RANDOM = {"first_hand": "opened by a random player", "later_hands": "opened by a random player"}
_LOW = (
    "duty low { when: the next player has 1 card   binds: single, pass   must: be the lowest single   breach: refused }"
)
_DEAR = """duty high { when: the next player has 1 card   binds: single, pass   must: be the highest single
  breach: pays debt for every loser when the next player wins }"""
_TRIBUTE = "step tribute: last loser gives 1 card to last winner"
_BACK = "step back: last winner gives 1 card to last loser"
_BOSS = "auction boss { bids: 1   starts: random   each_bids: once   no_bid: starter }"
_TWINS = "claim twins { holding: 2 of a rank   may: go_out }\nclaim high { holding: no 4   may: void }"
_ASIDE = "claim aside { holding: 6   may: pile   all: 6 }"
_ORDER = "claims { order: high < twins   ties: lowest card, then turn }"
SMALL = {
    "a duty that refuses": lambda: small(_LOW),
    "a duty with a price": lambda: small(_DEAR),
    "cards face down": lambda: small(each_turn="beat or discard", a_pass="", **_RANDOM),
    "gifts": lambda: small(_TRIBUTE, _BACK, before="tribute, back", **_RANDOM),
    "an auction and a kitty": lambda: small(
        _BOSS, "step take: boss takes kitty", rest="kitty", before="boss, take", **_RANDOM
    ),
    "claims": lambda: small(_TWINS, _ORDER),
    "claims before gifts": lambda: small(_TWINS, _ORDER, _TRIBUTE, before="tribute", **_RANDOM),
    "cards laid aside": lambda: small(_ASIDE, **_RANDOM),
}


def deals(game: Game) -> Iterator[Deal]:
    """Every deal. Where the opener is drawn it is the first player: the seats are alike."""
    for first in combinations(game.deck, 2):
        left = tuple(card for card in game.deck if card not in first)
        for second in combinations(left, 2):
            rest = tuple(card for card in left if card not in second)
            holder = int(min((*first, *second), key=game.pieces.heights.__getitem__) in second)
            drawn = isinstance(game.rulebook.play.first_hand.by, model.RandomOpens)
            yield Deal((first, second), rest, 0 if drawn else holder, starter=0)


def watched(before: State, after: State, action: Action, seat: int) -> tuple[object, ...]:
    """What a seat is told of an action by the rules of the game; nothing of claims until they are over."""
    assert before.turn is not None
    if before.claiming:
        own = (str(action),) if before.turn == seat else ()
        made = (
            []
            if after.claiming
            else [answer for answer in (*(before.at.answers or ()), str(action)) if "decline" not in answer]
        )
        return (*own, tuple(filter(None, made))) if any(made) else own
    mine = before.turn == seat
    taker = before.rules.preparing.taker(before.at) if isinstance(action, Give) else None
    if isinstance(action, Give | Discard) and not mine and seat != taker:
        return (type(action).__name__, len(action.pieces))
    shown = after.at.special.kitty if after.at.special.kitty_by != before.at.special.kitty_by else ()
    return (str(action), *shown)


def shortly(state: State, seat: int) -> list[object]:
    """What a seat gets to know, as far as it is quickly told: its view, what it may do, and why not."""
    texts = ("5C", "claim twins") if state.rules.claiming.all else ("5C",)
    asked = [str(state.why_not(text, seat)) for text in texts]
    # Whether a seat is asked before others may claim is up to who asks them, and shown by asking.
    mine = state.turn == seat and not state.rules.claiming.all
    doing = [str(action) for action in state.legal_actions()] if mine else state.claims(seat)
    return [state.observe(seat).to_json(), asked, doing]


@pytest.mark.parametrize("name", SMALL)
def test_in_small_games_a_seat_knows_what_it_was_dealt_and_told_and_nothing_else(name: str) -> None:
    """Gone through whole, every deal and every course of so many actions: whoever was dealt the same, and was told the
    same since, gets to know the same."""
    game = SMALL[name]()
    known: dict[object, tuple[list[object], Cards]] = {}
    alike = 0

    def walk(state: State, deal: Deal, heard: tuple[tuple[object, ...], ...], left: int) -> None:
        nonlocal alike
        if state.is_over:
            return
        for seat in range(2):
            tells = shortly(state, seat)
            key = (seat, deal.hands[seat], deal.opener, opening_card, heard[seat])
            first, others = known.setdefault(key, (tells, deal.hands[1 - seat]))
            assert tells == first, key
            alike += others != deal.hands[1 - seat]
        for action in state.legal_actions() if left else ():
            after = state.apply(action)
            news = tuple((*heard[seat], *watched(state, after, action, seat)) for seat in range(2))
            walk(after, deal, news, left - 1)

    carried = Carried(2, 0, 1, last_places=(1, 2)) if game.rulebook.steps else Carried()
    for deal in deals(game):
        start = game.start(deal, carried)
        opening_card = start.at.opening_card  # Who opens with it shows that it is there.
        walk(start, deal, ((), ()), TOLD_ACTIONS)
    assert alike > 100


# ---- what a view is made of ----------------------------------------------------------------------------------------


class _Noting(pickle.Unpickler):
    """Notes which classes a pickle is made of."""

    def __init__(self, data: bytes) -> None:
        super().__init__(io.BytesIO(data))
        self.found: set[str] = set()

    def find_class(self, module: str, name: str) -> object:
        self.found.add(f"{module}.{name}")
        return super().find_class(module, name)


def reached(start: object) -> set[type]:
    """The types of all that can be reached from an object, but for what is shared by the whole program."""
    shared = (type, ModuleType, FunctionType, BuiltinFunctionType, MethodType)
    seen, left = {id(start): start}, [start]
    while left:
        for other in gc.get_referents(left.pop()):
            if not isinstance(other, shared) and id(other) not in seen:
                seen[id(other)] = other
                left.append(other)
    return {type(one) for one in seen.values()}


@pytest.mark.parametrize("table", TABLES, ids=names(TABLES))
def test_no_state_can_be_reached_from_a_view(table: Table) -> None:
    for state, _ in some_states(table, 1, 3):
        for seen in (*map(state.observe, range(table.game.players)), state.spectate()):
            parts = {part.__name__ for part in reached(seen)}
            assert "Observation" in parts and "Pieces" in parts
            assert not parts & {"State", "CompiledState", "Position", "Special", "Rules", "Game", "Plays", "Deal"}
            noting = _Noting(pickle.dumps(seen))
            assert noting.load() == seen
            assert not [name for name in noting.found if name.rpartition(".")[2] in ("State", "Position", "rules_of")]
