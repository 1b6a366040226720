"""What the page is told of Gungi: stacks, hands, ways to go to a square, and the story."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.conf import settings
from django.utils.translation import override

from engines.core.engine import Terms
from engines.core.seats import BYSTANDER
from engines.gungi.engine import ENGINE
from engines.gungi.meta import RULE_SETS
from engines.gungi.rulings import ILLEGAL_CODES
from games.boards.gungi import presenter
from games.boards.gungi.presenter import GungiScene, start_view_by
from games.boards.gungi.reading import KINDS, front_of, left_on, read_board, read_ply
from games.boards.kit.faces import PIECE_SETS
from games.boards.kit.offers import Offer
from games.boards.pictures import picture_svg
from games.boards.refusals import refusal_sentence
from tests.kit.board_facts import DICE, facts

GUNGI: Any = presenter.GUNGI
"""Given views as the site stores them: any JSON."""

MIXED = "4m4/9/9/9/4|d:N:w|4/4F4/9/9/4M4 J2/j1 0 guide -"
BETRAYING = "4m4/9/9/9/3|d:n|5/4|D:D:T|4/9/9/4M4 N1D1/- 0 guide -"
"""White's soldier and spear, and Black's tactician high enough to go onto them, slanting."""


PLACING = (
    "9/9/9/9/9/9/9/9/9 M1G1I1J2W2N3R2S2F2D4C1A2K1T1/m1g1i1j2w2n3r2s2f2d4c1a2k1t1 0 advanced 01"
)


def scene(start: str) -> GungiScene:
    found = GUNGI.scene(facts(start=start, game="gungi").view)
    assert isinstance(found, GungiScene)
    return found


def offers(start: str, *squares: str) -> list[Offer]:
    """What is offered over these squares."""
    found = facts(start=start, game="gungi")
    return [offer for offer in GUNGI.offers(found.view, found.legal) if offer.squares == squares]


def test_a_stack_is_shown_from_the_bottom_up() -> None:
    stack = scene(MIXED).pieces["e5"]
    assert [(face.side, face.kind) for face in stack] == [
        ("white", "D"),
        ("black", "N"),
        ("white", "W"),
    ]


def test_both_hands_are_told_with_their_counts() -> None:
    found = facts(start=MIXED, game="gungi")
    trays = GUNGI.trays(found.view)
    assert [[(face.kind, count) for face, count in tray.piles] for tray in trays] == [
        [("J", 2)],
        [("J", 1)],
    ]
    assert [piece.label for piece in scene(MIXED).hands[0]] == ["Major General in your hand: 2"]


def test_how_far_one_may_drop() -> None:
    stacks = read_board("4m4/9/9/9/4|d:N:w|4/4F4/9/9/4M4")
    assert (front_of(stacks, 0), front_of(stacks, 1)) == ("4", "5")
    assert scene(MIXED).fronts == ("4", "5")
    placing = facts(game="gungi", start=PLACING)
    assert GUNGI.scene(placing.view).fronts == ("", "")


def test_capturing_and_stacking_are_told_apart() -> None:
    start = "4m4/9/9/9/4d4/4F4/9/9/4M4 -/- 0 guide -"
    capture, stack = offers(start, "e4", "e5")
    assert (capture.action, capture.chooser, capture.captures) == (
        "e4xe5",
        "Capture Soldier",
        True,
    )
    assert (stack.action, stack.chooser, stack.captures) == ("e4+e5", "Stack: tier 2", False)


def test_pieces_are_won_over_level_by_level() -> None:
    found = {offer.action: offer.chooser for offer in offers(BETRAYING, "e4", "d5")}
    assert found == {
        "e4xd5": "Capture Soldier, Spear",
        "e4+d5": "Stack: tier 3",
        "e4+d5&1": "Stack, and win over Soldier on level 1",
        "e4+d5&2": "Stack, and win over Spear on level 2",
        "e4+d5&1,2": "Stack, and win over Soldier on level 1, Spear on level 2",
    }


def test_a_drop_is_picked_in_the_hand() -> None:
    start = "4m4/9/9/9/9/4F4/9/9/4M4 J1/- 0 guide -"
    (drop,) = offers(start, "j*", "a4")
    assert (drop.action, drop.text) == ("j*a4", "Major General from hand to a4")
    assert not offers(start, "j*", "a5")
    (onto,) = offers(start, "j*", "e4")
    assert onto.text == "Major General from hand to e4, tier 2"


def test_done_is_said_and_no_square() -> None:
    found = facts("m@e1", "m@e9", game="gungi", start=PLACING)
    assert [call.action for call in GUNGI.calls(found.view, found.legal)] == ["done"]
    assert all(offer.action != "done" for offer in GUNGI.offers(found.view, found.legal))
    assert not GUNGI.calls(found.view, ("m@e1",))


def test_the_story_has_our_notation_and_the_official_one() -> None:
    start = "4m4/9/9/9/4d4/4F4/9/9/4M4 J1/- 0 guide -"
    found = facts("e4+e5", "e9d9", "j*a1", start=start, game="gungi")
    story = GUNGI.story(found.news, 0)
    assert [(move.letter + move.path, move.also) for move in story] == [
        ("Fe4+e5", "5-5-2砦ツケ(5-6-1)"),
        ("Me9–d9", "6-1-1帥(5-1-1)"),
        ("J*a1", "新9-9-1小"),
    ]
    assert story[0].sentence == "Fortress e4 onto the stack on e5, tier 2"


def test_setting_up_is_told_turn_by_turn() -> None:
    found = facts("m@e1", "m@e9", "done", "d@e7", game="gungi", start=PLACING)
    story = GUNGI.story(found.news, None)
    assert [(move.ply, move.seat, move.path) for move in story] == [
        (1, 0, "@e1"),
        (2, 1, "@e9"),
        (3, 0, "Done placing"),
        (4, 1, "@e7"),
    ]


def test_check_is_shown_at_the_marshal_and_mate_is_told() -> None:
    mating = facts("h2h1", start="m8/9/1N7/9/9/9/9/7G1/8M -/- 0 guide -", game="gungi")
    assert GUNGI.scene(mating.view).checked == ""
    mated = facts("h2a2", start="m8/9/1N7/9/9/9/9/7G1/8M -/- 0 guide -", game="gungi")
    assert GUNGI.scene(mated.view).checked == "a9"
    assert GUNGI.story(mated.news, 0)[-1].sentence.endswith(", mate")
    assert GUNGI.story(mated.news, 0)[-1].path.endswith("#")


def test_japanese() -> None:
    with override("ja"):
        capture, stack = offers("4m4/9/9/9/4d4/4F4/9/9/4M4 -/- 0 guide -", "e4", "e5")
        assert (capture.chooser, stack.chooser) == ("取る（兵）", "乗る（2段になる）")


@pytest.mark.parametrize("piece_set", PIECE_SETS)
def test_every_kind_and_both_discs_are_drawn_in_every_set(piece_set: str) -> None:
    sprite = settings.BASE_DIR / "static" / "pieces" / "gungi" / f"{piece_set}.svg"
    assert {*re.findall(r'<symbol id="(\w+)"', sprite.read_text())} == {*KINDS, "black", "white"}


def test_a_picture_draws_every_piece_of_a_stack() -> None:
    drawn = picture_svg("gungi", facts(start=MIXED, game="gungi").view, 0)
    assert len(re.findall(r'class="piece (?:black|white)"', drawn)) == 6
    assert drawn.count("#W") == 1


def test_every_refusal_is_put_in_words() -> None:
    usual = refusal_sentence("no such code")
    assert not [code for code in ILLEGAL_CODES if refusal_sentence(code, "gungi") == usual]


@pytest.mark.parametrize("rules", RULE_SETS)
def test_an_invitation_shows_where_its_rules_begin(rules: str) -> None:
    begun = ENGINE.start(Terms(options={"rules": rules}), DICE).position
    assert start_view_by({"rules": rules}) == ENGINE.codec.dump_view(ENGINE.view(begun, BYSTANDER))


@pytest.mark.parametrize(
    ("stack", "move", "left"),
    [
        ("dS", "e4xe5", "S"),
        ("dS", "e4+e5", "dS"),
        ("ds", "e4+e5&1", "Ds"),
        ("ds", "e4+e5&1,2", "DS"),
    ],
)
def test_the_chooser_knows_what_a_move_leaves_below(stack: str, move: str, left: str) -> None:
    assert left_on(stack, 0, read_ply(move)) == left
