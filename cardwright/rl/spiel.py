"""OpenSpiel: a hand of any rulebook as a game with parameters for its options."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from cardwright.interpreter import Answers, Cards, Cursor, Game, Illegal, Observation, SplitMix64

from .guessing import guessed
from .needed import needed, numpy
from .setup import Actions, Setup, setup_of

np = numpy()
pyspiel: Any = needed("pyspiel", "a game of OpenSpiel")

DIGITS = 16
"""A deal is its seed of 64 bits, drawn digit by digit: so many chance nodes, each with so many outcomes."""
_OUTCOMES = [(digit, 1 / DIGITS) for digit in range(DIGITS)]
_LARGEST = 1e9
"""Scores are said to be no larger: how far doubling goes, no rulebook says."""
_CHANCE, _OVER = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)
_registered: set[str] = set()
_SECRET = frozenset({"claim", "decline"})
_COVERED = frozenset({"give", "discard"})


def register(
    rulebook: str | Path | Game, options: Answers | None = None, name: str | None = None, actions: Actions = "auto"
) -> str:
    """Make a rulebook known to OpenSpiel, and give its name there (`cardwright_` and that of the rulebook). `options`
    are the answers that hold where `pyspiel.load_game` is given no parameter. Raises what `Setup` raises."""
    # A file may have changed since it was registered.
    first = _setup(rulebook, options, actions, anew=True)
    game = first.game
    short = f"cardwright_{game.rulebook.name}" if name is None else name
    if not isinstance(short, str) or re.fullmatch(r"[a-z][a-z0-9_]*", short) is None:
        raise ValueError(f"OpenSpiel reads names of small letters, digits and `_`, not `{short}`")
    if short not in _registered and short in pyspiel.registered_names():
        raise ValueError(f"`{short}` is a game of OpenSpiel already: choose another name")
    questions = {} if isinstance(rulebook, Game) else dict(game.options)
    players = questions["players"].answers if "players" in questions else (game.players,)
    game_type = pyspiel.GameType(
        short_name=short,
        long_name=game.rulebook.title or game.rulebook.name,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(map(int, players)),
        min_num_players=min(map(int, players)),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={option: question.answer for option, question in questions.items()},
    )

    class Registered(SpielGame):
        """The rulebook under the parameters that it is loaded with."""

        def __init__(self, params: dict[str, Any] | None = None) -> None:
            given = dict(params or {})
            answers = {option: given.get(option, question.answer) for option, question in questions.items()}
            setup = first if all(answers[o] == q.answer for o, q in questions.items()) else None
            setup = setup or _setup(rulebook, {**(options or {}), **answers}, actions)
            super().__init__(game_type, setup, given)

        def __reduce__(self) -> tuple[object, ...]:
            return _loaded, (rulebook, options, name, actions, str(self))

    pyspiel.register_game(game_type, Registered)
    _registered.add(short)
    return short


def _loaded(rulebook: str | Path | Game, options: Answers | None, name: str | None, actions: Actions, text: str) -> Any:
    """An unpickled game; where it was pickled it had been registered."""
    if text.partition("(")[0] not in pyspiel.registered_names():
        register(rulebook, options, name, actions)
    return pyspiel.load_game(text)


def _setup(rulebook: str | Path | Game, options: Answers | None, actions: Actions, anew: bool = False) -> Setup:
    return setup_of(rulebook, tuple(sorted((options or {}).items())), actions, anew)


def longest(game: Game) -> int:
    """No hand has more decisions: every trick takes a piece at least, and between two plays everybody else passes."""
    book, pieces = game.rulebook, len(game.pieces.all)
    auctions = [auction for auction in book.auctions if auction.name in book.play.before]
    calls = sum(game.players * (len(auction.bids) + 1) for auction in auctions)
    return pieces * game.players + calls + game.players + len(book.play.before)


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """One hand, as the first one of a match."""

    def __init__(self, game_type: Any, setup: Setup, params: dict[str, Any]) -> None:
        self.setup = setup
        info = pyspiel.GameInfo(
            num_distinct_actions=max(setup.size, DIGITS),
            max_chance_outcomes=DIGITS,
            num_players=setup.game.players,
            min_utility=-_LARGEST,
            max_utility=_LARGEST,
            max_game_length=longest(setup.game),
        )
        super().__init__(game_type, info, params)

    def new_initial_state(self) -> SpielState:
        """The hand before it is dealt."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """What tells a seat of a state."""
        if params:
            raise ValueError(f"an observation takes no parameters, and was given {params}")
        return Observer(self.setup, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))

    def max_chance_nodes_in_history(self) -> int:
        """The digits of the seed."""
        return DIGITS


class Hand:
    """What a state consists of: the seed so far, then the hand and what was done in it."""

    __slots__ = ("cursor", "dealt", "digits", "guess", "key", "log", "seed", "told")

    def __init__(self, key: tuple[Any, ...]) -> None:
        self.key = key
        """Of which setup it is."""
        self.seed = 0
        self.digits = 0
        self.cursor: Cursor | None = None
        self.dealt: tuple[Cards, ...] = ()
        """What everybody held at first."""
        self.log: list[tuple[int, int]] = []
        """Who has done what, by number, in order."""
        self.told: tuple[str, ...] = ()
        """What had been done, as text, when hidden cards were drawn anew; then numbers may mean other actions."""
        self.guess: Cursor | None = None
        """The hand as it was then."""

    def __deepcopy__(self, memo: object) -> Hand:
        other = Hand(self.key)
        other.seed, other.digits, other.dealt = self.seed, self.digits, self.dealt
        other.cursor = None if self.cursor is None else self.cursor.copy()
        other.log = self.log[:]
        other.told, other.guess = self.told, self.guess
        return other

    def __getstate__(self) -> tuple[Any, ...]:
        cursor, guess = (None if one is None else one.kept for one in (self.cursor, self.guess))
        return self.key, self.seed, self.digits, self.dealt, self.log, cursor, self.told, guess

    def __setstate__(self, kept: tuple[Any, ...]) -> None:
        self.key, self.seed, self.digits, self.dealt, self.log, cursor, self.told, guess = kept
        self.cursor, self.guess = (
            None if one is None else setup_of(*self.key).cursors.restored(one) for one in (cursor, guess)
        )


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A state of a hand; `cursor` is the hand itself once it is dealt."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self._hand = Hand(game.setup.key)
        self._turn = _CHANCE

    @property
    def setup(self) -> Setup:
        """What all states of the game share."""
        return self.get_game().setup  # type: ignore[no-any-return]

    @property
    def cursor(self) -> Cursor:
        """The hand. Raises RuntimeError before it is dealt."""
        if self._hand.cursor is None:
            raise RuntimeError("the hand is not dealt yet")
        return self._hand.cursor

    def current_player(self) -> int:
        """The seat that acts, chance, or nobody."""
        return self._turn

    def is_terminal(self) -> bool:
        """Whether the hand is over."""
        return self._turn == _OVER

    def _legal_actions(self, player: int) -> list[int]:
        cursor = self._hand.cursor
        return cursor.legal if cursor is not None and player == self._turn else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The next digit of the seed, each as likely."""
        return _OUTCOMES

    def _apply_action(self, action: int) -> None:
        hand = self._hand
        cursor = hand.cursor
        if cursor is None:
            if not 0 <= action < DIGITS:
                raise Illegal(f"chance draws a digit from 0 to {DIGITS - 1}, not {action}")
            hand.seed |= action << 4 * hand.digits
            hand.digits += 1
            if hand.digits == DIGITS:
                cursor = hand.cursor = self.setup.cursors.deal(hand.seed)
                self._turn = cursor.turn if cursor.turn >= 0 else _OVER
            return
        hand.log.append((self._turn, action))
        cursor.play(action)
        turn = cursor.turn
        self._turn = turn if turn >= 0 else _OVER

    def _action_to_string(self, player: int, action: int) -> str:
        if player == _CHANCE:
            return f"digit {action}"
        texts = self.setup.texts
        if texts:
            return texts[action] if 0 <= action < len(texts) else f"action {action}"
        cursor = self._hand.cursor
        return str(cursor.action(action)) if cursor is not None and action in cursor.legal else f"action {action}"

    def returns(self) -> list[float]:
        """The scores, once the hand is over."""
        if self._turn != _OVER or self._hand.cursor is None:
            return [0.0] * self.setup.game.players
        return [float(score) for score in self._hand.cursor.scores]

    def rewards(self) -> list[float]:
        """What the last action has brought: the scores, at the end."""
        return self.returns()

    def __str__(self) -> str:
        """The state as one line of text."""
        hand = self._hand
        return f"seed {hand.seed:x} of {hand.digits} digits" if hand.cursor is None else str(hand.cursor.state)

    # ---- who knows what ------------------------------------------------------------------------------------------

    def information(self, player: int) -> str:
        """All that a seat knows: what it was dealt, has seen done, and sees."""
        seen = json.dumps(self.cursor.observe(player).to_json(), separators=(",", ":"))
        done = " ".join(f"{seat}:{told}" for seat, told in self.seen_done(player))
        pieces = self.setup.game.pieces
        return f"{pieces.format(self.dealt(player), joined=False)}\n{done}\n{seen}"

    def dealt(self, player: int) -> Cards:
        """What a seat held at first."""
        hand = self._hand
        return hand.dealt[player] if hand.dealt else self.setup.game.shuffle(hand.seed).hands[player]

    def seen_done(self, player: int) -> list[tuple[int, str]]:
        """What a seat has seen done, in order: whether others claim is secret, and what they give or lay is covered."""
        told: list[tuple[int, str]] = []
        for (seat, _), text in zip(self._hand.log, self._texts(), strict=True):
            kind = text.partition(" ")[0]
            if seat == player or kind not in _SECRET | _COVERED:
                told.append((seat, text))
            elif kind in _COVERED:
                told.append((seat, kind))
        return told

    def _texts(self) -> list[str]:
        texts = self.setup.texts
        if texts:
            return [texts[number] for _, number in self._hand.log]
        # In the indexed form a number means what was legal then.
        hand, told = self._hand, [*self._hand.told]
        cursor = self.setup.cursors.start(self._first()) if hand.guess is None else hand.guess.copy()
        for _, number in hand.log[len(told) :]:
            told.append(str(cursor.action(number)))
            cursor.play(number)
        return told

    def _first(self) -> Any:
        game = self.setup.game
        return game.deal(self._hand.seed)

    def resample_from_infostate(self, player: int, sampler: Any) -> SpielState:
        """A state that looks the same to a seat, with hidden cards drawn anew. `sampler` gives numbers from 0 to 1."""
        other: SpielState = self.clone()
        if self.is_terminal():
            return other  # All cards are shown.
        cursor = other._hand.cursor = guessed(self, player, SplitMix64(int(sampler() * 2**53)))
        held = list(cursor.state.hands)
        for seat in range(len(held)):
            held[seat] = tuple(sorted((*held[seat], *cursor.has_played(seat))))
        held[player] = self.dealt(player)
        other._hand.dealt = tuple(held)
        if not self.setup.texts:
            other._hand.told, other._hand.guess = tuple(self._texts()), cursor.copy()
        return other


