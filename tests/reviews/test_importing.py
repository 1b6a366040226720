"""Positions and records that are pasted into the analysis board, as people paste them."""

from __future__ import annotations

import html
import json
from datetime import timedelta
from functools import cache
from urllib.parse import parse_qs, urlsplit

import pytest
from django.core.cache import cache as counts
from django.utils.html import strip_tags
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engines.core.errors import InvalidMove
from engines.core.pasted import BadText, load_typed
from engines.core.seats import Viewer
from engines.registry import engine_for
from games.boards.pasting import wrong_sentence
from games.match.changes import ending
from games.match.exceptions import UnknownPosition
from games.match.referee.spelling import read_position
from games.match.terms import opening
from games.match.terms.opening import Terms
from games.record.presenters import record_json, text_parts
from games.record.selectors import match_record
from games.reviews.board import MOST_MOVES, import_line
from games.reviews.exceptions import BadWord
from tests.engines.playing import playout
from tests.kit.browsing import browser
from tests.kit.builders import NOON, QUICK_MATE, match_between, person, play

pytestmark = pytest.mark.django_db
START = "rhbagbhr/2c2c2/ssssssss/8/8/SSSSSSSS/2C2C2/RHBAGBHR"
LATER = NOON + timedelta(hours=1)
HANDS = "J2N2S1R1D1/j2n2s1r1d1"
BEGINNER = "3img3/1ra1n1as1/d1fwdwf1d/9/9/9/D1FWDWF1D/1SA1N1AR1/3GMI3"
LATE = (
    "d1f1|r:d||r:j|j|k:a:c||g:s|/3|w:s|2|n:w|2/f8/3n2d1m/2i4W1/3dN1tR1/4D2R1/"
    "ASJ2|C:a|1A1/|I:F:W|F1SGMT1|K:J|"
)
ALL = "M1G1I1J2W2N3R2S2F2D4C1A2K1T1"


def moves(text: str, game: str = "xiongqi", **more: str) -> tuple[str, ...]:
    return import_line(game, {"moves": text, **more}).line.moves


def position(text: str, game: str = "xiongqi") -> str:
    return import_line(game, {"position": text}).line.position


def pasted(game: str = "xiongqi", user=None, **fields: str):
    return browser(user).post(f"/analysis/{game}/", fields)


def text(answer) -> str:
    return " ".join(html.unescape(strip_tags(answer.content.decode())).split())


@cache
def played(plies: int) -> tuple[str, ...]:
    """A line of so many plies that does not end there."""
    line = [ply.text for ply in playout(engine_for("xiongqi", 1), b"0", plies) if ply.text]
    assert len(line) == plies
    return tuple(line)


@pytest.mark.parametrize(
    "written",
    [
        "1. e3e4 1... e6e5",
        "1. e3-e4 e6–e5",
        "E3E4, E6E5",
        "１．ｅ３ｅ４　ｅ６ｅ５",
        "1. e3e4 {good; (really} e6e5 ; and so on d1",
        "1. e3e4! e6e5?! $5",
        "1. e3e4 (1. d3d4 d6d5 (1... c6c5 {(} 2. a3a4)) e6e5 *",
        '\ufeff[Event "x"]\r\n\r\n1.e3e4\re6e5 1/2-1/2',
        "“e3e4” ‘e6e5’",
        "e3:e4\u200b e6e5+",
        "1 e3e4 e6e5",
        "1. e3e4 … e6e5",
    ],
)
def test_moves_are_read_as_people_write_them(written: str) -> None:
    assert moves(written) == ("e3e4", "e6e5")


@pytest.mark.parametrize(
    "written",
    [
        f"\ufeff{START} S\u200b",
        f'"{START} s"',
        f"{START} w - - 0 1",
        f"{START}　Ｓ",
        f"{START.replace('8/8', '44/2222')} South",
        START.replace("/", " / ") + " S",
        START.replace("/", "/\n") + " S",
    ],
)
def test_positions_are_read_as_people_write_them(written: str) -> None:
    assert position(written) == f"{START} S"


