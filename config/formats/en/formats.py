"""Dates in English. 24 hours, and the month as a word: nobody takes the day for it."""

TIME_FORMAT = "H:i"
DATE_FORMAT = "D j M Y"
DATETIME_FORMAT = "D j M Y, H:i"
SHORT_DATE_FORMAT = "D j M"
SHORT_DATETIME_FORMAT = "D j M, H:i"
YEAR_MONTH_FORMAT = "F Y"
MONTH_DAY_FORMAT = "j F"
