"""A word for a name that is not told."""

UNNAMED = "?"
"""Stands for a name that is kept; no account and no bot has such a one."""
