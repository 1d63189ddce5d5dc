"""Builds the lines of examples, and names for the eye."""

from __future__ import annotations

import re

from .. import ast
from ..lexing import Token
from ..source import Span
from ..tree import Tree
from .base import first, the, token_of, tokens, tree_of, trees
from .expressions import Expressions

_COMMENT = re.compile(r"[#＃][^\n]*")
_BODIES = ("outranks", "fits", "offered", "resumes", "settles", "stands")
_PLAYS = ("PIECE", "RUN", "INT", "RANK_FIRST")


class ExampleLines(Expressions):
    """Builds what examples say."""

    __slots__ = ()

    def examples(self, tree: Tree) -> ast.Declaration:
        """`examples { … }`."""
        return ast.Examples(self.span(tree), tuple(self._example(each) for each in trees(tree)), notes=self.noted(tree))

    def _example(self, tree: Tree) -> ast.Example:
        said = next(trees(tree, *_BODIES))
        start = first(tree)
        variable = self.row(the(tree, "NAME")) if start.type == "FOR" else None
        return ast.Example(
            self.span(tree),
            self._line_body(said),
            " ".join(_COMMENT.sub("", self.lexer.written(said.start, said.end)).split()),
            self.agreement(tree_of(tree, "agreement")),
            variable,
            tuple(self.cards(token) for token in tokens(tree) if token.type in _PLAYS),
            notes=self.noted(tree),
        )

    def _line_body(self, tree: Tree) -> ast.Outranks | ast.Fits | ast.Offered | ast.Told | ast.Stands:
        span = self.span(tree)
        match tree.name:
            case "outranks":
                play, other = (self._situation(token) for token in tokens(tree))
                return ast.Outranks(span, play, other, denied=tree_of(tree, "fails") is not None)
            case "fits":
                subject, *_, name = tokens(tree)
                denied = token_of(tree, "NOT") is not None
                return ast.Fits(span, self._situation(subject), self.used(name), denied)
            case "offered":
                return self._offered(tree)
            case "stands":
                return self._stands(tree)
            case _:
                return self._told(tree)

    def _offered(self, tree: Tree) -> ast.Offered:
        on: Token | None = None
        held: list[Token] = []
        holding = False
        for token in tokens(tree):
            if token.type == "HOLDING":
                holding = True
            elif token.type in ("NAME", *_PLAYS):
                if holding:
                    held.append(token)
                else:
                    on = token
        return ast.Offered(
            self.span(tree),
            None if on is None else self._situation(on),
            self.guard(tree_of(tree, "guard")),
            tuple(piece for token in held for piece in self._listed(token)),
            self._lets(tree),
        )

    def _lets(self, tree: Tree) -> ast.Lets:
        verdict = tree_of(tree, "verdict")
        assert verdict is not None
        items = tuple(self._item(item) for item in trees(tree, "item"))
        return ast.Lets(self.lexer.span(verdict.start, tree.end), first(verdict).text, items)

    def _item(self, tree: Tree) -> ast.Item:
        what = the(tree, "NAME", *_PLAYS)
        claim, discard, denied = (token_of(tree, type_) is not None for type_ in ("CLAIM", "DISCARD", "NOT"))
        because = tree_of(tree, "because")
        rule = None if because is None else self.word(the(because, "NAME"))
        return ast.Item(self.span(tree), self._situation(what), claim, discard, denied, rule)

    def _told(self, tree: Tree) -> ast.Told:
        parts = list(tokens(tree))
        colon = next(index for index, token in enumerate(parts) if token.type == "COLON")
        return ast.Told(
            self.span(tree),
            tuple(self.number(token) for token in parts[:colon] if token.type == "INT"),
            tuple(self._held(child) for child in trees(tree, "held")),
            tuple(self._fact(child) for child in trees(tree, "fact")),
            tuple(self._done(child) for child in trees(tree, "done")),
            self._outcome(tree, parts[colon + 1 :]),
        )

    def _outcome(self, tree: Tree, said: list[Token]) -> ast.Scored | ast.Says | ast.Lets:
        if tree_of(tree, "verdict") is not None:
            return self._lets(tree)
        span = self.lexer.span(said[0].start, tree.end)
        if said[0].type == "SCORES":
            return ast.Scored(span, tuple(self.number(token) for token in said[1:]))
        return self._says(span, said)

    def _says(self, span: Span, said: list[Token]) -> ast.Says:
        who, *words = said
        subject = self.word(who) if who.type == "NAME" else ast.Piece(self.span(who), who.text)
        return ast.Says(span, subject, tuple(self.word(word) for word in words))

    def _stands(self, tree: Tree) -> ast.Stands:
        parts = list(tokens(tree))
        colon = next(index for index, token in enumerate(parts) if token.type == "COLON")
        said = parts[colon + 1 :]
        hands = next((self.number(token) for token in parts[:colon] if token.type == "INT"), None)
        unit = next((self.word(token) for token in parts[:colon] if token.type == "NAME"), None)
        points = tuple(self.number(token) for token in parts[:colon] if token.type == "SCORE")
        outcome = self._says(self.lexer.span(said[0].start, tree.end), said)
        return ast.Stands(self.span(tree), points, hands, unit, outcome)

    def _done(self, tree: Tree) -> ast.Done:
        what, *of = tokens(tree)
        verb = self.word(what) if what.type == "CLAIM" else self._situation(what)
        return ast.Done(self.span(tree), verb, self._situation(of[0]) if of else None)

    def _held(self, tree: Tree) -> ast.Held:
        name = token_of(tree, "NAME")
        pieces = tuple(piece for token in tokens(tree) if token.type in _PLAYS for piece in self._listed(token))
        return ast.Held(self.span(tree), pieces, None if name is None else self.word(name))

    def _listed(self, token: Token) -> tuple[ast.Piece, ...]:
        """One of the cards held: a piece, or several joined (such as the pips of a tile)."""
        return self.joined(token).pieces if token.type == "RUN" else self.card(token)

    def _fact(self, tree: Tree) -> ast.Fact:
        seat, verb, *what = tokens(tree)
        place = ast.Piece(self.span(seat), seat.text)
        return ast.Fact(self.span(tree), place, self.word(verb), self._situation(what[0]) if what else None)

    def _situation(self, token: Token) -> ast.Cards | ast.Name:
        """A play, or a word such as `nothing` or `pass`."""
        return self.word(token) if token.type == "NAME" else self.cards(token)

    def names(self, tree: Tree) -> ast.Declaration:
        """`names zh { … }`."""
        tongue = self.word(the(tree, "NAME"))
        entries = tuple(self._naming(naming) for naming in trees(tree))
        return ast.Names(self.span(tree), tongue, entries, notes=self.noted(tree))

    def _naming(self, tree: Tree) -> ast.Naming:
        subject = first(tree)
        texts = [self.text(token) for token in tokens(tree) if token.type == "STRING"]
        return ast.Naming(
            self.span(tree),
            self.used(subject) if subject.type == "NAME" else ast.Piece(self.span(subject), subject.text),
            texts[0],
            texts[1] if len(texts) > 1 else None,
            notes=self.noted(tree),
        )
