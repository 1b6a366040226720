"""A site with one of everything of a game, in which one match can be exchanged for its twin."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING, Any, ClassVar

from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP
from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.apps import apps
from django.conf import settings
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.core.management.color import no_style
from django.db import connection, transaction
from django.test import Client

from accounts.models import User
from accounts.sign_in.tokens import Scope, make_token, may_have
from engines.catalogue import meta_for
from engines.core.dice import Dice
from engines.core.seats import Seat
from games.bots.models import BotTurn
from games.match.changes import ending
from games.match.models import Match
from games.match.terms import opening
from tests.kit.browsing import browser
from tests.kit.builders import NOON, guest, offers, person
from tests.kit.chance import play_some
from tests.secrecy.planting import plant
from tests.secrecy.still import Chance, still
from tests.secrecy.worlds import World

if TYPE_CHECKING:
    from tests.secrecy.canaries import Canary

NOW = NOON + timedelta(hours=12)
"""When everybody looks: after every act of every world."""

SEATED = {"south": 0, "north": 1}
NAMES = {seat: name for name, seat in SEATED.items()}
OTHERS = ("visitor", "stranger", "helper", "clerk", "root")
"""Nobody; a member; staff who may look at matches, without rights, and with all: without seats."""

VIEWERS = (*SEATED, *OTHERS)
"""Whom twins are shown to. There is a guest besides, who plays a bot elsewhere."""


@dataclass
class House:
    """One of everything of one game, and everybody in it."""

    game: str
    people: dict[str, User | None]
    running: Match
    over: Match
    bot: Match
    invitation: Match
    placing: Match | None = None
    """Where both players place their pieces, in games in which they do."""
    canaries: list[Canary] = field(default_factory=list)
    keys: dict[str, str | None] = field(default_factory=dict)
    tokens: dict[str, str] = field(default_factory=dict)
    """What the programs of those show who may have any."""
    offers: dict[str, str] = field(default_factory=dict)
    """What addresses of a seek and a challenge of South's are made of."""
    site: Client = field(default_factory=lambda: Client(raise_request_exception=False))

    @property
    def matches(self) -> tuple[Match, ...]:
        """The matches that have begun."""
        begun = (self.running, self.over, self.bot)
        return (*begun, self.placing) if self.placing else begun

    def user(self, name: str) -> User:
        """Somebody who has an account."""
        user = self.people[name]
        assert user is not None
        return user

    def client(self, viewer: str) -> Client:
        """The browser of *viewer*, as it was after signing in."""
        self.site.cookies.clear()
        if key := self.keys[viewer]:
            self.site.cookies[settings.SESSION_COOKIE_NAME] = key
        return self.site


LENGTH = 6
"""Plies of the match that is over."""


def make_house(game: str, *, plies: int = 0) -> House:
    """The site of one game; in the match that goes on, so many *plies* have been played."""
    people = _people()
    south, north, stranger, root = (people[name] for name in ("south", "north", "stranger", "root"))
    meta, terms = meta_for(game), opening.Terms(game, "relaxed", 0)
    running, over = (_begin(game, south, north) for _which in range(2))
    play_some(running, plies)
    play_some(over, LENGTH)
    ending.resign(uid=over.uid, user=south, now=NOON)
    bot = _begin_with_bot(game, south)
    play_some(bot, min(plies, 1))
    _begin_with_bot(game, people["guest"])
    _begin(game, root, stranger)
    open_terms = opening.Terms("xiongqi", "relaxed", 0) if meta.solo else terms
    house = House(
        game=game,
        people={"visitor": None, **people},
        running=running,
        over=over,
        bot=bot,
        invitation=opening.create_invitation(user=south, terms=open_terms, now=NOON),
        placing=_begin(game, south, north) if meta.placing is not None else None,
    )
    for match in (*house.matches, house.invitation):
        match.refresh_from_db()
    house.offers = offers(south, north)
    for name, user in house.people.items():
        if user is not None and may_have(user):
            wanted: dict[str, Any] = {"scopes": Scope.values, "days": 30, "now": NOON}
            house.tokens[name] = make_token(user=user, name="twins", **wanted)[1]
        cookie = browser(user).cookies.get(settings.SESSION_COOKIE_NAME)
        house.keys[name] = cookie.value if cookie else None
    return house


