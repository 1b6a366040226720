"""Gunjin on the match page: what each viewer reads and sees of hidden armies."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from django.conf import settings
from django.template.loader import render_to_string
from django.utils.translation import override

from engines.gunjin.battle import SIGNS, result_of
from engines.gunjin.pieces import KIND_OF_LETTER
from games.boards.gunjin.figures import chapter
from games.boards.gunjin.presenter import LAYOUT
from games.boards.gunjin.words import KIND_NAMES
from games.boards.kit.grid import Cell
from games.boards.kit.scenes import ShownMove
from games.boards.names import presenter_for
from games.boards.pictures import picture_svg
from games.boards.rules import chapter_of
from games.matchpage.presenters.page import MatchPage, present_match
from games.matchpage.presenters.reading import Preferences
from games.matchpage.query import Asked
from tests.kit.board_facts import facts, grid

MAKER = settings.BASE_DIR / "tools" / "pieces" / "make_gunjin.py"
BRIDGE = "7/8/1x5c/1T5C/8/7 0"
"""A tank and a mine across the left bridge, a colonel on each side of the water."""

LAST_STEP = "7/3M4/2f5/A7/8/7 0"
"""The major general walks into North's headquarters."""


def page(*moves: str, **about: object) -> MatchPage:
    return present_match(facts(*moves, game="gunjin", **about))  # type: ignore[arg-type]


def cell(shown: MatchPage, square: str) -> Cell:
    return next(one for rank in grid(shown).ranks for one in rank.cells if one.square == square)


def signs(shown: MatchPage) -> dict[str, str]:
    cells = (one for rank in grid(shown).ranks for one in rank.cells)
    return {one.square: one.face.sign for one in cells if one.face is not None}


def moves_shown(shown: MatchPage) -> list[ShownMove]:
    pairs = ((row.moves[0], row.moves[1]) for row in shown.story.moves)
    return [move for pair in pairs for move in pair if move is not None]


# Who sees what


def test_one_sees_ones_own_kinds_and_no_others() -> None:
    south = {"b3": "T", "h3": "C", "b4": "U", "h4": "U"}
    assert signs(page(start=BRIDGE)) == south
    assert signs(page(start=BRIDGE, seat=1)) == {"b3": "U", "h3": "U", "b4": "X", "h4": "C"}
    assert set(signs(page(start=BRIDGE, seat=None)).values()) == {"U"}


def _bare(shown: MatchPage) -> MatchPage:
    """The page without the key of its next request."""
    choice = replace(shown.playing.choice, key="")
    return replace(shown, playing=replace(shown.playing, choice=choice))


@pytest.mark.parametrize("moves", [(), ("b3b4",), ("b3b4", "h4h5")])
def test_other_kinds_under_the_same_squares_are_the_same_page(moves: tuple[str, ...]) -> None:
    """A tank is left neither by a mine nor by another tank."""
    other = BRIDGE.replace("x", "t").replace("c", "d")
    for seat in (0, None):
        one, two = (page(*moves, start=start, seat=seat) for start in (BRIDGE, other))
        assert _bare(one) == _bare(two)


def test_after_the_end_everybody_sees_everything() -> None:
    for seat in (0, 1, None):
        shown = page("d5d6", start=LAST_STEP, seat=seat)
        assert signs(shown) == {"d6": "M", "c4": "F", "a3": "A"}
        assert shown.people.result is not None
        assert shown.people.result.why == "A high officer has taken the headquarters of North."


# The board


@pytest.mark.parametrize(
    ("seat", "far", "near"), [(0, "a6", "h1"), (1, "h1", "a6"), (None, "a6", "h1")]
)
def test_the_viewer_sits_below_and_headquarters_are_wide(
    seat: int | None, far: str, near: str
) -> None:
    ranks = grid(page(start=BRIDGE, seat=seat)).ranks
    assert ranks[0].cells[0].square == far
    assert ranks[-1].cells[-1].square == near
    assert [len(rank.cells) for rank in ranks] == [7, 8, 8, 8, 8, 7]
    assert [one.width for one in ranks[0].cells] == [1, 1, 1, 2, 1, 1, 1]
    assert sum(one.width for one in ranks[-1].cells) == 8


