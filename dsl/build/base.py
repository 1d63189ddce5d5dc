"""What every part of the builder shares: places, notes, names and numbers, and what was agreed."""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import dataclass, field
from unicodedata import category

from .. import ast
from ..cards import card_slip
from ..diagnostics import Diagnostic, problem, rewrite
from ..lexing import Lexer, Token
from ..source import Span
from ..tree import Tree
from ..words import RESERVED, STATEMENTS

_MOST_DIGITS = 12


@dataclass(frozen=True, slots=True)
class Deck:
    """The words for ranks and suits, as far as this file itself declares a deck."""

    ranks: frozenset[str] = frozenset()
    suits: frozenset[str] = frozenset()
    others: frozenset[str] = frozenset()


@dataclass(slots=True)
class Base:
    """Builds nodes; what is wrong with them goes into `report`."""

    lexer: Lexer
    notes: dict[int, tuple[ast.Note, ...]]
    report: list[Diagnostic]
    deck: Deck = field(default_factory=Deck)
    # Names that can stand before `of`: those this file declares, and all that a base may.
    calculations: Container[str] = frozenset()

    # ---- places

    def span(self, of: Tree | Token) -> Span:
        """The place of a tree or token."""
        return self.lexer.span(of.start, of.end)

    def noted(self, tree: Tree) -> tuple[ast.Note, ...]:
        """The notes of a tree."""
        return self.notes.get(id(tree), ())

    # ---- words

    def word(self, token: Token) -> ast.Name:
        """A word that may be any: an answer, a field's name, a word of an example."""
        return ast.Name(self.span(token), token.text)

    def used(self, token: Token) -> ast.Name:
        """A name where it is used; reserved words are none."""
        if token.text in RESERVED:
            self._reserved(token, "a reserved word")
        return self.word(token)

    def row(self, token: Token) -> ast.Name:
        """The name of a row, or of a variable."""
        return self.used(token)

    def declared(self, token: Token) -> ast.Name:
        """A name where it is declared; one that the parser had to put in is empty and beyond reproach."""
        if token.start == token.end:
            return self.word(token)
        if token.text in RESERVED or token.text in STATEMENTS:
            self._reserved(token, "a word of the language")
        elif len(token.text) == 1:
            span, advice = self.span(token), "only variables, as `c` in `for c in …`, have one letter"
            self.report.append(problem("CW114", f"the name `{token.text}` has a single letter", span, help=advice))
        return self.word(token)

    def _reserved(self, token: Token, what: str) -> None:
        message = f"`{token.text}` is {what} and cannot be a name"
        advice = f"take another name, such as `my_{token.text}`"
        self.report.append(problem("CW113", message, self.span(token), help=advice))

    def text(self, token: Token) -> ast.Text:
        """A text in quotation marks, as the author wrote it; one without anything to see is reported."""
        text = ast.Text(self.span(token), self.lexer.written(token.start + 1, token.end - 1))
        if not any(map(_seen, text.value)):
            message, advice = "this text is blank", "write what is to be read here, or leave the text out"
            self.report.append(problem("CW218", message, text.span, help=advice))
        elif any(category(sign) == "Cc" for sign in text.value):
            message, advice = "a tab stands in this text", "write a blank for it"
            self.report.append(problem("CW218", message, text.span, help=advice))
        return text

    def integer(self, token: Token) -> int:
        """The value of a number; one that is too long counts as 0 and is reported."""
        digits = token.text.lstrip("+-x")
        if len(digits) > _MOST_DIGITS:
            message = f"a number has at most {_MOST_DIGITS} digits, this one {len(digits):,}"
            self.report.append(problem("CW904", message, self.span(token)))
            return 0
        return -int(digits) if token.text.startswith("-") else int(digits)

    def number(self, token: Token, or_more: Token | None = None) -> ast.Number:
        """A number, perhaps `or more`."""
        span = self.lexer.span(token.start, (or_more or token).end)
        return ast.Number(span, self.integer(token), or_more is not None)

    # ---- cards

    def card(self, token: Token, joint: str = " ") -> tuple[ast.Piece, ...]:
        """A piece, rank or suit; several where the author ran them together, which is reported."""
        span = self.span(token)
        if not self._known(token.text) and (
            slip := card_slip(token.text, span, self.deck.ranks, self.deck.suits, joint)
        ):
            self.report.append(slip.diagnostic)
            return tuple(ast.Piece(span, piece) for piece in slip.pieces)
        return (ast.Piece(span, token.text),)

    def cards(self, token: Token) -> ast.Cards:
        """A play: one piece or several joined."""
        if token.type == "RUN":
            return self.joined(token)
        pieces = self.card(token, "-")
        return pieces[0] if len(pieces) == 1 else ast.Joined(self.span(token), pieces)

    def joined(self, token: Token) -> ast.Joined:
        """Pieces joined with `-`."""
        pieces: list[ast.Piece] = []
        position = token.start
        for text in token.text.split("-"):
            pieces += self.card(Token("PIECE", text, position, position + len(text)), "-")
            position += len(text) + 1
        return ast.Joined(self.span(token), tuple(pieces))

    def _known(self, text: str) -> bool:
        deck = self.deck
        return text in deck.others or text in deck.ranks or text in deck.suits

    # ---- what was agreed

    def answer(self, of: Tree | Token) -> ast.Answer:
        """An answer of an option."""
        token = first(of) if isinstance(of, Tree) else of
        match token.type:
            case "INT":
                return self.number(token)
            case "PIECE":
                return self.card(token, "-")[0]
            case "RUN":
                return self.joined(token)
            case _:
                return self.word(token)

    def agreement(self, tree: Tree | None) -> ast.Agreement | None:
        """`with …`, if it is there."""
        if tree is None:
            return None
        settings: list[ast.Setting] = []
        for child in trees(tree):
            if child.name == "without":
                names = [token for token in tokens(child) if token.type == "NAME"]
                settings += [ast.Setting(self.span(token), self.used(token), denied=True) for token in names]
            else:
                answers = tuple(self.answer(answer) for answer in trees(child))
                settings.append(ast.Setting(self.span(child), self.used(first(child)), answers))
        return ast.Agreement(self.span(tree), tuple(settings))

    def back_to_front(self, items: list[Tree | Token], signs: list[Token]) -> bool:
        """Report an order that runs from high to low; whether it can simply be turned round."""
        span = self.lexer.span(items[0].start, items[-1].end)
        kinds = {sign.text for sign in signs}
        if ">" not in kinds:
            return False
        if kinds <= {">", "="}:
            texts = [self.lexer.written(item.start, item.end) for item in reversed(items)]
            turned = texts[0] + "".join(
                f" {sign.text.replace('>', '<')} {text}" for sign, text in zip(reversed(signs), texts[1:], strict=True)
            )
            advice = f"orders are written from low to high with `<`: `{turned}`"
            self.report.append(
                problem("CW116", "this order runs from high to low", span, help=advice, fix=rewrite(span, turned))
            )
            return True
        advice = "orders are written from low to high with `<`, and `=` between equals"
        self.report.append(problem("CW116", "this order runs up and down", span, help=advice))
        return False


