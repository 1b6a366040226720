"""The pages that list rows, and who asks for them: one catalogue for tests and measurements."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from allauth.account.internal.flows.login import record_authentication
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from django.http import HttpRequest
from django.test import Client
from django.utils import timezone

from accounts.sign_in.tokens import Scope, make_token
from tests.kit.browsing import browser
from tests.kit.staff import staff

if TYPE_CHECKING:
    from accounts.models import User
    from tests.kit.crowd import Crowd
    from tests.kit.holdings import Holdings


@dataclass(frozen=True)
class ListPage:
    """A page that lists rows."""

    name: str
    address: str | Callable[[Crowd], str]
    reader: str
    """An attribute of the crowd, a group of staff, or "" for a visitor."""

    def path(self, crowd: Crowd) -> str:
        """Its address in the site of *crowd*."""
        return self.address if isinstance(self.address, str) else self.address(crowd)

    def browser(self, crowd: Crowd) -> Client:
        """A browser of its reader, who has just said the password; or a program of theirs."""
        if not self.reader:
            return browser()
        reader = _reader(self.reader, crowd)
        if self.path(crowd).startswith("/api/"):
            return _program(reader)
        client = browser(reader)
        request = HttpRequest()
        request.session = client.session
        record_authentication(request, reader, method="password", reauthenticated=True)
        request.session.save()
        return client


def _program(owner: User) -> Client:
    _row, secret = make_token(
        user=owner, name="lists", scopes=tuple(Scope.values), days=30, now=timezone.now()
    )
    return Client(headers={"Authorization": f"Bearer {secret}"})


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
        ("lobby, page 4", "/lobby/?page=4", "newcomer"),
        ("lobby by rating", "/lobby/?sort=rating", "newcomer"),
        ("watch", "/watch/", ""),
        ("watch, the strongest", "/watch/?sort=strongest", "newcomer"),
        ("watch, the last to end", "/watch/?sort=ends", "newcomer"),
        ("desk, empty", "/desk/", "newcomer"),
        ("desk, empty after many", "/desk/", "veteran"),
        ("desk, many running", "/desk/", "busy"),
        ("desk without boards", "/desk/?compact=on", "busy"),
        ("archive", "/archive/", "veteran"),
        ("archive, the won", "/archive/?result=won", "veteran"),
        ("archive, another game", "/archive/?game=gungi", "veteran"),
        ("archive, further back", "/archive/?before=f9960", "veteran"),
        ("profile", "/people/veteran/", ""),
        ("profile, to a member", "/people/veteran/", "busy"),
        ("profile, far back", "/people/veteran/?before=f8000", ""),
        ("profile as a feed", "/people/veteran/feed/", ""),
        ("profile against one", "/people/veteran/?opponent=crowd1", ""),
        ("people", "/people/", "veteran"),
        ("people found", "/people/?q=crowd1", "newcomer"),
        ("search", "/search/?q=crowd1", ""),
        ("suggestions", "/search/suggest/?q=crowd1", ""),
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


OF_HOLDINGS = {
    "": """/clubs/ /clubs/{club}/ /events/{event}/table.json /events/{event}/table.svg
        /events/{event}/embed/ /events/ladder-xiongqi/table.json /people/collector/
        /clubs/{club}/feed/ /puzzles/daily/feed/
        /calendar/{feed}.ics /fair-play/""",
    "collector": """/lobby/ /desk/ /desk/counts/ /clubs/ /clubs/?list=mine /clubs/{club}/
        /clubs/{club}/?page=2 /clubs/{club}/challenge/ /events/new/ /events/?list=open
        /events/?list=running /events/?list=over /events/?list=mine /events/?club={club}
        /events/{event}/ /events/ladder-xiongqi/ /events/league-xiongqi/ /notes/ /analyses/
        /analyses/{analysis}/ /puzzles/ /people/ /set-ups/ /set-ups/gunjin/
        /matches/new/ /reports/ /standing/ /devices/ /settings/bots/ /messages/
        /messages/first/
        /settings/security/ /settings/tokens/ /my-data/""",
    "one": "/matches/{match}/ /matches/{match}/talk/",
    "senior": """/admin/match/ /admin/moderation/report/{report}/change/
        /admin/moderation/report/events/ /admin/moderation/report/clubs/
        /admin/moderation/report/barriers/
        /admin/moderation/report/person/{person}/ /admin/moderation/report/match/{match}/
        /admin/moderation/consent/ /admin/moderation/appeal/
        /admin/moderation/appeal/{appeal}/change/ /admin/puzzles/puzzle/
        /admin/puzzles/puzzle/{puzzle}/change/
        /admin/match/match/{match_key}/change/ /admin/accounts/user/{person}/change/
        /admin/notices/notice/{notice}/change/""",
}
"""The lists of everything else, by reader."""

OF_PROGRAMS = {
    "busy": "matches matches?state=active events",
    "veteran": """matches?limit=100 notices ratings/xiongqi people/collector people?q=crowd1
        people/veteran/matches ties""",
    "collector": """seeks seeks?joinable=true challenges bot tournaments?state=open
        tournaments?state=running tournaments?state=over tournaments?state=mine tournaments/{event}
        puzzles account leagues/xiongqi ladders/xiongqi messages messages/first""",
    "one": "matches/{match}/talk",
}
"""Those of the API under `/api/v1/`, by the owner of the token."""


def pages_of_holdings(held: Holdings) -> Iterator[ListPage]:
    """All of these."""
    crowd = held.crowd
    parts = {
        "club": held.club.uid,
        "event": held.event.uid,
        "feed": held.feed.token,
        "analysis": held.analysis.uid,
        "match": crowd.finished.uid,
        "match_key": crowd.finished.pk,
        "notice": crowd.notice.pk,
        "person": crowd.one.pk,
        "report": held.report.pk,
        "appeal": held.appeal.pk,
        "puzzle": held.puzzle.pk,
    }
    for readers, place in ((OF_HOLDINGS, ""), (OF_PROGRAMS, "/api/v1/")):
        for reader, addresses in readers.items():
            for address in addresses.split():
                path = place + address.format(**parts)
                yield ListPage(f"{place}{address}, {reader or 'a visitor'}", path, reader)
