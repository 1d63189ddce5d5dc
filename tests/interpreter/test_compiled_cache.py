"""The cache of generated modules: shared by processes, its owner's alone, and never believed."""

from __future__ import annotations

import gc
import os
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from cardwright import Game, load
from cardwright.interpreter import compiled

_HAND = compiled.cache


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(_HAND.VARIABLE, str(tmp_path / "cache"))
    return tmp_path / "cache" / "compiled"


def test_a_text_is_kept_once_for_its_owner(folder: Path) -> None:
    path = _HAND.keep("name", "x = 1\n")
    assert path is not None and path.read_text("utf-8") == "x = 1\n"
    written = path.stat().st_mtime_ns
    assert _HAND.keep("name", "x = 1\n") == path and path.stat().st_mtime_ns == written
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert [entry.name for entry in folder.iterdir() if entry.suffix == ".tmp"] == []


def test_what_somebody_changed_is_not_run(folder: Path) -> None:
    rules = load("hk").rules
    path = compiled.engine.PythonEngine(rules).path
    assert path is not None
    path.write_text("raise SystemExit('not ours')\n", "utf-8")
    engine = compiled.engine.PythonEngine(rules)
    assert engine.playouts(1, 1)[0].ended == "out"
    assert path.read_text("utf-8") == engine.program.text


def test_names_stay_inside_the_folder(folder: Path) -> None:
    path = _HAND.keep("../out/of it", "x = 1\n")
    assert path is not None and path.parent == folder


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="folders have no owner here")
@pytest.mark.parametrize("mode", [0o770, 0o707, 0o777])
def test_a_folder_that_others_write_is_not_used(folder: Path, mode: int) -> None:
    assert _HAND.keep("name", "x = 1\n") is not None
    folder.chmod(mode)
    assert _HAND.keep("name", "x = 1\n") is None


def test_a_link_is_not_followed(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    folder.parent.mkdir()
    folder.symlink_to(tmp_path / "elsewhere")
    assert _HAND.keep("name", "x = 1\n") is None


def test_games_are_played_where_nothing_can_be_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file is where the folder should be: so it is missing, and cannot be made, whoever asks."""
    (tmp_path / "cache").write_text("", "utf-8")
    monkeypatch.setenv(_HAND.VARIABLE, str(tmp_path / "cache"))
    rules = load("pusoy_dos").rules
    python = compiled.engine.PythonEngine(rules)
    assert python.path is None and len(python.playouts(2, 1)) == 2
    pytest.importorskip("llvmlite")
    native = compiled.engine.NativeEngine(rules)
    assert native.path is None and list(native.playouts(2, 1)) == list(python.playouts(2, 1))


def test_nothing_stays_behind_that_belongs_to_no_module(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert _HAND.keep("m", "x = 1\n") is not None
    left, new = (folder / ".left.tmp", folder / "gone.f.o"), (folder / ".new.tmp", folder / "m.f.o")
    for path in (*left, *new):
        path.write_bytes(b"")
    for path in left:
        os.utime(path, (0, 0))
    assert _HAND.keep("other", "x = 2\n") is not None
    assert not any(path.exists() for path in left) and all(path.exists() for path in new)


def test_the_oldest_modules_go_first(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_HAND, "_MOST", 3)
    for number in range(6):
        path = _HAND.keep(f"m{number}", f"x = {number}\n")
        assert path is not None
        os.utime(path, (number, number))
        _HAND.keep_code(folder / f"m{number}.f.o", b"code")
    kept = {path.stem for path in folder.glob("*.py")}
    assert "m5" in kept and "m0" not in kept and len(kept) <= 4
    assert not (folder / "m0.f.o").exists() and _HAND.code_kept(folder / "m5.f.o") == b"code"


def test_machine_code_that_is_damaged_is_made_anew(folder: Path) -> None:
    pytest.importorskip("llvmlite")
    rules = load("pusoy_dos").rules
    told = list(compiled.engine.NativeEngine(rules).playouts(3, 1))
    (path,) = folder.glob("*.playouts.o")
    whole = path.read_bytes()
    for damaged in (b"", whole[:40], whole[:-1], whole[:-9] + bytes([whole[-9] ^ 1]) + whole[-8:]):
        path.write_bytes(damaged)
        assert _HAND.code_kept(path) is None
    assert list(compiled.engine.NativeEngine(rules).playouts(3, 1)) == told
    assert path.read_bytes() == whole


_RUN = """
from cardwright import Game, load
game = Game(load("pusoy_dos").rulebook, engine="native")
print([hand.scores for hand in game.playouts(5, 1)])
"""


def test_two_processes_at_once(folder: Path) -> None:
    pytest.importorskip("llvmlite")
    running = [subprocess.Popen([sys.executable, "-c", _RUN], stdout=subprocess.PIPE, text=True) for _ in range(2)]
    told = [process.communicate(timeout=120)[0] for process in running]
    assert [process.returncode for process in running] == [0, 0]
    expected = [hand.scores for hand in Game(load("pusoy_dos").rulebook, engine="python").playouts(5, 1)]
    assert told[0] == told[1] == f"{expected}\n"
    assert list(folder.glob("pusoy_dos-native-*.py")) and list(folder.glob("*.playouts.o"))


def test_threads_make_a_function_once_and_play_side_by_side(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("llvmlite")
    from cardwright.interpreter.compiled import native

    engine = compiled.engine.NativeEngine(load("pusoy_dos").rules)
    made: list[str] = []
    running = native.NativeModule._running

    def noted(self: native.NativeModule, name: str) -> object:
        made.append(name)
        return running(self, name)

    monkeypatch.setattr(native.NativeModule, "_running", noted)
    module = native.NativeModule(engine.program.text, engine.program.columns, engine.path)
    with ThreadPoolExecutor(4) as threads:
        assert len({id(found) for found in threads.map(lambda _: module.playouts, range(8))}) == 1
        assert made == ["playouts"]
        told = list(threads.map(lambda _: engine.playouts(4_000, 1).numbers.tolist(), range(4)))
    assert all(numbers == engine.playouts(4_000, 1).numbers.tolist() for numbers in told)


def test_a_function_keeps_its_machine_code(folder: Path) -> None:
    pytest.importorskip("llvmlite")
    from cardwright.interpreter.compiled import native

    text = "COLUMNS = 1\n\ndef twice(n):\n    return 2 * n\n"
    functions = [native.NativeModule(text, 1, None).twice for _ in range(20)]
    functions += [native.NativeModule(text, 1, None).by_addresses("twice") for _ in range(20)]
    gc.collect()
    assert [function(number) for number, function in enumerate(functions)] == list(range(0, 80, 2))
    assert not hasattr(native.NativeModule(text, 1, None), "thrice")
