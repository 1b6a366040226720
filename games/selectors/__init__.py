"""What reads things: each returns plain facts, cut to one viewer's eyes."""
