"""The closed sentences of `deal`, `play` and `match`: which phrases there are, and what each means."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from .. import ast
from .. import model as m
from .classes import PLAYS, Classes
from .context import Context, alternative
from .patterns import NO_SCOPE
from .program import Alternative

Slots = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Form:
    """A phrase with slots: N a number or numeric option, CARD a piece, CLASSES a list of types, ROLE a name; words in
    brackets may be left out, words joined with `/` stand for one another. `meaning` makes the value from the slots;
    None: the phrase parses, and is not executed yet."""

    template: str
    meaning: Callable[[Slots], object] | None

    @property
    def spoken(self) -> str:
        """The phrase as a person would write it."""
        return self.template.replace("/players", "").replace("/hands", "").replace(" ,", ",")


def _opening(by: m.OpenerRule, playing: bool = False) -> m.Opening:
    return m.Opening(by=by, playing_it=playing)


def _end(holding: bool, judged: str | None, at_most: bool = False) -> Callable[[Slots], object]:
    def meaning(slots: Slots) -> m.HandEnd:
        return m.HandEnd(count=slots.get("N", 1), at_most=at_most, holding=holding, judged=judged or "at_once")  # type: ignore[arg-type]

    return meaning


AS_FIRST = "as first"
OPENINGS = (
    Form("opened by holder of CARD", lambda s: _opening(m.HolderOpens(card=s["CARD"]))),
    Form("opened by holder of CARD , playing it", lambda s: _opening(m.HolderOpens(card=s["CARD"]), True)),
    Form("opened by holder of lowest card/tile", lambda s: _opening(m.LowestOpens())),
    Form("opened by holder of lowest card/tile , playing it", lambda s: _opening(m.LowestOpens(), True)),
    Form("opened by random player", lambda s: _opening(m.RandomOpens())),
    Form("opened by last winner", lambda s: _opening(m.LastWinnerOpens())),
    Form("opened by last loser", lambda s: _opening(m.LastLoserOpens())),
    Form("opened by ROLE", None),
)


def _ends() -> Iterator[Form]:
    for judged, tail in ((None, ""), ("at_once", " , at once"), ("after_trick", " , after trick")):
        yield Form(f"ends when player has no cards/tiles{tail}", _end(False, judged))
        yield Form(f"ends when N player/players has/have cards/tiles{tail}", _end(True, judged))
        yield Form(f"ends when N player/players has/have no cards/tiles{tail}", _end(False, judged))
        yield Form(f"ends when at most N player/players has/have cards/tiles{tail}", _end(True, judged, at_most=True))


FORMS: dict[str, dict[str, tuple[Form, ...]]] = {
    "deal": {
        "players": (),
        "each": (Form("N", lambda s: s["NODE"]), Form("equally", lambda s: None)),
        "rest": (
            Form("unused", lambda s: "unused"),
            Form("one each", lambda s: "one_each"),
            Form("kitty", None),
            Form("to holder of CARD", None),
            Form("to holder of CARD , else ROLE", None),
        ),
    },
    "play": {
        "before": (),
        "turns": (
            Form("go clockwise", lambda s: "clockwise"),
            Form("go anticlockwise", lambda s: "anticlockwise"),
        ),
        "first hand": OPENINGS,
        "later hands": (*OPENINGS, Form("opened as first", lambda s: AS_FIRST)),
        "each turn": (
            Form("beat or pass", lambda s: False),
            Form("beat if able , else pass", lambda s: True),
        ),
        "pass": (
            Form("keeps you in trick", lambda s: False),
            Form("puts you out of trick", lambda s: True),
        ),
        "trick": (
            Form("ends when all others pass in row", lambda s: False),
            Form("ends after one turn each", lambda s: True),
        ),
        "won at once": (
            Form("never", lambda s: m.AtOnce()),
            Form("by unbeatable play", lambda s: m.AtOnce(unbeatable=True)),
            Form("by CLASSES", lambda s: m.AtOnce(of=s["CLASSES"])),
        ),
        "pile": (
            Form("takes winning play", lambda s: "winning_play"),
            Form("takes whole trick", lambda s: "whole_trick"),
        ),
        "next trick": (
            Form("led by trick winner", lambda s: False),
            Form("led by trick winner , else by next player who has cards/tiles", lambda s: True),
        ),
        "hand": tuple(_ends()),
    },
    "match": {
        "point": (Form("is worth N", lambda s: s["NODE"]),),
        "ends": (
            Form("after N hand/hands", lambda s: ("hands", s["NODE"])),
            Form("when player has N points/point", lambda s: ("points", s["NODE"])),
        ),
        "wins": (
            Form("highest points", lambda s: ("highest", False)),
            Form("lowest points", lambda s: ("lowest", False)),
            Form("highest points , ties shared", lambda s: ("highest", True)),
            Form("lowest points , ties shared", lambda s: ("lowest", True)),
        ),
    },
}


class Sentences:
    """Reads the lines of `deal`, `play` and `match`."""

    def __init__(self, context: Context, classes: Classes) -> None:
        self.context = context
        self.classes = classes

    def lines(self, block: ast.Sentences) -> dict[str, tuple[Alternative[Any], ...]]:
        """Every line of a block, its phrases understood; a line that is not known or not understood is reported."""
        fields: dict[str, tuple[Alternative[Any], ...]] = {}
        known = FORMS[block.kind]
        for line in block.lines:
            name = line.name.text
            if name not in known:
                self.context.unknown(f"line of `{block.kind}`", name, line.name.span, known,
                                     f"lines of `{block.kind}`: " + ", ".join(known))  # fmt: skip
                continue
            if name in fields:
                self.context.fail("CW208", f"`{name}` stands twice in `{block.kind}`", line.name.span,
                                  help="join the two with `|` and what was agreed")  # fmt: skip
                continue
            fields[name] = tuple(self._phrases(block.kind, name, line))
        return fields

    def _phrases(self, kind: str, name: str, line: ast.Line) -> Iterator[Alternative[Any]]:
        for phrase in line.phrases:
            guard = self.context.agreement(phrase.agreement)
            with self.context.under(guard):
                if (kind, name) == ("deal", "players"):
                    yield alternative(self._players(phrase), guard, phrase, line.notes)
                    continue
                if (kind, name) == ("play", "before"):
                    self.context.fail("CW910", "steps and auctions before the lead are not executed yet", line.span)
                    return
                for form in FORMS[kind][name]:
                    slots = self._match(form, phrase.words)
                    if slots is not None:
                        break
                else:
                    self._not_understood(name, phrase, FORMS[kind][name])
                    continue
                if form.meaning is None:
                    self.context.fail("CW910", f"`{name}: {form.spoken}` is not executed yet", phrase.span)
                    continue
                if "MISSING" not in slots:
                    yield alternative(form.meaning(slots), guard, phrase, line.notes)

    def players(self, block: ast.Sentences) -> tuple[int, ...]:
        """The numbers of players of a `deal`, the first in force; nothing is reported."""
        for line in block.lines:
            if line.name.text == "players" and line.phrases:
                words = [word for word in line.phrases[0].words if word.type == "INT"]
                return tuple(int(word.text) for word in words)
        return ()

    def _players(self, phrase: ast.Phrase) -> tuple[int, ...]:
        words = phrase.words
        numbers = tuple(int(word.text) for word in words[::2] if word.type == "INT")
        if len(numbers) != (len(words) + 1) // 2 or any(word.text != "or" for word in words[1::2]):
            self._not_understood("players", phrase, (Form("N or N …", None),))
        elif any(not 2 <= number <= 16 for number in numbers) or len(set(numbers)) != len(numbers):
            self.context.fail("CW503", "a game is for 2 to 16 players, each number said once", phrase.span)
        return numbers

    def _not_understood(self, name: str, phrase: ast.Phrase, forms: tuple[Form, ...]) -> None:
        said = " ".join(word.text for word in phrase.words)
        spoken = {form.spoken.split(" , ")[0]: form.spoken for form in forms}
        close = get_close_matches(said, spoken, n=1, cutoff=0.75)
        choices = "; ".join(f"`{form.spoken}`" for form in forms[:6])
        help = f"did you mean `{spoken[close[0]]}`?" if close else f"what `{name}:` can say: {choices}"
        self.context.fail("CW701", f"`{said}` is not understood after `{name}:`",
                          phrase.words[0].span.to(phrase.words[-1].span), help=help)  # fmt: skip

    # ---- matching a phrase --------------------------------------------------------------------------------------

    def _match(self, form: Form, words: tuple[ast.Word, ...]) -> Slots | None:
        slots: Slots = {}
        position = 0
        for token in form.template.split():
            if token == "CLASSES":
                cls = self._classes(words[position:])
                return slots | ({"CLASSES": cls} if cls is not None else {"MISSING": True})
            if position == len(words):
                return None
            word = words[position]
            if token in ("N", "CARD", "ROLE"):
                value = self._slot(token, word)
                if value is None:
                    return None
                slots |= value
            elif word.text not in token.split("/"):
                return None
            position += 1
        return slots if position == len(words) else None

    def _slot(self, token: str, word: ast.Word) -> Slots | None:
        if token == "ROLE":
            return {"ROLE": word.text} if word.type == "NAME" else None
        if token == "CARD":
            piece = self.context.symbols.piece(word.text) if word.type in ("PIECE", "INT") else None
            return None if piece is None else {"CARD": piece}
        if word.type == "INT":
            return {"N": int(word.text), "NODE": m.Number(value=int(word.text), span=word.span)}
        option = self.context.options.get(word.text)
        if option is None or not option.numeric:
            return None
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
                span = words[0].span.to(words[-1].span)
                self.context.fail("CW302", "a list of combinations is wanted here", span)
                return None
            values.append(value)
            group = []
        cls = self.classes.listed(values, NO_SCOPE)
        if cls is not None and self.classes.kind(cls) != PLAYS:
            self.context.fail("CW302", "combinations are wanted here, and these are pieces", values[0].span)
            return None
        return cls


def _as_expression(words: list[ast.Word]) -> ast.Expr | None:
    match [(word.type, word.text) for word in words]:
        case [("NAME", name)]:
            return ast.Name(words[0].span, name)
        case [("NAME", name), (_, "of"), ("PIECE" | "INT" as type_, text), *more]:
            span = words[2].span
            if type_ == "PIECE":
                of: ast.Expr = ast.Piece(span, text)
            else:
                of = ast.Number(span, int(text), bool(more))
            return ast.Property(words[0].span.to(words[-1].span), ast.Name(words[0].span, name), of)
        case _:
            return None
