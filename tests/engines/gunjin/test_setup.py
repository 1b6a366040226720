"""Setting up: armies, placements, warnings, recommendations, and two seats at once."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from engines.core.dice import Dice
from engines.core.engine import Terms
from engines.core.seats import BYSTANDER, Seat, Viewer
from engines.gunjin.engine import ENGINE
from engines.gunjin.meta import PLACING
from engines.gunjin.moves import Placement, placement_of
from engines.gunjin.pieces import USUAL
from engines.gunjin.setup import is_army, placement_on, shuffled, warnings_about
from engines.gunjin.squares import SETUP_ORDER, SQUARES
from tests.engines.gunjin.boards import SETUPS, armies, played, started, view
from tests.engines.gunjin.restated import COUNTS, set_up
from tests.engines.playing import beginning, news, placed

COUNT = "GLMCKJAABBDDPPTTHEESXXF"


def place(here: Any, seat: int, letters: str = SETUPS[0]) -> Any:
    return placed(ENGINE, here, seat, letters)


def test_both_are_to_act_until_ready() -> None:
    here = beginning(ENGINE)
    assert ENGINE.codec.write(here) == "7/8/8/8/8/7 -"
    assert ENGINE.to_act(here) == {0, 1}
    here = place(here, 1).position
    assert ENGINE.to_act(here) == {0}
    here = place(here, 0).position
    assert ENGINE.to_act(here) == {0}
    assert here.first == 0


def test_the_text_is_read_from_the_owners_side() -> None:
    text = ENGINE.codec.write(started())
    assert text == "pesjkxp/ctgehbfd/tmlaabxd/ATBDDBTA/PCFXXEKP/HSLGMJE 0"


def test_every_letter_lands_where_the_rules_page_says() -> None:
    board = set_up(SETUPS)
    here = started()
    pieces = ENGINE.codec.dump_view(ENGINE.view(here, Viewer(sees_all=True)))["pieces"]
    assert isinstance(pieces, list)
    for piece in pieces:
        letter = board[piece["square"]]
        assert (piece["kind"], piece["seat"]) == (letter.upper(), 0 if letter.isupper() else 1)
    assert len(pieces) == len(board) == 46


def test_play_is_the_same_whoever_was_ready_first() -> None:
    one = place(place(beginning(ENGINE), 0, SETUPS[0]).position, 1, SETUPS[1])
    other = place(place(beginning(ENGINE), 1, SETUPS[1]).position, 0, SETUPS[0])
    assert one.position == other.position == started()


def test_the_other_side_hears_only_that_one_is_ready() -> None:
    for seat in (0, 1):
        step = place(beginning(ENGINE), seat)
        for viewer in (Viewer.of(Seat(1 - seat)), BYSTANDER):
            assert news(step.events, viewer) == [("placed", {"seat": seat})]
        owner = news(step.events, Viewer.of(Seat(seat)))
        assert owner == [("placed", {"seat": seat, "setup": SETUPS[0]})]


@pytest.mark.parametrize("seat", [0, 1])
def test_different_set_ups_look_the_same_to_others(seat: int) -> None:
    dumps = set()
    for number in range(5):
        letters = shuffled(Dice(bytes([number]), "x"), USUAL[0]).letters
        here = place(beginning(ENGINE), seat, letters).position
        for viewer in (Viewer.of(Seat(1 - seat)), BYSTANDER):
            dumps.add((viewer, str(ENGINE.codec.dump_view(ENGINE.view(here, viewer)))))
    assert len(dumps) == 2


def test_any_permutation_of_the_army_is_allowed() -> None:
    for number in range(50):
        kinds = shuffled(Dice(bytes([number]), "any"), USUAL[0]).kinds
        assert is_army(kinds, USUAL[0])
        place(beginning(ENGINE), number % 2, Placement(kinds).letters)


def test_an_army_is_23_pieces_of_16_kinds() -> None:
    assert Counter(COUNT) == COUNTS
    assert is_army(placement_of(COUNT).kinds, USUAL[0])
    for place_, letter in ((0, "F"), (5, "X"), (22, "G"), (6, "B")):
        wrong = COUNT[:place_] + letter + COUNT[place_ + 1 :]
        assert not is_army(placement_of(wrong).kinds, USUAL[0])


def test_warnings() -> None:
    assert warnings_about(placement_of(SETUPS[0])) == ()
    assert warnings_about(placement_of("ATBDDBTAPCEXXEKPHSLGMJF")) == ("flag-without-support",)
    assert warnings_about(placement_of("AXBDDBXAPCTTEEKPHSLFMJG")) == (
        "flag-without-support",
        "both-bridges-blocked",
    )
    assert warnings_about(placement_of("AFBDDBXAPCTTEEKPHSLXMJG")) == ("both-bridges-blocked",)


@pytest.mark.parametrize("army", PLACING.armies, ids=lambda army: army.slug)
def test_recommended_armies_are_armies_without_warnings(army: Any) -> None:
    assert is_army(placement_of(army.letters).kinds, USUAL[0])
    assert not warnings_about(placement_of(army.letters))
    assert not warnings_about(placement_of(PLACING.mirrored(army.letters)))
    place(beginning(ENGINE), 0, army.letters)


def test_there_are_three_recommendations() -> None:
    armies = PLACING.armies
    assert len({army.slug for army in armies}) == len({army.letters for army in armies}) == 3


def test_mirrored() -> None:
    mirrored = PLACING.mirrored(SETUPS[0])
    assert mirrored == "ATBDDBTA"[::-1] + "PCFXXEKP"[::-1] + "HSLGMJE"[::-1]
    assert PLACING.mirrored(mirrored) == SETUPS[0]


def test_the_page_of_the_set_up_knows_the_army_and_the_home_squares() -> None:
    assert PLACING.pieces == COUNT
    for seat in (0, 1):
        assert [SQUARES[name] for name in PLACING.squares(seat)] == list(SETUP_ORDER[seat])
    assert PLACING.action(SETUPS[0]) == str(placement_of(SETUPS[0]))
    assert replace(PLACING, separator="/").action(SETUPS[0]) == "setup:ATBDDBTA/PCFXXEKP/HSLGMJE"


def test_cautions_are_given_for_set_ups_only() -> None:
    regretted = placement_of("AXBDDBXAPCTTEEKPHSLFMJG")
    assert ENGINE.cautions(regretted) == warnings_about(regretted) != ()
    assert ENGINE.cautions(ENGINE.codec.load_move("b3b4")) == ()


def test_samples_are_mostly_anything_and_sometimes_recommended() -> None:
    view_ = view(beginning(ENGINE), 0)
    sampled = [ENGINE.sample_move(view_, Dice(bytes([n]), "s")) for n in range(200)]
    known = armies()
    for move in sampled:
        ENGINE.check_move(view_, move)
    recommended = [move for move in sampled if move in known]
    assert 25 < len(recommended) < 80
    assert len(set(recommended)) == 6
    assert len(set(sampled) - known) == 200 - len(recommended)


def test_shuffled_reaches_every_place() -> None:
    seen = [set() for _ in range(23)]  # type: ignore[var-annotated]
    for number in range(400):
        for place_, kind in enumerate(
            shuffled(Dice(number.to_bytes(2, "big"), ""), USUAL[0]).kinds
        ):
            seen[place_].add(kind)
    assert all(len(kinds) == 16 for kinds in seen)


def test_the_placement_on_a_board() -> None:
    here = started()
    assert [placement_on(here.board, seat, USUAL[seat]) for seat in (0, 1)] == [
        placement_of(letters) for letters in SETUPS
    ]
    assert placement_on(view(here, 0).board, 1, USUAL[1]) is None
    late = played(b"late", 80)[-1]
    assert placement_on(late.board, 0, USUAL[0]) is None


def test_there_are_no_terms_to_choose() -> None:
    with pytest.raises(ValueError, match="handicap"):
        ENGINE.start(Terms({"handicap": "yes"}), Dice(b"", "0"))
