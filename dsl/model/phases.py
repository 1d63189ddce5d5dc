"""What may stand between the deal and the lead, and what a play may set off: auctions, steps, effects."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from ..frozen import node
from .expressions import Expression
from .node import Declared, Name, Node


@node
class Auction(Declared):
    """Open bids in turn; the highest bidder takes the role that is called like the auction.

    `bids` from low to high: each bid is higher than the one before it, and the highest one ends the auction. `starts`:
    who is asked first; where nobody alone won (or lost) the last hand, a random player. `card`: whose holder is, with
    `holder`. `each_bids`: everybody is asked once, or again and again until all others in a row have passed;
    `pass_drops_out`: who has passed is not asked again. `no_bid`: with no bid the hand is void, or who was asked first
    has the role for the lowest bid."""

    bids: tuple[int, ...]
    starts: Literal["random", "opener", "last_winner", "last_loser", "holder", "lowest"]
    card: Name | None = None
    pass_drops_out: bool = False
    each_bids: Literal["once", "until_passed"]
    no_bid: Literal["void", "starter"]


@node
class Takes(Node):
    """A player takes the kitty, which is turned up for all to see."""

    kind: Literal["takes"] = "takes"
    player: Expression


@node
class Gives(Node):
    """A player gives another so many pieces: the highest or lowest ones unasked, or (None) of their own choice.

    Nothing is done where either player does not exist, or both are the same."""

    kind: Literal["gives"] = "gives"
    giver: Expression
    count: Expression
    extreme: Literal["highest", "lowest"] | None = None
    taker: Expression


@node
class Step(Declared):
    """Something done before the lead."""

    act: Annotated[Takes | Gives, Field(discriminator="kind")]


@node
class Deed(Node):
    """One thing that an effect does.

    `end_trick`: the trick is over, and whoever made the play leads. `skip_next`: the next player is passed over once.
    `reverse_turns`, `reverse_ranks`: the other way round from now on, for as long as the effect lasts. `drop_beaten`:
    whose play was beaten is out of the trick. `pays`: a payment is worked out and booked at once."""

    deed: Literal["end_trick", "skip_next", "reverse_turns", "reverse_ranks", "drop_beaten", "pays"]
    payment: Name | None = None


@node
class Effect(Declared):
    """What a play that meets the condition sets off, after everything else about the play is done. In the condition
    `table` is the play that was beaten, and `beaten_player` whoever had made it."""

    when: Expression
    then: tuple[Deed, ...]
    lasts: Literal["trick", "hand", "all_hands"] = "hand"
