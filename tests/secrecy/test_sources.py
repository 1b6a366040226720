"""What chance decides follows from the sealed seed: from nothing hidden, from nothing public."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

from config.settings import base

# The one source, as the code says it

ROOT = Path(__file__).resolve().parent.parent.parent
DICE = {
    "games/match/referee/umpire.py": {"seed", "bytes(self._sealed.seed)"},
    "games/match/referee/table.py": {"bytes(self._sealed.seed)"},
    "engines/gunjin/beliefs.py": {"b'habits'"},  # which armies are likely, the same for all matches
    "engines/nation/measuring.py": {"b'balance'"},  # plays stages, not matches
    # maps that everybody sees who plays them, drawn from a seed that is part of a stage's name
    "engines/nation/skirmish.py": {"chosen.seed.encode()", "seed.encode()"},
    "games/campaign/selectors.py": {"seed"},  # of a day, from the key of the site
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
    """What the site and its rules are made of."""
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
    "games/match/referee/position_cache.py: _kept": (
        "OrderedDict[int, tuple[Any, int, JsonObject, Any]]"
    ),
    "games/match/referee/lookback.py: _kept": "OrderedDict[tuple[Any, bytes], Any]",
    "games/match/referee/sheets.py: _kept": "OrderedDict[tuple[int, Any], JsonObject]",  # by a view
    "games/match/referee/positions.py: given_sight": "game plies seat",
    # lessons, by the very moves of whoever tries them: nobody's secret
    "games/match/referee/studies.py: _played": "laid",
    # puzzles, by whose eyes it is and every ply: a seat gets what is its own alone
    "games/match/referee/studies.py: past_of": "laid seat",
    "games/puzzles/selectors.py: _answered": "laid seat",  # of games that hide nothing
    "games/puzzles/selectors.py: _next_of": "game",  # the question, not its answer
    "games/lobby/presenters/lessons.py: _kept_lesson": "game piece_set _language",
    "accounts/common/zones.py: _options": "language since",
    "games/learn/content.py: course_of": "game",
    "games/learn/selectors.py: _tried": "game step moves language",
    # parts of pages, by all that stands in them
    "config/jinja.py: _kept": "environment name values",
    "games/boards/kit/gridpicture.py: _piece": "brush face left top",  # one piece as drawn
    "games/boards/picturefiles.py: _symbols": "sprite",
    "games/templatetags/boards.py: _cell": "cell sprite press name form",
    "games/matchpage/views/drawing.py: _look": "cell sprite",
    "games/templatetags/boards.py: _guess": "sprite sign verdict",
    "games/templatetags/boards.py: _piece": "sprite side sign",
    "games/templatetags/boards.py: _sign": "sprite face",
    "games/templatetags/boards.py: _square": "cell sprite press",
    "games/templatetags/boards.py: step": "name label ply",
    # nothing of anybody's
    "games/search/places.py: _chapters": "language",  # the rules as text
    "accounts/common/dates.py: _day": "there name _language",  # how a day is written
    "games/common/addresses.py: address": "name",
    "games/endpoints/services/push.py: _public": "key",  # the site's own
    "games/match/clocks/calendar.py: _offsets": "name year",
    "games/match/clocks/calendar.py: _week": "weekends night",
    "games/match/clocks/controls.py: control_of": "slug",
    "games/match/referee/snapshots.py: _is_endless": "engine",
    "games/match/referee/table.py: has_part": "engine part",
    "config/cache.py: _client_of": "server",
    "games/common/filling.py: _names": "kind",  # the fields of a class
    "games/lobby/forms.py: _names": "cls",  # the same
    "games/matchpage/views/drawing.py: _reading": "reads",  # a path of a part, not what is there
    "games/matchpage/views/drawing.py: _tree": "reads",
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


def test_bots_have_a_pace() -> None:
    assert base.BOT_PACE_SECONDS >= 0.5
