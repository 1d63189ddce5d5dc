"""Slips in wording: what card players write in several words, each with the words for it in the language."""

from __future__ import annotations

import re

from .diagnostics import problem, rewrite
from .lexing import Token
from .near import near
from .tree import Tree
from .trouble import Recovery, Repair, Trouble

_CHOICE = re.compile(
    r"if[ \t]+([^\n#{}|]+?),?[ \t]+then[ \t]+([^\n#{}|]+?),?[ \t]+(?:else|otherwise)[ \t]+([^\n#{}|]+)"
)
_GO_OUT = re.compile(r"(go|goes|going)[ \t]+out(?!\w)(?:[ \t]+(?:on|with)[ \t]+(?:(?:an?|the)[ \t]+)?(\w+))?")
_CARDS = re.compile(r"[A-Z0-9][\w-]*(?:[ \t]+[A-Z0-9][\w-]*)+")
_NAMED = frozenset({"ALWAYS", "SET", "LET", "ORDER", "FAMILY", "PAYMENT", "STEP"})


def _last(trouble: Trouble) -> Token | None:
    """The word before the trouble, if nothing more than a name has been made of it yet."""
    top = trouble.stack.values[-1] if trouble.stack.values else None
    while isinstance(top, list | Tree):
        inner = top if isinstance(top, list) else top.children
        top = inner[0] if len(inner) == 1 else None
    return top if top is trouble.before else None


def if_then_else(trouble: Trouble) -> Recovery | None:
    """`if C then A else B`: a choice has its conditions behind its values."""
    word = _last(trouble)
    if word is None or word.text != "if":
        return None
    found = _CHOICE.match(trouble.lexer.text, word.start)
    end = word.end if found is None else word.start + len(found.group().rstrip())
    span = trouble.lexer.span(word.start, end)
    if found is None:
        advice = "a condition stands behind its value: `(2 when … | 1)`"
        return Recovery(problem("CW120", "`if` is not known here", span, help=advice))
    condition, value, other = (part.strip() for part in found.groups())
    meant = f"({value} when {condition} | {other})"
    name = Token("NAME", "", word.start, word.start)
    message, fix = "a choice is not written with `if`", rewrite(span, meant)
    return Recovery(problem("CW120", message, span, help=f"write `{meant}`", fix=fix), Repair(end, (name,), 1))


def going_out(trouble: Trouble) -> Recovery | None:
    """`go out on a 2`, `going_out with 2`: one word, and what is played is another condition."""
    word = _last(trouble)
    if word is not None and (found := _GO_OUT.match(trouble.lexer.text, word.start)):
        start, end, card = word.start, found.end(), found.group(2)
        tokens = (Token("NAME", "going_out", start, end),)
    else:
        *_, going, word = (None, None, *trouble.history)
        if word is None or word.text != "with" or going is None or going.text != "going_out" or trouble.token is None:
            return None
        start, end, card, tokens = going.start, trouble.token.end, trouble.token.text, ()
    meant = f"going_out and have {card}" if card else "going_out"
    span = trouble.lexer.span(start, end)
    message = f"`{trouble.lexer.written(start, end)}` is not understood"
    advice = f"write `{meant}`; behind `not`, in parentheses" if card else f"write `{meant}`"
    repair = Repair(end, tokens, 1) if tokens else None
    return Recovery(problem("CW120", message, span, help=advice), repair)


def same(trouble: Trouble) -> Recovery | None:
    """`2 of same rank`: cards of a rank share it."""
    word, token = _last(trouble), trouble.token
    if word is None or token is None or word.text not in ("same", "one") or trouble.history[-2].type != "OF":
        return None
    repair = Repair(trouble.position, (), 1)
    if not trouble.works(repair, 1):
        return None
    span = trouble.lexer.span(word.start, word.end)
    message, advice = f"`{word.text}` is not known here", f"write `of a {token.text}`: such cards share it"
    article = re.search(r"(?:the|an?)[ \t]+$", trouble.lexer.text[: word.start])
    whole = trouble.lexer.span(article.start() if article else word.start, word.end)
    return Recovery(problem("CW120", message, span, help=advice, fix=rewrite(whole, "a")), repair)


def losers_pay(trouble: Trouble) -> Recovery | None:
    """`losers pay`: each of them does."""
    word, token = trouble.before, trouble.token
    if word is None or token is None or token.text != "pay" or word.text not in ("losers", "players"):
        return None
    one = word.text.removesuffix("s")
    span = trouble.lexer.span(word.start, token.end)
    meant = f"each {one} pays"
    tokens = (
        Token("EACH", "each", word.start, word.start),
        Token("NAME", one, word.start, word.end),
        Token("PAYS", "pays", token.start, token.end),
    )
    message = f"`{word.text} pay` does not say who pays what"
    return Recovery(
        problem("CW120", message, span, help=f"write `{meant}`", fix=rewrite(span, meant)),
        Repair(token.end, tokens, 1),
    )


def joined_cards(trouble: Trouble) -> Recovery | None:
    """`3D 4C 5H is run`, in examples: cards that are played together are joined."""
    word, token = _last(trouble), trouble.token
    if word is None or token is None or word.type not in ("PIECE", "RUN") or "BEATS" not in trouble.accepted:
        return None
    found = _CARDS.match(trouble.lexer.text, word.start)
    if token.type not in ("PIECE", "RUN", "INT") or found is None:
        return None
    meant = "-".join(found.group().split())
    repair = Repair(found.end(), (Token("RUN", meant, word.start, found.end()),), 1)
    if not trouble.works(repair, 1):
        return None
    span = trouble.lexer.span(word.start, found.end())
    message, advice = "cards that are played together are joined with `-`", f"write `{meant}`"
    return Recovery(problem("CW108", message, span, help=advice, fix=rewrite(span, meant)), repair)


def misspelt_before(trouble: Trouble) -> Recovery | None:
    """`highst card`: the slip is in the word before."""
    word = _last(trouble)
    if word is None or word.type != "NAME":
        return None
    terminals = trouble.lexer.tables.terminals
    fitting = trouble.stack.accepts(trouble.stack.states[:-1])
    words = {kind.lower(): kind for kind in fitting if terminals.get(kind) == rf"{kind.lower()}(?!\w)"}
    for meant in near(word.text, words):
        repair = Repair(trouble.position, (Token(words[meant], meant, word.start, word.end),), 1)
        if trouble.works(repair, 2):
            span = trouble.lexer.span(word.start, word.end)
            message, advice = f"`{word.text}` is not known here", f"did you mean `{meant}`?"
            return Recovery(problem("CW120", message, span, help=advice, fix=rewrite(span, meant)), repair)
    return None


def nameless(trouble: Trouble) -> Recovery | None:
    """`always zero_sum`: what is declared has a name."""
    word, token = _last(trouble), trouble.token
    if word is None or token is None or word.type not in _NAMED or "FIELD" not in trouble.accepted:
        return None
    place = (Token("FIELD", "", word.end, word.end), Token("COLON", ":", word.end, word.end))
    repair = Repair(trouble.position, place)
    if not trouble.works(repair, 2):
        return None
    span = trouble.lexer.span(word.start, word.end)
    message, advice = f"this `{word.text}` has no name", f"write `{word.text} NAME: …`"
    return Recovery(problem("CW211", message, span, help=advice), repair)


WORDING_SLIPS = (if_then_else, going_out, same, losers_pay, joined_cards, nameless, misspelt_before)
