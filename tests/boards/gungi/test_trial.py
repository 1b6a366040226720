"""Trying a piece of Gungi out: everything is in the address."""

from __future__ import annotations

import re
from html import unescape

import pytest

from engines.gungi.meta import RULE_SETS
from games.boards.gungi.figures import COUNTS
from games.boards.gungi.reading import KINDS, LAYOUT, read_board
from games.boards.gungi.words import RULE_SETS as NAMED
from tests.kit.browsing import browser

pytestmark = pytest.mark.django_db

TRY = "/rules/gungi/try/"


def shown(query: str, status: int = 200) -> str:
    answer = browser().get(f"{TRY}?{query}")
    assert answer.status_code == status
    return unescape(answer.content.decode())


def reach(html: str) -> dict[str, str]:
    """The reach in words."""
    listed = re.search(r'<dl class="trial-reach">.*?</dl>', html, re.DOTALL)
    assert listed
    return dict(re.findall(r"<dt>([^<]*)</dt><dd>([^<]*)</dd>", listed[0]))


def marked(html: str) -> set[str]:
    """The squares marked as reached."""
    cells = re.findall(r'<div class="cell ([^"]*)"[^>]*><button[^>]*id="sq-(\w\d)"', html)
    return {square for classes, square in cells if "target" in classes.split()}


def test_an_archer_shoots_past_what_is_no_taller() -> None:
    html = shown("kind=A&on=e5D.e6d")
    assert reach(html) == {"Goes to": "e3, d6, f6", "Captures on": "e6", "Stacks on": "e6"}
    assert marked(html) == {"e3", "d6", "e6", "f6"}
    assert reach(shown("kind=A&on=e5DD")) == {"Goes to": "e3"}


def test_rule_sets_differ_in_who_jumps() -> None:
    ways = [
        reach(shown(f"kind=C&home=e2&on=e3D.e5d&rules={name}")) for name in ("guide", "advanced")
    ]
    assert "Captures on" not in ways[0]
    assert ways[1]["Captures on"] == "e5"


def test_a_press_puts_and_takes_away() -> None:
    html = shown("kind=D&press=e5&brush=dd")
    assert 'name="on" value="e5dd"' in html
    assert reach(html) == {"Goes to": "e3"}
    assert 'name="on" value=""' in shown("kind=D&on=e5dd&press=e5&brush=dd")
    assert 'name="on" value=""' in shown("kind=D&on=e5dd&press=e5&brush=none")
    assert 'name="home" value="e5"' in shown("kind=D&on=e5dd&press=e5&brush=piece")
    assert 'name="on" value="e5D"' in shown("kind=D&on=e5dd&press=e5&brush=D")


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("kind=Z", "There is no such piece."),
        ("kind=MG", "There is no such piece."),
        ("tier=4", "A tier is 1, 2 or 3."),
        ("tier=１", "A tier is 1, 2 or 3."),
        ("rules=chess", "There are no such rules."),
        ("home=j1", "There is no such square."),
        ("press=a0", "There is no such square."),
        ("brush=M", "That cannot be put on the board."),
        ("on=e4D", "That cannot be put on the board."),
        ("on=e5Dm", "That cannot be put on the board."),
        ("tier=3&rules=intro", "With these rules, stacks cannot be that tall."),
        ("on=e5ddd&rules=beginner", "With these rules, stacks cannot be that tall."),
    ],
)
def test_what_cannot_be_shown_is_said_to_be_so(query: str, sentence: str) -> None:
    html = shown(query, status=400)
    assert sentence in html
    assert reach(html)["Goes to"]


def test_other_games_have_no_such_page() -> None:
    assert browser().get("/rules/xiongqi/try/").status_code == 404
    assert browser().get("/rules/nothing/try/").status_code == 404


def test_our_words_are_those_of_the_rules() -> None:
    assert tuple(NAMED) == RULE_SETS
    start = "".join(
        read_board("3img3/1ra1n1as1/d1fwdwf1d/9/9/9/D1FWDWF1D/1SA1N1AR1/3GMI3").values()
    )
    assert sum(COUNTS.values()) == 25
    assert {*start.upper()} <= {*KINDS}
    assert len(list(LAYOUT.rows(is_turned=False))) == 9
