"""Matches with a handicap in games in which both sides place their pieces."""

from __future__ import annotations

import json
from collections import Counter
from datetime import timedelta
from re import findall
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from engines.catalogue import GAMES, meta_for
from engines.core.placing import Placing
from engines.core.seats import BYSTANDER, Seat, Viewer
from games.lobby.services.practice import play_on
from games.match.changes.deadlines import flag_if_overdue
from games.match.changes.ending import resign
from games.match.clocks.controls import SETTING_UP
from games.match.exceptions import CasualFromPosition, RefusedMove, UnknownPosition
from games.match.models import Match
from games.match.referee import Referee
from games.match.status import Status
from games.match.terms import opening
from games.moderation.selectors.audits import faults_of
from games.record.presenters import record_json, text_parts
from games.record.selectors import match_record
from games.setup.exceptions import BadDraft, IncompleteFormation
from games.setup.models import Formation, SetupDraft
from games.setup.selectors import formations_of, results_of
from games.setup.services import SetupRequest, keep_formation, prepare
from tests.kit.browsing import BoardPage
from tests.kit.builders import NOON, match_between, north, play, south, submit, terms
from tests.kit.stages import pay_all
from tools.verify_record import Mismatch, read_record, verify

pytestmark = pytest.mark.django_db

HANDICAPS = [
    pytest.param(meta.slug, name, id=f"{meta.slug}-{name}")
    for meta in GAMES
    if meta.placing
    for name in meta.handicaps
]
each_handicap = pytest.mark.parametrize(("game", "name"), HANDICAPS)


def start_of(game: str, name: str) -> str:
    return meta_for(game).handicaps[name]


def placing_of(game: str, name: str, seat: int) -> Placing:
    placing = meta_for(game).placing
    assert placing is not None
    return placing.for_seat(seat, start_of(game, name))


def recommended(game: str, name: str, seat: int) -> str:
    placing = placing_of(game, name, seat)
    return placing.action(placing.armies[0].letters)


def begun(south: User, north: User, game: str, name: str) -> Match:
    return match_between(south, north, game=game, start=start_of(game, name))


def set_up(match: Match, name: str) -> None:
    for seat, user in enumerate((south(match), north(match))):
        submit(match, user, recommended(match.game, name, seat), key=f"ready-{seat}-1")


def told(match: Match) -> Any:
    return record_json(match_record(match.uid))


@each_handicap
def test_it_is_played_recorded_and_verified(ann: User, bob: User, game: str, name: str) -> None:
    match = begun(ann, bob, game, name)
    usual = placing_of(game, name, 1)
    with pytest.raises(RefusedMove, match="wrong-army"):
        submit(match, ann, usual.action(usual.armies[1].letters.replace("N", "K")))
    set_up(match, name)
    assert not match.is_setting_up
    resign(uid=match.uid, user=bob, now=NOON)
    match.refresh_from_db()
    assert faults_of(match) == []
    record = read_record(json.dumps(told(match)))
    assert record["start"] == start_of(game, name)
    verify(record)
    others = [text for text in meta_for(game).handicaps.values() if text != record["start"]]
    for start in (*others, "", record["start"] + " "):
        with pytest.raises(Mismatch):
            verify({**record, "start": start})
    assert f'[Position "{start_of(game, name)}"]' in "".join(text_parts(match_record(match.uid)))


def test_it_is_casual_and_no_other_start_is_known(ann: User, bob: User) -> None:
    general = start_of("gunjin", "general")
    with pytest.raises(CasualFromPosition):
        opening.create_invitation(
            user=ann, terms=terms(game="gunjin", start=general, rated=True), now=NOON
        )
    match = begun(ann, bob, "gunjin", "general")
    set_up(match, "general")
    standing = "7/8/8/8/8/7 0"
    for start in (standing, f"{standing} {general.split(' ', 2)[2]}", general[:-1]):
        with pytest.raises(UnknownPosition):
            opening.create_bot_match(
                user=ann, terms=terms(game="gunjin", start=start), level="easy", now=NOON
            )


