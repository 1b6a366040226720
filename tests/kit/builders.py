"""Ready-made people and matches, so that each test says only what it is about."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

from django.apps import apps
from django.db import connection
from django.utils.crypto import get_random_string

from accounts.models import User
from games.match.changes import deadlines, turns
from games.match.models import HouseHealth, Match, Player
from games.match.terms import opening

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
SOUTH, NORTH = 0, 1

QUICK_MATE = ("c2c6", "f7e7", "c6c8")
"""The shortest match we know: South mates with the cannon."""

LONGER_MATE = ("f1e2", "f7d7", "a1a2", "c7c3", "g3g4", "c3c1")
"""North mates at the sixth ply."""

REPETITION = ("a1a2", "a8a7", "a2a1", "a7a8", "a1a2", "a8a7", "a2a1", "a7a8")
"""Drawn: the opening position stands for the third time."""

_numbers = count(1)


def person(name: str = "", **fields: Any) -> User:
    """An account; its password is `PASSWORD`'s."""
    fields = {"piece_set": "kanji", **fields}
    return User.objects.create_user(name or f"person{next(_numbers)}", PASSWORD, **fields)


def guest(name: str = "", **fields: Any) -> User:
    """Somebody who plays without an account; known by a cookie alone."""
    return User.objects.create_user(name or f"guest{next(_numbers)}", is_guest=True, **fields)


PASSWORD = "correct horse battery staple"


def terms(**changes: Any) -> opening.Terms:
    """Xiongqi, relaxed, the creator South."""
    return opening.Terms(**{"game": "xiongqi", "time_control": "relaxed", "side": SOUTH, **changes})


def match_between(south: User, north: User, *, now: datetime = NOON, **changes: Any) -> Match:
    """A match just begun between two people."""
    match = opening.create_invitation(user=south, terms=terms(**changes), now=now)
    opening.take_seat(secret=match.secret, user=north, now=now)
    match.refresh_from_db()
    return match


ONE_MOVE = "3g4/8/8/8/2G5/8/1R4S1/4R3 N"
"""Xiongqi: North may go to d7 alone, and is not in check."""


def match_from(start: str, south: User, north: User, **changes: Any) -> Match:
    """A match just begun between two people in the position *start*, or at its game's start."""
    match = opening.create_invitation(user=south, terms=terms(**changes), now=NOON)
    Match.objects.filter(pk=match.pk).update(start=start)
    opening.take_seat(secret=match.secret, user=north, now=NOON)
    match.refresh_from_db()
    return match


def match_with_bot(user: User, *, now: datetime = NOON, **changes: Any) -> Match:
    """A match just begun between a person and the house bot."""
    match = opening.create_bot_match(user=user, terms=terms(**changes), level="easy", now=now)
    match.refresh_from_db()
    return match


def play(match: Match, *moves: str, now: datetime = NOON) -> None:
    """Play *moves* for whoever is to act, a minute apart."""
    for step, text in enumerate(moves):
        player = match.players.get(is_to_act=True)
        turns.play_move(
            uid=match.uid,
            user=user_of(player),
            move=turns.MoveRequest(
                text, seat_ply_of(match, player.seat), f"key-{next(_numbers):08}"
            ),
            now=now + timedelta(minutes=step),
        )
    match.refresh_from_db()


def seat_ply_of(match: Match, seat: int) -> int:
    """The number of the seat's next own ply."""
    from games.match.sealed import SealedPly

    return SealedPly.objects.filter(match=match, seat=seat).count() + 1


def south(match: Match) -> User:
    """Who sits in seat 0."""
    return _user_in(match, SOUTH)


def north(match: Match) -> User:
    """Who sits in seat 1."""
    return _user_in(match, NORTH)


def user_of(player: Player) -> User:
    """The person who sits there."""
    assert player.user is not None
    return player.user


def _user_in(match: Match, seat: int) -> User:
    return user_of(match.players.get(seat=seat))


def submit(
    match: Match,
    user: User,
    text: str = "e3e4",
    *,
    seat_ply: int = 1,
    key: str = "key-one-1",
    now: datetime = NOON,
) -> None:
    """One request to move, exactly as given."""
    try:
        turns.play_move(
            uid=match.uid, user=user, move=turns.MoveRequest(text, seat_ply, key), now=now
        )
    finally:
        match.refresh_from_db()


