"""The slips that card players make, each with the word for it and the way on."""

from __future__ import annotations

from collections.abc import Callable

from .trouble import Recovery, Trouble

Slip = Callable[[Trouble], Recovery | None]

SLIPS: tuple[Slip, ...] = ()
