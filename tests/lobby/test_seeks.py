"""Seeks: opened, taken, paired by themselves, withdrawn, run out; and what is refused."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

import pytest
from django.db import connection
from django.db.models.signals import post_init
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.lobby.exceptions import (
    BadBand,
    ForFollowedOnly,
    OutsideBand,
    OwnSeek,
    SeekGone,
    TooManySeeks,
)
from games.lobby.fitting import bands_around, in_band
from games.lobby.models import Seek
from games.lobby.selectors.seeks import Wanted, lobby_seeks, seek_for
from games.lobby.services import pairing, seeks
from games.lobby.services.pairing import pair_seek, take_seek
from games.lobby.services.seeks import MOST_OPEN, SeekRequest, open_seek, sweep_seeks, withdraw_seek
from games.match.exceptions import RatedNeedsClock, SeekerHasNoRoom, TooManyMatches, UnknownTerms
from games.match.models import Match, Player
from games.match.terms.opening import MOST_MATCHES
from games.moderation.selectors.audits import faults_of
from games.notices.models import Notice
from games.people.services import block_person, follow_person
from games.ratings.models import Rating
from tests.kit.builders import NOON, everything, person, terms

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


def seek(user, *, now=NOON, low=None, high=None, audience="anyone", more=None, **changes):
    asked = SeekRequest(
        terms(**{"side": None, **changes}), low=low, high=high, audience=audience, **(more or {})
    )
    return open_seek(user=user, asked=asked, now=now)


def rate(user, rating, game="xiongqi"):
    Rating.objects.create(
        user=user, game=game, pace="slow", versus="people", rating=rating, matches=20
    )


def fill(user, count=MOST_MATCHES):
    rows = Match.objects.bulk_create(
        Match(game="xiongqi", rules_version=1, time_control="none", created_at=NOON)
        for _number in range(count)
    )
    Player.objects.bulk_create(Player(match=row, seat=0, user=user) for row in rows)


def shown(user, **wanted):
    return [(fact.maker.name, fact.why_not) for fact in lobby_seeks(user, Wanted(**wanted), NOON)]


def test_a_taken_seek_is_a_match_by_its_terms(ann, bob) -> None:
    wanted = seek(ann, side=1, rated=True)
    match = take_seek(uid=wanted.uid, user=bob, now=NOON + HOUR)
    assert [player.user for player in match.players.all()] == [bob, ann]
    assert (match.rated, match.time_control, match.game) == (True, "relaxed", "xiongqi")
    assert faults_of(match) == []
    wanted.refresh_from_db()
    assert (wanted.state, wanted.match) == ("paired", match)
    assert Notice.objects.filter(user=ann, kind="match-began").count() == 1
    assert not Notice.objects.filter(user=bob, kind="match-began").exists()


@pytest.mark.parametrize(
    ("time", "stands"), [("relaxed", timedelta(days=7)), ("live15", timedelta(minutes=30))]
)
def test_a_seek_for_one_sitting_stands_for_half_an_hour(ann, time, stands) -> None:
    wanted = seek(ann, time_control=time)
    assert wanted.expires_at - wanted.created_at == stands


def test_taking_twice_is_one_match_and_a_third_person_is_too_late(ann, bob) -> None:
    wanted = seek(ann)
    first = take_seek(uid=wanted.uid, user=bob, now=NOON)
    before = everything()
    assert take_seek(uid=wanted.uid, user=bob, now=NOON) == first
    with pytest.raises(SeekGone):
        take_seek(uid=wanted.uid, user=person("cid"), now=NOON)
    assert {k: v for k, v in everything().items() if "User" not in k} == {
        k: v for k, v in before.items() if "User" not in k
    }


def test_one_form_sent_twice_is_one_seek(ann) -> None:
    asked = SeekRequest(terms(key="the-same-key"))
    assert open_seek(user=ann, asked=asked, now=NOON) == open_seek(user=ann, asked=asked, now=NOON)


REFUSED = [
    ({"game": "chess"}, UnknownTerms),
    ({"time_control": "bullet"}, UnknownTerms),
    ({"side": 2}, UnknownTerms),
    ({"options": {"komi": "7"}}, UnknownTerms),
    ({"audience": "enemies"}, UnknownTerms),
    ({"more": {"lasts": timedelta(days=400)}}, UnknownTerms),
    ({"time_control": "none", "rated": True}, RatedNeedsClock),
    ({"low": 1600, "high": 1800}, BadBand),
    ({"low": 1700, "high": 1400}, BadBand),
    ({"low": -5}, BadBand),
    ({"high": 90_000}, BadBand),
]


@pytest.mark.parametrize(("changes", "refusal"), REFUSED)
def test_terms_that_do_not_exist_are_refused(ann, changes, refusal) -> None:
    before = everything()
    with pytest.raises(refusal):
        seek(ann, **changes)
    assert everything() == before


def test_nobody_takes_their_own(ann) -> None:
    wanted = seek(ann)
    before = everything()
    with pytest.raises(OwnSeek):
        take_seek(uid=wanted.uid, user=ann, now=NOON)
    assert everything() == before


def test_the_hundredth_seek_is_refused(ann) -> None:
    for _number in range(MOST_OPEN):
        seek(ann)
    before = everything()
    with pytest.raises(TooManySeeks):
        seek(ann)
    assert everything() == before


def test_opening_and_withdrawing_all_day_is_refused(ann, monkeypatch) -> None:
    monkeypatch.setattr(seeks, "MOST_A_DAY", 3)
    for _number in range(3):
        withdraw_seek(uid=seek(ann).uid, user=ann)
    with pytest.raises(TooManySeeks):
        seek(ann)
    assert seek(ann, now=NOON + timedelta(days=1, seconds=1))


def test_a_band_keeps_out_who_is_outside_and_says_so(ann, bob) -> None:
    wanted = seek(ann, low=1400, high=1600)
    rate(bob, 1601)
    assert shown(bob) == [("ann", "outside-band")]
    with pytest.raises(OutsideBand):
        take_seek(uid=wanted.uid, user=bob, now=NOON)
    Rating.objects.update(rating=1600.4)
    assert shown(bob) == [("ann", "")]
    assert take_seek(uid=wanted.uid, user=bob, now=NOON)


def test_a_seek_for_followed_people_is_for_nobody_else(ann, bob) -> None:
    wanted = seek(ann, audience="followed")
    assert shown(bob) == [("ann", "for-followed-only")]
    with pytest.raises(ForFollowedOnly):
        take_seek(uid=wanted.uid, user=bob, now=NOON)
    follow_person(user=ann, person=bob, wanted=True)
    assert take_seek(uid=wanted.uid, user=bob, now=NOON)


@pytest.mark.parametrize("blocker", ["ann", "bob"])
def test_people_who_are_kept_apart_do_not_find_each_other(ann, bob, blocker) -> None:
    people = {"ann": ann, "bob": bob}
    other = people["bob" if blocker == "ann" else "ann"]
    block_person(user=people[blocker], person=other, kinds=["pairing"])
    theirs = seek(ann, rated=True)
    mine = seek(bob, rated=True)
    assert shown(bob) == [] == shown(ann)
    assert seek_for(theirs.uid, bob, NOON) is None
    assert pair_seek(seek_id=mine.pk, now=NOON) is None
    with pytest.raises(SeekGone):
        take_seek(uid=theirs.uid, user=bob, now=NOON)
    assert not Match.objects.exists()


def test_other_kinds_of_blocks_do_not_keep_people_from_pairing(ann, bob) -> None:
    block_person(user=ann, person=bob, kinds=["talk", "watch", "challenge"])
    assert take_seek(uid=seek(ann).uid, user=bob, now=NOON)


def test_a_closed_account_seeks_no_longer(ann, bob) -> None:
    wanted = seek(ann)
    type(ann).objects.filter(pk=ann.pk).update(is_active=False)
    assert shown(bob) == []
    with pytest.raises(SeekGone):
        take_seek(uid=wanted.uid, user=bob, now=NOON)


def test_guests_open_and_take_none(ann, bob) -> None:
    from games.lobby.exceptions import GuestsSeekNot

    bob.is_guest = True
    wanted = seek(ann)
    with pytest.raises(GuestsSeekNot):
        seek(bob)
    with pytest.raises(GuestsSeekNot):
        take_seek(uid=wanted.uid, user=bob, now=NOON)


def test_the_room_of_both_counts_and_the_limit_is_named(ann, bob) -> None:
    wanted = seek(ann)
    fill(bob)
    assert shown(bob) == [("ann", "too-many-matches")]
    with pytest.raises(TooManyMatches) as refusal:
        take_seek(uid=wanted.uid, user=bob, now=NOON)
    assert refusal.value.facts == {"limit": MOST_MATCHES}
    fill(ann)
    with pytest.raises(SeekerHasNoRoom):
        take_seek(uid=wanted.uid, user=person("cid"), now=NOON)
    assert Match.objects.filter(status="active").count() == 0


# Pairing


def test_two_that_fit_pair_by_themselves(ann, bob) -> None:
    seek(ann, side=0, rated=True)
    mine = seek(bob, now=NOON + HOUR, rated=True)
    match = pair_seek(seek_id=mine.pk, now=NOON + HOUR, present=bob)
    assert [player.user for player in match.players.all()] == [ann, bob]
    assert set(Seek.objects.values_list("state", "match")) == {("paired", match.pk)}
    assert Notice.objects.filter(user=ann, kind="match-began").exists()
    assert not Notice.objects.filter(user=bob, kind="match-began").exists()


@pytest.mark.parametrize(
    ("theirs", "mine"),
    [
        ({"side": 0}, {"side": 0}),
        ({"rated": True}, {"rated": False}),
        ({"time_control": "none"}, {}),
        ({"game": "gunjin"}, {}),
        ({"audience": "followed"}, {}),
        ({}, {"audience": "followed"}),
    ],
)
def test_those_that_do_not_fit_do_not_pair(ann, bob, theirs, mine) -> None:
    seek(ann, **theirs)
    assert pair_seek(seek_id=seek(bob, **mine).pk, now=NOON) is None


def test_bands_hold_both_ways_in_pairing(ann, bob) -> None:
    rate(ann, 1700)
    rate(bob, 1500)
    seek(ann, low=1500, high=1800)
    mine = seek(bob, low=1400, high=1600)
    assert pair_seek(seek_id=mine.pk, now=NOON) is None
    Rating.objects.filter(user=ann).update(rating=1600)
    assert pair_seek(seek_id=mine.pk, now=NOON)


def test_who_has_waited_longest_is_first_and_who_has_no_room_is_passed_over(ann, bob) -> None:
    seek(ann)
    seek(person("cid"), now=NOON + HOUR)
    mine = seek(bob, now=NOON + 2 * HOUR)
    fill(ann)
    match = pair_seek(seek_id=mine.pk, now=NOON + 2 * HOUR)
    assert {player.user.name for player in match.players.all()} == {"bob", "cid"}


def test_the_side_one_of_them_wants_is_kept(ann, bob) -> None:
    seek(ann)
    mine = seek(bob, side=1, now=NOON + HOUR)
    match = pair_seek(seek_id=mine.pk, now=NOON + HOUR)
    assert match.players.get(seat=1).user == bob


def test_a_quick_seek_takes_any_terms_of_its_game_and_pace(ann, bob) -> None:
    seek(ann, rated=False, side=0)
    mine = seek(bob, rated=True, more={"is_quick": True})
    match = pair_seek(seek_id=mine.pk, now=NOON)
    assert match.rated is False
    assert match.players.get(seat=0).user == ann


GUNGI = {"game": "gungi", "time_control": "relaxed"}


@pytest.mark.parametrize(
    ("theirs", "mine", "played"),
    [
        ({"rules": "intro"}, {"rules": "intro"}, "intro"),
        ({"rules": "intro"}, {"rules": "advanced"}, None),
        ({"rules": "intro"}, {}, None),
        ({}, {"rules": "guide"}, "guide"),
    ],
)
def test_options_have_to_agree(ann, bob, theirs, mine, played) -> None:
    seek(ann, **GUNGI, options=theirs)
    match = pair_seek(seek_id=seek(bob, **GUNGI, options=mine).pk, now=NOON)
    assert (match and match.options["rules"]) == played


@pytest.mark.parametrize(
    ("theirs", "mine", "played"),
    [
        ({"rules": "intro"}, {}, "intro"),
        ({"rules": "intro"}, {"rules": "intro"}, "intro"),
        ({"rules": "intro"}, {"rules": "advanced"}, None),
    ],
)
@pytest.mark.parametrize("are_quick", [(False, True), (True, False), (True, True)])
def test_a_quick_seek_leaves_the_options_it_does_not_name_to_the_other(
    ann, bob, theirs, mine, played, are_quick
) -> None:
    if are_quick == (True, False) and not mine:
        mine = {"rules": "guide"}  # whoever is not in haste has chosen
        played = None
    one, other = ({"is_quick": is_quick} for is_quick in are_quick)
    seek(ann, **GUNGI, options=theirs, more=one)
    match = pair_seek(seek_id=seek(bob, **GUNGI, options=mine, more=other).pk, now=NOON)
    assert (match and match.options["rules"]) == played


# The sweep


def test_the_sweep_finds_what_a_lost_request_left(ann, bob) -> None:
    seek(ann)
    seek(bob)
    assert sweep_seeks(now=NOON) == 0  # the request itself may still be at it
    assert sweep_seeks(now=NOON + timedelta(seconds=5)) == 1
    assert Match.objects.get().status == "active"
    assert {notice.user for notice in Notice.objects.filter(kind="match-began")} == {ann, bob}


def test_a_seek_that_found_nobody_is_looked_at_again(ann, bob) -> None:
    seek(ann)
    mine = seek(bob)
    fill(ann)
    assert pair_seek(seek_id=mine.pk, now=NOON) is None
    Match.objects.all().delete()
    Seek.objects.filter(user=ann).update(tried_at=NOON)
    assert sweep_seeks(now=NOON + timedelta(seconds=30)) == 0
    assert sweep_seeks(now=NOON + timedelta(seconds=90)) == 1


def test_a_seek_runs_out_and_its_maker_is_told(ann, bob) -> None:
    wanted = seek(ann, more={"lasts": timedelta(days=1)})
    late = NOON + timedelta(days=1)
    with pytest.raises(SeekGone):
        take_seek(uid=wanted.uid, user=bob, now=late)
    assert sweep_seeks(now=late) == 1
    assert sweep_seeks(now=late) == 0
    wanted.refresh_from_db()
    assert wanted.state == "expired"
    assert Notice.objects.get().kind == "seek-expired"


def test_a_house_bot_takes_the_seek_after_the_wait_that_was_chosen(ann) -> None:
    wanted = seek(ann, more={"is_quick": True, "bot_after": timedelta(seconds=30)})
    assert sweep_seeks(now=NOON + timedelta(seconds=29)) == 0
    assert sweep_seeks(now=NOON + timedelta(seconds=30)) == 1
    wanted.refresh_from_db()
    assert wanted.state == "paired"
    assert [p.bot for p in wanted.match.players.order_by("bot")] == ["", "easy"]
    assert not wanted.match.rated
    assert sweep_seeks(now=NOON + timedelta(seconds=31)) == 0


def test_a_house_bot_takes_a_seek_with_time_off_without_it(ann) -> None:
    wanted = seek(ann, more={"bot_after": timedelta(seconds=30)}, time_control="days1.v")
    assert sweep_seeks(now=NOON + timedelta(seconds=30)) == 1
    wanted.refresh_from_db()
    assert wanted.match.time_control == "days1"


def test_people_come_before_bots(ann, bob) -> None:
    seek(ann, more={"is_quick": True, "bot_after": timedelta(seconds=30)})
    seek(bob)
    sweep_seeks(now=NOON + timedelta(seconds=40))
    assert {player.user for player in Match.objects.get().players.all()} == {ann, bob}


def test_one_seek_that_makes_trouble_does_not_stop_the_others(ann, bob, monkeypatch) -> None:
    trouble = seek(ann, now=NOON - HOUR, side=0)
    seek(bob, now=NOON - HOUR, game="gunjin")
    seek(person("cid"), now=NOON - HOUR, game="gunjin")
    seek(person("dan"), now=NOON - HOUR, side=1)
    begin = pairing.begin_between

    def begin_but_one(maker, taker, *args, **more):
        if ann in (maker, taker):
            raise RuntimeError
        return begin(maker, taker, *args, **more)

    monkeypatch.setattr(pairing, "begin_between", begin_but_one)
    assert sweep_seeks(now=NOON) == 1
    trouble.refresh_from_db()
    assert trouble.state == Seek.State.OPEN


def test_a_sweep_pairs_everybody_once_and_whom_a_single_search_would(ann, bob) -> None:
    wanted = {
        "quick": seek(ann, more={"is_quick": True}),
        "gone": seek(bob, game="gunjin"),
        "same": seek(person("cid")),
        "other side": seek(person("dan"), side=0, now=NOON + timedelta(seconds=1)),
        "nobody's terms": seek(person("eva"), time_control="live30"),
        "alone": seek(person("fay"), side=0, game="gungi"),
    }
    assert sweep_seeks(now=NOON + timedelta(minutes=1)) == 1
    for one in wanted.values():
        one.refresh_from_db()
        assert one.tried_at == NOON + timedelta(minutes=1)
    paired = {name for name, one in wanted.items() if one.state == Seek.State.PAIRED}
    assert paired == {"quick", "other side"}
    assert sweep_seeks(now=NOON + timedelta(minutes=3)) == 0


def test_a_search_for_many_costs_no_more_statements_than_for_few() -> None:
    def statements():
        Seek.objects.update(tried_at=None)
        with CaptureQueriesContext(connection) as captured:
            assert sweep_seeks(now=NOON + HOUR) == 0
        return len(captured)

    for _number in range(3):
        seek(person(), side=0)
    few = statements()
    for _number in range(9):
        seek(person(), side=0)
    assert statements() == few


@pytest.mark.parametrize("wanted", [{}, {"joinable": True}, {"sort": "rating"}, {"pace": "slow"}])
def test_a_page_of_the_lobby_reads_no_more_than_it_shows(ann, wanted) -> None:
    def statements():
        with CaptureQueriesContext(connection) as captured:
            found = lobby_seeks(ann, Wanted(**wanted), NOON)
            assert len(found[:3]) == 3
        return len(captured)

    for name in ("cid", "dan", "eva"):
        seek(person(name))
    few = statements()
    for _number in range(20):
        seek(person())
    assert statements() == few
    facts = lobby_seeks(ann, Wanted(**wanted), NOON)
    assert [facts[place].uid for place in range(len(facts))] == [fact.uid for fact in facts]
    assert [fact.uid for fact in facts[20:]] == [facts[place].uid for place in (20, 21, 22)]


@contextmanager
def read_whole() -> Iterator[list[Seek]]:
    """The seeks that are read as rows of their own."""
    found: list[Seek] = []

    def note(instance: Seek, **_kwargs: object) -> None:
        found.append(instance)

    post_init.connect(note, sender=Seek)
    try:
        yield found
    finally:
        post_init.disconnect(note, sender=Seek)


@pytest.mark.parametrize("wanted", [{}, {"sort": "rating"}, {"sort": "time"}, {"pace": "slow"}])
def test_the_lobby_reads_whole_only_what_is_on_its_page(ann, wanted) -> None:
    for _number in range(9):
        seek(person())
    with read_whole() as found:
        assert len(lobby_seeks(ann, Wanted(**wanted), NOON)[3:5]) == 2
    assert len(found) == 2


def test_a_search_reads_whole_only_those_who_may_go_together() -> None:
    for _number in range(9):
        seek(person(), side=0)
    with read_whole() as found:
        assert sweep_seeks(now=NOON + timedelta(minutes=1)) == 0
    assert len(found) == 9  # those that are tried; no other


def test_only_its_maker_withdraws_it_and_once(ann, bob) -> None:
    wanted = seek(ann)
    with pytest.raises(SeekGone):
        withdraw_seek(uid=wanted.uid, user=bob)
    withdraw_seek(uid=wanted.uid, user=ann)
    with pytest.raises(SeekGone):
        withdraw_seek(uid=wanted.uid, user=ann)
    assert shown(bob) == []


# Who is told


def test_followers_are_told_once_a_day(ann, bob) -> None:
    cid = person("cid")
    follow_person(user=bob, person=ann, wanted=True)
    follow_person(user=cid, person=ann, wanted=True)
    block_person(user=cid, person=ann, kinds=["pairing"])
    for hours in (0, 1, 24):
        seek(ann, now=NOON + hours * HOUR)
    notices = Notice.objects.filter(kind="seeking")
    assert [notice.user for notice in notices] == [bob, bob]
    assert {notice.person for notice in notices} == {ann}


# The list


def test_the_list_is_narrowed_and_sorted(ann, bob) -> None:
    cid = person("cid")
    rate(cid, 1900)
    seek(bob, rated=True)
    seek(cid, now=NOON + HOUR, low=1800)
    seek(cid, now=NOON + HOUR, game="gunjin", time_control="none")
    assert shown(ann, game="xiongqi") == [("cid", "outside-band"), ("bob", "")]
    assert shown(ann, game="xiongqi", joinable=True) == [("bob", "")]
    assert shown(ann, rated="yes") == [("bob", "")]
    assert shown(ann, rated="no", game="gunjin") == [("cid", "")]
    assert shown(ann, sort="rating")[0][0] == "cid"
    assert shown(ann, pace="live") == []
    assert {name for name, why in shown(None) if why == "sign-in"} == {"bob", "cid"}


def test_two_behind_three_thousand_that_nobody_may_take_are_paired(
    django_assert_max_num_queries,
) -> None:
    """Neither the number of seeks that stand nor their age keeps two of the same terms apart."""
    crowd = User.objects.bulk_create(
        User(name=f"crowd{n}", name_key=f"crowd{n}", name_look=f"crowd{n}") for n in range(60)
    )
    Seek.objects.bulk_create(
        Seek(
            uid=f"seek{n:08}", key=f"key{n}", user=crowd[n % 60], game="xiongqi",
            time_control="relaxed", rated=True, low=2900, high=3000,
            tried_at=NOON + timedelta(seconds=59),
            created_at=NOON - timedelta(hours=1), expires_at=NOON + timedelta(days=7),
        )
        for n in range(3000)
    )  # fmt: skip
    ann, bob = person("ann"), person("bob")
    mine = open_seek(user=ann, asked=SeekRequest(terms(rated=True, side=None)), now=NOON)
    open_seek(user=bob, asked=SeekRequest(terms(rated=True, side=None)), now=NOON)
    with django_assert_max_num_queries(120):
        sweep_seeks(now=NOON + timedelta(minutes=1))
    mine.refresh_from_db()
    assert mine.state == Seek.State.PAIRED
    assert mine.match.players.filter(user=bob).exists()


def test_a_sweep_over_seeks_of_which_none_has_company_costs_few_statements(
    django_assert_max_num_queries,
) -> None:
    for n in range(30):
        control = f"own-{86400 + n}-0-172800"
        open_seek(user=person(), asked=SeekRequest(terms(time_control=control)), now=NOON)
    with django_assert_max_num_queries(12):
        sweep_seeks(now=NOON + timedelta(minutes=1))
    assert not Seek.objects.filter(tried_at=None).exists()


@pytest.mark.parametrize("rating", [1499, 1500, 1700, 1900, 1901])
def test_a_band_is_the_same_to_the_database(rating: int) -> None:
    bands = [(None, None), (1500, None), (None, 1900), (1500, 1900), (1700, 1700)]
    made = {seek(person()).pk: band for band in bands}
    for key, (low, high) in made.items():
        Seek.objects.filter(pk=key).update(low=low, high=high)
    found = Seek.objects.filter(bands_around(rating))
    assert {one.pk for one in found} == {
        key for key, (low, high) in made.items() if in_band(rating, low, high)
    }
