"""The demo site: a few people and boards, so that a first look finds life in it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.contrib.auth.hashers import make_password

from accounts.models import User
from engines.catalogue import GAMES, meta_for
from games.boards.cards import card_for
from games.match.changes import turns
from games.match.reading.selectors import count_house_matches, matches_of
from games.match.terms import opening
from games.matchpage.selectors.board import board_facts
from queues.sweeps import each
from queues.transactions import writing

GUESTS = ("Hana", "Kenji", "Mei", "Olga", "Ines", "Sora")
"""They play each other in pairs, a game after the other that has moves to show."""
HOUSE_MATCHES = 1
"""How many matches of each game the site's bots play."""


class NotADemoHouse(Exception):
    """People with a known password may exist only in a site nobody else can reach."""


def furnish(now: datetime) -> None:
    """See to it that the demo people exist, play each other, and bots are at play.

    Running it again adds only what is missing. Raises NotADemoHouse unless the
    settings allow it.
    """
    if not settings.DEMO_PASSWORD:
        raise NotADemoHouse
    password = make_password(settings.DEMO_PASSWORD)  # hashed once: that takes its time
    with writing():  # once for all: each move by itself would wait for the disk
        guests = [_guest(name, password) for name in GUESTS]
        for number, slug in enumerate(games_of_guests()):
            first = 2 * number % len(guests)
            pair = guests[first : first + 2]
            if not matches_of(pair[0].pk).filter(game=slug).exists():
                _furnish_board(slug, pair, now)
        keep_bots_at_play(now)


def keep_bots_at_play(now: datetime) -> None:
    """Begin matches between the site's bots until enough of every game for two are running."""
    running = count_house_matches()

    def fill(number: int) -> int:
        meta = GAMES[number]
        missing = HOUSE_MATCHES - running.get(meta.slug, 0)
        terms = opening.Terms(game=meta.slug, time_control="none")
        levels = _mixed(meta.bot_levels, number, len(meta.seats_for({})))
        for _missing in range(missing):
            opening.create_house_match(terms=terms, levels=levels, now=now)
        return missing

    numbers = [number for number, meta in enumerate(GAMES) if not meta.solo]
    each(numbers, fill, what="matches of bots in game")


def _mixed(levels: Sequence[str], first: int, seats: int) -> list[str]:
    """A level for each seat, one after the other from the *first*, so that all are met."""
    return [levels[(first + seat) % len(levels)] for seat in range(seats)]


def games_of_guests() -> list[str]:
    """The games of which guests have a match under way."""
    return [meta.slug for meta in GAMES if card_for(meta.slug).demo_moves]


def _guest(name: str, password: str) -> User:
    """The guest of that name, with the password of the demo site, as it is kept."""
    guest = User.objects.filter(name=name).first() or User(name=name)
    guest.password = password
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
        mover = people[number % len(people)]
        made_at = began + timedelta(hours=number)
        turns.play_move(
            uid=match.uid,
            user=mover,
            move=turns.MoveRequest(
                text, board_facts(match.uid, mover, now=made_at).seat_ply, f"demo-opening-{number}"
            ),
            now=made_at,
        )


def _actions(slug: str) -> list[str]:
    """The opening of a game from its very first action, the set-ups included."""
    placing = meta_for(slug).placing
    armies = placing.armies[:2] if placing else ()
    setups = [placing.action(army.letters) for army in armies] if placing else []
    return [*setups, *card_for(slug).demo_moves]
