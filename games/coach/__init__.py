"""Matches in which a coach speaks, for whoever has just learnt the game."""
