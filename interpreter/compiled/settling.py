"""What a hand pays, in a program: `settle` writes the scores of a hand that is over, and effects book payments."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cached_property
from math import lcm

from cardwright.dsl import model

from .formulas import Formulas
from .layout import CannotCompile
from .lifting import names_in
from .moments import Kit
from .scenes import Scenes
from .scopes import Scope
from .source import ident
from .values import (
    FALSE,
    TRUE,
    Num,
    Seat,
    Seats,
    Truth,
    both,
    constant,
    denied,
    wrapped,
)

_BITS = 62
"""What a machine word holds, with room for a sum."""


@dataclass(frozen=True, slots=True)
class _Case:
    """A case of a payment: when it is the one, who pays whom, and how much."""

    when: str
    transfer: model.Transfer
    scope: Scope
    amount: Num


class Settling:
    """Writes the payments of one rulebook. `scale`: scores are told in so many parts of a point."""

    def __init__(self, kit: Kit, formulas: Formulas, scenes: Scenes) -> None:
        self._kit = kit
        self._formulas = formulas
        self._scenes = scenes
        self._book = kit.rules.rulebook
        self._in_play = {deed.payment for effect in self._book.effects for deed in effect.then if deed.payment}

    @property
    def _players(self) -> int:
        return self._kit.rules.players

    # ---- payments ----------------------------------------------------------------------------------------------

    def _cases(self, payment: model.Payment, scope: Scope, at_end: bool) -> list[_Case]:
        """The cases of a payment, as far as they may be the one that counts."""
        found: list[_Case] = []
        for case in payment.cases:
            when = TRUE if case.when is None else self._formulas.truth(case.when, scope)
            if when == FALSE:
                continue
            inner = self._paired(case, scope, at_end)
            found.append(_Case(when, case, inner, self._formulas.number(case.amount, inner)))
            if when == TRUE:
                break
        return found

    def _paired(self, case: model.Transfer, scope: Scope, at_end: bool) -> Scope:
        """What is known for a pair of players. The local names are `payer` and `payee`."""
        payer, payee = Seat("payer", True), Seat("payee", True)
        inner = scope.knowing(payer=payer, **({"player": payer} if at_end else {}))
        inner = inner.bound(_variable(case.payer), payer)
        if case.payee is not None:
            inner = inner.knowing(payee=payee).bound(_variable(case.payee), payee)
        return inner

    @contextmanager
    def _pairs(self, case: _Case, scope: Scope) -> Iterator[None]:
        """Lines for each pair of who pays and who is paid; nobody pays himself."""
        transfer, source = case.transfer, self._kit.source
        payer = Seat("payer", True)
        with ExitStack() as stack:
            self._who(stack, transfer.payer, "payer", scope, ())
            if transfer.payee is not None:
                inner = scope.bound(_variable(transfer.payer), payer).knowing(payer=payer)
                terms = ["payee != payer"]
                if isinstance(transfer.payee, model.Each) and transfer.payee.ahead:
                    cards = scope.moment.cards
                    terms.append(f"{cards(Seat('payee', True)).text} < {cards(payer).text}")
                self._who(stack, transfer.payee, "payee", inner, tuple(terms))
            amount = case.amount
            source.line(f"amount = {amount.text}")
            yield

    def _who(self, stack: ExitStack, who: model.Who, name: str, scope: Scope, terms: tuple[str, ...]) -> None:
        """Lines for each of the players meant."""
        source, formulas = self._kit.source, self._formulas
        found = formulas.value(who.among if isinstance(who, model.Each) else who.player, scope)
        if isinstance(found, Seats):
            stack.enter_context(source.block(f"for {name} in range({self._players}):"))
            terms = (found.holds(name), *terms)
        elif isinstance(found, Seat):
            source.line(f"{name} = {found.text}")
            terms = (Seat(name, found.sure).exists, *terms)
        else:
            source.line(f"{name} = -1")
            terms = (f"{name} >= 0",)
        if isinstance(who, model.Each) and who.where is not None:
            seat = Seat(name, True)
            terms = (*terms, formulas.truth(who.where, scope.bound(who.variable, seat)))
        if (met := both(*terms)) != TRUE:
            stack.enter_context(source.block(f"if {met}:"))

    # ---- payments in play --------------------------------------------------------------------------------------

    def paid_scale(self, payment: str) -> int:
        """In which parts of a point a payment is booked in play."""
        return lcm(*(case.amount.scale for case in self._booked[payment]))

    @cached_property
    def _booked(self) -> dict[str, list[_Case]]:
        return {
            payment.name: self._cases(payment, self._scenes.after_a_play, False)
            for payment in self._book.payments
            if payment.name in self._in_play
        }

    def write_booking(self, payment: str) -> None:
        """Lines that book what a payment comes to at once, where the facts are those of `after_a_play`."""
        cases, scale = self._booked[payment], self.paid_scale(payment)
        number = [declared.name for declared in self._book.payments].index(payment)
        for case in self._in_turn(cases):
            with self._pairs(case, self._scenes.after_a_play):
                paid = f"amount{_by(scale // case.amount.scale)}"
                payer = "payer" if case.transfer.payee is not None else "-1"
                payee = "payee" if case.transfer.payee is not None else "payer"
                self._kit.source.line(f"{self._paid(number, payer, payee)} += {paid}")

    def _in_turn(self, cases: list[_Case]) -> Iterator[_Case]:
        """Each case under its condition, where those before do not hold."""
        for at, case in enumerate(cases):
            if case.when == TRUE and not at:
                yield case
                continue
            head = "else:" if case.when == TRUE else f"{'el' if at else ''}if {case.when}:"
            with self._kit.source.block(head):
                yield case

    def _paid(self, number: int, payer: str, payee: str) -> str:
        players = self._players
        first = number * (players + 1) + 1
        row = str(first - 1) if payer == "-1" else f"{first} + {payer}"
        return self._kit.at("PAID", f"({row}) * {players} + {payee}")

    # ---- the end of a hand -------------------------------------------------------------------------------------

    @cached_property
    def _settled(self) -> list[tuple[model.Payment, list[_Case]]]:
        return [
            (payment, self._cases(payment, self._scenes.at_end, True))
            for payment in self._book.payments
            if payment.name not in self._in_play
        ]

    @cached_property
    def _worth(self) -> Num:
        worth = self._book.match.worth
        return constant(1) if worth is None else self._formulas.number(worth, self._scenes.at_end)

    @cached_property
    def _points_scale(self) -> int:
        settled = [case.amount.scale for _, cases in self._settled for case in cases]
        return lcm(*settled, *map(self.paid_scale, self._booked))

    @property
    def scale(self) -> int:
        """In which parts of a point scores are told."""
        return self._points_scale * self._worth.scale

    def write(self) -> None:
        """Write `settle(s, scores)`."""
        source, kit = self._kit.source, self._kit
        if source.bounded and self._largest() >= 1 << _BITS:
            raise CannotCompile("scores may be larger than a machine word holds")
        source.constant("SCORE_SCALE", self.scale)
        with source.body() as lines:
            self._write_payments()
            self._write_worth()
            self._write_promises()
        read = names_in("\n".join(lines))
        told = "The scores of a hand that is over; which promise they break, or 0."
        with source.function("settle", "s, scores", told):
            with source.block(f"for seat in range({self._players}):"):
                source.line("scores[seat] = 0")
            with source.block(f"if {kit.at('ENDED')} == 3:"):
                source.line("return 0")
            self._write_winner(read)
            for line in lines:
                source.line(line)
            source.line("return 0")

    def _largest(self) -> int:
        """What no score can exceed, nor any sum of payments on the way to it. Raises CannotCompile where nothing tells
        that."""
        scale, pairs, total = self._points_scale, self._players**2, 0
        for _, cases in self._settled:
            total += max((_size(case.amount) * (scale // case.amount.scale) for case in cases), default=0) * pairs
        # What effects book may come once for every card that is played.
        plays = len(self._kit.rules.pieces.all) * max(1, len(self._book.effects))
        for cases in self._booked.values():
            total += (
                max((_size(case.amount) * (scale // case.amount.scale) for case in cases), default=0) * pairs * plays
            )
        return total * max(1, _size(self._worth))

    def _write_winner(self, read: tuple[str, ...]) -> None:
        """Who went out on a claim, and who won, where anything asks."""
        source, kit, book = self._kit.source, self._kit, self._book
        claims = any(claim.act == "go_out" for claim in book.claims)
        derived = not kit.has("OUT") and not book.play.last_trick_wins
        if claims and ("claimant" in read or ("winner" in read and not kit.has("OUT"))):
            number = source.constant("CLAIMS", len(book.claims))
            last = kit.at("CLAIMED", f"{kit.at('CLAIMED_COUNT')} - 1")
            source.line(f"claimant = {last} // {number} if {kit.at('ENDED')} == 2 else -1")
        if "winner" not in read:
            return
        on_a_claim = "claimant" if claims else "-1"
        if book.play.last_trick_wins:
            source.line(f"winner = {kit.at('TABLE_BY')} if {kit.at('ENDED')} == 1 else {on_a_claim}")
        elif not derived:
            source.line(f"winner = {kit.at('OUT')} if {kit.at('OUT_COUNT')} > 0 else -1")
        else:
            source.line("winner = -1")
            with (
                source.block(f"for seat in range({self._players}):"),
                source.block(f"if {kit.at('LEFT', 'seat')} == 0:"),
            ):
                source.line("winner = seat if winner == -1 else -2")
            with source.block("if winner == -2:"):
                source.line("winner = -1")
            if claims:
                with source.block("if claimant >= 0:"):
                    source.line("winner = claimant")

    def _write_payments(self) -> None:
        source, scale = self._kit.source, self._points_scale
        for number, payment in enumerate(self._book.payments):
            if payment.name not in self._in_play:
                continue
            with (
                source.block(f"for payer in range(-1, {self._players}):"),
                source.block(f"for payee in range({self._players}):"),
            ):
                source.line(
                    f"amount = {self._paid(number, 'payer', 'payee')}{_by(scale // self.paid_scale(payment.name))}"
                )
                with source.block("if amount != 0:"):
                    source.line("scores[payee] += amount")
                    with source.block("if payer >= 0:"):
                        source.line(f"scores[{self._blamed(payment.name)}] -= amount")
        for payment, cases in self._settled:
            for case in self._in_turn(cases):
                with self._pairs(case, self._scenes.at_end):
                    amount = f"amount{_by(scale // case.amount.scale)}"
                    if case.transfer.payee is None:
                        source.line(f"scores[payer] += {amount}")
                    else:
                        source.line(f"scores[payee] += {amount}")
                        source.line(f"scores[{self._blamed(payment.name)}] -= {amount}")

    def _blamed(self, payment: str) -> str:
        """Who pays what `payer` owes `payee`, once breaches of duties are looked at: who breaks one pays for the other
        losers, and nobody is paid less."""
        kit, source, players = self._kit, self._kit.source, self._players
        duties = [
            (number, duty.breach)
            for number, duty in enumerate(self._book.duties)
            if isinstance(duty.breach, model.Pays) and duty.breach.payment == payment
        ]
        if not duties:
            return "payer"

        def write() -> None:
            source.line("pays = payer")
            with source.block(f"for at in range({kit.at('BREACH_COUNT')}):"):
                source.line(f"breach = {kit.at('BREACHES', 'at')}")
                source.line(f"offender = breach // {players + 1} % {players}")
                scope = self._scenes.at_end.using("pays", "at", "breach", "offender")
                scope = scope.knowing(player=Seat("offender", True), next_player=Seat(f"(breach % {players + 1} - 1)"))
                bites = []
                for number, breach in duties:
                    when = TRUE if breach.when is None else self._formulas.truth(breach.when, scope)
                    bites.append(both(f"breach // {players * (players + 1)} == {number}", when))
                wrapped_bites = " or ".join(map(wrapped, bites))
                terms = ["offender != winner", "pays != offender", "payee != offender"]
                with source.block(f"if {both(*terms, wrapped_bites)}:"):
                    source.line("pays = offender")
            source.line("return pays")

        told = f"Who pays what `payer` owes `payee` of {payment}, once breaches are looked at."
        call = kit.lifting.call(f"pays_{ident(payment)}", told, write)
        return f"{call} if {kit.at('BREACH_COUNT')} > 0 else payer"

    def _write_worth(self) -> None:
        if self._worth.constant == 1:
            return
        with self._kit.source.block(f"for seat in range({self._players}):"):
            self._kit.source.line(f"scores[seat] *= {wrapped(self._worth.text)}")

    def _write_promises(self) -> None:
        source = self._kit.source
        if not self._book.always:
            return
        balanced = TRUE
        if not all(case.payee is not None for payment in self._book.payments for case in payment.cases):
            source.line("balance = 0")
            with source.block(f"for seat in range({self._players}):"):
                source.line("balance += scores[seat]")
            balanced = "balance == 0"
        scope = self._scenes.at_end.knowing(zero_sum=Truth(balanced))
        for number, always in enumerate(self._book.always, 1):
            broken = denied(self._formulas.truth(always.condition, scope))
            if broken != FALSE:
                with source.block(f"if {broken}:"):
                    source.line(f"return {number}")


def _variable(who: model.Who) -> str | None:
    return who.variable if isinstance(who, model.Each) else None


def _size(number: Num) -> int:
    """The largest that a number can be, either way."""
    if number.low is None or number.high is None:
        raise CannotCompile("scores of which nothing says how large they can be")
    return max(abs(number.low), abs(number.high))


def _by(scale: int) -> str:
    return "" if scale == 1 else f" * {scale}"
