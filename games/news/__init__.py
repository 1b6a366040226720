"""Site news: a page, a feed, and the newest of them where people sign in."""
