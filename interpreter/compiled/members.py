"""Classes in a program: whether a piece or a play is a member."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from cardwright.dsl import model

from .folding import Folding
from .layout import CannotCompile
from .moments import Kit
from .properties import Properties
from .scopes import Scope
from .values import FALSE, TRUE, APlay, Held, Kind, Nothing, RankAt, SuitAt, both, denied, either

Condition: TypeAlias = Callable[[model.Expression, Scope], str]


class Members:
    """Writes tests of membership."""

    def __init__(self, kit: Kit, folding: Folding, properties: Properties, condition: Condition) -> None:
        self._kit = kit
        self._folding = folding
        self._properties = properties
        self._condition = condition
        book = kit.rules.rulebook
        self._sets = {declared.name: declared.value for declared in book.sets}
        self._rungs = {combination.name: rung for rung, combination in enumerate(book.combinations)}
        self._ladders = {ladder.name: ladder.order for ladder in book.ladders}
        self._bombs = {bombs.name: bombs.order for bombs in book.bombs}

    def of_plays(self, cls: model.Class) -> bool:
        """Whether the class has plays among its members."""
        return self._kit.rules.plays.of_plays(cls)

    def rungs(self, cls: model.Class) -> tuple[int, ...]:
        """The combinations some of whose plays may be in the class."""
        return tuple(sorted(self._rungs[name] for name in self._kit.rules.plays.types(cls)))

    # ---- pieces ------------------------------------------------------------------------------------------------

    def pieces(self, cls: model.Class) -> frozenset[int] | None:
        """The pieces of a class, by their numbers in `Pieces`; None where they hang on the game."""
        return self._folding.pieces(cls) if self._folding.is_closed(cls) else None

    def has_pieces(self, cls: model.Class) -> bool:
        """Whether the class may have pieces among its members."""
        pieces = self.pieces(cls)
        match cls:
            case _ if pieces is not None:
                return bool(pieces)
            case model.SetClass(set=name):
                return self.has_pieces(self._sets[name])
            case model.UnionClass(parts=parts):
                return any(map(self.has_pieces, parts))
            case model.WhereClass(base=base):
                return not self.of_plays(base) and self.has_pieces(base)
            case _:
                return False

    def has_kind(self, cls: model.Class, kind: Kind, scope: Scope) -> str:
        """Whether a piece is in the class."""
        pieces = self.pieces(cls)
        match cls:
            case _ if pieces is not None:
                order = self._kit.layout.order
                found = [at for at, card in enumerate(order) if card in pieces]
                return self._properties.among("KIND", kind.text, found, len(order), True)
            case model.SetClass(set=name):
                return self.has_kind(self._sets[name], kind, scope)
            case model.UnionClass(parts=parts):
                return either(*(self.has_kind(part, kind, scope) for part in parts))
            case model.WhereClass(base=base, where=where) if not self.of_plays(base):
                return both(self.has_kind(base, kind, scope), self._condition(where, scope.looking_at(kind)))
            case _:
                return FALSE

    def has_all(self, cls: model.Class, cards: Held, scope: Scope) -> str:
        """Whether all cards are in the class."""
        pieces = self.pieces(cls)
        if pieces is not None:
            return self._kit.cards.only_of(cards.words, pieces) if pieces else self._kit.cards.none(cards.words)
        return denied(self._some_kind(cls, cards, scope, "outside", denied))

    def has_some(self, cls: model.Class, cards: Held, scope: Scope) -> str:
        """Whether some card is in the class."""
        pieces = self.pieces(cls)
        if pieces is None:
            return self._some_kind(cls, cards, scope, "among", str) if self.has_pieces(cls) else FALSE
        return self._kit.cards.some_of(cards.words, pieces) if pieces else FALSE

    def _some_kind(self, cls: model.Class, cards: Held, scope: Scope, base: str, met: Callable[[str], str]) -> str:
        kit = self._kit
        kind = scope.local("kind")

        def write() -> None:
            test = met(self.has_kind(cls, Kind(kind), scope.using(kind)))
            with (
                kit.source.block(f"for {kind} in range({len(kit.layout.order)}):"),
                kit.source.block(f"if {both(f'{self._properties.count_of_kind(cards.words, kind)} != 0', test)}:"),
            ):
                kit.source.line("return True")
            kit.source.line("return False")

        return kit.lifting.call(f"some_card_{base}", "Whether some card is a member, or is none.", write)

    def has_rank(self, cls: model.Class, rank: RankAt, scope: Scope) -> str:
        """Whether the class has all pieces of a rank."""
        kit, ranks = self._kit, self._properties.ranks
        by_rank, pieces = kit.rules.pieces.by_rank, self.pieces(cls)
        if pieces is not None:
            found = [at for at, of in enumerate(ranks) if by_rank[of] and by_rank[of] <= pieces]
            return self._properties.among("RANK", rank.text, found, len(ranks), rank.sure)
        return self._has_all_with(cls, rank.text, self._properties.rank_of_kind, scope)

    def has_suit(self, cls: model.Class, suit: SuitAt, scope: Scope) -> str:
        """Whether the class has all pieces of a suit."""
        by_suit, pieces = self._kit.rules.pieces.by_suit, self.pieces(cls)
        if pieces is not None:
            found = [at for at, of in enumerate(by_suit) if of and of <= pieces]
            return self._properties.among("SUIT", suit.text, found, len(by_suit), suit.sure)
        return self._has_all_with(cls, suit.text, self._properties.suit_of_kind, scope)

    def _has_all_with(
        self, cls: model.Class, value: str, value_of: Callable[[Kind], RankAt | SuitAt], scope: Scope
    ) -> str:
        """Whether a class that hangs on the game has all pieces with a rank or suit, of which there are some."""
        kit = self._kit
        if len(kit.layout.order) < len(kit.rules.pieces):
            raise CannotCompile("whether a class has all pieces of a rank or suit, of a deck that lacks some")
        if not self.has_pieces(cls):
            return FALSE
        kind = scope.local("kind")

        def write() -> None:
            test = denied(self.has_kind(cls, Kind(kind), scope.using(kind, "found")))
            kit.source.line("found = False")
            with (
                kit.source.block(f"for {kind} in range({len(kit.layout.order)}):"),
                kit.source.block(f"if {value_of(Kind(kind)).text} == {value}:"),
            ):
                with kit.source.block(f"if {test}:"):
                    kit.source.line("return False")
                kit.source.line("found = True")
            kit.source.line("return found")

        return kit.lifting.call("has_all_of", "Whether all pieces of a rank or suit are members.", write)

    # ---- plays -------------------------------------------------------------------------------------------------

    def has_pass(self, cls: model.Class, scope: Scope) -> str:
        """Whether the class has the pass."""
        match cls:
            case model.PassClass():
                return TRUE
            case model.SetClass(set=name):
                return self.has_pass(self._sets[name], scope)
            case model.UnionClass(parts=parts):
                return either(*(self.has_pass(part, scope) for part in parts if self.of_plays(part)))
            case model.RungsClass(rungs=name) if name not in self._ladders:
                return either(*(self.has_pass(rung, scope) for tier in self._bombs[name] for rung in tier))
            case model.WhereClass(base=base, where=where) if self.of_plays(base):
                has = self.has_pass(base, scope)
                return FALSE if has == FALSE else both(has, self._condition(where, scope.looking_at(Nothing())))
            case _:
                return FALSE

    def has_play(self, cls: model.Class, play: APlay, scope: Scope) -> str:
        """Whether the class has a play that exists."""
        match cls:
            case model.Anything(of="plays"):
                return TRUE
            case model.TypeClass():
                return self._of_type(cls, play)
            case model.RungsClass(rungs=name) if name in self._ladders:
                rungs = sorted(
                    self._rungs[rung] for tier in self._ladders[name] for rung in tier if rung in self._rungs
                )
                return self._properties.among("RUNG", play.rung, rungs, len(self._rungs), True)
            case model.RungsClass(rungs=name):
                return either(*(self.has_play(rung, play, scope) for tier in self._bombs[name] for rung in tier))
            case model.SetClass(set=name):
                return self.has_play(self._sets[name], play, scope)
            case model.UnionClass(parts=parts):
                return either(*(self.has_play(part, play, scope) for part in parts if self.of_plays(part)))
            case model.WhereClass(base=base, where=where) if self.of_plays(base):
                has = self.has_play(base, play, scope)
                return FALSE if has == FALSE else both(has, self._condition(where, scope.looking_at(play)))
            case _:
                return FALSE

    def _of_type(self, cls: model.TypeClass, play: APlay) -> str:
        if cls.combination not in self._rungs:
            return FALSE
        terms = [self._properties.among("RUNG", play.rung, [self._rungs[cls.combination]], len(self._rungs), True)]
        if cls.rank is not None:
            pieces = self._kit.rules.pieces
            terms.append(self._kit.cards.only_of(play.words, pieces.by_rank[pieces.rank_at[cls.rank]]))
        if cls.length is not None and terms[0] != FALSE:
            known = APlay(
                str(self._rungs[cls.combination]), play.key, play.same, play.size, play.words, parts=play.parts
            )
            length = play.length or self._properties.length(known).text
            terms.append(f"{length} >= {cls.length}" if cls.or_more else f"{length} == {cls.length}")
        return both(*terms)

    def is_in(self, cls: model.Class, play: APlay, scope: Scope) -> str:
        """Whether a play is in the class, or all its pieces are."""
        has = self.has_play(cls, play, scope) if self.of_plays(cls) else FALSE
        pieces = self.has_all(cls, Held(play.words), scope) if self.has_pieces(cls) else FALSE
        return either(has, pieces)
