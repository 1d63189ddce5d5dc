"""Hands that are played at random: they end, somebody can always act, refusals and legal actions never overlap, and
what the rulebook says always holds does hold at every settlement."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from random import Random

import pytest
from effort import HANDS, LAW, LOOKED_AT, PROBES
from hypothesis import given
from hypothesis import strategies as st
from options import Table, names, tables, turns_part
from strategies import any_table, dealt, played, some_states

from cardwright.dsl import shipped
from cardwright.interpreter import (
    BOTS,
    Action,
    Ambiguous,
    Bid,
    CardwrightError,
    Decline,
    Discard,
    Illegal,
    Invalid,
    MakeClaim,
    Pass,
    PlayCards,
    State,
    play_out,
)

TABLES = tables()
TURN_TABLES = tables(turns_part)


@pytest.mark.parametrize("table", TABLES, ids=names(TABLES))
def test_random_hands_end_and_nobody_is_stuck(table: Table) -> None:
    for seed in range(HANDS):
        steps, last = played(table, seed)
        assert last.is_over and last.turn is None and not last.legal_actions()
        assert all(not state.is_over and state.turn is not None for state, _ in steps)
        # Between two plays everybody passes at most once; every card is played at most once. So with bids.
        cards, bids = len(table.game.deck), sum(len(auction.bids) for auction in table.model.auctions)
        before = table.game.players + len(table.model.steps) + bids
        assert len(steps) <= (cards + bids) * (table.game.players + 1) + before
        outcome = last.outcome
        assert outcome is not None and outcome.termination in ("out", "claim", "void")
        for text in ("pass", "decline", table.game.pieces.names[0]):
            assert text not in [str(action) for action in last.legal_actions()]
            reasons = last.why_not(text)
            assert reasons is not None and "hand_over" in reasons.rules
            with pytest.raises(Illegal):
                last.apply(text)


@pytest.mark.parametrize("table", TABLES, ids=names(TABLES))
def test_bots_play_to_the_end(table: Table) -> None:
    for name, make in BOTS.items():
        seats = [make(seat) for seat in range(table.game.players)]
        assert play_out(dealt(table, 5), seats).is_over, name


@pytest.mark.parametrize("rulebook", shipped())
def test_hands_end_under_any_setting(rulebook: str) -> None:
    """Not only two answers at a time: any answers together."""

    @LAW
    @given(any_table(rulebook), st.integers(0, 2**32))
    def law(table: Table, seed: int) -> None:
        seats = [BOTS["random"](seed + seat) for seat in range(table.game.players)]
        last = play_out(dealt(table, seed), seats)
        assert last.is_over and len(last.scores) == table.game.players
        assert not zero_sum(table) or sum(map(Fraction, last.scores)) == 0
        assert table.game.state_from_json(last.to_json()) == last

    law()


# ---- legal and illegal ---------------------------------------------------------------------------------------------


def probes(state: State, random: Random) -> Iterator[str]:
    """Actions that may be illegal: cards of others, low and high cards, sets of the own hand, all that is no play."""
    game, at = state.rules, state.at
    held = list(at.hands[at.turn])
    for seat, hand in enumerate(at.hands):
        if seat != at.turn and hand:
            yield from (game.pieces.names[card] for card in random.sample(hand, min(PROBES, len(hand))))
    singles = random.sample(held, min(PROBES, len(held)))
    yield from (game.pieces.names[card] for card in singles)
    for _ in range(PROBES):
        size = min(random.choice((2, 3, 4, 5, 5, 13)), len(held))
        yield game.pieces.format(sorted(random.sample(held, size)))
        yield game.pieces.format(sorted(random.sample(range(len(game.pieces)), min(size, len(game.pieces)))))
    if at.table is not None:
        yield str(at.table)
    yield from ("pass", "decline", "claim nothing_known")
    yield from ("bid 0", "bid 999999", *(f"bid {bid}" for auction in game.rulebook.auctions for bid in auction.bids))
    sizes = {1, game.preparing.to_give(at), 0 if at.table is None else at.table.size}
    for verb in ("give", "discard"):
        for size in sizes:
            if 0 < size <= len(held):
                yield f"{verb} {game.pieces.format(sorted(random.sample(held, size)))}"
    yield from (f"claim {claim.name}" for claim in game.rulebook.claims)


@pytest.mark.parametrize("table", TURN_TABLES, ids=names(TURN_TABLES))
def test_what_is_not_offered_is_refused_with_a_reason(table: Table) -> None:
    random = Random(1)
    for state, _ in some_states(table, 1, LOOKED_AT):
        legal = {str(action): action for action in state.legal_actions()}
        as_sets = {sorted_text(state, text) for text in legal}
        for text, action in legal.items():
            assert state.why_not(text) is None and state.why_not(action) is None
            assert action in state.legal_actions()
            assert state.apply(text) == state.apply(action)
        for text in probes(state, random):
            reasons = state.why_not(text)
            assert (reasons is None) == (sorted_text(state, text) in as_sets), f"{text} in {state}"
            if reasons is None:
                state.apply(text)
                continue
            assert reasons.rules and str(reasons).strip()
            assert reasons.nearest is None or reasons.nearest in state.legal_actions()
            with pytest.raises((Illegal, Ambiguous)):
                state.apply(text)


@pytest.mark.parametrize("table", TURN_TABLES, ids=names(TURN_TABLES))
def test_actions_of_other_positions_are_judged_alike(table: Table) -> None:
    """Every action of a hand, put to states all over it: legal there exactly if it is listed there."""
    steps, last = played(table, 1)
    actions: list[Action] = list(dict.fromkeys(action for _, action in steps))
    actions += [Pass(), Decline(), Bid(1), *(MakeClaim(claim.name) for claim in table.model.claims)]
    for state, _ in some_states(table, 1, LOOKED_AT // 2):
        listed = list(state.legal_actions())
        for action in actions:
            legal = action in listed
            assert (action in state.legal_actions()) == legal
            assert (state.why_not(action) is None) == legal
            if not legal:
                with pytest.raises(Illegal):
                    state.apply(action)
    assert all(last.why_not(action) is not None for action in actions)


def sorted_text(state: State, text: str) -> tuple[object, ...]:
    """An action whatever the order of its cards."""
    verb, _, rest = text.partition(" ")
    written, _, reading = (rest if verb in ("give", "discard") else text).partition("=")
    try:
        return state.rules.pieces.parse(written), reading, verb in ("give", "discard") and verb
    except Invalid:
        return (text,)


@pytest.mark.parametrize("table", TURN_TABLES, ids=names(TURN_TABLES))
def test_nonsense_is_invalid_and_never_a_crash(table: Table) -> None:
    state = dealt(table, 2)
    for text in ("", " ", "-", "=", "1Z", "pass pass", "claim", "nonsense", "=single", "3D-", "\x00", "🂡", "9" * 99):
        with pytest.raises(CardwrightError):
            state.apply(text)
        with pytest.raises(Invalid):
            state.why_not(text)


# ---- what an action does -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("table", TABLES, ids=names(TABLES))
def test_pieces_are_never_lost_or_made(table: Table) -> None:
    """A play takes its pieces from the hand that made it; nothing else changes hands. A pass moves nothing. Before the
    lead pieces go from hand to hand, and out of the kitty."""
    steps, last = played(table, 2)
    after = [state for state, _ in steps[1:]] + [last]
    for (state, action), following in zip(steps, after, strict=True):
        assert state.turn is not None
        if state.doing or (state.claiming and following.at.special != state.at.special):
            assert everywhere(state) == everywhere(following)
            continue
        mine = action.pieces if isinstance(action, Discard) else ()
        laid = [mine if seat == state.turn else () for seat in range(len(state.hands))]
        discards = zip(state.at.special.discards, following.at.special.discards, laid, strict=False)
        assert all(Counter(before) + Counter(new) == Counter(now) for before, now, new in discards)
        for seat, (before, now) in enumerate(zip(state.hands, following.hands, strict=True)):
            gone = Counter(before) - Counter(now)
            assert not Counter(now) - Counter(before)
            if isinstance(action, PlayCards):
                assert gone == (Counter(action.pieces) if seat == state.turn else Counter())
            elif isinstance(action, Discard):
                assert gone == Counter(laid[seat])
            elif not state.claiming:
                assert not gone
        for before, now in zip(state.piles, following.piles, strict=True):
            assert not Counter(before) - Counter(now), "a pile never shrinks"
        everything = sum(map(Counter, (*following.hands, *following.piles)), Counter())
        assert all(everything[card] <= copies for card, copies in enumerate(table.game.pieces.copies))


def everywhere(state: State) -> Counter[int]:
    """All pieces that are in hands, piles, laid face down or in the kitty."""
    special = state.at.special
    aside = special.kitty if special.kitty_by < 0 else ()
    return sum(map(Counter, (*state.hands, *state.at.piles, *special.discards)), Counter(aside))


# ---- settlement ----------------------------------------------------------------------------------------------------


def zero_sum(table: Table) -> bool:
    """Whether the rulebook declares that scores balance."""
    return any(getattr(always.condition, "fact", None) == "zero_sum" for always in table.model.always)


@pytest.mark.parametrize("table", TABLES, ids=names(TABLES))
def test_settlements_keep_what_the_rulebook_promises(table: Table) -> None:
    for seed in range(1 + 2 * HANDS):
        _, last = played(table, seed) if seed < 3 else ((), quick_hand(table, seed))
        outcome = last.outcome
        assert outcome is not None
        settlement = outcome.settlement
        assert last.scores == settlement.scores
        assert len(last.scores) == table.game.players
        assert all(isinstance(score, int | Fraction) for score in last.scores)
        if zero_sum(table):
            assert sum(map(Fraction, last.scores)) == 0
        if outcome.termination == "void":
            assert not any(last.scores) and outcome.winner is None
        paid = [Fraction(0)] * table.game.players
        for entry in settlement.entries:
            paid[entry.payee] += Fraction(entry.amount)
            if entry.payer is not None:
                paid[entry.payer] -= Fraction(entry.amount)
        assert tuple(total * settlement.worth for total in paid) == last.scores, "the entries explain the scores"
        assert len(settlement.lines()) >= sum(entry.amount != 0 for entry in settlement.entries)


def quick_hand(table: Table, seed: int) -> State:
    """A hand played by bots that get rid of their cards soon."""
    seats = [BOTS["greedy" if seat % 2 else "random"](seed + seat) for seat in range(table.game.players)]
    return play_out(dealt(table, seed), seats)


@pytest.mark.parametrize("table", TABLES, ids=names(TABLES))
def test_settlement_of_any_cards_left_keeps_the_promise(table: Table) -> None:
    """Ends of hands told, not played: every seat may be the winner, with any numbers of cards left."""
    random, game = Random(9), table.game
    end = table.model.play.hand_end
    empty = game.players - end.count if end.holding else end.count
    for seat in range(game.players):
        for _ in range(PROBES):
            deck = list(game.deck)
            random.shuffle(deck)
            *last, start = (*deck[:8], 8)
            most = min(table.model.deal.each, (len(deck) - start) // (game.players - 1))
            held = []
            for other in range(game.players):
                out = (other - seat) % game.players < empty
                size = 0 if out else random.randrange(1, most + 1)
                held.append(" ".join(game.pieces.names[card] for card in sorted(deck[start : start + size])))
                start += size
            finish = str(random.choice(list(game.plays(sorted(last)))))
            gone = [(seat + step) % game.players for step in range(empty)]
            ender = seat if table.model.play.last_trick_wins else gone[-1]
            told: dict[str, object] = {"held": held, "ended": {f"P{ender + 1}": finish}, "played": {}}
            if len(gone) > 1:
                told["out"] = [f"P{other + 1}" for other in gone]
            if table.model.play.pile != "nothing":
                told["piles"] = [""] * game.players
            told["opener"] = f"P{1 + random.randrange(game.players)}"
            if table.model.auctions:
                roles = {one.name: f"P{1 + random.randrange(game.players)}" for one in table.model.auctions}
                told["roles"] = roles
                told["bids"] = {roles[one.name]: one.bids[-1] for one in table.model.auctions}
            scores = game.settle(told).scores
            if zero_sum(table):
                assert sum(map(Fraction, scores)) == 0
            assert scores == game.settle(told).scores


# ---- matches -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("table", TABLES, ids=names(TABLES))
def test_matches_add_up(table: Table) -> None:
    game = table.game
    match = game.match(seed=3)
    for _ in range(3):
        seats = [BOTS["random"](seat) for seat in range(game.players)]
        state = play_out(match.deal(), seats)
        following = match.after(state)
        outcome = state.outcome
        assert outcome is not None
        assert [after - before for before, after in zip(match.totals, following.totals, strict=True)] == list(
            (0,) * game.players if outcome.termination == "void" else state.scores
        )
        assert following.deals == match.deals + 1
        if outcome.termination == "void":
            assert following.hand_number == match.hand_number and following.last_winner == match.last_winner
        else:
            assert following.hand_number == match.hand_number + 1
            assert following.last_winner == outcome.winner
        assert game.resume_match(following.to_json()) == following
        assert following.verdict == game.match_verdict(following.totals, following.hand_number - 1)
        match = following
        if match.is_over:
            assert match.winners
            break
