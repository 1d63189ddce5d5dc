"""The documents that are exported, as JSON data and as text."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import PurePath
from typing import Any

from cardwright.dsl import Rulebook

from .pack import PackData

_DIALECT = "https://json-schema.org/draft/2020-12/schema"
_LISTS = ("readings", "contests", "hands", "matches")


def model_data(rulebook: Rulebook, home: str = "") -> dict[str, Any]:
    """The model of a rulebook as JSON data. Places are told by file, relative to the folder of `home`, the path that
    the rulebook was read from: nothing tells where on a machine it lies."""
    data: dict[str, Any] = rulebook.model_dump(mode="json")
    files = sorted({span["file"] for span in _spans(data)})
    shown = _shown(files, home)
    for span in _spans(data):
        span["file"] = shown[span["file"]]
    return data


def model_schema() -> dict[str, Any]:
    """The JSON Schema of `model_data`."""
    return {"$schema": _DIALECT, **Rulebook.model_json_schema()}


def pack_data(pack: PackData) -> dict[str, Any]:
    """A pack as JSON data: in its lists, what is as usual is left out."""
    head = pack.model_dump(mode="json", exclude=set(_LISTS))
    return head | {
        name: [case.model_dump(mode="json", exclude_defaults=True) for case in getattr(pack, name)] for name in _LISTS
    }


def pack_schema() -> dict[str, Any]:
    """The JSON Schema of `pack_data`."""
    return {"$schema": _DIALECT, **PackData.model_json_schema()}


def written(data: Mapping[str, Any]) -> str:
    """A document as text: a line for each field, and for each item of a list; the same bytes for the same data."""
    fields = ",\n".join(f"{_json(name)}: {_lines(value)}" for name, value in data.items())
    return f"{{\n{fields}\n}}\n"


def _lines(value: Any) -> str:
    if not isinstance(value, list | dict) or not value:
        return _json(value)
    if isinstance(value, list):
        return "[\n" + ",\n".join(f" {_json(item)}" for item in value) + "\n]"
    return "{\n" + ",\n".join(f" {_json(name)}: {_json(item)}" for name, item in value.items()) + "\n}"


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _spans(data: Any) -> Iterator[dict[str, Any]]:
    """Every place in a part of the model."""
    match data:
        case {"span": dict() as span, **more}:
            yield span
            yield from _spans(list(more.values()))
        case dict():
            yield from _spans(list(data.values()))
        case list():
            for item in data:
                yield from _spans(item)


def _shown(files: list[str], home: str) -> dict[str, str]:
    """How each file is called: by its path inside the folder of the rulebook, or else by its name alone."""
    folder = PurePath(home).parent
    shown: dict[str, str] = {}
    for file in files:
        path = PurePath(file)
        inside = path.is_relative_to(folder) and ".." not in path.parts
        shown[file] = path.relative_to(folder).as_posix() if inside else path.name
    same = Counter(shown.values())
    return {file: name if same[name] == 1 or file == home else f"base/{name}" for file, name in shown.items()}
