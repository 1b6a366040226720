"""The demo house: a few people and boards, so that a first look finds life in it."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings

from accounts.models import User
from engines.catalogue import GAMES
from games.models import Match, Player, Status
from games.selectors.boards import board_facts
from games.services import opening, turns

GUESTS = ("Hana", "Kenji", "Mei", "Olga")
HOUSE_MATCHES = 2
OPENING_MOVES = {
    "xiongqi": (
        *("e3e4", "d6d5", "c3c4", "c6c5", "c4c5", "f8c5", "f2d2", "c7c2"),
        *("d1c2", "d5d4", "d2d4", "c5d4", "d3d4", "d8e7", "c2d3", "e8d8"),
    ),
}


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
    if not Match.objects.of_user(guests[0].pk).exists():
        _furnish_board(guests[:2], now)
    keep_bots_at_play(now)


def keep_bots_at_play(now: datetime) -> None:
    """Begin matches between the house's bots until enough are running."""
    meta = GAMES[0]
    terms = opening.Terms(game=meta.slug, time_control="none")
    for _missing in range(HOUSE_MATCHES - _house_matches()):
        opening.create_house_match(terms=terms, levels=[meta.bot_levels[0]] * 2, now=now)


def _house_matches() -> int:
    running = Match.objects.filter(status=Status.ACTIVE)
    return running.exclude(players__in=Player.objects.filter(bot="")).count()


def _guest(name: str) -> User:
    """The guest of that name, with the password of the demo house."""
    guest = User.objects.filter(name=name).first() or User(name=name)
    guest.set_password(settings.DEMO_PASSWORD)
    guest.save()
    return guest


def _furnish_board(people: list[User], now: datetime) -> None:
    """A match between the two, some moves into it."""
    meta = GAMES[0]
    began = now - timedelta(hours=len(OPENING_MOVES[meta.slug]))
    terms = opening.Terms(game=meta.slug, time_control="relaxed", side=0)
    match = opening.create_invitation(user=people[0], terms=terms, now=began)
    opening.take_seat(secret=match.secret, user=people[1], now=began)
    for number, text in enumerate(OPENING_MOVES[meta.slug]):
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
