"""Puzzles from matches: making them, solving them, and who is how good at it."""
