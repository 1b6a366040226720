"""The heart: matches, their seats, their sealed positions, and every change to them."""
