"""Every change to a match that goes on, each in one transaction."""