@pytest.mark.parametrize(
    ("written", "read"),
    [
        (f"{BEGINNER} {HANDS} w 1 - 1", f"{BEGINNER} J2N2R1S1D1/j2n2r1s1d1 0 beginner -"),
        (
            f"{'/'.join(['9'] * 9)} {ALL}/{ALL.lower()} w 3 wb 1",
            f"{'/'.join(['9'] * 9)} {ALL}/{ALL.lower()} 0 advanced 01",
        ),
        (f"{LATE} -/- w 3 - 57", f"{LATE} -/- 0 advanced -"),
        ("8m/54/7DD/7C1/9/9/9/9/M8 n1/N1J2 1 GUIDE", "8m/9/7DD/7C1/9/9/9/9/M8 J2N1/n1 1 guide -"),
    ],
)
def test_gungi_is_read_as_other_programs_write_it(written: str, read: str) -> None:
    assert position(written, "gungi") == read


def test_moves_of_gungi_are_read_as_other_programs_write_them() -> None:
    start = f"{BEGINNER} {HANDS} w 1 - 1"
    line = "1.槍(8-5-1)(7-5-2)付 新馬(1-7-1) 2.新忍(8-7-2)付"
    assert moves(line, "gungi", position=start) == ("e2+e3", "r*c9", "s*c2")
    assert moves(
        "小(7-5-2)取(5-5-1)#", "gungi", position="9/9/m8/9/4d4/9/4|D:J|4/9/4M4 -/- w 3 -"
    ) == ("e3xe5",)
    tower = "m8/9/9/9/4|n:w|4/9/9/9/|D:T|3M4 N1/- w 3 - 1"
    with pytest.raises(BadWord):
        moves("謀(9-9-2)(5-5-3)返兵", "gungi", position=tower)
    free = f"{'/'.join(['9'] * 9)} {ALL}/{ALL.lower()} w 3 wb 1"
    done = moves(
        "1.新帥(7-9-1)終 新帥(1-5-1) 新小(2-8-1) 新謀(1-2-1)終 2.帥(7-9-1)(8-8-1)",
        "gungi",
        position=free,
    )
    assert done == ("m@a3", "m@e9", "done", "j@b8", "t@h9", "done", "a3b2")


def test_levels_of_a_stack_are_betrayed_by_kind() -> None:
    start = "m8/9/9/9/|n:w|8/1|D:F:T|7/9/9/4M4 N1W1/- w 3 - 1"
    for written, move in (("返槍侍", "&1,2"), ("返侍", "&2"), ("返槍", "&1")):
        assert moves(f"謀(6-8-3)(5-9-3){written}", "gungi", position=start) == (f"b4+a5{move}",)
    assert moves("B4+A5&1,2", "gungi", position=start) == ("b4+a5&1,2",)


@pytest.mark.parametrize(
    ("written", "told"),
    [
        (START[3:] + " S", "Rank 8 has 5 squares, not 8."),
        (START.replace("/8", "", 1) + " S", "It has 7 ranks, not 8"),
        (START.replace("h", "q", 1) + " S", "“q” in rank 8 is no piece."),
        (f"{START} X", "“X” is neither side."),
        (f"{START} S hello", "“hello” does not belong there."),
        (START.replace("g", "1") + " S", "Each side needs exactly one general."),
        ("9" * 5000, "It is too long."),
    ],
)
def test_what_is_wrong_with_a_position_is_told(written: str, told: str) -> None:
    answer = pasted(position=written)
    assert answer.status_code == 422
    assert told in text(answer)
    assert html.escape(written) in answer.content.decode()
    with pytest.raises(UnknownPosition) as refused:
        opening.with_options_of_start(Terms("xiongqi", "relaxed", start=written))
    assert refused.value.text is not None


def test_a_side_that_is_left_out_is_assumed_and_told() -> None:
    client = browser(None)
    answer = client.post("/analysis/xiongqi/", {"position": START}, follow=True)
    assert answer.status_code == 200
    assert "so South is to move" in text(answer)