def _seen(sign: str) -> bool:
    """Whether a sign can be seen: neither a blank nor one that only tells how others are written."""
    return category(sign) not in ("Cc", "Cf", "Cs", "Mn", "Zl", "Zp", "Zs")


def trees(tree: Tree, *names: str) -> Iterator[Tree]:
    """The subtrees, or those of certain rules."""
    return (each for each in tree.children if isinstance(each, Tree) and (not names or each.name in names))


def tree_of(tree: Tree, *names: str) -> Tree | None:
    """The first subtree of certain rules."""
    return next(trees(tree, *names), None)


def tokens(tree: Tree) -> Iterator[Token]:
    """The tokens that stand directly in a tree."""
    return (each for each in tree.children if isinstance(each, Token))


def token_of(tree: Tree, *kinds: str) -> Token | None:
    """The first token of certain kinds that stands directly in a tree."""
    return next((each for each in tokens(tree) if each.type in kinds), None)


def the(tree: Tree, *kinds: str) -> Token:
    """The first token of certain kinds, which the grammar promises."""
    return next(each for each in tokens(tree) if each.type in kinds)


def first(tree: Tree) -> Token:
    """The first token of a tree."""
    child = tree.children[0]
    while isinstance(child, Tree):
        child = child.children[0]
    return child
