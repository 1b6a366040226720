"""Where staff act on accounts, and on whose."""