def test_the_word_that_cannot_be_played_is_named_with_its_line() -> None:
    wrong = '[Event "x"]\n\n1. e3e4 e6e5\n2. d3d4 d6d9\n3. c3c4'
    answer = pasted(moves=wrong)
    assert answer.status_code == 422
    assert "Line 4, move 4, “d6d9”" in text(answer)
    assert html.escape(wrong) in answer.content.decode()
    answer = pasted(moves="e3e4 {and then")
    assert "The comment in line 1 does not end." in text(answer)
    assert "Move 2, “e6e9”" in text(browser(None).get("/analysis/xiongqi/?moves=e3e4,e6e9"))


def test_a_line_is_taken_whole_or_not_at_all() -> None:
    line = " ".join(["e3e4"] * (MOST_MOVES + 1))
    answer = pasted(moves=line)
    assert answer.status_code == 422
    assert f"There are {MOST_MOVES + 1} moves; the board takes {MOST_MOVES}." in text(answer)
    answer = browser(None).get("/analysis/xiongqi/", {"moves": line})
    assert answer.status_code == 422


def test_a_handicap_stays_one() -> None:
    start = f"{START[:-8]}R1BAGBHR S"
    record = f'[Game "xiongqi 1"]\n[Position "{start}"]\n\n1. a3a4 h6h5'
    read = import_line("xiongqi", {"moves": record})
    assert read.line.position == start
    assert read.line.moves == ("a3a4", "h6h5")
    assert import_line("gungi", {"moves": record}).line.game == "xiongqi"


def test_records_of_games_that_hide_are_refused() -> None:
    answer = pasted(moves='[Game "seichu 1"]\n\n1. b3b4 b6b5')
    assert answer.status_code == 422
    assert "has no analysis board" in text(answer)


def test_a_long_line_gets_short_addresses_for_two_days() -> None:
    client, line = browser(None), played(300)
    led = client.post("/analysis/xiongqi/", {"moves": " ".join(line)})
    assert led.status_code == 302
    assert len(led["Location"]) < 100
    page = client.get(led["Location"]).content.decode()
    assert f'id="share-moves" value="{" ".join(line)}"' in page
    links = [one.split('"')[0] for one in page.split('href="/analysis/xiongqi/?')[1:]]
    assert max(map(len, links)) < 200
    name = parse_qs(urlsplit(led["Location"]).query)["line"][0]
    again = client.get("/analysis/xiongqi/", {"line": name, "at": "2"})
    assert f'id="share-moves" value="{" ".join(line[:2])}"' in again.content.decode()
    counts.clear()
    gone = client.get(led["Location"])
    assert gone.status_code == 404
    assert "Paste it again" in text(gone)


def test_a_long_line_can_be_kept_as_an_analysis() -> None:
    owner = person("ann")
    client, line = browser(owner), played(300)
    led = client.post("/analysis/xiongqi/", {"moves": " ".join(line)})
    asked = {name: values[0] for name, values in parse_qs(urlsplit(led["Location"]).query).items()}
    kept = client.post("/analyses/", {**asked, "game": "xiongqi", "title": "long"})
    assert kept.status_code == 302
    assert "at=300" in kept["Location"]
    wrong = client.post(kept["Location"].replace("at=300", "at=4"), {"move": f"{line[4]} zz"})
    assert wrong.status_code == 422
    assert "move 2, “zz”" in text(wrong)


def test_imports_are_limited_by_address(settings) -> None:
    settings.PLAY_LIMITS = {**settings.PLAY_LIMITS, "import": "2/m/ip"}
    answers = [pasted(moves="e3e4").status_code for _ in range(3)]
    assert answers == [302, 302, 429]


def test_a_match_can_begin_in_a_pasted_position_and_go_on_by_typed_moves() -> None:
    terms = opening.with_options_of_start(
        Terms("gungi", "relaxed", start=f"{BEGINNER} {HANDS} w 1 - 1")
    )
    assert terms.start == f"{BEGINNER} J2N2R1S1D1/j2n2r1s1d1 0 beginner -"
    assert terms.options == {"rules": "beginner"}
    match = match_between(person(), person())
    play(match, "E3-E4", "e6:e5!")
    match.refresh_from_db()
    ending.resign(uid=match.uid, user=match.players.get(seat=0).user, now=LATER)
    record = "".join(text_parts(match_record(match.uid)))
    assert "1. e3e4 e6e5" in record


