"""What happens on this site by the week, in numbers that tell of nobody."""
