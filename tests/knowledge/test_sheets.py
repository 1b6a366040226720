"""Sheets that many ask for at once: each is worked out once, and is sound when cut short."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from threading import Barrier, Thread
from time import sleep
from typing import Any

import pytest

from engines.core.knowledge import Knowledge
from games.knowledge.presenters import present_knowledge
from games.knowledge.selectors import knowledge_facts
from games.match.models import Match
from games.match.referee import sheets
from tests.kit.builders import north, person, south
from tests.kit.gunjin import gunjin_match


@pytest.fixture(autouse=True)
def nothing_kept() -> Iterator[None]:
    sheets._kept.clear()
    yield
    sheets._kept.clear()


class SlowEngine:
    """Counts who works on a sheet, and how many do at a time."""

    def __init__(self) -> None:
        self.calls = self.inside = self.most = 0

    def knowledge(self, view: Any) -> Knowledge:
        self.calls += 1
        self.inside += 1
        self.most = max(self.most, self.inside)
        sleep(0.005)
        self.inside -= 1
        return Knowledge((), {})


def ask_at_once(engine: Any, asked: Sequence[tuple[int, str]]) -> None:
    """Let a thread for each of *asked* ask for the sheet of a match and a view."""
    ready = Barrier(len(asked))

    def ask(match_id: int, view: str) -> None:
        ready.wait()
        sheets.knowledge_of(match_id, engine, view)

    threads = [Thread(target=ask, args=one) for one in asked]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def test_many_who_ask_for_one_sheet_wait_for_one_answer() -> None:
    engine: Any = SlowEngine()
    ask_at_once(engine, [(1, "view")] * 6)
    assert engine.calls == 1


def test_a_match_is_worked_on_once_at_a_time() -> None:
    engine: Any = SlowEngine()
    ask_at_once(engine, [(1, f"view {number}") for number in range(6)])
    assert (engine.calls, engine.most) == (6, 1)


def test_other_matches_and_views_have_sheets_of_their_own() -> None:
    engine: Any = SlowEngine()
    for match_id, view in ((1, "view"), (2, "view"), (1, "another"), (1, "view")):
        sheets.knowledge_of(match_id, engine, view)
    assert engine.calls == 3


def test_only_so_many_are_kept() -> None:
    engine: Any = SlowEngine()
    for number in range(sheets.MOST + 5):
        sheets.knowledge_of(number, engine, "view")
    assert len(sheets._kept) == sheets.MOST


@pytest.fixture
def match(db: None) -> Match:
    return gunjin_match(person(), person(), "b3b4", "g4g3")


def test_looking_again_works_nothing_out(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    knowledge_facts(match.uid, south(match))
    monkeypatch.delattr("engines.gunjin.engine.GunjinEngine.knowledge")
    knowledge_facts(match.uid, south(match))
    with pytest.raises(AttributeError):
        knowledge_facts(match.uid, north(match))


def test_a_sheet_that_was_cut_short_says_so(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    facts = knowledge_facts(match.uid, south(match))
    page = present_knowledge(facts, piece="", piece_set="kanji")
    assert not page.unfinished
    short = Knowledge((), {}, is_complete=False).as_json()
    monkeypatch.setitem(facts.sheet, "complete", short["complete"])
    page = present_knowledge(facts, piece="", piece_set="kanji")
    assert "could be worked out in time" in page.unfinished
