"""Who may know of a match, watch and hear it: every address below it, for everybody."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.test import Client
from django.utils import timezone

from accounts.common.visitors import Visitor
from accounts.models import User
from games.match.models import Match
from games.match.onlookers import ANONYMOUS, ANYONE, BY_LINK, CLOSED, DAY
from games.match.reading.visibility import (
    NoSuchMatch,
    check_known,
    has_talk,
    may_know,
    may_read_talk,
    may_watch,
    out_of_sight,
    shown_uid,
    watched,
)
from games.match.status import Status
from games.matchpage.selectors.board import watched_match
from games.people.services import block_person
from tests.kit.browsing import browser
from tests.kit.builders import match_with_bot, person
from tests.kit.gunjin import gunjin_match
from tests.kit.staff import staff
from tests.routes import ROLES, TABLE, address, routes

pytestmark = pytest.mark.django_db

BELOW = {name: path for name, path in routes() if path.startswith("matches/<slug:uid>/")}
EYES = ("player", "stranger", "blocks", "is blocked", "staff")
"""Somebody of every kind; each looks at the match as it is, and at the same one hidden."""
OTHERWISE = {
    # what its player and what a stranger is answered
    "games:move": ("409", "403"),
    "games:knowledge": ("200", "404"),
    "games:mark": ("302", "403"),
    "games:commitments": ("200", "200"),
    "games:known": ("409", "409"),
    "games:known-embed": ("409", "409"),
    "games:analysis": ("404", "404"),
}
"""Where a running match of Gunjin answers otherwise than the match of `tests/routes.py`."""
FRAMED = {"games:embed", "games:known-embed"}
FOR_ANYBODY = {"games:picture", "games:preview"} | FRAMED
"""They do not ask who looks, so what is hidden is hidden there from its players too; before the
end there is nothing. The embeds say so, and the picture's refusal is the page of the match."""


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
            "staff": staff("moderator", "worker"),
        }

    def hide(self) -> None:
        Match.objects.update(hidden_at=timezone.now())
        self.match.refresh_from_db()


@pytest.fixture
def scene() -> Scene:
    return Scene()


def expected_of(name: str) -> list[str]:
    """What its player and a stranger are answered, to whatever method the address has."""
    if name in OTHERWISE:
        return list(OTHERWISE[name])
    rows = [
        dict(zip(ROLES, row.split(), strict=True)) for row in (TABLE[name].get, TABLE[name].post)
    ]
    return [
        " ".join(dict.fromkeys(row[role] for row in rows if row[role] != "405"))
        for role in ("south", "stranger")
    ]


def answers(client: Client, scene: Scene) -> dict[str, str]:
    """What every address below the match answers to a GET and to a POST, from the same state."""
    found = {}
    for name, pattern in BELOW.items():
        place = address(pattern, {"uid": scene.match.uid})
        statuses = [client.get(place).status_code]
        with transaction.atomic():
            statuses.append(client.post(place, TABLE[name].form).status_code)
            transaction.set_rollback(True)
        kinds = [str(status) for status in dict.fromkeys(statuses) if status != 405]
        found[name] = " ".join(kinds)
    return found


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("is_hidden", [False, True], ids=["shown", "hidden"])
def test_every_address_answers_everybody_by_the_same_rule(
    scene: Scene, eyes: str, is_hidden: bool
) -> None:
    if is_hidden:
        scene.hide()
    found = answers(browser(scene.people[eyes]), scene)
    may = may_watch(scene.match, scene.people[eyes])
    assert may is (eyes in ("player", "staff") or (eyes == "stranger" and not is_hidden))
    for name in BELOW:
        player, stranger = expected_of(name)
        expected = player if eyes == "player" else stranger
        if (is_hidden and name in FOR_ANYBODY) or (not may and name not in FRAMED):
            expected = "404"
        assert found[name] == expected, f"{name}: if a hidden game may differ, see OTHERWISE"


