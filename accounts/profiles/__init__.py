"""What everybody may know about a person."""