def test_squares_say_where_they_lie() -> None:
    shown = page(start=BRIDGE)
    assert cell(shown, "d1").label == "d1, headquarters of South, empty"
    assert cell(shown, "b3").label == "b3, at the bridge, South Tank"
    assert cell(shown, "b4").label == "b4, at the bridge, North Unknown piece"
    assert cell(shown, "c4").label == "c4, at the water, empty"
    assert cell(shown, "c5").label == "c5, empty"


def test_targets_and_their_text_depend_on_what_one_sees() -> None:
    asked = present_match(facts(start=BRIDGE, game="gunjin"), asked=Asked(at=("b3", "b4")))
    assert asked.playing.choice.confirm is not None
    assert asked.playing.choice.confirm.text == "Tank b3 attacks Unknown piece on b4"
    assert asked.playing.choice.confirm.captures
    picked = present_match(facts(start=BRIDGE, game="gunjin"), asked=Asked(at=("b3",)))
    cells = [one for rank in grid(picked).ranks for one in rank.cells]
    assert {one.square for one in cells if "target" in one.classes} == {"a3", "c3", "b2", "b4"}
    assert {one.square for one in cells if "capture" in one.classes} == {"b4"}


@pytest.mark.parametrize(
    ("attacked", "said", "slid"),
    [
        ("d", "won the last battle attacking", "b3 b4"),
        ("g", "defended in the last battle", ""),
        ("x", "both were lost here in the last battle", ""),
    ],
)
def test_the_square_of_a_battle_says_how_it_went(attacked: str, said: str, slid: str) -> None:
    shown = page("b3b4", start=BRIDGE.replace("x", attacked))
    assert cell(shown, "b4").label.endswith(said)
    assert "fought" in cell(shown, "b4").classes
    assert grid(shown).last == "b3 b4"
    assert grid(shown).slid == slid


def test_the_picture_has_the_water_and_both_bridges() -> None:
    drawing = picture_svg("gunjin", facts(start=BRIDGE, game="gunjin", seat=1).view, 1)
    assert drawing.count('class="bridge"') == 2
    assert drawing.count('class="piece') == 4
    assert "gunjin turned" in drawing
    assert "#T" not in drawing
    assert drawing.count("#U") == 2


# The story


@pytest.mark.parametrize(
    ("seat", "sentence", "notation"),
    [
        (0, "Tank b3 attacks Unknown piece on b4: both are lost", ("T", "b3×", "", "b4=")),
        (1, "Unknown piece b3 attacks Mine on b4: both are lost", ("", "b3×", "X", "b4=")),
        (
            None,
            "Unknown piece b3 attacks Unknown piece on b4: both are lost",
            ("", "b3×", "", "b4="),
        ),
    ],
)
def test_a_battle_is_told_with_the_kinds_one_knows(
    seat: int | None, sentence: str, notation: tuple[str, ...]
) -> None:
    (battle,) = moves_shown(page("b3b4", start=BRIDGE, seat=seat))
    assert battle.sentence == sentence
    assert (battle.letter, battle.path, battle.met_letter, battle.outcome) == notation
    assert battle.met is not None


@pytest.mark.parametrize(
    ("attacked", "word", "sign"),
    [("d", "the attacker wins", "+"), ("g", "the defender wins", "−"), ("x", "both are lost", "=")],
)
def test_the_umpire_has_three_sayings(attacked: str, word: str, sign: str) -> None:
    shown = page("b3b4", start=BRIDGE.replace("x", attacked))
    (battle,) = moves_shown(shown)
    assert battle.sentence.endswith(f": {word}")
    assert battle.outcome == f"b4{sign}"
    assert shown.story.has_battles
    assert shown.story.last_move_text == f"South: {battle.sentence}."


def test_a_step_without_a_battle_is_told_as_one() -> None:
    step = moves_shown(page("h3h2", start=BRIDGE))[0]
    assert (step.sentence, step.path, step.met, step.outcome) == (
        *("Colonel h3 to h2", "h3–h2"),
        *(None, ""),
    )


