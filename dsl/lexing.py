"""From text to tokens: full-width forms read as plain ones, and one token at a time for the state of the parser."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field

from .grammar import END, Tables
from .source import Source, Span
from .words import STATEMENTS

# Everything with its own plain form: ！ to ～, the space of the same width, and signs that mean the same.
_PLAIN = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {
    ord(wide): ord(plain) for wide, plain in zip("　、。〈〉｛｝♤♡♢♧ ", " ,.<>{}♠♥♦♣ ", strict=True)
}
_QUOTES = str.maketrans("“”„＂「」", '""""""')
_UNFOLDED = re.compile(r'"[^"\n]*"|[“„][^"“”\n]*”|＂[^"＂\n]*＂|「[^"「」\n]*」|[#＃][^\n]*')
# A kind of statement at the start of a line, with the rest of its head: in an open block the `}` is missing.
_HEAD = re.compile(
    r"[ \t]*(?:\{|[^\W\d]\w*[ \t]*(?:[{:\"]|with(?:out)?(?!\w)|of[ \t]+(?:the[ \t]+)?[^\W\d]\w*[ \t]*[:{]))"
)
_KINDS = frozenset(STATEMENTS)


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of the text: its terminal, its text in plain forms, and where it begins and ends."""

    type: str
    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment or note, with its signs."""

    text: str
    start: int
    own_line: bool


@dataclass(frozen=True, slots=True)
class Lexer:
    """Reads tokens of one text; positions are offsets into it."""

    source: Source
    tables: Tables
    text: str = field(init=False)
    comments: tuple[Comment, ...] = field(init=False)
    _starts: list[int] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        starts = [0]
        for line in self.source.lines[:-1]:
            starts.append(starts[-1] + len(line) + 1)
        text, comments = _fold(self.source.text)
        object.__setattr__(self, "_starts", starts)
        object.__setattr__(self, "text", text)
        object.__setattr__(self, "comments", comments)

    def read(self, position: int, state: int | None) -> Token | None:
        """The next token that can stand in a state (None: anywhere), or None where nothing can be read."""
        match = self.tables.pattern(state).match
        while found := match(self.text, position):
            kind = found.lastgroup or ""
            if kind not in self.tables.ignored:
                if kind != "NAME":
                    return Token(kind, found.group(), position, found.end())
                word = self.tables.word(found.group(), state)
                if word is None:
                    return None
                token = Token(word, found.group(), position, found.end())
                return self._statement(token) if word == "NAME" else token
            position = found.end()
        position = self.skip(position)
        return Token(END, "", position, position) if position == len(self.text) else None

    def skip(self, position: int) -> int:
        """Where the next thing that is neither blank nor comment begins."""
        match = self.tables.pattern(None).match
        while (found := match(self.text, position)) and found.lastgroup in self.tables.ignored:
            position = found.end()
        return position

    def first_on_line(self, position: int) -> bool:
        """Whether only blanks stand before a place on its line."""
        while position and self.text[position - 1] in " \t":
            position -= 1
        return not position or self.text[position - 1] == "\n"

    def span(self, start: int, end: int) -> Span:
        """The span between two offsets."""
        line, last = bisect_right(self._starts, start), bisect_right(self._starts, end)
        return Span(self.source.name, line, start - self._starts[line - 1] + 1, last, end - self._starts[last - 1] + 1)

    def written(self, start: int, end: int) -> str:
        """The text as the author wrote it."""
        return self.source.text[start:end]

    def _statement(self, token: Token) -> Token:
        """A word of a sentence that in truth begins the next statement is that statement's keyword."""
        if token.text not in _KINDS or not self.first_on_line(token.start):
            return token
        if not _HEAD.match(self.text, token.end):
            return token
        return Token(token.text.upper(), token.text, token.start, token.end)


def _fold(text: str) -> tuple[str, tuple[Comment, ...]]:
    """The text in plain forms, as long as before; texts in quotation marks and comments keep their letters."""
    parts: list[str] = []
    comments: list[Comment] = []
    position = 0
    for found in _UNFOLDED.finditer(text):
        kept = found.group()
        parts.append(text[position : found.start()].translate(_PLAIN))
        if kept[0] in "#＃":
            comment = "".join("#" if sign == "＃" else sign for sign in kept[:2]) + kept[2:]
            line = text[text.rfind("\n", 0, found.start()) + 1 : found.start()]
            comments.append(Comment(comment, found.start(), not line.strip()))
            parts.append(comment)
        else:
            parts.append(kept[0].translate(_QUOTES) + kept[1:-1] + kept[-1].translate(_QUOTES))
        position = found.end()
    parts.append(text[position:].translate(_PLAIN))
    return "".join(parts), tuple(comments)