@pytest.mark.parametrize(
    ("game", "name", "english", "japanese"),
    [
        ("gunjin", "general", "South has a captain in place of the general", "大将の代わりに大尉"),
        ("seichu", "rook", "South begins without the rook", "飛を落とし"),
    ],
)
def test_by_link_it_is_told_on_the_card_and_at_the_board(
    ann: User, bob: User, client: Client, game: str, name: str, english: str, japanese: str
) -> None:
    asked = terms(game=game, start=start_of(game, name), side=0)
    match = opening.create_invitation(user=ann, terms=asked, now=NOON)
    client.force_login(bob)
    offered = client.get(f"/take/{match.secret}/").content.decode()
    assert english in offered
    opening.take_seat(secret=match.secret, user=bob, now=NOON)
    match.refresh_from_db()
    assert english in BoardPage(match, ann).html(), "while both place"
    set_up(match, name)
    User.objects.filter(pk=bob.pk).update(language="ja")
    assert english in BoardPage(match, ann).html()
    assert japanese in BoardPage(match, bob).html()
    assert english in BoardPage(match).html(), "to onlookers"


def test_by_challenge(ann: User, bob: User, client: Client) -> None:
    client.force_login(ann)
    form = {
        "opponent": "person",
        "to": bob.name,
        "game": "seichu",
        "time": "relaxed",
        "rated": "usual",
        "side": "0",
        "key": "key-of-a-challenge",
        "seichu-handicap": "rook-and-bishop",
    }
    sent = client.post("/matches/new/", form)
    client.force_login(bob)
    assert "in place of the rook and the bishop" in client.get(sent["Location"]).content.decode()
    client.post(sent["Location"], {"do": "accept"})
    match = Match.objects.get()
    assert (match.start, match.rated) == (start_of("seichu", "rook-and-bishop"), False)
    assert "in place of the rook and the bishop" in BoardPage(match, ann).html()


def facts_of(page: BoardPage) -> dict[str, object]:
    """What the script is told of the set-up."""
    found = json.loads(findall(r'id="placing"[^>]*>(.*?)</script>', page.html())[0])
    assert isinstance(found, dict)
    return found


@each_handicap
def test_the_page_of_the_set_up_has_each_sides_own_pieces(
    ann: User, bob: User, game: str, name: str
) -> None:
    match = begun(ann, bob, game, name)
    for seat, user in enumerate((ann, bob)):
        page, placing = BoardPage(match, user), placing_of(game, name, seat)
        assert facts_of(page)["pieces"] == placing.pieces
        html = page.html()
        assert ('id="keep-name"' in html) is bool(seat), "what others cannot use is not kept"
        for army in placing.armies:
            assert f'data-letters="{army.letters}"' in html
        page.post("setup", {"do": "army:fortress", "letters": placing.nothing})
        assert SetupDraft.objects.get(user=user).letters == placing.army("fortress").letters
        assert f'value="{placing.action(placing.army("fortress").letters)}"' in page.html()
        page.post("setup", {"do": "random", "letters": placing.nothing})
        assert placing.is_complete(SetupDraft.objects.get(user=user).letters)


def test_a_kept_set_up_is_fitted_to_the_army(ann: User, bob: User) -> None:
    usual, lesser = (placing_of("gunjin", "generals", seat) for seat in (1, 0))
    letters = usual.army("hammer").letters
    keep_formation(user_id=ann.pk, game="gunjin", name="mine", letters=letters)
    match = begun(ann, bob, "gunjin", "generals")
    fitted = lesser.fitted(letters)
    assert f'data-letters="{fitted}"' in BoardPage(match, ann).html()
    prepare(uid=match.uid, user=ann, asked=SetupRequest("load", lesser.nothing, name="mine"))
    assert SetupDraft.objects.get().letters == fitted
    assert Counter(fitted) == Counter(lesser.pieces)
    assert Formation.objects.get().letters == letters, "kept as it was"
    with pytest.raises(BadDraft):
        prepare(uid=match.uid, user=ann, asked=SetupRequest("save", letters))
    with pytest.raises(IncompleteFormation):
        prepare(uid=match.uid, user=ann, asked=SetupRequest("keep", fitted, name="other"))


