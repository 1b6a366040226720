"""Vacation on other pages."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext as _

from games.common.pulls import Pull, Reader


def vacation_pull(reader: Reader) -> Pull | None:
    """The way to stop one's clocks, for whoever has an account."""
    if reader.user.is_guest:
        return None
    words = _("Going away? Vacation stops your clocks.")
    return Pull(words, reverse("games:vacation"), _("Vacation"))
