"""Seasons of the whole site in one process, from a seed: `python -m tests.town`, docs/town.md."""
