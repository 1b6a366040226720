"""Downloads: the record after the end, the commitments during play, and nothing else ever."""

from __future__ import annotations

import json

import pytest

from games.match.changes import ending
from games.match.changes.deadlines import _place_for as place_for
from games.match.exceptions import NotOver
from games.match.models import Match
from games.match.referee import Referee
from games.match.terms import opening
from tests.kit.browsing import browser
from tests.kit.builders import (
    NOON,
    QUICK_MATE,
    match_between,
    match_with_bot,
    play,
    south,
    terms,
)
from tests.kit.gunjin import ARMIES, OCCUPATION, gunjin_match, place
from tests.kit.seichu import FOUL_CAPTURED, seichu_match
from tools.verify_record import read_record, verify

pytestmark = pytest.mark.django_db
TIMES = "\n".join(
    f'[Time {ply} "2026-11-20T12:0{ply - 3}:00Z 0:01:00"]'
    for ply in range(4, 4 + len(OCCUPATION) - 1)
)
DOWNLOADS = ("record.json", "record.txt")


def fetched(match, path, user=None):
    return browser(user).get(f"/matches/{match.uid}/{path}")


def test_the_record_tells_the_whole_match(people) -> None:
    match = gunjin_match(*people, *OCCUPATION)
    answer = fetched(match, "record.json")
    assert answer["Content-Type"] == "application/json"
    assert answer["Content-Disposition"] == f'attachment; filename="jinya-gunjin-{match.uid}.json"'
    record = json.loads(answer.content)
    assert record["match"] == match.uid
    assert record["players"] == [
        {"seat": 0, "side": "South", "name": "ann"},
        {"seat": 1, "side": "North", "name": "bob"},
    ]
    assert [ply["move"] for ply in record["plies"]] == [
        None,
        *(f"setup:{army}" for army in ARMIES),
        *OCCUPATION,
    ]
    assert record["plies"][3] == {
        "number": 3,
        "seats": [0],
        "move": "b3b4",
        "made_at": "2026-11-20T12:00:00Z",
        "took": 0,
        "events": [
            {"kind": "fought", "facts": {"seat": 0, "move": "b3b4", "left": "attacker"}},
        ],
    }
    assert record["outcome"] == {"ended_how": "occupation", "winners": [0]}
    assert len(record["commitments"]) == 46
    assert set(record["commitments"][0]) == {"seat", "place", "digest", "kind", "salt"}


def test_the_text_can_be_read_and_pasted(people) -> None:
    match = gunjin_match(*people, *OCCUPATION)
    assert (
        fetched(match, "record.txt").content.decode()
        == f"""\
[Match "{match.uid}"]
[Game "gunjin 1"]
[South "ann"]
[North "bob"]
[Time "relaxed"]
[Started "2026-11-20T12:00:00Z"]
[Ended "2026-11-20T12:08:00Z"]
[Setup South "{ARMIES[0]}"]
[Setup North "{ARMIES[1]}"]
[Time 3 "2026-11-20T12:00:00Z 0:00:00"]
{TIMES}
[Ending "occupation"]
[Result "1-0"]

1. b3b4+ g4g3+
2. b4b5+ g3g4
3. b5b6+ g4g3
4. b6c6+ g3g4
5. c6d6+
1-0
"""
    )


def test_the_text_of_a_record_says_what_was_taken(people) -> None:
    match = seichu_match(*people, *FOUL_CAPTURED, "accept")
    ending.resign(uid=match.uid, user=south(match), now=NOON)
    text = fetched(match, "record.txt").content.decode()
    assert "1. b2b3 d6c4\n2. b3c4xP\n3. accept\n" in text


