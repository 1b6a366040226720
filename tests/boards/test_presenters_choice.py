"""The move in hand: offers, the chooser, the confirm row, typed moves."""

from __future__ import annotations

from django.http import QueryDict

from games.matchpage.presenters.page import present_match
from games.matchpage.presenters.reading import Preferences
from games.matchpage.query import Asked, read_asked, read_ply
from tests.kit.board_facts import facts
from tests.kit.offering import offers_of

PROMOTING = "8/S7/8/6g1/2c5/8/3R4/4G3 S"


def test_every_legal_move_is_offered_with_its_squares_and_a_sentence() -> None:
    choice = present_match(facts()).playing.choice
    assert len(choice.offers) == 26
    offer = next(offer for offer in choice.offers if offer.action == "e3e4")
    assert offer.squares == ("e3", "e4")
    assert offer.text == "Soldier e3 to e4"


def test_captures_are_said() -> None:
    choice = present_match(facts("e3e4", "e6e5")).playing.choice
    offer = next(offer for offer in choice.offers if offer.action == "e4e5")
    assert offer.captures
    assert offer.text == "Soldier e4 captures Soldier on e5"


def test_nothing_is_offered_to_those_who_may_not_move() -> None:
    assert present_match(facts(seat=1)).playing.choice.offers == ()
    assert present_match(facts(seat=None)).playing.choice.offers == ()
    assert present_match(facts("e3e4", "e6e5", after_ply=1)).playing.choice.offers == ()


def test_one_move_over_the_picked_squares_waits_to_be_confirmed() -> None:
    page = present_match(facts(), asked=Asked(at=("e3", "e4")))
    assert page.playing.choice.confirm is not None
    assert page.playing.choice.confirm.action == "e3e4"
    assert page.extras.actions.row == "move"
    assert page.extras.actions.resting_row == "idle"


def test_promotion_asks_what_to_become_the_empress_first() -> None:
    choice = present_match(facts(start=PROMOTING), asked=Asked(at=("a7", "a8"))).playing.choice
    assert choice.confirm is None
    assert [option.chooser for option in choice.options] == [
        "Empress", "Chariot", "Cannon", "Horse", "Bear", "Advisor", "Soldier",
    ]  # fmt: skip
    assert [option.action for option in choice.options][:2] == ["a7a8=E", "a7a8=R"]
    first = choice.options[0]
    assert first.text == "Soldier a7 to a8, becomes Empress"
    assert first.face is not None
    assert first.face.sign == "sE"


def test_naming_a_promotion_decides_it() -> None:
    asked = Asked(at=("a7", "a8"), move="a7a8=H")
    page = present_match(facts(start=PROMOTING), asked=asked)
    assert page.playing.choice.options == ()
    assert page.playing.choice.confirm is not None
    assert page.playing.choice.confirm.text == "Soldier a7 to a8, becomes Horse"
    assert page.playing.choice.picked == ("a7", "a8")


def test_a_typed_move_that_is_not_offered_says_so_and_picks_nothing() -> None:
    page = present_match(facts(), asked=Asked(move="e3e5"))
    assert page.playing.message == "“e3e5” is not a move you can make now."
    assert page.playing.choice.confirm is None
    assert page.extras.actions.row == "idle"


def test_every_page_names_its_next_request_differently() -> None:
    keys = {present_match(facts()).playing.choice.key for _ in range(50)}
    assert len(keys) == 50
    assert all(len(key) >= 16 for key in keys)


def test_the_script_gets_what_the_page_offers() -> None:
    choice = present_match(facts(), preferences=Preferences(confirm_moves=False)).playing.choice
    offers = offers_of(choice.offers_json)
    named = {"action", "squares", "text", "chooser", "side", "sign"}
    assert set(offers[0]) == named  # "captures" and "shade" only where it does and has one
    taking = [offer["action"] for offer in offers if "captures" in offer]
    assert sorted(map(str, taking)) == ["c2c6", "f2f6"]
    assert not choice.asks_first


def test_senseless_addresses_ask_for_nothing() -> None:
    query = QueryDict("at=e3&at=zz&ask=everything&move=" + "x" * 500 + "&ply=-1")
    asked = read_asked(query)
    assert asked.ask == ""
    assert len(asked.move) == 40
    assert read_ply(query) is None
    assert read_ply(QueryDict("ply=12")) == 12
    assert read_ply(QueryDict("ply=٣")) is None
    assert read_ply(QueryDict("ply=99999999")) is None


def test_no_more_squares_are_read_than_a_move_can_have() -> None:
    assert len(read_asked(QueryDict("&".join(["at=e3"] * 100))).at) == 8
