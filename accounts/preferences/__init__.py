"""What a person has chosen: language, look, time zone, nights."""
