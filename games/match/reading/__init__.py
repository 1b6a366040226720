"""What may be read of a match, by whom, and the rows it is read from."""
