"""Nation on the site: a board of nations, their commands, and the story of their rounds."""
