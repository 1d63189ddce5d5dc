"""Slips in signs: those of other languages, quotation marks, and signs left out or too many."""

from __future__ import annotations

import re
from collections.abc import Callable

from .diagnostics import Applicability, problem, rewrite
from .expected import expected
from .lexing import Token
from .tree import Tree
from .trouble import Recovery, Repair, Trouble
from .words import RESERVED

# What is written, what it should be, and the terminals it may stand for (none: it is read over).
_FOREIGN: tuple[tuple[str, str, tuple[tuple[str, ...], ...]], ...] = (
    ("==", "=", (("EQUAL",), ("COLON",), ("IS",))),
    ("!=", "is not", (("IS", "NOT"),)),
    ("<>", "is not", (("IS", "NOT"),)),
    ("≠", "is not", (("IS", "NOT"),)),
    ("&&", "and", (("AND",), ("COMMA",))),
    ("&", "and", (("AND",), ("COMMA",))),
    ("||", "or", (("OR",), ("VBAR",))),
    ("=>", ">=", (("AT_LEAST",),)),
    ("=<", "<=", (("AT_MOST",),)),
    ("≥", ">=", (("AT_LEAST",),)),
    ("≤", "<=", (("AT_MOST",),)),
    (":=", ":", (("COLON",),)),
    ("×", "x", (("X",),)),
    ("*", "x", (("X",),)),
    ("÷", "/", (("SLASH",),)),
    ("−", "-", (("MINUS",),)),
    ("–", "-", (("MINUS",),)),
    ("—", "-", (("MINUS",),)),
    ("…", "..", (("DOTS",),)),
    ("[", "(", (("LPAR",), ("LBRACE",))),
    ("]", ")", (("RPAR",), ("RBRACE",))),
    ("!", "not", (("NOT",),)),
    (";", "", ((),)),
    ("//", "#", ()),
)
_DANGLING = frozenset({"COMMA", "VBAR", "PLUS"})
_COLON_WORD = re.compile(r"([^\W\dA-Z_]\w*)[ \t]*(=(?![=<>])|(?:is|are)(?!\w))?[ \t]*")
_FIELD_TERMINALS = {"cards": "CARDS", "holding": "CARDS", "tiles": "TILES"}
_SETTING = re.compile(r"\w+[ \t]*=(?!=)")
_SINGLE_QUOTED = re.compile(r"['‘’´`][^'‘’´`\"\n]*['‘’´`]")


def _foreign(trouble: Trouble) -> Recovery | None:
    """`==`, `&&`, `≠`, `;` and their like."""
    text, position, before = trouble.lexer.text, trouble.position, trouble.before
    for sign, written, meanings in _FOREIGN:
        # The first half of a sign of two may have been read already.
        for read in (0, 1) if len(sign) == 2 and before is not None and before.end == position else (0,):
            start = position - read
            if not text.startswith(sign, start) or (read and before is not None and before.text != sign[0]):
                continue
            end = start + len(sign) if sign != "//" else _line_end(text, start)
            span = trouble.lexer.span(start, start + len(sign))
            advice = f"write `{written}`" if written else "fields and statements need nothing between them"
            message = f"`{sign}` is no sign of the language"
            found = problem("CW119", message, span, help=advice, fix=rewrite(span, written))
            for kinds in meanings or ((),):
                repair = Repair(end, tuple(Token(kind, sign, start, end) for kind in kinds), read)
                if trouble.works(repair, 1):
                    return Recovery(found, repair)
            return Recovery(found)
    return None


def _line_end(text: str, start: int) -> int:
    end = text.find("\n", start)
    return len(text) if end < 0 else end


def _quotes(trouble: Trouble) -> Recovery | None:
    """A text that is not closed, or stands in other marks than `"`."""
    text, start = trouble.lexer.text, trouble.position
    single = _SINGLE_QUOTED.match(text, start)
    if single is not None and "STRING" in trouble.accepted:
        span = trouble.lexer.span(start, single.end())
        fix = rewrite(span, f'"{single.group()[1:-1]}"')
        repair = Repair(single.end(), (Token("STRING", single.group(), start, single.end()),))
        message, advice = "this text stands in other marks", 'a text stands between two `"`'
        return Recovery(problem("CW103", message, span, help=advice, fix=fix), repair)
    if not text.startswith('"', start):
        return None
    line = text[start : _line_end(text, start)]
    # The head of a block goes on behind its title.
    inner = re.match(r'"[^"{]*?(?=[ \t]*(?:\{|with(?:out)?\s|#|$))', line)
    end = start + (inner.end() if inner and inner.end() > 1 else len(line))
    if text[start + 1 : end].count('"'):
        return None
    place = trouble.lexer.span(end, end)
    fix = rewrite(place, '"', Applicability.UNSAFE)
    message, advice = "this text is not closed on its line", 'a text ends with `"` on the line where it begins'
    repair = Repair(end, (Token("STRING", text[start:end], start, end),))
    return Recovery(problem("CW103", message, trouble.lexer.span(start, end), help=advice, fix=fix), repair)


