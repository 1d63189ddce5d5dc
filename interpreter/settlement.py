"""What a hand pays: what was booked while it was played, every other payment worked out apart, breaches applied, all
of it explained line by line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from cardwright.dsl import Span, model

from .calculations import Compile, Number, Row, Worked
from .env import Env
from .errors import CardwrightError
from .facts import AtSettlement, Ended
from .position import NOBODY, Breach, Paid
from .telling import AsWritten, Naming
from .values import Compiled, normal
from .wording import term_words, terms


class InvariantBroken(CardwrightError):
    """Scores break what the rulebook says always holds: the rulebook contradicts itself."""

    def __init__(self, name: str, scores: Sequence[Number], span: Span | None) -> None:
        shown = " ".join(str(score) for score in scores)
        super().__init__(f"`{name}` always holds, says the rulebook, but not for the scores {shown}")
        self.name = name
        self.scores = tuple(scores)
        self.span = span


@dataclass(frozen=True, slots=True)
class Term:
    """One factor of an amount: what it is called, what it comes to, and the rows behind it."""

    text: str
    value: Number
    rows: tuple[Row, ...] = ()
    of: model.Expression | None = field(default=None, compare=False, repr=False)
    """What is worked out, and what `payer` is called in it, for whoever speaks another language."""
    payer: str = field(default="payer", compare=False, repr=False)

    def told(self, naming: Naming) -> str:
        """What it is called."""
        return self.text if self.of is None else term_words(self.of, naming.calling("payer", self.payer))


@dataclass(frozen=True, slots=True)
class Entry:
    """One payment, before the worth of a point: `payer` pays `payee`; points that cost nobody have no payer. What
    effects booked in play has no terms: it is the sum of all that came up.

    `owed_by`: whose debt it was, where a breach of `duty` made another pay it."""

    payment: str
    payer: int | None
    payee: int
    amount: Number
    terms: tuple[Term, ...]
    span: Span | None = None
    owed_by: int | None = None
    duty: str | None = None


@dataclass(frozen=True, slots=True)
class Settlement:
    """The scores of a hand (after the worth of a point) and how they come about.

    >>> import cardwright
    >>> settlement = cardwright.load("hk").settle({"left": (0, 3, 8, 11)})
    >>> settlement.scores, settlement.winner, settlement.worth, len(settlement.entries)
    ((33, 18, -7, -44), 0, 1, 6)
    >>> settlement.lines()[0]
    'debt: P2 pays P1 3 (cards of payer 3 x tier of payer 1 x bonus 1)'
    """

    scores: tuple[Number, ...]
    winner: int | None
    entries: tuple[Entry, ...] = ()
    worth: Number = 1
    breaches: tuple[Breach, ...] = ()
    """The breaches that bit."""

    def lines(self, names: Sequence[str] = (), naming: Naming | None = None) -> tuple[str, ...]:
        """The settlement in words, one line for each payment of more than nothing: seats by `names`, all else as
        `naming` has it."""
        calling = naming or AsWritten()
        shown = (entry for entry in self.entries if entry.amount or entry.payer is None)
        found = [self._line(entry, names, calling) for entry in shown]
        if self.worth != 1:
            found.append(calling.language.say("match.worth", worth=self.worth))
        return tuple(found)

    def _line(self, entry: Entry, names: Sequence[str], naming: Naming) -> str:
        language = naming.language

        def seat(number: int) -> str:
            return names[number] if names else language.say("seat", n=number + 1)

        if entry.payer is None:
            who = language.say("settled.scores", payee=seat(entry.payee), amount=entry.amount)
        else:
            slots = {"payer": seat(entry.payer), "payee": seat(entry.payee), "amount": entry.amount}
            who = language.say("settled.pays", **slots)
        why = ""
        if entry.owed_by is not None:
            why = language.say("settled.for", loser=seat(entry.owed_by), duty=naming.thing(entry.duty or ""))
        product = language.join("settled.times", (_term(term, naming) for term in entry.terms))
        shown = product or language.say("settled.in_play")
        return language.say("settled.line", payment=naming.thing(entry.payment), who=who, why=why, product=shown)


def _term(term: Term, naming: Naming) -> str:
    language = naming.language
    counted = [row for row in term.rows if row.value != 1]
    rows = [language.say("settled.row", name=naming.thing(row.name), value=row.value) for row in counted]
    shown = language.say("settled.rows", rows=language.join("list", rows)) if rows else ""
    text = term.told(naming)
    return text if text == str(term.value) else language.say("settled.term", text=text, value=term.value, rows=shown)


@dataclass(frozen=True, slots=True)
class _Amount:
    whole: Compiled
    terms: tuple[tuple[str, model.Expression, Compiled, _Product | None], ...]
    """What each factor is called and comes to; where it is a product of rows itself, which."""
    payer: str
    """What the one who pays (or scores) is called in it."""


@dataclass(frozen=True, slots=True)
class _Product:
    """Rows of `factors`, asked for a player (None: for the hand)."""

    name: str
    of: Compiled | None


@dataclass(frozen=True, slots=True)
class _Case:
    transfer: model.Transfer
    amount: _Amount
    when: Compiled | None
    payer: _Who
    payee: _Who | None


@dataclass(frozen=True, slots=True)
class _Who:
    variable: str | None
    among: Compiled
    ahead: bool
    where: Compiled | None

    def seats(self, env: Env) -> Iterator[int]:
        """The players meant, each one bound to the variable while it is looked at."""
        found = self.among(env)
        if found is None:
            return
        for seat in found if isinstance(found, tuple) else (found,):
            if self.variable is not None:
                env.variables[self.variable] = seat
            if self.where is None or self.where(env):
                yield seat


class Settling:
    """The payments of one rulebook, compiled."""

    def __init__(self, rulebook: model.Rulebook, compile_: Compile) -> None:
        self._worked = Worked(rulebook, compile_)
        in_play = {deed.payment for effect in rulebook.effects for deed in effect.then}
        payments = [(payment, [_compiled(case, compile_) for case in payment.cases]) for payment in rulebook.payments]
        self._payments = [item for item in payments if item[0].name not in in_play]
        self._in_play = {payment.name: cases for payment, cases in payments if payment.name in in_play}
        self._spans = {payment.name: payment.span for payment in rulebook.payments}
        self._worth = None if rulebook.match.worth is None else compile_(rulebook.match.worth)
        self._always = [(always, compile_(always.condition)) for always in rulebook.always]
        self._pays = {
            duty.name: (duty.breach.payment, None if duty.breach.when is None else compile_(duty.breach.when))
            for duty in rulebook.duties
            if isinstance(duty.breach, model.Pays)
        }

    @property
    def calculations(self) -> Worked:
        """The tables, factors and lets, for conditions in play that use them."""
        return self._worked

    def settle(self, ended: Ended) -> Settlement:
        """The scores of a hand that is over; a void hand pays nothing."""
        if ended.void:
            return Settlement((0,) * ended.players, None)
        env = AtSettlement(ended, self._worked)
        entries = [self._booked(paid) for paid in ended.paid]
        entries += [entry for payment, cases in self._payments for entry in self._paid(env, payment, cases)]
        bitten: list[Breach] = []
        for breach in ended.breaches:
            if self._bites(env, breach):
                bitten.append(breach)
                entries = _moved(entries, breach, self._pays[breach.duty][0])
        worth = 1 if self._worth is None else normal(self._worth(env))
        points = [Fraction(0)] * ended.players
        for entry in entries:
            points[entry.payee] += entry.amount
            if entry.payer is not None:
                points[entry.payer] -= entry.amount
        scores = tuple(normal(point * worth) for point in points)
        env.zero_sum = sum(scores) == 0
        for always, condition in self._always:
            if not condition(env):
                raise InvariantBroken(always.name, scores, always.span)
        return Settlement(scores, ended.winner, tuple(entries), worth, tuple(bitten))

    # ---- payments in play --------------------------------------------------------------------------------------

    def book(self, env: Env, payment: str) -> Iterator[tuple[int | None, int, Number]]:
        """What a payment comes to at once, while the hand is played: who pays whom how much."""
        case = next((case for case in self._in_play[payment] if case.when is None or case.when(env)), None)
        if case is None:
            return
        for payer, payee in _pairs(env, case, at_settlement=False):
            yield payer, payee, normal(case.amount.whole(env) or 0)
        env.payer = env.payee = None
        env.variables.clear()

    def _booked(self, paid: Paid) -> Entry:
        """What was booked, as it is settled."""
        payer = None if paid.payer == NOBODY else paid.payer
        return Entry(paid.payment, payer, paid.payee, paid.amount, (), self._spans.get(paid.payment))

    # ---- payments ----------------------------------------------------------------------------------------------

    def _paid(self, env: AtSettlement, payment: model.Payment, cases: list[_Case]) -> Iterator[Entry]:
        """The entries of one payment: of the first case that holds, if one does."""
        case = next((case for case in cases if case.when is None or case.when(env)), None)
        if case is None:
            return
        for payer, payee in _pairs(env, case):
            yield self._entry(env, payment, case, payer, payee)
        env.payer = env.payee = env.player = None
        env.variables.clear()

    def _entry(self, env: AtSettlement, payment: model.Payment, case: _Case, payer: int | None, payee: int) -> Entry:
        amount = normal(case.amount.whole(env))
        shown = tuple(
            Term(text, normal(compiled(env)), self._rows(env, product), expression, case.amount.payer)
            for text, expression, compiled, product in case.amount.terms
        )
        return Entry(payment.name, payer, payee, amount, shown, case.transfer.span or payment.span)

    def _rows(self, env: AtSettlement, product: _Product | None) -> tuple[Row, ...]:
        """The rows that made up a term, where it is a product of factors."""
        if product is None:
            return ()
        return tuple(self._worked.rows(env, product.name, None if product.of is None else product.of(env)))

    def _bites(self, env: AtSettlement, breach: Breach) -> bool:
        """Whether a breach has to be paid for: its condition holds, with the offender as player and the seat it
        protected as the next player."""
        if breach.duty not in self._pays or breach.offender == env.winner:
            return False
        when = self._pays[breach.duty][1]
        env.player = breach.offender
        env.next_player = breach.protected if breach.protected >= 0 else None
        try:
            return when is None or bool(when(env))
        finally:
            env.player = env.next_player = None


def _moved(entries: list[Entry], breach: Breach, payment: str) -> list[Entry]:
    """The same entries, with the offender paying what the other losers owe; who is paid gets no less."""
    return [
        replace(
            entry,
            payer=breach.offender,
            owed_by=entry.payer if entry.owed_by is None else entry.owed_by,
            duty=breach.duty,
        )
        if entry.payment == payment and entry.payer not in (None, breach.offender) and entry.payee != breach.offender
        else entry
        for entry in entries
    ]


def _pairs(env: Env, case: _Case, at_settlement: bool = True) -> Iterator[tuple[int | None, int]]:
    """Who pays whom, with the facts `payer` and `payee` set to each pair in turn. Nobody pays himself. `player` is the
    payer at settlement, and in play whoever has just played."""
    for payer in case.payer.seats(env):
        env.payer = payer
        if at_settlement:
            env.player = payer
        if case.payee is None:
            yield None, payer
            continue
        for payee in case.payee.seats(env):
            if payee == payer or (case.payee.ahead and env.cards_of(payee) >= env.cards_of(payer)):
                continue
            env.payee = payee
            yield payer, payee
        env.payee = None


def _compiled(case: model.Transfer, compile_: Compile) -> _Case:
    # Where nobody pays, the player who is given points is called as the rulebook calls him.
    called = case.payer.variable if isinstance(case.payer, model.Each) and case.payee is None else "payer"
    naming = AsWritten().calling("payer", called)
    return _Case(
        transfer=case,
        amount=_Amount(
            compile_(case.amount),
            tuple(
                (term_words(term, naming), term, compile_(term), _product(term, compile_))
                for term in terms(case.amount)
            ),
            called,
        ),
        when=None if case.when is None else compile_(case.when),
        payer=_who(case.payer, compile_),
        payee=None if case.payee is None else _who(case.payee, compile_),
    )


def _product(term: model.Expression, compile_: Compile) -> _Product | None:
    match term:
        case model.Calculation(target="factors", name=name, of=of):
            return _Product(name, None if of is None else compile_(of))
        case _:
            return None


def _who(who: model.Who, compile_: Compile) -> _Who:
    match who:
        case model.Each():
            where = None if who.where is None else compile_(who.where)
            return _Who(who.variable, compile_(who.among), who.ahead, where)
        case model.One():
            return _Who(None, compile_(who.player), False, None)
