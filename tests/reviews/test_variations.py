"""A player's own board beside a match: what is tried there is kept by ply, for nobody else."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import transaction

from games.boards.kit.byhand import CannotMove, marks_after, moved_by_hand
from games.knowledge.services import mark_piece
from games.match.changes import ending
from games.match.models import Match
from games.reviews import variations
from games.reviews.models import Variations
from tests.kit.browsing import HTMX, BoardPage, browser
from tests.kit.builders import NOON, everything, guest, match_between, north, person, play, south
from tests.plans.hidden import hidden_match

pytestmark = pytest.mark.django_db

TREE = {"0": [[0, 0, "", ""], [1, 0, "e3e4", ""], [2, 1, "e6e5", ""]]}


def trees() -> Any:
    return Variations.objects.get().trees


def page(user: Any, url: str) -> str:
    answer = browser(user).get(url)
    assert answer.status_code == 200
    return str(answer.content.decode())


def test_moves_are_tried_without_a_script_and_kept_by_ply(match: Match) -> None:
    client, url = browser(north(match)), f"/matches/{match.uid}/try/"
    first = page(north(match), url)
    assert "From move 0 of 0" in first
    picked = client.get(f"{url}0/0/", {"at": ["e3", "e4"]}).content.decode()
    assert '<input type="hidden" name="move" value="e3e4">' in picked
    assert client.post(url, {"move": "e3e4"})["Location"] == f"{url}0/1/"
    assert client.post(f"{url}0/1/", {"move": "e6e5"})["Location"] == f"{url}0/2/"
    assert client.post(f"{url}0/1/", {"move": "d6d5"})["Location"] == f"{url}0/3/"
    assert client.post(f"{url}0/3/", {"do": "delete-branch"})["Location"] == f"{url}0/1/"
    assert trees() == TREE
    note = {"do": "note", "note": "a pawn\r\neach"}
    assert client.post(f"{url}0/2/", note)["Location"] == f"{url}0/2/"
    assert trees()["0"][2] == [2, 1, "e6e5", "a pawn\neach"]
    there = page(north(match), f"{url}0/2/")
    assert "a pawn" in there
    assert there.count('aria-current="step"') == 2  # the move, and the board it began with
    play(match, "d3d4")
    newest = page(north(match), url)
    assert "From move 1 of 1" in newest
    assert "No move has been made yet." in newest
    assert f'href="/matches/{match.uid}/try/0/0/"' in newest
    client.post(url, {"move": "d6d5"})
    assert set(trees()) == {"0", "1"}
    assert match.players.get(is_to_act=True).seat == 1  # nothing of it is a move


@pytest.mark.parametrize(
    ("path", "form", "status"),
    [
        ("", {"move": "e3e5"}, 422),
        ("", {"move": "nonsense"}, 422),
        ("", {"move": "/"}, 422),
        ("0/9/", {"move": "e3e4"}, 409),
        ("", {"do": "burn"}, 422),
        ("", {"do": "open"}, 409),
        ("0/0/x/y/", {"move": "e3e4"}, 404),
    ],
)
def test_what_cannot_be_done_changes_nothing(
    match: Match, path: str, form: dict[str, str], status: int
) -> None:
    answer = browser(south(match)).post(f"/matches/{match.uid}/try/{path}", form)
    assert answer.status_code == status
    assert not Variations.objects.exists()


def test_there_is_room_for_so_many_moves(match: Match, monkeypatch: Any) -> None:
    monkeypatch.setattr(variations, "MOST_NODES", 2)
    client, url = browser(south(match)), f"/matches/{match.uid}/try/"
    client.post(url, {"move": "e3e4"})
    assert client.post(f"{url}0/1/", {"move": "e6e5"})["X-Refusal"] == "analysis-full"
    assert len(trees()["0"]) == 2


def test_it_is_its_owners_alone(match: Match) -> None:
    url = f"/matches/{match.uid}/try/"
    browser(south(match)).post(url, {"move": "e3e4"})
    staff = person(is_staff=True, is_superuser=True)
    for user in (None, person(), staff, north(match)):
        for path in (f"{url}of-0/", f"{url}of-0/0/1/"):
            assert browser(user).get(path).status_code == 404
    for user in (None, person(), staff):
        assert browser(user).get(url).status_code == 404
        assert browser(user).post(url, {"move": "e3e4"}).status_code == 403
        assert 'id="try-open"' not in BoardPage(match, user).html()
    assert 'aria-current="step"' not in page(north(match), f"{url}0/0/")
    assert 'id="try-open"' in BoardPage(match, north(match)).html()


def test_after_the_end_others_read_it_where_its_owner_wants_so(match: Match) -> None:
    url = f"/matches/{match.uid}/try/"
    client = browser(south(match))
    client.post(url, {"move": "e3e4"})
    ending.resign(uid=match.uid, user=north(match), now=NOON)
    assert browser(None).get(f"{url}of-0/").status_code == 404
    assert client.post(f"{url}0/1/", {"do": "open"}).status_code == 302
    for user in (None, person(), north(match)):
        found = page(user, f"{url}of-0/0/1/")
        assert "What South tried while the match was played." in found
        assert 'aria-current="step"' in found
        assert 'id="own-note"' not in found
        assert browser(user).get(f"{url}of-1/").status_code == 404
    client.post(url, {"do": "close"})
    assert browser(None).get(f"{url}of-0/").status_code == 404


def test_guests_open_nothing() -> None:
    match = match_between(guest("guest"), person())
    client, url = browser(south(match)), f"/matches/{match.uid}/try/"
    client.post(url, {"move": "e3e4"})
    ending.resign(uid=match.uid, user=north(match), now=NOON)
    assert client.post(url, {"do": "open"}).status_code == 403


def test_where_there_is_none(match: Match) -> None:
    placing = match_between(person(), person(), game="gunjin")
    url = f"/matches/{placing.uid}/try/"
    assert browser(south(placing)).get(url)["X-Refusal"] == "no-variations"
    assert 'id="try-open"' not in BoardPage(placing, south(placing)).html()


def test_nobody_can_notice(match: Match, django_capture_on_commit_callbacks: Any) -> None:
    before = everything()
    asked: dict[str, Any] = {"uid": match.uid, "user": north(match), "at": variations.At()}
    with django_capture_on_commit_callbacks() as announced, transaction.atomic():
        variations.add_move(**asked, move="e3e4", now=NOON)
    after = everything()
    assert {name for name in after if after[name] != before[name]} == {"reviews.Variations"}
    assert announced == []


# where pieces are hidden


def test_pieces_are_moved_by_hand_where_they_are_hidden() -> None:
    match = hidden_match("gunjin")
    client, url = browser(north(match)), f"/matches/{match.uid}/try/"
    first = page(north(match), url)
    assert first.count("Unknown piece") >= 23
    assert client.post(url, {"move": "b3"})["Location"] == f"{url}2/0/b3/"
    chosen = client.get(f"{url}2/0/b3/", {"at": "b4"}).content.decode()
    assert '<input type="hidden" name="move" value="b3b4">' in chosen
    assert 'name="move" value="b3-"' in chosen
    assert client.post(f"{url}2/0/b3/", {"move": "b3b4"})["Location"] == f"{url}2/1/"
    part = client.get(f"{url}2/1/", headers=HTMX).content.decode()
    assert part.lstrip().startswith('<div class="match at-step')
    board = part[part.index('id="board"') : part.index('id="match-message"')]
    assert "Major general" not in board  # North's own, which is taken off here
    assert client.post(f"{url}2/1/", {"move": "c1-"})["Location"] == f"{url}2/2/"
    assert client.post(f"{url}2/2/", {"move": "c1c2"})["X-Refusal"] == "bad-move"
    assert [node[2] for node in trees()["2"]] == ["", "b3b4", "c1-"]


def test_marks_on_unknown_pieces_go_with_them() -> None:
    match = hidden_match("gunjin")
    mark_piece(uid=match.uid, user=north(match), piece="b3", kind="T", now=NOON)
    asked: dict[str, Any] = {"uid": match.uid, "user": north(match)}
    variations.add_move(**asked, at=variations.At(), move="b3b4", now=NOON)
    facts = variations.variations_of(match.uid, north(match), variations.At(2, 1))
    assert facts.guesses == {"b4": "T"}
    assert marks_after({"b3": "T", "b4": "M"}, ["b3-", "b4c4", "*b4"]) == {"c4": "M"}


def test_pieces_in_hand_are_put_on_empty_squares() -> None:
    view = {
        "seat": 1,
        "moves": [],
        "hands": [{"count": 1, "kinds": None}, {"count": 1, "kinds": "S"}],
        "pieces": [{"piece": "a1", "seat": 0, "kind": None, "square": "a1"}],
    }
    squares = ("a1", "a2", "b2")
    after = moved_by_hand(moved_by_hand(view, "S*b2", squares), "*a2", squares)
    assert [(one["square"], one["seat"], one["kind"]) for one in after["pieces"]] == [
        ("a1", 0, None),
        ("a2", 0, None),
        ("b2", 1, "S"),
    ]
    assert [hand["count"] for hand in after["hands"]] == [0, 0]
    for text in ("S*b2", "*b2", "a1a1", "b2a1", "a1c1", "S*a1", "P*b2", "a1", "", "doubt"):
        with pytest.raises(CannotMove):
            moved_by_hand(after if text[:1] in "S*" else view, text, squares)
