"""The rows of this slice."""

from games.endpoints.models.calendar import CalendarEntry, CalendarFeed

__all__ = ["CalendarEntry", "CalendarFeed"]