def test_hidden_it_stays_with_its_players_and_staff(scene: Scene) -> None:
    scene.hide()
    for eyes in EYES:
        user = scene.people[eyes]
        expected = eyes in ("player", "staff")
        assert may_know(scene.match, user) is expected, eyes
        assert may_watch(scene.match, user) is expected, eyes
        assert may_read_talk(scene.match, user) is expected, eyes
        assert (watched_match(scene.match.uid, user) is not None) is expected, eyes


def test_blocks_keep_from_watching_and_not_from_knowing(scene: Scene) -> None:
    for eyes in EYES:
        user = scene.people[eyes]
        expected = eyes not in ("blocks", "is blocked")
        assert may_know(scene.match, user)
        assert may_watch(scene.match, user) is expected, eyes
        assert may_read_talk(scene.match, user) is expected, eyes


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


def test_of_sockets_of_visitors_alone_no_block_is_asked(
    scene: Scene, django_assert_num_queries
) -> None:
    with django_assert_num_queries(2):
        assert out_of_sight({(scene.match.uid, None)}) == set()


def test_nothing_is_asked_that_does_not_decide(scene: Scene, django_assert_num_queries) -> None:
    match, players, visitor = scene.match, list(scene.match.players.all()), AnonymousUser()
    with django_assert_num_queries(0):
        assert may_watch(match, visitor)
        assert watched([match], visitor) == [match]
        assert may_watch(match, scene.south, players)
        assert may_read_talk(match, scene.south, players)
    with django_assert_num_queries(2):  # who sits there, and who is kept apart
        assert may_watch(match, scene.people["stranger"])
    match.onlookers, match.status, match.created_at = DAY, Status.FINISHED, timezone.now()
    with django_assert_num_queries(1):  # a visitor has no day of their own
        assert not may_watch(match, visitor)


@pytest.mark.parametrize(
    ("people", "facts", "expected"),
    [
        ((1, 2), {}, True),
        ((1, None), {}, False),
        ((1, 2), {"onlookers": ANONYMOUS}, False),
        ((1, 2), {"onlookers": ANONYMOUS, "status": Status.FINISHED}, True),
    ],
    ids=["two", "with a bot", "without names", "names are told"],
)
def test_there_is_talk_where_two_people_know_each_other(
    people: tuple[int | None, ...], facts: dict[str, Any], expected: bool
) -> None:
    assert has_talk(Match(**{"status": Status.ACTIVE, **facts}), people) is expected


def test_with_a_bot_nobody_talks_unless_it_took_over(monkeypatch: pytest.MonkeyPatch) -> None:
    ann = person("ann")
    match = match_with_bot(ann)
    assert not may_read_talk(match, ann)
    monkeypatch.setattr(Match, "was_refilled", True)
    assert may_read_talk(match, ann)


def test_what_is_hidden_is_as_if_it_were_not(scene: Scene) -> None:
    check_known(scene.match, scene.people["stranger"])
    scene.hide()
    check_known(scene.match, scene.south)
    with pytest.raises(NoSuchMatch):
        check_known(scene.match, scene.people["stranger"])


@pytest.mark.parametrize(
    ("facts", "shown"),
    [({}, "abc"), ({"hidden_at": timezone.now()}, ""), ({"onlookers": BY_LINK}, "")],
    ids=["for anyone", "hidden", "by link"],
)
def test_tables_name_the_matches_that_they_may(facts: dict[str, Any], shown: str) -> None:
    assert shown_uid(Match(**{"uid": "abc", "onlookers": ANYONE, **facts})) == shown


def test_tables_name_no_match_where_there_is_none() -> None:
    assert shown_uid(None) == ""


@pytest.mark.parametrize(
    "facts",
    [{}, {"hidden_at": timezone.now()}, {"onlookers": CLOSED}, {"status": Status.FINISHED}],
    ids=["running", "hidden", "closed", "over"],
)
def test_lists_show_to_everybody_what_the_board_does(scene: Scene, facts: dict[str, Any]) -> None:
    for name, value in facts.items():
        setattr(scene.match, name, value)
    eyes: dict[str, Visitor] = {**scene.people, "visitor": AnonymousUser()}
    for name, user in eyes.items():
        assert watched([scene.match], user) == [scene.match] * may_watch(scene.match, user), name
    assert watched([scene.match], scene.south)
