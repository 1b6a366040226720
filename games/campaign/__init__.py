"""The campaign of Nation: which stages are open, best results, and the board of honour."""
