"""Picking squares: which moves stay open, when one is decided, when one must choose."""

from __future__ import annotations

import pytest

from games.boards.kit.offers import Offer, completed, named, open_offers, picks_after, targets

OFFERS = (
    Offer("a1a2", ("a1", "a2"), "a1 to a2"),
    Offer("a1b1", ("a1", "b1"), "a1 takes b1", captures=True),
    Offer("c7c8=E", ("c7", "c8"), "c7 to c8, Empress", chooser="Empress"),
    Offer("c7c8", ("c7", "c8"), "c7 to c8", chooser="Soldier"),
    Offer("d1d2d3", ("d1", "d2", "d3"), "over d2 to d3"),
    Offer("b6b7", ("b6", "b7"), "b6 to b7", chooser="silently"),
    Offer("b6b7!", ("b6", "b7"), "b6 to b7, declared", chooser="declared"),
    Offer("b6c7", ("b6", "c7"), "b6 to c7"),
)


@pytest.mark.parametrize(
    ("asked", "picked"),
    [
        ((), ()),
        (("a1",), ("a1",)),
        (("h8",), ()),
        (("a1", "a1"), ()),
        (("a1", "c7"), ("c7",)),
        (("a1", "h8"), ()),
        (("a1", "a2"), ("a1", "a2")),
        (("a1", "a2", "c7"), ("c7",)),
        (("d1", "d2", "d3"), ("d1", "d2", "d3")),
        (("d1", "d3"), ()),
        (("h8", "a1", "a2"), ("a1", "a2")),
    ],
)
def test_what_is_picked_after_some_presses(asked: tuple[str, ...], picked: tuple[str, ...]) -> None:
    assert picks_after(OFFERS, asked) == picked


def test_targets_are_the_next_squares_and_say_what_is_taken() -> None:
    assert targets(OFFERS, ("a1",)) == {"a2": False, "b1": True}
    assert targets(OFFERS, ("d1",)) == {"d2": False}
    assert targets(OFFERS, ()) == {}


def test_one_move_is_decided_and_several_must_be_chosen_from() -> None:
    assert [offer.action for offer in completed(OFFERS, ("a1", "a2"))] == ["a1a2"]
    assert [offer.chooser for offer in completed(OFFERS, ("c7", "c8"))] == ["Empress", "Soldier"]
    assert completed(OFFERS, ("d1", "d2")) == ()


def test_open_moves_begin_with_the_picks() -> None:
    assert [offer.action for offer in open_offers(OFFERS, ("d1", "d2"))] == ["d1d2d3"]


FULL_WIDTH = str.maketrans("b67-!", "ｂ６７－！")


@pytest.mark.parametrize(
    "typed", ["b6b7", "B6B7", "b6-b7", "b6 b7.", "b6-b7".translate(FULL_WIDTH)]
)
def test_what_is_declared_is_found_with_its_sign_and_never_without(typed: str) -> None:
    silent = named(OFFERS, typed)
    assert silent is not None
    assert silent.action == "b6b7"
    for sign in ("!", " !", "!".translate(FULL_WIDTH), "!."):
        declared = named(OFFERS, typed + sign)
        assert declared is not None
        assert declared.action == "b6b7!"


@pytest.mark.parametrize("typed", ["b6c7!", "b6-c7 !", "B6C7!", "b6b7!!", "!b6b7"])
def test_a_declaration_that_is_not_open_is_no_move_without_it(typed: str) -> None:
    assert named(OFFERS, typed) is None


@pytest.mark.parametrize("typed", ["c7c8=E", "c7-c8=e", "C7C8E", " c7 c8 = e "])
def test_a_typed_move_is_found_however_it_is_punctuated(typed: str) -> None:
    found = named(OFFERS, typed)
    assert found is not None
    assert found.action == "c7c8=E"


@pytest.mark.parametrize("typed", ["", "c7", "c7c8=R", "c7c8" * 20, "熊"])
def test_what_spells_no_offer_finds_none(typed: str) -> None:
    assert named(OFFERS, typed) is None
