"""What changes leagues: enrolling, leaving, and the turn of seasons."""