def _begin(game: str, south: User, north: User) -> Match:
    """A match between the two; South's alone where one plays alone."""
    if meta_for(game).solo:
        return _begin_with_bot(game, south)
    terms = opening.Terms(game, "relaxed", 0)
    match = opening.create_invitation(user=south, terms=terms, now=NOON)
    opening.take_seat(secret=match.secret, user=north, now=NOON)
    return match


def _begin_with_bot(game: str, user: User) -> Match:
    terms, level = opening.Terms(game, "relaxed", 0), meta_for(game).bot_levels[0]
    return opening.create_bot_match(user=user, terms=terms, level=level, now=NOON)


def _people() -> dict[str, User]:
    staff: dict[str, Any] = {"is_staff": True}
    people = {
        "south": person("south", email="south@private.example", time_zone="Pacific/Chatham"),
        "north": person("north", email="north@private.example", time_zone="Asia/Kathmandu"),
        "guest": guest("guest"),
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
    assert people["root"].has_perm("match.view_match")
    return people


class Showcase:
    """A still site, in which worlds are shown."""

    def __init__(self, house: House, chance: Chance) -> None:
        self.house = house
        self.chance = chance
        self.is_honest = True
        """Whether nothing was planted: then no page may break."""

    @property
    def match(self) -> Match:
        """The match that is exchanged."""
        return self.house.running

    def owe(self, seat: Seat, level: str) -> BotTurn:
        """Put a bot into that seat, whose turn is the one that workers find."""
        self.match.players.filter(seat=seat).update(user=None, bot=level)
        BotTurn.objects.all().delete()
        return BotTurn.objects.create(match=self.match, seat=seat, due_at=NOW, hinted_until=NOW)

    @contextmanager
    def showing(self, world: World, order: str = "one") -> Iterator[None]:
        """Meanwhile the match is the one of *world*, its sealed rows written in an *order*."""
        with transaction.atomic():
            self.chance.restart("planting")
            restart_keys()
            async_to_sync(get_channel_layer().flush)()
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
def showcase(game: str, *, plies: int = 0) -> Iterator[Showcase]:
    """The showcase of one game; needs a database, and leaves nothing in it."""
    with still(NOW) as chance:
        if LastingHouse.now is not None:
            shown = LastingHouse.now.showcase_of(game, plies, chance)
            with transaction.atomic():
                yield shown
                transaction.set_rollback(True)
        else:
            with transaction.atomic():
                yield new_showcase(game, plies, chance)
                transaction.set_rollback(True)


def new_showcase(game: str, plies: int, chance: Chance) -> Showcase:
    """A showcase with a site of its own."""
    house = make_house(game, plies=plies)
    # kept by the process from the first question on: whoever asks first must not count more
    ContentType.objects.get_for_models(*apps.get_models())
    return Showcase(house, chance)


class LastingHouse:
    """A site that stays from one showcase to the next, in a transaction around them."""

    now: ClassVar[LastingHouse | None] = None

    def __init__(self) -> None:
        self._asked: tuple[str, int] | None = None
        self._around = ExitStack()

    def __enter__(self) -> None:
        LastingHouse.now = self

    def __exit__(self, *error: object) -> None:
        LastingHouse.now = None
        self._leave()

    def showcase_of(self, game: str, plies: int, chance: Chance) -> Showcase:
        """The showcase of that game; a site of another one is given up."""
        if self._asked != (game, plies):
            self._leave()
            self._around.enter_context(transaction.atomic())
            self._showcase = new_showcase(game, plies, chance)
            self._asked = (game, plies)
        self._showcase.chance, self._showcase.is_honest = chance, True
        return self._showcase

    def _leave(self) -> None:
        if self._asked is not None:
            transaction.set_rollback(True)
            self._around.close()
            self._asked = None
