"""From the model of a rulebook to its game."""
