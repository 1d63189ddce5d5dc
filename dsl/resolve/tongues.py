"""What things are called in other tongues, and whether such a name means something else already."""

from __future__ import annotations

from .. import ast
from .. import model as m
from ..source import Span
from .context import Context
from .symbols import BUILT_IN

# What players say they do; a display name that reads so would be taken for it.
ACTIONS = frozenset({"pass", "decline", "claim", "bid", "give", "discard"})


def tongue(
    context: Context, names: ast.Names, rulebook: str, seen: dict[str, Span], called: dict[str, str]
) -> m.Tongue:
    """The names of one tongue; entries for what does not exist and entries given twice are reported."""
    entries: list[m.Naming] = []
    symbols = context.symbols
    for entry in names.entries:
        subject, text = entry.subject.text, entry.text.value
        inner = symbols.kind(subject) is None and subject in context.inner
        if symbols.kind(subject) is None and subject != rulebook and subject not in BUILT_IN and not inner:
            if subject[:1].islower():
                everything = [rulebook, *symbols.declared, *sorted(context.inner)]
                context.unknown(
                    "declaration",
                    subject,
                    entry.subject.span,
                    everything,
                    "names are given to pieces, declarations and the rulebook",
                )
            else:
                context.unknown_piece(subject, entry.subject.span, "rank, suit or piece")
            continue
        if subject in seen:
            context.fail(
                "CW209",
                f"`{subject}` is named twice in `{names.tongue.text}`",
                entry.subject.span,
                labels=[(seen[subject], "first here")],
                help="take one of them away",
            )
            continue
        meaning = _meaning(text.strip(), subject, context)
        if meaning is not None:
            context.fail(
                "CW218",
                f"`{text}` cannot be the name of `{subject}`: it {meaning}",
                entry.text.span,
                help="whoever writes it at the table would mean the other: take another name",
            )
            continue
        # Parts and rows are shown only: nobody types them, and one may be called as a combination is.
        if not inner and called.setdefault(text, subject) != subject:
            context.fail(
                "CW214",
                f"`{called[text]}` and `{subject}` are both called `{text}` in `{names.tongue.text}`",
                entry.text.span,
                labels=[(seen[called[text]], "the first one")],
                help="give them two names",
            )
        seen[subject] = entry.subject.span
        sentence = entry.sentence.value if entry.sentence else None
        entries.append(m.Naming(id=subject, text=text, sentence=sentence, span=entry.span))
    return m.Tongue(tongue=names.tongue.text, names=tuple(entries), span=names.span)


def _meaning(text: str, subject: str, context: Context) -> str | None:
    """What a display name means already, if that is something else than its subject."""
    if text.casefold() == subject.casefold():
        return None
    if text.casefold() in ACTIONS or text == "-":
        return "is a word or sign by which players say what they do"
    symbols = context.symbols
    # A rank may be called as a suit is and the other way round: in a card they stand at other places.
    if subject in symbols.ranks or subject in symbols.suits:
        alike = text in (symbols.ranks if subject in symbols.ranks else symbols.suits)
    else:
        alike = text in symbols.ranks or text in symbols.suits
    return f"is {symbols.spoken(text)} itself" if alike or text in symbols.pieces else None
