"""Where a user is reached outside of the site: calendar, devices, webhooks."""
