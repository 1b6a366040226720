"""The measuring stick itself: its figures, and that a match is played as the table says."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from engines.catalogue import GAMES
from engines.core.engine import Terms
from engines.registry import engine_for
from tests.bench.bots.__main__ import players_of, usual_pairs
from tests.bench.bots.fairy import FairyStockfish
from tests.bench.bots.figures import Score, elo, elo_intervals, likelihood_ratio, verdict
from tests.bench.bots.matches import LONGEST, opening, pairs
from tests.bench.bots.report import Row, keep

SLUGS = [meta.slug for meta in GAMES if not meta.solo]
QUICK = {"xiongqi": "one ply", "gungi": "patient", "gunjin": "patient", "seichu": "eager to doubt"}


def test_intervals_are_wilsons() -> None:
    low, high = Score(70, 0, 30).interval
    assert (round(low, 3), round(high, 3)) == (0.604, 0.781)
    assert Score(10, 0, 0).interval[1] > 0.999
    assert Score().interval == (0, 1)


def test_a_rating_explains_the_score() -> None:
    found = elo({("a", "b"): Score(640, 0, 360), ("b", "c"): Score(500, 0, 500)}, "c")
    assert found["c"] == 0
    assert found["a"] - found["b"] == pytest.approx(100, abs=2)
    low, high = elo_intervals({("a", "b"): Score(64, 0, 36)}, "b", "seed")["a"]
    assert low < 100 < high
    assert elo({("a", "b"): Score(10, 0, 0)}, "b")["a"] < 1_000


def test_a_sequential_test_ends_when_it_is_certain() -> None:
    assert verdict(Score(90, 0, 30), 0, 50) == "stronger"
    assert verdict(Score(30, 0, 90), 0, 50) == "not stronger"
    assert not verdict(Score(6, 0, 5), 0, 50)
    assert not verdict(Score(2, 0, 0), 0, 50)
    assert likelihood_ratio(Score(), 0, 50) == 0


@pytest.mark.parametrize("slug", SLUGS)
def test_pairs_swap_seats_in_the_same_opening(slug: str) -> None:
    engine = engine_for(slug, next(meta.rules_version for meta in GAMES if meta.slug == slug))
    terms = Terms({name: values[0] for name, values in engine.meta.options.items()})
    assert opening(engine, b"1", terms) == opening(engine, b"1", terms)
    random = players_of(slug)["random"]
    one, other = islice(pairs(engine, random(), random(), "seed", terms), 2)
    assert (one.plies, one.termination) == (other.plies, other.termination)
    assert one.points + other.points == 1
    assert one.plies <= LONGEST


@pytest.mark.parametrize(("slug", "name"), QUICK.items())
def test_fixed_players_play(slug: str, name: str) -> None:
    engine = engine_for(slug, next(meta.rules_version for meta in GAMES if meta.slug == slug))
    terms = Terms({name: values[0] for name, values in engine.meta.options.items()})
    players = players_of(slug)
    played = next(pairs(engine, players[name](), players["random"](), "x", terms))
    assert played.points >= 0.5


def test_fairy_stockfish_plays_by_our_rules() -> None:
    player = FairyStockfish(1_000)
    random = players_of("xiongqi")["random"]()
    engine = engine_for("xiongqi", 1)
    try:
        assert next(pairs(engine, player, random, "fairy", Terms())).points == 1
    finally:
        player.close()


@pytest.mark.parametrize("slug", SLUGS)
def test_every_level_is_measured(slug: str) -> None:
    known = players_of(slug)
    asked = list(usual_pairs(slug))
    assert {name for pair in asked for name in pair} <= {*known}
    levels = next(meta.bot_levels for meta in GAMES if meta.slug == slug)
    assert {first for first, _ in asked} >= {*levels[1:]}


def test_a_line_takes_the_place_of_the_one_before(tmp_path: Path) -> None:
    kept = tmp_path / "bots.md"
    kept.write_text("top\n<!-- gungi -->\n<!-- end of gungi -->\nfoot\n")
    row = Row("gungi", "medium", "easy", Score(3, 1, 0), 40.2, 0.1, 0.25, "abc 1")
    keep(row, kept)
    keep(row._replace(second="one ply"), kept)
    keep(row._replace(score=Score(8, 0, 2)), kept)
    text = kept.read_text()
    assert text.startswith("top\n")
    assert text.endswith("<!-- end of gungi -->\nfoot\n")
    assert text.count("| medium | easy | 8, 0, 2 | 80% [49%, 94%] | 40 | 0.10, 0.25 | abc 1 |") == 1
    assert text.count("| medium |") == 2
    assert "easy being 0" in text
