"""How many players and pieces a game can have."""

MOST_PLAYERS = 16
MOST_PIECES = 255
