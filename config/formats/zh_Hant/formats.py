"""Dates in Chinese."""

TIME_FORMAT = "H:i"
DATE_FORMAT = "Y年n月j日（D）"
DATETIME_FORMAT = "Y年n月j日（D）H:i"
SHORT_DATE_FORMAT = "n月j日（D）"
SHORT_DATETIME_FORMAT = "n月j日（D）H:i"
YEAR_MONTH_FORMAT = "Y年n月"
MONTH_DAY_FORMAT = "n月j日"
