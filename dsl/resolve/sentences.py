"""The lines of `deal`, `play` and `match`, their phrases understood."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from difflib import get_close_matches
from typing import Any

from .. import ast
from .. import model as m
from ..diagnostics import rewrite
from ..near import near
from ..source import Span
from ..words import EXTREMES
from .classes import PIECES, Classes
from .context import Context, alternative
from .guards import LARGEST
from .limits import MOST_PLAYERS
from .patterns import NO_SCOPE
from .phrases import FORMS, LATER_OPENINGS, REQUIRED_LINES, SLOTS, SPOKEN_LINES, Form, Slots, Turn
from .program import Alternative

NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
# Words that people use for those of the sentences.
_SAME = {
    "counterclockwise": "anticlockwise",
    "most": "highest",
    "least": "lowest",
    "fewest": "lowest",
    "winner": "last winner",
    "starts": "opened by",
    **EXTREMES,
}


class Sentences:
    """Reads the lines of `deal`, `play` and `match`."""

    def __init__(self, context: Context, classes: Classes) -> None:
        self.context = context
        self.classes = classes

    def lines(self, block: ast.Sentences) -> dict[str, tuple[Alternative[Any], ...]]:
        """Every line of a block; a line that is not known or not understood is reported."""
        fields: dict[str, tuple[Alternative[Any], ...]] = {}
        places: dict[str, Span] = {}
        known = FORMS[block.kind]
        strangers = 0
        for line in self._mended(block, known):
            name = line.name.text
            if name not in known:
                strangers += 1
                self.context.unknown_part(block.kind, "line", line.name, known)
                continue
            if name in fields:
                self.context.fail(
                    "CW208",
                    f"`{name}` stands twice in `{block.kind}`",
                    line.name.span,
                    labels=[(places[name], "first here")],
                    help="join the two with `|` and what was agreed",
                )
                continue
            places[name] = line.name.span
            fields[name] = tuple(self._phrases(block.kind, name, line))
        required = REQUIRED_LINES[block.kind] if "ends" not in fields else ("wins",)
        missing = [name for name in required if name not in fields]
        if "pass" in missing and "each turn" in fields and all(_discards(one.value) for one in fields["each turn"]):
            missing.remove("pass")
        # A line with a slip in its name is told of once.
        told = [f"`{SPOKEN_LINES.get(name, name)}`" for name in missing[strangers:]]
        if told:
            said = " and ".join((", ".join(told[:-1]), told[-1])) if len(told) > 1 else told[0]
            self.context.fail(
                "CW207",
                f"`{block.kind}` does not say its {said}",
                block.kind_span,
                help=f"add a line `{told[0][1:-1]}: …`",
            )
        return fields

    def _mended(self, block: ast.Sentences, known: Collection[str]) -> Iterator[ast.Line]:
        """The lines, `frist hand:` read as `first hand:`: its first word was taken for the end of the line before."""
        changed = list(block.lines)
        for number, line in enumerate(changed[1:], 1):
            phrase = changed[number - 1].phrases[-1]
            *rest, word = phrase.words
            if not rest or phrase.agreement is not None:
                continue
            if not rest[-1].span.line < word.span.line == line.name.span.line:
                continue
            name = ast.Name(word.span.to(line.name.span), f"{word.text} {line.name.text}")
            meant = near(name.text, known)
            if meant:
                self.context.unknown_part(block.kind, "line", name, known)
                before = changed[number - 1]
                phrases = (*before.phrases[:-1], replace(phrase, words=tuple(rest)))
                changed[number - 1] = replace(before, phrases=phrases)
                changed[number] = replace(line, name=ast.Name(name.span, meant[0]))
        yield from changed

    def _phrases(self, kind: str, name: str, line: ast.Line) -> Iterator[Alternative[Any]]:
        for phrase in line.phrases:
            guard = self.context.agreement(phrase.agreement)
            with self.context.under(guard):
                if (kind, name) == ("deal", "players"):
                    value: object = self._players(phrase)
                elif (kind, name) == ("play", "before"):
                    value = self._before(phrase)
                else:
                    value = self._meaning(name, phrase, FORMS[kind][name])
            yield alternative(value, guard, phrase, line.notes)

    def _meaning(self, name: str, phrase: ast.Phrase, forms: Sequence[Form]) -> object:
        misfit: tuple[str, ast.Word] | None = None
        for form in forms:
            slots = self._match(form, phrase.words)
            if slots is None:
                continue
            if "MISFIT" in slots:
                misfit = misfit or slots["MISFIT"]
            elif "MISSING" in slots:
                return None
            elif "ROLE" in slots and self.context.symbols.kind(slots["ROLE"].text) != "auction":
                misfit = misfit or ("ROLE", slots["ROLE"])
            elif name == "ends" and slots["N"] == 0:
                self.context.fail(
                    "CW713", "a match cannot be over before it begins", _whole(phrase), help="write a number from 1"
                )
                return None
            else:
                if "ROLE" in slots:
                    self.context.use("auction", slots["ROLE"].text, slots["ROLE"].span)
                return form.meaning(slots)
        if misfit is not None:
            self._misfit(name, phrase, *misfit)
        else:
            self._not_understood(name, phrase, forms)
        return None

    # ---- what is not understood -------------------------------------------------------------------------------------

    def _misfit(self, name: str, phrase: ast.Phrase, slot: str, word: ast.Word) -> None:
        """A phrase that is understood but for one word."""
        symbols = self.context.symbols
        if slot in ("CARD", "OTHER"):
            self.context.unknown_piece(word.text, word.span, "card")
        elif slot == "ROLE":
            told = "auction" in self.context.nameless or self.context.refused(word.text, "auction")
            if told or self.context.told_already(word.text, word.span):
                return
            if symbols.kind(word.text) is None:
                self.context.missing[word.text] = len(self.context.report.found)
            spoken = [form.spoken for form in FORMS["play"].get(name, ())]
            roles = [role for role in symbols.of_kind("auction") if role != word.text]
            known = [one for one in spoken if "ROLE" not in one]
            known += [one.replace("ROLE", role) for one in spoken if "ROLE" in one for role in roles]
            self.context.fail(
                "CW201",
                f"there is no role `{word.text}`",
                word.span,
                help=f"what `{name}:` can say: " + "; ".join(f"`{one}`" for one in known)
                if known
                else "roles are made by `auction`",
            )
        elif word.type == "INT":
            self.context.fail(
                "CW308", f"a number of {len(word.text)} digits is too large", word.span, help=f"the most is {LARGEST:,}"
            )
        elif word.text in NUMBERS:
            number = str(NUMBERS.index(word.text))
            self.context.fail(
                "CW301", f"`{word.text}` is written as a number: `{number}`", word.span, fix=rewrite(word.span, number)
            )
        elif symbols.kind(word.text) is not None:
            self.context.fail(
                "CW301",
                f"`{word.text}` is {symbols.spoken(word.text)}, and a number is wanted here",
                word.span,
                help="write a number, or an option whose answers are numbers",
            )
        else:
            numeric = [option.name for option in self.context.options.values() if option.numeric]
            self.context.unknown(
                "number", word.text, word.span, numeric, "write a number, or an option whose answers are numbers"
            )

    def _not_understood(self, name: str, phrase: ast.Phrase, forms: Sequence[Form]) -> None:
        line = SPOKEN_LINES.get(name, name)
        when = next((i for i, word in enumerate(phrase.words) if word.text == "when"), None)
        if when and any(word.text in self.context.options for word in phrase.words[when:]):
            asked = next(word.text for word in phrase.words[when:] if word.text in self.context.options)
            self.context.asked.add(asked)
            self.context.agreed_not_played(phrase.words[when].span, asked)
            return
        span = _whole(phrase)
        if name == "first hand" and any(self._match(form, phrase.words) is not None for form in LATER_OPENINGS):
            self.context.fail(
                "CW714",
                "before the first hand there is no last one",
                span,
                help="write `opened by the holder of CARD`, `opened by the holder of the lowest card` "
                "or `opened by a random player`",
            )
            return
        cards = [word.text for word in phrase.words if self.context.symbols.piece(word.text)]
        said = " ".join("CARD" if word.text in cards else _SAME.get(word.text, word.text) for word in phrase.words)
        plain = {" ".join(form.words): form for form in forms}
        slots = {*plain} if not cards else {words for words in plain if words.split().count("CARD") == len(cards)}
        close = get_close_matches(said, slots or plain, n=1, cutoff=0.7)
        if close:
            meant = plain[close[0]]
            spoken = meant.spoken.replace("CARD", cards[0]) if len(cards) == 1 else meant.spoken
            fix = None if SLOTS & {*spoken.split()} else rewrite(span, spoken)
            help = f"did you mean `{spoken}`?"
        else:
            fix = None
            choices = [form.spoken for form in forms][:6]
            help = f"what `{line}:` can say: " + "; ".join(
                "a number" if choice == "N" else f"`{choice}`" for choice in choices
            )
        self.context.fail(
            "CW701", f"`{self.context.source.slice(span)}` is not understood after `{line}:`", span, help=help, fix=fix
        )

    def _before(self, phrase: ast.Phrase) -> tuple[str, ...] | None:
        """The auctions and steps before the lead, in order; one that is not agreed is left out."""
        named, commas = phrase.words[::2], phrase.words[1::2]
        if len(named) == len(commas) or any(word.text != "," for word in commas):
            said = self.context.source.slice(_whole(phrase))
            self.context.fail("CW701", f"`{said}` is not understood after `before:`", _whole(phrase),
                              help="name auctions and steps in order, with commas between them")  # fmt: skip
            return None
        seen: dict[str, Span] = {}
        for word in named:
            if not self.context.declared(ast.Name(word.span, word.text), "auction", "step", optional=True,
                                         wanted="an auction or step"):  # fmt: skip
                return None
            if word.text in seen:
                self.context.fail("CW602", f"`{word.text}` stands twice in this list", word.span,
                                  labels=[(seen[word.text], "first here")],
                                  help="everything before the lead is done once")  # fmt: skip
                return None
            seen[word.text] = word.span
        return tuple(seen)

    # ---- players -----------------------------------------------------------------------------------------------

    def players(self, block: ast.Sentences) -> tuple[int, ...]:
        """The numbers of players of a `deal`, the first in force; nothing is reported."""
        for line in block.lines:
            if line.name.text == "players" and line.phrases:
                numbers = [int(word.text) for word in line.phrases[0].words if word.type == "INT" and _short(word)]
                return tuple(number for number in numbers if 2 <= number <= MOST_PLAYERS)
        return ()

    def _players(self, phrase: ast.Phrase) -> tuple[int, ...] | None:
        words = phrase.words
        numbers = [word for word in words[::2] if word.type == "INT"]
        if len(numbers) != (len(words) + 1) // 2 or any(word.text != "or" for word in words[1::2]):
            one = words[0].text if len(words) == 1 else ""
            fix = rewrite(words[0].span, str(NUMBERS.index(one))) if one in NUMBERS else None
            said = self.context.source.slice(_whole(phrase))
            self.context.fail(
                "CW701",
                f"`{said}` is not understood after `players:`",
                _whole(phrase),
                help="write numbers joined with `or`: `4 or 3 or 2`",
                fix=fix,
            )
            return None
        seen: set[str] = set()
        for word in numbers:
            if not _short(word) or not 2 <= int(word.text) <= MOST_PLAYERS:
                self.context.fail(
                    "CW503",
                    f"the number of players cannot be {word.text[:12]}",
                    word.span,
                    help=f"from 2 to {MOST_PLAYERS} can play",
                )
                return None
            if word.text in seen:
                self.context.fail(
                    "CW412", f"`players` has the answer `{word.text}` twice", word.span, help="say each number once"
                )
                return None
            seen.add(word.text)
        return tuple(int(word.text) for word in numbers)

    # ---- matching a phrase --------------------------------------------------------------------------------------

    def _match(self, form: Form, words: tuple[ast.Word, ...]) -> Slots | None:
        """The slots of a phrase of this form; MISFIT: the slot that does not take its word."""
        slots: Slots = {}
        position = 0
        for token in form.words:
            if token == "CLASSES":
                if position == len(words):
                    return None
                cls = self._classes(words[position:])
                return slots | ({"CLASSES": cls} if cls is not None else {"MISSING": True})
            if position == len(words):
                return None
            word = words[position]
            if token in ("N", "CARD", "OTHER", "ROLE"):
                value = self._slot(token, word)
                if value is None:
                    return None
                # The first word that does not fit is the one to speak of.
                slots = value | slots
            elif word.text not in token.split("/"):
                return None
            position += 1
        return slots if position == len(words) else None

    def _slot(self, token: str, word: ast.Word) -> Slots | None:
        misfit = {"MISFIT": (token, word)}
        if token == "ROLE":
            return {"ROLE": word} if word.type == "NAME" else None
        if token in ("CARD", "OTHER"):
            if word.type not in ("PIECE", "INT"):
                return None
            piece = self.context.symbols.piece(word.text)
            return misfit if piece is None else {token: piece}
        if word.type == "INT" and not _short(word):
            return misfit
        if word.type == "INT":
            return {"N": int(word.text), "NODE": m.Number(value=int(word.text), span=word.span)}
        if word.type != "NAME":
            return None
        option = self.context.options.get(word.text)
        if option is None or not option.numeric:
            return misfit
        self.context.asked.add(option.name)
        number = m.Number(value=int(option.default), option=option.name, span=word.span)
        return {"N": number, "NODE": number}

    def _classes(self, words: tuple[ast.Word, ...]) -> m.Class | None:
        """A comma list of types in a sentence, read as the expression it would be elsewhere."""
        values: list[ast.Value] = []
        group: list[ast.Word] = []
        for word in (*words, None):
            if word is not None and word.text != ",":
                group.append(word)
                continue
            value = _as_expression(group)
            if value is None:
                span = group[0].span.to(group[-1].span) if group else words[0].span.to(words[-1].span)
                self.context.fail(
                    "CW302",
                    "a list of combinations is wanted here",
                    span,
                    help="as in `by an unbeatable play`, or `by single of 2, royal_flush`",
                )
                return None
            values.append(value)
            group = []
        cls = self.classes.listed(values, NO_SCOPE)
        if cls is not None and self.classes.kind(cls) == PIECES:
            self.context.fail(
                "CW302",
                "combinations are wanted here, and these are pieces",
                values[0].span.to(values[-1].span),
                help="name a combination, as in `single of 2`",
            )
            return None
        return cls


def _discards(turn: Turn | None) -> bool:
    return turn is not None and turn.discards


def _short(word: ast.Word) -> bool:
    """Whether a number has no more digits than a number can have."""
    return len(word.text) <= len(str(LARGEST))


def _whole(phrase: ast.Phrase) -> Span:
    return phrase.words[0].span.to(phrase.words[-1].span)


def _as_expression(words: list[ast.Word]) -> ast.Expr | None:
    match [(word.type, word.text) for word in words]:
        case [("NAME", name)]:
            return ast.Name(words[0].span, name)
        case [("PIECE", text)]:
            return ast.Piece(words[0].span, text)
        case [("INT", text)] if _short(words[0]):
            return ast.Number(words[0].span, int(text))
        case [("NAME", name), (_, "of"), ("PIECE" | "INT" as type_, text), *more] if len(more) < 2 and _short(words[2]):
            span = words[2].span
            if type_ == "PIECE":
                of: ast.Expr = ast.Piece(span, text)
            else:
                of = ast.Number(span, int(text), bool(more))
            return ast.Property(words[0].span.to(words[-1].span), ast.Name(words[0].span, name), of)
        case _:
            return None
