"""The kinds of hidden pieces are marked: nobody but their owner comes across a mark."""

from __future__ import annotations

import base64
import json
import logging
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import quote

import pytest

from engines.core.seats import BYSTANDER, Seat, Viewer
from games.common import live
from games.match.models import Match
from games.match.referee import Referee
from games.matchpage.selectors import board as boards
from games.matchpage.views import matches as match_views
from games.notices.presenters import lines, mails
from tests.secrecy.comparing import Difference, Pair
from tests.secrecy.comparisons import EVERY
from tests.secrecy.house import SEATED, Showcase, showcase
from tests.secrecy.leaking import Patch, Plant, in_an_answer, wrap
from tests.secrecy.marked_kinds import (
    LENGTHS,
    everywhere_marked,
    marked_showcase,
    scan,
    scan_after_the_owner,
    scan_of_play,
    sign_of,
    signs_in,
)
from tests.secrecy.worlds import HIDDEN_GAMES

pytestmark = pytest.mark.usefixtures("db")

HIDDEN = [(game, Seat(seat)) for game in HIDDEN_GAMES for seat in SEATED.values()]
MATCHES = range(len(LENGTHS))
MIDDLE = 2
"""A match some way into it."""

NO_MORE = slice(0)
"""None of the pages that are not made from the match."""


@pytest.mark.parametrize(("game", "seat"), HIDDEN)
def test_nobody_else_comes_across_a_kind(game: str, seat: Seat) -> None:
    """In what is made from each match; test_twins.py searches all pages about matches."""
    with marked_showcase(game, seat, MATCHES) as (shown, pairs):
        for pair in pairs:
            assert list(scan(shown, pair, NO_MORE)) == []
        assert list(scan_after_the_owner(shown, pairs[MIDDLE])) == []
        assert list(scan_of_play(shown, pairs[MIDDLE])) == []


SIGN = sign_of(7)
DISGUISES = {
    "as it is": f"a{SIGN}b".encode(),
    "HTML": f"&#{ord(SIGN)};".encode(),
    "JSON": json.dumps({"kind": SIGN}).encode(),
    "an address": quote(f"/static/pieces/{SIGN}.svg").encode(),
    "base64": b"x " + base64.b64encode(f"kind {SIGN}".encode()) + b" y",
    "base64 for addresses": base64.urlsafe_b64encode(f"?kinds>{SIGN * 3}".encode()).rstrip(b"="),
    "hex": f"kind {SIGN}".encode().hex().encode(),
}


@pytest.mark.parametrize("how", DISGUISES)
def test_a_mark_is_found_in_every_disguise(how: str) -> None:
    assert signs_in(DISGUISES[how]) == {SIGN}


def test_pixels_bear_no_mark_and_what_stands_beside_them_does() -> None:
    packed = b"IDAT" + SIGN.encode() + b"IEND"
    assert signs_in(b"\x89PNG " + packed) == set()
    assert signs_in(b"\x89PNG tEXt" + SIGN.encode() + packed) == {SIGN}


# Planted leaks, in a match some way into it: each gives away what the other side has placed


NORTH = Seat(1)


def hidden_kinds(match: Match) -> str:
    """The letters of all pieces on the board."""
    referee = Referee(match)
    views: list[Any] = [referee.view(Viewer.of(Seat(seat))) for seat in SEATED.values()]
    return "".join(piece["kind"] or "" for view in views for piece in view["pieces"])


def on_the_match_page(change: Callable[[str, Any], None]) -> Plant:
    def say(_request: Any, uid: str, response: Any) -> None:
        change(hidden_kinds(Match.objects.get(uid=uid)), response)

    return in_an_answer(say)


def put_in(response: Any, honest: str, careless: str) -> None:
    assert honest.encode() in response.content
    response.content = response.content.replace(honest.encode(), careless.encode())


def a_class(kinds: str, response: Any) -> None:
    put_in(response, '<div class="match"', f'<div class="match of-{kinds[-1]}"')


def an_attribute(kinds: str, response: Any) -> None:
    careless = f'<div data-seen="{base64.b64encode(kinds.encode()).decode()}" class="match"'
    put_in(response, '<div class="match"', careless)


def a_drawing(kinds: str, response: Any) -> None:
    response["Link"] = f"</static/{quote(kinds[-1])}.svg>; rel=preload"


def a_line_of_the_log(kinds: str, response: Any) -> None:
    logging.getLogger("games").info("shown: %s", kinds)


