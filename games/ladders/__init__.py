"""Ladders: one a game, climbed by beating those above."""
