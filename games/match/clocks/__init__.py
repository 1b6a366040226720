"""Time: controls, calendars, nights and vacations, and the site's own outages."""
