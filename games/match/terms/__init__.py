"""How a match comes about: offers, rematches, and what may be begun."""
