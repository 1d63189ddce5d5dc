"""What every part of the resolver shares: the names, the report, and under which guard it is working."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TypeVar

from .. import ast
from ..diagnostics import Fix, problem, rewrite
from ..near import near
from ..source import Span
from .guards import ALWAYS, Guard, OptionInfo
from .program import Alternative, Use, citations, texts
from .report import Report
from .scope import Type
from .symbols import SPOKEN, Symbols

T = TypeVar("T")


@dataclass(slots=True)
class Context:
    """Names and options of the rulebook, the diagnostics so far, and the uses of names that may be absent."""

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
    set_kinds: dict[str, str] = field(default_factory=dict)
    # For each order of runs: how long its runs are.
    run_lengths: dict[str, frozenset[int]] = field(default_factory=dict)
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
        close = near(name, candidates)
        fix = rewrite(span, close[0]) if len(close) == 1 else None
        if close:
            help = "did you mean " + " or ".join(f"`{one}`" for one in close) + "?"
        self.fail("CW201", f"there is no {what} `{name}`", span, help=help, fix=fix)

    def wrong_kind(self, name: str, wanted: str, span: Span) -> None:
        """Report a name that is declared, as something that does not fit here."""
        symbol = self.symbols.declared.get(name)
        label = [(symbol.span, f"declared here as {SPOKEN[symbol.kind]}")] if symbol else []
        self.fail("CW204", f"`{name}` is {self.symbols.spoken(name)}, not {wanted}", span, labels=label)

    def declared(self, name: ast.Name, *kinds: str, wanted: str, optional: bool = False) -> bool:
        """Whether a name names one of these kinds; reported when it does not. `optional`: it may be absent here."""
        kind = self.symbols.kind(name.text)
        if kind is None:
            self.unknown(wanted.removeprefix("a ").removeprefix("an "), name.text, name.span,
                         self.symbols.of_kind(*kinds))  # fmt: skip
            return False
        if kind not in kinds:
            self.wrong_kind(name.text, wanted, name.span)
            return False
        if not optional:
            self.use(kind, name.text, name.span)
        return True

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
            if allowed is not None:
                guard = guard.both(Guard(((setting.name.text, allowed),), setting.span))
        if any(not answers for _, answers in guard.allowed):
            self.fail("CW415", "what was agreed here can never hold", agreement.span,
                      help="an option has one answer at a time")  # fmt: skip
        return Guard(guard.allowed, agreement.span)

    def _allowed(self, setting: ast.Setting) -> frozenset[str] | None:
        option = self.options.get(setting.name.text)
        if option is None:
            name = setting.name.text
            if self.symbols.kind(name) is not None:
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
        if setting.denied or not setting.answers:
            if set(option.answers) != {"yes", "no"}:
                listed = " or ".join(f"`{answer}`" for answer in option.answers) or "numbers"
                self.fail("CW403", f"`{option.name}` is not a yes/no option", setting.span,
                          help=f"say which answer: `{option.name} = …`; its answers are {listed}")  # fmt: skip
                return None
            return frozenset({"no" if setting.denied else "yes"})
        answers: set[str] = set()
        for answer in setting.answers:
            text = answer_text(answer)
            if option.admits(text):
                answers.add(text)
            else:
                close = near(text, option.answers)
                listed = ", ".join(f"`{one}`" for one in option.answers) or f"numbers from {option.least}"
                self.fail("CW402", f"`{text}` is no answer to `{option.name}`", answer.span,
                          help=f"did you mean `{close[0]}`?" if close else f"its answers: {listed}",
                          fix=rewrite(answer.span, close[0]) if close else None)  # fmt: skip
        return frozenset(answers) if answers else None


def answer_text(answer: ast.Answer) -> str:
    """An answer as it is written."""
    return str(answer.value) if isinstance(answer, ast.Number) else answer.text


def alternative(value: T, guard: Guard, node: ast.Noted, outer: tuple[ast.Note, ...] = ()) -> Alternative[T]:
    """A value with its guard, the notes of the node it was read from, and those of the field around it."""
    notes = (*outer, *node.notes)
    return Alternative(value, guard, node.span, citations(notes), texts(notes))
