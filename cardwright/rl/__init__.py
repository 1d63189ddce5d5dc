"""Learning environments for every rulebook: `pip install cardwright[rl]`."""
