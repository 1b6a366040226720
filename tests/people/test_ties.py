"""Following, blocking, noting; the profile and the search. Nobody is told of a block."""

from __future__ import annotations

import re

import pytest

from games.common.exceptions import NoteTooLong
from games.lobby.services import challenges
from games.match.changes import ending
from games.people import services
from games.people.models import Block
from games.people.selectors import (
    Kind,
    are_apart,
    head_to_head,
    kept_apart,
    pairs_apart,
    people_like,
    ties_of,
)
from games.people.services import (
    MOST_FOLLOWED,
    NotOneself,
    TooManyTies,
    UnknownKindOfBlock,
    block_person,
    follow_person,
    note_person,
)
from tests.kit.browsing import browser
from tests.kit.builders import NOON, QUICK_MATE, everything, match_between, person, play

pytestmark = pytest.mark.django_db


def test_a_block_holds_both_ways_for_its_kind_alone(ann, bob) -> None:
    block_person(user=ann, person=bob, kinds=["pairing"])
    assert kept_apart(ann.pk, Kind.PAIRING) == {bob.pk}
    assert kept_apart(bob.pk, Kind.PAIRING) == {ann.pk}
    assert are_apart(bob.pk, ann.pk, Kind.PAIRING)
    assert not are_apart(bob.pk, ann.pk, Kind.TALK)
    both = pairs_apart({ann.pk, bob.pk}, Kind.PAIRING)
    assert both == {(ann.pk, bob.pk), (bob.pk, ann.pk)}


def test_the_last_choice_of_blocks_holds(ann, bob) -> None:
    block_person(user=ann, person=bob, kinds=["pairing", "talk"])
    block_person(user=ann, person=bob, kinds=["talk", "watch"])
    assert ties_of(ann.pk, bob.pk).blocks == {"talk", "watch"}
    block_person(user=ann, person=bob, kinds=[])
    assert not Block.objects.exists()


def test_following_twice_is_once(ann, bob) -> None:
    for _time in range(2):
        follow_person(user=ann, person=bob, wanted=True)
    assert ties_of(ann.pk, bob.pk).follows
    assert not ties_of(bob.pk, ann.pk).follows
    follow_person(user=ann, person=bob, wanted=False)
    assert not ties_of(ann.pk, bob.pk).follows


def test_what_makes_no_sense_is_refused(ann, bob, monkeypatch) -> None:
    monkeypatch.setattr(services, "MOST_FOLLOWED", 0)
    before = everything()
    for action, refusal in (
        (lambda: follow_person(user=ann, person=ann, wanted=True), NotOneself),
        (lambda: follow_person(user=ann, person=bob, wanted=True), TooManyTies),
        (lambda: block_person(user=ann, person=bob, kinds=["breathing"]), UnknownKindOfBlock),
        (lambda: note_person(user=ann, person=bob, text="x" * 4001), NoteTooLong),
    ):
        with pytest.raises(refusal):
            action()
    assert everything() == before
    assert MOST_FOLLOWED == 200


def test_a_note_is_for_the_own_eyes(ann, bob) -> None:
    note_person(user=ann, person=bob, text=" plays <b>fast</b>\x00 ")
    assert "plays &lt;b&gt;fast" in browser(ann).get("/people/bob/").content.decode()
    for reader in (bob, person("cid"), None):
        assert b"fast" not in browser(reader).get("/people/bob/").content
    note_person(user=ann, person=bob, text="  ")
    assert ties_of(ann.pk, bob.pk).note == ""


def test_names_are_found_by_how_they_begin_in_any_spelling(ann, bob) -> None:
    person("annika")
    assert [one.name for one in people_like("Ａnn")] == ["ann", "annika"]
    assert people_like("") == people_like("\x00ann") == people_like("x" * 500) == []
    type(ann).objects.filter(name="ann").update(is_active=False)
    assert [one.name for one in people_like("ann")] == ["annika"]


def test_a_profile_tells_of_finished_matches_alone(ann, bob) -> None:
    play(match_between(ann, bob), *QUICK_MATE)
    play(match_between(bob, person("goes-on")), "e3e4")
    html = browser(ann).get("/people/bob/").content.decode()
    assert html.count('class="past lost"') == 1
    assert "goes-on" not in html
    assert "1 won, 0 drawn, 0 lost" in html


