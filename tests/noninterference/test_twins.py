"""Two matches that differ in hidden things only look the same, byte for byte, to all others."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

import pytest

from engines.core.dice import Dice
from engines.core.seats import Seat
from games.models.sealed import SealedPosition
from games.referee import Referee
from games.selectors.audits import faults_of
from games.thinking import Question, choose
from tests.noninterference.cells import (
    Cell,
    all_cells,
    core_cells,
    is_broken,
    read_all,
    some_of,
)
from tests.noninterference.comparing import (
    Pair,
    cells_for,
    cells_of,
    differences,
    pair_of,
    script_differences,
    unlike,
    unlike_heard,
)
from tests.noninterference.house import SEATED, VIEWERS, Stage, stage
from tests.noninterference.scripts import Deed, play_script, probes
from tests.noninterference.secret_acts import ACCOUNTS, SECRETS, dress
from tests.noninterference.worlds import (
    HIDDEN_GAMES,
    OPEN_GAMES,
    World,
    answers_to,
    engine_of,
    seen,
    snapshot_of,
    some_world,
)

hidden_games = pytest.mark.parametrize("game", HIDDEN_GAMES)
pytestmark = pytest.mark.django_db


def pairs(game: str, numbers: range, **how: object) -> Iterator[Pair]:
    """The pairs of those numbers, without those that have no twin."""
    found = (pair_of(game, number, **how) for number in numbers)  # type: ignore[arg-type]
    return (pair for pair in found if pair is not None)


# The rules alone


@hidden_games
def test_the_rules_tell_twins_apart_to_nobody_but_the_owner(game: str) -> None:
    twins = list(pairs(game, range(1000, 1100)))
    assert len(twins) > 60
    for pair in twins:
        for viewer in pair.one.viewers:
            is_owner = viewer.seat in pair.hidden
            assert (seen(pair.one, viewer) != seen(pair.other, viewer)) == is_owner


@hidden_games
def test_snapshots_look_the_same(game: str) -> None:
    for number in range(150):
        dice = Dice(b"snapshots", f"{game} {number}")
        world = some_world(engine_of(game), b"%032d" % number, dice.below(250))
        viewer = dice.choice(world.viewers)
        assert seen(snapshot_of(world, viewer, dice), viewer) == seen(world, viewer)


@hidden_games
def test_every_try_is_answered_alike(game: str) -> None:
    for pair in pairs(game, range(2000, 2020)):
        for seat in SEATED.values():
            if seat not in pair.hidden:
                tries = probes(pair.one)
                answers = [list(answers_to(w, Seat(seat), tries)) for w in (pair.one, pair.other)]
                assert answers[0] == answers[1]


@hidden_games
def test_a_bot_moves_alike_in_twins(game: str) -> None:
    with stage(game) as shown:
        for pair in pairs(game, range(3000, 3040)):
            seats = [seat for seat in pair.one.to_act if seat not in pair.hidden]
            for seat in seats:
                moves = [thought_in(shown, world, seat) for world in (pair.one, pair.other)]
                assert moves[0] == moves[1]


def thought_in(shown: Stage, world: object, seat: Seat) -> str:
    """The move of the bot in *seat*, thought about as the house would, but for the seed."""
    with shown.showing(world):  # type: ignore[arg-type]
        thought = Referee(shown.match).thought(seat)
    meta = world.engine.meta  # type: ignore[attr-defined]
    level = meta.bot_levels[0]
    return choose(
        Question(meta.slug, meta.rules_version, level, thought.view, b"s" * 32, thought.label)
    )


# The house


@pytest.mark.parametrize("game", [*HIDDEN_GAMES, *OPEN_GAMES])
def test_what_is_planted_is_a_match(game: str) -> None:
    with stage(game) as shown:
        for number in range(6):
            pair = pair_of(game, number)
            if pair is not None:
                for world, order in ((pair.one, "one"), (pair.other, "other")):
                    with shown.showing(world, order):
                        assert faults_of(shown.match) == []
                        rows = SealedPosition.objects.filter(match=shown.match)
                        assert rows.get().plies == len(world.acts)


GATE = 40
"""Pairs in a run of the tests; `make leaks` takes far more."""


@hidden_games
@pytest.mark.parametrize("part", range(4))
def test_twins_look_the_same(game: str, part: int) -> None:
    with stage(game) as shown:
        for number in range(part, GATE, 4):
            pair = pair_of(game, number)
            if pair is not None:
                dice = Dice(b"cells", str(number))
                assert differences(shown, pair, cells_for(shown, pair, extra=6, dice=dice)) == []


@hidden_games
@pytest.mark.parametrize("part", range(4))
def test_twins_play_on_alike(game: str, part: int) -> None:
    with stage(game) as shown:
        for number in range(part, 12, 4):
            pair = pair_of(game, 400 + number)
            if pair is not None:
                dice = Dice(b"script", str(number))
                assert script_differences(shown, pair, dice, steps=3) == []


@hidden_games
@pytest.mark.parametrize("secret", SECRETS)
def test_nobody_notices_what_is_done_in_secret(game: str, secret: str) -> None:
    acts = SECRETS[secret]
    with stage(game) as shown:
        world = world_for(game, acts.plies)
        pair = Pair(world, world, frozenset({Seat(1)}))
        cells = cells_for(shown, pair, extra=20, dice=Dice(b"secret", secret))
        ones, others = (
            play_script(shown, world, deeds, pair.viewers, cells)
            for deeds in (acts.one, acts.other)
        )
        assert unlike_heard(ones, others) == []


@hidden_games
def test_accounts_are_nobody_elses_business(game: str) -> None:
    with stage(game) as shown:
        world = world_for(game, 20)
        viewers = tuple(viewer for viewer in VIEWERS if viewer != "north")
        cells = [*core_cells(shown, viewers), *account_cells(shown, viewers)]
        readings = []
        for account in ACCOUNTS:
            with shown.showing(world):
                dress(shown.house.people["north"], account)
                readings.append([(str(cell), blob) for cell, blob in read_all(shown, cells)])
        assert unlike(readings[0], [blob for _place, blob in readings[1]]) == []


def account_cells(shown: Stage, viewers: tuple[str, ...]) -> list[Cell]:
    """Some of everything; staff who may look at users are told what these are for."""
    may_know = {"root"}
    cells = [
        cell
        for cell in all_cells(shown)
        if cell.viewer in viewers
        and not ("admin:accounts_user" in cell.surface and cell.viewer in may_know)
    ]
    profiles = [cell for cell in cells if "accounts:profile" in cell.surface]
    return [*profiles, *some_of(cells, 80, Dice(b"accounts", shown.house.game))]


def world_for(game: str, plies: int) -> World:
    """A match of that length; of one ply, it is South who is ready."""
    engine = engine_of(game)
    for number in count():
        world = some_world(engine, b"%032d" % number, plies)
        if plies != 1 or world.acts[0][0] == 0:
            return world
    raise AssertionError


@hidden_games
def test_every_cell_once(game: str) -> None:
    """Every address, every method, every viewer; asked for in one manner or another."""
    with stage(game) as shown:
        pair = next(pairs(game, range(7000, 7010)))
        dice = Dice(b"every", game)
        cells = one_manner(cells_of(shown, pair), dice)
        with shown.showing(pair.one, "one", pair.one):
            ones = read_all(shown, cells)
        with shown.showing(pair.other, "other", pair.one):
            others = read_all(shown, cells)
        assert unlike([(str(c), b) for c, b in ones], [blob for _cell, blob in others]) == []
        kept = [str(c) for c, b in ones if c.is_private and b"no-store" not in b]
        assert kept == []
        assert [
            str(cell) for cell, blob in ones if is_broken(blob) and "rules" not in str(cell)
        ] == []


def one_manner(cells: list[Cell], dice: Dice) -> list[Cell]:
    """Of the manners in which a fragment may be asked for, one for each address and viewer."""
    by_place: dict[tuple[str, str], list[Cell]] = {}
    for cell in cells:
        by_place.setdefault((cell.address, cell.viewer), []).append(cell)
    return [dice.choice(found) for found in by_place.values()]


@pytest.mark.parametrize("game", OPEN_GAMES)
def test_a_match_looks_like_itself(game: str) -> None:
    """Where nothing is hidden twins are the same match: the comparison itself is sound."""
    with stage(game) as shown:
        for pair in pairs(game, range(8)):
            dice = Dice(b"control", "cells")
            assert differences(shown, pair, cells_for(shown, pair, extra=20, dice=dice)) == []


@hidden_games
def test_a_match_that_is_left_during_set_up_reveals_nothing(game: str) -> None:
    deeds = [Deed("south", "resign/"), Deed("south", "", method="get")]
    with stage(game) as shown:
        pair = next(pair for pair in pairs(game, range(99)) if is_half_set_up(pair))
        cells = core_cells(shown, pair.viewers)
        ones, others = (
            play_script(shown, world, deeds, pair.viewers, cells)
            for world in (pair.one, pair.other)
        )
        assert any(b"aborted" in heard.blob for heard in ones)
        assert unlike_heard(ones, others) == []


def is_half_set_up(pair: Pair) -> bool:
    """Whether North is ready and South still places."""
    return len(pair.one.acts) == 1 and pair.hidden == {1}


@hidden_games
def test_owners_see_the_difference(game: str) -> None:
    """A comparison that finds nothing anywhere would prove nothing."""
    with stage(game) as shown:
        for pair in pairs(game, range(5)):
            owner = next(name for name, seat in SEATED.items() if seat in pair.hidden)
            found = differences(shown, pair, core_cells(shown, (owner,)))
            assert {f"get /matches/{shown.match.uid}/ as {owner}"} <= {d.place for d in found}
