"""To whoever may not know of a match, a site with it reads like one without it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any
from zlib import crc32

import pytest
from django.db import transaction
from django.db.models import Q, QuerySet

import games.people.views
from accounts.models import User
from engines.catalogue import meta_for
from games.campaign.models import DailyRun, StageResult
from games.campaign.selectors import campaign_game, stage_of_day
from games.ladders.models import Ladder, LadderStep
from games.lobby.selectors import watching
from games.match.changes import ending
from games.match.models import Match, Player
from games.match.onlookers import ANONYMOUS, BY_LINK, CLOSED
from games.match.reading import selectors
from games.match.status import Status
from games.match.terms import opening
from games.people import selectors as people
from games.people.services import block_person
from games.ratings.selectors import Reliability
from games.tournaments.models import Entry, Pairing, Tournament
from queues.prepared import Prepared
from tests.kit.builders import match_between, play, terms
from tests.secrecy.comparing import Difference, read_closely, unlike
from tests.secrecy.house import NOW, Showcase, showcase
from tests.secrecy.leaking import Patch, wrap
from tests.secrecy.surfaces import Cell, is_as_usual, is_list, page_cells, read_all
from tests.secrecy.worlds import CONTROL

pytestmark = pytest.mark.usefixtures("db")

READERS = ("visitor", "stranger")
OWN = ("games:calendar", "games:search", "games:suggest")
"""For whoever has its address, which its owner alone is given, or has that of the match."""
TABLES = ("match_match", "match_player")

SHOWN = "not at all"
KEPT: dict[str, dict[str, object]] = {
    SHOWN: {},
    "hidden": {"hidden_at": NOW},
    "by link": {"onlookers": BY_LINK},
    "closed": {"onlookers": CLOSED},
    "without names": {"onlookers": ANONYMOUS},
}
"""The ways in which a match is kept from others."""
UNTIL_THE_END = ("closed", "without names")

LISTING = {
    *(
        "accounts:profile",
        "games:person-feed",
        "games:home",
        "games:watch",
        "games:stage",
        "games:daily",
    ),
    *("games:event", "games:event-as-json", "games:event-embed", "games:ladder", "api:tournament"),
    *("api:stage", "api:daily", "api:person", "api:history"),
}
"""Where the matches of `furnish` are told of while nobody keeps them."""


def furnish(shown: Showcase) -> None:
    """Let there be a match behind each kind of list, count, chart and table."""
    house = shown.house
    south, north = house.user("south"), house.user("north")
    rated = match_between(south, north, rated=True, now=NOW)
    play(rated, "e3e4", "e6e5", "d3d4", "d6d5")
    ending.resign(uid=rated.uid, user=north, now=NOW)
    event = Tournament.objects.filter(uid=house.offers["event"])
    first, second = (_entry(event.get(), user, number) for number, user in ((1, south), (2, north)))
    event.update(state=Tournament.State.RUNNING, began_at=NOW)
    met = {"first": first, "second": second, "match": rated, "outcome": "first"}
    Pairing.objects.create(tournament=event.get(), **met)
    ladder, _is_new = Ladder.objects.get_or_create(game=house.game, defaults={"made_at": NOW})
    step = {"user": south, "other": north, "match": rated, "made_at": NOW}
    LadderStep.objects.create(ladder=ladder, cause="won", **step)
    opening.create_house_match(terms=terms(), levels=("easy", "easy"), now=NOW)
    Player.objects.filter(match=house.bot).update(over_at=NOW, is_to_act=False, deadline=None)
    Player.objects.filter(match=house.bot, user=south).update(result="won")
    over = {"status": Status.FINISHED, "ended_at": NOW, "plies": 1}
    Match.objects.filter(pk=house.bot.pk).update(**over)
    rules = {"game": campaign_game(), "rules_version": meta_for(campaign_game()).rules_version}
    stage = Match.objects.create(**rules, created_at=NOW, started_at=NOW, **over)
    won = {"stage": "first-harvest", "is_cleared": True, "power": 99}
    StageResult.objects.create(match=stage, user=south, rounds=9, ended_at=NOW, **won)
    day = {"day": NOW.date(), "stage": stage_of_day(NOW.date()), "lead": 99, "is_won": True}
    member = house.user("stranger")  # who may read of the day, having played it
    played = {member: Match.objects.of_user(member.pk).earliest("pk"), south: house.over}
    for user, match in played.items():
        DailyRun.objects.create(match=match, user=user, rounds=9, ended_at=NOW, **day)


def _entry(event: Tournament, user: User, number: int) -> Entry:
    entered = {"entered_at": NOW, "number": number}
    return Entry.objects.update_or_create(tournament=event, user=user, defaults=entered)[0]


def of_others(shown: Showcase, *which: Q) -> QuerySet[Match]:
    """The matches in which the member does not sit, and that have begun."""
    begun = Match.objects.exclude(status=Status.OPEN).filter(*which)
    return begun.exclude(pk__in=Match.objects.of_user(shown.house.user("stranger").pk))


def lists_of(shown: Showcase) -> list[Cell]:
    """Every list, read by a visitor or by a member; where matches are told of, by both."""

    def is_due(cell: Cell) -> bool:
        turn = READERS[crc32(cell.route.encode()) % len(READERS)]
        return cell.route not in OWN and (cell.route in LISTING or cell.viewer == turn)

    cells = (cell for cell in page_cells(shown, READERS) if is_list(cell) and is_as_usual(cell))
    return [cell for cell in cells if is_due(cell)]


Lists = Sequence[tuple[Cell, bytes]]
"""Cells, and what they read where there are no matches of others."""


def without_matches(shown: Showcase, cells: Sequence[Cell]) -> Lists:
    """What those of the cells read that ask about matches."""
    with transaction.atomic():
        of_others(shown).delete()
        read = [(cell, *read_closely(shown, cell)) for cell in cells]
        transaction.set_rollback(True)
    return [(cell, blob) for cell, blob, asked in read if any(table in asked for table in TABLES)]


def told(shown: Showcase, lists: Lists, way: str) -> list[Difference]:
    """What *lists* tell of matches that are kept in that way."""
    with transaction.atomic():
        if way in UNTIL_THE_END:
            of_others(shown, Q(status=Status.FINISHED)).delete()
        if KEPT[way]:
            of_others(shown).update(**KEPT[way])
        blobs = [blob for _cell, blob in read_all(shown, [cell for cell, _blob in lists])]
        transaction.set_rollback(True)
    return unlike([(str(cell), blob) for cell, blob in lists], blobs)


@contextmanager
def furnished() -> Iterator[Showcase]:
    with showcase(CONTROL) as shown, transaction.atomic():
        furnish(shown)
        yield shown
        transaction.set_rollback(True)


def routes_of(found: Sequence[Difference]) -> set[str]:
    return {one.place.split()[1] for one in found}


def test_no_list_tells_of_a_match_that_is_kept() -> None:
    with furnished() as shown:
        lists = without_matches(shown, lists_of(shown))
        assert routes_of(told(shown, lists, SHOWN)) == LISTING
        for way in list(KEPT)[1:]:
            assert told(shown, lists, way) == [], way


def test_no_list_tells_of_a_running_match_of_somebody_blocked() -> None:
    with showcase(CONTROL) as shown, transaction.atomic():
        of_others(shown, ~Q(pk=shown.match.pk)).delete()
        lists = without_matches(shown, listing(shown, "games:watch", "games:home", "games:lobby"))
        assert routes_of(told(shown, lists, SHOWN)) == {"games:watch"}
        block_person(
            user=shown.house.user("stranger"), person=shown.house.user("south"), kinds=["watch"]
        )
        assert told(shown, [one for one in lists if one[0].viewer == "stranger"], SHOWN) == []
        transaction.set_rollback(True)


def listing(shown: Showcase, *routes: str) -> list[Cell]:
    return [cell for cell in page_cells(shown, READERS, routes) if is_as_usual(cell)]


# Planted leaks


def hidden_ones_in_histories(patch: Patch) -> None:
    """The history on a profile forgets to leave out what is kept."""
    patch.setattr(people, "shown", lambda prefix="", **_of_days: Q())


def hidden_ones_in_feeds(patch: Patch) -> None:
    """The feed of a profile forgets as well."""
    hidden_ones_in_histories(patch)
    patch.setattr(people, "listed", lambda _prefix: Q())


def playing_now(patch: Patch) -> None:
    """A profile says how many matches somebody is playing."""

    def leaky(reliability: Any, user_ids: Any) -> Any:
        return {key: Reliability(60, selectors.count_running(key), None) for key in user_ids}

    wrap(patch, games.people.views, "reliability_of", leaky)


def running_ones_on_the_watch_page(patch: Patch) -> None:
    """The list of matches to watch has all that run."""
    patch.setattr(selectors, "listed", lambda: Q())
    patch.setattr(watching, "_newest", Prepared(watching._newest._ask))


PLANTED: dict[Callable[[Patch], None], tuple[str, str]] = {
    # how what is told of is kept, and where it is told
    hidden_ones_in_histories: ("hidden", "accounts:profile"),
    hidden_ones_in_feeds: ("hidden", "games:person-feed"),
    playing_now: ("closed", "accounts:profile"),
    running_ones_on_the_watch_page: ("without names", "games:watch"),
}


@pytest.mark.rotating("leaks")
@pytest.mark.parametrize("leak", PLANTED, ids=lambda leak: leak.__name__)
def test_a_planted_leak_is_found(leak: Callable[[Patch], None], monkeypatch: Patch) -> None:
    way, route = PLANTED[leak]
    with furnished() as shown:
        lists = without_matches(shown, listing(shown, route))
        assert told(shown, lists, way) == []
        leak(monkeypatch)
        assert told(shown, without_matches(shown, listing(shown, route)), way)
