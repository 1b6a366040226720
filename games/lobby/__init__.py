"""The front door, and how matches come about."""
