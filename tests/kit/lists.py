"""The pages that list rows, and who asks for them: one catalogue for tests and measurements."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes

from tests.kit.browsing import browser
from tests.kit.staff import staff

if TYPE_CHECKING:
    from django.test import Client

    from accounts.models import User
    from tests.kit.crowd import Crowd


@dataclass(frozen=True)
class ListPage:
    """A page that lists rows."""

    name: str
    address: str | Callable[[Crowd], str]
    reader: str
    """An attribute of the crowd, a group of staff, or "" for a visitor."""

    def path(self, crowd: Crowd) -> str:
        """Its address in the house of *crowd*."""
        return self.address if isinstance(self.address, str) else self.address(crowd)

    def browser(self, crowd: Crowd) -> Client:
        """A browser of its reader."""
        return browser(_reader(self.reader, crowd) if self.reader else None)


def _reader(name: str, crowd: Crowd) -> User:
    found: User | None = getattr(crowd, name, None)
    if found is None:
        found = staff(name)
        RecoveryCodes.activate(found)
        setattr(crowd, name, found)
    return found


def pages() -> Iterator[ListPage]:
    """All of them."""
    for name, address, reader in (
        ("front page", "/", ""),
        ("lobby, a visitor", "/lobby/", ""),
        ("lobby", "/lobby/", "newcomer"),
        ("lobby, page 9", "/lobby/?page=9", "newcomer"),
        ("lobby by rating", "/lobby/?sort=rating", "newcomer"),
        ("watch", "/watch/", ""),
        ("watch, the strongest", "/watch/?sort=strongest", "newcomer"),
        ("watch, the last to end", "/watch/?sort=ends", "newcomer"),
        ("desk, empty", "/desk/", "newcomer"),
        ("desk, empty after many", "/desk/", "veteran"),
        ("desk, many running", "/desk/", "busy"),
        ("archive", "/archive/", "veteran"),
        ("archive, the won", "/archive/?result=won", "veteran"),
        ("archive, another game", "/archive/?game=gungi", "veteran"),
        ("archive, further back", "/archive/?before=f9960", "veteran"),
        ("profile", "/people/veteran/", ""),
        ("profile, to a member", "/people/veteran/", "busy"),
        ("profile, far back", "/people/veteran/?before=f8000", ""),
        ("profile against one", "/people/veteran/?opponent=crowd1", ""),
        ("people", "/people/", "veteran"),
        ("people found", "/people/?q=crowd1", "newcomer"),
        ("leaderboards", "/ratings/", ""),
        ("notices", "/notices/", "veteran"),
        ("what was sent", "/settings/notices/sent/", "veteran"),
        ("admin, matches", "/admin/match/match/", "senior"),
        ("admin, matches searched", "/admin/match/match/?q=crowd1", "senior"),
        ("admin, notices", "/admin/notices/notice/", "senior"),
        ("admin, notices searched", "/admin/notices/notice/?q=crowd1", "senior"),
        ("admin, deliveries", "/admin/notices/delivery/", "senior"),
        ("admin, users", "/admin/accounts/user/", "senior"),
        ("admin, reports", "/admin/moderation/report/", "senior"),
        ("admin, log", "/admin/moderation/modaction/", "senior"),
        ("staff, a person", _person_page, "senior"),
        ("staff, a match", "/admin/moderation/report/match/f2/", "senior"),
    ):
        yield ListPage(name, address, reader)


def _person_page(crowd: Crowd) -> str:
    return f"/admin/moderation/report/person/{crowd.veteran.pk}/"
