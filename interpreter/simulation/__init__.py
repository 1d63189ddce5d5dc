"""Many hands played by bots, here or on many machines, and what comes of them."""

from .checkpoint import CheckpointData
from .chunk import Failed, again, follow, hand_seed, paired_states, play_chunk
from .engines import ENGINES
from .intervals import Estimate, mean, paired_share, share, spread
from .plan import Chunk, Plan, Side, plan_of
from .runner import Simulation, simulate
from .summary import Row, by_count, ordinal, summary
from .tally import Hand, Matches, Measure, Pair, Standing, Swing, Tally

__all__ = [
    "ENGINES",
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
    "again",
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
