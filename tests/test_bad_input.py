"""Whatever is sent to matches: a fitting status, a clear sentence, nothing changed, no fault."""

from __future__ import annotations

import asyncio

import pytest
from django.conf import settings
from django.test import Client

from config.asgi import application
from games.knowledge import services as marks
from games.match.changes import ending
from games.match.models import Match
from games.match.terms import opening
from tests.kit import badinput
from tests.kit.badinput import CASES
from tests.kit.browsing import HTMX, browser, message_of
from tests.kit.builders import (
    NOON,
    QUICK_MATE,
    everything,
    match_between,
    match_with_bot,
    north,
    person,
    play,
    south,
    submit,
    terms,
)
from tests.kit.gunjin import gunjin_match
from tests.kit.offering import offers_in
from tests.kit.seichu import FOUL_CAPTURED, seichu_match

pytestmark = pytest.mark.usefixtures("any_database")

MOST_BYTES = 200_000  # of an answer: a board page with its pictures


@pytest.fixture
def world():
    """A match in every state, by name, and a browser for everybody."""
    ann, bob = person("south"), person("north")
    matches = {
        name: match_between(ann, bob)
        for name in ("running", "later", "over", "cancelled", "offered")
    }
    matches["bot"] = match_with_bot(ann)
    matches["placing"] = match_between(ann, bob, game="gunjin")
    matches["open"] = opening.create_invitation(user=ann, terms=terms(), now=NOON)
    submit(matches["later"], ann, key="the-first-move")
    submit(matches["later"], bob, "e6e5", key="the-second-move")
    play(matches["over"], *QUICK_MATE)
    ending.cancel_running(matches["cancelled"], list(matches["cancelled"].players.all()), now=NOON)
    ending.offer_draw(uid=matches["offered"].uid, user=ann, now=NOON)
    matches["hidden"] = gunjin_match(ann, bob)
    matches["covered"] = seichu_match(ann, bob)
    matches["asked"] = seichu_match(ann, bob, *FOUL_CAPTURED)
    marks.mark_piece(uid=matches["hidden"].uid, user=ann, piece="g4", kind="T", now=NOON)
    places = {name: match.uid for name, match in matches.items()}
    secrets = {f"{name}_secret": match.secret for name, match in matches.items()}
    people = {
        "south": browser(ann),
        "north": browser(bob),
        "stranger": browser(person("stranger")),
        "visitor": browser(),
    }
    return people, places | secrets


def without_sessions():
    """All rows but those that keep a message for the next page."""
    return {name: rows for name, rows in everything().items() if name != "sessions.Session"}


def fault_of(case, answer) -> str:
    """What is wrong with an answer; empty if nothing is."""
    if answer.status_code not in case.status:
        return f"{answer.status_code}, not {case.status}"
    if len(answer.content) > MOST_BYTES:
        return f"{len(answer.content)} bytes"
    is_board = answer.status_code in (403, 409, 422) and "/matches/{" in case.url
    if is_board and not message_of(answer).strip():
        return "no sentence"
    text = answer.content.decode()
    if "Traceback" in text or "<script>alert" in text:
        return "an echo or a trace"
    return ""


@pytest.mark.django_db
@pytest.mark.parametrize("part", range(4))
def test_it_is_answered_and_changes_nothing(world, part) -> None:
    people, places = world
    before = without_sessions()
    faults = []
    for number, case in enumerate(CASES[part::4]):
        client: Client = people[case.who]
        url = case.url.format(**places)
        headers = HTMX if "/matches/{" in case.url else {}
        answer = client.generic("POST", url, case.body, case.content_type, headers=headers)
        if fault := fault_of(case, answer):
            faults.append(f"{case.id}: {fault}")
        if number % 20 == 0 and without_sessions() != before:
            faults.append(f"{case.id}, or one of the twenty before it, changed something")
            before = without_sessions()
    assert faults == []
    assert without_sessions() == before


def test_there_are_enough_of_them_and_each_has_a_name() -> None:
    ids = [case.id for case in CASES]
    assert len(ids) == len(set(ids))
    assert len(ids) > 450


@pytest.mark.django_db
def test_every_move_that_is_not_offered_is_refused() -> None:
    """B4: from every square to every square."""
    match = match_between(person("ann"), person("bob"))
    client = browser(south(match))
    html = client.get(f"/matches/{match.uid}/").content.decode()
    offered = {offer["action"] for offer in offers_in(html)}
    squares = [file + rank for file in "abcdefgh" for rank in "12345678"]
    pairs = [(a, b) for a in squares[::8] for b in squares[::9]]
    before = without_sessions()
    for start, end in pairs:
        if start + end in offered:
            continue
        form = {**badinput.MOVE, "move": start + end}
        answer = client.post(f"/matches/{match.uid}/move/", form, headers={"HX-Request": "true"})
        assert answer.status_code == 422, start + end
    assert without_sessions() == before


