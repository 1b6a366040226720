"""Ratings and reliability: what finished matches say of their players."""
