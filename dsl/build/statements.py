"""Builds whole files: the header, declarations, and what a variant changes."""

from __future__ import annotations

from collections.abc import Callable, Container

from .. import ast
from ..diagnostics import Diagnostic
from ..lexing import Lexer
from ..notes import attach
from ..tree import Tree
from .base import Deck, first, the, token_of, tokens, tree_of, trees
from .examples import ExampleLines
from .settlement import Settlement


def build(tree: Tree, lexer: Lexer) -> tuple[ast.File, list[Diagnostic]]:
    """The AST of a tree, and what is wrong with its words."""
    report: list[Diagnostic] = []
    notes = attach(tree, lexer, report)
    return Statements(lexer, notes, report, _deck(tree), _calculations(tree)).file(tree), report


class _Anything:
    """Whatever is asked for is in it: what a base declares is not known here."""

    def __contains__(self, name: object) -> bool:
        return True


def _calculations(tree: Tree) -> Container[str]:
    """The names that this file declares to be used before `of`."""
    if any(tree_of(header, "base") for header in trees(tree, "rulebook")):
        return _Anything()
    return {
        token.text for each in trees(tree, "let", "table", "factors") for token in tokens(each) if token.type == "NAME"
    }


def _deck(tree: Tree) -> Deck:
    """The words of the deck, for slips in cards; a file without a deck knows none."""
    words: dict[str, set[str]] = {"ranks": set(), "suits": set()}
    others: set[str] = set()
    for block in trees(tree, "block"):
        if first(block).type == "DECK":
            for field in trees(next(trees(block, "body"))):
                found = words.get(first(field).text, others)
                for each in field.walk():
                    if each.name != "setting":
                        found.update(token.text for token in tokens(each) if token.type in ("INT", "PIECE"))
    suits = {word for word in words["suits"] if not word.isdigit()}
    return Deck(frozenset(words["ranks"]), frozenset(suits), frozenset(others))


