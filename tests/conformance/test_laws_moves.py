"""Legal plays are all plays: every sub-multiset of a hand that is a play and beats the table is offered, and no other.

Exhausted: all subsets of hands of up to 10 pieces, and all subsets of up to 5 pieces of hands of 13. Sampled: the
hands, which come from the whole deck, from few ranks, from few suits and from neighbouring ranks, and the tables."""

from collections.abc import Iterator
from itertools import combinations
from random import Random

import pytest
from effort import LARGE_HANDS, LARGEST_TRIED, SMALL_HANDS
from options import Table, names, plays_part, tables, turns_part
from strategies import played, random_hand, random_plays

from cardwright.interpreter import Cards, Game, Illegal, Invalid, Play, PlayCards, State, oracle

PLAY_TABLES = tables(plays_part)
TURN_TABLES = tables(turns_part)


def tables_to_beat(game: Game, random: Random, hand: Cards) -> Iterator[Play | None]:
    """Nothing, plays of the hand itself, and plays of any combination."""
    yield None
    own = list(game.plays(hand))
    yield from random.sample(own, min(2, len(own)))
    for _ in range(2):
        yield from random_plays(game, random, random.randrange(len(game.rulebook.combinations)), 1)


def by_trying(game: Game, hand: Cards, most: int) -> set[Play]:
    """Every play of up to so many pieces, by reading every sub-multiset."""
    if most >= len(hand):
        return set(oracle.generate(game.rules.plays, hand))
    subsets = {cards for size in range(1, most + 1) for cards in combinations(hand, size)}
    return {play for cards in subsets for play in game.rules.plays.readings(cards)}


def check_hand(game: Game, random: Random, hand: Cards, most: int) -> None:
    tried = by_trying(game, hand, most)
    for table in tables_to_beat(game, random, hand):
        expected = {play for play in tried if table is None or game.beats(play, table)}
        offered = list(game.plays(hand, table))
        assert len(offered) == len(set(offered)), "a play is offered twice"
        assert {play for play in offered if play.size <= most} == expected, (game.pieces.format(hand), str(table))
        assert offered == list(game.plays(hand, table)), "the order of plays is not fixed"


@pytest.mark.parametrize("table", PLAY_TABLES, ids=names(PLAY_TABLES))
def test_all_subsets_of_small_hands(table: Table) -> None:
    game, random = table.game, Random(1)
    for number in range(SMALL_HANDS):
        size = LARGEST_TRIED if number % 2 else random.randrange(1, LARGEST_TRIED)
        check_hand(game, random, random_hand(game, random, size), LARGEST_TRIED)


@pytest.mark.parametrize("table", PLAY_TABLES, ids=names(PLAY_TABLES))
def test_subsets_of_five_of_large_hands(table: Table) -> None:
    game, random = table.game, Random(2)
    for _ in range(LARGE_HANDS):
        check_hand(game, random, random_hand(game, random, 13), 5)


@pytest.mark.parametrize("table", PLAY_TABLES, ids=names(PLAY_TABLES))
def test_whole_hands_are_played_untouched_only(table: Table) -> None:
    game, random = table.game, Random(3)
    for rung, combination in enumerate(table.model.combinations):
        if not game.rules.plays.matchers[rung].planner.untouched:
            continue
        for play in random_plays(game, random, rung, 5):
            assert play in game.plays(play.pieces, untouched=True)
            assert play not in game.plays(play.pieces)
            assert play.combination not in {other.combination for other in game.plays(play.pieces[1:])}
            assert combination.name not in {read.combination for read in game.classify(play.cards, untouched=False)}


# ---- the same through states ---------------------------------------------------------------------------------------


