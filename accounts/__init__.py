"""People: the user, their preferences, and how they sign in."""