class Observer:
    """Tells what a seat sees, as `pyspiel.make_observation` wants it."""

    def __init__(self, setup: Setup, kind: Any) -> None:
        self._setup = setup
        self._kind = kind
        self._private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        whole = kind.public_info and self._private
        self.tensor = setup.encoder.buffer() if whole else np.zeros(0, np.float32)
        self.dict = {
            tensor.name: self.tensor[tensor.start : tensor.stop].reshape(tensor.shape)
            for tensor in (setup.layout.tensors if whole else ())
        }

    def set_from(self, state: SpielState, player: int) -> None:
        """Write what a seat sees into the tensor."""
        if self.tensor.size:
            if state._hand.cursor is None:
                self.tensor.fill(0)
            else:
                self._setup.encoder.encode(state._hand.cursor, player, self.tensor)

    def string_from(self, state: SpielState, player: int) -> str:
        """What a seat sees as text."""
        if state._hand.cursor is None:
            return ""
        seen = state._hand.cursor.observe(player)
        hand = self._setup.game.pieces.format(seen.hand, joined=False)
        if not self._kind.public_info:
            return hand if self._private else ""
        if not self._private:
            return self._public(seen)
        return state.information(player) if self._kind.perfect_recall else json.dumps(seen.to_json())

    @staticmethod
    def _public(seen: Observation) -> str:
        """What is the same for everybody."""
        told = seen.to_json()
        return json.dumps({name: told[name] for name in _PUBLIC})


_PUBLIC = ("counts", "table", "table_by", "dropped", "out", "piles", "plays", "claimed", "ended")
