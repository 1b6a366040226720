"""Clocks, deadlines and players in words."""
