"""What all of games shares."""
