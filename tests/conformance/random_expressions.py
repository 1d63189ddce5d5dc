"""Random expressions, well typed, about the cards and the calculations of a rulebook."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from cardwright.dsl import model

IN_PLAY = {
    "seat": ("player", "next_player", "opener", "trick_winner", "last_winner", "last_loser"),
    "truth": ("leading", "opening", "answers", "pass", "going_out"),
    "cards": ("hand", "rest"),
    "play": ("play", "table"),
}
AT_END = {
    "seat": ("winner", "last_player", "opener", "last_winner", "last_loser"),
    "truth": (),
    "cards": (),
    "play": ("last_play",),
}


class Expressions:
    """Makes expressions of one rulebook for one moment."""

    def __init__(self, rulebook: model.Rulebook, at_end: bool, random: Random) -> None:
        self._book = rulebook
        self._at_end = at_end
        self._facts: Mapping[str, tuple[Any, ...]] = AT_END if at_end else IN_PLAY
        self._random = random
        self._bound: list[tuple[str, str]] = []
        self._element: list[str] = []
        self._fresh = 0

    def one(self, kind: str, depth: int) -> model.Expression:
        """An expression of a type: `num`, `truth`, `seat`, `seats`, `cards`, `play`, `plays`, `rank`, `suit`."""
        found: model.Expression = self._pick(getattr(self, f"_{kind}")(depth))()
        return found

    def _pick(self, choices: Any) -> Any:
        return self._random.choice(list(choices))

    def _known(self, kind: str) -> list[Callable[[], model.Expression]]:
        """Facts, variables and the element that are of a type."""
        facts = [model.Fact(fact=name) for name in self._facts.get(kind, ())]
        variables = [model.Variable(name=name) for name, of in self._bound if of == kind]
        element = [model.Element()] * 2 if self._element and self._element[-1] == kind else []
        return [lambda node=node: node for node in (*facts, *variables * 2, *element)]  # type: ignore[misc]

    def _with(self, variable: str | None, kind: str, work: Callable[[], Any]) -> Any:
        """Something made where a variable (or None: the element) is of a type."""
        if variable is None:
            self._element.append(kind)
            made = work()
            self._element.pop()
            return made
        self._bound.append((variable, kind))
        made = work()
        self._bound.pop()
        return made

    def _name(self) -> str:
        self._fresh += 1
        return f"v{self._fresh}"

    def _set(self, depth: int) -> tuple[model.Expression, str]:
        kind = self._pick(["seats", "cards", "plays"])
        member = {"seats": "seat", "cards": "card", "plays": "play"}[kind]
        return self.one(kind, depth - 1), member

    # ---- numbers -----------------------------------------------------------------------------------------------

    def _num(self, depth: int) -> list[Callable[[], model.Expression]]:
        r = self._random
        simple: list[Callable[[], model.Expression]] = [lambda: model.Number(value=r.randint(0, 6))]
        if self._known("seat"):
            simple.append(lambda: self._of(self._pick(["cards", "place", "points", "bid"]), "seat", 0))
        if self._known("card"):
            simple.append(lambda: self._of("pips", "card", 0))
        if depth <= 0:
            return simple
        return [
            *simple,
            lambda: self._of(self._pick(["cards", "place", "bid"]), "seat", depth - 1),
            lambda: self._of(self._pick(["size", "length", "pips"]), "cards", depth - 1),
            lambda: self._of(self._pick(["size", "length", "pips"]), "play", depth - 1),
            lambda: self._of("size", self._pick(["seats", "plays"]), depth - 1),
            lambda: model.Arithmetic(
                op=self._pick(["+", "-", "x"]), left=self.one("num", depth - 1), right=self.one("num", depth - 1)
            ),
            lambda: model.Arithmetic(
                op="/", left=self.one("num", depth - 1), right=model.Number(value=r.choice([1, 2, 3]))
            ),
            lambda: model.Arithmetic(
                op="^", left=model.Number(value=r.choice([1, 2, 3])), right=self._of("cards", "seat", 0)
            ),
            lambda: model.Negative(value=self.one("num", depth - 1)),
            lambda: model.Extreme(
                extreme=self._pick(["least", "most"]), values=(self.one("num", depth - 1), self.one("num", depth - 1))
            ),
            lambda: model.Count(of=self.pieces(depth - 1), among=self.one("cards", depth - 1)),
            lambda: model.Count(of=self.plays(depth - 1), among=self.one("plays", depth - 1)),
            lambda: self._total(depth),
            lambda: self._choice("num", depth),
            lambda: self._calculation(depth),
        ]

    def _of(self, name: Any, kind: str, depth: int) -> model.Expression:
        return model.Property(property=name, of=self.one(kind, depth))

    def _total(self, depth: int) -> model.Expression:
        among, member = self._set(depth)
        variable = self._name()
        amount = self._with(variable, member, lambda: self.one("num", depth - 1))
        return model.Total(amount=amount, variable=variable, among=among)

    def _choice(self, kind: str, depth: int) -> model.Expression:
        first = model.Case(value=self.one(kind, depth - 1), when=self.one("truth", depth - 1))
        return model.Choice(cases=(first, model.Case(value=self.one(kind, depth - 1))))

    def _calculation(self, depth: int) -> model.Expression:
        of_player: list[tuple[str, str]] = []
        if self._at_end:
            of_player = [("factors", one.name) for one in self._book.factors if one.variable is not None]
        if not of_player:
            return model.Number(value=1)
        target, name = self._pick(of_player)
        return model.Calculation(target=target, name=name, of=self.one("seat", 0))

    # ---- truths ------------------------------------------------------------------------------------------------

    def _truth(self, depth: int) -> list[Callable[[], model.Expression]]:
        simple = self._known("truth")
        if depth <= 0:
            if self._known("card"):
                simple.append(lambda: model.IsIn(subject=self.one("card", 0), of=self.pieces(0)))
            if self._known("seat"):
                simple.append(lambda: model.IsSame(left=self.one("seat", 0), right=self.one("seat", 0)))
            simple.append(lambda: model.Chain(terms=(self.one("num", 0), self.one("num", 0)), ops=(self._pick("<=>"),)))
            return simple
        below = depth - 1

        def denied() -> bool:
            return self._random.random() < 0.4

        return [
            *simple,
            lambda: model.AllOf(terms=(self.one("truth", below), self.one("truth", below))),
            lambda: model.AnyOf(terms=(self.one("truth", below), self.one("truth", below))),
            lambda: model.Not(term=self.one("truth", below)),
            lambda: self._chain("num", below),
            lambda: self._chain("rank", below),
            lambda: self._chain("suit", below),
            lambda: model.IsSame(left=self.one("seat", below), right=self.one("seat", below), denied=denied()),
            lambda: model.IsSame(left=self.one("rank", below), right=self.one("rank", below), denied=denied()),
            lambda: model.IsSame(left=self.one("num", below), right=self.one("num", below), denied=denied()),
            lambda: model.IsSame(left=self.one("truth", below), right=self.one("truth", below), denied=denied()),
            lambda: model.IsBetween(
                value=self.one("num", below), low=self.one("num", 0), high=self.one("num", 0), denied=denied()
            ),
            lambda: model.IsIn(subject=self.one("play", below), of=self.plays(below), denied=denied()),
            lambda: model.IsIn(subject=self.one("play", below), of=self.pieces(below), denied=denied()),
            lambda: model.IsIn(subject=self.one("rank", below), of=self.pieces(below), denied=denied()),
            lambda: model.IsIn(subject=self.one("suit", below), of=self.pieces(below), denied=denied()),
            lambda: model.IsIn(subject=self.one("cards", below), of=self.pieces(below), denied=denied()),
            lambda: model.IsIn(subject=self.one("cards", below), of=self.plays(below), denied=denied()),
            lambda: model.Has(subject=self.one("cards", below), of=self.pieces(below)),
            lambda: model.Has(subject=self.one("cards", below), of=self.plays(below)),
            lambda: model.Has(subject=self.one("seat", below), of=self.pieces(below)),
            lambda: model.Has(subject=self.one("play", below), of=self.pieces(below)),
            lambda: model.Has(subject=self.one("seat", below), of=self.plays(below)),
            lambda: self._has_count(below),
            lambda: model.Played(player=self.one("seat", below), of=self.plays(below)),
            lambda: model.Wins(player=self.one("seat", below)),
            lambda: self._claimed(below),
            lambda: model.Beats(play=self.one("play", below), table=self.one("play", below)),
            lambda: self._some(below),
            lambda: self._highest(below),
            lambda: self._choice("truth", depth),
        ]

    def _chain(self, kind: str, depth: int) -> model.Expression:
        many = self._random.choice([2, 2, 3])
        ops = tuple(self._pick(["<", "=", ">", "<=", ">="]) for _ in range(many - 1))
        return model.Chain(terms=tuple(self.one(kind, depth) for _ in range(many)), ops=ops)

    def _has_count(self, depth: int) -> model.Expression:
        subject, of = self._pick([("seat", self.pieces), ("cards", self.pieces), ("plays", self.plays)])
        return model.HasCount(
            subject=self.one(subject, depth),
            of=of(depth),
            count=self._random.randint(0, 3),
            or_more=self._random.random() < 0.5,
        )

    def _claimed(self, depth: int) -> model.Expression:
        names = [claim.name for claim in self._book.claims]
        player = self.one("seat", depth)
        return model.Claimed(player=player, claim=self._pick(names)) if names else model.Wins(player=player)

    def _some(self, depth: int) -> model.Expression:
        among, member = self._set(depth)
        variable = self._name()
        where = self._with(variable, member, lambda: self.one("truth", depth))
        return model.Some(variable=variable, among=among, where=where)

    def _highest(self, depth: int) -> model.Expression:
        extreme: Any = self._pick(["highest", "lowest"])
        denied = self._random.random() < 0.3
        if self._random.random() < 0.3:
            return model.IsHighest(
                subject=self.one("cards", depth),
                extreme=extreme,
                of=self.pieces(0),
                cards=self.one("cards", depth),
                denied=denied,
            )
        return model.IsHighest(
            subject=self.one("play", depth),
            extreme=extreme,
            of=self.plays(depth),
            cards=self.one("cards", depth),
            denied=denied,
        )

    # ---- players -----------------------------------------------------------------------------------------------

    def _seat(self, depth: int) -> list[Callable[[], model.Expression]]:
        r = self._random
        roles = [model.Role(role=auction.name) for auction in self._book.auctions]
        others: list[Callable[[], model.Expression]] = [lambda role=role: role for role in roles]  # type: ignore[misc]
        if not self._at_end:
            others.append(lambda: model.Placed(place=r.choice([1, 2, -1, -2])))
        if depth > 0:
            others.append(lambda: self._choice("seat", depth))
        return [*self._known("seat"), *others]

    def _seats(self, depth: int) -> list[Callable[[], model.Expression]]:
        names: tuple[Any, ...] = ("players", "losers") if self._at_end else ("players",)
        simple: list[Callable[[], model.Expression]] = [lambda n=n: model.Fact(fact=n) for n in names]  # type: ignore[misc]
        return [*simple, lambda: self._selected("seats", "seat", depth)] if depth > 0 else simple

    def _selected(self, kind: str, member: str, depth: int) -> model.Expression:
        variable = self._name() if self._random.random() < 0.4 else None
        among = self.one(kind, depth - 1)
        where = self._with(variable, member, lambda: self.one("truth", depth - 1))
        return model.Selected(among=among, variable=variable, where=where)

    # ---- cards, plays, ranks, suits ----------------------------------------------------------------------------

    def _cards(self, depth: int) -> list[Callable[[], model.Expression]]:
        there = [piece.name for piece in self._book.deck.pieces if piece.copies]
        named = lambda: model.CardsValue(cards=tuple(self._random.sample(there, self._random.randint(1, 3))))  # noqa: E731
        found = [*self._known("cards"), named, lambda: self._of(self._pick(["hand", "pile"]), "seat", 0)]
        if depth > 0:
            found.append(lambda: self._selected("cards", "card", depth))
        return found

    def _card(self, depth: int) -> list[Callable[[], model.Expression]]:
        return self._known("card")

    def _play(self, depth: int) -> list[Callable[[], model.Expression]]:
        return self._known("play")

    def _plays(self, depth: int) -> list[Callable[[], model.Expression]]:
        found: list[Callable[[], model.Expression]] = [
            lambda: model.Fact(fact="plays"),
            lambda: self._of("plays", "seat", 0),
        ]
        return [*found, lambda: self._selected("plays", "play", depth)] if depth > 0 else found

    def _rank(self, depth: int) -> list[Callable[[], model.Expression]]:
        named = lambda: model.RankValue(rank=self._pick(self._book.deck.ranks))  # noqa: E731
        found = [named, lambda: self._of("rank", "play", 0), lambda: self._of("rank", "cards", depth - 1)]
        return [*found, lambda: self._of("rank", "card", 0)] if self._known("card") else found

    def _suit(self, depth: int) -> list[Callable[[], model.Expression]]:
        found: list[Callable[[], model.Expression]] = [lambda: self._of("suit", "play", 0)]
        if self._book.deck.suits:
            found.append(lambda: model.SuitValue(suit=self._pick(self._book.deck.suits)))
        return [*found, lambda: self._of("suit", "card", 0)] if self._known("card") else found

    # ---- classes -----------------------------------------------------------------------------------------------

    def pieces(self, depth: int) -> model.Class:
        """A class of pieces."""
        book = self._book
        choices: list[Callable[[], model.Class]] = [
            lambda: model.RankClass(rank=self._pick(book.deck.ranks)),
            lambda: model.RankClass(rank=self._pick(book.deck.ranks)),
            lambda: model.PieceClass(piece=self._pick(book.deck.pieces).name),
            lambda: model.Anything(of="pieces"),
        ]
        if book.deck.suits:
            choices.append(lambda: model.SuitClass(suit=self._pick(book.deck.suits)))
        if depth > 0:
            choices.append(lambda: model.UnionClass(parts=(self.pieces(depth - 1), self.pieces(depth - 1))))
            choices.append(lambda: self._where(self.pieces, "card", depth))
        return self._pick(choices)()  # type: ignore[no-any-return]

    def plays(self, depth: int) -> model.Class:
        """A class of plays."""
        book = self._book

        def name() -> str:
            return self._pick(book.combinations).name  # type: ignore[no-any-return]

        choices: list[Callable[[], model.Class]] = [
            lambda: model.TypeClass(combination=name()),
            lambda: model.TypeClass(combination=name()),
            lambda: model.TypeClass(combination=name(), rank=self._pick(book.deck.ranks)),
            lambda: model.TypeClass(
                combination=name(), length=self._random.randint(1, 5), or_more=self._random.random() < 0.5
            ),
            lambda: model.Anything(of="plays"),
        ]
        rungs = [declared.name for declared in (*book.ladders, *book.bombs)]
        if rungs:
            choices.append(lambda: model.RungsClass(rungs=self._pick(rungs)))
        if depth > 0:
            choices.append(lambda: model.UnionClass(parts=(self.plays(depth - 1), self.plays(depth - 1))))
            choices.append(lambda: self._where(self.plays, "play", depth))
        return self._pick(choices)()  # type: ignore[no-any-return]

    def _where(self, base: Callable[[int], model.Class], member: str, depth: int) -> model.Class:
        made = base(depth - 1)
        return model.WhereClass(base=made, where=self._with(None, member, lambda: self.one("truth", depth - 1)))
