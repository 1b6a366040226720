"""Setting up: armies, hands, warnings, recommendations, and two seats at once."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from engines.core.dice import Dice
from engines.core.engine import Terms
from engines.core.hidden import Army, Squares
from engines.core.placing import Placing
from engines.core.seats import BYSTANDER, Seat, Viewer
from engines.seichu import armies
from engines.seichu.engine import ENGINE
from engines.seichu.meta import PLACING
from engines.seichu.movement import is_attacked
from engines.seichu.moves import Placement, placement_of
from engines.seichu.pieces import EMPTY, KING, LETTERS, USUAL, letters_of
from engines.seichu.setup import HOMES, hand_beside, placement_on, shuffled, warnings_about
from engines.seichu.squares import SETUP_ORDER, SQUARE_NAMES
from tests.engines.playing import beginning, news, placed
from tests.engines.seichu.boards import SETUPS, shown, started, view
from tests.engines.seichu.restated import ARMY, has_nifu, set_up


def place(here: Any, seat: int, letters: str = SETUPS[0]) -> Any:
    return placed(ENGINE, here, seat, letters)


def test_both_are_to_act_until_ready() -> None:
    here = beginning(ENGINE)
    assert ENGINE.codec.write(here) == "4/4/4/4/4/4/4 -/- -"
    assert ENGINE.to_act(here) == {0, 1}
    here = place(here, 1).position
    assert ENGINE.to_act(here) == {0}
    here = place(here, 0).position
    assert ENGINE.to_act(here) == {0}
    assert here.first == 0


def test_the_text_is_read_from_the_owners_side() -> None:
    assert ENGINE.codec.write(started()) == "pbnl/rgkp/4/4/4/GSPR/KLNP B/s 0"


def test_every_letter_lands_where_the_rules_page_says() -> None:
    board, hands = set_up(SETUPS)
    seen = shown(started(), Viewer(sees_all=True))
    for piece in seen["pieces"]:
        letter = board[piece["square"]]
        assert (piece["kind"], piece["seat"]) == (letter.upper(), 0 if letter.isupper() else 1)
    assert len(seen["pieces"]) == 16
    assert [hand["kinds"] for hand in seen["hands"]] == hands
    assert seen["setups"] == list(SETUPS)


@pytest.mark.parametrize(
    ("letters", "hand"),
    [
        ("KRBG/SNLP", "P"),
        ("PPBG/SNLK", "R"),
        ("RBGS/NLPP", "K"),
        ("KKBG/SNLP", None),
        ("PPPG/SNLK", None),
    ],
)
def test_the_ninth_piece_is_in_hand(letters: str, hand: str | None) -> None:
    beside = hand_beside(placement_of(letters), USUAL[0])
    assert (None if beside is None else letters_of(beside)) == hand


def test_shuffled_set_ups_are_whole_and_keep_the_king_out_of_hand() -> None:
    seen = set()
    for number in range(300):
        placement = shuffled(Dice(b"shuffled", str(number)), USUAL[0])
        hand = hand_beside(placement, USUAL[0])
        assert hand is not None
        assert KING not in hand
        letters = placement.letters.replace("/", "") + letters_of(hand)
        assert sorted(letters) == sorted(ARMY)
        seen.add(letters[-1])
    assert seen == set(LETTERS[2:])


def test_two_pawns_on_a_file_are_warned_of_and_accepted() -> None:
    assert warnings_about(placement_of("PKGR/PNBL")) == ("standing-nifu",)
    assert warnings_about(placement_of("PKGR/LPBN")) == ()
    assert place(beginning(ENGINE), 1, "PKGR/PNBL").position.ready == (False, True)
    for number in range(60):
        placement = shuffled(Dice(b"warned", str(number)), USUAL[0])
        board, _ = set_up([placement.letters, SETUPS[0]])
        assert bool(warnings_about(placement)) == has_nifu(board, 0)


def recommended(placing: Placing = PLACING) -> set[Placement]:
    """Each recommended army, and its mirror image."""
    letters = [army.letters for army in placing.armies]
    drafts = [*letters, *map(placing.mirrored, letters)]
    return {placement_of(placing.action(draft).removeprefix("setup:")) for draft in drafts}


@pytest.mark.parametrize("army", armies.PLACINGS)
def test_recommended_armies_are_sound(army: Army) -> None:
    placing = armies.PLACINGS[army]
    assert len({one.slug for one in placing.armies}) == len(placing.armies) == 3
    assert len(recommended(placing)) == 6
    for placement in recommended(placing):
        hand = hand_beside(placement, army)
        assert hand is not None
        assert KING not in hand
        assert ENGINE.cautions(placement) == ()


@pytest.mark.parametrize("army", armies.PLACINGS)
def test_no_recommended_army_loses_its_king_before_it_has_moved(army: Army) -> None:
    others = [shuffled(Dice(b"against", str(number)), USUAL[0]) for number in range(1_000)]
    seats = (0, 1) if army == USUAL[0] else (0,)
    for placement, other, own in product(recommended(armies.PLACINGS[army]), others, seats):
        board: Squares = (EMPTY,) * len(SQUARE_NAMES)
        for seat, kinds in ((own, placement.kinds), (1 - own, other.kinds)):
            board = HOMES.with_placed(board, seat, kinds)
        king = SETUP_ORDER[own][placement.kinds.index(KING)]
        assert not is_attacked(board, king, 1 - own), (str(placement), str(other))


def test_recommended_and_sampled_armies() -> None:
    assert {armies.recommended(Dice(b"r", str(n)), USUAL[0]) for n in range(60)} == recommended()
    sampled = [armies.sample(Dice(b"s", str(n)), USUAL[0]) for n in range(60)]
    assert 5 < sum(placement in recommended() for placement in sampled) < 30
    for number in range(60):
        assert warnings_about(armies.varied(Dice(b"w", str(number)), USUAL[0])) == ()


def test_a_king_in_hand_is_warned_of_too() -> None:
    assert warnings_about(placement_of("RBGS/NLPP")) == ("king-in-hand",)


def test_the_page_of_the_set_up_lists_squares_as_the_engine_does() -> None:
    for seat in (0, 1):
        assert PLACING.squares(seat) == tuple(SQUARE_NAMES[sq] for sq in SETUP_ORDER[seat])
    assert sorted(PLACING.pieces) == sorted(ARMY)


def test_both_armies_as_play_began() -> None:
    assert ENGINE.hidden_setup(place(beginning(ENGINE), 1).position) == {}
    board, hands = set_up(SETUPS)
    for seat, kinds in ENGINE.hidden_setup(started()).items():
        mine = {sq: p.upper() for sq, p in board.items() if p.isupper() == (seat == 0)}
        assert kinds == {**mine, "hand1": hands[seat]}


def test_a_set_up_shows_only_when_it_is_whole() -> None:
    here = place(beginning(ENGINE), 1).position
    placed = placement_on(here.board, 1, USUAL[1])
    assert placed is not None
    assert placed.letters == SETUPS[0]
    assert placement_on(here.board, 0, USUAL[0]) is None
    assert placement_on(view(here, 0).board, 1, USUAL[1]) is None


def test_others_learn_that_a_seat_is_ready_and_nothing_else() -> None:
    steps = [
        place(beginning(ENGINE), 1, letters) for letters in (SETUPS[0], SETUPS[1], "PKGR/PNBL")
    ]
    for viewer in (Viewer.of(Seat(0)), BYSTANDER):
        found = [news(step.events, viewer) for step in steps]
        assert found == [[("placed", {"seat": 1})]] * 3
        assert len({str(shown(step.position, viewer)) for step in steps}) == 1
    own = news(steps[0].events, Viewer.of(Seat(1)))
    assert own == [("placed", {"seat": 1, "setup": SETUPS[0], "hand": "B"})]


def test_there_are_no_terms() -> None:
    with pytest.raises(ValueError, match="options"):
        ENGINE.start(Terms({"board": "big"}), Dice(b"", "0"))
