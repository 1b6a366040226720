"""What can be passed on of a tournament: a link, a picture, the table in pages of others."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from django.urls import reverse

from games.tournaments.presenters.pages import event_url, shown_name
from games.tournaments.selectors import Standings

WIDTH, AROUND, LINE = 720, 230, 45
"""How large a table is shown in other pages unless they choose, in pixels: what is there whatever
happens, and what each entry takes besides."""


@dataclass(frozen=True, slots=True)
class Share:
    """The links and texts to hand to others."""

    link: str
    embedding: str
    """The HTML by which another page shows the table."""
    preview: str
    """Where the picture is that other sites show with the link."""


def share_of(standings: Standings, origin: str) -> Share:
    """Return what to pass on; *origin* is the site as the reader reaches it."""
    tournament = standings.tournament
    source = origin + reverse("games:event-embed", args=[tournament.uid])
    title = escape(shown_name(tournament))
    height = AROUND + LINE * len(standings.entries)
    return Share(
        link=origin + event_url(tournament),
        embedding=f'<iframe src="{source}" width="{WIDTH}" height="{height}" title="{title}"'
        ' loading="lazy"></iframe>',
        preview=origin + reverse("games:event-as-png", args=[tournament.uid]),
    )
