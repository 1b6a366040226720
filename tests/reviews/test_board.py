"""The analysis board: any open position, for everybody."""

from __future__ import annotations

import re
from datetime import timedelta
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from django.utils.html import strip_tags

from games.match.changes import ending
from games.match.models import Match
from tests.kit.browsing import HTMX, browser
from tests.kit.builders import NOON, QUICK_MATE, match_between, north, person, play
from tests.kit.endless import ROUND, without_repetition
from tests.kit.offering import offers_in

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


def offered(html: str) -> set[str]:
    """The moves that the board offers."""
    return {offer["action"] for offer in offers_in(html)}


def test_it_begins_at_the_start_and_goes_on_by_the_board() -> None:
    answer = board()
    assert answer.status_code == 200
    assert "c2c6" in offered(answer.content.decode())
    led = browser().post("/analysis/xiongqi/move/", {"move": "c2c6"})
    assert led["Location"] == "/analysis/xiongqi/?moves=c2c6"
    after = browser().get(led["Location"]).content.decode()
    assert "f7e7" in offered(after)
    assert 'action="/analysis/xiongqi/move/?moves=c2c6&amp;at=1"' in after


def test_without_a_script_squares_are_pressed_one_after_the_other() -> None:
    client, path = browser(), "/analysis/xiongqi/?moves=c2c6&flip=1"
    html = client.get(path).content.decode()
    form = html.split('id="board-form"')[1].split("</form>")[0]
    assert 'name="flip" value="1"' in form
    assert 'name="moves" value="c2c6"' in form
    html = client.get(f"{path}&at=f7&at=e7").content.decode()
    assert 'name="move" value="f7e7"' in html
    led = client.post("/analysis/xiongqi/move/?moves=c2c6&flip=1", {"move": "f7e7"})
    assert led["Location"] == "/analysis/xiongqi/?moves=c2c6%2Cf7e7&flip=1"
    assert 'class="board xiongqi turned"' in client.get(led["Location"]).content.decode()


def test_a_script_is_given_the_board_alone_and_its_address() -> None:
    answer = browser().get("/analysis/xiongqi/?moves=c2c6", headers=HTMX)
    assert answer["HX-Replace-Url"] == "/analysis/xiongqi/?moves=c2c6"
    assert "<html" not in answer.content.decode()


TREE = "c2c6,f7e7,(f7d7,c6c8),c6c5"


def url(at: int, moves: str = TREE) -> str:
    return f"/analysis/xiongqi/move/?{urlencode({'moves': moves, 'at': at})}"


def sent(path: str, **form: str) -> tuple[str, str]:
    """The tree and the place in it to which a form leads."""
    asked = parse_qs(urlsplit(browser().post(path, form)["Location"]).query)
    return asked["moves"][0], asked.get("at", [""])[0]


def test_a_line_goes_on_while_one_looks_back_and_grows_branches() -> None:
    answer = board(moves="c2c6,f7e7", at="1").content.decode()
    assert "f7e7" in offered(answer)
    assert re.findall(r'name="at" value="(\d)"', answer.split('class="review-tree"')[1])[:2] == [
        "1",
        "2",
    ]
    assert sent(url(1, "c2c6,f7e7"), move="f7e7") == ("c2c6,f7e7", "")
    assert sent(url(1, "c2c6,f7e7"), move="f7d7") == ("c2c6,f7e7,(f7d7)", "3")


def test_a_tree_is_read_at_each_of_its_moves() -> None:
    for at, line in enumerate(("", "c2c6", "c2c6 f7e7", "c2c6 f7d7", "c2c6 f7d7 c6c8")):
        html = board(moves=TREE, at=str(at)).content.decode()
        assert f'id="share-moves" value="{line}"' in html
    assert 'id="share-moves" value="c2c6 f7e7 c6c5"' in board(moves=TREE).content.decode()
    assert 'value="promote"' in board(moves=TREE, at="4").content.decode()
    assert 'value="promote"' not in board(moves=TREE, at="2").content.decode()


def read_out(html: str) -> list[str]:
    """The moves of the tree, as they are read out."""
    tree = html.split('class="review-tree"')[1].split("</form>", maxsplit=1)[0]
    return re.findall(r'unseen">([^<]*)<', tree)


def test_moves_are_told_as_in_a_match() -> None:
    assert read_out(board(moves=TREE).content.decode()) == [
        "Cannon c2 captures Soldier on c6",
        "Cannon f7 to e7",
        "Cannon f7 to d7",
        "Cannon c6 captures Bear on c8, check",
        "Cannon c6 to c5",
    ]


@pytest.mark.parametrize(("game", "move"), [("gungi", "d1d3"), ("xiongqi", "a1a8")])
def test_a_move_that_cannot_be_made_is_listed_once_as_it_was_written(game: str, move: str) -> None:
    tree = board(game, moves=move).content.decode().split('class="review-tree"')[1]
    assert tree.split("</form>")[0].count(move) == 2, "carried by the form, and told"


def test_a_branch_is_deleted_or_made_the_main_one() -> None:
    assert sent(url(4), do="delete-branch") == ("c2c6,f7e7,(f7d7),c6c5", "3")
    assert sent(url(2), do="delete-branch") == ("c2c6,f7d7,c6c8", "1")
    assert sent(url(3), do="promote") == ("c2c6,f7d7,(f7e7,c6c5),c6c8", "2")
    assert browser().post(url(3), {"do": "burn"}).status_code == 422


@pytest.mark.parametrize("text", ["(", ")", "((", "c2c6,(,),(", "a,(b", "(" * 600, "x,(" * 600])
def test_brackets_without_sense_do_no_harm(text: str) -> None:
    assert board(moves=text).status_code in (200, 422)
    assert board(moves=text, at="1").status_code in (200, 422)


def test_a_move_can_be_typed() -> None:
    assert sent(url(1, "c2c6"), move=" F7-E7 ") == ("c2c6,f7e7", "")
    led = browser().post(url(1, "c2c6"), {"move": "a1a8"})
    wrong = browser().get(led["Location"])
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

    monkeypatch.setattr(thinking, "weigh", lambda _question: thinking.Weighed(0, None, ("a1a2",)))
    match = over()
    services.ask_analysis(uid=match.uid, user=person(), now=LATER)
    services.go_through(match_id=match.pk, now=LATER, at_once=600)
    answer = browser(None).get(f"/matches/{match.uid}/analysis/?ply=2").content.decode()
    assert 'href="/analysis/xiongqi/?moves=c2c6,f7e7"' in answer


@pytest.mark.parametrize(
    "asked",
    [
        {"moves": "x" * 9000},
        {"moves": "\x00"},
        {"position": "\x00" * 50},
        {"at": "{}"},
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
    assert sizes[1] - sizes[0] < 900 * 150, "each move stands in it a few times, once in words"


def test_a_move_of_the_line_leads_back_to_it() -> None:
    path = "/analysis/xiongqi/?moves=e3e4,e6e5,d3d4"
    html = browser().get(f"{path}&at=2").content.decode()
    assert "d3d4" in offered(html)
    assert 'name="at" value="2" aria-current="step"' in html
    assert 'data-step="forward"' in html
