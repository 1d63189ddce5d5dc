"""The application: its verbs, and what all of them share."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from . import (
    check,
    diff,
    explain,
    export,
    fmt,
    hands,
    mutate,
    odds,
    perft,
    plan,
    playing,
    plays,
    questions,
    replaying,
    rules,
    simulate,
    testing,
    variants,
    why,
)
from .failures import error_data, guarded
from .output import prepare_streams, say, say_json

_WRONG_USE: type[Exception] = typer.BadParameter.__mro__[1]
"""What is raised for arguments that do not fit: the kind above `BadParameter`, which typer does not export."""


class Verbs(TyperGroup):
    """The verbs. What is wrong with the arguments of one is told as JSON as well, where JSON is asked for."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Keep what was typed: it is all that is known of the format when a verb is not even reached."""
        ctx.meta[__name__] = _asks_for_json(args)
        with _told_as_json(ctx):
            return super().parse_args(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        """Run the verb."""
        with _told_as_json(ctx):
            return super().invoke(ctx)


@contextmanager
def _told_as_json(ctx: Any) -> Iterator[None]:
    try:
        yield
    except _WRONG_USE as error:
        if ctx.meta[__name__]:
            where = getattr(error, "ctx", None) or ctx
            message = getattr(error, "format_message", error.__str__)()
            say_json(error_data(message, f"`{where.command_path} --help` shows how it is used"))
        raise


def _asks_for_json(arguments: Sequence[str]) -> bool:
    """Whether arguments, right or wrong, hold `--format json` in one of its spellings."""
    formats = ("--format", "-f")
    if any(name in formats and value == "json" for name, value in pairwise(arguments)):
        return True
    return "--format=json" in arguments or "-fjson" in arguments


app = typer.Typer(
    name="cardwright",
    cls=Verbs,
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
    ("test", testing.test),
    ("mutate", mutate.mutate),
    ("fmt", fmt.fmt),
    ("list", explain.list_),
    ("explain", explain.explain),
    ("diff", diff.diff),
    ("rules", rules.rules),
    ("classify", plays.classify),
    ("beats", plays.beats),
    ("moves", plays.moves),
    ("why", why.why),
    ("settle", hands.settle),
    ("odds", odds.odds),
    ("deal", hands.deal),
    ("replay", replaying.replay),
    ("export", export.export),
    ("perft", perft.perft),
    ("plan", plan.plan),
    ("simulate", simulate.simulate),
    ("new", variants.new),
    ("sheet", questions.sheet),
    ("flatten", variants.flatten),
    ("update", variants.update),
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