def test_records_of_the_site_are_read_whole() -> None:
    match = match_between(person(), person())
    play(match, *QUICK_MATE)
    record = match_record(match.uid)
    assert moves("".join(text_parts(record))) == QUICK_MATE
    assert moves(json.dumps(record_json(record))) == QUICK_MATE


SIGNS = st.text(
    st.sampled_from('e3 6451.,-+x*&@(){};[]"/Ss8wb0rhgm|:\n\r\u200b\ufeff新兵(7-1-1)終返付１Ｅ!?$'),
    max_size=80,
)


@settings(
    max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    game=st.sampled_from(["xiongqi", "gungi"]),
    line=SIGNS | st.text(max_size=60),
    place=SIGNS | st.text(max_size=60),
)
def test_nothing_that_is_pasted_fails(game: str, line: str, place: str) -> None:
    counts.clear()
    client = browser(None)
    assert client.post(f"/analysis/{game}/", {"moves": line, "position": place}).status_code in (
        302,
        422,
    )
    asked = {"moves": line, "next": place, "line": line[:20], "ply": place[:3]}
    assert client.get(f"/analysis/{game}/", asked).status_code in (200, 404, 422)
    assert client.get(f"/analysis/{game}/", {"moves": line, "position": place}).status_code in (
        200,
        422,
    )


STARTS = {
    "xiongqi": [f"{START} S", f"{START} w - - 0 1"],
    "gungi": [f"{BEGINNER} {HANDS} w 1 - 1", f"{LATE} -/- w 3 - 57", BEGINNER],
}


def mangled(texts: list[str]) -> st.SearchStrategy[str]:
    """One of *texts* with up to three places of it changed, or signs alone."""

    @st.composite
    def draw_one(draw: st.DrawFn) -> str:
        text = draw(st.sampled_from(texts))
        for _change in range(draw(st.integers(0, 3))):
            at = draw(st.integers(0, len(text)))
            put = draw(st.text(st.sampled_from("".join(texts)), max_size=2) | st.text(max_size=2))
            text = text[:at] + put + text[at + draw(st.integers(0, 2)) :]
        return text

    return st.one_of(draw_one(), draw_one(), draw_one(), SIGNS, st.text(max_size=60))


@pytest.mark.parametrize("game", STARTS)
@settings(max_examples=200, deadline=None)
@given(data=st.data())
def test_a_start_that_is_pasted_is_read_or_refused(game: str, data: st.DataObject) -> None:
    text = data.draw(mangled(STARTS[game]))
    try:
        read = read_position(game, text)
    except BadText as error:
        assert wrong_sentence(error)
        return
    again = read_position(game, read.text)
    assert (again.text, again.assumed) == (read.text, ())


@cache
def boards(game: str) -> list[tuple[object, list[str]]]:
    """Some positions, each with what is open there."""
    engine, found = engine_for(game, 1), []
    for ply in playout(engine, b"1", 30):
        if ply.number % 10 == 0 and (to_act := engine.to_act(ply.position)):
            view = engine.view(ply.position, Viewer.of(min(to_act)))
            found.append(
                (ply.position, list(map(engine.codec.dump_move, engine.legal_moves(view))))
            )
    return found


@pytest.mark.parametrize("game", STARTS)
@settings(max_examples=200, deadline=None)
@given(data=st.data())
def test_a_move_that_is_typed_is_read_or_refused(game: str, data: st.DataObject) -> None:
    position, legal = data.draw(st.sampled_from(boards(game)))
    codec = engine_for(game, 1).codec
    text = data.draw(
        mangled([*legal, "1. E3–E4!?", "新馬(1-7-1)終"]) | SIGNS | st.text(max_size=60)
    )
    try:
        move = load_typed(codec, position, text)
    except InvalidMove:
        return
    assert codec.load_move(codec.dump_move(move)) == move
