"""What programs read: the same as their owners' pages say, and nothing that others own."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Sanction, User
from accounts.sanctions import rights
from accounts.sign_in.tokens import revoke
from games.api.views import description
from games.match.changes import ending
from games.match.models import Match
from games.matchpage.presenters.page import present_match
from games.matchpage.selectors.board import board_facts
from games.people.services import block_person
from tests.api.kit import Program, code_of
from tests.kit.browsing import browser
from tests.kit.builders import match_between, match_with_bot, north, person, play, south
from tests.kit.gunjin import gunjin_match
from tests.kit.seichu import seichu_match

pytestmark = pytest.mark.django_db
READS = ("/games", "/account", "/matches", "/matches/{uid}", "/matches/{uid}/record")


def running() -> Match:
    now = timezone.now()
    match = match_between(person(), person(), now=now)
    play(match, "e3e4", now=now)
    return match


def over() -> Match:
    match = running()
    ending.resign(uid=match.uid, user=south(match), now=timezone.now())
    return match


# Who is let in


@pytest.mark.parametrize("path", READS)
def test_nobody_reads_without_a_token_and_a_cookie_is_none(path: str) -> None:
    match = over()
    client = browser(south(match))
    answer = client.get(f"/api/v1{path.format(uid=match.uid)}")
    assert (answer.status_code, code_of(answer)) == (401, "no-token")
    assert answer["WWW-Authenticate"].startswith("Bearer")
    assert not answer.cookies


def test_a_revoked_token_and_a_suspended_owner_read_nothing() -> None:
    match = running()
    program, other = Program(south(match)), Program(north(match))
    revoke(user=south(match), pk=program.token.pk)
    assert program.get("/account").status_code == 401
    now = timezone.now()
    sanction = Sanction.objects.create(
        user=north(match), kind="suspend", starts_at=now, ends_at=now + timedelta(days=1)
    )
    rights.remember(sanction.user, now)
    assert code_of(other.get("/account")) == "sanctioned"


def test_whoever_may_not_watch_is_told_of_no_match() -> None:
    match, blocked = running(), person()
    block_person(user=south(match), person=blocked, kinds=["watch"])
    Match.objects.filter(pk=match.pk).update(hidden_at=timezone.now())
    for user in (blocked, person()):
        assert code_of(Program(user).get(f"/matches/{match.uid}")) == "not-found"
    assert code_of(Program(person()).get("/matches/nothing")) == "not-found"


def test_everything_is_told_in_json_with_its_sentence_in_the_readers_language() -> None:
    program = Program(person(language="ja"))
    answer = program.get("/matches/nothing")
    assert "ありません" in answer.json()["detail"]
    assert code_of(program.get("/no/such/thing")) == "not-found"
    assert code_of(program.post("/account")) == "no-such-method"
    assert code_of(program.get("/matches", limit="101")) == "unreadable"
    german = Program(None).site.get("/api/v1/account", headers={"Accept-Language": "ja"})
    assert "トークン" in german.json()["detail"]


# How often


def test_every_answer_says_how_much_is_left_and_a_429_for_how_long(settings: Any) -> None:
    settings.API_LIMITS = {"read": "2/m/key", "unknown": "1/m/ip"}
    program = Program(person())
    left = [program.get("/account")["RateLimit"].partition(";t=")[0] for _each in range(2)]
    assert left == ['"read";r=1', '"read";r=0']
    answer = program.get("/games")
    assert code_of(answer) == "too-many"
    reply = answer.json()
    assert reply["key"] == "read"
    assert 0 < reply["seconds"] <= 61
    assert answer["Retry-After"] == str(reply["seconds"])
    assert answer["RateLimit-Policy"] == '"read";q=2;w=60'
    assert Program(None).get("/games").status_code == 401
    assert Program(None).get("/games").status_code == 429


# What is told


def test_what_is_told_is_what_the_page_says() -> None:
    """Each fact beside the one on the page, for both players and for an onlooker."""
    match = running()
    for user in (south(match), north(match), person()):
        answer = Program(user).get(f"/matches/{match.uid}").json()
        facts = board_facts(match.uid, user, now=timezone.now())
        page = present_match(facts)
        html = browser(user).get(f"/matches/{match.uid}/").content.decode()
        assert answer["version"] == facts.version
        assert f'data-version="{answer["version"]}"' in html
        assert answer["view"] == json.loads(json.dumps(facts.view))
        assert {move["action"] for move in answer["legal"]} == set(facts.legal)
        assert {move["text"] for move in answer["legal"]} == {
            o.text for o in page.playing.choice.offers
        }
        assert [move["sentence"] for move in answer["moves"]] == [
            move.sentence for row in page.story.moves for move in row.moves if move
        ]
        assert answer["status_sentence"] == page.sentences.status
        assert answer["terms"] in html
        assert answer["seat_ply"] == facts.seat_ply
        assert answer["may"]["resign"] is facts.may_resign
        for seat in answer["players"]:
            assert seat["name"] in html
            assert seat["clock"]["short"] in html


def test_a_move_in_a_hidden_game_is_told_with_its_fouls() -> None:
    match = seichu_match(person(), person())
    answer = Program(south(match)).get(f"/matches/{match.uid}").json()
    facts = board_facts(match.uid, south(match), now=timezone.now())
    fouls = {move["action"]: move["fouls"] for move in answer["legal"] if move["fouls"]}
    assert fouls == {action: list(bluff.fouls) for action, bluff in facts.bluffs.items()}
    assert fouls


def test_marks_drafts_and_notes_are_told_to_nobody() -> None:
    match = gunjin_match(person(), person())
    text = Program(south(match)).get(f"/matches/{match.uid}").content.decode()
    assert "guesses" not in text
    assert "preparation" not in text


def test_looking_back_and_only_what_is_new() -> None:
    match = match_between(person(), person())
    play(match, "e3e4", "e6e5", "d3d4")
    program = Program(south(match))
    answer = program.get(f"/matches/{match.uid}", since=2).json()
    assert [move["ply"] for move in answer["moves"]] == [3]
    assert [event["kind"] for event in answer["events"]] == ["moved"]
    answer = program.get(f"/matches/{match.uid}", until=1).json()
    assert [move["ply"] for move in answer["moves"]] == [1]
    assert [event["kind"] for event in answer["events"]] == ["began", "moved"]
    back = program.get(f"/matches/{match.uid}", ply=1).json()
    assert (back["viewed_ply"], back["legal"]) == (1, [])


def test_the_list_has_ones_own_matches_in_pages() -> None:
    mika = person()
    made = [match_between(mika, person()) for _each in range(3)] + [match_with_bot(mika)]
    running()
    program, found, after = Program(mika), [], ""
    while after is not None:
        answer = program.get("/matches", limit=2, after=after).json()
        found += [row["uid"] for row in answer["matches"]]
        after = answer["next"]
    assert found == [match.uid for match in reversed(made)]
    upwards = program.get("/matches", order="oldest").json()["matches"]
    assert [row["uid"] for row in upwards] == [match.uid for match in made]
    ending.resign(uid=made[0].uid, user=mika, now=timezone.now())
    [row] = program.get("/matches", state="finished").json()["matches"]
    assert (row["uid"], row["result"]) == (made[0].uid, "lost")
    assert program.get("/matches", game="gunjin").json()["matches"] == []
    assert program.get("/matches", after=running().uid).json()["matches"] == []


def test_the_record_is_the_pages() -> None:
    match = over()
    program = Program(person())
    page = browser().get(f"/matches/{match.uid}/record.json").json()
    assert program.get(f"/matches/{match.uid}/record").json() == page
    assert code_of(program.get(f"/matches/{running().uid}/record")) == "not-over"


# The description


def test_the_description_names_every_operation_with_its_refusals() -> None:
    schema = description()
    assert schema["openapi"].startswith("3.1")
    assert json.loads(json.dumps(schema)) == browser().get("/api/v1/openapi.json").json()
    for path, operations in schema["paths"].items():
        for operation in operations.values():
            assert operation["security"], path
            for status, answer in operation["responses"].items():
                refused = int(status) >= 400
                assert ("application/problem+json" in answer["content"]) is refused, path


def test_the_guide_tells_of_every_operation_and_fetches_nothing_elsewhere() -> None:
    for language in ("en", "ja"):
        page = browser(HTTP_ACCEPT_LANGUAGE=language).get("/api/").content.decode()
        for path in description()["paths"]:
            assert path in page
        assert "//cdn" not in page
        assert 'src="http' not in page


def rows_of_owner(user: User) -> Any:
    return Program(user).get("/matches").json()["matches"]


def test_nobody_reads_the_list_of_another() -> None:
    match = running()
    assert rows_of_owner(person()) == []
    assert [row["seat"] for row in rows_of_owner(north(match))] == [1]
