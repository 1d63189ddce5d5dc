"""The words of the language: reserved ones, kinds of statement, and what each terminal is called in messages."""

from __future__ import annotations

from collections.abc import Container, Iterable

_RESERVED = (
    "with without when where then and or not no is has have be holding held played claimed wins beats beaten of in to"
    " by for from as each every another other alike untouched per ahead count total some highest lowest last next x"
    " pays scores gives takes instead the an a"
)
# Never names.
RESERVED = frozenset(_RESERVED.split())

_STATEMENTS = (
    "options never source order family set let always free deck combination ladder bombs claims claim duty effect"
    " auction deal play match table factors payment step examples names change remove"
)
# The kinds of statement cannot be declared as names either; `table` and `play` are facts as well.
STATEMENTS = tuple(_STATEMENTS.split())

# Kinds that name pieces or plays: a plural `s` is read over in their names.
CLASS_KINDS = ("set", "family", "combination", "ladder", "bombs")

# Words people use for the extremes of some cards.
EXTREMES = {
    **dict.fromkeys(("top", "best", "biggest", "largest", "strongest"), "highest"),
    **dict.fromkeys(("bottom", "worst", "smallest", "weakest"), "lowest"),
}

# How each kind of declaration is spoken of in messages.
SPOKEN = {
    "option": "an option", "order": "an order", "family": "a family", "set": "a set", "combination": "a combination",
    "ladder": "a ladder", "bombs": "a list of bombs", "claim": "a claim", "duty": "a duty", "table": "a table",
    "factors": "factors", "let": "a calculation", "payment": "a payment", "always": "an invariant",
    "effect": "an effect", "step": "a step", "auction": "an auction", "rank": "a rank", "suit": "a suit",
    "piece": "a piece", "source": "a source", "names": "names",
}  # fmt: skip

# How a terminal is called. A keyword or sign that is missing here is called by its own text.
_DISPLAY = {
    "$END": "the end of the file",
    "ARTICLE": "`the`",
    "AT_LEAST": "`>=`",
    "AT_MOST": "`<=`",
    "CARDS": "the field `cards`",
    "CARDS_WORD": "`cards`",
    "CIRCUMFLEX": "`^`",
    "COLON": "`:`",
    "COMMA": "`,`",
    "COMMENT": "a comment",
    "DOT": "`.`",
    "DOTS": "`..`",
    "EQUAL": "`=`",
    "FIELD": "a word with its `:`",
    "INT": "a number",
    "LBRACE": "`{`",
    "LESSTHAN": "`<`",
    "LPAR": "`(`",
    "MINUS": "`-`",
    "MORETHAN": "`>`",
    "NAME": "a name",
    "NOTE": "a note",
    "OR_MORE": "`or more`",
    "PIECE": "a piece, such as `3D`",
    "PLUS": "`+`",
    "RANK_FIRST": "a rank",
    "RBRACE": "`}`",
    "RPAR": "`)`",
    "RUN": "joined cards, such as `3D-3C`",
    "SCORE": "a score",
    "SLASH": "`/`",
    "STRING": 'a text in `"`',
    "TILES": "the field `tiles`",
    "TIMES": "a factor, such as `x2`",
    "VBAR": "`|`",
}
_IGNORED = "blank space"


def display(terminal: str) -> str:
    """What a terminal is called in a message."""
    if terminal in _DISPLAY:
        return _DISPLAY[terminal]
    return _IGNORED if terminal.startswith("_") else f"`{terminal.lower()}`"


def listing(names: Iterable[str]) -> str:
    """Several things as English lists them: `a`, `b` or `c`."""
    *most, last = names
    return f"{', '.join(most)} or {last}" if most else last


def called(text: str, names: Container[str]) -> str:
    """The name of a class that a word stands for: the word itself, or the name that it is the plural of, if only that
    is one of the names."""
    return text[:-1] if text not in names and text.endswith("s") and text[:-1] in names else text
