"""What the operators have switched for the whole site; read on every page, so it is remembered."""

from __future__ import annotations

from typing import NamedTuple

from django.core.cache import cache
from django.utils.translation import get_language

from accounts.models import SiteSwitches

KEY, SECONDS = "site-switches", 3


class Switches(NamedTuple):
    """The state of every switch."""

    panic: bool = False
    """No deadline is acted on, and no match begins."""
    no_new_matches: bool = False
    no_new_guests: bool = False
    no_new_accounts: bool = False
    bots_paused: bool = False
    """Bots make no move; their turns wait, and nobody's clock runs meanwhile."""
    banner_en: str = ""
    banner_ja: str = ""


PLAIN = Switches._fields[1:]
"""Those that stand in the row by the same name."""


def current() -> Switches:
    """Return how the switches stand, or stood at most three seconds ago."""
    known = cache.get(KEY)
    if known is None:
        known = tuple(_read())
        cache.set(KEY, known, SECONDS)
    return Switches(*known)


def is_on(name: str) -> bool:
    """Return whether the switch of that name is on; panic switches new matches off as well."""
    switches = current()
    if name == "no_new_matches" and switches.panic:
        return True
    return bool(getattr(switches, name))


def banner() -> str:
    """Return what is announced, in the reader's language if there is a text in it."""
    switches = current()
    texts = (switches.banner_en, switches.banner_ja)
    own, other = texts[::-1] if get_language() == "ja" else texts
    return own or other


def forget() -> None:
    """After a change: what this process remembers is old."""
    cache.delete(KEY)


def _read() -> Switches:
    row = SiteSwitches.objects.filter(pk=1).first()
    if row is None:
        return Switches()
    return Switches(row.panic_since is not None, *(getattr(row, name) for name in PLAIN))
