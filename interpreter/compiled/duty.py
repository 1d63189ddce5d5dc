"""Duties in a program: which bind, which actions break them, and what is remembered of it."""

from __future__ import annotations

from contextlib import ExitStack

from cardwright.dsl import model

from ..duties import asks_about_the_action
from .layout import CannotCompile
from .sides import Side, Sides
from .source import ident
from .values import FALSE, TRUE, either

_MOST = 60
"""For so many duties a bit for each fits a machine word."""


class DutyWriter:
    """Writes the duties of a rulebook, in the order of the file. `following`: the next player after `seat`."""

    def __init__(self, sides: Sides, following: str) -> None:
        self._sides = sides
        self._kit = sides.kit
        self._source = sides.source
        self._following = following
        self._duties = duties = sides.rulebook.duties
        if len(duties) > _MOST:
            raise CannotCompile(f"more than {_MOST} duties may have to be weighed against one another")
        self.refusing = sum(1 << at for at, duty in enumerate(duties) if isinstance(duty.breach, model.Refused))
        """A bit for every duty that makes actions illegal."""
        self.paying = sum(1 << at for at, duty in enumerate(duties) if isinstance(duty.breach, model.Pays))
        """A bit for every duty whose breach is remembered."""
        self._one_turn = [at for at, duty in enumerate(duties) if duty.lasts == "one_turn" and self.paying >> at & 1]

    def write(self, allowed: str) -> None:
        """All functions about duties; `allowed` lists what all other rules allow."""
        if not self._duties:
            return
        for side in self._sides.all:
            for at in range(len(self._duties)):
                self._write_duty(side, at)
            self._write_asked(side)
            self._write_binding(side, f"{allowed}{side.suffix}")
            if self.paying:
                self._write_breaks(side)
        if self.paying:
            self._write_remember()

    # ---- one duty ----------------------------------------------------------------------------------------------

    def _when(self, side: Side, at: int) -> str:
        """Whether a duty exists at a position, as far as the position alone says it."""
        when = self._duties[at].when
        if when is None or asks_about_the_action(when):
            return TRUE
        return side.formulas.truth(when, side.deciding(self._sides.plain_circle))

    def _write_duty(self, side: Side, at: int) -> None:
        """`<duty>(s, seat, next_player, action..)`: 0 where it is not about the action, 1 where that meets it, 2 where
        it breaks it."""
        duty, source = self._duties[at], self._source
        scope = side.acting(self._sides.plain_circle)
        play = scope.facts["play"]
        about = TRUE if duty.binds is None else side.formulas.about(duty.binds, play, scope)  # type: ignore[arg-type]
        must = side.formulas.truth(duty.must, scope)
        when = TRUE
        if duty.when is not None and asks_about_the_action(duty.when):
            when = side.formulas.truth(duty.when, scope)
        told = f"What {duty.name.replace('_', ' ')} says of an action: 0 nothing, 1 it is met, 2 it is broken."
        with source.function(
            f"duty_{ident(duty.name)}{side.suffix}", f"s, seat, next_player, {self._sides.actions}", told
        ):
            if about != TRUE:
                with source.block(f"if not ({about}):"):
                    source.line("return 0")
            if when != TRUE:
                with source.block(f"if not ({when}):"):
                    source.line("return 1")
            source.line(f"return 1 if {must} else 2")

    def _write_asked(self, side: Side) -> None:
        """`duties_asked(s, seat, next_player)`: the duties that a position does not rule out."""
        source = self._source
        told = "The duties that may bind at a position: a bit for each."
        with source.function(f"duties_asked{side.suffix}", "s, seat, next_player", told):
            source.line("asked = 0")
            for at in range(len(self._duties)):
                with source.block(f"if {self._when(side, at)}:"):
                    source.line(f"asked |= {1 << at}")
            source.line("return asked")

    # ---- which bind --------------------------------------------------------------------------------------------

    def _write_binding(self, side: Side, allowed: str) -> None:
        """`binding(s, seat, next_player, asked)`: those that bind, of those asked."""
        sides, source, count = self._sides, self._source, len(self._duties)
        told = "The duties that bind: those that an action meets, together as far as one action breaks none of them."
        with source.function(f"binding{side.suffix}", "s, seat, next_player, asked", told):
            source.line(f"out = scratch(256, {len(sides.action)})")
            source.line(f"n = {allowed}(s, seat, out)")
            if source.native:
                with source.block("if n > len(out):"):
                    source.line(f"out = scratch(n, {len(sides.action)})")
                    source.line(f"n = {allowed}(s, seat, out)")
            if count == 1:
                self._one(side)
                return
            source.line("meetable = 0")
            if not source.native:
                source.line("patterns = set()")
            with source.block("for at in range(n):" if source.native else "for action in out:"):
                told_action = ", ".join(sides.row("at")) if source.native else "*action"
                source.line("broken = 0")
                for at, duty in enumerate(self._duties):
                    with source.block(f"if asked & {1 << at}:"):
                        call = f"duty_{ident(duty.name)}{side.suffix}(s, seat, next_player, {told_action})"
                        source.line(f"said = {call}")
                        with source.block("if said == 2:"):
                            source.line(f"broken |= {1 << at}")
                        with source.block("elif said == 1:"):
                            source.line(f"meetable |= {1 << at}")
                # What an action does is no longer asked for: what it breaks takes its place.
                source.line("out[at, 0] = broken" if source.native else "patterns.add(broken)")
            source.line("binds = 0")
            with source.block(f"for duty in range({count}):"), source.block("if meetable >> duty & 1:"):
                source.line("together = binds | 1 << duty")
                with (
                    source.block("for at in range(n):" if source.native else "for broken in patterns:"),
                    source.block(f"if {'out[at, 0]' if source.native else 'broken'} & together == 0:"),
                ):
                    source.line("binds = together")
                    source.line("break")
            source.line("return binds")

    def _one(self, side: Side) -> None:
        """A single duty binds where some action meets it."""
        source, duty = self._source, self._duties[0]
        native = source.native
        told = ", ".join(self._sides.row("at")) if native else "*action"
        with (
            source.block("for at in range(n):" if native else "for action in out:"),
            source.block(f"if duty_{ident(duty.name)}{side.suffix}(s, seat, next_player, {told}) == 1:"),
        ):
            source.line("return 1")
        source.line("return 0")

    # ---- what is legal -----------------------------------------------------------------------------------------

    def refuse(self, side: Side) -> None:
        """Lines that take out of `out` what duties do not allow `seat`."""
        source = self._source
        if not self.refusing:
            return
        source.line(f"next_player = {self._following}")
        source.line(f"asked = duties_asked{side.suffix}(s, seat, next_player)")
        with source.block("if asked:"):
            source.line(f"binds = binding{side.suffix}(s, seat, next_player, asked) & {self.refusing}")
            with source.block("if binds:"):
                if source.native:
                    self._keep_legal(side)
                else:
                    source.line(f"out[:] = [action for action in out if not ({self._illegal(side, '*action')})]")

    def _illegal(self, side: Side, action: str) -> str:
        """Whether an action breaks a duty that binds and refuses it."""
        refusing = [at for at in range(len(self._duties)) if self.refusing >> at & 1]
        return " or ".join(self._breaks(side, at, action) for at in refusing)

    def _breaks(self, side: Side, at: int, action: str) -> str:
        call = f"duty_{ident(self._duties[at].name)}{side.suffix}(s, seat, next_player, {action}) == 2"
        return call if len(self._duties) == 1 else f"(binds & {1 << at} and {call})"

    def _keep_legal(self, side: Side) -> None:
        """Where there are more actions than fit, how many there are is told, and the caller asks again."""
        source = self._source
        with source.block("if n <= len(out):"):
            source.line("kept = 0")
            with (
                source.block("for at in range(n):"),
                source.block(f"if not ({self._illegal(side, ', '.join(self._sides.row('at')))}):"),
            ):
                with source.block(f"for column in range({len(self._sides.action)}):"):
                    source.line("out[kept, column] = out[at, column]")
                source.line("kept += 1")
            source.line("n = kept")

    # ---- breaches ----------------------------------------------------------------------------------------------

    def before_action(self) -> None:
        """Lines that find out, before an action of `seat` changes anything, which duties it breaks at a price."""
        sides, source = self._sides, self._source
        if not self.paying:
            return
        source.line(f"next_player = {self._following}")
        if not self._one_turn:
            sides.by_side(lambda side: self._ask(side, True))
            return
        source.line("broken = 0")
        sides.by_side(lambda side: self._ask(side, False))
        with source.block(f"if broken or {self._kit.at('BREACH_COUNT')}:"):
            source.line("remember(s, seat, next_player, broken, size)")

    def _ask(self, side: Side, remember: bool) -> None:
        """Lines that find out what is broken, where a duty may bind, and (`remember`) keep it at once."""
        source = self._source
        terms = [self._when(side, at) for at in range(len(self._duties)) if self.paying >> at & 1]
        if all(term == FALSE for term in terms):
            return
        with ExitStack() as stack:
            if TRUE not in terms:
                stack.enter_context(source.block(f"if {either(*terms)}:"))
            source.line(f"broken = breaks{side.suffix}(s, seat, next_player, {self._sides.actions})")
            if remember:
                with source.block("if broken:"):
                    source.line("remember(s, seat, next_player, broken, size)")

    def _write_breaks(self, side: Side) -> None:
        sides, source = self._sides, self._source
        told = "Which duties that bind an action breaks at a price."
        with source.function(f"breaks{side.suffix}", f"s, seat, next_player, {sides.actions}", told):
            source.line(f"asked = duties_asked{side.suffix}(s, seat, next_player)")
            source.line("broken = 0")
            for at, duty in enumerate(self._duties):
                if self.paying >> at & 1:
                    call = f"duty_{ident(duty.name)}{side.suffix}(s, seat, next_player, {sides.actions})"
                    with source.block(f"if asked & {1 << at} and {call} == 2:"):
                        source.line(f"broken |= {1 << at}")
            with source.block("if broken:"):
                source.line(f"broken &= binding{side.suffix}(s, seat, next_player, asked)")
            source.line("return broken")

    def _write_remember(self) -> None:
        """`remember(s, seat, protected, broken, size)`: what is kept of breaches after an action with so many cards."""
        sides, kit, source, players = self._sides, self._kit, self._source, self._sides.players
        count = kit.at("BREACH_COUNT")
        told = "Keep what duties an action broke; what lasts one turn is gone once whom it protects has had that turn."
        with source.function("remember", "s, seat, protected, broken, size", told):
            if self._one_turn:
                with source.block(f"if {sides.count('seat')} > size:"):
                    lasts = " or ".join(f"breach // {players * (players + 1)} == {at}" for at in self._one_turn)
                    self._forget(f"breach % {players + 1} == seat + 1 and ({lasts})")
            with (
                source.block(f"for duty in range({len(self._duties)}):"),
                source.block("if broken >> duty & 1:"),
            ):
                source.line(f"new = (duty * {players} + seat) * {players + 1} + 1 + protected")
                self._forget("breach == new")
                source.line(f"{kit.at('BREACHES', count)} = new")
                source.line(f"{count} += 1")

    def _forget(self, which: str) -> None:
        """Lines that drop breaches."""
        kit, source = self._kit, self._source
        source.line("kept = 0")
        with source.block(f"for at in range({kit.at('BREACH_COUNT')}):"):
            source.line(f"breach = {kit.at('BREACHES', 'at')}")
            with source.block(f"if not ({which}):"):
                source.line(f"{kit.at('BREACHES', 'kept')} = breach")
                source.line("kept += 1")
        source.line(f"{kit.at('BREACH_COUNT')} = kept")
