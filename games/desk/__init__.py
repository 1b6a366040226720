"""A user's own matches."""
