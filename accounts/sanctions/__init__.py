"""What a person may not do."""
