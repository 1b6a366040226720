"""Turns that bots owe, and where bots think."""
