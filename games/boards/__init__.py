"""How each game appears on the site."""
