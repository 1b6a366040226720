"""Placing pieces in private before play."""
