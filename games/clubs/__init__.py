"""Clubs: people who play together, with a board for announcements."""
