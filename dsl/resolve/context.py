"""What every part of the resolver shares: the names, the report, and under which guard it is working."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import TypeVar, cast

from .. import ast
from ..diagnostics import Edit, Fix, problem, rewrite
from ..near import near
from ..source import Source, Span
from ..words import SPOKEN, listing
from .guards import ALWAYS, Guard, OptionInfo
from .program import Alternative, Use, citations, texts
from .report import Report
from .scope import Scope, Type
from .symbols import Symbols, bare

T = TypeVar("T")
MOST_GUESSES = 100
MOST_PLACES = 20


@dataclass(slots=True)
class Context:
    """Names and options of the rulebook, the diagnostics so far, and the uses of names that may be absent."""

    source: Source
    symbols: Symbols
    options: dict[str, OptionInfo]
    report: Report
    uses: list[Use] = field(default_factory=list)
    guard: Guard = ALWAYS
    # The options that some rule asks.
    asked: set[str] = field(default_factory=set)
    # For each combination: the labels of its parts, and whether its plays differ in length.
    labels: dict[str, frozenset[str]] = field(default_factory=dict)
    variable_length: set[str] = field(default_factory=set)
    # For those: how long they can be, None for any length.
    lengths: dict[str, tuple[int, int | None]] = field(default_factory=dict)
    # Parts of plays and rows of factors: named inside a declaration, and by `names` for the eye.
    inner: set[str] = field(default_factory=set)
    set_kinds: dict[str, str] = field(default_factory=dict)
    # For each order of runs: how long its runs are.
    run_lengths: dict[str, frozenset[int]] = field(default_factory=dict)
    # Kinds of which a declaration has no name: it may be the one that is missing.
    nameless: set[str] = field(default_factory=set)
    # For each name that is missing: which of the diagnostics says so.
    missing: dict[str, int] = field(default_factory=dict)
    # Options in whose answers something is wrong.
    flawed: set[str] = field(default_factory=set)
    # For each payment that an effect makes: where it says so.
    paid_in_play: dict[str, Span] = field(default_factory=dict)
    # Whether all options are known.
    options_known: bool = True
    # Whether all ranks, suits and pieces are known.
    deck_known: bool = True
    # For each table, factors and calculation: what it is worked out for, None for the whole hand.
    parameters: dict[str, Type | None] = field(default_factory=dict)

    def fail(
        self,
        code: str,
        message: str,
        span: Span,
        *,
        help: str | None = None,
        labels: Iterable[tuple[Span, str]] = (),
        fix: Fix | None = None,
    ) -> None:
        """Report a problem."""
        self.report.add(problem(code, message, span, labels=labels, help=help, fix=fix))

    def unknown(self, what: str, name: str, span: Span, candidates: Iterable[str], help: str | None = None) -> None:
        """Report a name that nothing is called by, with the names it may have been meant for."""
        if self.told_already(name, span):
            return
        # In a text with so much wrong, guessing at every name would take longer than anybody reads.
        meant = self._meant(name, candidates) if len(self.missing) < MOST_GUESSES else ()
        fix = rewrite(span, meant[0]) if len(meant) == 1 else None
        if meant:
            help = f"did you mean {listing(f'`{one}`' for one in meant)}?"
        self.missing[name] = len(self.report.found)
        self.fail("CW201", f"there is no {what} `{name}`", span, help=help, fix=fix)

    def unknown_part(self, kind: str, what: str, name: ast.Name, known: Collection[str]) -> None:
        """Report a field or line that its block does not have."""
        meant = self._meant(name.text, known)
        listed = ", ".join(f"`{one}`" for one in sorted(known))
        self.fail(
            "CW206",
            f"`{kind}` has no {what} `{name.text}`",
            name.span,
            help=f"did you mean `{meant[0]}`?" if meant else f"its {what}s: {listed}",
            fix=rewrite(name.span, meant[0]) if len(meant) == 1 else None,
        )

    def unknown_piece(self, text: str, span: Span, what: str) -> None:
        """Report a rank, suit or card that the deck does not have; nothing, if the deck itself could not be read."""
        if not self.deck_known:
            return
        turned = self.symbols.turned(text)
        if turned is not None:
            self.fail(
                "CW117",
                f"`{text}` is no card",
                span,
                help=f"a card is its rank, then its suit: `{turned}`",
                fix=rewrite(span, turned),
            )
            return
        if what == "card" and text in self.symbols.ranks:
            example = next((name for name, (rank, suit) in self.symbols.pieces.items() if rank == text and suit), text)
            self.fail(
                "CW204",
                f"`{text}` is a rank, not a card",
                span,
                help=f"a card is its rank, then its suit, as in `{example}`",
            )
            return
        if what == "rank" and text in self.symbols.pieces:
            rank = self.symbols.pieces[text][0]
            self.fail(
                "CW204",
                f"`{text}` is a card, and ranks are wanted here",
                span,
                help=f"write the rank: `{rank}`",
                fix=rewrite(span, rank),
            )
            return
        suit = next((one for one in self.symbols.suits if text.endswith(one) and text != one), None)
        if what == "card" and suit is not None:
            # Cards of a rank that is missing are missing with it.
            rank = text[: -len(suit)]
            if self.told_already(rank, span):
                return
            self.missing.setdefault(rank, len(self.report.found))
        everything = {"rank": [*self.symbols.ranks], "card": [*self.symbols.pieces]}
        known = everything.get(what, [*self.symbols.ranks, *self.symbols.suits, *self.symbols.pieces])
        help = f"the ranks: {_some(self.symbols.ranks)}"
        if self.symbols.suits:
            help += f"; the suits: {_some(self.symbols.suits)}"
        self.unknown(what, text, span, known, help)

    def variable(self, name: ast.Name, scope: Scope) -> None:
        """A name given to whatever is at hand: it must not hide another meaning."""
        kind = self.symbols.kind(name.text)
        if kind is not None or name.text in scope.facts:
            meaning = f"is {self.symbols.spoken(name.text)}" if kind is not None else "has a meaning of its own"
            self.fail(
                "CW203",
                f"`{name.text}` {meaning} and cannot stand for something else",
                name.span,
                help="take another name, such as a single letter",
            )

    def plain_list(self, case: ast.Case) -> None:
        """Report `then` between the members of a list, which have no order."""
        for then, before, after in zip(case.then, case.values, case.values[1:], strict=False):
            if then:
                gap = before.span.end.to(after.span.start)
                fix = rewrite(gap, ", ") if self.source.slice(gap).split() == [",", "then"] else None
                self.fail("CW120", "a list has no `then`: its members have no order", gap, help="write `,`", fix=fix)

    def agreed_not_played(self, when: Span, name: str) -> None:
        """Report an option behind `when`."""
        self.fail(
            "CW411",
            f"`{name}` was agreed before the deal, it does not happen in play",
            when,
            help="what was agreed stands behind `with`",
            fix=rewrite(when, "with"),
        )

    def settled_before(self, condition: ast.Expr) -> None:
        """Report a condition of play on what is settled before the deal."""
        text = self.source.holding(condition.span)
        line = text.lines[condition.span.line - 1][: condition.span.column - 1]
        column = line.rfind("when") + 1
        asked = next((name for name in ast.names_in(condition) if name in self.options), None)
        if asked is not None and column:
            self.asked.add(asked)
            line_number = condition.span.line
            self.agreed_not_played(text.span(line_number, column, line_number, column + len("when")), asked)
            return
        self.fail(
            "CW416",
            "this is settled before the deal: it cannot depend on what happens",
            condition.span,
            help="leave the condition out, or guard the value `with` what was agreed",
        )

    def _not_yes_or_no(self, option: OptionInfo, setting: ast.Setting) -> None:
        if self.told_already(f"with {option.name}", setting.name.span):
            return
        listed = " or ".join(f"`{answer}`" for answer in option.answers) or "numbers"
        help = f"say which answer: `{option.name} = …`; its answers are {listed}"
        others = [answer for answer in option.answers if answer not in ("yes", "no")]
        if len(option.answers) == 2 and len(others) == 1:
            meant = "no" if "yes" in option.answers else "yes"
            help = f"its answers are {listed}: did you mean `{meant}` for `{others[0]}`?"
        self.missing[f"with {option.name}"] = len(self.report.found)
        self.fail(
            "CW403",
            f"`{option.name}` is not a yes/no option",
            setting.name.span,
            labels=self._declared_here(option.name),
            help=help,
        )

    def _declared_here(self, name: str) -> list[tuple[Span, str]]:
        symbol = self.symbols.declared.get(name)
        return [] if symbol is None else [(symbol.span, "declared here")]

    def told_already(self, name: str, span: Span) -> bool:
        """Whether the name is reported as missing already: one slip, one diagnostic with all its places."""
        position = self.missing.get(name)
        if position is None:
            return False
        first = self.report.found[position]
        if len(first.labels) == MOST_PLACES:
            self.report.found[position] = replace(first, fix=None)
        elif span != first.span and all(span != place for place, _ in first.labels):
            fix = first.fix and Fix((*first.fix.edits, Edit(span, first.fix.edits[0].text)), first.fix.applicability)
            self.report.found[position] = replace(first, labels=(*first.labels, (span, "and here")), fix=fix)
        return True

    def _meant(self, name: str, candidates: Iterable[str]) -> tuple[str, ...]:
        """The candidates that may be meant; those that differ only in `_` or in number come first."""
        known = tuple(candidates)
        alike = tuple(one for one in known if one != name and bare(one) == bare(name))
        return alike[:1] or near(name, known)

    def wrong_kind(self, name: str, wanted: str, span: Span) -> None:
        """Report a name that is declared, as something that does not fit here."""
        symbol = self.symbols.declared.get(name)
        label = [(symbol.span, f"declared here as {SPOKEN[symbol.kind]}")] if symbol else []
        self.fail("CW204", f"`{name}` is {self.symbols.spoken(name)}, not {wanted}", span, labels=label)

    def declared(self, name: ast.Name, *kinds: str, wanted: str, optional: bool = False) -> bool:
        """Whether a name names one of these kinds; reported when it does not. `optional`: it may be absent here."""
        kind = self.symbols.kind(name.text)
        if (kind is None and self.nameless & {*kinds}) or self.refused(name.text, *kinds):
            return False
        if kind is None:
            help = "name a rank, a suit, a piece, a set, a family or a combination" if "set" in kinds else None
            self.unknown(
                wanted.removeprefix("a ").removeprefix("an "), name.text, name.span, self.symbols.of_kind(*kinds), help
            )
            return False
        if kind not in kinds:
            self.wrong_kind(name.text, wanted, name.span)
            return False
        if not optional:
            self.use(kind, name.text, name.span)
        return True

    def refused(self, name: str, *kinds: str) -> bool:
        """Whether a declaration of one of these kinds was refused for its name: one slip, one diagnostic."""
        return self.symbols.kind(name) not in kinds and any((kind, name) in self.symbols.refused for kind in kinds)

    def use(self, kind: str, name: str, span: Span) -> None:
        """Note that a declaration must not be absent where this stands."""
        self.uses.append(Use(kind, name, span, self.guard))

    @contextmanager
    def under(self, guard: Guard) -> Iterator[None]:
        """Work under a further guard."""
        before = self.guard
        self.guard = before.both(guard)
        try:
            yield
        finally:
            self.guard = before

    def agreement(self, agreement: ast.Agreement | None) -> Guard:
        """What was agreed, as a guard; unknown options and answers are reported and then left out."""
        if agreement is None:
            return ALWAYS
        guard = ALWAYS
        for setting in agreement.settings:
            self.asked.add(setting.name.text)
            allowed = self._allowed(setting)
            asked = () if allowed is None else ((setting.name.text, allowed),)
            guard = guard.both(Guard(asked, setting.span, unclear=allowed is None))
        if any(not answers for _, answers in guard.allowed):
            self.fail(
                "CW415",
                "what was agreed here can never hold",
                agreement.span,
                help="an option has one answer at a time",
            )
        return Guard(guard.allowed, agreement.span, guard.unclear)

    def _allowed(self, setting: ast.Setting) -> frozenset[str] | None:
        option = self.options.get(setting.name.text)
        if option is None:
            name = setting.name.text
            meant = self._meant(name, self.options)
            self.asked.update(meant)
            if not self.options_known:
                pass
            elif self.symbols.kind(name) is not None and not meant:
                self.wrong_kind(name, "an option", setting.name.span)
            else:
                self.unknown(
                    "option",
                    name,
                    setting.name.span,
                    self.options,
                    "options are declared in `options { … }`; what happens in play stands after `when`",
                )
            return None
        if option.name in self.flawed:
            return None
        if setting.denied or not setting.answers:
            if set(option.answers) != {"yes", "no"}:
                self._not_yes_or_no(option, setting)
                return None
            return frozenset({"no" if setting.denied else "yes"})
        answers: set[str] = set()
        for answer in setting.answers:
            text = ast.answer_text(answer)
            if option.admits(text):
                answers.add(text)
            elif not self.told_already(f"{option.name} = {text}", answer.span):
                close = near(text, option.answers)
                listed = ", ".join(f"`{one}`" for one in option.answers) or f"numbers from {option.least}"
                self.missing[f"{option.name} = {text}"] = len(self.report.found)
                self.fail(
                    "CW402",
                    f"`{text}` is no answer to `{option.name}`",
                    answer.span,
                    labels=self._declared_here(option.name),
                    help=f"did you mean `{close[0]}`?" if close else f"its answers: {listed}",
                    fix=rewrite(answer.span, close[0]) if len(close) == 1 else None,
                )
        return frozenset(answers) if answers else None


def _some(names: Iterable[str]) -> str:
    """The first few names of a list."""
    every = list(names)
    return ", ".join(every[:13]) + (", …" if len(every) > 13 else "")


def alternative(value: T | None, guard: Guard, node: ast.Noted, outer: tuple[ast.Note, ...] = ()) -> Alternative[T]:
    """A value with its guard, the notes of the node it was read from, and those of the field around it."""
    notes = (*outer, *node.notes)
    return Alternative(cast(T, value), guard, node.span, citations(notes), texts(notes))
