"""Gunjin Shogi on the site."""
