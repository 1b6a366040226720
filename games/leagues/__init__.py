"""Leagues: one a game, a pyramid of divisions that are played in seasons."""
