"""The match page in Japanese: labels, moves, turns, clocks, results."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.utils import translation

from games.matchpage.presenters.page import present_match
from games.matchpage.query import Asked
from tests.kit.board_facts import facts, grid


@pytest.fixture(autouse=True)
def in_japanese() -> Iterator[None]:
    with translation.override("ja"):
        yield


def test_labels_and_moves() -> None:
    page = present_match(facts("e3e4", "e6e5"), asked=Asked(at=("e4", "e5")))
    labels = {cell.square: cell.label for rank in grid(page).ranks for cell in rank.cells}
    assert labels["e1"] == "e1、南側の将軍"
    assert labels["e3"] == "e3、空き"
    assert labels["e5"] == "e5、北側の兵、直前の手"
    assert page.playing.choice.confirm is not None
    assert page.playing.choice.confirm.text == "兵、e4からe5の兵を取る"


def test_turn_clock_and_terms() -> None:
    page = present_match(facts())
    assert page.sentences.status == "あなたの番です。"
    assert page.people.bottom.clock.short == "2日4時間"
    assert page.people.bottom.clock.sentence == "期限は11月22日(日) 16:30 UTC、残り2日4時間です。"
    assert page.heading.game_name == "熊棋"


def test_mate() -> None:
    page = present_match(facts("c2c6", "f7e7", "c6c8"))
    assert page.people.result is not None
    assert page.people.result.headline == "あなたの勝ちです"
    assert page.story.last_move_text.endswith("、詰み。")
