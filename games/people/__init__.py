"""Who follows, blocks and remembers whom; profiles and the search by name."""
