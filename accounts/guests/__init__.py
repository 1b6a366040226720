"""People who play before they have a name."""
