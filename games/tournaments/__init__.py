"""Round robins: who plays whom, and the table that follows from the results."""
