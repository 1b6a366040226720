"""What changes clubs: founding, joining, roles, announcing, and what moderators do."""
