"""What changes tournaments: entering, beginning, withdrawing, and what results do."""
