"""The page of everything that is played by many."""