def test_a_record_of_a_game_without_secrets_has_no_commitments(people) -> None:
    match = match_between(*people)
    play(match, *QUICK_MATE)
    record = json.loads(fetched(match, "record.json").content)
    assert record["commitments"] == []
    assert fetched(match, "record.txt").content.decode().splitlines()[-3:] == [
        "1. c2c6 f7e7",
        "2. c6c8",
        "1-0",
    ]
    assert fetched(match, "commitments.txt").status_code == 404


def test_a_bot_is_recorded_as_one(people) -> None:
    match = match_with_bot(people[0])
    ending.resign(uid=match.uid, user=people[0], now=NOON)
    record = json.loads(fetched(match, "record.json").content)
    assert record["players"][1] == {"seat": 1, "side": "North", "bot": "easy"}
    assert record["outcome"] == {"ended_how": "resignation", "winners": [1]}


def test_what_was_placed_in_a_match_that_never_began_is_told_nobody(people) -> None:
    match = gunjin_match(*people, is_placed=False)
    place(match, 0)
    ending.resign(uid=match.uid, user=people[1], now=NOON)
    for user in (people[1], None):
        for path in (*DOWNLOADS, "", "?ply=1", "?ply=1&as=all", "?as=south"):
            assert ARMIES[0] not in fetched(match, path, user).content.decode()


def test_a_set_up_made_by_the_house_is_recorded_as_such(people) -> None:
    match = gunjin_match(*people, is_placed=False)
    place(match, 0)
    players = list(match.players.select_related("user"))
    place_for(match, players, players[1:], now=NOON)
    ending.resign(uid=match.uid, user=people[0], now=NOON)
    record = json.loads(fetched(match, "record.json").content)
    assert record["placed_by_house"] == [1]
    assert verify(read_record(json.dumps(record)))
    assert '[Placed by the house "North"]' in fetched(match, "record.txt").content.decode()


@pytest.mark.parametrize("path", DOWNLOADS)
def test_there_is_no_record_before_the_end_and_the_page_says_so(people, path) -> None:
    match = match_between(*people)
    for user in (*people, None):
        answer = fetched(match, path, user)
        assert answer.status_code == 409
        assert "The match is still in progress." in answer.content.decode()


def test_the_referee_gives_no_record_before_the_end_whatever_the_public_row_says(people) -> None:
    match = gunjin_match(*people)
    Match.objects.filter(pk=match.pk).update(status="finished")
    with pytest.raises(NotOver):
        Referee(Match.objects.get(pk=match.pk)).record()


@pytest.mark.parametrize("path", [*DOWNLOADS, "commitments.txt"])
def test_of_a_match_that_has_not_begun_or_does_not_exist_there_is_nothing(people, path) -> None:
    match = opening.create_invitation(user=people[0], terms=terms(), now=NOON)
    assert fetched(match, path, people[0]).status_code == 404
    assert browser().get(f"/matches/nothing12345/{path}").status_code == 404


@pytest.mark.parametrize("path", DOWNLOADS)
def test_a_cancelled_match_leaves_no_record(people, path) -> None:
    match = match_between(*people)
    ending.cancel_running(match, list(match.players.all()), now=NOON)
    answer = fetched(match, path, people[0])
    assert answer.status_code == 409
    assert "There is no record of a cancelled match." in answer.content.decode()


def test_the_commitments_can_be_kept_during_play_by_anybody(people) -> None:
    match = gunjin_match(*people)
    texts = {fetched(match, "commitments.txt", user).content for user in (*people, None)}
    (text,) = (text.decode() for text in texts)
    columns, form, *lines = text.splitlines()
    assert columns == "# seat place digest kind salt"
    assert form == f"# digest: the SHA-256 of jinya-1 {match.uid} <seat> <place> <kind> <salt>"
    assert len(lines) == 46
    assert {len(line.split()) for line in lines} == {3}
    play(match, *OCCUPATION)
    after = fetched(match, "commitments.txt").content.decode().splitlines()[2:]
    assert [line.split()[:3] for line in after] == [line.split() for line in lines]
    assert {len(line.split()) for line in after} == {5}
