"""What every slice may use; it knows no match."""
