"""The rows of this slice."""

from games.endpoints.models.bot import BotAddress
from games.endpoints.models.calendar import CalendarEntry, CalendarFeed
from games.endpoints.models.push import PushDevice
from games.endpoints.models.webhook import Webhook

__all__ = ["BotAddress", "CalendarEntry", "CalendarFeed", "PushDevice", "Webhook"]
