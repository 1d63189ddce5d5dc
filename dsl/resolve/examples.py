"""Examples and names for the eye."""

from __future__ import annotations

import re
from dataclasses import fields
from itertools import product
from math import prod
from typing import Any, TypeVar, cast

from .. import ast
from .. import model as m
from .context import Context
from .expressions import Expressions
from .program import citations
from .scope import OF_A_PLAY, Scope
from .telling import Telling

SAYS = {"leads": "leads", "is next": "next", "opens": "opens", "wins": "wins"}
STANDINGS = {"wins match": "wins", "shares win": "shares", "is level": "level"}
# Declarations that can forbid an action.
FORBIDDING = ("duty", "combination", "ladder", "bombs", "claim", "auction", "step")
# So many answers are tried in one line.
MOST_LINES = 1_000
SCOPE = Scope("an example", OF_A_PLAY, owner=m.Fact(fact="hand"), subject=m.Fact(fact="play"))


_T = TypeVar("_T")


class Examples:
    """Reads examples; which of them hold is found by playing them."""

    def __init__(self, context: Context, expressions: Expressions) -> None:
        self.context = context
        self.expressions = expressions
        self.telling = Telling(context)

    def read(self, example: ast.Example) -> list[m.Example]:
        """One line, for each value and each answer that it tries; none when it cannot be read (which is reported)."""
        tried = self._answers(example.agreement)
        found: list[m.Example] = []
        for value in example.values or (None,):
            body, text = example.body, example.text
            if value is not None and example.variable is not None:
                body = _replaced(body, example.variable.text, value)
                text = re.sub(rf"(?<![\w-]){example.variable.text}(?![\w-])", _written(value), text)
            read = self._body(body)
            if read is None:
                return []
            claims = citations(example.notes)
            found += [
                m.Example(text=text, answers=answers, claims=claims, span=example.body.span, **read)
                for answers in tried
            ]
        return found

    def _answers(self, agreement: ast.Agreement | None) -> list[tuple[tuple[str, str], ...]]:
        """The answers an example is about: where an option has several, one after another."""
        asked = set(self.context.asked)
        self.context.agreement(agreement)
        self.context.asked.clear()
        self.context.asked.update(asked)
        tried: list[list[tuple[str, str]]] = []
        for setting in agreement.settings if agreement else ():
            option = self.context.options.get(setting.name.text)
            if option is None:
                return []
            answers = [ast.answer_text(answer) for answer in setting.answers] or ["no" if setting.denied else "yes"]
            if not all(option.admits(answer) for answer in answers):
                return []
            tried.append([(setting.name.text, answer) for answer in answers])
        if prod(map(len, tried)) > MOST_LINES:
            assert agreement is not None
            message = f"this example would be tried with more than {MOST_LINES} answers"
            self.context.fail("CW802", message, agreement.span, help="name fewer answers")
            return []
        return [*product(*tried)]

    def _body(self, body: ast.Outranks | ast.Fits | ast.Offered | ast.Told | ast.Stands) -> dict[str, Any] | None:
        match body:
            case ast.Outranks(play=play, other=other, denied=denied):
                cards, against = self._play(play), self._play(other)
                if cards is None or against is None:
                    return None
                return {"kind": "beats", "cards": cards, "against": against, "expected": not denied}
            case ast.Fits(play=play, name=name, denied=denied):
                cards = self._play(play)
                combination = None if name.text == "nothing" else name.text
                if combination is not None and not self.context.declared(
                    name, "combination", wanted="a combination", optional=True
                ):
                    return None
                if cards is None:
                    return None
                return {"kind": "reads", "cards": cards, "combination": combination, "expected": not denied}
            case ast.Offered():
                return self._offered(body)
            case ast.Told():
                return self._told(body)
            case ast.Stands():
                return self._stands(body)

    def _play(self, play: ast.Cards | ast.Name) -> tuple[str, ...] | None:
        """The cards of a play; a name that is left stands for no value."""
        if not isinstance(play, ast.Name):
            return self.telling.cards(play)
        self.context.unknown("value", play.text, play.span, (), "write cards, or try values: `for c in 3D, 4D: …`")
        return None

    def _offered(self, body: ast.Offered) -> dict[str, Any] | None:
        against: tuple[str, ...] | None = ()
        if isinstance(body.on, ast.Piece | ast.Joined):
            against = self.telling.cards(body.on)
        elif body.on is not None and not self.telling.nothing(body.on):
            return None
        when = None
        if body.when is not None:
            when = self.expressions.condition(body.when, SCOPE)
            if when is None:
                return None
        hand = self.telling.pieces(body.holding)
        read = self._lets(body.lets)
        if against is None or hand is None or read is None:
            return None
        for item, written in zip(read["items"], body.lets.items, strict=True):
            missing = next((card for card in item.cards if item.cards.count(card) > hand.count(card)), None)
            if missing is not None:
                self.context.fail(
                    "CW803",
                    f"`{missing}` is not held",
                    written.what.span,
                    labels=[(body.holding[0].span.to(body.holding[-1].span), "the cards held")],
                    help="a player can only play cards of the hand",
                )
                return None
        return {"kind": "offers", "cards": hand, "against": against, "when": when, **read}

    def _lets(self, lets: ast.Lets) -> dict[str, Any] | None:
        items = [self._item(item, lets.verdict) for item in lets.items]
        if None in items:
            return None
        return {"breach": lets.verdict == "breach", "items": tuple(items)}

    def _item(self, item: ast.Item, verdict: str) -> m.ExampleItem | None:
        if item.because is not None and not self._forbids(item, item.because, verdict):
            return None
        because = None if item.because is None else item.because.text
        if isinstance(item.what, ast.Name):
            if item.claim:
                if not self.context.declared(item.what, "claim", wanted="a claim", optional=True):
                    return None
                return m.ExampleItem(expected=not item.denied, claim=item.what.text, because=because, span=item.span)
            if item.what.text != "pass":
                self.context.unknown(
                    "action", item.what.text, item.what.span, ("pass",), "name cards, `pass`, or `claim NAME`"
                )
                return None
            return m.ExampleItem(expected=not item.denied, because=because, span=item.span)
        cards = self.telling.cards(item.what)
        if cards is None:
            return None
        return m.ExampleItem(
            expected=not item.denied, cards=cards, discard=item.discard, because=because, span=item.span
        )

    def _forbids(self, item: ast.Item, because: ast.Name, verdict: str) -> bool:
        """Whether a rule that is named can forbid something, and something is forbidden."""
        if item.denied != (verdict == "may"):
            self.context.fail(
                "CW802",
                "nothing is forbidden here",
                because.span,
                help="a reason stands behind what is not allowed, as in `not 9S because top`",
            )
            return False
        if because.text in m.FORBIDS:
            return True
        known = [*m.FORBIDS, *self.context.symbols.of_kind(*FORBIDDING)]
        if because.text in known:
            return True
        said = "name a duty, a combination, a ladder or bombs, or one of " + ", ".join(m.FORBIDS[:6]) + ", …"
        self.context.unknown("rule", because.text, because.span, known, said)
        return False

    def _told(self, body: ast.Told) -> dict[str, Any] | None:
        if not all([one.name is None or self.telling.nothing(one.name) for one in body.held]):
            return None
        held = [() if one.name is not None else self.telling.pieces(one.pieces) for one in body.held]
        facts = [self.telling.fact(fact) for fact in body.facts]
        history = [self.telling.done(done) for done in body.after]
        outcome = self._outcome(body)
        if None in held or None in facts or None in history or outcome is None:
            return None
        return {
            "left": tuple(number.value for number in body.left),
            "held": tuple(one for one in held if one is not None),
            "facts": tuple(fact for fact in facts if fact is not None),
            "history": tuple(done for done in history if done is not None),
            **outcome,
        }

    def _outcome(self, body: ast.Told) -> dict[str, Any] | None:
        """What is expected of a hand that is told."""
        outcome = body.outcome
        if body.left and (body.after or not isinstance(outcome, ast.Scored)):
            message, advice = "only scores follow from how many cards are left", "say what everybody holds: `held …`"
            self.context.fail("CW802", message, outcome.span, help=advice)
            return None
        match outcome:
            case ast.Scored(scores=scores):
                seats = len(body.left) or len(body.held)
                if not seats:
                    message, advice = "scores follow from what everybody held", "begin with `held … | …`"
                    self.context.fail("CW802", message, outcome.span, help=advice)
                    return None
                if len(scores) != seats:
                    message, span = f"{len(scores)} scores for {seats} players", scores[0].span.to(scores[-1].span)
                    self.context.fail("CW804", message, span, help="one score for each player")
                    return None
                return {"kind": "scores", "scores": tuple(number.value for number in scores)}
            case ast.Lets():
                if not body.held:
                    message, advice = "who is next holds nothing that is told", "begin with `held … | …`"
                    self.context.fail("CW802", message, outcome.span, help=advice)
                    return None
                read = self._lets(outcome)
                return None if read is None else {"kind": "offers", **read}
            case ast.Says():
                return self._says(outcome, bool(body.held))

    def _says(self, said: ast.Says, held: bool) -> dict[str, Any] | None:
        """`P1 leads` and its like."""
        words = " ".join(word.text for word in said.words)
        if isinstance(said.who, ast.Name):
            match f"{said.who.text} {words}":
                case "same player leads":
                    return {"kind": "leads", "leader": None}
                case "turns go clockwise" | "turns go anticlockwise":
                    return {"kind": "turns", "direction": said.words[-1].text}
                case "anybody opens" if held:
                    return {"kind": "drawn"}
                case "hand is over" | "hand is not over" as whole if held:
                    return {"kind": "ends", "expected": whole == "hand is over"}
        elif (kind := SAYS.get(words)) is not None and (held or kind in ("leads", "next")):
            seat = self.telling.seat(said.who)
            return None if seat is None else {"kind": kind, "leader": seat}
        self.context.fail(
            "CW802",
            "this does not say how it goes on",
            said.who.span.to(said.words[-1].span),
            help="write `P1 leads`, `same player leads`, `P1 is next` or `the turns go clockwise`; behind `held …` "
            "also `P1 opens`, `anybody opens`, `P1 wins`, `the hand is over` or `the hand is not over`",
        )
        return None

    def _stands(self, body: ast.Stands) -> dict[str, Any] | None:
        """How a match stands with such points."""
        if body.unit is not None and body.unit.text not in ("hand", "hands"):
            self.context.fail("CW802", "a match is counted in hands", body.unit.span, help="as in `after 2 hands`")
            return None
        read = self._match(body.outcome)
        if read is None:
            return None
        points = tuple(number.value for number in body.points)
        return {"points": points, "hands": None if body.hands is None else body.hands.value, **read}

    def _match(self, said: ast.Says) -> dict[str, Any] | None:
        """`the match is over` and its like."""
        words = " ".join(word.text for word in said.words)
        if isinstance(said.who, ast.Name):
            if said.who.text == "match" and words in ("is over", "is not over"):
                return {"kind": "match_ends", "expected": words == "is over"}
        elif words in STANDINGS:
            seat = self.telling.seat(said.who)
            return None if seat is None else {"kind": "match_won", "leader": seat, "standing": STANDINGS[words]}
        self.context.fail(
            "CW802",
            "this does not say how the match stands",
            said.span,
            help="write `the match is over`, `the match is not over`, `P1 wins the match`, `P1 shares the win` or "
            "`P1 is level`",
        )
        return None


def _replaced(node: _T, variable: str, value: ast.Cards) -> _T:
    """A node with cards in the place of a name."""
    if isinstance(node, ast.Name):
        return cast(_T, value) if node.text == variable else node
    if isinstance(node, tuple):
        return cast(_T, tuple(_replaced(each, variable, value) for each in node))
    if isinstance(node, ast.Node) and not isinstance(node, ast.Piece | ast.Joined):
        kept = {one.name: _replaced(getattr(node, one.name), variable, value) for one in fields(node)}
        return type(node)(**kept)
    return node


def _written(value: ast.Cards) -> str:
    return "-".join(piece.text for piece in value.pieces) if isinstance(value, ast.Joined) else value.text
