"""What boards of all games are made of."""
