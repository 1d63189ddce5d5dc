"""Whether cards are a play of a combination, and which: the judge of legality. It is asked about given cards; where
several parts share them, the plan of the pattern deals them out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property

from cardwright.dsl import model

from .contest import Contest, TypeRule
from .env import Env
from .generation import Planner
from .pieces import Pieces
from .play import Cards, Filling, Play
from .sizes import sizes
from .values import Compiled


class Matcher:
    """Recognises the plays of one combination."""

    def __init__(
        self,
        pieces: Pieces,
        planner: Planner,
        rule: TypeRule,
        needs: Compiled | None,
        rung: int,
        contest: Callable[[], Contest],
    ) -> None:
        self._pieces = pieces
        self.planner = planner
        self.rule = rule
        self.rung = rung
        self._needs = needs
        self._contest = contest
        self._labels = tuple(part.label for part in planner.rules)
        # A list of ranks, or a part of a play, may be shorter in one play than in another of the same size.
        self._plain = not any(
            measure.partial or (measure.several and (measure.key.part is not None or not rule.same_size))
            for measure in (*rule.compare, *rule.same)
        )

    @cached_property
    def sizes(self) -> frozenset[int]:
        """How many cards plays can have, by the amounts of the parts."""
        return sizes(self.planner.rules, self.planner.deck)

    def fillings(self, cards: Cards) -> Iterator[tuple[Filling, ...]]:
        """Every way in which exactly these cards fill the pattern."""
        planner = self.planner
        if len(planner.rules) == 1:
            for filling in planner.rules[0].ways(cards, (), cards):
                yield (filling,)
        elif planner.lacks(cards):
            yield from planner.fill(planner.pool(cards), (len(cards), len(cards)))

    def match(self, cards: Cards) -> Play | None:
        """The cards as a play of this combination, the strongest one; None if they are none."""
        return self.strongest(cards, self.fillings(cards))

    def strongest(self, cards: Cards, ways: Iterable[tuple[Filling, ...]]) -> Play | None:
        """The strongest play that the cards are in these ways of filling the pattern; None if they are none."""
        plays = [
            play
            for fillings in ways
            if self._meets(play := self._play(cards, tuple(zip(self._labels, fillings, strict=True))))
        ]
        if not plays:
            return None
        return plays[0] if len(plays) == 1 else self._contest().strongest(plays)

    def _play(self, cards: Cards, parts: tuple[tuple[str, Filling], ...]) -> Play:
        strength = tuple(measure.value(cards, parts) for measure in self.rule.compare)
        same = tuple(measure.value(cards, parts) for measure in self.rule.same)
        written = [card for _, filling in parts for card in self._written(filling)]
        return Play(
            pieces=cards,
            combination=self.rule.combination.name,
            cards=tuple(self._pieces.names[card] for card in written),
            parts=parts,
            rung=self.rung,
            strength=strength,
            same=same,
            plain=self._plain and None not in strength and None not in same,
            text=self._pieces.format(written),
        )

    def _written(self, filling: Filling) -> list[int]:
        """The cards of a part in the order in which they are written: as the run goes, otherwise high to low."""
        pieces = self._pieces
        if filling.window is None:
            return sorted(filling.cards, key=pieces.heights.__getitem__, reverse=True)
        at = {value: place for place, value in enumerate(filling.window)}
        return sorted(filling.cards, key=lambda card: (at.get(pieces.ranks[card], 0), -pieces.heights[card]))

    def _meets(self, play: Play) -> bool:
        """Whether the play meets the further condition of its combination."""
        if self._needs is None:
            return True
        env = JudgingEnv()
        env.play = env.element = play
        return bool(self._needs(env))


class JudgingEnv(Env):
    """What is known while a combination judges its own cards: the play alone. Readings hang on this judgement, so
    in it cards are what they fit, not what they are read as."""


def could_hold(pattern: model.Pattern) -> bool:
    """Whether a pattern asks for cards at all (`no J` does not)."""
    return any(not isinstance(part, model.Lacking) for part in pattern.parts)
