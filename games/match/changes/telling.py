"""The match's own public story besides its moves: what was done in it, and that all are told."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from games.common import live
from games.match.changes.followers import Change, Kind, follow
from games.match.models import Match, Player, Ruling
from games.match.referee import Referee

Verb = Ruling.Verb


def write(match: Match, verb: Verb, now: datetime, *, text: str = "", **about: Any) -> None:
    """Add a line to the story of a locked match."""
    Ruling.objects.create(match=match, verb=verb, text=text, made_at=now, **about)
    if not match.was_ruled:
        match.was_ruled = True
        match.save(update_fields=["was_ruled"])


def announce(
    match: Match,
    players: Sequence[Player],
    kind: Kind,
    now: datetime,
    *,
    subject: str,
    concerned: Sequence[Player] | None = None,
) -> None:
    """Tell those *concerned*, or all, by a notice, and let every page of the match look again."""
    look_again(match, players)
    follow(Change(kind, match, players, players if concerned is None else concerned, now, subject))


def look_again(match: Match, players: Sequence[Player]) -> None:
    """Let every page of a locked match, and the desks of its players, look again."""
    live.announce_match(match.uid, Referee(match).touch())
    live.announce_desks(player.user_id for player in players)
