"""A page made of a whole and of what came since is the whole page, byte for byte."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from engines.catalogue import GAMES
from games.campaign.services import start_stage
from games.common.exceptions import GamesError
from games.match.changes import ending, takebacks
from games.match.models import Match
from games.match.status import Status
from games.matchpage.views import matches as views
from tests.kit.browsing import HTMX, BoardPage
from tests.kit.builders import match_between, north, person, play, south
from tests.kit.chance import play_some
from tests.kit.offering import offers_in
from tests.kit.patching import (
    HOLDS,
    holds_of,
    parts_in,
    patched,
    squares_in,
    without_what_is_new_each_time,
)

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def one_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    """All pages are asked for in the same second."""
    moment = timezone.now()
    monkeypatch.setattr(views.timezone, "now", lambda: moment)


class OpenPage:
    """The page of one viewer that stays open."""

    def __init__(self, match: Match, user: object | None) -> None:
        self.board = BoardPage(match, user)
        self.html = self.whole()

    def whole(self, query: str = "") -> str:
        return self._get(query, "")

    def ask(self, query: str = "") -> str:
        """What it is answered, saying what it holds."""
        return self._get(query, holds_of(self.html))

    def follow(self, query: str = "") -> bool:
        """Take the rest over; whether it was a rest."""
        answer, whole = self.ask(query), self.whole(query)
        self.html = patched(self.html, answer)
        assert without_what_is_new_each_time(self.html) == without_what_is_new_each_time(whole)
        self.html = whole  # with names of requests that are good
        return "data-rest>" in answer

    def _get(self, query: str, held: str) -> str:
        url = f"{self.board.url}board/{query}"
        answer = self.board.client.get(url, headers=HTMX | {HOLDS: held})
        assert answer.status_code == 200
        return str(answer.content.decode())


def begun(game: str) -> Match:
    """A match at its first move."""
    meta = next(meta for meta in GAMES if meta.slug == game)
    if meta.solo:
        return start_stage(
            user=person(), stage="first-harvest", key=f"key-{game}-0001", now=timezone.now()
        )
    match = match_between(person(), person(), game=game, now=timezone.now() - timedelta(hours=1))
    if meta.placing is not None:
        play_some(match, 2)
    return match


def events(match: Match, dice: random.Random) -> Iterator[Callable[[], object]]:
    """What may happen to it next."""
    users = [player.user for player in match.players.exclude(user=None).select_related("user")]
    now = timezone.now()
    user: Any = dice.choice(users)
    yield from [lambda: play_some(match, 1)] * 5
    yield lambda: play_some(match, 3)
    yield lambda: ending.offer_draw(uid=match.uid, user=user, now=now)
    yield lambda: ending.refuse_draw(uid=match.uid, user=user)
    yield lambda: takebacks.ask_takeback(uid=match.uid, user=user, now=now)
    yield lambda: takebacks.accept_takeback(uid=match.uid, user=user, now=now)


def walk(game: str, number: int, steps: int) -> tuple[int, int]:
    """Let a match go on while pages are open; how many rests and wholes they were answered."""
    dice, match = random.Random(f"{game} {number}"), begun(game)
    seats = [player.user for player in match.players.exclude(user=None).select_related("user")]
    pages, rests, asked = [OpenPage(match, user) for user in (*seats, None)], 0, 0
    for step in range(steps):
        happens = [dice.choice([*events(match, dice)])]
        if step == steps - 2:
            happens.append(lambda: ending.resign(uid=match.uid, user=seats[0], now=timezone.now()))
        for event in happens:
            with suppress(GamesError):  # what is not open now changes nothing
                event()
        for page in pages:
            if dice.random() < 0.3:
                continue  # it misses this one
            rests, asked = rests + page.follow(), asked + 1
            if dice.random() < 0.2:
                page.follow(f"?ply={dice.randrange(3)}")
                page.follow()
    for page in pages:
        page.follow()
    match.refresh_from_db()
    assert match.status == Status.FINISHED
    return rests, asked


@pytest.mark.parametrize("game", [meta.slug for meta in GAMES])
def test_a_page_kept_up_to_date_is_the_whole_page(game: str) -> None:
    rests, asked = walk(game, 0, 10)
    assert rests > asked / 3


@pytest.mark.prove
@pytest.mark.parametrize("number", range(1, 51))
@pytest.mark.parametrize("game", [meta.slug for meta in GAMES])
def test_so_are_those_of_many_matches(game: str, number: int) -> None:
    walk(game, number, 60)


def test_a_turn_sends_what_has_changed(match: Match) -> None:
    play(match, "e3e4", "e6e5")
    page = OpenPage(match, south(match))
    play(match, "a1a2")
    answer = page.ask()
    assert {"actions", "story", "offers"} <= parts_in(answer).keys()
    assert not {"chooser", "hand", "check"} & parts_in(answer).keys()
    assert squares_in(answer).keys() == {"a1", "a2", "e5", "e6"}
    assert len(answer) < len(page.whole()) / 2


def test_a_spectator_is_sent_what_has_changed_and_the_way_to_the_analysis_board(
    match: Match,
) -> None:
    page = OpenPage(match, None)
    play(match, "e3e4")
    answer = page.ask()
    assert "moves=e3e4" in parts_in(answer)["documents"]
    assert squares_in(answer).keys() == {"e3", "e4"}
    assert len(answer) < len(page.whole()) / 2


def test_a_page_of_an_older_release_is_sent_what_its_script_reads(match: Match) -> None:
    page = OpenPage(match, south(match))
    request = {"HX-Request": "true"}
    answer = page.board.client.get(f"{page.board.url}board/", headers=request).content.decode()
    told = re.findall(r'<script id="offers" type="application/json">(.*?)</script>', answer)
    offers = {one["action"]: one["squares"] for one in json.loads(told[0])}
    assert offers["e3e4"] == ["e3", "e4"]
    assert offers.keys() == {one["action"] for one in offers_in(page.html)}
    assert re.search(r'id="actions"[^>]* data-resting="idle"', answer)


def test_whoever_holds_all_is_sent_nothing(match: Match) -> None:
    page = OpenPage(match, north(match))
    answer = page.ask()
    assert parts_in(answer) == squares_in(answer) == {}


def test_the_name_of_the_next_request_is_new_after_each_version(match: Match) -> None:
    page = OpenPage(match, south(match))
    ending.offer_draw(uid=match.uid, user=south(match), now=timezone.now())
    keys = [re.findall(r' data-key="([^"]+)"', html) for html in (page.html, page.ask())]
    assert keys[0] != keys[1]


@pytest.mark.parametrize("held", ["", "x", "é", "AAAA", "A" * 3000, "=" * 480, "\x00"])
def test_what_makes_no_sense_gets_the_whole(match: Match, held: str) -> None:
    page = OpenPage(match, None)
    answer = page.board.client.get(f"{page.board.url}board/", headers={HOLDS: held})
    assert b"data-rest>" not in answer.content


@pytest.mark.parametrize("held", ["", "AAAA"])
def test_pages_on_which_pieces_are_placed_are_sent_whole(held: str) -> None:
    match = match_between(person(), person(), game="gunjin")
    page = BoardPage(match, south(match))
    answer = page.client.get(f"{page.url}board/", headers=HTMX | {HOLDS: held})
    assert holds_of(answer.text) == ""
    assert b'id="place-pick"' in answer.content


def test_what_somebody_else_holds_is_of_no_use(match: Match) -> None:
    """Not even to see whether it is the same: each reader has a key of their own."""
    theirs, visitor = OpenPage(match, north(match)), OpenPage(match, None)
    assert theirs.html != visitor.html
    answer = visitor.board.client.get(
        f"{visitor.board.url}board/", headers={HOLDS: holds_of(theirs.html)}
    )
    assert b"data-rest>" not in answer.content


def test_digests_say_nothing_of_the_same_board_elsewhere() -> None:
    ann, bob = person(), person()
    matches = [match_between(ann, bob) for _number in range(2)]
    held = [holds_of(OpenPage(match, None).html) for match in matches]
    assert held[0] != held[1]
    assert not set(re.findall(".{8}", held[0])) & set(re.findall(".{8}", held[1]))


def test_a_refusal_brings_its_sentence_and_nothing_else(match: Match) -> None:
    page = OpenPage(match, south(match))
    fields = {"move": "a1a1", "seat_ply": "1", "key": "some-key-0001"}
    answer = page.board.client.post(
        f"{page.board.url}move/", fields, headers=HTMX | {HOLDS: holds_of(page.html)}
    )
    assert answer.status_code == 422
    assert parts_in(answer.content.decode()).keys() == {"actions"}


def test_no_part_is_weighed_by_where_things_lie_in_memory(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    from games.matchpage.views.drawing import Drawing

    weighed: list[str] = []
    real = Drawing._digest

    def noted(self: Drawing, text: str) -> bytes:
        weighed.append(text)
        return real(self, text)

    monkeypatch.setattr(Drawing, "_digest", noted)
    for game in (meta.slug for meta in GAMES):
        OpenPage(begun(game), None)
    assert weighed
    assert not [text for text in weighed if " at 0x" in text or "frozenset({" in text]
