"""What moderators see and do."""
