"""Two matches that differ in hidden things only look the same, byte for byte, to all others."""

from __future__ import annotations

from itertools import cycle

import pytest

from engines.core.dice import Dice
from engines.core.engine import PatientEngine
from engines.core.seats import Seat
from games.boards.names import presenter_for
from games.match.sealed import SealedPosition, SealedSnapshot
from games.moderation.selectors.audits import faults_of
from tests.engines.playing import ALL_EYES
from tests.kit.builders import everything
from tests.routes import TABLE
from tests.secrecy import comparisons as drives
from tests.secrecy.comparing import (
    HANDICAP,
    TALLY,
    Pair,
    cells_of,
    differences,
    in_some_state,
    unlike_received,
)
from tests.secrecy.comparisons import pairs
from tests.secrecy.drives import DRIVES, fought, none
from tests.secrecy.house import SEATED, showcase
from tests.secrecy.marked_kinds import everywhere_marked
from tests.secrecy.planting import SEALED
from tests.secrecy.rulebook import rulebook_of
from tests.secrecy.scripts import Act, play_script, probes
from tests.secrecy.secret_acts import SECRETS
from tests.secrecy.surfaces import SHOWING, core_cells, page
from tests.secrecy.worlds import (
    CONTROL,
    HIDDEN_GAMES,
    SILENCE,
    STATES,
    World,
    answers_to,
    engine_of,
    seen,
    snapshot_of,
    some_world,
)

FIGHTING_GAMES = [game for game in HIDDEN_GAMES if presenter_for(game).has_battles]

rotating = pytest.mark.rotating("leaks")
hidden_games = pytest.mark.parametrize("game", HIDDEN_GAMES)
pytestmark = pytest.mark.usefixtures("db")

CLOSELY = 12
"""Pairs of which all rows are compared."""

LABELS = {model._meta.label for model in (*SEALED, SealedSnapshot)}


# The rules alone


@hidden_games
def test_the_rules_tell_twins_apart_to_nobody_but_the_owner(game: str) -> None:
    twins = list(pairs(game, range(1000, 1100)))
    assert len(twins) > 90
    for pair in twins:
        for viewer in pair.one.viewers:
            is_owner = viewer.seat in pair.hidden
            assert (seen(pair.one, viewer) != seen(pair.other, viewer)) == is_owner


@hidden_games
def test_what_a_fault_may_print_says_nothing(game: str) -> None:
    """Positions, moves, events and views of twins read the same, even those of all-seeing eyes."""
    for pair in pairs(game, range(1000, 1060)):
        ones, others = (printed(world) for world in (pair.one, pair.other))
        assert ones == others


def printed(world: World) -> list[str]:
    """How everything in *world* reads where it is printed."""
    engine = world.engine
    moves = [engine.codec.load_move(text) for _seat, text in world.acts]
    views = [engine.view(world.position, viewer) for viewer in (*world.viewers, ALL_EYES)]
    return [repr(each) for each in (*world.steps, *moves, *views)]


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
def test_pairs_whose_times_are_compared_differ_in_what_was_done(game: str) -> None:
    """A short match, or one in which the same kinds have moved, would say little of time."""
    playing, placing = drives.timed_pairs(game, range(90_180, 90_400))
    assert len(playing.one.acts) >= 40
    assert drives.owners_kinds_differ(playing) >= rulebook_of(game).DIFFERING
    assert placing.one.is_setting_up


# The comparison itself


@pytest.mark.parametrize("game", [*HIDDEN_GAMES, CONTROL])
def test_what_is_planted_is_a_match(game: str) -> None:
    with showcase(game) as shown:
        states = set()
        numbers = range(6 if game == CONTROL else 60)
        for number, plain in drives.numbered_pairs(game, numbers):
            pair = in_some_state(plain, number)
            states.add(pair.one.state.name)
            rows = []
            for world, order in ((pair.one, "one"), (pair.other, "other")):
                with shown.showing(world, order):
                    assert faults_of(shown.match) == []
                    sealed = SealedPosition.objects.get(match=shown.match)
                    assert sealed.plies == len(world.acts)
                    rows.append({} if number >= CLOSELY else everything())
            ones, others = rows
            assert {name for name in ones if ones[name] != others[name]} <= LABELS
    own = {*STATES} if isinstance(engine_of(game), PatientEngine) else {*STATES} - {SILENCE}
    assert states == (own if game in HIDDEN_GAMES else {""})


def test_a_match_looks_like_itself() -> None:
    """Where nothing is hidden twins are the same match."""
    with showcase(CONTROL) as shown:
        assert list(drives.looking(shown, range(2))) == []


