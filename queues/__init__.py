"""Who may write, and who works on what waits: below people and games, and unaware of both."""
