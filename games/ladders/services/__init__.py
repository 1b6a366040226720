"""What changes ladders: joining, leaving, challenging, and what results do."""
