"""Show twins through the same cells, and compare every byte."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from importlib import import_module
from itertools import chain, zip_longest
from typing import Any

from engines.core.dice import Dice
from engines.core.engine import Terms
from engines.core.releases import EVERYBODY
from engines.core.seats import BYSTANDER, Seat, Viewer
from tests.engines.playing import Engine
from tests.secrecy.house import OTHERS, SEATED, Showcase
from tests.secrecy.planting import EXCHANGED, WRITTEN
from tests.secrecy.scripts import Received, Script, play_script, script_for
from tests.secrecy.surfaces import (
    Cell,
    all_cells,
    core_cells,
    is_release,
    read,
    read_all,
    some_of,
    statements,
)
from tests.secrecy.worlds import STATES, State, World, engine_of, snapshot_of, some_world, twin_of


@dataclass(frozen=True)
class Difference:
    """Where twins do not look the same, and the bytes around the first difference."""

    place: str
    one: bytes
    other: bytes

    def __str__(self) -> str:
        return f"{self.place}: {self.one!r} / {self.other!r}"


@dataclass(frozen=True)
class Pair:
    """Two worlds that differ in what *hidden* seats keep to themselves."""

    one: World
    other: World
    hidden: frozenset[Seat]

    @property
    def viewers(self) -> tuple[str, ...]:
        """Who may not notice."""
        return (*(name for name, seat in SEATED.items() if seat not in self.hidden), *OTHERS)

    @property
    def player(self) -> str:
        """The one who plays and may not notice."""
        return next(name for name in SEATED if name in self.viewers)

    @property
    def owner(self) -> str:
        """The one who plays and hides something."""
        return next(name for name, seat in SEATED.items() if seat in self.hidden)


def pair_of(game: str, number: int, *, kind: str = "T2") -> Pair | None:
    """Return the pair of that *number*, or None where it has no twin.

    *kind*: T2 has another history, T1 another position at the end; `HANDICAP` is T2 with one.
    """
    return _pair_of(game, number, kind)


def make_pair(game: str, number: int, kind: str) -> Pair | None:
    """The same, made anew by the rules as they are."""
    seed = f"{game} {number}".encode().ljust(32, b".")
    dice = Dice(seed, "pair")
    engine = engine_of(game)
    length = dice.choice(LENGTHS)
    world = some_world(engine, seed, length, _terms(engine, dice) if kind == HANDICAP else None)
    if not engine.meta.hides_information:
        return Pair(world, world, frozenset())
    owner = dice.choice(sorted({seat for seat, _text in world.acts[:2]}))
    eyes = [Viewer.of(Seat(1 - owner)), BYSTANDER]
    if kind == "T1":
        return Pair(world, snapshot_of(world, eyes[0], dice), frozenset({owner}))
    twin = twin_of(world, eyes, dice)
    return Pair(world, twin, frozenset({owner})) if twin else None


HANDICAP = "handicap"


def _terms(engine: Engine, dice: Dice) -> Terms:
    return Terms(start=dice.choice([*engine.meta.handicaps.values()]))


def in_some_state(pair: Pair, number: int, names: Sequence[str] = STATES) -> Pair:
    """The same pair, in one of the states of those *names* that fit it: by its number."""
    if not pair.hidden:
        return pair
    seat = max(pair.hidden)
    fitting = [name for name in names if pair.one.fits(State(name, seat))]
    state = State(fitting[number % len(fitting)], seat)
    one, other = (replace(world, state=state) for world in (pair.one, pair.other))
    return replace(pair, one=one, other=other)


_pair_of = lru_cache(maxsize=500)(make_pair)


LENGTHS = (1, 2, 3, 8, 20, 40, 80, 120)
"""Of the matches, in plies: one army placed, play about to begin, and later and later."""


Detector = Callable[[str, bytes], Iterable[Difference]]
"""What looks, besides, for something that may not be where it is read: by place and bytes."""


def differences(
    showcase: Showcase,
    pair: Pair,
    cells: Sequence[Cell],
    *,
    owners_cells: int = 2,
    detect: Detector = lambda place, blob: (),
) -> list[Difference]:
    """Return the cells in which the twins differ, and what is detected in the first.

    The owner reads some core cells first, so that what is kept for the owner would be served.
    A cell that has asked for no row in which the twins differ is read of one twin alone.
    """
    owners = core_cells(showcase, tuple(n for n in SEATED if n not in pair.viewers))[:owners_cells]
    with showcase.showing(pair.one, "one"):
        rows = public_rows()
        read_all(showcase, owners)
        ones = [(cell, *read_closely(showcase, cell)) for cell in cells]
    with showcase.showing(pair.other, "other"):
        other_rows = public_rows()
        unlike_tables = {*EXCHANGED, *(name for name in rows if rows[name] != other_rows[name])}
        again = [
            (cell, blob)
            for cell, blob, asked in ones
            if any(table in asked for table in unlike_tables)
        ]
        read_all(showcase, owners if again else ())
        others = [blob for _cell, blob in read_all(showcase, [cell for cell, _blob in again])]
    for cell, blob, asked in ones:
        TALLY.note(str(cell), blob)
        if any(table in asked for table in EXCHANGED):
            TALLY.showing.add(cell.route)
    detected = chain.from_iterable(detect(str(cell), blob) for cell, blob, _asked in ones)
    return [*detected, *unlike([(str(cell), blob) for cell, blob in again], others)]


def public_rows() -> dict[str, list[tuple[Any, ...]]]:
    """The rows that are written with a match and are not exchanged with it, by their tables."""
    return {m._meta.db_table: [*m._base_manager.order_by("pk").values_list()] for m in WRITTEN}


def read_closely(showcase: Showcase, cell: Cell) -> tuple[bytes, str]:
    """What a cell shows, and all that it has asked the database."""
    with statements() as sent:
        blob = read(showcase, cell)
    return blob, "\n".join(sent)


@cache
def script_of(game: str, number: int, steps: int) -> Script:
    """What is done after the pair of that number."""
    pair = pair_of(game, number)
    assert pair is not None
    viewer = SEATED[pair.player]
    dice = Dice(b"script", str(number))
    return script_for(pair.one, pair.other, Seat(viewer), dice, steps=steps)


def script_differences(
    showcase: Showcase,
    pair: Pair,
    script: Script,
    cells: Sequence[Cell] = (),
    viewers: Sequence[str] = (),
) -> list[Difference]:
    """Where twins differ while people play on, up to the first release, and in *cells* then.

    *viewers* have the match open, by default all who may not notice.
    """
    ones, others = (
        play_script(showcase, world, script.acts, viewers or pair.viewers, cells, order=order)
        for world, order in ((pair.one, "one"), (pair.other, "other"))
    )
    return [*unlike_received(ones, others), *unreleased(pair.one.engine.meta.slug, script)]


def unlike_received(ones: Sequence[Received], others: Sequence[Received]) -> list[Difference]:
    """Where two streams part: in number, in order or in bytes."""
    if [received.place for received in ones] != [received.place for received in others]:
        places = zip_longest(ones, others, fillvalue=Received("nothing", b""))
        one, other = next(pair for pair in places if pair[0].place != pair[1].place)
        heard = [f"{each.place}: ".encode() + each.blob[:80] for each in (one, other)]
        return [Difference("order of what is heard", *heard)]
    return unlike(
        [(received.place, received.blob) for received in ones],
        [received.blob for received in others],
    )


def unlike(ones: Sequence[tuple[str, bytes]], others: Sequence[bytes]) -> list[Difference]:
    """The places at which bytes differ."""
    found = []
    for (place, one), other in zip(ones, others, strict=True):
        TALLY.note(place, one)
        if one != other:
            TALLY.differing += 1
            found.append(difference(place, one, other))
    return found


@dataclass
class Tally:
    """How much has been compared in this process."""

    pairs: int = 0
    readings: int = 0
    size: int = 0
    differing: int = 0
    cells: set[str] = field(default_factory=set)
    showing: set[str] = field(default_factory=set)
    """The routes that have asked for what is sealed."""

    def note(self, place: str, blob: bytes) -> None:
        """Count one more."""
        self.readings += 1
        self.size += len(blob)
        self.cells.add(place)


TALLY = Tally()


def unreleased(game: str, script: Script) -> list[Difference]:
    """What differs at the release a script ends with, but is not in the game's manifest."""
    if script.released is None:
        return []
    listed = releases_of(game)
    found = []
    for (one, facts), (other, others) in zip(*script.released, strict=False):
        fields = {f for f in {*facts, *others} if facts.get(f) != others.get(f)}
        if one != other or not fields <= listed.get(one, set()):
            found.append(Difference(f"release {one}", repr(facts).encode(), repr(others).encode()))
        if one != other:
            break
    return found


def releases_of(game: str) -> dict[str, set[str]]:
    """For each event of a game, the fields that the manifest lets go to everybody."""
    manifest = import_module(f"engines.{game}.manifest")
    found: dict[str, set[str]] = {}
    for release in manifest.RELEASES:
        if release.to == EVERYBODY:
            found.setdefault(release.event, set()).update(release.fields)
    return found


def difference(place: str, one: bytes, other: bytes) -> Difference:
    """The surroundings of the first byte that is not the same."""
    at = next(
        (at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b),
        min(len(one), len(other)),
    )
    around = slice(max(at - 40, 0), at + 60)
    return Difference(place, one[around], other[around])


def cells_for(showcase: Showcase, pair: Pair, *, extra: int, dice: Dice) -> list[Cell]:
    """The core, and *extra* other cells at random."""
    core = core_cells(showcase, pair.viewers)
    return [*core, *some_of(cells_of(showcase, pair), extra, dice)]


def cells_of(showcase: Showcase, pair: Pair) -> list[Cell]:
    """Every cell in which the twins must look the same."""
    return [
        cell
        for cell in all_cells(showcase)
        if cell.viewer in pair.viewers and not is_release(cell, pair.one)
    ]
