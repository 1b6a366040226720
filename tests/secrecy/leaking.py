"""How careless lines are planted in the house, and what the tables of them are made of."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice
from typing import Any
from zlib import crc32

import pytest

from games.match.sealed import SealedPosition
from games.matchpage.views import matches
from tests.kit.browsing import HTMX
from tests.secrecy import comparisons as drives
from tests.secrecy import worlds
from tests.secrecy.comparing import Difference, Pair, differences, in_some_state
from tests.secrecy.comparisons import numbered_pairs
from tests.secrecy.house import Showcase
from tests.secrecy.secret_acts import secrets_of
from tests.secrecy.surfaces import core_cells, page
from tests.secrecy.worlds import World

Patch = pytest.MonkeyPatch
Found = Iterator[Difference]


def truth(uid: str) -> int:
    """A number that follows from all that is hidden in a match."""
    data = SealedPosition.objects.get(match__uid=uid).data
    return crc32(json.dumps(data, sort_keys=True).encode())


def wrap(patch: Patch, place: Any, name: str, leaky: Callable[..., Any]) -> None:
    """Put *leaky* in the place of a function; it is given that function first."""
    honest = getattr(place, name)
    patch.setattr(place, name, lambda *args, **kwargs: leaky(honest, *args, **kwargs))


def on_the_page(patch: Patch, change: Callable[[Any, Any], dict[str, Any]]) -> None:
    """Let *change* say what of the match page is to be something else."""

    def leaky(present: Any, facts: Any, **kwargs: Any) -> Any:
        page = present(facts, **kwargs)
        return replace(page, **change(page, facts))

    wrap(patch, matches, "present_match", leaky)


def saying(page: Any, text: str) -> dict[str, Any]:
    """What of *page* is something else once a screen reader is told *text*."""
    return {"sentences": replace(page.sentences, said=text)}


def in_a_header(patch: Patch, say: Callable[[Any, str, Any], None]) -> None:
    """Let *say* add to the answers of the match page."""

    def leaky(answer: Any, request: Any, uid: str, *args: Any, **kwargs: Any) -> Any:
        response = answer(request, uid, *args, **kwargs)
        say(request, uid, response)
        return response

    wrap(patch, matches, "_answer", leaky)


@dataclass(frozen=True)
class Planted:
    """A row of a table of planted leaks, whose name begins with its channel."""

    plant: Callable[[Patch], None]
    """The careless line."""
    find: Callable[[Showcase, Any], Found]
    """The comparison that must find it, at what `shown_by` gives."""
    shown_by: Callable[[str], Any] = lambda game: ()
    """What shows it in a game, found by honest rules: a leak must not make its own twins."""
    is_tried: bool = False
    """Whether no other test goes through that comparison honestly, so that the row has to."""


# What shows a leak

MANY = range(200)

Shows = Callable[[Pair], object]
Numbers = Callable[[str], list[int]]


def pairs_where(shows: Shows, *, count: int = 1, among: Iterable[int] = MANY) -> Numbers:
    """The numbers of the first *count* pairs, each in its state, of which that is true."""

    def numbers(game: str) -> list[int]:
        found = (
            number
            for number, pair in numbered_pairs(game, among)
            if shows(in_some_state(pair, number))
        )
        return [*islice(found, count)]

    return cache(numbers)


def pairs_like(shows: Shows, *, count: int = 1) -> Numbers:
    """The same of pairs as they are made, whatever the public rows say besides."""

    def numbers(game: str) -> list[int]:
        found = (number for number, pair in numbered_pairs(game, MANY) if shows(pair))
        return [*islice(found, count)]

    return cache(numbers)


def truth_of(world: World) -> int:
    """The number that `truth` is in the match of *world*."""
    data = world.engine.codec.dump_position(world.position)
    return crc32(json.dumps(json.loads(json.dumps(data)), sort_keys=True).encode())


def differing(by: int = 2**32) -> Shows:
    """The true positions differ, also in their number's rest *by* something."""
    return lambda pair: truth_of(pair.one) % by != truth_of(pair.other) % by


def in_play(pair: Pair) -> bool:
    """Play has begun and goes on."""
    return bool(pair.one.moved) and pair.one.state.name != worlds.CANCELLED


def at_move(pair: Pair) -> bool:
    """It is the turn of a player who may not know."""
    return in_play(pair) and bool(pair.one.to_act - pair.hidden)


def hidden_by(seat: int) -> Shows:
    """It is that seat whose pieces differ."""
    return lambda pair: pair.hidden == {seat}


def unlike_in(fact: Callable[[World], object]) -> Shows:
    """A fact about the match is not the same in the twins."""
    return lambda pair: fact(pair.one) != fact(pair.other)


def both(*shows: Shows) -> Shows:
    """All of these."""
    return lambda pair: all(each(pair) for each in shows)


# By which comparison it is found


def by(drive: Callable[..., Found], **how: Any) -> Callable[[Showcase, Any], Found]:
    """A drive, looking at what shows the leak and at nothing else."""
    return lambda showcase, shown: drive(showcase, shown, **how)


def at_once(drive: Callable[..., Found], **how: Any) -> Callable[[Showcase, Any], Found]:
    """A drive that chooses its pairs by itself."""
    return lambda showcase, _shown: drive(showcase, **how)


def secretly(name: str, *, only: str = "nothing else") -> Callable[[Showcase, Any], Found]:
    """What North does in secret: what South hears of it, and cells of that name."""
    return lambda showcase, _world: drives.in_secret(showcase, name, only=only, viewers=("south",))


def worlds_of(name: str) -> Callable[[str], World]:
    """The match in which that is done in secret."""
    return lambda game: drives.world_for(game, secrets_of(game)[name].plies)


def asked(
    address: str, method: str = "get", form: dict[str, str] | None = None, *, viewer: str = ""
) -> Callable[[Showcase, Any], Found]:
    """One request about the match, by the player unless somebody else is named."""

    def find(showcase: Showcase, numbers: Iterable[int]) -> Found:
        path = address.format(uid=showcase.match.uid)
        for pair in drives.pairs(showcase.house.game, numbers):
            who = viewer or drives.player_of(pair)
            cell = page(f"{method} {path}", who, method, path, form, {} if viewer else HTMX)
            yield from differences(showcase, pair, [cell], owners_cells=0)

    return find


BOARD = "/ as visitor"
"""A visitor's match page."""


def in_state(name: str, *, only: str = BOARD) -> Callable[[Showcase, Any], Found]:
    """The match page in that state, and of it what is named so."""

    def find(showcase: Showcase, numbers: Iterable[int]) -> Found:
        for plain in drives.pairs(showcase.house.game, numbers):
            pair = in_some_state(plain, 0, (name,))
            cells = drives.named(core_cells(showcase, pair.viewers), only)
            yield from differences(showcase, pair, cells, owners_cells=0)

    return find


def that_can_be(name: str) -> Numbers:
    """Pairs that can be in that state."""
    return pairs_like(lambda pair: pair.one.fits(worlds.State(name, max(pair.hidden))), count=2)