@hidden_games
def test_owners_see_the_difference(game: str) -> None:
    """A comparison that finds nothing anywhere would prove nothing."""
    with showcase(game) as shown:
        for pair in pairs(game, range(5)):
            found = differences(shown, pair, core_cells(shown, (pair.owner,)))
            assert f"get /matches/{shown.match.uid}/ as {pair.owner}" in {d.place for d in found}


# The site


@pytest.mark.parametrize(
    ("game", "name"),
    [
        pytest.param(game, name, marks=[rotating] if drive.rotates else [])
        for name, drive in DRIVES.items()
        for game in HIDDEN_GAMES
        if drive.tests is not none
    ],
)
def test_twins_look_the_same(game: str, name: str) -> None:
    drive = DRIVES[name]
    numbers = drive.tests(game)
    with showcase(game) as shown:
        assert list(drive.run(shown, numbers)) == []


@pytest.mark.parametrize("game", FIGHTING_GAMES)
def test_there_are_battles_to_compare(game: str) -> None:
    assert any(drives.battle_of(game, number) for number in fought(game))


@rotating
@hidden_games
def test_twins_with_a_handicap_look_the_same(game: str) -> None:
    """Of a lesser army everybody knows what it has, and nobody which of it stands where."""
    twins = list(pairs(game, range(1000, 1030), HANDICAP))
    assert len({pair.one.terms.start for pair in twins}) == len(engine_of(game).meta.handicaps)
    for pair in twins:
        for viewer in pair.one.viewers:
            is_owner = viewer.seat in pair.hidden
            assert (seen(pair.one, viewer) != seen(pair.other, viewer)) == is_owner
    with showcase(game) as shown:
        assert list(drives.looking(shown, range(2), kind=HANDICAP)) == []
        assert list(drives.glancing(shown, range(2, 12), kind=HANDICAP)) == []


def test_what_is_tried_on_the_side_releases_nothing() -> None:
    """There, nonsense was once a capture by chance, and what is captured is told."""
    with showcase("seichu") as shown:
        assert list(drives.playing(shown, (30_127, 30_147, 30_181), steps=5)) == []


@hidden_games
def test_every_cell_once_and_no_kind_of_a_hidden_piece_in_any(game: str) -> None:
    """What is sealed is read in each game, all else in one of them."""
    TALLY.showing.clear()
    with showcase(game) as shown:
        assert list(everywhere_marked(shown, drives.EVERY, HIDDEN_GAMES)) == []
    assert all(route.startswith(SHOWING) for route in TALLY.showing if route)


@rotating
@pytest.mark.parametrize(("secret", "game"), [*zip(SECRETS, cycle(HIDDEN_GAMES), strict=False)])
def test_nobody_notices_what_is_done_in_secret(secret: str, game: str) -> None:
    """Each in one of the games by turns; `make leaks` compares each in all of them."""
    with showcase(game) as shown:
        assert list(drives.in_secret(shown, secret)) == []


def test_only_staff_with_a_right_to_them_are_shown_who_has_looked() -> None:
    with showcase("gunjin") as shown:
        pair = next(pairs("gunjin", drives.EVERY))
        left_out = set(cells_of(shown, pair)) - set(drives.unaware_cells(shown, pair))
    lists = {(cell.viewer, cell.surface.split()[1].split("_")[1]) for cell in left_out}
    assert lists == {(who, what) for who in ("helper", "root") for what in ("notice", "delivery")}


def test_every_form_says_whether_others_may_notice() -> None:
    unsaid = [
        f"{name}: in its row of tests/routes.py say what others notice (others=), or by which"
        " of SECRETS they do not (secret=)"
        for name, route in TABLE.items()
        if name.startswith(("games:", "api:"))
        and set(route.post.split()[1:]) - {"405"}
        and not (route.others or route.secret)
    ]
    assert not unsaid, "; ".join(unsaid)
    assert {route.secret for route in TABLE.values()} <= {*SECRETS, "accounts", ""}


def test_accounts_are_nobody_elses_business() -> None:
    with showcase(HIDDEN_GAMES[-1]) as shown:
        assert list(drives.in_private(shown)) == []


@hidden_games
def test_a_match_that_is_left_during_set_up_reveals_nothing(game: str) -> None:
    acts = [Act("south", "resign/"), Act("south", "", method="get")]
    with showcase(game) as shown:
        pair = next(pair for pair in pairs(game, range(99)) if is_half_set_up(pair))
        cells = [*core_cells(shown, pair.viewers), page("get /desk/", "south", "get", "/desk/")]
        ones, others = (
            play_script(shown, world, acts, pair.viewers, cells) for world in (pair.one, pair.other)
        )
        assert any(b"aborted" in received.blob for received in ones)
        assert b"board-picture" in ones[-1].blob
        assert unlike_received(ones, others) == []


def is_half_set_up(pair: Pair) -> bool:
    """Whether North is ready and South still places."""
    return len(pair.one.acts) == 1 and pair.hidden == {1}
