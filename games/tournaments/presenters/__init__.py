"""Tournaments as pages and as files."""