def test_after_the_end_the_story_names_everybody() -> None:
    start = "7/3M4/7k/1t6/1A6/7 0"
    battle, _reply, end = moves_shown(page("b2b3", "h4h5", "d5d6", start=start, seat=1))
    assert battle.sentence == "Captain b2 attacks Tank on b3: the defender wins"
    assert end.sentence == "Major general d5 to d6"


def test_plies_count_the_set_ups_and_moves_do_not() -> None:
    shown = page("h3h2", "h4h5", start=BRIDGE, after_ply=3)
    assert [move.ply for move in moves_shown(shown)] == [3, 4]
    assert (shown.story.browse.number, shown.story.browse.numbers) == (1, 2)
    assert (shown.story.browse.back, shown.story.browse.forward) == (2, 4)
    assert page("h3h2", start=BRIDGE, after_ply=2).story.browse.back is None


# What has fallen


def test_the_fallen_are_named_to_their_owner_and_counted_for_all() -> None:
    south = page("b3b4", start=BRIDGE)
    assert [face.sign for face in south.people.bottom.tray.faces] == ["T"]
    assert south.people.top[0].tray.faces == ()
    assert (south.people.bottom.tray.count, south.people.top[0].tray.count) == ("1 left", "1 left")
    onlooker = page("b3b4", start=BRIDGE, seat=None)
    assert all(panel.tray.faces == () for panel in onlooker.people.panels)


def test_the_board_is_empty_until_somebody_sits_across() -> None:
    waiting = page(view=None, news=[], legal=(), status="open", secret="s")
    assert signs(waiting) == {}
    assert [panel.tray.count for panel in waiting.people.panels] == ["", ""]


# The rules page and the letters


def test_the_table_of_battles_is_the_engines() -> None:
    table = render_to_string("boards/gunjin/battles.html", chapter())
    rows = re.findall(r'class="letter">(\w)</span></th>(.*?)</tr>', table)
    heads = re.findall(r"<abbr[^>]*>(\w)</abbr>", table)
    assert "".join(heads) == "GLMCKJABDPTHESX"
    shown = {
        (attacker, defender): sign
        for attacker, row in rows
        for defender, sign in zip(heads, re.findall(r'aria-hidden="true">(.)<', row), strict=True)
    }
    assert shown == {
        (attacker, defender): SIGNS[
            result_of(KIND_OF_LETTER[attacker], KIND_OF_LETTER[defender], 0)
        ].replace("-", "−")
        for attacker in "GLMCKJABDPTHES"
        for defender in heads
    }


def test_the_text_of_a_board_is_read_over_wide_squares() -> None:
    found = LAYOUT.letters_on("3g3/8/8/7A/8/2tM3")
    assert found == {"d6": "g", "h3": "A", "c1": "t", "d1": "M"}


def test_letters_of_the_keys_are_those_of_the_signs() -> None:
    shown = present_match(
        facts(start=BRIDGE, game="gunjin"), preferences=Preferences(piece_set="international")
    )
    assert shown.playing.board.letters == presenter_for("gunjin").letters == "GLMCKJABDPTHESXF"
    assert shown.playing.board.sprite == "pieces/gunjin/international.svg"


@pytest.mark.parametrize(
    ("language", "sprite"),
    [
        ("en", "kanji"),
        ("ja", "kanji"),
        ("zh-hans", "kanji.zh-hans"),
        ("zh-hant", "kanji.zh-hant"),
    ],
)
def test_pieces_are_written_in_the_language_of_the_reader(language: str, sprite: str) -> None:
    with override(language):
        shown = present_match(facts(start=BRIDGE, game="gunjin"))
        rules = chapter_of("gunjin", language)
    assert shown.playing.board.sprite == f"pieces/gunjin/{sprite}.svg"
    assert set(re.findall(r"gunjin/(kanji[^#]*)\.svg", rules)) == {sprite}


@pytest.mark.parametrize(("language", "name"), [("", "ja"), ("zh-hans",) * 2, ("zh-hant",) * 2])
def test_what_is_written_on_the_pieces_is_what_they_are_called(language: str, name: str) -> None:
    written = re.search(rf'"{language}": "(.*)",', MAKER.read_text("utf-8"))
    assert written
    with override(name):
        assert written[1].split() == [str(kind) for kind in KIND_NAMES.values()]
