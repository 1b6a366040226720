"""After a turn only new rounds of the chronicle travel, and only they are read."""

from __future__ import annotations

import re
from typing import Any

import pytest

from accounts.models import User
from games.match.models import Match
from games.match.sealed import SealedPly
from games.match.status import Status
from tests.kit.browsing import BoardPage
from tests.kit.stages import act, do, locked_stage, pay_all, stage_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]

LONG = "market-towns"
EARLY, LATE = 3, 9
"""Rounds of it in which the same number of plies has been made when the player is to act."""
MOST_GROWTH = 1.15


def held_in(html: str) -> str:
    found = re.search(r'data-has="([^"]*)"', html)
    assert found
    return found[1]


def part(page: BoardPage, held: str = "") -> str:
    return str(page.get(f"?has={held}" if held else "", "board/").content.decode())


def rounds_in(html: str) -> list[str]:
    """The rounds told, oldest first; what a reader unfolds and what names a request left out."""
    rounds = re.findall(r'<li>(<details class="n-log-round".*?</details>)</li>\n', html, re.DOTALL)
    plain = (re.sub(r'( open|value="[\w-]{16,}")', "", one) for one in rounds)
    return list(reversed([re.sub(r"\s+", " ", one) for one in plain]))


def ends_in(html: str) -> list[list[str]]:
    """What stands in the tables of the chart, and the corners of its lines, by round."""
    rows = [
        re.findall(r"<tr>(.*?)</tr>", table)
        for table in re.findall(r'<tbody id="rows-\w+"[^>]*>(.*?)</tbody>', html)
    ]
    lines = [points.split() for points in re.findall(r'<polyline[^>]*points="([^"]*)"', html)]
    assert rows
    assert lines
    return [list(one) for one in zip(*rows, *lines, strict=True)]


def first_in(html: str) -> int:
    """The first round told, of the chronicle and of the chart."""
    found = {int(number) for number in re.findall(r'data-(?:lines-)?from="(\d+)"', html)}
    assert len(found) == 1, found
    return found.pop()


def rows_read(monkeypatch: pytest.MonkeyPatch, page: BoardPage, held: str) -> int:
    """How many plies are decoded for the fragment."""
    field: Any = SealedPly._meta.get_field("events")
    real, read = field.from_db_value, []

    def noting(value: object, expression: Any, connection: object) -> object:
        target = getattr(expression, "target", None)
        if target is field:
            read.append(value)
        return real(value, expression, connection)

    with monkeypatch.context() as patch:
        patch.setattr(field, "from_db_value", noting)
        part(page, held)
    return len(read)


def test_a_late_turn_sends_and_reads_no_more_than_an_early_one(
    monkeypatch: pytest.MonkeyPatch, ann: User
) -> None:
    match = locked_stage(ann, LONG)
    page = BoardPage(match, ann)
    sent, plies, read = [], [], []
    for number in range(1, LATE + 1):
        held = held_in(page.html())
        act(match, "train")
        if number + 1 in (EARLY, LATE):
            fresh = part(page, held)
            assert f"Round {number + 1} of" in fresh
            assert first_in(fresh) == number
            sent.append(len(fresh.encode()))
            plies.append(len(re.findall(r"data-look", "".join(rounds_in(fresh)))))
            read.append(rows_read(monkeypatch, page, held))
    assert plies[0] == plies[1]
    assert read[0] == read[1] <= plies[0] + 1, "the plies of two rounds, and the start"
    assert sent[1] / sent[0] <= MOST_GROWTH


@pytest.mark.parametrize("language", ["en", "ja"])
def test_old_rounds_and_new_ones_are_the_whole_chronicle(ann: User, language: str) -> None:
    match = stage_of(ann)
    page = BoardPage(match, ann)
    page.client.cookies["django_language"] = language
    whole = part(page)
    rounds, ends, held = rounds_in(whole), ends_in(whole), held_in(whole)
    for text in ("command:tax", "battle:npc1", "command:drill>F", "train", "battle:npc1", "train"):
        for happen in (lambda move=text: do(match, move), lambda: pay_all(match)):
            happen()
            fresh, whole = part(page, held), part(page)
            first, held = first_in(fresh), held_in(fresh)
            rounds = [*rounds[: first - 1], *rounds_in(fresh)]
            ends = [*ends[: first - 1], *ends_in(fresh)]
            assert rounds == rounds_in(whole)
            assert ends == ends_in(whole)
            assert held == held_in(whole)
            assert _beside(fresh) == _beside(whole)
    assert (first_in(fresh), first_in(whole)) == (4, 1)


def _beside(html: str) -> str:
    """All but rounds, chart, and the names of requests: what is told of the board itself."""
    html = re.sub(r'<div class="n-chart.*?<div class="n-log"', "", html, flags=re.DOTALL)
    html = re.sub(r'<ol role="list" data-from.*</ol>', "", html, flags=re.DOTALL)
    return re.sub(r'(value|content)="[\w-]{16,64}"|"now":.*?,|data-(now|key)="[^"]*"', "", html)


def test_what_was_taken_back_is_told_anew(ann: User) -> None:
    match = stage_of(ann)
    page = BoardPage(match, ann)
    for text in ("train", "train", "command:tax"):
        act(match, text)
    held = held_in(part(page))
    answer = page.client.post(
        f"{page.url}undo/?has={held}", {"seat_ply": "4"}, headers={"HX-Request": "true"}
    )
    html = answer.content.decode()
    assert (answer.status_code, first_in(html), len(rounds_in(html))) == (200, 1, 3)
    assert first_in(part(page, held_in(html))) == 3


def test_looking_back_and_the_end_have_every_round(ann: User) -> None:
    match = stage_of(ann)
    page = BoardPage(match, ann)
    act(match, "train")
    act(match, "train")
    held = held_in(part(page))
    back = part(page, f"{held}&ply=2")
    assert (first_in(back), len(rounds_in(back)), held_in(back)) == (1, 3, "")
    assert len(rounds_in(page.html(f"?has={held}"))) == 3, "a whole page is whole"
    page.post("resign")
    match = Match.objects.get()
    assert match.status == Status.FINISHED
    over = part(page, held)
    assert (first_in(over), len(rounds_in(over)), held_in(over)) == (1, 3, "")


@pytest.mark.parametrize("held", ["99.1.0", "5.2.1", "-1.1.0", "2.2", "x.y.z", "3.2.0.1"])
def test_what_makes_no_sense_gets_every_round(ann: User, held: str) -> None:
    match = stage_of(ann)
    act(match, "train")
    page = BoardPage(match, ann)
    assert rounds_in(part(page, held)) == rounds_in(part(page))


@pytest.mark.parametrize("held", ["0.0.0", "1.99.0", "4.1.0", f"3.{9 * 10**24}.0"])
def test_whoever_tells_lies_of_what_they_hold_is_answered(ann: User, held: str) -> None:
    match = stage_of(ann)
    act(match, "train")
    assert BoardPage(match, ann).get(f"?has={held}", "board/").status_code == 200
