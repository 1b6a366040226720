"""What users are told of their matches, and how it reaches them."""
