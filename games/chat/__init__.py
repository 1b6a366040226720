"""Talk around a match: among its players, among onlookers, and to oneself until the end."""
