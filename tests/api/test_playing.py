"""What programs do at a board: the same as pages do, once, and never on an older board."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from games.match.models import Match, Player
from tests.api.kit import Program, code_of
from tests.kit.builders import match_between, match_with_bot, north, person, play, south
from tests.kit.gunjin import gunjin_match
from tests.kit.seichu import seichu_match

pytestmark = pytest.mark.django_db


def begun() -> Match:
    return match_between(person(), person(), now=timezone.now())


def move(program: Program, match: Match, text: str, **changes: Any) -> Any:
    """Play *text* on the board as the program sees it now."""
    answer = program.get(f"/matches/{match.uid}").json()
    body = {"move": text, "seat_ply": changes.pop("seat_ply", answer["seat_ply"])}
    headers = {"If-Match": f'"{answer["version"]}"', "Idempotency-Key": "key-of-this-move"}
    return program.post(f"/matches/{match.uid}/moves", body, **{**headers, **changes})


def test_a_move_is_played_once_however_often_it_is_sent() -> None:
    match = begun()
    program = Program(south(match))
    seen = program.get(f"/matches/{match.uid}").json()["version"]
    for _again in range(2):
        answer = move(program, match, "e3e4", seat_ply=1, **{"If-Match": str(seen)})
        assert answer.status_code == 200, answer.content
        reply = answer.json()
        assert [each["sentence"] for each in reply["moves"]]
        assert (reply["seat_ply"], reply["version"]) == (2, seen + 1)
        assert answer["ETag"] == f'"{seen + 1}"'
    other = move(program, match, "d3d4", seat_ply=1, **{"If-Match": str(seen)})
    assert code_of(other) == "key-reused"


def test_a_move_on_an_older_board_is_told_the_new_version() -> None:
    match = begun()
    program = Program(north(match))
    play(match, "e3e4", now=timezone.now())
    answer = move(program, match, "e6e5", **{"If-Match": '"1"'})
    assert code_of(answer) == "stale"
    assert answer.json()["version"] == program.get(f"/matches/{match.uid}").json()["version"]
    assert move(program, match, "e6e5").status_code == 200


@pytest.mark.parametrize(
    ("headers", "code"),
    [
        ({"If-Match": "x", "Idempotency-Key": "key-of-this-move"}, "unreadable"),
        ({"Idempotency-Key": "short"}, "key-wrong"),
        ({}, "key-missing"),
    ],
)
def test_what_a_header_lacks_is_named(headers: dict[str, str], code: str) -> None:
    match = begun()
    body = {"move": "e3e4", "seat_ply": 1}
    answer = Program(south(match)).post(f"/matches/{match.uid}/moves", body, **headers)
    assert (answer.status_code, code_of(answer)) == (422, code)
    if code != "unreadable":
        assert "8 to 64" in answer.json()["detail"]
        assert answer.json()["errors"][0]["at"] == ["header", "Idempotency-Key"]


def test_the_number_of_a_move_says_enough() -> None:
    match = begun()
    program, path = Program(south(match)), f"/matches/{match.uid}/moves"
    answers = [
        program.post(path, {"move": "e3e4", "seat_ply": 1}, **{"Idempotency-Key": f"key-no-{key}"})
        for key in (1, 1, 2)
    ]
    assert [answer.status_code for answer in answers] == [200, 200, 409]
    assert code_of(answers[2]) == "stale"


@pytest.mark.parametrize("text", ["e3e9", "a1h8", "doubt", "nonsense", "\x00", "王"])
def test_what_is_no_move_and_what_is_none_now_are_answered_alike(text: str) -> None:
    match = begun()
    answers = [move(Program(south(match)), match, each) for each in (text, "e3e5")]
    assert [code_of(answer) for answer in answers] == ["not-open", "not-open"]
    assert answers[0].content == answers[1].content


def test_strangers_do_nothing_and_those_not_to_move_wait() -> None:
    match = begun()
    body = {"move": "e3e4", "seat_ply": 1}
    headers = {"If-Match": "1", "Idempotency-Key": "key-of-stranger"}
    path = f"/matches/{match.uid}/moves"
    assert code_of(Program(person()).post(path, body, **headers)) == "not-seated"
    assert code_of(move(Program(north(match)), match, "e6e5", seat_ply=1)) == "not-your-turn"


def test_with_a_handicap_the_first_seat_places_what_the_house_says_of_it() -> None:
    ann, bob = person(), person()
    program, other = Program(ann), Program(bob)
    games = {game["slug"]: game for game in program.get("/games").json()["games"]}
    assert [one["pieces"] for one in games["gungi"]["handicaps"]] == [""] * 3
    gunjin = games["gunjin"]
    for handicap in gunjin["handicaps"]:
        match = match_between(ann, bob, game="gunjin", start=handicap["start"])
        seen = program.get(f"/matches/{match.uid}").json()
        assert (seen["start"], seen["view"]["armies"]) == (
            handicap["start"],
            [handicap["pieces"], gunjin["placing"]["pieces"]],
        )
        usual = gunjin["placing"]["examples"][2]
        refused = move(program, match, usual)
        assert (refused.status_code, code_of(refused)) == (422, "not-open")
        assert move(program, match, handicap["examples"][2]).status_code == 200
        assert move(other, match, usual, seat_ply=1).status_code == 200


def test_pieces_are_placed_and_a_doubt_is_called_by_the_same_operation() -> None:
    match = gunjin_match(person(), person(), is_placed=False)
    program = Program(south(match))
    games = {game["slug"]: game for game in program.get("/games").json()["games"]}
    answer = move(program, match, games["gunjin"]["placing"]["examples"][0])
    assert answer.status_code == 200, answer.content
    assert Player.objects.get(match=match, seat=0).is_to_act is False

    hidden = seichu_match(person(), person())
    mine = Program(south(hidden))
    foul = next(
        each for each in mine.get(f"/matches/{hidden.uid}").json()["legal"] if each["fouls"]
    )
    assert move(mine, hidden, foul["action"]).status_code == 200
    theirs = Program(north(hidden))
    reply = theirs.get(f"/matches/{hidden.uid}").json()
    assert all(each["text"] for each in reply["legal"])
    assert "doubt" in {each["action"] for each in reply["legal"]}


def test_drawing_resigning_and_a_rematch() -> None:
    match = begun()
    play(match, "e3e4", "e6e5", now=timezone.now())
    one, other = Program(south(match)), Program(north(match))
    base = f"/matches/{match.uid}"
    assert one.post(f"{base}/draw", {"do": "offer"}).json()["asked"]["draw"] == 0
    assert other.post(f"{base}/draw", {"do": "accept"}).json()["result"]["ended_how"] == "agreement"
    assert code_of(one.post(f"{base}/resign")) == "not-active"
    assert one.post(f"{base}/rematch", {}).json() == {"match": None}
    made = other.post(f"{base}/rematch", {}).json()["match"]
    assert Match.objects.get(uid=made).rematch_of == match


def test_a_move_back_is_asked_for_and_given() -> None:
    match = begun()
    play(match, "e3e4", "e6e5", "d3d4", now=timezone.now())
    one, other = Program(south(match)), Program(north(match))
    path = f"/matches/{match.uid}/takeback"
    assert one.post(path, {"do": "ask"}).json()["asked"]["takeback"] == 0
    assert len(other.post(path, {"do": "accept"}).json()["moves"]) == 2


def test_a_match_against_a_bot_begins_once_for_each_key() -> None:
    program = Program(person())
    body = {"game": "xiongqi", "level": "easy"}
    key = {"Idempotency-Key": "key-of-this-request"}
    first, second = (program.post("/matches", body, **key).json()["match"] for _each in "ab")
    assert first == second
    assert program.post("/matches", {**body, "level": "god"}).status_code == 422


def test_what_cannot_be_read_is_named_by_where_it_stands() -> None:
    program = Program(person())
    answer = program.post("/matches", {"game": "xiongqi", "level": 3})
    assert (answer.status_code, code_of(answer)) == (422, "unreadable")
    assert [error["at"] for error in answer.json()["errors"]] == [["body", "told", "level"]]
    answer = program.get("/matches", after="x" * 99)
    assert [error["at"] for error in answer.json()["errors"]] == [["query", "after"]]


# Limits


def test_moves_in_ones_own_match_have_a_bucket_that_nothing_else_empties(settings: Any) -> None:
    settings.API_LIMITS = {"read": "90/m/key", "write": "1/m/key", "move": "2/m/key"}
    mika = person()
    matches = [match_between(mika, person(), now=timezone.now()) for _each in range(2)]
    program = Program(mika)
    others = match_between(person(), person())
    codes = [code_of(program.post(f"/matches/{others.uid}/resign")) for _each in range(2)]
    assert codes == ["not-seated", "too-many"]
    for match in matches:
        assert move(program, match, "e3e4").status_code == 200
        assert move(program, match, "e3e4", seat_ply=1).status_code == 200  # said again
        assert move(program, match, "e3e4").status_code == 429


def test_beginning_is_limited_together_with_the_pages(settings: Any) -> None:
    settings.PLAY_LIMITS = {"begin": "1/d/user"}
    program = Program(person())
    body = {"game": "xiongqi", "level": "easy"}
    assert program.post("/matches", body).status_code == 200
    answer = program.post("/matches", body)
    assert (code_of(answer), answer.json()["key"]) == ("too-many", "begin")


def test_a_body_is_json_and_nothing_else() -> None:
    match = match_with_bot(person())
    program = Program(south(match))
    for sent in (b"{", b"[]", b'"x"', b'{"do": 7}', b"\xff"):
        answer = program.site.post(
            f"/api/v1/matches/{match.uid}/draw",
            sent,
            content_type="application/json",
            headers=program.headers,
        )
        assert answer.status_code in (400, 422), sent
        code_of(answer)