@pytest.mark.parametrize(
    ("query", "count"),
    [
        ("?game=xiongqi", 2),
        ("?game=gunjin", 0),
        ("?result=won", 1),
        ("?opponent=BOB", 1),
        ("?opponent=nobody", 0),
        ("?rated=yes", 0),
        ("?rated=no&result=lost", 1),
        ("?game=chess&result=%00", 2),
        ("?opponent=%00", 2),
        ("?page=99", 2),
    ],
)
def test_the_history_is_narrowed(ann, bob, query, count) -> None:
    play(match_between(ann, bob), *QUICK_MATE)
    lost = match_between(ann, person("cid"))
    play(lost, "e3e4", "e6e5")
    ending.resign(uid=lost.uid, user=ann, now=NOON)
    html = browser().get(f"/people/ann/{query}").content.decode()
    assert len(re.findall('<li class="past ', html)) == count


def test_head_to_head_counts_from_the_readers_side(ann, bob) -> None:
    play(match_between(ann, bob), *QUICK_MATE)
    assert (head_to_head(ann.pk, bob.pk).won, head_to_head(bob.pk, ann.pk).lost) == (1, 1)


# Nobody is told


def test_whoever_may_not_watch_finds_no_running_match_and_every_finished_one(ann, bob) -> None:
    match = match_between(ann, bob)
    cid = person("cid")
    block_person(user=ann, person=cid, kinds=["watch"])
    url = f"/matches/{match.uid}/"
    unknown = browser(cid).get("/matches/nosuchmatch1/")
    answers = [browser(cid).get(f"{url}{part}") for part in ("", "board/", "board/?v=0")]
    assert [answer.status_code for answer in answers] == [404] * 3
    plain = re.compile(rb'value="[^"]*"|nonce="[^"]*"|"X-CSRFToken": "[^"]*"|/matches/[^"]*')
    assert plain.sub(b"", answers[0].content) == plain.sub(b"", unknown.content)
    assert browser(bob).get(url).status_code == 200
    ending.resign(uid=match.uid, user=ann, now=NOON)
    match.refresh_from_db()
    assert match.status == "finished"
    assert browser(cid).get(url).status_code == 200


@pytest.mark.parametrize("kind", Kind.values)
def test_the_profile_of_whoever_blocks_looks_as_before(ann, bob, kind) -> None:
    page = re.compile(rb'value="[^"]*"|nonce="[^"]*"|"X-CSRFToken": "[^"]*"')
    before = page.sub(b"", browser(bob).get("/people/ann/").content)
    block_person(user=ann, person=bob, kinds=[kind])
    assert page.sub(b"", browser(bob).get("/people/ann/").content) == before


def test_a_blocked_challenge_waits_like_any_other(ann, bob) -> None:
    from tests.kit.builders import terms

    block_person(user=ann, person=bob, kinds=["challenge"])
    sent = challenges.send_challenge(user=bob, person=ann, terms=terms(), now=NOON)
    assert browser(bob).get(f"/challenges/{sent.uid}/").status_code == 200
    assert browser(ann).get(f"/challenges/{sent.uid}/").status_code == 404
    assert b"challenges you" not in browser(ann).get("/notices/").content


def test_the_forms_of_a_profile_do_what_they_say(ann, bob) -> None:
    client = browser(ann)
    for form in ({"do": "follow"}, {"do": "block", "kind": ["talk"]}, {"do": "note", "text": "x"}):
        assert client.post("/people/BOB/ties/", form).status_code == 302
    ties = ties_of(ann.pk, bob.pk)
    assert (ties.follows, set(ties.blocks), ties.note) == (True, {"talk"}, "x")
    assert client.post("/people/bob/ties/", {"do": "fly"}).status_code == 302
    assert client.post("/people/nobody/ties/", {"do": "follow"}).status_code == 404
    html = client.get("/people/?q=bo").content.decode()
    assert html.count(">bob<") == 3


def test_who_blocks_reads_whom_and_what_it_does(ann, bob) -> None:
    html = browser(ann).get("/people/bob/").content.decode()
    assert "<legend>Block bob</legend>" in html
    assert "What you tick is closed both ways, for you and for them." in html


def test_leaderboards_say_when_they_are_empty() -> None:
    assert b"Nobody is on a leaderboard yet" in browser().get("/ratings/").content
    assert browser().get("/ratings/?game=chess").status_code == 200
