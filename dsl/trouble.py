"""Where the parser stopped, and questions about how it could go on."""

from __future__ import annotations

from dataclasses import dataclass

from .diagnostics import Diagnostic
from .lexing import Lexer, Token
from .source import Span
from .tree import Stack, Tree


@dataclass(frozen=True, slots=True)
class Repair:
    """How to go on: take symbols off the stack, put tokens on it, and read on at a position."""

    position: int
    tokens: tuple[Token, ...] = ()
    pops: int = 0


@dataclass(frozen=True, slots=True)
class Recovery:
    """What to say about a mistake, and how to go on after it (None: to be found; `final`: not at all).

    What is `certain` is said even right behind another mistake.
    """

    diagnostic: Diagnostic
    repair: Repair | None = None
    certain: bool = True
    final: bool = False


@dataclass(frozen=True, slots=True)
class Opener:
    """The head of a block that is still open."""

    text: str
    start: int
    end: int
    kind: str


@dataclass(frozen=True, slots=True)
class Trouble:
    """The parser before something that does not fit; `token` is None where nothing can be read at all."""

    lexer: Lexer
    stack: Stack
    history: list[Token]
    position: int
    token: Token | None

    @property
    def accepted(self) -> frozenset[str]:
        """The terminals that would fit."""
        return self.stack.accepts()

    @property
    def before(self) -> Token | None:
        """The last token that did fit."""
        return self.history[-1] if self.history else None

    @property
    def here(self) -> Span:
        """The place of what does not fit."""
        end = self.token.end if self.token else self.position + 1
        return self.lexer.span(self.position, end)

    def works(self, repair: Repair, count: int = 3) -> bool:
        """Whether so many tokens fit after a repair."""
        states = self.stack.states[: len(self.stack.states) - repair.pops]
        if not states:
            return False
        after = self.stack.after(states, *(token.type for token in repair.tokens))
        return self.stack.survives(after, self.lexer, repair.position, count)

    def token_at(self, position: int) -> Token | None:
        """What stands at a place, whatever the state."""
        return self.lexer.read(position, None)

    def opener(self) -> Opener | None:
        """The innermost block that is open, with its head."""
        values, closed = self.stack.values, 0
        for index in range(len(values) - 1, -1, -1):
            value = values[index]
            if isinstance(value, Token) and value.type == "RBRACE":
                closed += 1
            elif isinstance(value, Token) and value.type == "LBRACE":
                if not closed:
                    return self._head(index)
                closed -= 1
        return None

    def _head(self, index: int) -> Opener | None:
        head: list[Token] = []
        for value in reversed(self.stack.values[:index]):
            if isinstance(value, list) or (isinstance(value, Tree) and value.name in ("rulebook", "version")):
                break
            if isinstance(value, Token):
                head.append(value)
            elif value.name in ("kind", "told"):
                head += [child for child in value.children if isinstance(child, Token)]
        head.reverse()
        if not head:
            return None
        words = [token.text for token in head if token.type != "STRING"]
        return Opener(" ".join(words), head[0].start, head[-1].end, head[0].type)
