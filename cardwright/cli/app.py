"""The application: its verbs, and what all of them share."""

from __future__ import annotations

import gc
from collections.abc import Callable
from typing import Annotated, Any

import typer

from . import check, explain, hands, playing, plays
from .failures import guarded
from .output import prepare_streams, say

app = typer.Typer(
    name="cardwright",
    help="Write the rules of your own house, and play them.",
    epilog="First steps: `cardwright list`, then `cardwright play hk`.  "
    "Exit codes: 0 fine, 1 the answer is no or the rulebook has errors, 2 wrong use or unreadable, 3 our own bug.",
    no_args_is_help=True,
    add_completion=False,
    # Plain help and errors: rich is loaded only where something is drawn, so that every verb starts fast.
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)

_VERBS: tuple[tuple[str, Callable[..., Any]], ...] = (
    ("play", playing.play),
    ("check", check.check),
    ("list", explain.list_),
    ("explain", explain.explain),
    ("classify", plays.classify),
    ("beats", plays.beats),
    ("moves", plays.moves),
    ("why", plays.why),
    ("settle", hands.settle),
    ("deal", hands.deal),
    ("replay", hands.replay),
)

for _name, _verb in _VERBS:
    app.command(_name)(guarded(_verb))


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        say(f"cardwright {version('cardwright')}")
        raise typer.Exit


@app.callback()
def _whole(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and stop.")
    ] = False,
) -> None:
    """Write the rules of your own house, and play them."""


def main() -> None:
    """Run the command line."""
    # A verb makes many objects and ends: looking for dead ones again and again would cost a tenth of its time.
    gc.set_threshold(100_000)
    prepare_streams()
    app(prog_name="cardwright")
