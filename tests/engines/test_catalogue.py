"""The registry knows the rules, the catalogue only the games; they agree."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from engines.catalogue import EARLIER, GAMES, meta_for, rules_of
from engines.registry import BOTS, ENGINES, bot_for, engine_for

ROOT = Path(__file__).parents[2]


def test_the_catalogue_shows_the_newest_version_of_every_game() -> None:
    newest = {}
    for engine in sorted(ENGINES, key=lambda engine: engine.meta.rules_version):
        newest[engine.meta.slug] = engine.meta
    assert list(newest.values()) == list(GAMES)


def test_games_are_found_by_slug_and_version() -> None:
    for engine in ENGINES:
        assert engine_for(engine.meta.slug, engine.meta.rules_version) is engine
    for meta in GAMES:
        assert meta_for(meta.slug) is meta


@pytest.mark.parametrize(
    "look_up",
    [
        lambda: engine_for("xiongqi", 99),
        lambda: engine_for("", 1),
        lambda: meta_for("chess"),
        lambda: bot_for("xiongqi", "divine"),
    ],
)
def test_what_we_do_not_host_is_not_found(look_up: object) -> None:
    with pytest.raises(LookupError):
        look_up()  # type: ignore[operator]


def test_the_catalogue_names_every_version_that_is_hosted() -> None:
    hosted = sorted((meta.slug, meta.rules_version) for meta in (*GAMES, *EARLIER))
    assert hosted == sorted((engine.meta.slug, engine.meta.rules_version) for engine in ENGINES)
    assert rules_of("nation") == {1, 2, 3}
    assert rules_of("chess") == set()


def test_slugs_and_versions_are_unique() -> None:
    keys = [(engine.meta.slug, engine.meta.rules_version) for engine in ENGINES]
    assert len(set(keys)) == len(keys)


def test_every_promised_opponent_is_there() -> None:
    promised = {meta.slug: meta.bot_levels for meta in GAMES}
    assert promised == {slug: tuple(bots) for slug, bots in BOTS.items()}


def test_every_game_says_how_many_sit_down() -> None:
    for meta in GAMES:
        assert len(set(meta.seats)) == len(meta.seats) >= 1
        assert all(values for values in meta.options.values())


def test_the_catalogue_loads_no_rules() -> None:
    """In a fresh interpreter: of a game's package only ``meta`` may have come along."""
    code = "import sys, engines.catalogue; print('\\n'.join(sys.modules))"
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    loaded = set(run.stdout.split())
    assert {f"engines.{meta.slug}.meta" for meta in GAMES} <= loaded
    for module in loaded:
        parts = module.split(".")
        if parts[0] == "engines" and len(parts) > 2 and parts[1] != "core":
            assert parts[2] == "meta", module
    assert "engines.registry" not in loaded
