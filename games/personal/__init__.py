"""Everything of one's own: fetched by oneself, and deleted by oneself."""
