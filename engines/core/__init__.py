"""The kit every game is built with; it knows no game."""
