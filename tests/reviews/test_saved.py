"""Kept analyses: trees with notes, their owner's alone unless the link is given away."""

from __future__ import annotations

import html
import re
from datetime import timedelta

import pytest
from django.utils.html import strip_tags

from accounts.models import Sanction
from games.record.reading import Word
from games.reviews import saved
from games.reviews.exceptions import AnalysisFull
from games.reviews.models import KeptAnalysis
from games.reviews.trees import START, Tree, dump_tree, read_tree, tree_of
from tests.kit.browsing import browser
from tests.kit.builders import NOON, QUICK_MATE, match_between, person, play

LATER = NOON + timedelta(hours=1)


def test_a_tree_grows_branches_and_knows_what_it_has() -> None:
    tree, last = tree_of(["a", "b", "c"]).grown(1, ["x", "y"])
    assert tree.line(last) == ("a", "x", "y")
    again, known = tree.grown(START, ["a", "x"])
    assert again == tree
    assert tree.line(known) == ("a", "x")
    assert [one.move for one in tree.children(1)] == ["b", "x"]
    assert read_tree(dump_tree(tree)) == tree


def test_a_tree_is_read_with_other_ways_after_the_move_they_replace() -> None:
    tree, last = tree_of(["a", "b", "c"]).grown(1, ["x", "y"])
    tree, _last = tree.grown(last, ["z"])
    tree, _last = tree.grown(START, ["q"])
    read = [(run.depth, [node.move for node in run.nodes]) for run in tree.runs()]
    assert read == [(0, ["a"]), (1, ["q"]), (0, ["b"]), (1, ["x", "y", "z"]), (0, ["c"])]


def test_a_branch_is_deleted_and_numbers_stay() -> None:
    tree, last = tree_of(["a", "b", "c"]).grown(1, ["x"])
    fewer = tree.noted(last, "good").without(2)
    assert [(one.number, one.move, one.note) for one in fewer.nodes.values()] == [
        (0, "", ""), (1, "a", ""), (4, "x", "good"),
    ]  # fmt: skip
    grown, new = fewer.grown(1, ["b"])
    assert new == 5
    assert tree.without(START) == tree
    assert isinstance(grown, Tree)


def kept(user, *moves: str, title: str = "Mine") -> str:
    fields = {"game": "xiongqi", "moves": " ".join(moves), "title": title}
    answer = browser(user).post("/analyses/", fields)
    assert answer.status_code == 302
    return answer["Location"].partition("?")[0]


def words(answer) -> str:
    return " ".join(html.unescape(strip_tags(answer.content.decode())).split())


