"""The stack of the parser, and the tree that grows on it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from .grammar import END, Tables
from .lexing import Lexer, Token


@dataclass(slots=True)
class Tree:
    """A rule of the grammar that was found, with its tokens (signs and keywords included) and subtrees."""

    name: str
    children: list[Tree | Token]
    depth: int
    start: int
    end: int

    def walk(self) -> Iterator[Tree]:
        """This tree and every tree below it, in the order of the text."""
        waiting = [self]
        while waiting:
            tree = waiting.pop()
            yield tree
            waiting.extend(child for child in reversed(tree.children) if isinstance(child, Tree))


# What stands on the stack: a token, a tree, or the children of an inlined rule.
Symbol = Tree | Token | list[Tree | Token]


@dataclass(slots=True)
class Stack:
    """The parser between two tokens. Only `feed` and `pop` change it; the rest asks what would happen."""

    tables: Tables
    states: list[int] = field(default_factory=list)
    values: list[Symbol] = field(default_factory=list)
    result: Tree | None = None

    def __post_init__(self) -> None:
        self.states.append(self.tables.start)

    def feed(self, token: Token) -> bool:
        """Take a token; false where it does not fit."""
        actions, states, values = self.tables.actions, self.states, self.values
        while (action := actions[states[-1]].get(token.type)) is not None:
            if action >= 0:
                states.append(action)
                values.append(token)
                return True
            rule = self.tables.rules[-1 - action]
            children = values[len(values) - rule.size :]
            del values[len(values) - rule.size :], states[len(states) - rule.size :]
            values.append(self._reduced(rule.tree, rule.expand_single, children))
            states.append(self.tables.gotos[states[-1]][rule.origin])
            if token.type == END and states[-1] == self.tables.end:
                found = values[-1]
                self.result = found if isinstance(found, Tree) else None
                return True
        return False

    def pop(self, count: int) -> list[Symbol]:
        """Take the last symbols off."""
        if not count:
            return []
        symbols = self.values[-count:]
        del self.values[-count:], self.states[-count:]
        return symbols

    def accepts(self, states: Sequence[int] | None = None) -> frozenset[str]:
        """The terminals that can come next."""
        states = self.states if states is None else states
        return frozenset(kind for kind in self.tables.actions[states[-1]] if self.after(states, kind) is not None)

    def after(self, states: Sequence[int], *kinds: str) -> list[int] | None:
        """The states of a stack after further terminals, or None where one does not fit."""
        stack = list(states)
        for kind in kinds:
            while (action := self.tables.actions[stack[-1]].get(kind)) is not None:
                if action >= 0:
                    stack.append(action)
                    break
                rule = self.tables.rules[-1 - action]
                del stack[len(stack) - rule.size :]
                stack.append(self.tables.gotos[stack[-1]][rule.origin])
                if kind == END and stack[-1] == self.tables.end:
                    break
            else:
                return None
        return stack

    def survives(self, states: Sequence[int] | None, lexer: Lexer, position: int, count: int) -> bool:
        """Whether so many tokens from a position on, or all to the end, fit on a stack."""
        for _ in range(count):
            if states is None or (token := lexer.read(position, states[-1])) is None:
                return False
            states = self.after(states, token.type)
            if token.type == END:
                break
            position = token.end
        return states is not None

    def _reduced(self, name: str | None, expand_single: bool, symbols: list[Symbol]) -> Symbol:
        # The list of an inlined rule is on no other stack: growing it in place keeps long repetitions linear.
        children = symbols[0] if symbols and isinstance(symbols[0], list) else []
        for symbol in symbols:
            if isinstance(symbol, list):
                if symbol is not children:
                    children += symbol
            else:
                children.append(symbol)
        if name is None:
            return children
        if expand_single and len(children) == 1:
            return children[0]
        depth = 1 + max((child.depth for child in children if isinstance(child, Tree)), default=0)
        return Tree(name, children, depth, children[0].start, children[-1].end)
