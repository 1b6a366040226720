"""Addresses whose views are loaded when somebody asks for one of them."""

from __future__ import annotations

from django.urls import URLResolver


class Deferred(URLResolver):
    """The addresses of a module under a namespace of its own, imported when they are needed.

    Django imports what is included at once, and all of it again for the first address that is put
    together. Names of a namespace are looked up by that, so nothing of them need be known before.
    """

    def _populate(self) -> None:
        if "url_patterns" in vars(self):
            super()._populate()
