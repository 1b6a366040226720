"""The page on which one plans to be away."""