def test_results_of_set_ups_leave_out_matches_with_a_handicap(ann: User, bob: User) -> None:
    letters = placing_of("gunjin", "general", 1).army("fortress").letters
    keep_formation(user_id=bob.pk, game="gunjin", name="mine", letters=letters)
    match = begun(ann, bob, "gunjin", "general")
    set_up(match, "general")
    resign(uid=match.uid, user=ann, now=NOON)
    assert results_of(bob.pk, "gunjin", formations_of(bob.pk, "gunjin")) == {}


@each_handicap
def test_for_who_is_silent_the_house_places_what_there_is(
    ann: User, bob: User, game: str, name: str
) -> None:
    match = begun(ann, bob, game, name)
    submit(match, bob, recommended(game, name, 1))
    assert flag_if_overdue(uid=match.uid, now=NOON + SETTING_UP + timedelta(hours=1))
    match.refresh_from_db()
    assert not match.is_setting_up
    resign(uid=match.uid, user=ann, now=NOON + SETTING_UP + timedelta(hours=2))
    verify(read_record(json.dumps(told(match))))
    published = recommended(game, name, 0)
    for ply in (record := told(match))["plies"]:
        if ply["seats"] == [0] and ply["move"]:
            ply["move"] = published
    with pytest.raises(Mismatch):
        verify(read_record(json.dumps(record)))


@pytest.mark.parametrize("level", ["easy", "medium"])
@pytest.mark.parametrize("game", ["gunjin", "seichu"])
def test_a_bot_places_its_lesser_army_and_plays(ann: User, game: str, level: str) -> None:
    name = [*meta_for(game).handicaps][-1]
    asked = terms(game=game, start=start_of(game, name), side=1, time_control="none")
    match = opening.create_bot_match(user=ann, terms=asked, level=level, now=NOON)
    match.refresh_from_db()
    submit(match, ann, recommended(game, name, 1))
    pay_all(match)
    assert not match.is_setting_up
    assert Referee(match).plies >= 2
    assert faults_of(match) == []


def test_bots_play_to_the_end(ann: User) -> None:
    asked = terms(game="seichu", start=start_of("seichu", "rook"), time_control="none", side=None)
    match = opening.create_house_match(terms=asked, levels=["easy", "easy"], now=NOON)
    match.refresh_from_db()
    now = NOON
    while match.status == Status.ACTIVE:
        now += timedelta(minutes=10)
        assert pay_all(match, now=now)
    assert match.status == Status.FINISHED
    verify(read_record(json.dumps(told(match))))


def test_in_a_rematch_and_in_practice_the_same_side_has_less(ann: User, bob: User) -> None:
    match = begun(ann, bob, "gunjin", "planes")
    set_up(match, "planes")
    play(match, "b3b4")
    resign(uid=match.uid, user=bob, now=NOON)
    opening.ask_rematch(uid=match.uid, user=bob, now=NOON)
    again = opening.ask_rematch(uid=match.uid, user=ann, now=NOON)
    assert again is not None
    assert (again.start, south(again)) == (match.start, ann)
    on = play_on(user=ann, uid=match.uid, ply=3, level="easy", key="a-key-of-it", now=NOON)
    assert (on.start, on.given_plies) == (match.start, 3)
    assert Referee(on).replays()
    assert faults_of(on) == []


def test_everybody_is_told_both_armies_and_nobody_where_they_stand(ann: User, bob: User) -> None:
    match = begun(ann, bob, "gunjin", "general")
    set_up(match, "general")
    armies = [placing_of("gunjin", "general", seat).pieces for seat in (0, 1)]
    for viewer in (Viewer.of(Seat(1)), BYSTANDER):
        view: Any = Referee(match).view(viewer)
        assert view["armies"] == armies
        assert {piece["kind"] for piece in view["pieces"] if piece["seat"] == 0} == {None}
