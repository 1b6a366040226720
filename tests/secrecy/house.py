"""A house in which one match can be exchanged for its twin, with everybody who may look on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP
from django.apps import apps
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.core.management.color import no_style
from django.db import connection, transaction

from accounts.models import User
from engines.core.dice import Dice
from games.match import ending, opening
from games.match.models import Match
from tests.kit.builders import NOON, offers, person
from tests.kit.leaks import House, sign_everybody_in
from tests.secrecy.planting import PACE, plant
from tests.secrecy.still import Chance, still
from tests.secrecy.worlds import World, engine_of, some_world

NOW = NOON + timedelta(hours=12)
"""When everybody looks: after every act of every world."""

SEATED = {"south": 0, "north": 1}
OTHERS = ("visitor", "stranger", "helper", "clerk", "root")
"""Nobody; a member; staff who may look at the rows of matches, staff without rights, staff with
all of them who sits in another match. None of them has a seat in the match in question."""

VIEWERS = (*SEATED, *OTHERS)


def make_house(game: str) -> House:
    """One of everything, with nothing in it but what chance and the services put there."""
    people = _people()
    south, north, stranger, root = (people[name] for name in ("south", "north", "stranger", "root"))
    terms = opening.Terms(game, "relaxed", 0)
    matches = []
    for _name in ("running", "over", "elsewhere"):
        match = opening.create_invitation(user=south, terms=terms, now=NOON)
        opening.take_seat(secret=match.secret, user=north, now=NOON)
        matches.append(match)
    engine = engine_of(game)
    plant(matches[1], some_world(engine, b"over" * 8, 30), start=NOON, order=Dice(b"o", "over"))
    ending.resign(uid=matches[1].uid, user=south, now=NOON + 40 * PACE)
    beside = opening.create_invitation(user=root, terms=terms, now=NOON)
    opening.take_seat(secret=beside.secret, user=stranger, now=NOON)
    bot = opening.create_bot_match(
        user=south, terms=terms, level=engine.meta.bot_levels[0], now=NOON
    )
    everybody: dict[str, Any] = {"visitor": None, **people}
    house = House(
        game=game,
        people=everybody,
        running=matches[0],
        over=matches[1],
        bot=bot,
        invitation=opening.create_invitation(user=south, terms=terms, now=NOON),
    )
    for match in (*house.matches, house.invitation):
        match.refresh_from_db()
    house.offers = offers(south, north)
    sign_everybody_in(house)
    return house


def _people() -> dict[str, User]:
    staff: dict[str, Any] = {"is_staff": True}
    people = {
        "south": person("south", email="south@private.example", time_zone="Pacific/Chatham"),
        "north": person("north", email="north@private.example", time_zone="Asia/Kathmandu"),
        "stranger": person("stranger"),
        "helper": person("helper", **staff),
        "clerk": person("clerk", **staff),
        "root": person("root", **staff, is_superuser=True),
    }
    for name in ("helper", "clerk", "root"):
        TOTP.activate(people[name], f"STAFFTOTP{name.upper():A<7}")
        RecoveryCodes.activate(people[name])
    may_look = Permission.objects.filter(
        content_type__app_label__in=("match", "notices", "bots"), codename__startswith="view_"
    )
    people["helper"].user_permissions.set(may_look)
    return people


class Stage:
    """A still house, on which worlds are put on."""

    def __init__(self, house: House, chance: Chance) -> None:
        self.house = house
        self.chance = chance
        self.is_honest = True
        """Whether nothing was planted: then no page may break."""

    @property
    def match(self) -> Match:
        """The match that is exchanged."""
        return self.house.running

    @contextmanager
    def showing(self, world: World, order: str = "one") -> Iterator[None]:
        """Meanwhile the match is the one of *world*; afterwards all is as it was.

        Its sealed rows are written in an *order*.
        """
        with transaction.atomic():
            self.chance.restart("planting")
            restart_keys()
            self.match.refresh_from_db()
            plant(self.match, world, start=NOON, order=Dice(b"order", order))
            self.match.refresh_from_db()
            yield
            transaction.set_rollback(True)


def restart_keys() -> None:
    """Let new rows get the keys after those that are there; PostgreSQL takes none back."""
    with connection.cursor() as cursor:
        for sql in connection.ops.sequence_reset_sql(no_style(), list(apps.get_models())):
            cursor.execute(sql)


@contextmanager
def stage(game: str) -> Iterator[Stage]:
    """The stage of one game; needs a database, and leaves nothing in it."""
    with still(NOW) as chance, transaction.atomic():
        house = make_house(game)
        # kept by the process from the first question on: whoever asks first must not count more
        ContentType.objects.get_for_models(*apps.get_models())
        yield Stage(house, chance)
        transaction.set_rollback(True)
