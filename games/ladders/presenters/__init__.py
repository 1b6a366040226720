"""Ladders as pages."""
