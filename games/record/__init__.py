"""What is written down of a match."""