@pytest.mark.django_db
def test_cookies_of_all_sorts_are_nobody() -> None:
    """B10: no session of ours, and none of anybody's."""
    match = match_between(person("ann"), person("bob"))
    path = f"/matches/{match.uid}/resign/"
    for value in (
        "",
        "x",
        "0" * 32,
        "a" * 4000,
        "é",
        '"a\\000b\\012"',
        '"' + "\\000" * 40 + '"',
        "%00",
    ):
        client = Client()
        client.cookies[settings.SESSION_COOKIE_NAME] = "x"
        client.cookies[settings.SESSION_COOKIE_NAME].set(settings.SESSION_COOKIE_NAME, value, value)
        assert client.post(path).status_code == 403, value
        assert client.get("/desk/").status_code == 302, value
    assert Match.objects.get().status == "active"


@pytest.mark.django_db
def test_somebody_elses_form_is_played_by_nobody_else() -> None:
    """B10: South's key and number, sent with North's cookies."""
    match = match_between(person("ann"), person("bob"))
    before = everything()["match.Match"]
    answer = browser(north(match)).post(f"/matches/{match.uid}/move/", badinput.MOVE)
    assert (answer.status_code, answer["X-Refusal"]) == (409, "not-your-turn")
    assert everything()["match.Match"] == before


@pytest.mark.django_db
@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "evil.example"},
        {"Host": "testserver:99999"},
        {"Host": "testserver\\@evil"},
        {"Host": ""},
        {"X-HTTP-Method-Override": "DELETE"},
        {"X-Forwarded-Host": "evil.example"},
        {"X-Original-URL": "/admin/"},
        {"Accept-Language": "en" * 5000},
        {"Accept": "application/json"},
        {"HX-Request": "maybe"},
        {"HX-Request": "true", "HX-Boosted": "true"},
        {"HX-Request": "true", "HX-History-Restore-Request": "true"},
        {"HX-Current-URL": "http://evil.example/%zz"},
        {"HX-Current-URL-URI-AutoEncoded": "true", "HX-Current-URL": "%ff%00"},
        {"HX-Target": "x" * 5000},
        {"Referer": "not a url"},
        {"Cookie": "; ;=;a=b;" * 200},
    ],
)
def test_headers_of_all_sorts_break_nothing(headers) -> None:
    match = match_between(person("ann"), person("bob"))
    for path in (f"/matches/{match.uid}/", "/", "/desk/"):
        answer = browser().get(path, headers=headers)
        assert answer.status_code in (200, 302, 400), (path, answer.status_code)
        assert "evil.example" not in answer.content.decode()


# Bodies too big are refused before any of our code has read them.

CHUNK = 16 * 1024
BIG = [(64 * 1024, None), (64 * 1024 + 1, 413), (10 * 64 * 1024, 413)]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("size", "status"), BIG)
@pytest.mark.parametrize("announced", [True, False])
async def test_a_body_beyond_the_limit_is_not_read(size, status, announced) -> None:
    body = b"move=" + b"a" * (size - 5)
    answer = await post("/matches/AAAAAAAAAAAA/move/", body, announced=announced)
    assert answer == (status or 403)  # what fits is read, and lacks its token


async def post(path: str, body: bytes, *, announced: bool) -> int:
    """The status the front door answers a POST with."""
    headers = [(b"host", b"testserver"), (b"content-type", badinput.FORM.encode())]
    if announced:
        headers.append((b"content-length", str(len(body)).encode()))
    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": "POST",
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": headers,
        "server": ("testserver", 80),
        "client": ("127.0.0.1", 1),
    }
    chunks = [body[start : start + CHUNK] for start in range(0, len(body), CHUNK)]
    waiting = [
        {"type": "http.request", "body": part, "more_body": part is not chunks[-1]}
        for part in chunks
    ]
    sent: list[dict] = []
    done = asyncio.Event()

    async def receive():
        if waiting:
            return waiting.pop(0)
        await done.wait()
        return {"type": "http.disconnect"}

    async def send(message):
        sent.append(message)

    await application(scope, receive, send)
    return sent[0]["status"]
