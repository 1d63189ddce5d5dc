"""Hypothesis tries the same examples in every run; with CARDWRIGHT_THOROUGH=1 in the environment it tries new ones."""

import os

from hypothesis import settings

settings.register_profile("same", deadline=None, derandomize=True)
settings.register_profile("new", deadline=None)
settings.load_profile("new" if os.environ.get("CARDWRIGHT_THOROUGH") == "1" else "same")
