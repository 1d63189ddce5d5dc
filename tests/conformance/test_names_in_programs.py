"""Whatever a rulebook calls its things, its program plays as the definition does, and says nothing of its own."""

from __future__ import annotations

import ast

import pytest
from cardwright.interpreter.compiled.engine import NativeEngine
from cardwright.interpreter.compiled.layout import CannotCompile
from cardwright.interpreter.compiled.module import source_of
from engines import HAS_LLVM, Engines
from rulebooks_in_text import rules

from cardwright.interpreter import Game

MORE = {
    "numbers behind names": """
let xx of player p: cards of p x (1 + cards of p)
let xx_2 of player p: cards of p x (2 + cards of p)
let xx__2 of player p: cards of p x (3 + cards of p)
payment debt: each loser pays the winner   xx of payer + 1000 x xx of payee + 100000 x xx_2 of payer
payment more: each loser pays the winner   10000000 x xx of payer + 1000000000 x xx__2 of payer
""",
    "names of the other way round": """
combination pair_r    { cards: 3 of a rank   compare: rank }
combination pair__r   { cards: 3 of a rank as trio + 1 of another rank   compare: rank of trio }
combination pair_over { cards: 3 of a rank as trio + 2 of another rank   compare: rank of trio }
effect upside_down "Ranks turn." { when: size of play is 2   then: reverse_ranks   lasts: hand }
payment debt: each loser pays the winner   cards of payer
""",
    "large and small letters": """
table tier of cards: 1..9 x1, 10..12 x2, 13 x3
table tieR of cards: 1..9 x4, 10..12 x5, 13 x6
table tier_2 of cards: 1..9 x7, 10..12 x8, 13 x9
payment debt: each loser pays the winner   tier of payer + 100 x tieR of payer + 10000 x tier_2 of payer
""",
    "letters of other tongues": """
combination 三張 { cards: 3 of a rank   compare: rank }
let ﬁﬁ of player p: cards of p x 2
let fifi of player p: cards of p x 300
let x²² of player p: cards of p x 50000
payment 賠付: each loser pays the winner   ﬁﬁ of payer + fifi of payer + x²² of payer
""",
    "words of the program": """
combination some_single { cards: 3 of a rank   compare: rank }
combination member      { cards: 4 of a rank   compare: rank }
combination len         { cards: 5 of a suit   compare: ranks }
let lambda of player p: cards of p
let seat of player p: 2 x cards of p
let settle of player p: 3 x cards of p
payment out: each loser pays the winner   lambda of payer + seat of payer + settle of payer
""",
}


def _game(more: str) -> Game:
    return rules(more, players=4)


@pytest.mark.parametrize("what", MORE)
def test_names_do_not_get_in_one_anothers_way(what: str) -> None:
    Engines(_game(MORE[what])).play(5, positions=400)


@pytest.mark.skipif(not HAS_LLVM, reason="machine code takes llvmlite")
@pytest.mark.parametrize("what", ["letters of other tongues", "names of the other way round"])
def test_nor_in_machine_code(what: str) -> None:
    Engines(_game(MORE[what]), definition=False, native=True).play(5, positions=400)


def _factors(titles: tuple[str, ...]) -> str:
    rows = [f'factors f{at}f of player "{title}" {{ one: x cards of player when cards of player > {at} }}\n'
            for at, title in enumerate(titles)]  # fmt: skip
    whole = " + ".join(f"f{at}f of payer" for at in range(len(titles)))
    return f"{''.join(rows)}payment debt: each loser pays the winner   {whole}\n"


def test_a_title_stays_a_title() -> None:
    """Titles are put into docstrings; none ends one, or begins anything else."""
    titles = ("evil \\", "; print('told') #", "C:\\users\\x", "'''", "{s}")
    game, plain = (_game(_factors(each)) for each in (titles, ("plain",) * len(titles)))
    ours, theirs = (ast.parse(source_of(one.rules)) for one in (game, plain))
    for tree in (ours, theirs):
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.Module) and ast.get_docstring(node) is not None:
                node.body = node.body[1:] or [ast.Pass()]
    assert ast.dump(ours) == ast.dump(theirs)
    Engines(game).play(5, positions=200)


@pytest.mark.skipif(not HAS_LLVM, reason="machine code takes llvmlite")
@pytest.mark.parametrize(
    "payment",
    [
        "cards of payer x 100000000000 x 1000000000",
        "most of (cards of payer x 100000000000 x 1000000, 1 / 999999999989)",
        "cards of payer x 300000000000 x 999999\npayment more: each loser pays the winner   1 / 3\n"
        "match { a point: is worth 100 }",
    ],
)
def test_scores_that_no_machine_word_holds_are_left_to_plain_numbers(payment: str) -> None:
    game = _game(f"payment debt: each loser pays the winner   {payment}\n")
    with pytest.raises(CannotCompile):
        NativeEngine(game.rules)


def test_large_answers_of_a_shipped_rulebook_are_not_cut_off() -> None:
    from cardwright import load

    game = load("hk", options={"stake": 100_000_000_000, "quads_bonus": 100_000_000_000})
    assert game.engine != "native"
    assert max(max(hand.scores) for hand in game.playouts(400, 7)) > 1 << 63
