"""One number for the public rows that a season has left, by their contents and never by their keys.

It is compared with the one that is stored here: a change of what comes of a season is seen in the
commit that makes it, and every machine has the same. `python -m tests.town.digest` renews it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from django.db import connection

STORED = Path(__file__).with_suffix(".txt")
SMALL = ("--seed", "11", "--people", "4", "--days", "1")
"""The season whose digest is stored."""

PUBLIC: dict[str, str] = {
    # what anybody may see, by names; what is computed in fractions, as it is shown
    "matches": (
        "SELECT m.game, m.time_control, m.rated, m.status, m.created_at, m.ended_at, m.ended_how,"
        " m.plies, GROUP_CONCAT(COALESCE(u.name, p.bot) || p.result || p.is_to_act)"
        " FROM match_match m JOIN (SELECT * FROM match_player ORDER BY seat) p ON p.match_id = m.id"
        " LEFT JOIN accounts_user u ON u.id = p.user_id GROUP BY m.id"
    ),
    "turns": (
        "SELECT m.game, m.created_at, s.number, s.seat, s.made_at"
        " FROM match_sealedply s JOIN match_match m ON m.id = s.match_id"
    ),
    "people": "SELECT name, date_joined, is_guest FROM accounts_user",
    "ratings": (
        "SELECT u.name, r.bot, r.game, r.pace, r.versus, ROUND(r.rating), r.matches"
        " FROM ratings_rating r LEFT JOIN accounts_user u ON u.id = r.user_id"
    ),
    "offers": "SELECT game, time_control, rated, state, created_at FROM lobby_seek",
    "challenges": "SELECT game, time_control, rated, state, created_at FROM lobby_challenge",
    "events": (
        "SELECT t.game, t.name, t.state, t.began_at, t.ended_at, COALESCE(u.name, e.bot), e.place,"
        " e.withdrawn_how FROM tournaments_tournament t"
        " LEFT JOIN tournaments_entry e ON e.tournament_id = t.id"
        " LEFT JOIN accounts_user u ON u.id = e.user_id"
    ),
    "clubs": (
        "SELECT c.name, c.made_at, c.closed_at, u.name, m.role FROM clubs_club c"
        " LEFT JOIN clubs_member m ON m.club_id = c.id"
        " LEFT JOIN accounts_user u ON u.id = m.user_id"
    ),
    "ladders": (
        "SELECT l.game, u.name, r.place FROM ladders_rung r"
        " JOIN ladders_ladder l ON l.id = r.ladder_id JOIN accounts_user u ON u.id = r.user_id"
    ),
}


def digests() -> Iterator[tuple[str, str]]:
    """What is public, by kind, each with the digest of all its rows."""
    with connection.cursor() as cursor:
        for kind, statement in PUBLIC.items():
            cursor.execute(statement)
            rows = sorted(map(repr, cursor.fetchall()))
            yield kind, sha256("\n".join(rows).encode()).hexdigest()[:16]


def digest() -> str:
    """The digest of all of it."""
    whole = "\n".join(f"{kind} {found}" for kind, found in digests())
    return sha256(whole.encode()).hexdigest()[:16]


def stored() -> str:
    """The digest of the small season, as of the last commit that changed it."""
    return STORED.read_text().strip()


def renew() -> int:
    """Play the small season and store its digest; 1 if something is wrong in it."""
    import re
    import subprocess

    asked = [sys.executable, "-m", "tests.town", *SMALL]
    played = subprocess.run(asked, capture_output=True, text=True, check=False)
    found = re.search(r"digest (\w+)", played.stdout)
    if played.returncode or found is None:
        sys.stderr.write(played.stdout + played.stderr)
        return 1
    STORED.write_text(f"{found[1]}\n")
    return 0


if __name__ == "__main__":
    sys.exit(renew())
