"""The verbs for programs: a rulebook in, by name, by path or as text, and a value out."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from pathlib import Path
from typing import Any, Literal, TypeAlias

from cardwright.dsl import (
    Checked,
    Diagnostic,
    RulebookError,
    Source,
    allow,
    find,
    format_source,
    read_predicate,
)
from cardwright.interpreter import Answers, Game, Invalid, Odds, comparing, exporting, new_seed, simulation, try_out
from cardwright.interpreter import odds as odds_of

Told: TypeAlias = str | Path
"""A rulebook: the name of one that ships, the path of a file, or (of more than one line) its text."""
Form: TypeAlias = Literal["text", "markdown", "html"]


def _game(rulebook: Told | Game, options: Answers | None) -> Game:
    if isinstance(rulebook, Game):
        if options:
            raise Invalid("a game has its answers already: `options` go with a rulebook")
        return rulebook
    return Game(find(rulebook).settle(options))


def _sound(checked: Checked) -> Checked:
    """The same; raises RulebookError where it has errors."""
    if checked.errors:
        raise RulebookError(checked.errors, checked.source)
    return checked


def check(rulebook: Told, options: Answers | None = None) -> tuple[Diagnostic, ...]:
    """Everything that is wrong with a rulebook, the first in its text first; empty if nothing is.

    Its examples are run, at the first answers or those that they carry. Raises NotFound, and RulebookError for
    `options` that it does not take; what is wrong with the rulebook itself is told, never raised.

    >>> import cardwright
    >>> cardwright.check("hk")
    ()
    >>> for found in cardwright.check("cardwright 1\\nrulebook friday \\"Friday\\" edition 1 extends hk edition 9"):
    ...     print(found.code, found.span, found.message)
    CW222 text:2:55 `hk` is at edition 1 by now, and this was written on edition 9
    """
    checked = find(rulebook)
    if checked.errors:
        return allow(checked.source, checked.diagnostics, whole=False)
    checked.settle(options)
    return allow(checked.source, dict.fromkeys((*checked.diagnostics, *try_out(checked).diagnostics)))


def format(rulebook: Told) -> str:
    """A rulebook in the one layout of all rulebooks, every comment kept; files are left as they are.

    Raises NotFound, and RulebookError where the form of the text is not right.

    >>> import cardwright
    >>> cardwright.format("cardwright 1\\nrulebook   friday extends hk edition 1   with stake=5").splitlines()
    ['cardwright 1', '', 'rulebook friday extends hk edition 1 with stake = 5']
    """
    source = find(rulebook).source
    found = format_source(Source(source.name, source.text))
    if found.diagnostics:
        raise RulebookError(found.diagnostics, source)
    return source.text if found.text is None else found.text


def flatten(rulebook: Told, options: Answers | None = None) -> str:
    """The text of the complete rulebook that a variant means; with `options`, these answers settled for good.

    Raises NotFound, and RulebookError where the rulebook has errors or an answer is none.

    >>> import cardwright
    >>> text = cardwright.flatten("hk", {"stake": 5})
    >>> cardwright.load(text).meaning == cardwright.load("hk", {"stake": 5}).meaning
    True
    """
    checked = find(rulebook)
    flat = checked.flat(options)
    if checked.base is None and not options:
        return flat
    return format_source(Source("text", flat)).text or flat


def diff(
    first: Told | Game,
    second: Told | Game | None = None,
    *,
    options: Answers | None = None,
    against: Answers | None = None,
) -> comparing.Difference:
    """How two rulebooks differ, or (with no second one) two settings of one: what is declared otherwise, which plays
    one has alone, what beats what, and the smallest examples on which they disagree.

    `options` are the answers of the first, `against` those of the second. `equal` is proved; `scopes` say what was gone
    through and what was only tried. Raises NotFound and RulebookError.

    >>> import cardwright
    >>> club = "cardwright 1\\nrulebook club extends hk edition 1 with stake = 5"
    >>> found = cardwright.diff(club, "hk", against={"stake": 5})
    >>> found.equal, found.changes, found.witnesses, [scope.how for scope in found.scopes][:2]
    (True, (), (), ['form', 'form'])
    """
    other = first if second is None else second
    if isinstance(other, Game) and against:
        raise Invalid("a game has its answers already: `against` goes with a rulebook")
    return comparing.compare(_game(first, options), _game(other, against))


def rules(rulebook: Told | Game, options: Answers | None = None, *, form: Form = "text", language: str = "en") -> str:
    """The rules sheet of a rulebook, to print and to hand out: as `text`, `markdown` or one `html` page.

    `language` is `en` or `zh-Hant`, or a tongue that the rulebook has names in. Raises NotFound, RulebookError, and
    Invalid for a form or a language that there is not.

    >>> import cardwright
    >>> cardwright.rules("hk", {"tiers": "four"}, form="markdown").splitlines()[0]
    '# Cho Dai Di'
    """
    from cardwright.display import sheet
    from cardwright.display.naming import Names

    forms = {"text": sheet.as_text, "markdown": sheet.as_markdown, "html": sheet.as_html}
    if form not in forms:
        raise Invalid(f"a rules sheet is written as {', '.join(forms)}, not as `{form}`", form)
    game = _game(rulebook, options)
    return forms[form](sheet.sheet(game, Names(game.rulebook, language, everywhere=True)))


def simulate(
    rulebook: Told | Game,
    hands: int = 1000,
    seed: int | None = None,
    *,
    options: Answers | None = None,
    bots: str | Sequence[str] = "greedy",
    other: Told | Game | None = None,
    against: Answers | None = None,
    matches: bool = False,
    engine: str = "auto",
    workers: int = 1,
    executor: Executor | None = None,
    save_to: str | Path | None = None,
    resume: str | bytes | None = None,
) -> simulation.Simulation:
    """Let bots play many hands (or `matches`), and count what comes of them; a seed fixes every hand.

    `bots`: one for all seats, or one for each: `random`, `greedy`, `search:N`. `other`, or `against` for other answers
    of the same rulebook: what is played with the same deals, to compare. `seats` of the result is the tally of the
    first rulebook. `save_to`: a file to save to on the way and at the end; to go on, `resume` takes what it holds.
    Raises NotFound, RulebookError, and Invalid for what cannot be played.

    >>> import cardwright
    >>> found = cardwright.simulate("hk", 20, seed=7, bots="random")
    >>> found.seats.hands, found.stopped
    (20, '')
    """
    second = None
    if other is not None or against:
        second = _game(rulebook if other is None else other, against)
    named = [bots] if isinstance(bots, str) else list(bots)
    return simulation.simulate(
        _game(rulebook, options),
        hands,
        seed,
        bots=named,
        against=second,
        matches=matches,
        engine=engine,
        workers=workers,
        executor=executor,
        save_to=save_to,
        resume=resume,
    )


def odds(
    rulebook: Told,
    hand: str,
    options: Answers | None = None,
    *,
    seat: int = 0,
    any_seat: bool = False,
    size: int | None = None,
    hands: int = 50_000,
    seed: int | None = None,
) -> Odds:
    """How likely a dealt hand has something: a claim by its name, a pattern or a condition; with `and`, `or`, `not`.

    It is the hand of a `seat` (from 0) in the first hand of a match, anybody's with `any_seat`, or one of `size` pieces
    of the deck. `exact` is a fraction where hands can be counted; it is None where so many `hands` were dealt instead,
    and then `low` to `high` holds the true odds with 95 % confidence. Raises NotFound, RulebookError for a text that
    says nothing of a hand, and Invalid.

    >>> import cardwright
    >>> cardwright.odds("hk", "holding 2 2 2 2").exact
    Fraction(11, 4165)
    """
    checked = find(rulebook)
    return odds_of(
        Game(checked.settle(options)),
        read_predicate(checked, hand, options),
        seat=seat,
        any_seat=any_seat,
        size=size,
        hands=hands,
        seed=seed,
    )


def export(
    rulebook: Told, options: Answers | None = None, *, pack: int | None = None, seed: int | None = None
) -> dict[str, Any]:
    """A rulebook as JSON data for programs in other languages. With `pack`: so many hands with everything that is legal
    in them and what they pay, for such programs to test themselves; a seed fixes every byte.

    Raises NotFound, RulebookError, and Invalid for a number of hands that cannot be.

    >>> import cardwright
    >>> document, tests = cardwright.export("hk"), cardwright.export("hk", pack=2, seed=7)
    >>> document["name"], tests["format"], len(tests["hands"])
    ('hk', 'cardwright-pack', 2)
    """
    checked = find(rulebook)
    settled = checked.settle(options)
    if pack is None:
        return exporting.model_data(settled, checked.source.name)
    return exporting.pack_data(exporting.make_pack(settled, pack, new_seed() if seed is None else seed))