def allowed(state: State) -> set[str]:
    """What may be done before duties are asked, by definition: every play that beats the table, the card that the
    opening play owes if any play has it, and the pass."""
    rules = state.rules.course(state.at)
    assert state.turn is not None
    hand = state.hands[state.turn]
    untouched = rules.legality.untouched(state.at)
    plays = oracle.generate(rules.plays, hand, state.table, untouched)
    owed = state.at.opening_card
    if any(owed in play.pieces for play in plays):
        plays = [play for play in plays if owed in play.pieces]
    may_pass = not state.leading and not (rules.rulebook.play.must_beat and plays)
    others = {"pass"} if may_pass else set()
    if may_pass and rules.rulebook.play.discards:
        assert state.table is not None
        size = min(state.table.size, len(hand))
        others = {f"discard {rules.pieces.format(cards)}" for cards in set(combinations(hand, size))}
    return {str(play) for play in plays} | others


def small_deals(table: Table, random: Random) -> Iterator[State]:
    """Hands of up to 8 pieces for everybody, with somebody to open; and each of them some actions later."""
    game = table.game
    for _ in range(SMALL_HANDS):
        deck = list(game.deck)
        if random.random() < 0.5 and len(game.pieces.deck.ranks) > 7:
            ranks = random.sample(range(len(game.pieces.deck.ranks)), 7)
            deck = [card for card in deck if game.pieces.ranks[card] in ranks]
        random.shuffle(deck)
        size = min(8, len(deck) // game.players)
        hands = [deck[size * seat : size * (seat + 1)] for seat in range(game.players)]
        opener: int | None = random.randrange(game.players)
        try:
            state = game.deal(0, hands=hands, opener=opener)
        except Invalid:  # a card says who opens, after what is done before the lead
            state = game.deal(0, hands=hands)
        for _ in range(random.randrange(0, 14)):
            yield state
            if state.is_over:
                break
            state = state.apply(random.choice(list(state.legal_actions())))
        yield state


@pytest.mark.parametrize("table", TURN_TABLES, ids=names(TURN_TABLES))
def test_states_offer_what_the_definition_allows(table: Table) -> None:
    refusing = {duty.name for duty in table.model.duties if duty.breach.kind == "refused"}
    for state in small_deals(table, Random(4)):
        offered = [str(action) for action in state.legal_actions()]
        assert len(offered) == len(set(offered))
        if state.is_over or state.claiming or state.doing:
            continue
        expected = allowed(state)
        assert set(offered) <= expected
        for text in expected - set(offered):
            reasons = state.why_not(text)
            assert reasons is not None and set(reasons.rules) <= refusing, f"{text} should be offered in {state}"


@pytest.mark.parametrize("table", TURN_TABLES, ids=names(TURN_TABLES))
def test_duties_leave_an_action_that_meets_them(table: Table) -> None:
    """A duty that refuses some action is met by another one; where it pays, what is marked is still legal."""
    for state in small_deals(table, Random(5)):
        if state.is_over or state.claiming or state.doing:
            continue
        offered = list(state.legal_actions())
        assert offered
        broken = [state.would_breach(action) for action in offered]
        if any(broken):
            assert not all(broken), f"every action is a breach in {state}"
        for action, duties in zip(offered, broken, strict=True):
            after = state.apply(action)
            made = {breach.duty for breach in after.breaches if breach.offender == state.turn}
            assert set(duties) <= made
            assert state.why_not(action) is None


@pytest.mark.parametrize("table", TURN_TABLES, ids=names(TURN_TABLES))
def test_a_state_and_its_game_offer_the_same(table: Table) -> None:
    """At every decision of a hand: what the state offers is in what the game finds in that hand, and `in` agrees."""
    game = table.game
    steps, _ = played(table, 11)
    for state, taken in steps:
        if state.claiming or state.doing:
            continue
        assert state.turn is not None
        actions, rules = state.legal_actions(), game.rules.course(state.at)
        untouched = rules.legality.untouched(state.at)
        found = set(rules.plays.generate(state.hands[state.turn], state.table, untouched))
        offered = {action.play for action in actions if isinstance(action, PlayCards)}
        assert offered <= found
        if not any(duty.breach.kind == "refused" for duty in table.model.duties) and state.at.opening_card < 0:
            assert offered == found
        assert taken in actions and state.parse_action(str(taken)) in actions
        assert all(PlayCards(play) not in actions for play in found - offered)
        for play in found - offered:
            with pytest.raises(Illegal):
                state.apply(PlayCards(play))
