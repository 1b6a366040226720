"""What chance decides follows from the sealed seed: from nothing hidden, from nothing public."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

from config.settings import base
from tests.secrecy import sources
from tests.secrecy.breaking import failing_thoughts
from tests.secrecy.house import showcase
from tests.secrecy.pace import answered_at
from tests.secrecy.work import work_after_moves
from tests.secrecy.worlds import HIDDEN_GAMES

pytestmark = pytest.mark.usefixtures("db")

hidden_games = pytest.mark.parametrize("game", HIDDEN_GAMES)


@hidden_games
def test_dice_of_bots_follow_from_the_seed_alone(game: str) -> None:
    with showcase(game) as shown:
        assert list(sources.dice_of_bots(shown, range(6))) == []


@hidden_games
def test_armies_that_the_house_places_follow_from_the_seed_alone(game: str) -> None:
    with showcase(game) as shown:
        assert list(sources.armies_of_the_house(shown, range(12))) == []


@hidden_games
def test_matches_begin_with_dice_of_their_own(game: str) -> None:
    with showcase(game) as shown:
        assert list(sources.matches_begun(shown)) == []


# The one source, as the code says it

ROOT = Path(__file__).resolve().parent.parent.parent
DICE = {
    "games/match/referee/umpire.py": {"seed", "bytes(self._sealed.seed)"},
    "games/match/referee/table.py": {"bytes(self._sealed.seed)"},
    "engines/gunjin/beliefs.py": {"b'habits'"},  # which armies are likely, the same for all matches
    "engines/nation/measuring.py": {"b'balance'"},  # plays stages, not matches
    # maps that everybody sees who plays them, drawn from a seed that is part of a stage's name
    "engines/nation/skirmish.py": {"chosen.seed.encode()", "seed.encode()"},
    "games/campaign/selectors.py": {"seed"},  # of a day, from the key of the house
    "games/match/referee/studies.py": {"b''"},
    "games/match/referee/eyes.py": {"b''"},  # of moves planned where nothing is left to chance
    "games/match/referee/standing.py": {"b''"},  # in open games nothing is left to chance
    "games/match/referee/positions.py": {"b''"},  # what is laid out for a lesson is nobody's secret
    "engines/thinking.py": {"seed"},
    # matches that bots play for puzzles, from the public seed of a file: nobody's match
    "engines/puzzles/gungi.py": {"b''"},
    "engines/puzzles/nation.py": {"seed.encode()"},
    "engines/puzzles/playing.py": {"seed.encode()", "b''"},
    "engines/puzzles/xiongqi.py": {"b''"},
}
"""Where dice are made, and of what."""


@cache
def sources_of() -> dict[str, ast.Module]:
    """What the house and its rules are made of."""
    return {
        str(path.relative_to(ROOT)): ast.parse(path.read_text())
        for folder in ("accounts", "config", "engines", "games")
        for path in sorted((ROOT / folder).rglob("*.py"))
    }


def test_dice_are_made_of_the_sealed_seed() -> None:
    made: dict[str, set[str]] = {}
    for name, module in sources_of().items():
        for call in ast.walk(module):
            if isinstance(call, ast.Call) and ast.unparse(call.func).endswith("Dice"):
                made.setdefault(name, set()).add(ast.unparse(call.args[0]))
    assert made == DICE


# What is kept from one request to the next, and by what

KEPT = {
    # positions and sheets, which only the referee gets at
    "games/match/referee/kept.py: _kept": "OrderedDict[int, tuple[Any, int, JsonObject, Any]]",
    "games/match/referee/lookback.py: _kept": "OrderedDict[tuple[Any, bytes], Any]",
    "games/match/referee/sheets.py: _kept": "OrderedDict[tuple[int, Any], JsonObject]",  # by a view
    "games/match/referee/positions.py: given_sight": "game plies seat",
    # lessons, by the very moves of whoever tries them: nobody's secret
    "games/match/referee/studies.py: _played": "laid",
    # puzzles, by whose eyes it is and every ply: a seat gets what is its own alone
    "games/match/referee/studies.py: past_of": "laid seat",
    "games/puzzles/selectors.py: _answered": "laid seat",  # of games that hide nothing
    "games/learn/content.py: course_of": "game",
    "games/learn/selectors.py: _tried": "game step moves language",
    # parts of pages, by all that stands in them
    "config/jinja.py: _kept": "environment name values",
    "games/boards/kit/gridpicture.py: _piece": "brush face left top",  # one piece as drawn
    "games/boards/picturefiles.py: _symbols": "sprite",
    "games/templatetags/boards.py: _cell": "cell sprite press name form",
    "games/templatetags/boards.py: _guess": "sprite sign verdict",
    "games/templatetags/boards.py: _piece": "sprite side sign",
    "games/templatetags/boards.py: _sign": "sprite face",
    "games/templatetags/boards.py: _square": "cell sprite press",
    "games/templatetags/boards.py: step": "name label ply",
    # nothing of anybody's
    "games/search/places.py: _chapters": "language",  # the rules as text
    "accounts/common/dates.py: _day": "there name _language",  # how a day is written
    "games/common/addresses.py: address": "name",
    "games/endpoints/services/push.py: _public": "key",  # the house's own
    "games/match/calendar.py: _offsets": "name year",
    "games/match/calendar.py: _week": "weekends night",
    "games/match/clocks.py: control_of": "slug",
    "games/match/referee/snapshots.py: _is_endless": "engine",
    "games/match/referee/table.py: has_part": "engine part",
    "config/cache.py: _client_of": "server",
    "games/boards/cards.py: is_taught": "slug",
    "games/boards/socialpictures.py: social_picture": "drawing",
    "accounts/common/zones.py: _names": "language",
    "accounts/common/reserved_names.py: _exact_bare": "added",
}
"""What is kept, and by what: whatever follows from who looks must be among that."""

CACHES = {"cache", "lru_cache"}


def test_what_is_kept_is_kept_by_all_it_follows_from() -> None:
    """A new one is entered here by whoever has thought of the second reader."""
    found = {}
    for name, module in sources_of().items():
        if name.startswith("engines/"):
            continue  # rules keep tables of their own, and know no viewer
        for node in ast.walk(module):
            if isinstance(node, ast.FunctionDef) and (keys := [one.arg for one in node.args.args]):
                kept_by = {ast.unparse(each).partition("(")[0] for each in node.decorator_list}
                if {each.rpartition(".")[2] for each in kept_by} & CACHES:
                    found[f"{name}: {node.name}"] = " ".join(keys)
            elif isinstance(node, ast.AnnAssign) and "OrderedDict" in ast.unparse(node.annotation):
                found[f"{name}: {ast.unparse(node.target)}"] = ast.unparse(node.annotation)
    assert found == KEPT


# What bots give away besides their moves


@hidden_games
def test_bots_that_fail_say_nothing_of_what_they_thought_about(game: str) -> None:
    with showcase(game) as shown:
        assert list(failing_thoughts(shown, range(6))) == []


@hidden_games
def test_bots_answer_at_a_pace_of_their_own(game: str) -> None:
    assert base.BOT_PACE_SECONDS >= 0.5
    with showcase(game) as shown:
        assert list(answered_at(shown, range(5))) == []


@hidden_games
def test_as_much_is_done_for_twins_before_and_after_a_move(game: str) -> None:
    with showcase(game) as shown:
        assert list(work_after_moves(shown, range(5))) == []
