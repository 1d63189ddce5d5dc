"""Simulations in a file: what was played and what came of it, to go on from later."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from ..errors import CardwrightError, Invalid
from ..serial import first_problem
from .plan import Plan
from .ranges import Ranges
from .tally import Pair, Tally

VERSION: Literal[1] = 1


_MOST = 10**15
"""More hands than anybody plays."""


class CheckpointData(BaseModel):
    """A simulation as JSON. `done`: ranges of hands, from 0, each without its end."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    version: Literal[1] = VERSION
    rulebooks: tuple[str, ...]
    contents: tuple[str, ...]
    seed: int
    bots: tuple[str, ...]
    unit: Literal["hands", "matches"]
    compiled: bool = False
    done: tuple[tuple[int, int], ...]
    tally: Tally | None = None
    pair: Pair | None = None


def to_json(plan: Plan, done: Ranges, tally: Tally | Pair) -> str:
    """A simulation as far as it has come, as JSON."""
    data = CheckpointData(
        rulebooks=tuple(side.rulebook.name for side in plan.sides),
        contents=tuple(side.content for side in plan.sides),
        seed=plan.seed,
        bots=plan.bots,
        unit="matches" if plan.matches else "hands",
        compiled=plan.compiled,
        done=tuple(done),
        tally=tally if isinstance(tally, Tally) else None,
        pair=tally if isinstance(tally, Pair) else None,
    )
    return data.model_dump_json(exclude_none=True)


def save(path: Path, plan: Plan, done: Ranges, tally: Tally | Pair) -> None:
    """Write a simulation to a file in one step: whoever is stopped meanwhile leaves the old file or the new one. Raises
    CardwrightError where it cannot be written."""
    name = ""
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".tmp")
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(to_json(plan, done, tally) + "\n")
        Path(name).chmod(0o666 & ~_umask())
        Path(name).replace(path)
    except OSError as error:
        if name:
            Path(name).unlink(missing_ok=True)
        raise CardwrightError(f"cannot write `{path}`: {error.strerror}") from error


def read(text: str | bytes, plan: Plan) -> tuple[Ranges, Tally | Pair]:
    """What `to_json` wrote of the same plan. Raises Invalid for anything else, and says what is different."""
    try:
        data = CheckpointData.model_validate_json(text)
    except ValidationError as error:
        raise Invalid(f"this is no simulation that was stopped: {first_problem(error)}") from error
    mine = CheckpointData.model_validate_json(to_json(plan, Ranges(), Pair() if plan.paired else Tally()))
    for field, what in (
        ("contents", f"another rulebook, or of other options: {_told(data.rulebooks)}"),
        ("seed", f"another seed: {data.seed}"),
        ("bots", f"other bots: {_told(data.bots)}"),
        ("unit", data.unit),
        ("compiled", f"{'a compiled engine' if data.compiled else 'the definition'}, whose random hands are others"),
    ):
        if getattr(data, field) != getattr(mine, field):
            raise Invalid(f"this is a simulation of {what}")
    tally = data.pair if plan.paired else data.tally
    try:
        done = Ranges((first, end) for first, end in data.done)
    except ValueError as error:
        raise Invalid(f"this is no simulation that was stopped: {error}") from error
    if tally is None or (tally.matches.count if plan.matches and isinstance(tally, Tally) else tally.hands) != len(
        done
    ):
        raise Invalid("this is no simulation that was stopped: not as many hands are counted as were played")
    books = [side.rulebook for side in plan.sides]
    plausible = tally.is_plausible(*books) if isinstance(tally, Pair) else tally.is_plausible(books[0])
    if done.end > _MOST or not plausible:
        raise Invalid("this is no simulation that was stopped: its numbers contradict one another")
    return done, tally


def _told(names: tuple[str, ...]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _umask() -> int:
    """The rights that new files do not get."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