def _dangling(trouble: Trouble) -> Recovery | None:
    """A `,`, `|` or `+` with nothing behind it, before it, or twice."""
    before, token = trouble.before, trouble.token
    if before is None or token is None:
        return None
    if before.type in _DANGLING and trouble.stack.values[-1] is before:
        span = trouble.lexer.span(before.start, before.end)
        if token.type == before.type:
            found = problem("CW121", f"`{token.text}` stands twice", trouble.here, fix=rewrite(trouble.here, ""))
            return Recovery(found, Repair(token.end))
        repair = Repair(trouble.position, (), 1)
        if trouble.works(repair, 2):
            found = problem("CW121", f"nothing follows this `{before.text}`", span, fix=rewrite(span, ""))
            return Recovery(found, repair)
    if token.type in _DANGLING:
        repair = Repair(token.end)
        if before.type in ("COLON", "LBRACE") and trouble.works(repair, 2):
            message = f"nothing stands before this `{token.text}`"
            return Recovery(problem("CW121", message, trouble.here, fix=rewrite(trouble.here, "")), repair)
        if "FIELD" in trouble.accepted and token.type == "COMMA" and trouble.works(repair, 2):
            message, advice = "this `,` separates nothing", "fields and statements need nothing between them"
            found = problem("CW121", message, trouble.here, help=advice, fix=rewrite(trouble.here, ""))
            return Recovery(found, repair)
    return None


def _swallowed(trouble: Trouble) -> Recovery | None:
    """A sign with nothing behind it took the name of the next field for its value."""
    if trouble.token is None or trouble.token.type != "COLON" or len(trouble.history) < 2:
        return None
    sign, name = trouble.history[-2:]
    if sign.type == "NAME":
        return None
    values = trouble.stack.values
    for pops in range(1, min(6, len(values)) + 1):
        value = values[-pops]
        if value is sign or (isinstance(value, Tree) and value.children == [sign]):
            repair = Repair(name.start, (), pops)
            if trouble.works(repair, 2):
                span = trouble.lexer.span(sign.start, sign.end)
                message = f"nothing follows this `{sign.text}`"
                if sign.type in _DANGLING:
                    return Recovery(problem("CW121", message, span, fix=rewrite(span, "")), repair)
                advice = expected(trouble.stack.accepts(trouble.stack.states[: 1 - pops or None]))
                # A name without letters stands for what is missing.
                absent = Repair(name.start, (Token("NAME", "", sign.end, sign.end),), pops - 1)
                if trouble.works(absent, 2):
                    repair = absent
                return Recovery(problem("CW104", message, span, help=advice), repair)
    return None


def _no_with(trouble: Trouble) -> Recovery | None:
    """`name = answer` behind a value, without its `with`."""
    token = trouble.token
    if token is None or token.type != "NAME" or trouble.lexer.first_on_line(token.start):
        return None
    repair = Repair(token.start, (Token("WITH", "with", token.start, token.start),))
    if not _SETTING.match(trouble.lexer.text, token.start) or not trouble.works(repair, 4):
        return None
    place = trouble.lexer.span(token.start, token.start)
    message = f"`with` is missing before `{token.text}`"
    return Recovery(problem("CW108", message, trouble.here, fix=rewrite(place, "with ")), repair)


def _colon(trouble: Trouble) -> Recovery | None:
    """A field without its `:`, or with another sign for it."""
    token = trouble.token
    if token is None or "FIELD" not in trouble.accepted:
        return None
    found = _COLON_WORD.match(trouble.lexer.text, trouble.position)
    if found is None or (token.type.lower() == token.text and "RBRACE" not in trouble.accepted):
        return None
    word, sign = found.group(1), found.group(2)
    kind = _FIELD_TERMINALS.get(word, "FIELD")
    end = found.start() + len(word)
    tokens = (Token(kind, word, found.start(), end), Token("COLON", ":", end, end))
    repair = Repair(found.end(), tokens)
    if word in RESERVED or not trouble.works(repair, 2):
        return None
    span = trouble.lexer.span(found.start(), end)
    if sign is None:
        place = trouble.lexer.span(end, end)
        message, advice = f"a `:` is missing after `{word}`", f"write `{word}:`"
        return Recovery(problem("CW108", message, span, help=advice, fix=rewrite(place, ":")), repair)
    place = trouble.lexer.span(end, found.end(2))
    message, advice = f"`{word}` is followed by `:`, not by `{sign}`", f"write `{word}:`"
    shown = trouble.lexer.span(found.start(2), found.end(2))
    return Recovery(problem("CW108", message, shown, help=advice, fix=rewrite(place, ":")), repair)


SIGN_SLIPS: tuple[Callable[[Trouble], Recovery | None], ...] = (
    _foreign,
    _quotes,
    _dangling,
    _swallowed,
    _no_with,
    _colon,
)
