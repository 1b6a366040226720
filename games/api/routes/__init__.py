"""The operations, a file for each kind of thing."""
