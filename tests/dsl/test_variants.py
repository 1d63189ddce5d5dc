"""Variants mean their base with their operations done to it: settled, changed, removed and added."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from effort import THOROUGH

from cardwright.dsl import Checked, RulebookError, Source, check, find, meaning, shipped
from cardwright.interpreter import inherited, load, try_out

FRIDAY = Path(__file__).parent / "friday.rules"


def variant(base: str, body: str = "", agreed: str = "", path: Path | None = None) -> Checked:
    """A variant of a base, checked; it has no errors."""
    checked = check(
        Source("mine.rules", f"cardwright 1\nrulebook mine extends {base} edition 1 {agreed}\n{body}", path)
    )
    assert not checked.errors, [f"{one.span}: {one.message}" for one in checked.errors]
    return checked


def flattened(checked: Checked) -> Checked:
    """The rulebook that a variant is written out as: complete, and without anything to complain of."""
    flat = check(Source("flat.rules", checked.flat()))
    assert flat.base is None
    told = [f"{one.code} {one.span}: {one.message}" for one in flat.diagnostics]
    assert {one.code for one in flat.diagnostics} <= {one.code for one in checked.diagnostics}, told
    return flat


# ---- a whole variant -----------------------------------------------------------------------------------------------


def test_friday() -> None:
    checked = find(FRIDAY)
    assert not checked.diagnostics and checked.program is not None
    assert try_out(checked).diagnostics == ()
    assert not {"tiers", "flush_twos", "triples", "among_losers", "highest_straight"} & checked.program.options.keys()
    game = load(FRIDAY)
    assert game.rulebook.title == "Friday Club"
    assert [table.rows[-1].low for table in game.rulebook.tables] == [13]
    assert {claim.name for claim in game.rulebook.claims} == {"green_dragon", "dragon"}
    assert {"FC-1", "FC-2", "FC-3", "FC-4"} <= {claim for claim in _claims(game.rulebook)}
    assert load(FRIDAY, {"redeal": True}).rulebook.claims[-1].name == "no_faces"


def test_examples_of_the_base_bind_the_base_alone() -> None:
    told = inherited(find(FRIDAY))
    assert told is not None and (told.total, told.holding) == (13, 10)
    assert [one.example.text.split()[0] for one in told.failing] == ["KD-JD-9D-6D-5D", "cards", "cards"]
    assert inherited(find("hk")) is None
    nothing = inherited(variant("hk", agreed="with higher_type_wins, biggest = waits"))
    assert nothing is not None and (nothing.total, nothing.holding, len(nothing.failing)) == (13, 11, 1)


def _claims(rulebook: object) -> Iterator[str]:
    for word in str(rulebook).split("'"):
        if word.startswith("FC-"):
            yield word


def test_places_are_those_of_the_files_that_say_it() -> None:
    rulebook = load(FRIDAY).rulebook
    places = {
        one.name: one.span.file for one in (*rulebook.combinations, *rulebook.tables, *rulebook.duties) if one.span
    }
    assert places["pair"] == "hk.rules" and places["flush"] == "hk.rules"
    assert places["tier"] == places["no_two_last"] == str(FRIDAY)
    assert find(FRIDAY).source.slice(next(one.span for one in rulebook.tables if one.span)).startswith("table tier")


def test_friday_written_out_plays_the_same() -> None:
    checked = find(FRIDAY)
    flat = flattened(checked)
    for settings in checked.settings():
        assert meaning(flat.settle(settings)) == meaning(checked.settle(settings))
    text = checked.flat()
    for said in ("## FC-2  Spades first", "# friday.rules:13", "## HK-43..45"):
        assert (said in text) is (said != "## HK-43..45")
    assert "# Settled: highest_straight = 2-3-4-5-6 (friday.rules:4)" in text
    assert try_out(flat).passed == try_out(checked).passed == 5
    assert flat.flat() == text


# ---- answers for good ----------------------------------------------------------------------------------------------


def answers(name: str) -> Iterator[tuple[str, str]]:
    """Every answer of every option, of numbers one beside the first."""
    program = find(name).program
    assert program is not None
    for option in program.options.values():
        numbers = [str(option.least), str(int(option.default) + 2)] if option.least is not None else []
        yield from ((option.name, answer) for answer in (numbers or option.answers))


@pytest.mark.parametrize("name", ["hk", "tien_len", "chuo_pai"])
def test_an_answer_settled_is_the_answer_given(name: str) -> None:
    base = find(name)
    asked = list(answers(name))
    for option, answer in asked if THOROUGH else random.Random(name).sample(asked, min(12, len(asked))):
        try:
            wanted = base.settle({option: answer})
        except RulebookError:
            continue
        checked = variant(name, agreed=f"with {option} = {answer}")
        assert meaning(checked.settle()) == meaning(wanted), (option, answer)
        assert meaning(flattened(checked).settle()) == meaning(wanted), (option, answer)


@pytest.mark.parametrize("name", shipped())
def test_many_answers_settled_at_once(name: str) -> None:
    base = find(name)
    draw = random.Random(name)
    every = list(base.settings())
    for settings in every if THOROUGH or len(every) < 6 else draw.sample(every, 6):
        some = {option: answer for option, answer in settings.items() if draw.random() < 0.6}
        rest = {option: answer for option, answer in settings.items() if option not in some}
        said = ", ".join(f"{option} = {answer}" for option, answer in some.items())
        checked = check(
            Source("mine.rules", f"cardwright 1\nrulebook mine extends {name} edition 1 with {said or '-'}")
        )
        if not some or checked.errors:
            # The first answers of the others do not go with these.
            assert not some or {one.code for one in checked.errors} == {"CW420"}
            continue
        assert checked.program is not None
        open_ = {option: answer for option, answer in rest.items() if option in checked.program.options}
        open_.pop("players", None) if "players" in some else None
        assert meaning(checked.settle(open_)) == meaning(base.settle(settings))
        assert meaning(flattened(checked).settle(open_)) == meaning(base.settle(settings))


def test_a_settled_option_cannot_be_answered() -> None:
    checked = variant("hk", agreed="with tiers = four")
    with pytest.raises(RulebookError, match="`tiers` is settled by `mine`: tiers = four"):
        checked.settle({"tiers": "three"})


def test_a_question_that_an_answer_makes_idle_is_gone() -> None:
    checked = variant("hk", agreed="with last_card = free")
    assert checked.program is not None and "blame" not in checked.program.options


def test_never_keeps_answers_apart_from_variants_too() -> None:
    with_never = 'never "four steps are for games without triples" with tiers = four, triples'
    checked = variant("hk", with_never)
    with pytest.raises(RulebookError, match="four steps are for games without triples"):
        checked.settle({"tiers": "four"})
    assert checked.settle({"tiers": "four", "triples": False})
    # What a base keeps apart stays apart, also where one of the answers is settled.
    assert variant("president", "change options { equal_again: yes or no }", "with equal_skips = yes")
    refused = check(Source("a", "cardwright 1\nrulebook mine extends president edition 1 with equal_skips = yes"))
    assert [one.code for one in refused.errors] == ["CW420"]


# ---- operations ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", shipped())
def test_changing_everything_to_itself_changes_nothing(name: str) -> None:
    base = find(name)
    assert base.program is not None
    wanted = meaning(base.settle())
    said = [base.source.slice(one.span) for one in base.program.file.statements]
    # Names for the eye call the base by its name, which the variant has not.
    kinds = ("examples", "never", "free", "names")
    body = "\n".join(f"change {text}" for text in said if not text.startswith(kinds))
    checked = variant(name, body)
    assert meaning(checked.settle()) == wanted
    assert meaning(flattened(checked).settle()) == wanted
    for settings in base.settings():
        assert meaning(checked.settle(settings)) == meaning(base.settle(settings))


OPERATIONS = [
    "remove four_twos, tiers",
    "change flush { compare: suit, then ranks }",
    "remove flush_twos, ace_high",
    "change table tier of cards: 1..12 x1, 13 x2",
    "change play { each turn: beat if able, else pass }",
    "change factors bonus { quads: x3 when the winner played four_of_a_kind   full: x2 when the winner played flush }",
    "remove quads_bonus, bonus.green, green_bonus",
    "change options { last_card: forced or free or pays }",
    'duty low "Lead low." { when: leading   must: be lowest single   breach: refused }',
    "combination long { cards: 7 of a suit   compare: ranks }",
    "options { cheap: no or yes }",
    "change payment debt: each loser pays the winner cards of payer with cheap | "
    "each loser pays the winner cards of payer x tier of payer x bonus without cheap",
    'names zh { long "長" }',
]


def test_the_order_of_operations_never_matters() -> None:
    wanted = meaning(variant("hk", "\n".join(OPERATIONS)).settle())
    draw = random.Random(4)
    for _ in range(6):
        draw.shuffle(OPERATIONS)
        checked = variant("hk", "\n".join(OPERATIONS))
        assert meaning(checked.settle()) == wanted
        assert meaning(flattened(checked).settle()) == wanted
        cheap: dict[str, str | bool | int] = {"cheap": True, "last_card": "free"}
        assert meaning(flattened(checked).settle(cheap)) == meaning(checked.settle(cheap)) != wanted


def test_conditions_are_written_without_what_is_gone() -> None:
    """In a base they may name it, and mean what they mean where it was not agreed."""
    conditions = {
        "holding triple or pair": "holding pair",
        "holding pair or triple": "holding pair",
        "holding triple or leading": "leading",
        "leading and not (holding triple)": "leading",
        "leading and (holding triple or holding 2)": "leading and (holding 2)",
        "holding triple": None,
        "leading or holding no triple": None,
        "table is not triple": "table is anything",
        "table is not triple and leading": "table is anything and leading",
        "count triple in hand < 1 and leading": "0 < 1 and leading",
        "holding triple of 2 or pair of 2": "holding pair of 2",
        "holding triple where (rank is 2) or 2": "holding 2",
    }
    for condition, left in conditions.items():
        duty = f'duty fair "Fair." {{ when: {condition}   must: be single   breach: refused }}'
        text = find("hk").source.text + duty
        wanted = check(Source("whole.rules", text)).settle({"triples": False})
        mine = _laid_over(text, "without triples")
        assert meaning(mine.settle()) == meaning(wanted), condition
        said = flattened(mine).flat().partition("duty fair")[2]
        assert f"when: {left} " in said if left is not None else "when" not in said, (condition, said)


@pytest.mark.parametrize(
    "order", ["full_house < flush = quads", "flush = quads < full_house", "quads = flush = full_house"]
)
def test_who_leaves_a_chain_leaves_the_others_where_they_stood(order: str) -> None:
    """What a base means without it tells: in ladders, bombs and the order of claims."""
    base = (Path(__file__).parents[1] / "docs" / "base.rules").read_text("utf-8").replace("four_of_a_kind", "quads")
    for gone in ("full_house", "flush", "quads"):
        said = {
            f"combination {gone} {{": f"combination {gone} with all {{",
            f"claim c_{gone} {{": f"claim c_{gone} with all {{",
        }
        claims = " < ".join(f"c_{name}" for name in ("quads", "flush", "full_house"))
        text = f"""{base}
