"""How to go on after a mistake, and what to say about one that no slip explains."""

from __future__ import annotations

import re
from dataclasses import replace

from .diagnostics import problem, rewrite
from .expected import expected
from .lexing import Token
from .slips import SLIPS
from .trouble import Recovery, Repair, Trouble
from .words import STATEMENTS

# Signs that are left out; each is worth a message of its own when the text goes on well behind it.
_SIGNS = {"COLON": ":", "LBRACE": "{", "RPAR": ")", "LPAR": "(", "RBRACE": "}", "COMMA": ",", "EQUAL": "=", "VBAR": "|"}
_SAID = ("COLON", "LBRACE", "RPAR")
_LINES = frozenset({"EXAMPLES", "NAMES"})
_FIELDS = frozenset({"FIELD", "CARDS", "TILES"})
_KINDS = frozenset(word.upper() for word in STATEMENTS)
_MOST_POPS = 60
_MEANINGLESS = re.compile(r"[^\w\s\"#{}()<>=|,.:+/^-]+")


def recover(trouble: Trouble) -> Recovery:
    """What is wrong here, and how to go on; without a repair the rest of the text cannot be read."""
    for slip in SLIPS:
        found = slip(trouble)
        if found is not None:
            if not found.final and (found.repair is None or not trouble.works(found.repair, 0)):
                return replace(found, repair=_repair(trouble))
            return found
    return replace(_unexplained(trouble), certain=False)


def _unexplained(trouble: Trouble) -> Recovery:
    token = trouble.token
    repair = _repair(trouble)
    if token is None:
        sign = trouble.lexer.written(trouble.position, trouble.position + 1)
        shown = f"`{sign}`" if sign.isprintable() and not sign.isspace() else f"the character U+{ord(sign):04X}"
        return Recovery(problem("CW102", f"{shown} means nothing here", trouble.here), repair)
    if repair is not None and repair.tokens and not repair.pops:
        missing = repair.tokens[0].type
        if missing in _SAID or (missing == "COMMA" and "PLUS" not in trouble.accepted):
            return _missing(trouble, missing, repair)
    opener = trouble.opener()
    next_ = token.type == "$END" or (token.type in _KINDS and trouble.lexer.first_on_line(token.start))
    if next_ and opener and "RBRACE" in trouble.accepted:
        return _unclosed(trouble, token, repair)
    if token.type == "$END":
        return _end(trouble, token, repair)
    if token.type == "RBRACE" and opener is None:
        message, advice = "this `}` closes nothing", "take it away"
        fix = rewrite(trouble.here, "")
        return Recovery(problem("CW107", message, trouble.here, help=advice, fix=fix), repair)
    before = trouble.before
    behind = f" after `{before.text}`" if before is not None else " at the start"
    message = f"`{token.text}` does not fit{behind}"
    return Recovery(problem("CW104", message, trouble.here, help=expected(trouble.accepted)), repair)


def _missing(trouble: Trouble, kind: str, repair: Repair) -> Recovery:
    before = trouble.before
    end = before.end if before else trouble.position
    place = trouble.lexer.span(end, end)
    sign = _SIGNS[kind]
    text = f" {sign}" if kind == "LBRACE" else sign
    behind = f" after `{before.text}`" if before else ""
    shown = trouble.lexer.span(before.start, before.end) if before else place
    return Recovery(problem("CW108", f"a `{sign}` is missing{behind}", shown, fix=rewrite(place, text)), repair)


def _unclosed(trouble: Trouble, token: Token, repair: Repair | None) -> Recovery:
    opener, before = trouble.opener(), trouble.before
    assert opener is not None and before is not None
    where = "the end of the file" if token.type == "$END" else f"`{token.text}`"
    message = f"the block `{opener.text}` is not closed before {where}"
    place = trouble.lexer.span(before.end, before.end)
    if token.type == "$END":
        span, labels = trouble.lexer.span(opener.start, opener.end), []
    else:
        span, labels = trouble.here, [(trouble.lexer.span(opener.start, opener.end), "the block begins here")]
    fix = rewrite(place, "\n}")
    return Recovery(problem("CW106", message, span, labels=labels, help="close it with `}`", fix=fix), repair)


