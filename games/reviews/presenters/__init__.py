"""A review in words and as a chart."""
