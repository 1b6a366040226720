"""Gungi on the site."""
