"""Seichu Shogi on the site."""
