"""The page on which one says where to be reached outside of the site."""
