"""What keeps the repository in order; nothing of it runs in production."""
