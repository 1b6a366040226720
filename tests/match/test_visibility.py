"""Who may know of a match, watch and hear it: every address below it, for everybody."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.match.models import Match
from games.match.visibility import may_hear, may_know, may_watch, out_of_sight
from games.matchpage.selectors import watched_match
from games.people.services import block_person
from tests.kit.browsing import browser
from tests.kit.builders import person
from tests.kit.gunjin import gunjin_match
from tests.kit.staff import staff
from tests.routes import TABLE, address, routes

pytestmark = pytest.mark.django_db

BELOW = sorted(
    (name, pattern) for name, pattern in routes() if pattern.startswith("matches/<slug:uid>/")
)
EYES = ("player", "stranger", "blocks", "is blocked", "hidden from", "staff")


class Scene:
    """A running match, with people of every kind around it."""

    def __init__(self) -> None:
        self.south, north = person("south"), person("north")
        self.match = gunjin_match(self.south, north)
        blocker, blocked = person("blocker"), person("blocked")
        block_person(user=blocker, person=north, kinds=["watch"])
        block_person(user=self.south, person=blocked, kinds=["watch"])
        self.people: dict[str, User] = {
            "player": self.south,
            "stranger": person("stranger"),
            "blocks": blocker,
            "is blocked": blocked,
            "hidden from": person("hidden-from"),
            "staff": staff("moderator", "worker"),
        }

    def hide(self) -> None:
        Match.objects.update(hidden_at=timezone.now())
        self.match.refresh_from_db()


@pytest.fixture
def scene() -> Scene:
    return Scene()


def test_there_are_addresses() -> None:
    assert len(BELOW) == 20
    assert all(name in TABLE for name, _pattern in BELOW)


def answers(client: Client, scene: Scene) -> dict[str, set[int]]:
    """What every address below the match answers to a GET and to a POST."""
    found = {}
    for name, pattern in BELOW:
        place = address(pattern, {"uid": scene.match.uid})
        form = TABLE[name].form
        found[name] = {client.get(place).status_code, client.post(place, form).status_code}
    return found


@pytest.mark.parametrize("eyes", ["blocks", "is blocked", "hidden from"])
def test_for_whoever_may_not_watch_there_is_no_such_match(scene: Scene, eyes: str) -> None:
    if eyes == "hidden from":
        scene.hide()
    found = answers(browser(scene.people[eyes]), scene)
    told = {name: statuses for name, statuses in found.items() if not statuses <= {404, 405}}
    if eyes != "hidden from":
        assert told.pop("games:embed") == {405, 409}  # it knows no user, and shows what is over
    assert told == {}


@pytest.mark.parametrize("eyes", ["player", "stranger"])
@pytest.mark.parametrize("name", ["match", "board", "talk", "commitments"])
def test_whoever_may_watch_finds_it(scene: Scene, eyes: str, name: str) -> None:
    place = dict(BELOW)[f"games:{name}"]
    answer = browser(scene.people[eyes]).get(address(place, {"uid": scene.match.uid}))
    assert answer.status_code in (200, 409)


def test_hidden_it_stays_with_its_players_and_staff(scene: Scene) -> None:
    scene.hide()
    for eyes in EYES:
        user = scene.people[eyes]
        expected = eyes in ("player", "staff")
        assert may_know(scene.match, user) is expected, eyes
        assert may_watch(scene.match, user) is expected, eyes
        assert may_hear(scene.match, user) is expected, eyes
        assert (watched_match(scene.match.uid, user) is not None) is expected, eyes


def test_blocks_keep_from_watching_and_not_from_knowing(scene: Scene) -> None:
    for eyes in EYES:
        user = scene.people[eyes]
        expected = eyes not in ("blocks", "is blocked")
        assert may_know(scene.match, user)
        assert may_watch(scene.match, user) is expected, eyes
        assert may_hear(scene.match, user) is expected, eyes


def test_what_is_over_anybody_may_look_at(scene: Scene) -> None:
    Match.objects.update(status="finished")
    scene.match.refresh_from_db()
    assert all(may_watch(scene.match, user) for user in scene.people.values())


def test_sockets_lose_sight_together(scene: Scene, django_assert_num_queries) -> None:
    ids = {eyes: user.pk for eyes, user in scene.people.items()}
    onlookers: set[tuple[str, int | None]] = {(scene.match.uid, pk) for pk in ids.values()}
    onlookers |= {(scene.match.uid, None), ("another", ids["stranger"])}
    with django_assert_num_queries(3):
        lost = out_of_sight(onlookers)
    assert lost == {(scene.match.uid, ids[eyes]) for eyes in ("blocks", "is blocked")}
    scene.hide()
    assert (scene.match.uid, None) in out_of_sight(onlookers)
