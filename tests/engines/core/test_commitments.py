"""What the site commits itself to: the text, the digest, the salts, and Gunjin's part in it."""

from __future__ import annotations

from hashlib import sha256

import pytest

from engines.core.commitments import Commitment, commitments_to
from engines.core.dice import Dice
from engines.core.engine import Terms
from engines.core.seats import BYSTANDER, Seat
from engines.gunjin.engine import ENGINE
from tests.engines.playing import playout

SOUTH, NORTH = Seat(0), Seat(1)
HIDDEN = {NORTH: {"h6": "X"}, SOUTH: {"b1": "G", "a1": "F"}}


def test_the_digest_is_that_of_the_documented_text() -> None:
    commitment = Commitment("abcDEF012345", SOUTH, "a1", "F", "00ff" * 8)
    assert commitment.text == "jinya-1 abcDEF012345 0 a1 F " + "00ff" * 8
    assert commitment.digest == sha256(commitment.text.encode()).hexdigest()


def test_they_are_listed_by_seat_and_place_whatever_the_order_they_came_in() -> None:
    made = commitments_to(HIDDEN, match="m", secret=b"s")
    assert [(one.seat, one.place) for one in made] == [(0, "a1"), (0, "b1"), (1, "h6")]
    assert made == commitments_to(HIDDEN, match="m", secret=b"s")


def test_salts_differ_by_piece_and_secret_and_do_not_depend_on_kinds() -> None:
    one, other = (commitments_to(HIDDEN, match="m", secret=secret) for secret in (b"s", b"t"))
    assert len({commitment.salt for commitment in (*one, *other)}) == 6
    swapped = commitments_to({**HIDDEN, NORTH: {"h6": "S"}}, match="m", secret=b"s")
    assert [now.salt for now in swapped] == [then.salt for then in one]
    assert swapped[2].digest != one[2].digest


def test_what_is_shown_before_the_end_has_the_same_shape_for_every_piece() -> None:
    for commitment in commitments_to(HIDDEN, match="m", secret=b"s"):
        assert set(commitment.closed) == {"seat", "place", "digest"}
        assert len(str(commitment.closed["digest"])) == 64
        assert commitment.kind not in repr(commitment)
        assert commitment.salt not in repr(commitment)


@pytest.mark.parametrize("seed", [b"one", b"two"])
def test_gunjin_hides_both_armies_once_both_stand_and_tells_them_afterwards(seed: bytes) -> None:
    plies = list(playout(ENGINE, seed, limit=30))
    assert [bool(ENGINE.hidden_setup(here.position)) for here in plies[:3]] == [False, False, True]
    hidden = ENGINE.hidden_setup(plies[-1].position)
    assert sorted(map(len, hidden.values())) == [23, 23]
    over = ENGINE.concede(plies[-1].position, frozenset({SOUTH})).position
    view = ENGINE.codec.dump_view(ENGINE.view(over, BYSTANDER))
    pieces = [*view["pieces"], *view["fallen"]]  # type: ignore[misc]
    assert {(p["seat"], p["start"]): p["kind"] for p in pieces} == {
        (seat, square): kind for seat, army in hidden.items() for square, kind in army.items()
    }


def test_a_resignation_during_set_up_leaves_nothing_to_commit_to() -> None:
    start = ENGINE.start(Terms(), Dice(b"", "0"))
    after = ENGINE.concede(start.position, frozenset({SOUTH}))
    assert ENGINE.hidden_setup(after.position) == {}
