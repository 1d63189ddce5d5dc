"""Examples and names for the eye."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import fields
from itertools import product
from math import prod
from typing import Any, Literal, TypeAlias, TypeVar, cast

from .. import ast
from .. import model as m
from ..diagnostics import Applicability, rewrite
from ..source import Span
from .context import Context
from .expressions import Expressions
from .program import citations
from .scope import OF_A_PLAY, Scope
from .symbols import BUILT_IN

# What players say they do; a display name that reads so would be taken for it.
ACTIONS = frozenset({"pass", "decline", "claim", "bid", "give", "discard"})
VERBS = ("broke", "ended", "opened", "played", "claimed", "is", "bid", "won", "lost", "out")
SAYS = {"leads": "leads", "is next": "next", "opens": "opens", "wins": "wins"}
STANDINGS = {"wins match": "wins", "shares win": "shares", "is level": "level"}
DONE = "as in `after 9S, pass, bid 2, give 3D-4C, claim dragon`"
# Declarations that can forbid an action.
FORBIDDING = ("duty", "combination", "ladder", "bombs", "claim", "auction", "step")
# So many answers are tried in one line.
MOST_TRIED = 1_000
NAMED = {"duty": "a duty", "claim": "a claim", "auction": "a role"}
SCOPE = Scope("an example", OF_A_PLAY, owner=m.Fact(fact="hand"), subject=m.Fact(fact="play"))


_Verb: TypeAlias = Literal["broke", "ended", "opened", "played", "claimed", "is", "bid", "won", "lost", "out"]
_T = TypeVar("_T")


class Examples:
    """Reads examples; which of them hold is found by playing them."""

    def __init__(self, context: Context, expressions: Expressions) -> None:
        self.context = context
        self.expressions = expressions

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
        if prod(map(len, tried)) > MOST_TRIED:
            assert agreement is not None
            message = f"this example would be tried with more than {MOST_TRIED} answers"
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
            return self._cards(play)
        self.context.unknown("value", play.text, play.span, (), "write cards, or try values: `for c in 3D, 4D: …`")
        return None

    def _offered(self, body: ast.Offered) -> dict[str, Any] | None:
        against: tuple[str, ...] | None = ()
        if isinstance(body.on, ast.Piece | ast.Joined):
            against = self._cards(body.on)
        elif body.on is not None and not self._nothing(body.on):
            return None
        when = None
        if body.when is not None:
            when = self.expressions.condition(body.when, SCOPE)
            if when is None:
                return None
        hand = self._pieces(body.holding)
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
        cards = self._cards(item.what)
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
        if not all([one.name is None or self._nothing(one.name) for one in body.held]):
            return None
        held = [() if one.name is not None else self._pieces(one.pieces) for one in body.held]
        facts = [self._fact(fact) for fact in body.facts]
        history = [self._done(done) for done in body.after]
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
            seat = self._seat(said.who)
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
            seat = self._seat(said.who)
            return None if seat is None else {"kind": "match_won", "leader": seat, "standing": STANDINGS[words]}
        self.context.fail(
            "CW802",
            "this does not say how the match stands",
            said.span,
            help="write `the match is over`, `the match is not over`, `P1 wins the match`, `P1 shares the win` or "
            "`P1 is level`",
        )
        return None

    def _done(self, done: ast.Done) -> str | None:
        """An action as it is written at the table."""
        if not isinstance(done.what, ast.Name):
            cards = self._cards(done.what)
            return None if cards is None else "-".join(cards)
        verb, of = done.what.text, done.of
        if verb == "claim" and isinstance(of, ast.Name):
            return f"claim {of.text}" if self.context.declared(of, "claim", wanted="a claim", optional=True) else None
        if verb == "bid" and isinstance(of, ast.Piece) and of.text.isdecimal():
            return (
                f"bid {of.text}"
                if self._there(done, "auction", "nobody bids", "bids are made in an `auction`")
                else None
            )
        if verb in ("give", "discard") and of is not None and not isinstance(of, ast.Name):
            cards = self._cards(of)
            if verb == "give" and not self._there(done, "step", "nobody gives cards", "cards are given in a `step`"):
                return None
            return None if cards is None else f"{verb} {'-'.join(cards)}"
        if verb in ("pass", "decline") and of is None:
            return verb
        actions = ("pass", "decline", "bid", "give", "discard", "claim")
        if verb in actions:
            self.context.fail("CW802", f"`{verb}` is no whole action here", done.span, help=DONE)
        else:
            self.context.unknown("action", verb, done.what.span, actions, DONE)
        return None

    def _there(self, done: ast.Done | ast.Fact, kind: str, lacking: str, advice: str) -> bool:
        """Whether anything of a kind is declared that an action belongs to."""
        if any(self.context.symbols.of_kind(kind)):
            return True
        self.context.fail("CW205", f"{lacking} here", done.span, help=advice)
        return False

    def _nothing(self, name: ast.Name) -> bool:
        if name.text == "nothing":
            return True
        self.context.fail(
            "CW802",
            f"`{name.text}` names no cards",
            name.span,
            help="write `nothing` for no cards",
            fix=rewrite(name.span, "nothing", Applicability.UNSAFE),
        )
        return False

    def _fact(self, fact: ast.Fact) -> m.ExampleFact | None:
        seat = self._seat(fact.seat)
        if fact.verb.text not in VERBS:
            self.context.unknown("fact", fact.verb.text, fact.verb.span, VERBS, "facts: " + ", ".join(VERBS))
            return None
        if seat is None:
            return None
        verb = cast(_Verb, fact.verb.text)
        if verb == "bid":
            return self._bid(fact, seat)
        if isinstance(fact.what, ast.Name):
            kind = {"broke": "duty", "claimed": "claim", "is": "auction"}.get(verb)
            if kind is None:
                self.context.fail(
                    "CW802", f"`{verb}` is followed by cards", fact.what.span, help="as in `P4 ended 2S-2H`"
                )
                return None
            if not self.context.declared(fact.what, kind, wanted=NAMED[kind], optional=True):
                return None
            return m.ExampleFact(seat=seat, what=verb, name=fact.what.text, span=fact.span)
        wanted = {
            "broke": "the name of a duty",
            "claimed": "the name of a claim",
            "is": "the name of a role",
            **dict.fromkeys(("opened", "won", "lost", "out")),
        }.get(verb, "cards")
        if (fact.what is None) != (wanted is None) or (fact.what is not None and verb in ("broke", "claimed", "is")):
            self.context.fail(
                "CW802",
                f"`{verb}` is followed by {wanted or 'nothing'}",
                fact.span,
                help="as in `P3 broke top`, `P4 ended 2S-2H`, `P1 opened`",
            )
            return None
        cards = () if fact.what is None else self._cards(fact.what)
        return None if cards is None else m.ExampleFact(seat=seat, what=verb, cards=cards, span=fact.span)

    def _bid(self, fact: ast.Fact, seat: int) -> m.ExampleFact | None:
        """`P2 bid 3`: a number that is bid somewhere."""
        what = fact.what
        if not isinstance(what, ast.Piece) or not what.text.isdecimal():
            self.context.fail("CW802", "`bid` is followed by a number", fact.span, help="as in `P2 bid 3`")
            return None
        if not self._there(fact, "auction", "nobody bids", "bids are made in an `auction`"):
            return None
        return m.ExampleFact(seat=seat, what="bid", number=int(what.text), span=fact.span)

    def _seat(self, piece: ast.Piece) -> int | None:
        if piece.text[:1] == "P" and piece.text[1:].isdecimal() and 1 <= int(piece.text[1:]) <= 16:
            return int(piece.text[1:]) - 1
        self.context.fail("CW802", f"`{piece.text}` is no seat", piece.span, help="seats are `P1`, `P2`, …")
        return None

    def _cards(self, cards: ast.Cards) -> tuple[str, ...] | None:
        return self._pieces(cards.pieces if isinstance(cards, ast.Joined) else (cards,))

    def _pieces(self, pieces: Iterable[ast.Piece]) -> tuple[str, ...] | None:
        found: list[str] = []
        left = list(pieces)
        while left:
            piece = left.pop(0)
            name = self.context.symbols.piece(piece.text)
            tile = self.context.symbols.tile(piece.text, left[0].text) if left and name is None else None
            if tile is not None:
                # The pips of one tile, read as two pieces.
                left.pop(0)
                name = tile
            if name is None:
                self.context.unknown_piece(piece.text, piece.span, "card")
                return None
            found.append(name)
        return tuple(found)


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
