"""Arguments at the table: for every kind of refusal the clause and its line, the values compared, the nearest legal
action, and the words, in both languages."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

from cardwright.dsl import find
from cardwright.interpreter import Reason, Reasons, load, speaking
from cardwright.languages import LANGUAGES

OPENING = {
    "hands": [
        "3D 4D 5D 6D 7D 8D 9D 10D JD QD KD AD 2D",
        "3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AC 2C",
        "3H 4H 5H 6H 7H 8H 9H 10H JH QH KH AH 2H",
        "3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS 2S",
    ],
}


@dataclass(frozen=True)
class Refusal:
    """A refusal, and everything that has to be said of it."""

    game: str
    action: str
    situation: dict[str, Any]
    rule: str
    clause: str
    """How the clause begins, on the line that is named."""
    values: tuple[tuple[str, str, str], ...]
    """Key, own value, that of the table; where nothing is compared, none."""
    nearest: str | None
    english: str
    chinese: str
    answers: dict[str, Any] = field(default_factory=dict)
    seat: int | None = None


FIVE = "3D-4D-5H-6H-7H"
REFUSALS = {
    "not a combination": Refusal(
        "hk", "5D-5C-9H-9S-KD", {"hand": "5D 5C 9H 9S KD", "table": FIVE},
        "no_combination", "combination full_house", (), "pass",
        "5C-5D-9H-9S-KD is no combination; full house lacks 5H in place of KD",
        "5C-5D-9H-9S-KD 不成牌型; 葫蘆：差 5H，多了 KD",
    ),
    "not this combination": Refusal(
        "hk", "5D-5C=triple", {"hand": "5D 5C 5H KD"},
        "no_combination", "combination triple", (), "5C-5D",
        "5C-5D is pair, not triple; triple lacks 5H", "5C-5D 是一對，不是三條; 三條：差 5H",
    ),
    "not comparable": Refusal(
        "taiwan", "3C-3D-3H-4C-4D", {"hand": "3C 3D 3H 4C 4D", "table": "3S-4S-5C-6C-7H"},
        "not_comparable", "combination straight", (("combination", "full_house", "straight"),), "pass",
        "full house does not beat straight", "葫蘆不能壓順子",
    ),
    "not of one family": Refusal(
        "chuo_pai", "Cat", {"hand": "Cat Heaven", "table": "Bench"},
        "not_comparable", "compare: rank", (("rank", "Cat", "Bench"),), "Heaven",
        "Cat and Bench cannot be compared", "么五 和 板凳 不能比大小",
    ),
    "below a bomb": Refusal(
        "taiwan", "2S-2H", {"hand": "2S 2H 9C", "table": "3C-3D-3H-3S-4C"},
        "not_comparable", "bombs monsters", (("combination", "pair", "four_of_a_kind"),), "pass",
        "3S-3H-3D-3C-4C is among monsters: only a higher one of them beats it",
        "3S-3H-3D-3C-4C 屬於怪物：只有當中更高的才壓得過",
    ),
    "too low": Refusal(
        "hk", "7S", {"hand": "9S KC 7S", "table": "8H"},
        "too_low", "combination single", (("highest card", "7S", "8H"),), "9S",
        "7S is lower than 8H: highest card 7S against 8H", "7S 細過 8H：最大的一張 7S 對 8H",
    ),
    "equal": Refusal(
        "chuo_pai", "Straight_eight", {"hand": "Straight_eight Cat", "table": "Crooked_eight"},
        "too_low", "combination matched", (("rank", "Straight_eight", "Crooked_eight"),), "pass",
        "Straight_eight is only equal to Crooked_eight", "平八 只是同 彎八 一樣大",
    ),
    "a lower rung": Refusal(
        "hk", "3D-4C-5D-6D-7D", {"hand": "3D 4C 5D 6D 7D KC", "table": "4H-6H-8H-10H-QH"},
        "too_low", "ladder fives", (("combination", "straight", "flush"),), "pass",
        "straight is below flush", "順子低過同花",
    ),
    "wrong size": Refusal(
        "hk", "9S-9H", {"hand": "9S 9H", "table": "8H"},
        "wrong_size", "combination single", (("size", "2", "1"),), "9H",
        "8H takes 1 card to beat, not 2", "要壓 8H 須出 1 張牌，不是 2",
    ),
    "not held": Refusal(
        "hk", "AS", {"hand": "9S KC", "table": "8H"},
        "not_held", "deal { players: 4", (), "9S",
        "not in the hand: AS", "手上沒有 AS",
    ),
    "out of turn": Refusal(
        "hk", "3S", OPENING, "out_of_turn", "turns:", (), None,
        "it is the turn of P1, not of P4", "現在輪到 P1，不是 P4", {"instant_wins": False}, 3,
    ),
    "opening duty": Refusal(
        "hk", "9S", {"hand": "3D 9S KC", "opening": True},
        "opening", "| opened by the holder of the lowest card, playing it", (), "3D",
        "the opening play must contain 3D", "第一手必須包括 3D", {"open_with_lowest": True},
    ),
    "forced to beat": Refusal(
        "chuo_pai", "pass", {"hand": "Plum Plum Cat", "table": "Bench-Bench"},
        "must_beat", "each turn:", (), "Plum-Plum",
        "who can beat Bench-Bench must", "壓得過 板凳-板凳 就一定要壓",
    ),
    "a lead cannot pass": Refusal(
        "hk", "pass", {"hand": "9S KC"}, "cannot_pass", "each turn:", (), "9S",
        "who leads cannot pass", "領出的人不能過",
    ),
    "guard duty": Refusal(
        "hk", "9S", {"hand": "5D 9S KC", "table": "8H", "next_has": 1},
        "top", "duty top", (("highest single", "9S", "KC"),), "KC",
        "Before a player with one card, a single must be your highest.",
        "下家剩一張，出單張要出最大的一張。", {"last_card": "forced"},
    ),
    "a claim too late": Refusal(
        "hk", "claim dragon", {"hand": "9S KC", "table": "8H"},
        "claim_too_late", "claim dragon", (), "pass",
        "dragon is claimed before the first lead: now it is too late", "一條龍要在第一手之前報，現在太遲了",
    ),
    "a claim that is not held": Refusal(
        "hk", "claim four_twos", OPENING, "claim_not_held", "claim four_twos", (), "claim green_dragon",
        "this hand does not hold what four twos asks for", "這手牌不符合四條二的條件",
    ),
    "touched": Refusal(
        "taiwan", "3D-4S-5S-6S-7S-8S-9S-10S-JS-QS-KS-AS-2H=dragon",
        {"hand": "4S 5S 6S 7S 8S 9S 10S JS QS KS AS 2H 3C", "table": "3S"},
        "not_untouched", "combination dragon", (), "2H-AS-KS-QS-JS-10S-9S-8S-7S-6S-5S-4S-3C",
        "dragon is the whole hand, just as it was dealt", "一條龍必須是派牌後未出過牌的整手牌",
    ),
    "a low bid": Refusal(
        "dou_dizhu", "bid 1",
        {"hands": ["3 3 3 3 4 4 4 4 5 5 5 5 6 6 6 6 7", "7 7 7 8 8 8 8 9 9 9 9 10 10 10 10 J J",
                   "J J Q Q Q Q K K K K A A A A 2 2 2"], "kitty": "2 BJ RJ", "starter": 0, "actions": ["bid 2"]},
        "bid_too_low", "auction landlord", (), "bid 3",
        "1 is not higher than the bid of 2", "1 不高過已叫的 2",
    ),
}  # fmt: skip


def refused(case: Refusal) -> tuple[Reasons, Reason]:
    """The reasons of a refusal, and the one in question."""
    state = load(case.game, options=case.answers).position(case.situation)
    reasons = state.why_not(case.action, case.seat)
    assert reasons is not None
    return reasons, next(reason for reason in reasons if reason.rule == case.rule)


@pytest.mark.parametrize("case", REFUSALS.values(), ids=REFUSALS)
def test_clause_and_line(case: Refusal) -> None:
    span = refused(case)[1].span
    assert span is not None and span.file == f"{case.game}.rules"
    line = find(case.game).source.lines[span.line - 1]
    assert line[span.column - 1 :].startswith(case.clause) or line.strip().startswith(case.clause)


@pytest.mark.parametrize("case", REFUSALS.values(), ids=REFUSALS)
def test_values(case: Refusal) -> None:
    values = refused(case)[1].values
    assert tuple((value.key, value.play, value.table) for value in values[-1:]) == case.values
    for language in LANGUAGES:
        naming = speaking(load(case.game).rulebook, language)
        assert all(value.label is not None and value.label.told(naming) for value in values)


@pytest.mark.parametrize("case", REFUSALS.values(), ids=REFUSALS)
def test_nearest(case: Refusal) -> None:
    reasons, _ = refused(case)
    assert (None if reasons.nearest is None else str(reasons.nearest)) == case.nearest
    state = load(case.game, options=case.answers).position(case.situation)
    assert reasons.nearest is None or state.why_not(reasons.nearest) is None


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("case", REFUSALS.values(), ids=REFUSALS)
def test_words(case: Refusal, language: str) -> None:
    reason = refused(case)[1]
    naming = speaking(load(case.game).rulebook, language)
    told, *near = [reason.told(naming), *(one.message.told(naming) for one in reason.alternatives)]
    expected, *nearly = (case.english if language == "en" else case.chinese).split("; ")
    assert told == expected and near[: len(nearly)] == nearly
    if language == "en":
        assert reason.message == told


def test_what_cards_nearly_are_is_so() -> None:
    game = load("hk")
    reason = refused(REFUSALS["not a combination"])[1]
    cards = game.cards("5D 5C 9H 9S KD")
    assert reason.alternatives
    for near in reason.alternatives:
        changed = [card for card in cards if game.pieces.names[card] not in near.over] + [
            card for name in near.lacks for card in game.cards(name)
        ]
        assert [play.combination for play in game.classify(changed)] == [near.combination]


def test_what_a_duty_demands() -> None:
    reason = refused(REFUSALS["guard duty"])[1]
    assert reason.demand is not None
    rulebook = load("hk").rulebook
    said = {language: reason.demand.told(speaking(rulebook, language)) for language in LANGUAGES}
    assert said == {
        "en": "it demands that play is the highest single in the hand",
        "zh-Hant": "必須符合：所出的牌是手牌中最大的單張",
    }
