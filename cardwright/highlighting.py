"""Rulebooks in colour: a lexer for Pygments, which finds it under the name `rules` where Cardwright is installed."""

from __future__ import annotations

from typing import ClassVar

from pygments.lexer import RegexLexer, bygroups, words
from pygments.token import Comment, Keyword, Name, Number, Operator, Punctuation, String, Whitespace

from cardwright.dsl import RESERVED, STATEMENTS

_NAME = r"[^\W\d]\w*"
_KINDS = "|".join(STATEMENTS)
# Fields have one word or several: `cards:`, `first hand:`, `a pass:`.
_FIELD = r"(?:(?:the|an|a)[ \t]+)?(?:(?:first|later|each|won at|next|last)[ \t]+)?[^\W\dA-Z]\w*(?=[ \t]*[:：])"
_PIECE = r"[0-9]*[A-Z♠♥♦♣♤♡♢♧][\w♠♥♦♣♤♡♢♧]*"
_PART_OF_A_RUN = r"[0-9A-Z♠♥♦♣♤♡♢♧][\w♠♥♦♣♤♡♢♧]*"


class RulebookLexer(RegexLexer):  # type: ignore[misc]  # Pygments has no types
    """Tells words, names, cards, numbers, texts and notes of a rulebook apart; what cannot be in one is an error."""

    name = "Cardwright rulebook"
    url = ""
    aliases: ClassVar = ["rules", "cardwright"]
    filenames: ClassVar = ["*.rules", "*.examples"]
    mimetypes: ClassVar = ["text/x-cardwright"]

    tokens: ClassVar = {
        "root": [
            (r"[#＃]{2}[^\n]*", Comment.Special),
            (r"[#＃][^\n]*", Comment.Single),
            (r"\s+", Whitespace),
            (r'"[^"\n]*"|[“„][^”\n]*”|＂[^＂\n]*＂|「[^」\n]*」', String),
            (
                rf"^(change|remove)([ \t]+)(?:({_KINDS})\b)?",
                bygroups(Keyword.Declaration, Whitespace, Keyword.Declaration),
            ),
            (
                rf"^(cardwright|rulebook|{_KINDS})\b(?![ \t]*[:：,，])([ \t]*)({_NAME})?",
                bygroups(Keyword.Declaration, Whitespace, Name.Class),
            ),
            (_FIELD, Name.Attribute),
            (rf"{_PART_OF_A_RUN}(?:-{_PART_OF_A_RUN})+", Name.Constant),
            (r"x[0-9]+\b", Number),
            (words(tuple(sorted(RESERVED)), prefix=r"\b", suffix=r"\b"), Keyword),
            (_PIECE, Name.Constant),
            (r"[0-9]+\b", Number),
            (_NAME, Name),
            (r"\.\.|[<>]=?|[-=|+*/^×＜＞＝｜＋－]", Operator),
            (r"[][{}(),:.;｛｝（），：、。]", Punctuation),
        ]
    }
