"""The tables of docs/learning.md say what the layouts have."""

from __future__ import annotations

from pathlib import Path

from cardwright.dsl import shipped
from cardwright.interpreter import load
from cardwright.rl import Layout

PAGE = Path(__file__).parents[2] / "docs" / "learning.md"


def others() -> str:
    """The tensors that hk lacks, with who has them, as a table in Markdown."""
    known = {tensor.name for tensor in Layout(load("hk")).tensors}
    found: dict[str, tuple[str, list[str]]] = {}
    for name in shipped():
        for tensor in Layout(load(name)).tensors:
            if tensor.name not in known:
                found.setdefault(tensor.name, (tensor.meaning, []))[1].append(name)
    rows = [f"| `{tensor}` | {is_} | {', '.join(f'`{n}`' for n in names)} |" for tensor, (is_, names) in found.items()]
    return "\n".join(["| Tensor | Is | For example in |", "|---|---|---|", *rows])


def test_the_tables_are_those_of_the_layouts() -> None:
    page = PAGE.read_text("utf-8")
    for table in (Layout(load("hk")).table(), others()):
        assert table in page, f"docs/learning.md should have\n\n{table}"
