"""The analysis board: any open position, for everybody."""

from __future__ import annotations

import re
from datetime import timedelta
from urllib.parse import urlencode

import pytest
from django.utils.html import strip_tags

from games.match import ending
from games.match.models import Match
from tests.kit.browsing import browser
from tests.kit.builders import NOON, QUICK_MATE, match_between, north, person, play
from tests.kit.endless import ROUND, without_repetition

pytestmark = pytest.mark.django_db
LATER = NOON + timedelta(hours=1)


def board(game: str = "xiongqi", user=None, **asked: str):
    return browser(user).get(f"/analysis/{game}/?{urlencode(asked)}")


def text(answer) -> str:
    return " ".join(strip_tags(answer.content.decode()).split())


def over() -> Match:
    match = match_between(person(), person())
    play(match, *QUICK_MATE)
    return match


def test_it_begins_at_the_start_and_goes_on_by_buttons() -> None:
    answer = board()
    assert answer.status_code == 200
    assert 'name="next" value="c2c6"' in answer.content.decode()
    after = board(moves="", next="c2c6").content.decode()
    assert 'name="next" value="f7e7"' in after
    assert 'name="moves" value="c2c6"' in after


def test_a_line_has_branches_and_can_be_taken_back() -> None:
    answer = board(moves="c2c6,f7e7").content.decode()
    assert 'href="/analysis/xiongqi/?moves=c2c6"' in answer
    assert 'href="/analysis/xiongqi/"' in answer
    assert 'name="next" value="c6c8"' in answer


def test_a_move_can_be_typed() -> None:
    assert 'value="c2c6 f7e7"' in board(moves="c2c6", next="f7e7").content.decode()
    wrong = board(moves="c2c6", next="a1a8")
    assert wrong.status_code == 200
    assert 'role="alert"' in wrong.content.decode()
    assert 'id="share-moves" value="c2c6"' in wrong.content.decode()


def test_the_end_of_a_line_is_told() -> None:
    assert "South has won." in text(board(moves=",".join(QUICK_MATE)))
    assert "To move: North" in text(board(moves="c2c6"))


def test_a_position_goes_out_as_text_and_comes_back() -> None:
    exported = board(moves="c2c6,f7e7").content.decode()
    position = exported.split('id="share-position" value="')[1].split('"')[0]
    again = board(position=position)
    assert again.status_code == 200
    assert f'id="share-position" value="{position}"' in again.content.decode()
    assert board(position="nothing of the kind").status_code == 422
    assert "describes no position" in text(board(position="8/8/8"))


@pytest.mark.parametrize("game", ["gunjin", "seichu", "nation", "chess"])
def test_games_that_hide_have_no_board(game: str) -> None:
    assert board(game).status_code == 404


def test_gungi_has_a_board_by_its_rules() -> None:
    answer = board("gungi")
    assert answer.status_code == 200
    match = match_between(person(), person(), game="gungi")
    ending.resign(uid=match.uid, user=north(match), now=LATER)
    assert board("gungi", **match.options).status_code == 200


def test_the_board_is_refused_to_nobody_whatever_is_played() -> None:
    ann = person("ann")
    match = match_between(ann, person("bob"))
    lines = ("", "c2c6", "c2c6,f7e7", "c2c6,f7e7,c6c8")
    readers = (None, ann, person("eve"))
    before = [[board(user=user, moves=line).status_code for line in lines] for user in readers]
    assert before == [[200] * len(lines)] * len(readers)
    play(match, "c2c6")
    assert before == [
        [board(user=user, moves=line).status_code for line in lines] for user in readers
    ]
    html = board(user=ann, moves="c2c6").content.decode()
    position = html.split('id="share-position" value="')[1].split('"')[0]
    assert board(user=ann, position=position).status_code == 200


def test_a_finished_match_leads_to_the_board_at_its_ply(monkeypatch) -> None:
    from games.bots import thinking
    from games.reviews import services

    monkeypatch.setattr(thinking, "weigh", lambda _question: thinking.Weighed(0, None, "a1a2"))
    match = over()
    services.ask_analysis(uid=match.uid, user=person(), now=LATER)
    services.go_through(match_id=match.pk, now=LATER, at_once=600)
    answer = browser(None).get(f"/matches/{match.uid}/analysis/?ply=2").content.decode()
    assert 'href="/analysis/xiongqi/?moves=c2c6%2Cf7e7"' in answer


@pytest.mark.parametrize(
    "asked",
    [
        {"moves": "x" * 9000},
        {"moves": "\x00"},
        {"position": "\x00" * 50},
        {"next": "{}"},
        {"position": "9" * 5000},
        {"rules": "none"},
    ],
)
def test_nonsense_is_answered_with_a_sentence(asked: dict[str, str]) -> None:
    for game in ("xiongqi", "gungi"):
        assert board(game, **asked).status_code in (200, 422)


def test_a_long_line_makes_no_long_page(monkeypatch: pytest.MonkeyPatch) -> None:
    without_repetition(monkeypatch)
    sizes = []
    for rounds in (1, 75):
        answer = browser().get("/analysis/xiongqi/", {"moves": ",".join(ROUND * rounds)})
        sizes.append(len(answer.content))
    assert sizes[1] - sizes[0] < 300 * 150, "each move stands in it a few times"


def test_a_move_of_the_line_leads_back_to_it() -> None:
    path = "/analysis/xiongqi/?moves=e3e4,e6e5,d3d4"
    html = browser().get(f"{path}&at=2").content.decode()
    assert re.findall(r'name="at" value="\d">(\w+)<', html) == ["e3e4", "e6e5"]
    assert 'name="next" value="d3d4"' in html
    html = browser().get("/analysis/xiongqi/?moves=e3e4&next=e6e5").content.decode()
    assert re.findall(r'name="at" value="\d">(\w+)<', html) == ["e3e4", "e6e5"]
