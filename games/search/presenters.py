"""What a search has found, as groups of lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.boards.names import bot_names, game_name, player_name, title_of
from games.clubs.presenters.pages import members_text
from games.people.selectors import people_like
from games.search.places import Place, pages_like, rules_like
from games.search.selectors import clubs_like, match_at, tournaments_like

if TYPE_CHECKING:
    from games.search.selectors import FoundMatch, Visitor

LONGEST = 200
"""So many letters of a question are read."""


OF_EACH, SUGGESTED = 3, 8
"""So many lines of each kind, and in all, are suggested to whoever is still typing."""


@dataclass(frozen=True, slots=True)
class Line:
    """Something that was found."""

    title: str
    url: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """The results of one kind."""

    name: str
    slug: str
    lines: tuple[Line, ...]


def present_search(text: str, user: Visitor) -> list[Group]:
    """Return the groups that *text* finds for *user*, those with lines, the surest first."""
    return [group for group in _groups(text, user) if group.lines]


def first_lines(groups: Iterable[Group]) -> list[tuple[str, Line]]:
    """The first lines of each of *groups* with its name, for a short list."""
    return [(group.name, line) for group in groups for line in group.lines[:OF_EACH]][:SUGGESTED]


def _groups(text: str, user: Visitor) -> Iterator[Group]:
    match = match_at(text, user)
    yield Group(_("Matches"), "matches", (_match_line(match),) if match else ())
    people = (
        Line(one.name, reverse("accounts:profile", args=[one.name])) for one in people_like(text)
    )
    yield Group(_("People"), "people", tuple(people))
    clubs = (
        Line(one.name, reverse("games:club", args=[one.uid]), members_text(one.joined))
        for one in clubs_like(text)
    )
    yield Group(_("Clubs"), "clubs", tuple(clubs))
    tournaments = (
        Line(one.name, reverse("games:event", args=[one.uid]), game_name(one.game))
        for one in tournaments_like(text)
    )
    yield Group(_("Tournaments"), "tournaments", tuple(tournaments))
    yield Group(_("Pages"), "pages", tuple(_lines(pages_like(text), has_notes=False)))
    yield Group(_("Rules"), "rules", tuple(_lines(rules_like(text), has_notes=True)))


def _lines(places: Iterable[Place], *, has_notes: bool) -> Iterator[Line]:
    for place in places:
        yield Line(place.title, place.url, place.also if has_notes else "")


def _match_line(match: FoundMatch) -> Line:
    bots = {seat: name for seat, (name, is_bot) in enumerate(match.seats) if is_bot}
    called = dict(zip(bots, bot_names(match.game, match.options, bots), strict=True))
    names = tuple(
        called[seat] if is_bot else player_name(match.game, name, is_bot=False)
        for seat, (name, is_bot) in enumerate(match.seats)
    )
    state = pgettext("events", "Over") if match.is_over else pgettext("events", "In progress")
    url = reverse("games:match", args=[match.uid])
    return Line(title_of(names), url, f"{game_name(match.game)} · {state}")