@pytest.mark.django_db
class TestPages:
    def test_a_line_is_kept_and_goes_on_in_branches_with_notes(self) -> None:
        ann = person("ann")
        assert (
            "Keep, with notes" in browser(ann).get("/analysis/xiongqi/?moves=c2c6").content.decode()
        )
        assert (
            "Keep, with notes"
            not in browser(None).get("/analysis/xiongqi/?moves=c2c6").content.decode()
        )
        url = kept(ann, "c2c6", "f7e7", title="  My   line ")
        me = browser(ann)
        assert me.post(f"{url}?at=1", {"move": "f7d7"}).status_code == 302
        me.post(f"{url}?at=3", {"do": "note", "note": "Better <so>."})
        page = me.get(f"{url}?at=3")
        assert page.status_code == 200
        assert "My line" in words(page)
        assert "Better &lt;so&gt;." in page.content.decode()
        assert 'value="c2c6 f7d7"' in page.content.decode()
        assert "To move: South" in words(page)
        listed = words(me.get("/analyses/"))
        assert "My line" in listed
        assert "3 moves" in listed

    def test_moves_that_cannot_be_played_are_refused_and_nothing_changes(self) -> None:
        ann = person("ann")
        url = kept(ann, "c2c6")
        before = KeptAnalysis.objects.get().tree
        me = browser(ann)
        for at, fields, status in (
            (1, {"move": "a1a8"}, 422),
            (1, {"move": ""}, 422),
            (1, {"move": "{}"}, 422),
            (77, {"move": "f7e7"}, 409),
            (77, {"do": "note", "note": "x"}, 409),
            (77, {"do": "delete-branch"}, 409),
            (77, {"do": "promote"}, 409),
            (0, {"do": "dance"}, 422),
            (0, {"do": "rename", "title": " "}, 422),
            (0, {"do": "rename", "title": "x" * 81}, 422),
        ):
            answer = me.post(f"{url}?at={at}", fields)
            assert answer.status_code == status, fields
            assert 'role="alert"' in answer.content.decode()
        assert KeptAnalysis.objects.get().tree == before
        assert me.get(f"{url}?at=77").status_code == 409
        assert me.get(f"{url}?at=nonsense").status_code == 200
        for fields in ({"moves": "zz"}, {"moves": "c2c6,(zz)"}, {"position": "8/8"}, {"title": ""}):
            asked = {"game": "xiongqi", "moves": "c2c6", "title": "t", **fields}
            assert me.post("/analyses/", asked).status_code == 422
        assert me.post("/analyses/", {"game": "gunjin", "title": "t"}).status_code == 404
        assert KeptAnalysis.objects.count() == 1

    def test_nobody_else_finds_it_and_a_link_shows_it_until_withdrawn(self) -> None:
        ann, eve = person("ann"), person("eve")
        url = kept(ann, "c2c6")
        browser(ann).post(f"{url}?at=1", {"do": "note", "note": "canary"})
        for user in (eve, None):
            assert browser(user).get(url).status_code in (302, 404)
            assert browser(user).post(url, {"do": "forget"}).status_code in (302, 404)
        assert "canary" not in browser(eve).get("/analyses/").content.decode()
        browser(ann).post(url, {"do": "share"})
        browser(ann).post(url, {"do": "share"})  # a double click
        link = re.search(r"/analyses/by-link/\w+/", browser(ann).get(url).content.decode())
        assert link
        for user in (eve, None, ann):
            page = browser(user).get(f"{link[0]}?at=1")
            assert page.status_code == 200
            assert "canary" in page.content.decode()
            assert "by ann" in words(page)
            assert 'name="do"' not in page.content.decode()
        browser(ann).post(url, {"do": "unshare"})
        assert browser(eve).get(link[0]).status_code == 404
        assert browser(eve).get("/analyses/by-link/x/").status_code == 404

    def test_who_may_not_write_to_others_does_not_share(self) -> None:
        ann = person("ann")
        url = kept(ann, "c2c6")
        browser(ann).post(url, {"do": "share"})
        link = KeptAnalysis.objects.get().link
        Sanction.objects.create(
            user=ann, kind="mute", starts_at=NOON, reason="abuse", public_text=""
        )
        assert browser(None).get(f"/analyses/by-link/{link}/").status_code == 404
        browser(ann).post(url, {"do": "unshare"})
        assert browser(ann).post(url, {"do": "share"}).status_code == 403
        guest = person("guest")
        guest.is_guest = True
        guest.save()
        theirs = kept(guest, "c2c6")
        assert browser(guest).post(theirs, {"do": "share"}).status_code == 403

    def test_the_board_is_refused_to_nobody_whatever_is_played(self) -> None:
        ann, bob = person("ann"), person("bob")
        url = kept(ann, "c2c6", "f7e7")
        browser(ann).post(url, {"do": "share"})
        shared = f"/analyses/by-link/{KeptAnalysis.objects.get().link}/"
        play(match_between(ann, bob), "c2c6")
        for user, page in ((ann, url), (bob, shared), (None, shared)):
            for at in (1, 2):
                assert 'id="board"' in browser(user).get(f"{page}?at={at}").content.decode()
        assert browser(ann).post(f"{url}?at=1", {"move": "f7d7"}).status_code == 302

    def test_branches_are_kept_with_the_line_and_made_the_main_one(self) -> None:
        ann = person("ann")
        url = kept(ann, "c2c6,f7e7,(f7d7,c6c8),c6c5")
        assert browser(ann).post(f"{url}?at=4", {"do": "promote"})["Location"] == f"{url}?at=4"
        tree = read_tree(KeptAnalysis.objects.get().tree)
        assert [one.move for one in tree.children(1)] == ["f7d7", "f7e7"]
        assert tree.line(tree.end_of(START)) == ("c2c6", "f7d7", "c6c8")

    def test_how_many_and_how_long(self, monkeypatch: pytest.MonkeyPatch) -> None:
        ann = person("ann")
        monkeypatch.setattr(saved, "MOST_ANALYSES", 1)
        monkeypatch.setattr(saved, "MOST_NODES", 3)
        url = kept(ann, "c2c6")
        fields = {"game": "xiongqi", "title": "two"}
        assert browser(ann).post("/analyses/", fields).status_code == 409
        uid = KeptAnalysis.objects.get().uid
        saved.add_moves(uid=uid, user=ann, at=1, words=[Word("f7e7", 1)], now=NOON)
        with pytest.raises(AnalysisFull):
            saved.add_moves(uid=uid, user=ann, at=1, words=[Word("f7d7", 1)], now=NOON)
        browser(ann).post(f"{url}?at=1", {"do": "delete-branch"})
        assert KeptAnalysis.objects.get().tree == [[0, 0, "", ""]]
        browser(ann).post(url, {"do": "forget"})
        assert not KeptAnalysis.objects.exists()

    def test_it_begins_with_a_match_that_is_over(self) -> None:
        match = match_between(person(), person())
        play(match, *QUICK_MATE)
        url = kept(person("eve"), *QUICK_MATE, title="From a match")
        assert url.startswith("/analyses/")
