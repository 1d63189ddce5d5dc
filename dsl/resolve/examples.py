"""Examples and names for the eye."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, cast

from .. import ast
from .. import model as m
from ..diagnostics import Applicability, rewrite
from ..source import Source, Span
from .context import Context, answer_text
from .expressions import Expressions
from .program import citations
from .scope import OF_A_PLAY, Scope
from .symbols import BUILT_IN

# What players say they do; a display name that reads so would be taken for it.
ACTIONS = frozenset({"pass", "decline", "claim", "bid", "give", "discard"})
VERBS = ("broke", "ended", "opened", "played", "claimed", "is", "bid")
NAMED = {"duty": "a duty", "claim": "a claim", "auction": "a role"}
SCOPE = Scope("an example", OF_A_PLAY, owner=m.Fact(fact="hand"), subject=m.Fact(fact="play"))


class Examples:
    """Reads examples; which of them hold is found by playing them."""

    def __init__(self, context: Context, expressions: Expressions, source: Source) -> None:
        self.context = context
        self.expressions = expressions
        self.source = source

    def read(self, example: ast.Example) -> m.Example | None:
        """One line; None when it cannot be read (which is reported)."""
        answers = self._answers(example.agreement)
        body = self._body(example.body)
        if body is None or answers is None:
            return None
        text = " ".join(self.source.slice(example.body.span).split())
        return m.Example(text=text, answers=answers, claims=citations(example.notes), span=example.span, **body)

    def _answers(self, agreement: ast.Agreement | None) -> tuple[tuple[str, str], ...] | None:
        """The answers an example is about; each option with one answer."""
        asked = set(self.context.asked)
        self.context.agreement(agreement)
        self.context.asked.clear()
        self.context.asked.update(asked)
        found: dict[str, str] = {}
        for setting in agreement.settings if agreement else ():
            if setting.name.text not in self.context.options:
                return None
            if len(setting.answers) > 1:
                self.context.fail(
                    "CW802",
                    "an example is about one answer of an option",
                    setting.span,
                    help="write a line for each answer",
                )
                return None
            answer = "no" if setting.denied else answer_text(setting.answers[0]) if setting.answers else "yes"
            if not self.context.options[setting.name.text].admits(answer):
                return None
            found[setting.name.text] = answer
        return tuple(found.items())

    def _body(self, body: ast.Outranks | ast.Fits | ast.Offered | ast.Resumes | ast.Settles) -> dict[str, Any] | None:
        match body:
            case ast.Outranks(play=play, other=other, denied=denied):
                cards, against = self._cards(play), self._cards(other)
                if cards is None or against is None:
                    return None
                return {"kind": "beats", "cards": cards, "against": against, "expected": not denied}
            case ast.Fits(play=play, name=name, denied=denied):
                cards = self._cards(play)
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
            case ast.Resumes():
                return self._resumes(body)
            case ast.Settles():
                return self._settles(body)

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
        items = [self._item(item) for item in body.items]
        if against is None or hand is None or None in items:
            return None
        for item, written in zip(items, body.items, strict=True):
            missing = (
                next((card for card in item.cards if item.cards.count(card) > hand.count(card)), None) if item else None
            )
            if missing is not None:
                self.context.fail(
                    "CW803",
                    f"`{missing}` is not held",
                    written.what.span,
                    labels=[(body.holding[0].span.to(body.holding[-1].span), "the cards held")],
                    help="a player can only play cards of the hand",
                )
                return None
        return {
            "kind": "offers",
            "cards": hand,
            "against": against,
            "when": when,
            "breach": body.verdict == "breach",
            "items": tuple(item for item in items if item is not None),
        }

    def _item(self, item: ast.Item) -> m.ExampleItem | None:
        if isinstance(item.what, ast.Name):
            if item.claim:
                if not self.context.declared(item.what, "claim", wanted="a claim", optional=True):
                    return None
                return m.ExampleItem(expected=not item.denied, claim=item.what.text, span=item.span)
            if item.what.text != "pass":
                self.context.unknown(
                    "action", item.what.text, item.what.span, ("pass",), "name cards, `pass`, or `claim NAME`"
                )
                return None
            return m.ExampleItem(expected=not item.denied, span=item.span)
        cards = self._cards(item.what)
        return None if cards is None else m.ExampleItem(expected=not item.denied, cards=cards, span=item.span)

    def _resumes(self, body: ast.Resumes) -> dict[str, Any] | None:
        history: list[str] = []
        for action in body.after:
            if isinstance(action, ast.Name):
                if action.text != "pass":
                    self.context.unknown("action", action.text, action.span, ("pass",))
                    return None
                history.append("pass")
                continue
            cards = self._cards(action)
            if cards is None:
                return None
            history.append("-".join(cards))
        said = [word.text for word in body.words]
        if isinstance(body.who, ast.Name):
            if [body.who.text, *said] != ["same", "player", "leads"]:
                self._says_nobody(body)
                return None
            return {"kind": "leads", "history": tuple(history), "leader": None}
        if said != ["leads"]:
            self._says_nobody(body)
            return None
        seat = self._seat(body.who)
        if seat is None:
            return None
        return {"kind": "leads", "history": tuple(history), "leader": seat}

    def _settles(self, body: ast.Settles) -> dict[str, Any] | None:
        if not all([one.name is None or self._nothing(one.name) for one in body.held]):
            return None
        held = [() if one.name is not None else self._pieces(one.pieces) for one in body.held]
        facts = [self._fact(fact) for fact in body.facts]
        if None in held or None in facts:
            return None
        seats = len(body.left) or len(body.held)
        if len(body.scores) != seats:
            self.context.fail(
                "CW804",
                f"{len(body.scores)} scores for {seats} players",
                body.scores[0].span.to(body.scores[-1].span),
                help="one score for each player",
            )
            return None
        return {
            "kind": "scores",
            "left": tuple(number.value for number in body.left),
            "held": tuple(one for one in held if one is not None),
            "facts": tuple(fact for fact in facts if fact is not None),
            "scores": tuple(number.value for number in body.scores),
        }

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

    def _says_nobody(self, body: ast.Resumes) -> None:
        self.context.fail(
            "CW802",
            "this does not say who leads",
            body.who.span.to(body.words[-1].span),
            help="write `P1 leads` or `same player leads`",
        )

    def _fact(self, fact: ast.Fact) -> m.ExampleFact | None:
        seat = self._seat(fact.seat)
        if fact.verb.text not in VERBS:
            self.context.unknown("fact", fact.verb.text, fact.verb.span, VERBS, "facts: " + ", ".join(VERBS))
            return None
        if seat is None:
            return None
        verb = cast(Literal["broke", "ended", "opened", "played", "claimed", "is", "bid"], fact.verb.text)
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
            "opened": None,
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
        if not any(self.context.symbols.of_kind("auction")):
            self.context.fail("CW205", "nobody bids here", fact.span, help="bids are made in an `auction`")
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
        for piece in pieces:
            name = self.context.symbols.piece(piece.text)
            if name is None:
                self.context.unknown_piece(piece.text, piece.span, "card")
                return None
            found.append(name)
        return tuple(found)


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