def a_name(patch: Patch) -> None:
    """What the desk's rows, mails and titles say of the opponent."""

    def leaky(name: Any, notice: Any) -> str:
        return f"{name(notice)} {hidden_kinds(notice.match)}"

    wrap(patch, mails, "opponent_name", leaky)
    wrap(patch, lines, "opponent_name", leaky)


def the_eyes_of_the_other(patch: Patch) -> None:
    """Names, labels and drawings of what is hidden, as the owner has them."""

    def leaky(viewer_for: Any, user: Any, players: Any) -> Viewer:
        eyes = viewer_for(user, players)
        return eyes if eyes.seat is None else Viewer.of(Seat(1 - eyes.seat))

    wrap(patch, boards, "viewer_for", leaky)


def kept_without_its_viewer(part: str) -> Callable[[Patch], None]:
    """What a page asks for after a turn is kept by match and version, whoever asks."""

    def plant(patch: Patch) -> None:
        kept: dict[tuple[str, str, int], Any] = {}

        def leaky(answer: Any, request: Any, uid: str, *args: Any, **kwargs: Any) -> Any:
            if part not in request.get_full_path():
                return answer(request, uid, *args, **kwargs)
            version = Referee(Match.objects.get(uid=uid)).version(BYSTANDER)
            key = uid, request.GET.urlencode(), version
            if key not in kept:
                kept[key] = answer(request, uid, *args, **kwargs)
            return kept[key]

        wrap(patch, match_views, "_answer", leaky)

    return plant


def a_frame(patch: Patch) -> None:
    def leaky(send: Any, group: str, message: dict[str, Any]) -> None:
        if "match" in message:
            kinds = hidden_kinds(Match.objects.get(uid=message["match"]))
            message = {**message, "match": message["match"] + kinds}
        send(group, message)

    wrap(patch, live, "_send", leaky)


PLANTED = {
    # the leak, and where it shows
    "a class": (on_the_match_page(a_class), "get /matches/"),
    "an attribute": (on_the_match_page(an_attribute), "get /matches/"),
    "a drawing": (on_the_match_page(a_drawing), "get /matches/"),
    "the log": (on_the_match_page(a_line_of_the_log), "log"),
    "the eyes of the other": (the_eyes_of_the_other, "get /matches/"),
    "a mail": (a_name, "mails"),
    "a frame": (a_frame, "frame to "),
    "a fragment kept": (kept_without_its_viewer("?has="), "get /matches/"),
    "a position kept": (kept_without_its_viewer("?ply="), "get /matches/"),
}


def scan_once(showcase: Showcase, pair: Pair) -> Iterator[Difference]:
    return scan(showcase, pair, NO_MORE)


SCANS: dict[str, Callable[[Showcase, Pair], Iterator[Difference]]] = {
    "a frame": scan_of_play,
    "a fragment kept": scan_after_the_owner,
    "a position kept": scan_after_the_owner,
}
"""By which scan it is found, where not by that of all pages."""


@pytest.mark.rotating("leaks")
@pytest.mark.parametrize("leak", PLANTED)
def test_a_planted_leak_is_found(leak: str, monkeypatch: Patch) -> None:
    plant, place = PLANTED[leak]
    with marked_showcase("gunjin", NORTH, [MIDDLE]) as (shown, [pair]):
        plant(monkeypatch)
        found = SCANS.get(leak, scan_once)(shown, pair)
        assert any(difference.place.startswith(place) for difference in found)


def test_a_mark_is_found_where_every_cell_is_read(monkeypatch: Patch) -> None:
    """Also one that is the same in both twins."""
    on_the_match_page(a_drawing)(monkeypatch)
    with showcase("gunjin") as shown:
        shown.is_honest = False
        page = everywhere_marked(shown, EVERY, HIDDEN_GAMES, only="get games:match ")
        assert [found for found in page if rb"\ue0" in found.one]


def test_pages_without_their_owners_kinds_are_found(monkeypatch: Patch) -> None:
    """Where the marks do not get onto pages, that nobody else comes across them says nothing."""
    wrap(monkeypatch, boards, "viewer_for", lambda viewer_for, user, players: BYSTANDER)
    with marked_showcase("gunjin", NORTH, [MIDDLE]) as (shown, [pair]):
        assert any("has not all" in found.place for found in scan(shown, pair, NO_MORE))
