"""The model of a rulebook: checked, settled, complete; what games, sheets, simulators and clients are built from."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from ..frozen import node
from .examples import Example, Tongue
from .expressions import Class, Expression
from .node import Declared, Name, Node
from .patterns import Key, Pattern
from .phases import Auction, Effect, Step

FORMAT_VERSION = 1


@node
class Cited(Node):
    """A text that notes cite by its id."""

    id: Name
    text: str


@node
class OptionRange(Node):
    """Numbers from `least` to `most` (None: no end) may be answered."""

    least: int
    most: int | None


@node
class Option(Declared):
    """A question to the table: its answers in order (the first is the default) or a range, and the answer settled."""

    answers: tuple[str, ...] = ()
    range: OptionRange | None = None
    default: str
    answer: str
    numeric: bool = False


# ---- deck and deal ---------------------------------------------------------------------------------------------


@node
class Piece(Node):
    """One identity. `index` numbers identities by rank as written, then by suit in alphabetical order, whatever
    suit order is agreed; `copies` is how many are in play (0: left out). `faces`: the two halves of a tile."""

    index: int
    name: Name
    rank: Name
    suit: Name | None = None
    copies: int = 1
    faces: tuple[int, ...] = ()

    @property
    def pips(self) -> int:
        """The sum of the faces; 0 for a card."""
        return sum(self.faces)


@node
class Scale(Node):
    """Names compared among themselves only: tiers from low to high, ties share a tier. `family` None: the deck's own
    order of ranks (or suits)."""

    family: Name | None = None
    tiers: tuple[tuple[Name, ...], ...]
    claims: tuple[str, ...] = ()


@node
class Deck(Node):
    """The pieces. `ranks` and `suits` as written (suits may be empty: they never matter); scales rank them."""

    ranks: tuple[Name, ...]
    suits: tuple[Name, ...] = ()
    rank_scales: tuple[Scale, ...]
    suit_scale: Scale | None = None
    pieces: tuple[Piece, ...]
    claims: tuple[str, ...] = ()


@node
class Deal(Node):
    """How many each player gets. `rest`: what happens to the others: nothing is left; they stay unused; as many
    seats as there are get one each, from a seat that is one further in every hand; they are the kitty, which a step
    gives away; the holder of `rest_to` gets them (or of `rest_else`, where `rest_to` is itself among them)."""

    players: int
    each: int
    rest: Literal["none", "unused", "one_each", "kitty", "holder"] = "none"
    rest_to: Name | None = None
    rest_else: Name | None = None
    claims: tuple[str, ...] = ()


@node
class Order(Declared):
    """A named order of ranks (`items` of one name each) or of runs, tiers from low to high."""

    of: Literal["ranks", "runs"]
    tiers: tuple[tuple[tuple[Name, ...], ...], ...]


@node
class Set(Declared):
    """A named class of pieces or of plays."""

    value: Class


# ---- combinations and what beats what --------------------------------------------------------------------------


@node
class Combination(Declared):
    """A type of play. `compare` empty: all its plays are equal. `same`: what two plays must share to be compared.
    `equal`: whether a play falls to an equal one."""

    pattern: Pattern
    compare: tuple[Key, ...]
    same: tuple[Key, ...]
    needs: Expression | None = None
    equal: Literal["holds", "falls"] = "holds"


@node
class Ladder(Declared):
    """Rungs from low to high, ties share a rung; with `beats` a higher one beats a lower one of the same size."""

    order: tuple[tuple[Name, ...], ...]
    beats: Literal["lower", "nothing"]


@node
class Bombs(Declared):
    """Rungs from low to high: a higher one beats a lower one of any size, and each beats `beats` of any size.
    A rung may be a part of a type (a length)."""

    order: tuple[tuple[Class, ...], ...]
    beats: Class | None = None


@node
class Free(Node):
    """Types that may share pieces: such a play is written with its reading."""

    types: tuple[Name, ...]


# ---- play ------------------------------------------------------------------------------------------------------


@node
class HolderOpens(Node):
    """The holder of one card opens."""

    kind: Literal["holder"] = "holder"
    card: Name


@node
class LowestOpens(Node):
    """The holder of the lowest piece actually dealt opens."""

    kind: Literal["lowest"] = "lowest"


@node
class RandomOpens(Node):
    """Chance says who opens."""

    kind: Literal["random"] = "random"


@node
class LastWinnerOpens(Node):
    """Who won the last hand opens."""

    kind: Literal["last_winner"] = "last_winner"


@node
class LastLoserOpens(Node):
    """Who was last in the last hand opens."""

    kind: Literal["last_loser"] = "last_loser"


@node
class RoleOpens(Node):
    """Whoever has the role that an auction gives."""

    kind: Literal["role"] = "role"
    role: Name


OpenerRule = Annotated[
    HolderOpens | LowestOpens | RandomOpens | LastWinnerOpens | LastLoserOpens | RoleOpens, Field(discriminator="kind")
]


@node
class Opening(Node):
    """Who opens a hand; `playing_it`: the opening play must contain the card."""

    by: OpenerRule
    playing_it: bool = False
    claims: tuple[str, ...] = ()


@node
class AtOnce(Node):
    """Plays that take the trick at once: what nothing in the deck could beat, or the plays of a class."""

    unbeatable: bool = False
    of: Class | None = None


@node
class HandEnd(Node):
    """The hand ends when `count` players (or, `at_most`, that many or fewer) have cards (`holding`) or none."""

    count: int
    at_most: bool
    holding: bool
    judged: Literal["at_once", "after_trick"]


@node
class Line(Node):
    """The place and claims of one line of `play`, for explanations."""

    field: Name
    text: str
    claims: tuple[str, ...] = ()


@node
class Play(Node):
    """How a hand goes. Seats are numbered in the order of turns; `direction` says on which side the next one sits.

    `before`: the auctions and steps between the claims and the lead, in order. `discards`: there is no pass; who does
    not beat lays down as many pieces as the play to beat has (all, if fewer are left), face down. `last_trick_wins`:
    the winner of the hand is who won the last trick, not who went out first."""

    direction: Literal["clockwise", "anticlockwise"]
    first_hand: Opening
    later_hands: Opening
    before: tuple[Name, ...] = ()
    must_beat: bool
    discards: bool = False
    last_trick_wins: bool = False
    pass_drops_out: bool
    one_circuit: bool
    won_at_once: AtOnce
    pile: Literal["nothing", "winning_play", "whole_trick"] = "nothing"
    next_leader_may_lack_cards: bool
    hand_end: HandEnd
    lines: tuple[Line, ...]

    def line(self, field: str) -> Line | None:
        """The line that settled a field, None where it was left out."""
        return next((line for line in self.lines if line.field == field), None)


@node
class Refused(Node):
    """An action that breaks the duty is not legal."""

    kind: Literal["refused"] = "refused"


@node
class Pays(Node):
    """The offender pays the others' shares of a payment `when` the condition holds at settlement (in it,
    `next_player` is the seat protected at the time of the breach)."""

    kind: Literal["pays"] = "pays"
    payment: Name
    when: Expression | None = None


@node
class Duty(Declared):
    """What a player must do: `when` it exists, `binds` which plays it is about (None: all), what they `must` be."""

    when: Expression | None = None
    binds: Class | None = None
    must: Expression
    breach: Annotated[Refused | Pays, Field(discriminator="kind")]
    lasts: Literal["hand", "one_turn"] = "hand"


@node
class Claim(Declared):
    """What may (`voluntary`) or must be done before the first lead by whose hand includes the pattern: go out, void the
    hand, or lay the pieces of the class `pile` aside."""

    holding: Pattern
    voluntary: bool
    act: Literal["go_out", "void", "pile"]
    pile: Class | None = None


@node
class Claims(Node):
    """Which claim comes first (tiers from low to high) and how ties are broken."""

    order: tuple[tuple[Name, ...], ...] = ()
    ties: tuple[Literal["lowest_card", "turn"], ...] = ()
    claims: tuple[str, ...] = ()


# ---- settlement ------------------------------------------------------------------------------------------------


@node
class TableRow(Node):
    """For counts `low` to `high` (None: no end) the factor is `value`."""

    low: int
    high: int | None
    value: Expression
    claims: tuple[str, ...] = ()


@node
class Table(Declared):
    """A factor looked up by a property of a player (`cards`: cards left)."""

    of: Name
    rows: tuple[TableRow, ...]


@node
class Share(Node):
    """One case of a row of `factors`: `value` once, or raised to how many `for_each` there are `among` cards."""

    value: Expression
    for_each: Class | None = None
    among: Expression | None = None
    when: Expression | None = None
    instead_of: Name | None = None


@node
class FactorRow(Node):
    """A named row: the first case that holds; x1 when none does."""

    name: Name
    cases: tuple[Share, ...]
    claims: tuple[str, ...] = ()


@node
class Factors(Declared):
    """A product of rows, for a player (`variable`) or for the hand."""

    variable: Name | None = None
    rows: tuple[FactorRow, ...]


@node
class Let(Declared):
    """A calculation."""

    variable: Name | None = None
    value: Expression


@node
class Each(Node):
    """`each loser [ahead] [where …]`: a loop over players; `variable` names the one at hand. `ahead`: with fewer
    cards than the payer."""

    kind: Literal["each"] = "each"
    variable: Name
    among: Expression
    ahead: bool = False
    where: Expression | None = None


@node
class One(Node):
    """A single player."""

    kind: Literal["one"] = "one"
    player: Expression


Who = Annotated[Each | One, Field(discriminator="kind")]


@node
class Transfer(Node):
    """One case of a payment: `payer` pays `payee`, or (`payee` None: nobody pays) `payer` is given points."""

    payer: Who
    payee: Who | None
    amount: Expression
    when: Expression | None = None


@node
class Payment(Declared):
    """The first case whose condition holds; nothing is paid when none does."""

    cases: tuple[Transfer, ...]


@node
class Always(Declared):
    """An invariant, checked at every settlement."""

    condition: Expression


@node
class Match(Node):
    """How hands make a match. `hands` None and `points` None: it ends when the players like."""

    worth: Expression | None = None
    hands: int | None = None
    points: int | None = None
    wins: Literal["highest", "lowest"] | None = None
    shared: bool = False
    claims: tuple[str, ...] = ()


IN_ORDER = frozenset({"duties", "effects"})
"""Declarations whose order counts: duties are met, and effects are done, in the order of the file."""


# ---- the rulebook ----------------------------------------------------------------------------------------------


class Rulebook(BaseModel):
    """A rulebook with every option answered. Declarations that were not agreed are gone; nothing is implicit."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    format_version: Literal[1] = 1
    name: Name
    title: str
    edition: int
    sources: tuple[Cited, ...] = ()
    notes: tuple[str, ...] = ()
    # The claims that notes cite for the rulebook as a whole: at its head, or around its options, examples and names.
    claim_ids: tuple[str, ...] = ()
    options: tuple[Option, ...] = ()
    deck: Deck
    deal: Deal
    orders: tuple[Order, ...] = ()
    sets: tuple[Set, ...] = ()
    combinations: tuple[Combination, ...]
    ladders: tuple[Ladder, ...] = ()
    bombs: tuple[Bombs, ...] = ()
    free: tuple[Free, ...] = ()
    play: Play
    auctions: tuple[Auction, ...] = ()
    steps: tuple[Step, ...] = ()
    effects: tuple[Effect, ...] = ()
    duties: tuple[Duty, ...] = ()
    claim_rules: Claims = Claims()
    claims: tuple[Claim, ...] = ()
    tables: tuple[Table, ...] = ()
    factors: tuple[Factors, ...] = ()
    lets: tuple[Let, ...] = ()
    payments: tuple[Payment, ...] = ()
    match: Match = Match()
    always: tuple[Always, ...] = ()
    examples: tuple[Example, ...] = ()
    tongues: tuple[Tongue, ...] = ()