options {{ all: yes or no }}
combination flush {{ cards: 5 of a suit   compare: highest card }}
ladder fives {{ order: {order}   beats: lower }}
bombs large {{ order: {order}   beats: single }}
claims {{ order: {claims}   ties: turn }}
claim c_quads {{ holding: 2 2 2 2   may: go_out }}
claim c_flush {{ holding: A A A A   may: go_out }}
claim c_full_house {{ holding: K K K K   may: go_out }}
"""
        for before, after in said.items():
            text = text.replace(before, after)
        wanted = check(Source("whole.rules", text)).settle({"all": False})
        mine = _laid_over(text, "without all")
        assert meaning(mine.settle()) == meaning(wanted), gone
        assert meaning(check(Source("flat.rules", mine.flat())).settle()) == meaning(wanted), gone


def _laid_over(text: str, agreed: str) -> Checked:
    """A variant of a rulebook given as text."""
    with TemporaryDirectory() as folder:
        (Path(folder) / "base.rules").write_text(text, "utf-8")
        return variant('"base.rules"', agreed=agreed, path=Path(folder) / "mine.rules")


def test_another_deck() -> None:
    body = (
        "change deck { ranks: 7 < 8 < 9 < 10 < J < Q < K < A   suits: C < D < H }\n"
        "change deal { players: 3   each: 8 }\nremove lowest_suit, ace_high, flush_twos, straights, highest_straight\n"
        "remove straight, straight_tie, straight_flush, royal_flush, royal_type, four_of_a_kind\n"
        "remove four_twos, no_faces, redeal, bonus.quads, quads_bonus, biggest\n"
        "change play { won at once: never }\nchange flush { compare: ranks, then suit }"
    )
    checked = variant("hk", body)
    flat = flattened(checked)
    assert meaning(flat.settle()) == meaning(checked.settle())
    assert [one.name for one in checked.settle().combinations] == ["single", "pair", "triple", "flush", "full_house"]
    assert "葵扇" not in checked.flat() and "紅心" in checked.flat(), "a suit that is not there has no name"


def test_notes_are_kept(tmp_path: Path) -> None:
    body = (
        'source MY "mine"\nchange options { last_card: forced or free or pays }  ## MY-1\n## MY-2\n'
        'change top "Play high!" { lasts: hand }  ## MY-3\nremove blame  ## MY-4\n'
        "change pair { compare: rank  ## MY-5\n}"
    )
    checked = variant("hk", body, path=tmp_path / "mine.rules")
    flat = flattened(checked)
    cited = [f"MY-{number}" for number in range(1, 6)]
    for one in (checked, flat):
        assert [claim for claim in cited if claim not in str(one.settle())] == []
    assert "Before a last card, not playing high is paid for" in flat.source.text, "what the option is about"
    assert "# its head: mine.rules:6" in flat.source.text


def test_operations_do_what_they_say() -> None:
    rulebook = variant("hk", "\n".join(OPERATIONS)).settle()
    assert rulebook.play.must_beat
    assert [row.name for row in rulebook.factors[0].rows] == ["quads", "full"]
    assert next(one for one in rulebook.options if one.name == "last_card").answers == ("forced", "free", "pays")
    assert next(one for one in rulebook.options if one.name == "last_card").notes, "what it is about stays"
    assert rulebook.duties[0].breach.kind == "refused" and rulebook.combinations[-1].name == "long"
    assert {naming.id for tongue in rulebook.tongues for naming in tongue.names} >= {"long", "single"}


@pytest.mark.parametrize("name", ["hk", "tien_gow"])
def test_whatever_is_removed_is_gone_or_needed(name: str) -> None:
    base = find(name)
    assert base.program is not None
    names = [*base.program.symbols.declared]
    tried = 0
    for one in names:
        checked = check(Source("mine.rules", f"cardwright 1\nrulebook mine extends {name} edition 1\nremove {one}"))
        if checked.errors:
            assert all(one.labels or one.span.file == "mine.rules" for one in checked.errors)
            continue
        tried += 1
        assert meaning(flattened(checked).settle()) == meaning(checked.settle())
        said = re.sub(r'"[^"\n]*"', "", checked.flat())
        assert f" {one} " not in "\n".join(line.partition("#")[0] for line in said.splitlines())
    assert tried > 3


# ---- chains --------------------------------------------------------------------------------------------------------


def test_a_chain_of_files(tmp_path: Path) -> None:
    (tmp_path / "club").mkdir()
    club = tmp_path / "club" / "club.rules"
    club.write_text(
        'cardwright 1\nrulebook club "Club" edition 3 extends hk edition 1 with tiers = four\nremove four_twos'
    )
    table = tmp_path / "hk.rules"
    table.write_text(
        'cardwright 1\nrulebook table4 extends "club/club.rules" edition 3 without triples\n'
        "change pair { compare: rank }\nclaim four_twos { holding: 2 2 2 2   may: go_out }\n"
        "change claims { order: no_faces < dragon < green_dragon < four_twos }"
    )
    checked = find(table)
    assert not checked.diagnostics
    rulebook = checked.settle()
    assert [one.name for one in rulebook.claims][-1] == "four_twos" and not any(
        one.name == "triple" for one in rulebook.combinations
    )
    # A file of one's own may be called like the rulebook below it: its lines are still its own.
    assert checked.source.slice(next(one.span for one in rulebook.claims if one.name == "four_twos" and one.span))
    assert {one.name for one in checked.source.all} == {str(table), str(club), "hk.rules"}
    assert meaning(flattened(checked).settle()) == meaning(rulebook)
    text = checked.flat()
    assert "# Settled: tiers = four (club.rules:2)" in text and "# hk.rules:3" in text


def test_a_base_that_is_changed_on_the_way(tmp_path: Path) -> None:
    base = tmp_path / "base.rules"
    base.write_text(find("hk").source.text.replace("edition 1", "edition 2"))
    checked = check(
        Source(
            "a", 'cardwright 1\nrulebook mine extends "base.rules" edition 1\nremove triple, triples', tmp_path / "a"
        )
    )
    assert [one.code for one in checked.errors] == ["CW222"]
    assert [text for _, text in checked.errors[0].labels] == ["`triple` reads so now", "`triples` reads so now"]


# ---- meaning -------------------------------------------------------------------------------------------------------


def test_layout_order_and_names_of_files_mean_nothing() -> None:
    base = find("hk")
    assert base.program is not None
    wanted = meaning(base.settle())
    assert len(wanted) == 64
    statements = [base.source.slice(one.span) for one in base.program.file.statements]
    fixed = [text for text in statements if text.startswith("duty")]
    free = [text for text in statements if not text.startswith(("duty", "examples", "source", "names"))]
    draw = random.Random(7)
    for _ in range(4):
        draw.shuffle(free)
        text = "\n\n".join(['cardwright 1\nrulebook another_one "Another title" edition 9', *free, *fixed])
        bare = "\n".join(line.partition("#")[0].rstrip() for line in text.replace("  ", " ").splitlines())
        assert meaning(check(Source("elsewhere/x.rules", bare)).settle()) == wanted


def test_every_answer_means_something_else() -> None:
    hk = find("hk")
    assert hk.program is not None
    hashes = {(option, answer): meaning(hk.settle({option: answer})) for option, answer in answers("hk")}
    others = [one for one in hashes.values() if one != meaning(hk.settle())]
    assert len({*others}) == len(others) == len(hashes) - len(hk.program.options), (
        "first answers are the rulebook itself"
    )
