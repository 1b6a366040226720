"""The demo house: a few people and boards, so that a first look finds life in it."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings

from accounts.models import User
from engines.catalogue import GAMES, meta_for
from games.models import Match, Status
from games.selectors.boards import board_facts
from games.services import opening, turns

GUESTS = ("Hana", "Kenji", "Mei", "Olga")
HOUSE_MATCHES = 1
"""How many matches of each game the house's bots play."""
OPENING_MOVES = {
    "xiongqi": (
        *("e3e4", "d6d5", "c3c4", "c6c5", "c4c5", "f8c5", "f2d2", "c7c2"),
        *("d1c2", "d5d4", "d2d4", "c5d4", "d3d4", "d8e7", "c2d3", "e8d8"),
    ),
    "gunjin": (
        *("h2h4", "b4b3", "h4h5", "b3b2", "h5h6"),
        *("c4b4", "a3b3", "b2b1", "c1b1", "c5c4"),
    ),
}
"""What two guests have played of each game, their first recommended armies placed."""


class NotADemoHouse(Exception):
    """People with a known password may exist only in a house nobody else can reach."""


def furnish(now: datetime) -> None:
    """See to it that the demo people exist, play each other, and bots are at play.

    Running it again adds only what is missing. Raises NotADemoHouse unless the
    settings allow it.
    """
    if not settings.DEMO_PASSWORD:
        raise NotADemoHouse
    guests = [_guest(name) for name in GUESTS]
    for number, slug in enumerate(OPENING_MOVES):
        pair = guests[2 * number :][:2]
        if not Match.objects.of_user(pair[0].pk).exists():
            _furnish_board(slug, pair, now)
    keep_bots_at_play(now)


def keep_bots_at_play(now: datetime) -> None:
    """Begin matches between the house's bots until enough of every game are running."""
    for meta in GAMES:
        terms = opening.Terms(game=meta.slug, time_control="none")
        for _missing in range(HOUSE_MATCHES - _house_matches(meta.slug)):
            opening.create_house_match(terms=terms, levels=[meta.bot_levels[0]] * 2, now=now)


def _house_matches(slug: str) -> int:
    running = Match.objects.filter(game=slug, status=Status.ACTIVE)
    return running.exclude(players__bot="").count()


def _guest(name: str) -> User:
    """The guest of that name, with the password of the demo house."""
    guest = User.objects.filter(name=name).first() or User(name=name)
    guest.set_password(settings.DEMO_PASSWORD)
    guest.save()
    return guest


def _furnish_board(slug: str, people: list[User], now: datetime) -> None:
    """A match between the two, some moves into it."""
    actions = _actions(slug)
    began = now - timedelta(hours=len(actions))
    terms = opening.Terms(game=slug, time_control="relaxed", side=0)
    match = opening.create_invitation(user=people[0], terms=terms, now=began)
    opening.take_seat(secret=match.secret, user=people[1], now=began)
    for number, text in enumerate(actions):
        mover = people[number % 2]
        made_at = began + timedelta(hours=number)
        turns.play_move(
            uid=match.uid,
            user=mover,
            text=text,
            seat_ply=board_facts(match.uid, mover, now=made_at).seat_ply,
            key=f"demo-opening-{number}",
            now=made_at,
        )


def _actions(slug: str) -> list[str]:
    """The opening of a game from its very first action, the set-ups included."""
    placing = meta_for(slug).placing
    armies = placing.armies[:2] if placing else ()
    setups = [placing.action(army.letters) for army in armies] if placing else []
    return [*setups, *OPENING_MOVES[slug]]
