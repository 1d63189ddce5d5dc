"""Sets in a program: walking through their members, choosing, adding up."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from fractions import Fraction

from cardwright.dsl import model

from .folding import Folding
from .layout import CannotCompile
from .moments import Kit
from .properties import Properties
from .scopes import Scope
from .values import (
    TRUE,
    APlay,
    Held,
    Kind,
    Log,
    Nothing,
    Num,
    RankAt,
    RanksOf,
    Seat,
    Seats,
    Truth,
    Value,
    both,
    constant,
    level,
    plus,
    times,
    wrapped,
)

Work = Callable[[model.Expression, Scope], Value]


class Gathering:
    """Writes loops over the members of a set, each in a function of its own."""

    def __init__(self, kit: Kit, folding: Folding, properties: Properties, work: Work) -> None:
        self._kit = kit
        self._folding = folding
        self._properties = properties
        self._work = work

    @contextmanager
    def each(self, among: Value, scope: Scope) -> Iterator[tuple[Value, str, Scope]]:
        """Lines for every member: the member, how often it is there, and what is known with its names in use."""
        kit, source = self._kit, self._kit.source
        with ExitStack() as stack:

            def block(head: str) -> None:
                stack.enter_context(source.block(head))

            match among:
                case Seats(holds=holds):
                    name = scope.local("seat")
                    block(f"for {name} in range({kit.rules.players}):")
                    if (held := holds(name)) != TRUE:
                        block(f"if {held}:")
                    yield Seat(name, True), "1", scope.using(name)
                case Seat():
                    if among.exists != TRUE:
                        block(f"if {among.exists}:")
                    yield Seat(among.text, True), "1", scope
                case Held(words=words) | APlay(words=words):
                    kind, copies = scope.local("kind"), scope.local("copies")
                    if among.exists != TRUE:
                        block(f"if {among.exists}:")
                    block(f"for {kind} in range({len(kit.layout.order)}):")
                    source.line(f"{copies} = {self._properties.count_of_kind(words, kind)}")
                    block(f"if {copies} != 0:")
                    yield Kind(kind), copies, scope.using(kind, copies)
                case RanksOf(words=words):
                    rank, copies = scope.local("rank"), scope.local("copies")
                    block(f"for {rank} in range({len(kit.layout.ranks)}):")
                    source.line(f"{copies} = {self._properties.count_of_rank(words, rank)}")
                    block(f"if {copies} != 0:")
                    yield RankAt(rank, True), copies, scope.using(rank, copies)
                case Log(by=by, where=where):
                    at = scope.local("at")
                    record = 5 + kit.words
                    first, length = kit.place("LOG"), source.constant("LOG_RECORD", record)
                    block(f"for {at} in range({first}, {first} + {kit.at('LOG_COUNT')} * {length}, {length}):")
                    told = [f"s[{at} + {number}]" for number in range(1, record)]
                    # Plays are remembered as they are read with the ranks the right way round.
                    turned = kit.rules.is_upside_down
                    play = APlay(told[0], told[1], told[2], told[3], tuple(told[4:]), turned=turned)
                    terms = [] if by is None else [f"s[{at}] == {by.text}"]
                    met = both(*terms, *(test(play) for test in where))
                    if met != TRUE:
                        block(f"if {met}:")
                    yield play, "1", scope.using(at)
                case Kind():
                    yield among, "1", scope
                case _:
                    raise CannotCompile("members of something that has none are looked at")

    # ---- some, total, selected ---------------------------------------------------------------------------------

    def some(self, node: model.Some, scope: Scope) -> str:
        """Whether some member meets the condition."""
        return self.any(self._work(node.among, scope), scope, node.variable, node.where)

    def any(self, among: Value, scope: Scope, variable: str, where: model.Expression) -> str:
        """Whether some member of a set meets a condition."""
        if isinstance(among, Nothing):
            return "False"
        if isinstance(among, Held | APlay) and self._folding.is_closed(where, frozenset((variable,))):
            return both(among.exists, self._kit.cards.some_of(among.words, self._kinds(where, variable)))
        source = self._kit.source

        def write() -> None:
            with self.each(among, scope) as (member, _, inner):
                met = self._truth(where, inner.bound(variable, member))
                with source.block(f"if {met}:"):
                    source.line("return True")
            source.line("return False")

        return self._kit.lifting.call("some_member", "Whether some member meets a condition.", write)

    def total(self, node: model.Total, scope: Scope) -> Num:
        """The sum of an amount over a set."""
        among, variable = self._work(node.among, scope), node.variable
        if isinstance(among, Nothing):
            return constant(0)
        if isinstance(among, Held | APlay) and self._folding.is_closed(node.amount, frozenset((variable,))):
            return self._weighed(node, among)
        source, found = self._kit.source, Num("0", 0, 0)
        sizes = (1, self._most(among))

        def write() -> None:
            nonlocal found
            total = scope.local("total")
            source.line(f"{total} = 0")
            with self.each(among, scope.using(total)) as (member, copies, inner):
                amount = self._number(node.amount, inner.bound(variable, member))
                ends = [None if end is None else end * sizes[1] for end in (amount.low, amount.high)]
                low, high = (
                    None if end is None else choose(0, end) for end, choose in zip(ends, (min, max), strict=True)
                )
                found = times(Num("", low, high, amount.scale), constant(1))
                source.line(f"{total} += {amount.text if copies == '1' else f'{wrapped(amount.text)} * {copies}'}")
            source.line(f"return {total}")

        call = self._kit.lifting.call("sum_of", "The sum of an amount over a set.", write)
        return replace(found, text=call)

    def _weighed(self, node: model.Total, among: Held | APlay) -> Num:
        """The sum of amounts that hang on nothing but the piece."""
        groups: dict[Fraction, list[int]] = {}
        for card in self._kit.layout.order:
            amount = self._folding.number(node.amount, node.variable, card)
            if amount is None:
                raise CannotCompile("an amount that is added up is not known for every piece")
            groups.setdefault(amount, []).append(card)
        found = constant(0)
        for amount, cards in groups.items():
            most = sum(self._kit.rules.pieces.copies[card] for card in cards)
            count = Num(self._kit.cards.count_of(among.words, cards), 0, most)
            found = plus(found, times(constant(amount), count))
        return found if among.exists == TRUE else self._where_it_exists(among.exists, found)

    def _where_it_exists(self, exists: str, number: Num) -> Num:
        low = None if number.low is None else min(0, number.low)
        high = None if number.high is None else max(0, number.high)
        return Num(f"({number.text} if {exists} else 0)", low, high, number.scale)

    def selected(self, node: model.Selected, scope: Scope) -> Value:
        """The members of a set that meet a condition."""
        among, variable, where = self._work(node.among, scope), node.variable, node.where

        def met(member: Value) -> str:
            return self._truth(where, scope.looking_at(member).bound(variable, member))

        match among:
            case Nothing():
                return self._kit.no_cards
            case Seats(holds=holds):
                return Seats(lambda seat: both(holds(seat), met(Seat(seat, True))))
            case Seat():
                return Seats(lambda seat: both(f"{seat} == {among.text}", met(Seat(seat, True))))
            case Log(where=before):
                return replace(among, where=(*before, met))
            case Held() | APlay():
                bound = frozenset() if variable is None else frozenset((variable,))
                if self._folding.is_closed(where, bound, True):
                    kinds = self._kinds(where, variable)
                    return Held(self._kit.cards.masked(among.words, kinds), among.exists)
                return Held(tuple(self._kept(among, scope, met, word) for word in range(self._kit.words)), among.exists)
            case _:
                raise CannotCompile("some of something that has no members")

    def _kept(self, among: Held | APlay, scope: Scope, met: Callable[[Value], str], word: int) -> str:
        """A word of those cards that meet a condition."""
        source = self._kit.source

        def write() -> None:
            source.line("cards = 0")
            with self.each(among, scope.using("cards")) as (member, copies, _):
                assert isinstance(member, Kind)
                with source.block(f"if {met(member)}:"):
                    source.line(f"cards += {copies} * {self._properties.one(member).words[word]}")
            source.line("return cards")

        return self._kit.lifting.call("chosen_cards", "Those cards that meet a condition.", write)

    def _kinds(self, where: model.Expression, variable: str | None) -> list[int]:
        return [card for card in self._kit.layout.order if self._folding.worked_out(where, variable, card)]

    # ---- how many ----------------------------------------------------------------------------------------------

    def size(self, among: Value, scope: Scope) -> Num:
        """How many members a set has."""
        match among:
            case Nothing():
                return constant(0)
            case Seats(size=size) if size is not None:
                return size
            case Held(size=size) if size is not None:
                return size if among.exists == TRUE else self._where_it_exists(among.exists, size)
            case Held(words=words):
                # Where there is no such thing there may still be words.
                size = self._kit.total_held(words)
                return size if among.exists == TRUE else self._where_it_exists(among.exists, size)
            case APlay(size=told):
                size = Num(told, 0, len(self._kit.rules.pieces.all))
                if told.isdecimal():
                    size = constant(int(told))
                return size if among.exists == TRUE else self._where_it_exists(among.exists, size)
            case Kind():
                return constant(1)
            case Log(by=None, where=()):
                return Num(self._kit.at("LOG_COUNT"), 0, self._most(among))
        return self.how_many(among, scope, lambda member, inner: TRUE)

    def how_many(self, among: Value, scope: Scope, met: Callable[[Value, Scope], str], most: int | None = None) -> Num:
        """How many members meet a condition: `most` at most."""
        source = self._kit.source

        def write() -> None:
            source.line("found = 0")
            with self.each(among, scope.using("found")) as (member, copies, inner):
                test = met(member, inner)
                if test == TRUE:
                    source.line(f"found += {copies}")
                else:
                    with source.block(f"if {test}:"):
                        source.line(f"found += {copies}")
            source.line("return found")

        call = self._kit.lifting.call("how_many", "How many members there are that meet a condition.", write)
        return Num(call, 0, self._most(among) if most is None else most)

    def _most(self, among: Value) -> int:
        """How many members a set has at most."""
        match among:
            case Seats():
                return self._kit.rules.players
            case Seat() | Kind():
                return 1
            case _:
                return len(self._kit.rules.pieces.all)

    # ---- what members come to ----------------------------------------------------------------------------------

    def _truth(self, expression: model.Expression, scope: Scope) -> str:
        found = self._work(expression, scope)
        assert isinstance(found, Truth)
        return found.text

    def _number(self, expression: model.Expression, scope: Scope) -> Num:
        found = self._work(expression, scope)
        assert isinstance(found, Num)
        return level(found)[0]
