"""Puzzles as their templates show them."""
