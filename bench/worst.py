"""The worst hands there are: legal plays of one suit of thirteen cards, and of tiles with every special play.

Told in microseconds of CPU time and as ratios to a plain loop of the same run. Run: python bench/worst.py"""

from __future__ import annotations

HANDS = {
    "hk": ["3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS 2S", "3D 3C 3H 4D 4C 4H 5D 5C 5H 6D 6C 7D 7C"],
}
