"""Lessons: a path of steps for each game, and how far each user has come."""
