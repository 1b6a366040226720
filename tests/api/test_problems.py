"""All that programs can be refused with is described: found in the code, and nothing besides."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from games.api import problems, refusals
from tests.api.kit import described
from tests.api.test_refusal_codes import KNOWN, of_the_site
from tests.running import ROOT
from tools.problems import FILE, Place, Search, found


def test_what_operations_refuse_stands_as_the_code_has_it() -> None:
    assert json.loads(FILE.read_text()) == found(), "python -m tools.problems"


def test_the_description_has_the_codes_of_the_table_and_no_others() -> None:
    table = described()["components"]["x-problems"]
    assert described()["components"]["schemas"]["ProblemOut"]["properties"]["code"]["enum"] == [
        *table
    ]
    answers = [
        (status, answer["x-codes"])
        for operations in described()["paths"].values()
        for operation in operations.values()
        for status, answer in operation["responses"].items()
        if int(status) >= 400
    ]
    used = {code for _status, codes in answers for code in codes}
    assert {*table} - used == {"broken", "no-such-method"}  # of what is no operation
    assert used <= {*table}
    assert all(
        int(status) in table[code]["statuses"] for status, codes in answers for code in codes
    )


def test_each_has_a_sentence_and_its_own_status_in_every_language() -> None:
    kinds = {kind.code: kind for kind in of_the_site()}
    for language in ("en", "ja", "zh-hans"):
        with translation.override(language):
            for code, refusal in refusals.table().items():
                assert refusal.sentence
                assert "%" not in refusal.sentence
                own = {kinds[code].status} if code in kinds else set()
                assert own <= {*refusal.statuses}


def test_what_is_to_be_asked_again_and_when() -> None:
    again = {code: str(refusal.again) for code, refusal in refusals.table().items()}
    assert {code for code, when in again.items() if when == "later"} == {
        *("challenges-used-up", "house-closed", "too-many", "too-many-messages", "too-much-talk")
    }
    assert (again["stale"], again["key-reused"], again["unreadable"]) == ("changed", "no", "no")


def calls_with_a_code() -> list[tuple[str, int]]:
    """Every code and status that the API itself names, by its source."""
    found_in = list[tuple[str, int]]()
    for path in (ROOT / "games" / "api").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            match node:
                case ast.Call(
                    func=ast.Name(id="Problem" | "problem"),
                    args=[ast.Constant(value=int(status)), ast.Constant(value=str(code)), *_],
                ):
                    found_in.append((code, status))
    return found_in


def test_every_code_of_the_api_itself_is_in_the_table() -> None:
    table, named = refusals.table(), calls_with_a_code()
    assert len(named) > 20
    assert [one for one in named if one[1] not in table[one[0]].statuses] == []
    own = {*dict(named), *problems.codes().values(), problems.BROKEN}
    assert {*table} - {*KNOWN.read_text().split()} <= own


def test_what_no_operation_reaches_is_not_in_the_table() -> None:
    assert {"no-reason", "thinkers-busy", "too-many-clubs", "refused-move"} & {
        *refusals.table()
    } == set()


PLANTED = """
from planted.other import Box, checked, allowed
from games.common.exceptions import NoteTooLong, PersonBlocked, TooManyNotes

def caught():
    try:
        checked()
    except NoteTooLong:
        return None

def again():
    try:
        checked()
    except NoteTooLong:
        raise

def asked():
    return allowed(checked)

def by_a_member(box: Box):
    return box.opened()

def by_none(box: Box):
    return box.shut
"""
OTHER = """
from games.common.exceptions import NoteTooLong, PersonBlocked

def checked():
    raise NoteTooLong

class Box:
    def opened(self):
        raise PersonBlocked
"""


@pytest.mark.parametrize(
    ("name", "codes"),
    [
        ("caught", set()),
        ("again", {"note-too-long"}),
        ("asked", set()),
        ("by_a_member", {"person-blocked"}),
        ("by_none", set()),
    ],
)
def test_refusals_are_followed_to_where_they_are_caught(
    name: str, codes: set[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tools import problems as tool

    (tmp_path / "planted").mkdir()
    (tmp_path / "planted" / "here.py").write_text(PLANTED)
    (tmp_path / "planted" / "other.py").write_text(OTHER)
    (tmp_path / "games").symlink_to(ROOT / "games")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(tool, "ROOT", tmp_path)
    monkeypatch.setattr(tool, "SLICES", ("planted", "games"))
    forget(tool)
    assert Search(Place("planted.here", name)).codes == codes
    forget(tool)


def forget(tool: Any) -> None:
    """What was read of other sources."""
    for each in (tool.tree_of, tool.names_of, tool.reading_of, tool.members_of, tool.refusal_at):
        each.cache_clear()


@pytest.mark.django_db
def test_the_page_for_programs_has_them_in_its_language() -> None:
    page = Client().get("/api/", headers={"Accept-Language": "ja"}).content.decode()
    with translation.override("ja"):
        for code, refusal in refusals.table().items():
            assert f"<code>{code}</code>" in page
            assert refusal.sentence.split("…")[0] in page
