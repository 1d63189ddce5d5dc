"""Many hands played by bots, here or on many machines, and what comes of them."""

from .checkpoint import CheckpointData
from .chunk import Failed, follow, hand_seed, paired_states, play_chunk
from .intervals import Estimate, mean, paired_share, share, spread
from .plan import Chunk, Plan, Side, plan_of
from .runner import Simulation, simulate
from .summary import Row, by_count, ordinal, summary
from .tally import Hand, Matches, Measure, Pair, Standing, Swing, Tally

__all__ = [
    "CheckpointData",
    "Chunk",
    "Estimate",
    "Failed",
    "Hand",
    "Matches",
    "Measure",
    "Pair",
    "Plan",
    "Row",
    "Side",
    "Simulation",
    "Standing",
    "Swing",
    "Tally",
    "by_count",
    "follow",
    "hand_seed",
    "mean",
    "ordinal",
    "paired_share",
    "paired_states",
    "plan_of",
    "play_chunk",
    "share",
    "simulate",
    "spread",
    "summary",
]
