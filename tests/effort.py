"""How much the laws try: all sample sizes in one place. CARDWRIGHT_THOROUGH=1 in the environment tries far more."""

import os

from hypothesis import HealthCheck, settings

THOROUGH = os.environ.get("CARDWRIGHT_THOROUGH") == "1"
UPDATE = os.environ.get("CARDWRIGHT_UPDATE") == "1"
"""Write the frozen numbers anew instead of comparing with them."""


def either(quick: int, thorough: int) -> int:
    """How many are tried: few in every run, many where it is asked for."""
    return thorough if THOROUGH else quick


FEW_SETTINGS = either(12, 400)
"""Up to so many combinations of answers all are tried; beyond it a pairwise covering array is."""

GAMES_KEPT = either(60, 12)
"""Games (with all plays they have read) and played hands that are kept in memory; thorough ones are large."""

DEALS = either(3, 40)
"""Deals of one setting that are looked at without being played."""
HANDS = either(1, 12)
"""Hands of one setting that are played to the end at random, every state looked at."""
PROBES = either(1, 25)
"""Actions of each kind that are tried at one state although they may be illegal."""
LOOKED_AT = either(5, 60)
"""States of one played hand at which the dearer laws are checked."""
PACK_HANDS = either(2, 40)
"""Hands of a conformance pack that another engine plays again."""
SWAPS = either(2, 8)
"""Ways in which hidden cards are swapped at one state."""
CLAIM_DEALS = either(4, 40)
"""Deals of one setting in which somebody may claim."""

TOLD_STATES = either(2, 12)
"""States of one played hand at which all is compared that a seat gets to know."""
TOLD_SWAPS = either(1, 3)
"""Ways in which hidden cards are swapped there."""
TOLD_WAYS = either(12, 2_000)
"""Late in a hand, so many ways for hidden cards to lie are gone through whole."""
TOLD_LISTED = either(60, 3_000)
"""Legal actions that are compared there."""
TOLD_CHOICES = either(12, 60)
"""With more actions than that the bot that thinks ahead is not asked."""
TOLD_ACTIONS = either(3, 8)
"""Actions of a course in small games that are gone through whole; most end sooner than eight."""
TOLD_DEALS = either(2, 40)
"""Deals of one setting in which somebody may claim, and all is compared."""
TABLE_DEALS = either(2, 40)
"""Deals played at two tables that differ in what is hidden."""
TABLE_ACTIONS = either(10, 200)
"""Actions there."""

PLAYS_OF_A_TYPE = either(24, 150)
"""Up to so many plays of a combination all of them meet all others; of more there is a sample."""
MANY_PLAYS = 6_000
"""Combinations of up to so many plays are gone through whole where every play is read again."""
TRIES_FOR_A_PLAY = 40
SMALL_HANDS = either(2, 60)
"""Hands in which every subset is tried, for each setting."""
LARGEST_TRIED = either(9, 10)
"""How many pieces these have at most."""
LARGE_HANDS = either(1, 15)
"""Hands of 13 pieces in which every subset of up to 5 is tried, for each setting."""

TRICK_RUNS = either(2, 30)
"""Runs of the machine that keeps the books of a trick, for each rulebook and each set of turn rules."""
RENAMED_SETTINGS = either(4, 400)
"""Settings of one rulebook that are played side by side with their renamed twin."""

BATCH_HANDS, BATCH_STEPS = either(2, 20), either(110, 400)
"""Hands of a batch, and steps, that are played beside the definition, for each rulebook."""

RECORDED_TABLES = either(8, 1)
"""One of so many settings has hands recorded."""
RECORDED_HANDS = either(1, 6)
"""Hands of one setting that are recorded and played again."""
RECORDS_KEPT = either(2, 12)
"""Records of one rulebook that are edited."""
EDITS = either(18, 2_000)
"""Edits of each kind."""

LAW = settings(
    max_examples=either(10, 300),
    deadline=None,
    derandomize=not THOROUGH,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large],
)
"""For laws that Hypothesis looks for exceptions to."""
