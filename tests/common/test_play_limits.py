"""Who floods the site is told when to come back; who plays fast never notices."""

from __future__ import annotations

import pytest
import time_machine
from allauth.core.internal.ratelimit import parse_rates
from asgiref.sync import sync_to_async
from django.core.cache import cache

from config.settings import base
from games.common import limits
from games.match.models import Match
from tests.kit.browsing import browser
from tests.kit.builders import NOON, guest, person, south
from tests.kit.sockets import Page, client_of

pytestmark = pytest.mark.django_db(transaction=True)

EVERY = {"begin", "cancel", "move", "draft", "mark", "note", "import", "worth", "other"}
LOOKS = {"look"}
HEAVY = {"download", "analysis", "search", "suggest"}
MOVE = {"move": "e3e4", "seat_ply": "1", "key": "key-of-this-move"}
NEW = {"game": "xiongqi", "opponent": "link", "time": "relaxed", "side": "0"}


@pytest.fixture(autouse=True)
def clock():
    cache.clear()
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller
    cache.clear()


def only(settings, action, rates):
    settings.PLAY_LIMITS = {action: rates}


# action, how it is tried, what it is answered within the limit
ACTIONS = {
    "begin": ("/matches/new/", NEW, 302),
    "cancel": ("resign/", {}, 302),
    "move": ("move/", {**MOVE, "move": "a1a9"}, 422),
    "draft": ("setup/", {"do": "save", "letters": "." * 23}, 409),
    "mark": ("mark/", {"piece": "a6", "kind": "G"}, 422),
    "note": ("note/", {"text": "mine"}, 302),
    "worth": ("/analysis/xiongqi/worth/", {}, 302),
    "import": ("/analysis/xiongqi/", {"moves": "e3e4"}, 302),
    "other": ("draw/", {"do": "offer"}, 302),
}


@pytest.mark.parametrize("action", ACTIONS)
def test_at_the_limit_an_action_is_done_and_beyond_it_nothing_changes(
    match, settings, clock, action
) -> None:
    assert set(ACTIONS) == EVERY
    path, form, within = ACTIONS[action]
    path = path if path.startswith("/") else f"/matches/{match.uid}/{path}"
    only(settings, action, "1/m/user")
    ann = browser(south(match))
    assert ann.post(path, {**form, "key": "key-number-one"}).status_code == within
    before = list(Match.objects.values())
    refused = ann.post(path, {**form, "key": "key-number-two"})
    assert (refused.status_code, refused["Retry-After"]) == (429, "61")
    assert list(Match.objects.values()) == before
    assert browser(match.players.get(seat=1).user).post(path, form).status_code != 429
    clock.shift(61)
    assert ann.post(path, {**form, "key": "key-number-3"}).status_code != 429


def test_an_address_is_counted_over_all_who_stand_behind_it(match, settings) -> None:
    only(settings, "other", "2/m/ip")
    path = f"/matches/{match.uid}/draw/"
    answers = [
        browser(player.user).post(path, {"do": "offer"}, REMOTE_ADDR=address).status_code
        for address in ("10.0.0.1", "10.0.0.2")
        for player in match.players.all()
    ]
    assert 429 not in answers
    again = [
        browser(south(match)).post(path, {"do": "offer"}, REMOTE_ADDR=address).status_code
        for address in ("10.0.0.1", "10.0.0.3")
    ]
    assert [code == 429 for code in again] == [True, False]


@pytest.mark.parametrize(
    ("language", "words"), [("en", "Try again in 61 seconds"), ("ja", "61秒後")]
)
def test_a_script_is_answered_a_sentence(match, settings, language, words) -> None:
    only(settings, "move", "0/m/user")
    answer = browser(south(match)).post(
        f"/matches/{match.uid}/move/",
        MOVE,
        headers={"HX-Request": "true", "Accept-Language": language},
    )
    assert answer.status_code == 429
    assert words in answer.content.decode()
    assert answer["Content-Type"] == "text/plain; charset=utf-8"


def test_looking_is_not_counted(match, settings) -> None:
    settings.PLAY_LIMITS = dict.fromkeys((*EVERY, *LOOKS, *HEAVY), "0/m/user,0/m/ip")
    assert browser(south(match)).get(f"/matches/{match.uid}/board/").status_code == 200


