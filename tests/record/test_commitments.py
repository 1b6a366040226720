"""The site commits itself when play begins, and opens its commitments with the end, not before."""

from __future__ import annotations

from datetime import timedelta
from hashlib import sha256

import pytest

from games.match.changes import ending, settling
from games.match.changes.deadlines import pass_deadline
from games.match.models import Commitments, Match
from games.match.referee import Referee
from games.match.sealed import SealedPosition
from games.moderation.selectors.audits import faults_of
from games.record.selectors import match_commitments
from tests.kit.browsing import browser
from tests.kit.builders import NOON, everything, match_between, play
from tests.kit.gunjin import ARMIES, OCCUPATION, gunjin_match, place

pytestmark = pytest.mark.django_db
LATER = NOON + timedelta(hours=1)
NOT_FITTING = "its commitments are not to the set-ups that were played"


def salts_of(match: Match) -> list[str]:
    """The salts nobody may know yet."""
    return [one.salt for one in Referee(match)._commitments()]


def test_they_are_made_when_both_armies_stand_and_not_before(people) -> None:
    match = gunjin_match(*people, is_placed=False)
    assert not Commitments.objects.exists()
    place(match, 1)
    assert not Commitments.objects.exists()
    place(match, 0)
    pieces = match_commitments(match.uid)
    assert len(pieces) == 46
    assert [(piece.seat, piece.place) for piece in pieces] == sorted(
        (piece.seat, piece.place) for piece in pieces
    )
    assert {(len(piece.digest), piece.kind, piece.salt) for piece in pieces} == {(64, "", "")}


def test_the_end_opens_every_one_of_them(people) -> None:
    match = gunjin_match(*people, *OCCUPATION)
    pieces = match_commitments(match.uid)
    for piece in pieces:
        text = f"jinya-1 {match.uid} {piece.seat} {piece.place} {piece.kind} {piece.salt}"
        assert sha256(text.encode()).hexdigest() == piece.digest
    kinds = [sorted(piece.kind for piece in pieces if piece.seat == seat) for seat in (0, 1)]
    assert kinds == [sorted(army) for army in ARMIES]


def test_equal_pieces_in_equal_places_of_two_matches_have_different_digests(people) -> None:
    one, other = (match_commitments(gunjin_match(*people).uid) for _time in range(2))
    assert not {piece.digest for piece in one} & {piece.digest for piece in other}


@pytest.mark.parametrize("seat", [0, 1])
def test_nothing_is_opened_while_the_match_goes_on(people, seat) -> None:
    match = gunjin_match(*people, *OCCUPATION[:-1])
    ending.offer_draw(uid=match.uid, user=people[seat], now=NOON)
    assert Referee(match).openings() == ()
    assert Commitments.objects.get(match=match).openings is None


def end_by_resignation(match: Match) -> None:
    ending.resign(uid=match.uid, user=match.players.get(seat=1).user, now=LATER)


def end_by_time(match: Match) -> None:
    pass_deadline(match, list(match.players.all()), now=LATER + timedelta(days=60))


def end_by_agreement(match: Match) -> None:
    ending.offer_draw(uid=match.uid, user=match.players.get(seat=1).user, now=LATER)
    ending.accept_draw(uid=match.uid, user=match.players.get(seat=0).user, now=LATER)


@pytest.mark.parametrize("end", [end_by_resignation, end_by_time, end_by_agreement])
def test_every_end_opens_them(people, end) -> None:
    match = gunjin_match(*people, "b3b4", "g4g3")
    end(match)
    assert all(piece.salt and piece.kind for piece in match_commitments(match.uid))
    assert faults_of(Match.objects.get(pk=match.pk)) == []


def test_a_cancelled_match_opens_nothing_ever(people) -> None:
    match = gunjin_match(*people)
    salts = salts_of(match)
    ending.cancel_running(match, list(match.players.all()), now=NOON)
    assert Commitments.objects.get(match=match).openings is None
    for user in (*people, None):
        for path in ("", "?ply=2", "?as=all&ply=2", "?as=north", "record.json", "record.txt"):
            answer = browser(user).get(f"/matches/{match.uid}/{path}")
            assert not [salt for salt in salts if salt.encode() in answer.content]
    assert faults_of(Match.objects.get(pk=match.pk)) == []


def test_a_resignation_during_the_set_up_leaves_nothing_to_open(people) -> None:
    match = gunjin_match(*people, is_placed=False)
    place(match, 0)
    ending.resign(uid=match.uid, user=people[1], now=NOON)
    assert match_commitments(match.uid) == ()
    assert faults_of(Match.objects.get(pk=match.pk)) == []


def test_a_house_that_dies_between_the_result_and_the_reveal_has_shown_neither(
    people, monkeypatch
) -> None:
    match = gunjin_match(*people, *OCCUPATION[:-1])
    before = everything()

    def die(*args: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(settling, "_commit", die)
    with pytest.raises(KeyboardInterrupt):
        play(match, OCCUPATION[-1])
    assert everything() == before
    monkeypatch.undo()
    play(match, OCCUPATION[-1])
    assert all(piece.salt for piece in match_commitments(match.uid))


def test_games_that_hide_nothing_commit_to_nothing(people) -> None:
    match = match_between(*people)
    play(match, "e3e4")
    end_by_resignation(match)
    assert not Commitments.objects.exists()
    assert faults_of(Match.objects.get(pk=match.pk)) == []


# The audit


@pytest.fixture
def over(people) -> Match:
    return gunjin_match(*people, *OCCUPATION)


def tampered(match: Match, field: str, place: int, key: str, value: object) -> list[str]:
    row = Commitments.objects.get(match=match)
    entries = getattr(row, field)
    entries[place] = {**entries[place], key: value}
    row.save()
    return faults_of(Match.objects.get(pk=match.pk))


@pytest.mark.parametrize(
    ("field", "key", "value"),
    [
        ("digests", "digest", "0" * 64),
        ("digests", "place", "h3"),
        ("digests", "seat", 1),
        ("openings", "kind", "S"),
        ("openings", "salt", "0" * 32),
        ("openings", "place", "h3"),
    ],
)
def test_the_audit_finds_another_commitment(over, field, key, value) -> None:
    assert faults_of(over) == []
    assert NOT_FITTING in tampered(over, field, 3, key, value)


def test_the_audit_finds_commitments_opened_early_lost_or_of_another_seed(people, over) -> None:
    running = gunjin_match(*people, "b3b4")
    openings = Commitments.objects.get(match=over).openings
    assert faults_of(running) == []
    Commitments.objects.filter(match=running).update(openings=openings)
    assert faults_of(running) == [NOT_FITTING]
    Commitments.objects.filter(match=running).delete()
    assert faults_of(running) == [NOT_FITTING]
    Commitments.objects.filter(match=over).update(openings=None)
    assert faults_of(over) == [NOT_FITTING]
    Commitments.objects.filter(match=over).update(openings=openings)
    SealedPosition.objects.filter(match=over).update(seed=b"another")
    assert faults_of(over) == [NOT_FITTING]
