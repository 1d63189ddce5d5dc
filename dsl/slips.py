"""The slips that card players make in words and names, each with the word for it and the way on."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import PurePath

from .diagnostics import Applicability, problem, rewrite
from .expected import expected
from .lexing import Token
from .near import near
from .signs import SIGN_SLIPS
from .trouble import Recovery, Repair, Trouble
from .wording import WORDING_SLIPS
from .words import RESERVED, STATEMENTS

Slip = Callable[[Trouble], Recovery | None]

_KINDS = frozenset(word.upper() for word in STATEMENTS)
_FIELD_TERMINALS = {"cards": "CARDS", "holding": "CARDS", "tiles": "TILES"}
_WORD = r"[^\W\dA-Z_]\w*"
# Two to five small words, one blank or hyphen between each two, where a name ends.
_NAME_OF_WORDS = re.compile(
    rf'{_WORD}(?:[ -](?!with|when){_WORD}){{1,4}}?(?=[ \t]*[{{:"]|[ \t]+(?:with|without|edition|extends)\b)'
)
_SMALL_CARD = re.compile(r"[0-9]+[a-z](?:-\w+)*(?!\w)")

# Words that people write, the terminals that may have been meant, and the advice.
_IF = "what happens in play stands after `when`, what the table agreed before the deal after `with`"
_OTHERWISE = "the last of several values is a plain one behind `|`"
_MEANT: dict[str, tuple[tuple[str, ...], str]] = {
    "if": (("WHEN", "WITH"), _IF),
    "whenever": (("WHEN",), _IF),
    "while": (("WHEN",), _IF),
    "unless": (("WITHOUT", "NOT"), "write `without` for what the table agreed, `when not` for what happens in play"),
    "else": (("VBAR",), _OTHERWISE),
    "otherwise": (("VBAR",), _OTHERWISE),
    "are": (("IS",), "write `is`"),
    "equals": (("IS", "EQUAL"), "write `is`"),
    "top": (("HIGHEST",), "write `highest`"),
    "biggest": (("HIGHEST",), "write `highest`"),
    "strongest": (("HIGHEST",), "write `highest`"),
    "smallest": (("LOWEST",), "write `lowest`"),
    "weakest": (("LOWEST",), "write `lowest`"),
    "all": (("EVERY", "EACH"), "write `every` or `each`"),
    "pay": (("PAYS",), "write `pays`"),
    "score": (("SCORES",), "write `scores`"),
    "give": (("GIVES",), "write `gives`"),
    "take": (("TAKES",), "write `takes`"),
    "win": (("WINS",), "write `wins`"),
    "plus": (("PLUS",), "write `+`"),
    "minus": (("MINUS",), "write `-`"),
    "times": (("X",), "write `x`"),
    "except": (("WITHOUT",), "write `without`"),
}
_NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_AGREED = "`with` and `without` are about what the table agreed before the deal, `when` about what happens in play"


def _no_header(trouble: Trouble) -> Recovery | None:
    """Statements before any `rulebook NAME`."""
    token = trouble.token
    if token is None or "RULEBOOK" not in trouble.accepted:
        return None
    if token.text in STATEMENTS:
        name = re.sub(r"\W+", "_", PurePath(trouble.lexer.source.name).stem.lower()) or "untitled"
        start = token.start
        message = f"the line `rulebook NAME` is missing before `{token.text}`"
        place = trouble.lexer.span(start, start)
        fix = rewrite(place, f"rulebook {name}\n\n", Applicability.UNSAFE)
        header = (Token("RULEBOOK", "rulebook", start, start), Token("NAME", name, start, start))
        advice = "a rulebook has a name: write `rulebook NAME` above its first statement"
        return Recovery(problem("CW112", message, trouble.here, help=advice, fix=fix), Repair(start, header))
    if not re.search(r"^\s*(?:rulebook|cardwright)\b", trouble.lexer.text, re.MULTILINE | re.IGNORECASE):
        advice = "a rulebook begins with the lines `cardwright 1` and `rulebook NAME`"
        return Recovery(problem("CW109", "there is no rulebook in this file", trouble.here, help=advice), final=True)
    return None


def _no_number(trouble: Trouble) -> Recovery | None:
    """`cardwright` without its number."""
    before, token = trouble.before, trouble.token
    if before is None or before.type != "CARDWRIGHT" or token is None or token.type == "INT":
        return None
    end, message = before.end, "the version is missing after `cardwright`"
    fix = rewrite(trouble.lexer.span(end, end), " 1")
    span = trouble.lexer.span(before.start, end)
    repair = Repair(trouble.position, (Token("INT", "1", end, end),))
    return Recovery(problem("CW110", message, span, help="write `cardwright 1`", fix=fix), repair)


def _small_card(trouble: Trouble) -> Recovery | None:
    """`10h`: the letter of a suit is a capital."""
    found = _SMALL_CARD.match(trouble.lexer.text, trouble.position) if trouble.token is None else None
    if found is None:
        return None
    meant = found.group().upper()
    span = trouble.lexer.span(found.start(), found.end())
    kind = "RUN" if "-" in meant else "PIECE"
    advice = f"a card is its rank, then its suit in capitals: `{meant}`"
    message = f"`{found.group()}` is no card"
    repair = Repair(found.end(), (Token(kind, meant, found.start(), found.end()),))
    return Recovery(problem("CW117", message, span, help=advice, fix=rewrite(span, meant)), repair)


def _source_removed(trouble: Trouble) -> Recovery | None:
    """`remove HK`: sources have no name that can be removed."""
    token, before = trouble.token, trouble.before
    if token is None or token.type != "PIECE" or not token.text.isupper() or before is None:
        return None
    repair = Repair(token.end, (Token("NAME", "", token.start, token.end),))
    if before.type != "REMOVE" or not trouble.works(repair, 0):
        return None
    message, advice = f"`{token.text}` names no declaration", "sources, ranks and suits are not removed: take it away"
    return Recovery(problem("CW120", message, trouble.here, help=advice), repair)


def _number_word(trouble: Trouble) -> Recovery | None:
    """`three of a rank`: numbers are written in digits."""
    word, at = trouble.token, trouble.position
    pops = 0
    if word is None or word.text.lower() not in _NUMBERS:
        word, pops = trouble.before, 1
    if word is None or word.text.lower() not in _NUMBERS:
        return None
    number = str(_NUMBERS.index(word.text.lower()) + 1)
    repair = Repair(at if pops else word.end, (Token("INT", number, word.start, word.end),), pops)
    if not trouble.works(repair, 2):
        return None
    span = trouble.lexer.span(word.start, word.end)
    message, advice = f"`{word.text}` is not known here", f"numbers are written in digits: `{number}`"
    return Recovery(problem("CW120", message, span, help=advice, fix=rewrite(span, number)), repair)


def _of_missing(trouble: Trouble) -> Recovery | None:
    """`single 2`: plays of a rank, or of a length, are of it."""
    token, before = trouble.token, trouble.before
    if token is None or before is None or token.type not in ("INT", "PIECE") or before.type != "NAME":
        return None
    # The name may have been read as something whole already: it is put back.
    repair = Repair(trouble.position, (before, Token("OF", "of", token.start, token.start)), 1)
    if not trouble.works(repair, 2):
        return None
    advice = f"a play of a rank, or of a length, is written `{before.text} of {token.text}`"
    fix = rewrite(trouble.lexer.span(token.start, token.start), "of ")
    message = f"`of` is missing before `{token.text}`"
    return Recovery(problem("CW120", message, trouble.here, help=advice, fix=fix), repair)


def _capital(trouble: Trouble) -> Recovery | None:
    """`Deck`, `WITH`, `combination Pair`: only pieces, ranks and suits begin with a capital."""
    token = trouble.token
    if token is None or token.type not in ("PIECE", "FIELD") or token.text[:1].islower():
        return None
    small = token.text.lower()
    accepted = trouble.accepted
    kinds = [small.upper()] if small.upper() in accepted and small.isalpha() else []
    if trouble.lexer.text[token.end :][:20].lstrip(" \t").startswith(":"):
        kinds.append(_FIELD_TERMINALS.get(small, "FIELD"))
    kinds.append("NAME")
    for kind in kinds:
        repair = Repair(token.end, (Token(kind, small, token.start, token.end),))
        if kind in accepted and trouble.works(repair, 0):
            advice = "only pieces, ranks and suits begin with a capital"
            fix = rewrite(trouble.here, small)
            return Recovery(
                problem("CW124", f"`{token.text}` is written small: `{small}`", trouble.here, help=advice, fix=fix),
                repair,
            )
    return None


def _name_of_words(trouble: Trouble) -> Recovery | None:
    """`four of a kind: …`: a name is one word."""
    before, token = trouble.before, trouble.token
    if token is None:
        return None
    tries: list[tuple[int, int, str]] = []
    if before is not None and before.type == "NAME" and trouble.accepted & {"STRING", "LBRACE", "EDITION"}:
        tries.append((before.start, 1, "NAME"))
    if token.type == "NAME" and "FIELD" in trouble.accepted:
        tries.append((token.start, 0, "FIELD"))
    for start, pops, kind in tries:
        found = _NAME_OF_WORDS.match(trouble.lexer.text, start)
        if found is None:
            continue
        name = re.sub(r"\W", "_", found.group())
        repair = Repair(found.end(), (Token(kind, name, start, found.end()),), pops)
        if trouble.works(repair, 2):
            span = trouble.lexer.span(start, found.end())
            message, advice = f"`{found.group()}` is several words", f"a name is one word: `{name}`"
            return Recovery(problem("CW115", message, span, help=advice, fix=rewrite(span, name)), repair)
    return None


def _mixed(trouble: Trouble) -> Recovery | None:
    """`a and b or c`: which belongs together?"""
    token = trouble.token
    other = {"AND": "OR", "OR": "AND"}.get(token.type) if token else None
    if token is None or other is None or other not in trouble.accepted:
        return None
    advice = "put parentheses round what belongs together: `(a and b) or c`"
    repair = Repair(token.end, (Token(other, token.text, token.start, token.end),))
    message = "`and` and `or` are mixed without parentheses"
    return Recovery(problem("CW122", message, trouble.here, help=advice), repair)


def _agreed_or_played(trouble: Trouble) -> Recovery | None:
    """`with` before a condition of play; `when` in the head of a declaration."""
    token, values = trouble.token, trouble.stack.values
    if token is not None and token.type in ("WHEN", "WITH"):
        other = "WITH" if token.type == "WHEN" else "WHEN"
        repair = Repair(token.end, (Token(other, token.text, token.start, token.end),))
        return _confused(trouble, token, repair) if trouble.works(repair, 2) else None
    for pops in range(1, min(12, len(values)) + 1):
        guard = values[-pops]
        if isinstance(guard, Token) and guard.type == "WITH":
            behind = sum(1 for each in trouble.history[-12:] if each.start > guard.start)
            repair = Repair(guard.end, (Token("WHEN", guard.text, guard.start, guard.end),), pops)
            return _confused(trouble, guard, repair) if trouble.works(repair, behind + 2) else None
    return None


def _confused(trouble: Trouble, guard: Token, repair: Repair) -> Recovery:
    meant = repair.tokens[0].type.lower()
    when = "happens in play" if meant == "when" else "is agreed before the deal"
    span = trouble.lexer.span(guard.start, guard.end)
    message = f"that {when}: `{meant}`, not `{guard.text}`"
    return Recovery(problem("CW125", message, span, help=_AGREED, fix=rewrite(span, meant)), repair)


def _joined_settings(trouble: Trouble) -> Recovery | None:
    """`with a and b`: settings are joined with commas."""
    token = trouble.token
    if token is None or token.type != "AND":
        return None
    inside = any(isinstance(value, Token) and value.type in ("WITH", "WITHOUT") for value in trouble.stack.values[-8:])
    repair = Repair(token.end, (Token("COMMA", ",", token.start, token.end),))
    if not inside or not trouble.works(repair, 1):
        return None
    before = trouble.before
    span = trouble.lexer.span(before.end if before else token.start, token.end)
    message = "what the table agreed is joined with `,`, not `and`"
    return Recovery(problem("CW120", message, trouble.here, help="write `,`", fix=rewrite(span, ",")), repair)


def _reserved(trouble: Trouble) -> Recovery | None:
    """A keyword where a name should be, noticed one word later."""
    before = trouble.before
    if before is None or before.type == "NAME" or before.text not in RESERVED | set(STATEMENTS):
        return None
    repair = Repair(trouble.position, (Token("NAME", before.text, before.start, before.end),), 1)
    if trouble.stack.values[-1] is not before or not trouble.works(repair, 2):
        return None
    span = trouble.lexer.span(before.start, before.end)
    message = f"`{before.text}` is a word of the language and cannot be a name"
    return Recovery(problem("CW113", message, span, help=f"take another name, such as `my_{before.text}`"), repair)


def _absent(trouble: Trouble) -> Recovery | None:
    """A keyword was taken for a name because the name before it is missing."""
    if len(trouble.history) < 2 or len(trouble.stack.values) < 2:
        return None
    sign, word = trouble.history[-2:]
    top = trouble.stack.values[-1]
    begun = [each.start for each in (top if isinstance(top, list) else [top])]
    if word.type != "NAME" or word.text not in RESERVED or begun != [word.start]:
        return None
    repair = Repair(word.start, (Token("NAME", "", word.start, word.start),), 1)
    if not trouble.works(repair):
        return None
    span = trouble.lexer.span(word.start, word.end)
    message = f"`{word.text}` does not fit after `{sign.text}`"
    advice = expected(trouble.stack.accepts(trouble.stack.states[:-1]))
    return Recovery(problem("CW104", message, span, help=advice), repair)


def _wrong_word(trouble: Trouble) -> Recovery | None:
    """`if`, `unless`, `top of`: another word is meant."""
    token = trouble.token
    if token is None or token.text.lower() not in _MEANT:
        return None
    kinds, advice = _MEANT[token.text.lower()]
    for kind in kinds:
        repair = Repair(token.end, (Token(kind, token.text, token.start, token.end),))
        if trouble.works(repair, 2):
            return Recovery(problem("CW120", f"`{token.text}` is not known here", trouble.here, help=advice), repair)
    return None


def _misspelt(trouble: Trouble) -> Recovery | None:
    """A word with a slip of the finger."""
    token = trouble.token
    if token is None or token.type not in ("NAME", "FIELD"):
        return None
    accepted = trouble.accepted
    words = {
        kind.lower(): kind for kind in accepted if trouble.lexer.tables.terminals.get(kind) == rf"{kind.lower()}(?!\w)"
    }
    statement = (
        accepted >= _KINDS - {"CHANGE"} and "RBRACE" not in accepted and trouble.lexer.first_on_line(token.start)
    )
    found = near(token.text, words)
    for word in found:
        repair = Repair(token.end, (Token(words[word], word, token.start, token.end),))
        if trouble.works(repair, 1):
            fix = rewrite(trouble.here, word, Applicability.UNSAFE)
            code, what = ("CW123", "begins no statement") if statement else ("CW120", "is not known here")
            message, advice = f"`{token.text}` {what}", f"do you mean `{word}`?"
            return Recovery(problem(code, message, trouble.here, help=advice, fix=fix), repair)
    if statement:
        advice = "statements begin with a word such as `deck`, `combination`, `play`, `set` or `table`"
        return Recovery(problem("CW123", f"`{token.text}` begins no statement", trouble.here, help=advice))
    return None


# The more particular a slip, the earlier it is looked for.
SLIPS: tuple[Slip, ...] = (
    _no_number,
    *SIGN_SLIPS,
    _small_card,
    _source_removed,
    _capital,
    _number_word,
    _of_missing,
    _no_header,
    *WORDING_SLIPS,
    _mixed,
    _joined_settings,
    _misspelt,
    _name_of_words,
    _agreed_or_played,
    _wrong_word,
    _reserved,
    _absent,
)
