"""Plans: moves prepared while the other side thinks, for nobody else's eyes."""
