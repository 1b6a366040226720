"""The page of one match."""
