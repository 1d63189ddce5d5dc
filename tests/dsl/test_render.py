"""The same diagnostics for people, editors and programs."""

from __future__ import annotations

import json

from cardwright.dsl import (
    CODES,
    Applicability,
    Edit,
    Fix,
    Source,
    parse,
    problem,
    render_concise,
    render_human,
    render_json,
    render_sarif,
    rewrite,
)

HEAD = 'cardwright 1\nrulebook mine\nnames zh { mine "鋤大弟" } §\n'
SOURCE = Source("a b.rules", f"{HEAD}\torder\taa: D > C\noptions {{ bb: yes or no\nset cc: D")
FOUND = parse(SOURCE).diagnostics


def human(found: object = FOUND, columns: int = 100, source: Source = SOURCE) -> str:
    return render_human(found, {source.name: source}, columns=columns)  # type: ignore[arg-type]


def test_human() -> None:
    assert human().split("\n\n")[0] == (
        "error[CW102]: `§` means nothing here\n"
        " --> a b.rules:3:25\n"
        "  |\n"
        '3 | names zh { mine "鋤大弟" } §\n'
        "  | " + " " * 27 + "^"
    )


def test_wide_letters_count_twice_and_tabs_four_times() -> None:
    lines = human().splitlines()
    marked = {line.index("^") - 4 for line in lines if "^" in line}
    assert len('names zh { mine "鋤大弟" } ') + 3 in marked
    assert len("    order    aa: ") in marked


def test_labels_help_and_fixes() -> None:
    shown = human()
    assert "::: a b.rules:5:1" in shown and "------- the block begins here" in shown
    assert "= help: close it with `}`" in shown and "= fix: put in `}` at 5:24" in shown
    assert "= fix: write `C < D`" in shown


def test_long_lines_are_cut_round_the_mark() -> None:
    source = Source("a", "x " * 2_000 + "§" + " y" * 2_000)
    found = problem("CW102", "`§`", source.span(1, 4001, 1, 4002))
    shown = human([found], 60, source).splitlines()
    assert all(len(line) <= 60 for line in shown)
    assert "§" in shown[3] and shown[4].index("^") == shown[3].index("§")


def test_a_mark_wider_than_the_screen() -> None:
    source = Source("a", "花" * 500)
    shown = human([problem("CW102", "long", source.whole)], 40, source)
    assert max(map(len, shown.splitlines())) <= 42


def test_several_lines_and_unknown_sources() -> None:
    source = Source("a", "one\ntwo\nthree")
    found = problem("CW102", "all", source.whole)
    assert "^^^ … to line 3" in human([found], 80, source)
    assert render_human([found], {}) == "error[CW102]: all\n --> a:1:1\n"


def test_control_characters_are_not_sent_to_the_terminal() -> None:
    source = Source("a\x1b", "\x1b[31m red")
    shown = render_human([problem("CW102", "bad \x1b", source.span(1, 1, 1, 2))], {source.name: source})
    assert "\x1b" not in shown and "\x1b" not in render_concise([problem("CW102", "bad \x1b", source.whole)])


def test_colour() -> None:
    shown = render_human(FOUND, {SOURCE.name: SOURCE}, colour=True)
    assert "\x1b[1;31merror[CW102]\x1b[0m" in shown
    assert shown.count("\x1b[0m") == shown.count("\x1b[1")


def test_concise() -> None:
    first, *rest = render_concise(FOUND).splitlines()
    assert first == "a b.rules:3:25: error[CW102] `§` means nothing here"
    assert len(rest) == len(FOUND) - 1


def test_json() -> None:
    document = json.loads(render_json(FOUND))
    assert document["format_version"] == 1
    block = next(each for each in document["diagnostics"] if each["code"] == "CW106")
    assert block["span"] == {"file": "a b.rules", "line": 6, "column": 1, "end_line": 6, "end_column": 4}
    assert block["labels"][0]["message"] == "the block begins here"
    assert block["fix"] == {
        "applicability": "safe",
        "edits": [
            {"span": {"file": "a b.rules", "line": 5, "column": 24, "end_line": 5, "end_column": 24}, "text": "\n}"}
        ],
    }
    assert block["link"] == "docs/diagnostics/CW106.md" and block["severity"] == "error"


def test_sarif() -> None:
    log = json.loads(render_sarif(FOUND))
    (run,) = log["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert log["version"] == "2.1.0" and run["columnKind"] == "unicodeCodePoints"
    assert [rule["id"] for rule in rules] == sorted({each.code for each in FOUND})
    for rule in rules:
        assert rule["helpUri"].endswith(rule["id"]) and rule["shortDescription"]["text"] == CODES[rule["id"]].title
        assert rule["help"]["markdown"].startswith(f"# {rule['id']}")
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        place = result["locations"][0]["physicalLocation"]
        assert place["artifactLocation"]["uri"] == "a%20b.rules" and place["region"]["startLine"] >= 1
    fix = next(result["fixes"][0] for result in run["results"] if result["ruleId"] == "CW116")
    assert fix["artifactChanges"][0]["replacements"][0]["insertedContent"] == {"text": "C < D"}
    assert json.loads(render_sarif([]))["runs"][0]["results"] == []


def test_fixes_that_only_show_are_not_offered() -> None:
    span = SOURCE.span(1, 1, 1, 2)
    found = problem("CW102", "shown", span, fix=rewrite(span, "x", Applicability.DISPLAY))
    several = problem("CW102", "two", span, fix=Fix((Edit(span, ""), Edit(SOURCE.span(2, 1, 2, 2), "y"))))
    first, second = json.loads(render_sarif([found, several]))["runs"][0]["results"]
    assert "fixes" not in first and len(second["fixes"][0]["artifactChanges"][0]["replacements"]) == 2
    assert "take away `c`" in human([several])