@pytest.mark.parametrize(
    ("action", "path"),
    [
        *(("look", f"/matches/UID/{part}") for part in ("", "board/", "?ply=1", "known/")),
        *(("look", f"/matches/UID/{part}") for part in ("embed/", "board.svg", "board.png")),
        ("look", "/analysis/xiongqi/?moves=e3e4"),
    ],
)
def test_visitors_and_guests_of_an_address_look_so_often_and_no_more(
    match, settings, clock, action, path
) -> None:
    only(settings, action, "1/m/ip")
    path = path.replace("UID", match.uid)
    visitor, stranger = browser(), browser(guest())
    assert visitor.get(path).status_code != 429
    for client in (visitor, stranger):
        refused = client.get(path)
        assert (refused.status_code, refused["Retry-After"]) == (429, "61")
    assert visitor.get(path, REMOTE_ADDR="10.0.0.9").status_code != 429
    assert browser(person()).get(path).status_code != 429
    clock.shift(61)
    assert visitor.get(path).status_code != 429


@pytest.mark.parametrize(
    ("action", "part"),
    [
        ("download", "record.txt"),
        ("download", "record.json"),
        ("analysis", "analysis/"),
        ("search", "/search/?q=ann"),
    ],
)
def test_what_goes_through_a_whole_match_or_all_names_is_counted_for_members_too(
    match, settings, clock, action, part
) -> None:
    only(settings, action, "1/m/key,4/m/ip")
    path = part if part.startswith("/") else f"/matches/{match.uid}/{part}"
    members = [browser(player.user) for player in match.players.all()]
    for client in (browser(), *members):
        assert client.get(path).status_code != 429
    for client in (browser(), *members):
        refused = client.get(path)
        assert (refused.status_code, refused["Retry-After"]) == (429, "61")
    assert members[0].get(path, REMOTE_ADDR="10.0.0.9").status_code == 429, "another address"
    assert browser().get(path, REMOTE_ADDR="10.0.0.9").status_code != 429
    clock.shift(61)
    assert members[0].get(path).status_code != 429


@pytest.mark.parametrize(
    "path", [f"/campaign/{one}/" for one in ("start", "skirmish", "daily", "fork")]
)
def test_stages_and_forks_of_them_are_matches_that_begin(match, settings, path) -> None:
    only(settings, "begin", "1/m/user")
    client = browser(south(match))
    assert [client.post(path).status_code == 429 for _ in range(2)] == [False, True]


def test_every_limit_leaves_room_for_the_fastest_play() -> None:
    """Two moves a second for a minute, from a hall of fifty people behind one address."""
    assert set(base.PLAY_LIMITS) == EVERY | LOOKS | HEAVY
    assert set(limits.LOOKS.values()) == LOOKS
    assert set(limits.HEAVY.values()) == HEAVY
    assert set(limits.ACTIONS.values()) | {limits.OTHER} == EVERY
    for action in ("move", "draft", "mark"):
        of = {rate.per: rate for rate in parse_rates(base.PLAY_LIMITS[action])}
        assert (of["user"].duration, of["ip"].duration) == (60, 60)
        assert of["user"].amount >= 120
        assert of["ip"].amount >= 50 * 120


async def opened(client, count):
    return [await Page("/ws/desk/", client).opened() for _number in range(count)]


async def test_sockets_of_a_user_are_limited_and_room_is_made_by_those_that_close(
    match, settings
) -> None:
    settings.MOST_SOCKETS_OF_USER = 2
    ann = await sync_to_async(client_of)(await sync_to_async(south)(match))
    first, second, third = await opened(ann, 3)
    assert await third.close_code() == 1008
    await first.receive_json_from()
    await first.disconnect()
    (fourth,) = await opened(ann, 1)
    assert await fourth.receive_json_from() == {"desk": 1, "bell": 1}
    for page in (second, fourth):
        await page.disconnect()


async def test_sockets_of_an_address_are_limited(match, settings) -> None:
    settings.MOST_SOCKETS_OF_ADDRESS = 1
    codes = []
    pages = [Page(f"/ws/matches/{match.uid}/") for _number in range(3)]
    for page, address in zip(pages, ("10.0.0.1", "10.0.0.1", "10.0.0.2"), strict=True):
        page.scope["client"] = [address, 5000]
        await page.opened()
        codes.append((await page.receive_output(timeout=5))["type"])
    assert codes == ["websocket.send", "websocket.close", "websocket.send"]
    for page in pages:
        await page.disconnect()
