"""Clubs as pages."""
