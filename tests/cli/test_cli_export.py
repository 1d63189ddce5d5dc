"""The verb export."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from terminal import cardwright, process

from cardwright import Rulebook, load
from cardwright.interpreter import exporting

HOUSE = ("--with", "tiers=four", "--without", "triples")


def test_documents_on_the_screen_are_those_of_the_library() -> None:
    game = load("hk", options={"tiers": "four", "triples": False})
    model = cardwright("export", "hk", *HOUSE).out
    assert Rulebook.model_validate_json(model) == game.rulebook
    pack = cardwright("export", "hk", *HOUSE, "--pack", "2", "--seed", "9").out
    assert exporting.PackData.model_validate_json(pack) == exporting.make_pack(game.rulebook, 2, 9)
    assert json.loads(cardwright("export", "hk", "--schema").out) == exporting.model_schema()
    assert json.loads(cardwright("export", "hk", "--schema", "--pack", "2").out) == exporting.pack_schema()
    # The same bytes wherever, and in whatever order sets are gone through there.
    assert process("export", "hk", *HOUSE, "--pack", "2", "--seed", "9", env={"PYTHONHASHSEED": "77"}).out == pack
    # Without a seed there is a new one, and it is told.
    seeds = {json.loads(cardwright("export", "tien_gow", "--pack", "1").out)["seed"] for _ in range(2)}
    assert len(seeds) == 2


def test_a_folder_has_everything_and_tells_nothing_of_the_machine(tmp_path: Path) -> None:
    club = tmp_path / "rules" / "club.rules"
    club.parent.mkdir()
    club.write_text("cardwright 1\nrulebook club extends hk edition 1\nchange pair { compare: rank }\n")
    out = tmp_path / "out"
    told = cardwright("export", str(club), "--pack", "1", "--seed", "9", "-o", f"{out}/")
    names = ["club.rulebook.json", "rulebook.schema.json", "club.pack.json", "pack.schema.json"]
    assert told.out.split() == [str(out / name) for name in names]
    texts = {name: (out / name).read_text("utf-8") for name in names}
    assert all(str(tmp_path) not in text for text in texts.values())
    assert '"file": "club.rules"' in texts["club.rulebook.json"]
    # Into a folder that is there, over what is there.
    assert cardwright("export", str(club), "-o", str(out)).out.split() == [str(out / name) for name in names[:2]]
    single = out / "one.json"
    single.write_text("old")
    assert cardwright("export", str(club), "-o", str(single)).out == ""
    assert single.read_text("utf-8") == texts["club.rulebook.json"]


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("hk", "--seed", "3"), 2, "`--seed` is about a pack"),
        (("hk", "--pack", "0"), 2, "--pack"),
        (("hk", "--pack", "many"), 2, "--pack"),
        (("hk", "--pack", "10001"), 2, "from 1 to 10,000 hands, not 10001"),
        (("hkk",), 2, "did you mean `hk`"),
        (("hk", "--with", "tripels"), 2, "did you mean `triples`"),
        (("hk", "-o", "nowhere/at/all.json"), 2, "cannot write `nowhere/at/all.json`"),
        (("hk", "-o", "/dev/null/"), 2, "cannot write `/dev/null`"),
        (("tests/diagnostics/broken.rules", "--pack", "3"), 1, "this rulebook has errors"),
    ],
)
def test_wrong_use(words: tuple[str, ...], code: int, said: str) -> None:
    done = cardwright("export", *words)
    assert (done.code, done.out) == (code, "") and said in done.err, done
