"""Effects in a program: what a play sets off, and what is the other way round for how long."""

from __future__ import annotations

from collections.abc import Iterator

from cardwright.dsl import model

from ..position import DURATIONS
from .sides import Side, Sides
from .source import Words


class EffectWriter:
    """Writes the effects of a rulebook, which come in the order of the file."""

    def __init__(self, sides: Sides) -> None:
        self._sides = sides
        self._kit = sides.kit
        self._source = sides.source
        self._effects = sides.rulebook.effects

    def _with(self, *deeds: str) -> list[int]:
        return [at for at, effect in enumerate(self._effects) if any(deed.deed in deeds for deed in effect.then)]

    @property
    def any(self) -> bool:
        """Whether there are any effects."""
        return bool(self._effects)

    @property
    def ends_trick(self) -> str:
        """Whether an effect that was set off ends the trick; empty: none does."""
        bits = sum(1 << at for at in self._with("end_trick"))
        return f"fired & {bits}" if bits else ""

    @property
    def skips(self) -> str:
        """How many players are passed over; empty: nobody ever is."""
        terms = []
        for at in self._with("skip_next"):
            times = sum(deed.deed == "skip_next" for deed in self._effects[at].then)
            terms.append(f"(fired >> {at} & 1)" + (f" * {times}" if times > 1 else ""))
        return " + ".join(terms)

    # ---- what was beaten ---------------------------------------------------------------------------------------

    @property
    def _beaten(self) -> Words:
        return ("t_rung", "t_key", "t_same", "t_size", *self._sides.cards.names("t"))

    def before(self) -> None:
        """Lines that hold on to the play that is beaten, before another lies in its place."""
        if self._effects:
            self._source.line(f"{', '.join(self._beaten)} = {', '.join(self._sides.table())}")
            self._source.line(f"t_by = {self._kit.at('TABLE_BY')}")
            opening = f"{self._kit.at('OPENING')} != 0" if self._kit.has("OPENING") else "False"
            self._source.line(f"opening = {opening}")

    # ---- setting off -------------------------------------------------------------------------------------------

    def write(self, following: str) -> None:
        """`set_off(s, seat, play.., beaten.., t_by, opening)`: the effects that a play sets off, a bit for each;
        payments are worked out at once. `following` tells the next player after `seat`."""
        if not self._effects:
            return
        sides, source = self._sides, self._source
        for side in sides.all:
            play = ", ".join((*sides.action[1:], *self._beaten))
            told = "What a play sets off: a bit for every effect."
            with source.function(f"set_off{side.suffix}", f"s, seat, {play}, t_by, opening", told):
                source.line(f"next_player = {following}")
                source.line("fired = 0")
                scope = side.scenes.after_a_play
                for at, effect in enumerate(self._effects):
                    with source.block(f"if {side.formulas.truth(effect.when, scope)}:"):
                        source.line(f"fired |= {1 << at}")
                for at, payment in self._payments():
                    with source.block(f"if fired & {1 << at}:"):
                        side.settling.write_booking(payment)
                source.line("return fired")

    def _payments(self) -> Iterator[tuple[int, str]]:
        for at, effect in enumerate(self._effects):
            for deed in effect.then:
                if deed.deed == "pays" and deed.payment is not None:
                    yield at, deed.payment

    def done(self) -> None:
        """Lines that set off what `seat` has played, and do all that does not decide whose turn it is."""
        sides, source = self._sides, self._source
        if not self._effects:
            return
        told = ", ".join((*sides.action[1:], *self._beaten))

        def call(side: Side) -> None:
            source.line(f"fired = set_off{side.suffix}(s, seat, {told}, t_by, opening)")

        sides.by_side(call)
        for at, effect in enumerate(self._effects):
            deeds = [deed for deed in effect.then if deed.deed in ("reverse_ranks", "reverse_turns", "drop_beaten")]
            if not deeds:
                continue
            with source.block(f"if fired & {1 << at}:"):
                for deed in deeds:
                    self._do(deed, DURATIONS[effect.lasts])

    def _do(self, deed: model.Deed, lasts: int) -> None:
        kit, source = self._kit, self._source
        match deed.deed:
            case "reverse_ranks":
                source.line(f"with_ranks(s, {kit.at('REVERSED_RANKS')} ^ {lasts})")
            case "reverse_turns":
                source.line(f"{kit.at('REVERSED_TURNS')} ^= {lasts}")
            case "drop_beaten":
                with source.block("if t_rung >= 0:"):
                    source.line(f"{kit.at('DROPPED')} |= 1 << t_by")

    # ---- the other way round -----------------------------------------------------------------------------------

    def write_ranks(self) -> None:
        """`reread(play..)`: the key, and what is compared, of a play with the ranks each way round; `with_ranks(s,
        ranks)` turns them."""
        sides, kit, source = self._sides, self._kit, self._source
        if not kit.has("REVERSED_RANKS"):
            return
        rung, key, same, _ = sides.action[1:5]
        cards = ", ".join(sides.played)
        untouched = any(matcher.planner.untouched for matcher in sides.rules.plays.matchers)
        for side in sides.all:
            readings = side.plays.readings()
            told = "A play as it is read with the ranks so; one that is none so stays what it was."
            with source.function(f"reread{side.suffix}", ", ".join(sides.action[1:]), told):
                source.line(f"out = scratch(64, {len(sides.action)})")
                for whole in (0, 1) if untouched else (0,):
                    source.line(f"n = {readings}({cards}, {whole}, out, 0)")
                    self._look_for(rung)
                source.line(f"return {key}, {same}")
        table = kit.play_at("TABLE")
        with source.function("with_ranks", "s, ranks", "Turn the ranks; the play to beat is read anew."):
            with source.block(f"if ranks == {kit.at('REVERSED_RANKS')}:"):
                source.line("return")
            source.line(f"{kit.at('REVERSED_RANKS')} = ranks")
            with source.block(f"if {table.exists}:"):

                def read(side: Side) -> None:
                    call = f"reread{side.suffix}({', '.join(table.record)})"
                    source.line(f"{table.key}, {table.same} = {call}")

                sides.by_side(read)

    def _look_for(self, rung: str) -> None:
        source = self._source
        if source.native:
            with source.block("for at in range(min(n, len(out))):"), source.block(f"if out[at, 1] == {rung}:"):
                source.line("return out[at, 2], out[at, 3]")
            return
        with source.block("for found in out:"), source.block(f"if found[1] == {rung}:"):
            source.line("return found[2], found[3]")

    def write_lasting(self) -> None:
        """`lasting(s, kept)`: nothing stays the other way round but what lasts so long."""
        kit, source = self._kit, self._source
        if not self.lasts:
            return
        with source.function("lasting", "s, kept", "Turn back what does not last so long."):
            if kit.has("REVERSED_RANKS"):
                source.line(f"with_ranks(s, {kit.at('REVERSED_RANKS')} & kept)")
            if kit.has("REVERSED_TURNS"):
                source.line(f"{kit.at('REVERSED_TURNS')} &= kept")

    @property
    def lasts(self) -> bool:
        """Whether anything can be the other way round."""
        return self._kit.has("REVERSED_RANKS") or self._kit.has("REVERSED_TURNS")