class Statements(Settlement, ExampleLines):
    """Builds a file."""

    __slots__ = ()

    def file(self, tree: Tree) -> ast.File:
        """The whole file."""
        version, about = tree_of(tree, "version"), tree_of(tree, "about")
        statements = [child for child in trees(tree) if child.name not in ("version", "rulebook", "about")]
        return ast.File(
            self.span(tree),
            None if version is None else ast.Version(self.span(version), self.integer(the(version, "INT"))),
            self._header(next(trees(tree, "rulebook"))) if about is None else self._about(about),
            tuple(self._statement(statement) for statement in (statements if about is None else trees(about))),
            notes=self.noted(tree),
        )

    def _header(self, tree: Tree) -> ast.Header:
        title, edition = token_of(tree, "STRING"), token_of(tree, "INT")
        base = tree_of(tree, "base")
        return ast.Header(
            self.span(tree),
            self.declared(the(tree, "NAME")),
            None if title is None else self.text(title),
            None if edition is None else self.number(edition),
            None if base is None else self._base(base),
            notes=self.noted(tree),
        )

    def _about(self, tree: Tree) -> ast.Header:
        """`examples of NAME edition N`."""
        name, edition = self.used(the(tree, "NAME")), the(tree, "INT")
        span = self.lexer.span(tree.start, edition.end)
        return ast.Header(span, name, None, self.number(edition), None, only_examples=True, notes=self.noted(tree))

    def _base(self, tree: Tree) -> ast.Base:
        agreement = self.agreement(tree_of(tree, "agreement"))
        path = token_of(tree, "STRING")
        name = self.used(the(tree, "NAME")) if path is None else self.text(path)
        return ast.Base(self.span(tree), name, self.number(the(tree, "INT")), agreement)

    def _statement(self, tree: Tree) -> ast.Statement:
        if tree.name == "change":
            declaration = next(trees(tree), None)
            if declaration is not None and declaration.name not in ("agreement", "body"):
                return ast.Change(self.span(tree), self._declaration(declaration), notes=self.noted(tree))
            name, title = the(tree, "NAME"), token_of(tree, "STRING")
            return ast.ChangeFields(
                self.span(tree),
                self.used(name),
                None if title is None else self.text(title),
                self.agreement(tree_of(tree, "agreement")),
                self._fields(next(trees(tree, "body"))),
                notes=self.noted(tree),
            )
        if tree.name == "remove":
            return ast.Remove(self.span(tree), tuple(self._ref(ref) for ref in trees(tree)), notes=self.noted(tree))
        return self._declaration(tree)

    def _ref(self, tree: Tree) -> ast.Ref:
        whole = tree_of(tree, "whole")
        names = [token for token in tokens(tree) if token.type == "NAME"]
        name = self.used(names.pop(0)) if whole is None else self.word(first(whole))
        return ast.Ref(self.span(tree), name, self.word(names[0]) if names else None)

    def _declaration(self, tree: Tree) -> ast.Declaration:
        return _BUILDERS[tree.name](self, tree)

    # ---- what was agreed

    def _options(self, tree: Tree) -> ast.Declaration:
        options = tuple(self._option(option) for option in trees(tree))
        return ast.Options(self.span(tree), options, notes=self.noted(tree))

    def _option(self, tree: Tree) -> ast.Option:
        numbers = tree_of(tree, "numbers")
        answers: tuple[ast.Answer, ...] | ast.Numbers
        if numbers is None:
            answers = tuple(self.answer(child) for child in trees(tree))
        else:
            answers = self._numbers(numbers)
        return ast.Option(self.span(tree), self.declared(first(tree)), answers, notes=self.noted(tree))

    def _numbers(self, tree: Tree) -> ast.Numbers:
        """`1 or more`, `2 to 16` and `12 from 2 [to 16]`: the first is in force."""
        values = [self.integer(token) for token in tokens(tree) if token.type == "INT"]
        if token_of(tree, "FROM") is not None:
            return ast.Numbers(self.span(tree), values[0], values[1], values[2] if len(values) > 2 else None)
        return ast.Numbers(self.span(tree), values[0], values[0], values[1] if len(values) > 1 else None)

    def _never(self, tree: Tree) -> ast.Declaration:
        why, agreement = token_of(tree, "STRING"), self.agreement(tree_of(tree, "agreement"))
        assert agreement is not None
        return ast.Never(self.span(tree), None if why is None else self.text(why), agreement, notes=self.noted(tree))

    # ---- declarations

    def _source(self, tree: Tree) -> ast.Declaration:
        piece, title = the(tree, "PIECE"), the(tree, "STRING")
        cited = ast.Piece(self.span(piece), piece.text)
        return ast.Cited(self.span(tree), cited, self.text(title), notes=self.noted(tree))

    def _order(self, tree: Tree) -> ast.Declaration:
        rankings = tuple(self._ranking(ranking) for ranking in trees(tree, "ranking"))
        name = self.declared(the(tree, "FIELD"))
        return ast.Order(self.span(tree), first(tree).text, name, rankings, notes=self.noted(tree))

    def _ranking(self, tree: Tree) -> ast.Ranking:
        parts = list(trees(tree, "slide"))
        slides = [self._slide(part) for part in parts]
        signs = [first(tier) for tier in trees(tree, "tier")]
        marks = [ast.Sign(self.span(sign), "=" if sign.text == "=" else "<") for sign in signs]
        if signs and self.back_to_front(list(parts), signs):
            slides.reverse()
            marks.reverse()
        agreement = self.agreement(tree_of(tree, "agreement"))
        return ast.Ranking(self.span(tree), tuple(slides), tuple(marks), agreement, notes=self.noted(tree))

    def _slide(self, tree: Tree) -> ast.Slide:
        ends = [self.cards(token) for token in tokens(tree) if token.type != "DOTS"]
        return ast.Slide(self.span(tree), ends[0], ends[1] if len(ends) > 1 else None)

    def _set(self, tree: Tree) -> ast.Declaration:
        return ast.Set(self.span(tree), *self._named_choice(tree), notes=self.noted(tree))

    def _always(self, tree: Tree) -> ast.Declaration:
        return ast.Always(self.span(tree), *self._named_choice(tree), notes=self.noted(tree))

    def _named_choice(self, tree: Tree) -> tuple[ast.Name, ast.Choice]:
        return self.declared(the(tree, "FIELD")), self.choice(next(trees(tree)))

    def _let(self, tree: Tree) -> ast.Declaration:
        field, choice = the(tree, "FIELD"), self.choice(next(trees(tree)))
        span, notes = self.span(tree), self.noted(tree)
        names = [token for token in tokens(tree) if token.type == "NAME"]
        if not names:
            return ast.Let(span, self.declared(field), None, None, choice, notes=notes)
        name, kind = names
        return ast.Let(span, self.declared(name), self.used(kind), self.row(field), choice, notes=notes)

    def _free(self, tree: Tree) -> ast.Declaration:
        names = tuple(self.used(token) for token in tokens(tree) if token.type == "NAME")
        return ast.Free(self.span(tree), names, notes=self.noted(tree))

    def _block(self, tree: Tree) -> ast.Declaration:
        kind, name, title = first(tree), token_of(tree, "NAME"), token_of(tree, "STRING")
        return ast.Block(
            self.span(tree),
            kind.text,
            self.span(kind),
            None if name is None else self.declared(name),
            None if title is None else self.text(title),
            self.agreement(tree_of(tree, "agreement")),
            self._fields(next(trees(tree, "body"))),
            notes=self.noted(tree),
        )

    def _fields(self, body: Tree) -> tuple[ast.AnyField, ...]:
        return tuple(self._field(field) for field in trees(body))

    def _field(self, tree: Tree) -> ast.AnyField:
        name = self.word(first(tree))
        span, notes = self.span(tree), self.noted(tree)
        match tree.name:
            case "cards_field":
                return ast.CardsField(span, name, tuple(self.pattern(each) for each in trees(tree)), notes=notes)
            case "tiles_field":
                return ast.TilesField(span, name, tuple(self._tile(each) for each in trees(tree)), notes=notes)
            case _:
                return ast.Field(span, name, self.choice(next(trees(tree)), name.text), notes=notes)

    def _tile(self, tree: Tree) -> ast.Tile:
        piece = the(tree, "PIECE")
        pips = self.joined(the(tree, "RUN"))
        return ast.Tile(self.span(tree), ast.Piece(self.span(piece), piece.text), pips, notes=self.noted(tree))

    # ---- sentences

    def _sentences(self, tree: Tree) -> ast.Declaration:
        kind = first(tree)
        lines = tuple(self._line(line) for line in trees(tree, "line"))
        return ast.Sentences(self.span(tree), kind.text, self.span(kind), lines, notes=self.noted(tree))

    def _line(self, tree: Tree) -> ast.Line:
        phrases = tuple(self._phrase(phrase) for phrase in trees(tree))
        return ast.Line(self.span(tree), self.word(first(tree)), phrases, notes=self.noted(tree))

    def _phrase(self, tree: Tree) -> ast.Phrase:
        words = [first(word) for word in trees(tree, "word")]
        return ast.Phrase(
            self.span(tree),
            tuple(ast.Word(self.span(word), word.text, word.type) for word in words),
            self.agreement(tree_of(tree, "agreement")),
            notes=self.noted(tree),
        )


_BUILDERS: dict[str, Callable[[Statements, Tree], ast.Declaration]] = {
    "options": Statements._options,
    "never": Statements._never,
    "source": Statements._source,
    "order": Statements._order,
    "set": Statements._set,
    "let": Statements._let,
    "always": Statements._always,
    "free": Statements._free,
    "block": Statements._block,
    "sentences": Statements._sentences,
    "table": Statements.table,
    "factors": Statements.factors,
    "payment": Statements.payment,
    "examples": Statements.examples,
    "names": Statements.names,
}