def _end(trouble: Trouble, token: Token, repair: Repair | None) -> Recovery:
    before = trouble.before
    opener = trouble.opener()
    if before is None:
        return Recovery(problem("CW109", "there is no rulebook in this file", trouble.here), repair)
    inside = f" in the middle of `{opener.text}`" if opener else ""
    message = f"the file ends after `{before.text}`{inside}"
    span = trouble.lexer.span(before.start, before.end)
    return Recovery(problem("CW105", message, span, help=expected(trouble.accepted)), repair)


def _repair(trouble: Trouble) -> Repair | None:
    """The smallest repair after which the text goes on well."""
    position, token = trouble.position, trouble.token
    if token is None:
        skipped = Repair(_readable(trouble, position))
        return skipped if trouble.works(skipped) else _resume(trouble)
    before = trouble.before
    end = before.end if before else position
    for kind, sign in _SIGNS.items():
        if kind == "RBRACE" and token.type != "$END" and not trouble.lexer.first_on_line(token.start):
            continue
        inserted = Repair(position, (Token(kind, sign, end, end),))
        if trouble.works(inserted, 2 if kind in ("RBRACE", "RPAR", "LBRACE") else 4):
            return inserted
    # A name without letters stands for what is missing.
    inserted = Repair(position, (Token("NAME", "", position, position),))
    if trouble.works(inserted):
        return inserted
    # The word that begins a statement is left out last: what follows it would be taken for something else.
    begins = token.type == "$END" or (token.type in _KINDS and trouble.lexer.first_on_line(token.start))
    skipped = Repair(token.end)
    if not begins and trouble.works(skipped):
        return skipped
    return _resume(trouble)


def _resume(trouble: Trouble) -> Repair | None:
    """Give up what was begun, and go on at the next field, brace, statement or line of examples."""
    opener = trouble.opener()
    by_lines = opener is not None and opener.kind in _LINES
    pops = range(_open_symbols(trouble) + 1)
    levels: dict[str, list[tuple[int, tuple[Token, ...]]]] = {}
    position, depth = trouble.position, 0
    while True:
        token = trouble.token_at(position)
        if token is None:
            position = _readable(trouble, trouble.lexer.skip(position))
            continue
        first = trouble.lexer.first_on_line(token.start)
        statement = token.text in STATEMENTS and first
        kind = token.text.upper() if statement else token.type
        depth = 0 if statement else depth + (kind == "LBRACE")
        if depth and kind != "$END":
            # A block whose head was not understood is left out as a whole.
            depth -= kind == "RBRACE"
        elif kind in _FIELDS or kind in ("RBRACE", "$END") or statement or (by_lines and first):
            if kind not in levels:
                levels[kind] = [
                    (count, added)
                    for count in pops
                    for added in _bridges(token.start)
                    if trouble.stack.after(
                        trouble.stack.states[: len(trouble.stack.states) - count], *(t.type for t in added), kind
                    )
                ]
            for count, added in levels[kind]:
                repair = Repair(token.start, added, count)
                if (count or added or token.start > trouble.position) and trouble.works(repair, 2):
                    return repair
        if token.type == "$END":
            return None
        position = token.end


def _readable(trouble: Trouble, position: int) -> int:
    """The end of a run of characters that mean nothing."""
    found = _MEANINGLESS.match(trouble.lexer.text, position)
    return found.end() if found else position + 1


def _open_symbols(trouble: Trouble) -> int:
    """How many symbols may be given up: what is closed with a brace stays closed."""
    values = trouble.stack.values
    most = min(_MOST_POPS, len(values))
    for count in range(most):
        value = values[-1 - count]
        if isinstance(value, Token) and value.type == "RBRACE":
            return count
    return most


def _bridges(position: int) -> tuple[tuple[Token, ...], ...]:
    """What may have been left out before the place to go on: nothing, the end of a block, the header."""
    return (
        (),
        (Token("RBRACE", "}", position, position),),
        (Token("RULEBOOK", "rulebook", position, position), Token("NAME", "untitled", position, position)),
    )
