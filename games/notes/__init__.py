"""Private notes on a match."""
