"""Messages between two who have met at a board or follow each other."""
