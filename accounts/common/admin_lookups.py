"""What the addresses of admin lists may ask for."""

from __future__ import annotations

from django.http import HttpRequest


class OfferedLookups:
    """An address asks only for what the list has a filter for.

    Django lets staff look up any field of the listed rows by address, and a
    field that is not shown, a password's hash or an invitation's secret, could
    be read that way letter by letter.
    """

    def lookup_allowed(
        self, lookup: str, value: object, request: HttpRequest | None = None
    ) -> bool:
        """Return whether *lookup* begins with a field that is offered as a filter."""
        filters = getattr(self, "list_filter", ())
        named = {own if isinstance(own, str) else own[0] for own in filters}
        offered = {*named, getattr(self, "date_hierarchy", None)}
        return lookup.split("__", maxsplit=1)[0] in offered
