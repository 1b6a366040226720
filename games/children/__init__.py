"""Accounts for children and classes, as the grown-up who set them up sees them."""
