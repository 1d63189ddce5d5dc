"""What opening is worth: the analysis runs from top to bottom, counts every hand, and says no more than it may."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

import pytest
from by_path import EXAMPLES

HANDS = 12


def test_first_seat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("matplotlib")
    chart = tmp_path / "chart.png"
    options = ["--hands", str(HANDS), "--rulebooks", "pusoy_dos,chuo_pai,dou_dizhu", "--chart", str(chart)]
    monkeypatch.setattr(sys, "argv", ["first_seat.py", *options])
    names = runpy.run_path(str(EXAMPLES / "first_seat.py"))
    shown = capsys.readouterr().out
    assert chart.read_bytes().startswith(b"\x89PNG")
    found = names["results"]
    # Every hand of these has one winner, and one opener: nobody is counted twice, nobody is forgotten.
    climbing = found["pusoy_dos"]
    assert climbing.measure == "wins" and sum(seat.times for seat in climbing.seats) == HANDS
    assert climbing.opener.hands == climbing.any_seat.hands == HANDS and climbing.any_seat.even == 1 / 4
    # Who wins a hand of tiles is not asked; an auction cannot be taken apart from the lead.
    assert found["chuo_pai"].measure == "ahead" and "chuo_pai *" in shown
    assert found["dou_dizhu"].any_seat is None and "not to be had apart" in shown

    share = names["Share"]
    assert [share(times, 100, 0.25).verdict for times in (50, 25, 30, 5)] == [
        "more",
        "cannot tell",
        "cannot tell",
        "less",
    ]
    assert str(share(25, 100, 0.25)) == "25.0 % (17.5 to 34.3)"


def test_wrong_use(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("matplotlib")
    for option, value, said in (("--rulebooks", "hkk", "no rulebook `hkk`"), ("--hands", "0", "at least one")):
        monkeypatch.setattr(sys, "argv", ["first_seat.py", option, value])
        with pytest.raises(SystemExit) as stopped:
            runpy.run_path(str(EXAMPLES / "first_seat.py"))
        assert stopped.value.code == 2 and said in capsys.readouterr().err
