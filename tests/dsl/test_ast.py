"""From text to nodes: every form of the grammar, with its places and notes."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cardwright.dsl import Source, ast, parse

ROOT = Path(__file__).parents[2]
RULEBOOKS = sorted([*(ROOT / "rulebooks").glob("*.rules"), *(ROOT / "tests" / "data" / "sketches").glob("*.rules")])


def read(text: str) -> ast.File:
    parsed = parse(Source("a", f"cardwright 1\nrulebook mine\n{text}"))
    assert parsed.diagnostics == ()
    assert parsed.ast is not None
    return parsed.ast


def statement(text: str) -> Any:
    return read(text).statements[0]


def value(text: str) -> Any:
    return statement(f"set some_set: {text}").choice.cases[0].values[0]


def guard(text: str) -> Any:
    return statement(f"set some_set: D when {text}").choice.cases[0].when


def is_a(node: object, kind: type) -> bool:
    """Like isinstance, but without a word to the type checker, which would follow every union."""
    return isinstance(node, kind)


def nodes(node: Any) -> Iterator[Any]:
    if dataclasses.is_dataclass(node) and hasattr(node, "span"):
        yield node
        for each in dataclasses.fields(node):
            yield from nodes(getattr(node, each.name))
    elif isinstance(node, tuple):
        for item in node:
            yield from nodes(item)


@pytest.mark.parametrize("path", RULEBOOKS, ids=lambda path: path.stem)
def test_every_rulebook_is_read_and_every_node_has_its_place(path: Path) -> None:
    source = Source(path.name, path.read_text("utf-8"))
    parsed = parse(source)
    assert parsed.ok and parsed.ast is not None
    assert parsed.skipped == () and parsed.lost == frozenset()
    for node in nodes(parsed.ast):
        assert parsed.ast.span.contains(node.span) or isinstance(node, ast.Note)
        if isinstance(node, ast.Name | ast.Piece):
            assert source.slice(node.span) == node.text
        for child in (getattr(node, each.name) for each in dataclasses.fields(node)):
            if hasattr(child, "span") and not isinstance(child, ast.Note):
                assert node.span.contains(child.span)


@pytest.mark.parametrize("path", RULEBOOKS, ids=lambda path: path.stem)
def test_every_note_belongs_to_one_node(path: Path) -> None:
    source = Source(path.name, path.read_text("utf-8"))
    parsed = parse(source)
    found = [note.span.line for node in nodes(parsed.ast) for note in getattr(node, "notes", ())]
    assert sorted(found) == [number for number, line in enumerate(source.lines, 1) if "##" in line]


def test_header() -> None:
    parsed = parse(
        Source(
            "a",
            'cardwright 1\nrulebook friday "Friday" edition 2 extends hk edition 1 with tiers = four without triples',
        )
    )
    assert parsed.ast is not None
    header = parsed.ast.header
    assert (header.name.text, header.title and header.title.value) == ("friday", "Friday")
    assert header.edition is not None and header.edition.value == 2
    assert header.base is not None and isinstance(header.base.name, ast.Name)
    assert (header.base.name.text, header.base.edition.value) == ("hk", 1)
    assert header.base.agreement is not None
    tiers, triples = header.base.agreement.settings
    assert [each.text for each in tiers.answers if isinstance(each, ast.Name)] == ["four"] and not tiers.denied
    assert triples.name.text == "triples" and triples.denied and triples.answers == ()


def test_options() -> None:
    options = statement("options { aa: yes or no bb: 3 or KD or 3-4 or each cc: 1 or more dd: 2 to 9 ee: 5 from 1 }")
    answers = [option.answers for option in options.options]
    assert [answer.text for answer in answers[0]] == ["yes", "no"]
    assert [type(answer) for answer in answers[1]] == [ast.Number, ast.Piece, ast.Joined, ast.Name]
    assert [(each.first, each.low, each.high) for each in answers[2:]] == [(1, 1, None), (2, 2, 9), (5, 1, None)]


def test_orders() -> None:
    order = statement("order runs: 3-4 .. 5-6 < A-2 = 7 with aa | 3-4")
    first, second = order.rankings
    assert [sign.text for sign in first.signs] == ["<", "="]
    assert first.slides[0].last.text == "5-6" and second.slides[0].last is None
    assert first.agreement.settings[0].name.text == "aa"


def test_conditions() -> None:
    assert is_a(guard("aa and bb"), ast.AllOf) and is_a(guard("aa or bb"), ast.AnyOf)
    assert is_a(guard("not aa"), ast.Not)
    assert guard("aa is 1..3").high.value == 3 and guard("aa is not bb").denied
    assert guard("aa <= bb").sign.text == "<="
    assert is_a(guard("aa < bb = cc"), ast.Chain)
    has = guard("the next player has 2 or more cards")
    assert is_a(has.subject, ast.Pointed) and has.thing.count == ast.Number(has.thing.count.span, 2, True)
    assert guard("aa has no single").thing.denied
    assert is_a(guard("aa played anything"), ast.Played) and guard("aa claimed dragon").claim.text == "dragon"
    assert is_a(guard("aa wins"), ast.Wins) and is_a(guard("aa beats bb"), ast.Beats)
    assert is_a(guard("holding aa"), ast.Holding) and is_a(guard("have no 2"), ast.Have)
    assert is_a(guard("be the highest single"), ast.Be)
    some = guard("some p in losers where (p wins)")
    assert some.variable.text == "p" and is_a(some.within, ast.Filtered)


def test_quantities() -> None:
    total = value("total 2 x rank of c for c in hand of player where (c is red)")
    assert is_a(total, ast.Total) and total.amount.operator == "x" and is_a(total.within, ast.Filtered)
    assert is_a(value("count 2 in hand"), ast.Count)
    power = value("-2 ^ 3 + 4 / 5")
    assert power.operator == "+" and is_a(power.left, ast.Negative) and power.right.operator == "/"
    pick = value("highest single in hand")
    assert (pick.extreme, pick.name.text, pick.within.text) == ("highest", "single", "hand")
    assert is_a(value("(5 when aa | 1)").choice, ast.Choice)
    assert value("single of 2").of.value == 2 and value("run of 4 or more").of.or_more
    case = statement("set keys: ranks by ace_high, then suit when aa with bb").choice.cases[0]
    assert is_a(case.values[0], ast.By) and case.then == (True,)
    assert case.when.text == "aa" and case.agreement.settings[0].name.text == "bb"


def test_patterns() -> None:
    def parts(text: str) -> Any:
        return statement(f"combination some_kind {{ cards: {text} }}").fields[0].patterns[0].parts

    trio, pair = parts("3 of a rank as trio + 2 of another rank per rank of trio")
    assert trio.label.text == "trio" and trio.qualities[0].what.text == "rank"
    assert is_a(pair.qualities[0], ast.OfAnother) and pair.per.part.text == "trio"
    (run,) = parts("2 each of 3 or more ranks in a row by main from 3 to A, of a suit")
    assert run.body.groups.or_more and run.body.noun.text == "ranks"
    assert run.qualities[0].by.text == "main" and run.qualities[0].high.text == "A"
    (every,) = parts("every rank, not of a suit, untouched")
    assert [type(each) for each in every.qualities] == [ast.NotOf, ast.Untouched]
    assert is_a(parts("10-J-Q-K-A")[0].body, ast.Joined) and is_a(parts("2 2 2 2")[0].body, ast.Listed)
    assert is_a(parts("BJ")[0].body, ast.Listed) and is_a(parts("no J, no Q")[0].body, ast.Lacking)
    assert parts("1 to 4 alike")[0].body.amount.high == 4


def test_settlement() -> None:
    rows = statement("table tier of cards: 1..9 x1, 10 x stake, 11 or more x3").alternatives[0].rows
    assert [(row.low.value, row.high and row.high.value, row.low.or_more) for row in rows] == [
        (1, 9, False),
        (10, None, False),
        (11, None, True),
    ]
    factors = statement(
        "factors odds of payer { twos: x2 for each 2 held, instead of ace | x3 for each bomb in plays }"
    )
    held, within = factors.rows[0].shares
    assert factors.of.text == "payer" and held.for_each.within is None and held.instead.text == "ace"
    assert within.for_each.within.text == "plays"
    act = statement("payment debt: each loser ahead pays the winner cards of payer when aa with bb").acts[0]
    assert act.deed.who.ahead and act.deed.whom.text == "winner" and act.when.text == "aa" and act.agreement
    gives = statement("step tribute: last loser gives 2 highest cards to last winner").acts[0].deed
    assert (gives.extreme, gives.what.text, gives.whom.name.text) == ("highest", "cards", "winner")
    assert is_a(statement("step take: landlord takes kitty").acts[0].deed, ast.Takes)
    let = statement("let worth of card c: 5")
    assert (let.name.text, let.of.text, let.variable.text) == ("worth", "card", "c")


def test_examples() -> None:
    examples = statement(
        """examples {
          2 beats A
          KD-QD does not beat 3 with aa
          3D-3C is not nothing
          on nothing, when opening, holding 3D 3: may 3D, not claim dragon, pass
          after 2S, pass: P1 leads
          cards left 0 3, P3 broke top: scores +3 -3
          held nothing | 3D 4D, P1 ended 2S: scores 0 0
          for c in 4D, 5D-5C: c beats 3D
          held 3D | 4D, after 3D, claim dragon, bid 2: may not pass because top
        }"""
    ).examples
    bodies = [example.body for example in examples]
    assert is_a(bodies[0].play, ast.Piece) and not bodies[0].denied
    assert bodies[1].denied and examples[1].agreement is not None
    assert bodies[2].denied and bodies[2].name.text == "nothing"
    assert bodies[3].on.text == "nothing" and [each.text for each in bodies[3].holding] == ["3D", "3"]
    assert [(item.denied, item.claim) for item in bodies[3].lets.items] == [
        (False, False),
        (True, True),
        (False, False),
    ]
    assert [each.what.text for each in bodies[4].after] == ["2S", "pass"] and bodies[4].outcome.words[0].text == "leads"
    assert [each.value for each in bodies[5].outcome.scores] == [3, -3] and bodies[5].facts[0].verb.text == "broke"
    assert bodies[6].held[0].name.text == "nothing" and len(bodies[6].held[1].pieces) == 2
    assert examples[7].variable.text == "c" and len(examples[7].values) == 2 and bodies[7].play.text == "c"
    assert examples[7].text == "c beats 3D"
    assert [(each.what.text, each.of and each.of.text) for each in bodies[8].after[1:]] == [
        ("claim", "dragon"),
        ("bid", "2"),
    ]
    assert bodies[8].outcome.items[0].because.text == "top"


def test_a_file_of_examples() -> None:
    file = parse(Source("a", "cardwright 1\nexamples of hk edition 3 { 2S beats 3D }")).ast
    assert file is not None and file.header.only_examples and file.header.name.text == "hk"
    assert file.header.edition is not None and file.header.edition.value == 3
    assert is_a(file.statements[0], ast.Examples)


def test_changes() -> None:
    changed: Any
    whole: Any
    removed: Any
    changed, whole, removed = read(
        "change flush { compare: suit }\nchange table tier of cards: 1 x2\nremove tiers, bonus.green"
    ).statements
    assert is_a(changed, ast.ChangeFields) and changed.fields[0].name.text == "compare"
    assert is_a(whole, ast.Change) and is_a(whole.declaration, ast.Table)
    assert is_a(removed, ast.Remove)
    assert [(ref.name.text, ref.row and ref.row.text) for ref in removed.refs] == [("tiers", None), ("bonus", "green")]


def test_sentences_keep_their_words() -> None:
    line = statement(
        "play { first hand: opened by the holder of the lowest card, playing it with aa | as a last }"
    ).lines[0]
    assert line.name.text == "first hand"
    assert " ".join(word.text for word in line.phrases[0].words) == "opened by holder of lowest card , playing it"
    assert line.phrases[0].words[1].type == "BY"


def test_full_width_input_keeps_its_places() -> None:
    text = 'cardwright 1\nrulebook mine "一，二"\nset　red：D，H　＃＃ 花，A－B\n'
    parsed = parse(Source("a", text))
    assert parsed.ok and parsed.ast is not None and parsed.ast.header.title is not None
    assert parsed.ast.header.title.value == "一，二"
    red = parsed.ast.statements[0]
    assert parsed.source.slice(red.span) == "set　red：D，H"
    assert red.notes[0].text == "花，A－B"


def test_notes_find_their_owners() -> None:
    file = read(
        """## About the deck. XX-01
        deck {  ## XX-02..04
          ## first
          ranks: 3 < 4   suits: D < C   ## XX-9..11 two fields: the later one
          copies: 2 with aa  ## both lines
                | 1
          ## nothing follows
        }
        ## at the end"""
    )
    deck: Any = file.statements[0]
    assert [note.text for note in deck.notes] == ["About the deck. XX-01", "XX-02..04", "nothing follows"]
    assert deck.notes[1].claims == ("XX-02", "XX-03", "XX-04")
    ranks, suits, copies = deck.fields
    assert [note.text for note in ranks.notes] == ["first"]
    assert suits.notes[0].claims == ("XX-9", "XX-10", "XX-11")
    assert copies.choice.cases[0].notes[0].text == "both lines"
    assert file.notes[0].text == "at the end"
