"""Making an account."""
