"""The search box: people, clubs, tournaments, one match by its address, pages, rules."""