TOO_LATE = timedelta(days=5)
"""So long after a deadline was missed for the first time, the match is lost."""


def use_up_overtime(match: Match) -> None:
    """Let the time of the seat to act run out, excused time too: its next deadline is its last."""
    assert match.deadline is not None
    assert deadlines.flag_if_overdue(uid=match.uid, now=match.deadline + timedelta(hours=25))
    match.refresh_from_db()
    assert match.players.get(is_to_act=True).late == "claim"


def house_was_up(since: datetime, until: datetime) -> None:
    """The sweeper has beaten without a gap from *since* to *until*."""
    HouseHealth.objects.update_or_create(
        pk=1, defaults={"healthy_since": since, "last_beat": until}
    )


def offers(maker: User, other: User, *, now: datetime = NOON) -> dict[str, str]:
    """What addresses are made of: a seek, the calendar, a tournament, a club and an analysis of the
    maker, who shares it; a challenge, and a puzzle."""
    from games.endpoints.services.calendar import renew_feed
    from games.lobby.services.challenges import send_challenge
    from games.lobby.services.seeks import SeekRequest, open_seek

    seek = open_seek(user=maker, asked=SeekRequest(terms(time_control="none")), now=now)
    challenge = send_challenge(user=maker, person=other, terms=terms(), now=now)
    feed = renew_feed(user=maker, now=now)
    event = tournament_of(maker, now=now)
    analysis = analysis_of(maker, now=now)
    found = {"seek": seek.uid, "challenge": challenge.uid, "feed": feed.token}
    return {
        **found,
        "analysis": analysis.uid,
        "link": analysis.link,
        "event": event.uid,
        "club": club_of(maker, now=now).uid,
        "puzzle": puzzle_of_the_house().key,
    }


def analysis_of(maker: User, *, now: datetime = NOON) -> Any:
    """An analysis of the first board of Xiongqi, noted to and shared by its maker."""
    from games.reviews.models import KeptAnalysis

    return KeptAnalysis.objects.create(
        user=maker,
        game="xiongqi",
        title="The first move",
        tree=[[0, 0, "", "Hold the centre."]],
        link=get_random_string(22),
        made_at=now,
        changed_at=now,
    )


def club_of(maker: User, *, now: datetime = NOON) -> Any:
    """A club that its maker owns."""
    from games.clubs.models import Club, Member

    club = Club.objects.create(
        name=f"Friends of {maker.name}"[:40], about="We play slowly.", made_at=now
    )
    Member.objects.create(club=club, user=maker, role=0, asked_at=now, joined_at=now)
    return club


def puzzle_of_the_house() -> Any:
    """The one puzzle of Xiongqi that there is in a test: a win in one move."""
    from games.puzzles.models import Puzzle

    asked = {
        "game": "xiongqi",
        "rules": 1,
        "position": "4g3/1R6/8/8/8/8/8/R2G4 S",
        "seat": 0,
        "ask": "win",
        "answer": {"in": 1, "tree": {"a1a8": [], "b7f7": []}},
        "themes": " win-1 ",
    }
    return Puzzle.objects.get_or_create(key="0a1b2c3d4e", defaults=asked)[0]


def tournament_of(maker: User, *, now: datetime = NOON) -> Any:
    """A casual round robin of four that its maker has entered."""
    from games.tournaments.models import Entry, Tournament

    made = Tournament.objects.create(
        key="key-of-a-tournament",
        name="Autumn",
        made_by=maker,
        game="xiongqi",
        time_control="relaxed",
        size=4,
        created_at=now,
        closes_at=now + timedelta(days=3650),
    )
    Entry.objects.create(tournament=made, user=maker, entered_at=now)
    return made


def everything() -> dict[str, list[tuple[object, ...]]]:
    """All rows of the site, to show that something has changed nothing."""
    rows = {}
    with connection.cursor() as cursor:
        for model in apps.get_models():
            # the names of tables are ours
            cursor.execute(f'SELECT * FROM "{model._meta.db_table}"')
            rows[model._meta.label] = sorted(map(tuple, cursor.fetchall()), key=repr)
    return rows
