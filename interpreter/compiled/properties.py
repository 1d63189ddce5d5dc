"""What cards and plays have in common: ranks and suits and how these compare, pips, lengths, parts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import ge, gt, le, lt

from cardwright.dsl import model

from ..pieces import Place
from .layout import CannotCompile
from .moments import Kit
from .source import Words
from .values import FALSE, APlay, Held, Kind, Num, RankAt, SuitAt, both, chosen, wrapped

_TESTS: dict[str, Callable[[int, int], bool]] = {"<": lt, ">": gt, "<=": le, ">=": ge}


class Properties:
    """Writes what is asked of cards and of plays."""

    def __init__(self, kit: Kit) -> None:
        self.kit = kit
        pieces, layout = kit.rules.pieces, kit.layout
        there = [int(rank) for rank in layout.ranks]
        self.ranks = (*there, *(rank for rank in range(len(pieces.deck.ranks)) if rank not in there))
        """The ranks by position; those of which there are no pieces come last."""
        self.rank_at = {rank: at for at, rank in enumerate(self.ranks)}
        self._suits = tuple(-1 if (suit := pieces.suits[card]) is None else int(suit) for card in layout.order)

    # ---- pieces ------------------------------------------------------------------------------------------------

    def rank_of_kind(self, kind: Kind) -> RankAt:
        """The rank of a piece."""
        return RankAt(f"{self.kit.source.table('RANK_OF', self.kit.layout.rank_of_kind)}[{kind.text}]", True)

    def suit_of_kind(self, kind: Kind) -> SuitAt:
        """The suit of a piece."""
        return SuitAt(f"{self.kit.source.table('SUIT_OF', self._suits)}[{kind.text}]", -1 not in self._suits)

    def pips_of_kind(self, kind: Kind) -> Num:
        """The pips of a piece."""
        pips = [self.kit.rules.pieces.pips[card] for card in self.kit.layout.order]
        return Num(f"{self.kit.source.table('PIPS_OF', pips)}[{kind.text}]", min(pips), max(pips))

    def one(self, kind: Kind) -> Held:
        """A piece as cards."""
        fields = self.kit.layout.fields
        words = []
        for word in range(self.kit.words):
            ones = [field.one if field.word == word else 0 for field in fields]
            words.append(f"{self.kit.source.table(f'CARDS_{word}', ones)}[{kind.text}]")
        return Held(tuple(words), size=Num("1", 1, 1))

    def count_of_kind(self, words: Words, kind: str) -> str:
        """How many of a kind (a text) are among cards."""
        layout, source = self.kit.layout, self.kit.source
        shifts = [field.shift for field in layout.fields]
        shift = kind if shifts == list(range(len(shifts))) else f"{source.table('KIND_SHIFT', shifts)}[{kind}]"
        found = words[-1]
        for word in reversed(range(layout.words - 1)):
            last = max(at for at, field in enumerate(layout.fields) if field.word == word)
            found = f"({words[word]} if {kind} <= {last} else {found})"
        return f"{found} >> {shift} & {(1 << layout.width) - 1}"

    # ---- cards -------------------------------------------------------------------------------------------------

    def rank(self, words: Words) -> RankAt:
        """The rank that all cards share; -1 where they share none."""
        return RankAt(self.kit.cards.shared(words, "rank"))

    def suit(self, words: Words, some: bool) -> SuitAt:
        """The suit that all cards share; `some`: there are cards."""
        suit = self.kit.cards.shared(words, "suit")
        return SuitAt(suit if some else chosen(self.kit.cards.any(words), suit, "-1"))

    def pips(self, words: Words) -> Num:
        """The pips of all cards."""
        kit, source, names = self.kit, self.kit.source, self.kit.cards.names("m")
        pips = kit.rules.pieces.pips
        values = sorted({pips[card] for card in kit.layout.order} - {0})
        if not values:
            return Num("0", 0, 0)
        terms = [(value, [card for card in kit.layout.order if pips[card] == value]) for value in values]
        counts = [f"{value} * ({kit.cards.count_of(names, cards)})" for value, cards in terms]
        told = "How many pips are on all cards."
        given = dict(zip(names, words, strict=True))
        call = kit.lifting.call("pips", told, lambda: source.line(f"return {' + '.join(counts)}"), **given)
        return Num(call, 0, sum(pips[card] for card in kit.rules.pieces.all))

    def different_ranks(self, words: Words) -> Num:
        """How many ranks the cards have."""
        return Num(self.kit.cards.count_ranks(words), 0, len(self.kit.layout.ranks))

    # ---- plays -------------------------------------------------------------------------------------------------

    def length(self, play: APlay) -> Num:
        """How long a play is: the ranks of its run or of its groups, or else of all of it."""
        most = len(self.kit.layout.ranks)
        if play.length:
            return Num(play.length, 0, most)
        combinations = self.kit.rules.rulebook.combinations
        texts = [self._length(rung, play) for rung in range(len(combinations))]
        found = texts[-1]
        for rung in reversed(range(len(texts) - 1)):
            found = chosen(
                FALSE if play.rung.isdecimal() and play.rung != str(rung) else _is(play, rung), texts[rung], found
            )
        return Num(found, 0, most)

    def _length(self, rung: int, play: APlay) -> str:
        parts = self.kit.rules.rulebook.combinations[rung].pattern.parts
        measured = next(
            (part for part in parts if isinstance(part, model.Sized | model.EachOf) and part.in_order), None
        )
        if measured is None:
            measured = next((part for part in parts if isinstance(part, model.EachOf)), None)
        if measured is None:
            return self.different_ranks(play.words).text
        if measured.label:
            named = dict(play.parts).get(measured.label)
            if named is not None:
                return self.different_ranks(named).text
        each = _each(measured)
        fixed = 0
        for part in parts:
            if part is measured:
                continue
            if not isinstance(part, model.Sized) or part.amount.least != part.amount.most:
                return self.different_ranks(play.words).text if len(parts) == 1 else _no_length()
            if part.per is None:
                fixed += part.amount.least
            elif part.per == measured.label and each:
                each += part.amount.least
            else:
                _no_length()
        if not each:
            return self.different_ranks(play.words).text if len(parts) == 1 else _no_length()
        size = play.size if not fixed else f"({play.size} - {fixed})"
        return size if each == 1 else f"{size} // {each}"

    def part(self, play: APlay, label: str) -> Held:
        """The cards of a named part of a play."""
        named = dict(play.parts)
        if label in named:
            return Held(named[label], play.exists)
        found: list[tuple[int, Words]] = []
        for rung, combination in enumerate(self.kit.rules.rulebook.combinations):
            if any(part.label == label for part in combination.pattern.parts if not isinstance(part, model.Lacking)):
                found.append((rung, self._part(combination.pattern, label, play)))
        if not found:
            return Held(("0",) * self.kit.words, FALSE)
        words = found[-1][1]
        for rung, other in reversed(found[:-1]):
            words = tuple(chosen(_is(play, rung), a, b) for a, b in zip(other, words, strict=True))
        exists = " or ".join(_is(play, rung) for rung, _ in found)
        return Held(words, both(play.exists, exists))

    def _part(self, pattern: model.Pattern, label: str, play: APlay) -> Words:
        """The cards of a part: all of the play, those of a rank that is there so often, or those that alone may be in
        it."""
        kit, names = self.kit, self.kit.cards.names("m")
        parts = [part for part in pattern.parts if not isinstance(part, model.Lacking)]
        part = next(part for part in parts if part.label == label)
        if len(parts) == 1:
            return play.words
        others = [other for other in parts if other is not part]
        if (
            isinstance(part, model.Sized)
            and part.members
            and all(isinstance(o, model.Sized) and o.members for o in others)
        ):
            own = self._members(part)
            if all(own.isdisjoint(self._members(other)) for other in others if isinstance(other, model.Sized)):
                return kit.cards.masked(play.words, own)
        sizes = [_fixed_group(other) for other in parts]
        own_size = _fixed_group(part)
        if own_size is None or None in sizes or sizes.count(own_size) > 1 or not _of_other_ranks(parts):
            raise CannotCompile(f"which cards are the part `{label}` of a play is a matter of search")

        def write(word: int) -> None:
            with kit.source.block(f"for rank in range({len(kit.layout.ranks)}):"):
                kit.source.line(f"cards = {kit.cards.of_rank(names, 'rank')}")
                count = self._count_of_rank("cards")
                shift = kit.source.table("RANK_SHIFT", kit.layout.rank_shifts)
                with kit.source.block(f"if {count} == {own_size}:"):
                    there = kit.source.table("RANK_WORD", kit.layout.rank_words)
                    whole = f"cards << {shift}[rank]"
                    kit.source.line(
                        f"return {whole}" if kit.words == 1 else f"return {whole} if {there}[rank] == {word} else 0"
                    )
            kit.source.line("return 0")

        given = dict(zip(names, play.words, strict=True))
        told = f"The cards of the rank that is there {own_size} times."
        return tuple(
            kit.lifting.call(f"rank_{own_size}_times", told, lambda word=word: write(word), **given)  # type: ignore[misc]
            for word in range(kit.words)
        )

    def _count_of_rank(self, field: str) -> str:
        """How many cards the fields of one rank, shifted down, tell."""
        layout = self.kit.layout
        if layout.single:
            return f"popcount({field})"
        most = max(map(len, layout.kinds))
        planes = [sum(1 << layout.width * kind + bit for kind in range(most)) for bit in range(layout.width)]
        return " + ".join(
            f"popcount({field} & {plane})" + (f" * {1 << bit}" if bit else "") for bit, plane in enumerate(planes)
        )

    def count_of_rank(self, words: Words, rank: str) -> str:
        """How many cards are of a rank."""
        return self._count_of_rank(self.kit.cards.of_rank(words, rank))

    def _members(self, part: model.Sized) -> frozenset[int]:
        pieces = frozenset(range(len(self.kit.rules.pieces)))
        for cls in part.members:
            pieces &= frozenset(card for card in pieces if self.kit.rules.plays.piece_class(cls)(card))
        return pieces

    # ---- comparing ---------------------------------------------------------------------------------------------

    def compare_ranks(self, op: str, left: RankAt, right: RankAt) -> str:
        """Whether two ranks compare so, on a scale that they share."""
        places = [self.kit.rules.pieces.rank_places[rank] for rank in self.ranks]
        return self._compared("RANK", op, (left.text, left.sure), (right.text, right.sure), places)

    def compare_suits(self, op: str, left: SuitAt, right: SuitAt) -> str:
        """The same for suits."""
        places = list(self.kit.rules.pieces.suit_places)
        return self._compared("SUIT", op, (left.text, left.sure), (right.text, right.sure), places)

    def _compared(
        self, what: str, op: str, left: tuple[str, bool], right: tuple[str, bool], places: Sequence[Place]
    ) -> str:
        def compared(a: int, b: int) -> bool:
            one, other = places[a], places[b]
            return one[0] == other[0] and (one[1] == other[1] if op == "=" else _TESTS[op](one[1], other[1]))

        (a, a_sure), (b, b_sure) = left, right
        numbers = range(len(places))
        if b.isdecimal():
            return self.among(what, a, [at for at in numbers if compared(at, int(b))], len(places), a_sure)
        if a.isdecimal():
            return self.among(what, b, [at for at in numbers if compared(int(a), at)], len(places), b_sure)
        heights = self.kit.source.table(f"{what}_HEIGHT", [height for _, height in places])
        terms = [*([] if a_sure else [f"{a} >= 0"]), *([] if b_sure else [f"{b} >= 0"])]
        if len({scale for scale, _ in places}) > 1:
            scales = self.kit.source.table(f"{what}_SCALE", [scale for scale, _ in places])
            terms.append(f"{scales}[{a}] == {scales}[{b}]")
        return both(*terms, f"{heights}[{a}] {'==' if op == '=' else op} {heights}[{b}]")

    def among(self, what: str, text: str, members: Sequence[int], of: int, sure: bool = False) -> str:
        """Whether a position (-1: none; `sure`: there is one) is one of these."""
        if text.isdecimal():
            return "True" if int(text) in members else FALSE
        if not members:
            return FALSE
        found = sorted(members)
        if sure and len(found) == of:
            return "True"
        if len(found) == 1:
            return f"{text} == {found[0]}"
        if found == list(range(found[0], found[-1] + 1)):
            if found[-1] == of - 1:
                return f"{text} >= {found[0]}"
            return f"{found[0]} <= {text} <= {found[-1]}"
        table = self.kit.source.table(f"{what}_AMONG", [int(at in members) for at in range(of)])
        return f"{table}[{text}] == 1" if sure else f"{text} >= 0 and {table}[{text}] == 1"


def _is(play: APlay, rung: int) -> str:
    return ("True" if play.rung == str(rung) else FALSE) if play.rung.isdecimal() else f"{wrapped(play.rung)} == {rung}"


def _each(part: model.Part) -> int:
    """How many pieces of each rank a part has; 0 where that differs."""
    if isinstance(part, model.EachOf):
        return part.each.least if part.each.least == part.each.most and part.attribute == "rank" else 0
    return 1


def _no_length() -> str:
    raise CannotCompile("how long a play is, is a matter of search")


def _fixed_group(part: model.Part) -> int | None:
    """How many cards of one rank a part has, where it has just that."""
    if not isinstance(part, model.Sized) or part.amount.least != part.amount.most or part.per or part.in_order:
        return None
    if part.amount.least > 1 and "rank" not in part.alike and part.another != "rank":
        return None
    return part.amount.least


def _of_other_ranks(parts: Sequence[model.Part]) -> bool:
    """Whether every part has a rank that no other has."""
    return all(isinstance(part, model.Sized) and part.another == "rank" for part in parts[1:])
