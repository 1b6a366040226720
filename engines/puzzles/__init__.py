"""Puzzles found in matches of bots: pure, and the same on any machine."""
