"""From text to AST: one pass that goes on after every mistake and reports each once."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from . import ast
from .build import build
from .diagnostics import Diagnostic, Severity, problem, rewrite
from .grammar import tables
from .lexing import Lexer, Token
from .recovery import recover
from .source import Source, Span
from .tree import Stack, Tree
from .trouble import Repair, Trouble

LANGUAGE_VERSION = 1
MOST_CHARACTERS = 250_000
MOST_NESTED = 60
MOST_PROBLEMS = 50
# A stack grows by a few symbols for every level of nesting.
_MOST_STACKED = 8 * MOST_NESTED
# After a mistake so many tokens must fit before the next one is believed.
_TRUST = 2
# Signs for machines; those that turn the direction of writing would let a text look like another one.
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0e-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")


@dataclass(frozen=True, slots=True)
class Parsed:
    """What was read: the AST without what could not be understood (None: nothing could), and the problems.

    `skipped` are the places where something was left out or put in, and `lost` the words in them: later stages keep
    quiet about whatever overlaps a skipped place or misses a lost word.
    """

    source: Source
    ast: ast.File | None
    diagnostics: tuple[Diagnostic, ...]
    skipped: tuple[Span, ...] = ()
    lost: frozenset[str] = frozenset()

    @property
    def ok(self) -> bool:
        """Whether the file was read without an error."""
        return self.ast is not None and all(each.severity is not Severity.ERROR for each in self.diagnostics)


def parse(source: Source) -> Parsed:
    """Read a rulebook. Whatever the text is, the answer is a value, in time linear in its length."""
    refused = _refused(source)
    if refused is not None:
        return Parsed(source, None, (refused,))
    run = _Run(Lexer(source, tables()))
    tree = run.tree()
    if tree is None:
        return run.parsed(None)
    if tree.depth > MOST_NESTED:
        run.too_deep(run.lexer.span(*_deepest(tree)))
        return run.parsed(None)
    file, report = build(tree, run.lexer)
    if file.version is not None and file.version.number != LANGUAGE_VERSION:
        # Another version may mean anything by its words: nothing else that was found counts.
        return Parsed(source, None, (_other_version(file.version),))
    begun = next(
        child for child in tree.children if isinstance(child, Tree) and child.name in ("rulebook", "about")
    ).start
    if file.version is None and all(start >= begun for start, _ in run.skipped):
        report.append(_no_version(source))
    run.report += (each for each in report if each.code != "CW113" or not run.blamed(each.span))
    return run.parsed(file)


@dataclass(slots=True)
class _Run:
    """One pass over one text."""

    lexer: Lexer
    report: list[Diagnostic] = field(default_factory=list)
    skipped: list[tuple[int, int]] = field(default_factory=list)
    doubted: list[tuple[int, int]] = field(default_factory=list)
    history: list[Token] = field(default_factory=list)

    def tree(self) -> Tree | None:
        """The tree, as far as the text could be read."""
        stack = Stack(self.lexer.tables)
        position, trusted, troubled = 0, _TRUST, -1
        while stack.result is None:
            token = self.lexer.read(position, stack.states[-1])
            if token is not None and stack.feed(token):
                self.history.append(token)
                position = token.end
                trusted += 1
                if len(stack.states) > _MOST_STACKED:
                    self.too_deep(self.lexer.span(token.start, token.end))
                    return None
                continue
            start = self.lexer.skip(position)
            repair = self._trouble(Trouble(self.lexer, stack, self.history, start, token), trusted, start == troubled)
            if repair is None:
                return None
            if len(self.report) == MOST_PROBLEMS:
                rest = self.lexer.span(start, start)
                self.report.append(problem("CW903", "there may be more: the rest of the file was not read", rest))
                return None
            position, trusted, troubled = repair.position, 0, start
        return stack.result

    def _trouble(self, trouble: Trouble, trusted: int, again: bool) -> Repair | None:
        """Report a mistake and mend the stack; `again` tells that the last repair led back to the same place."""
        if trouble.token is None:
            read = trouble.token_at(trouble.position)
            trouble = Trouble(trouble.lexer, trouble.stack, trouble.history, trouble.position, read)
        recovery = recover(trouble)
        # What follows at once on a mistake is most often part of it.
        if trusted >= _TRUST or recovery.certain or not self.report:
            self.report.append(recovery.diagnostic)
        repair = recovery.repair
        if repair is None or (again and repair.position <= trouble.position):
            return None
        dropped = trouble.stack.pop(repair.pops)
        given_up = [each for symbol in dropped for each in (symbol if isinstance(symbol, list) else [symbol])]
        start = min((each.start for each in given_up), default=trouble.position)
        start, end = min(start, trouble.position), max(repair.position, trouble.position)
        self.skipped.append((start, end))
        # What stands just before lost its end, so its meaning is not to be trusted either.
        before = next((each for each in reversed(trouble.history) if each.end <= start), None)
        self.doubted.append((before.start if before else start, end))
        for token in repair.tokens:
            trouble.stack.feed(token)
            self.history.append(token)
        return repair

    def blamed(self, span: Span) -> bool:
        """Whether what was skipped begins right behind a word: then the word is part of that mistake."""
        for start, end in self.skipped:
            before = len(self.lexer.text[:start].rstrip())
            if span.contains(self.lexer.span(before, before)) or self.lexer.span(start, end).contains(span):
                return True
        return False

    def too_deep(self, span: Span) -> None:
        """Report nesting without end."""
        message = f"this is nested more than {MOST_NESTED} deep"
        self.report.append(problem("CW902", message, span, help="give a part of it a name with `let` or `set`"))

    def parsed(self, file: ast.File | None) -> Parsed:
        """The result, its problems in the order of the text."""
        # The parser and the builder may notice the same word.
        once = {(each.code, each.span): each for each in self.report}
        report = sorted(once.values(), key=lambda each: (each.code == "CW903", each.span))
        if len(report) > MOST_PROBLEMS + 1:
            more, report = len(report) - MOST_PROBLEMS, report[:MOST_PROBLEMS]
            report.append(problem("CW903", f"and {more:,} more", report[-1].span))
        words: set[str] = set()
        for start, end in self.skipped:
            words.update(re.findall(r"\w+", self.lexer.text[start:end]))
        spans = tuple(self.lexer.span(start, end) for start, end in self.doubted)
        return Parsed(self.lexer.source, file, tuple(report), spans, frozenset(words))


def _refused(source: Source) -> Diagnostic | None:
    """Why a text is not even read."""
    if len(source.text) > MOST_CHARACTERS:
        message = f"a rulebook has at most {MOST_CHARACTERS:,} characters, and this file has more"
        return problem("CW901", message, source.span(1, 1, 1, 1))
    control = _CONTROL.search(source.text)
    if control is not None:
        line = source.text.count("\n", 0, control.start()) + 1
        column = control.start() - source.text.rfind("\n", 0, control.start())
        span = source.span(line, column, line, column + 1)
        return problem("CW101", f"the character U+{ord(control.group()):04X} is not text", span)
    if not source.text.strip():
        advice = "a rulebook begins with the lines `cardwright 1` and `rulebook NAME`"
        return problem("CW109", "the file is empty", source.span(1, 1, 1, 1), help=advice)
    return None


def _no_version(source: Source) -> Diagnostic:
    start = source.span(1, 1, 1, 1)
    line = f"cardwright {LANGUAGE_VERSION}"
    advice = "it tells in which version of the language the rules are written"
    return problem(
        "CW110", f"the first line `{line}` is missing", start, help=advice, fix=rewrite(start, f"{line}\n\n")
    )


def _other_version(version: ast.Version) -> Diagnostic:
    message = f"version {version.number} of the language is not known here"
    if version.number > LANGUAGE_VERSION:
        advice = f"this program reads version {LANGUAGE_VERSION}: take a newer one"
    else:
        advice = f"the language begins with version {LANGUAGE_VERSION}"
    return problem("CW111", message, version.span, help=advice)


def _deepest(tree: Tree) -> tuple[int, int]:
    """Where the nesting goes one level too far."""
    for _ in range(MOST_NESTED):
        tree = max((child for child in tree.children if isinstance(child, Tree)), key=lambda child: child.depth)
    return tree.start, tree.end
