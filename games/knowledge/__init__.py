"""What players may know of hidden pieces, and what they take them for."""
