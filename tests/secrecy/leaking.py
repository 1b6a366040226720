"""What the tables of planted leaks are made of: plants, pairs that show them, comparisons."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice
from typing import Any
from zlib import crc32

import pytest

from games.match.models import Match
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
Find = Callable[[Showcase, Any], Found]
Plant = Callable[[Patch], None]
"""A careless line: it is planted with a patch, and gone with it."""


@dataclass(frozen=True)
class Planted:
    """A row of a table of planted leaks, whose name begins with its channel."""

    plant: Plant
    find: Find
    """The comparison that must find it, at what `shown_by` gives."""
    shown_by: Callable[[str], Any] = lambda game: ()
    """What shows it in a game, found by honest rules: a leak must not make its own twins."""
    is_tried: bool = False
    """Whether the row tries that comparison in an honest site first, as no other test does."""


def found_by(
    find: Find,
    shown_by: Callable[[str], Any],
    plants: dict[str, Plant],
    *,
    is_tried: bool = False,
) -> dict[str, Planted]:
    """Rows of *plants* which the same comparison finds at the same place."""
    return {name: Planted(plant, find, shown_by, is_tried) for name, plant in plants.items()}


# How lines are planted


def truth(uid: str) -> int:
    """A number that follows from all that is hidden in a match."""
    data = SealedPosition.objects.get(match__uid=uid).data
    return crc32(json.dumps(data, sort_keys=True).encode())


def truth_of(world: World) -> int:
    """The number that `truth` is in the match of *world*."""
    data = world.engine.codec.dump_position(world.position)
    return crc32(json.dumps(json.loads(json.dumps(data)), sort_keys=True).encode())


def truth_if_any(match: Match | None) -> int:
    """The same of a match that may have no position; 0 without."""
    is_there = match and SealedPosition.objects.filter(match=match).exists()
    return truth(match.uid) if match and is_there else 0


def wrap(patch: Patch, place: Any, name: str, leaky: Callable[..., Any]) -> None:
    """Put *leaky* in the place of a function; it is given that function first."""
    honest = getattr(place, name)
    patch.setattr(place, name, lambda *args, **kwargs: leaky(honest, *args, **kwargs))


def instead(place: Any, name: str, leaky: Callable[..., Any]) -> Plant:
    """*leaky* in the place of a function; it is given that function first."""
    return lambda patch: wrap(patch, place, name, leaky)


def changed(place: Any, name: str, change: Callable[..., Any]) -> Plant:
    """What *change* makes of the answer of a function and of its arguments."""

    def leaky(honest: Any, *args: Any, **kwargs: Any) -> Any:
        return change(honest(*args, **kwargs), *args, **kwargs)

    return instead(place, name, leaky)


def put(place: Any, name: str, value: object, *, raising: bool = True) -> Plant:
    """Another *value* under that name."""
    return lambda patch: patch.setattr(place, name, value, raising=raising)


def together(*plants: Plant) -> Plant:
    """All of these."""

    def plant(patch: Patch) -> None:
        for each in plants:
            each(patch)

    return plant


def on_the_page(change: Callable[[Any, Any], dict[str, Any]]) -> Plant:
    """What *change* says, by page and facts, of the match page."""
    return changed(
        matches,
        "present_match",
        lambda page, facts, **_kwargs: replace(page, **change(page, facts)),
    )


def saying(page: Any, text: str) -> dict[str, Any]:
    """What of *page* is something else once a screen reader is told *text*."""
    return {"sentences": replace(page.sentences, said=text)}


def told_where(holds: Callable[[Any, Match], object]) -> Plant:
    """The truth on the page, where that holds of its facts and of its match."""

    def change(page: Any, facts: Any) -> dict[str, Any]:
        is_told = holds(facts, Match.objects.get(uid=facts.uid))
        return saying(page, f"{page.sentences.said} {truth(facts.uid):x}") if is_told else {}

    return on_the_page(change)


def in_an_answer(say: Callable[[Any, str, Any], object]) -> Plant:
    """What *say* adds, by request and match, to an answer of the match page."""

    def change(response: Any, request: Any, uid: str, *_args: Any, **_kwargs: Any) -> Any:
        say(request, uid, response)
        return response

    return changed(matches, "_answer", change)


def header(name: str, text: Callable[[Any, str], str | None]) -> Plant:
    """A header of the match page, unless its *text* is None."""

    def say(request: Any, uid: str, response: Any) -> None:
        if (found := text(request, uid)) is not None:
            response[name] = found

    return in_an_answer(say)


# What shows a leak

MANY = range(200)

Shows = Callable[[Pair], object]
Numbers = Callable[[str], list[int]]


def pairs_where(shows: Shows, *, count: int = 1, among: Iterable[int] = MANY) -> Numbers:
    """The numbers of the first *count* pairs, each in its state, of which that is true."""
    return _first(lambda pair, number: shows(in_some_state(pair, number)), count, among)


def pairs_like(shows: Shows, *, count: int = 1) -> Numbers:
    """The same of pairs as they are made, whatever the public rows say besides."""
    return _first(lambda pair, _number: shows(pair), count, MANY)


def _first(shows: Callable[[Pair, int], object], count: int, among: Iterable[int]) -> Numbers:
    def numbers(game: str) -> list[int]:
        pairs = numbered_pairs(game, among)
        return [*islice((number for number, pair in pairs if shows(pair, number)), count)]

    return cache(numbers)


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


def playing(by: int = 2**32, *, count: int = 1) -> Numbers:
    """Pairs in play whose truth differs."""
    return pairs_like(both(differing(by), in_play), count=count)


def moving(by: int = 2**32, *, count: int = 1) -> Numbers:
    """The same where a player is to move who may not know."""
    return pairs_like(both(differing(by), at_move), count=count)


# By which comparison it is found


def by(drive: Callable[..., Found], **how: Any) -> Find:
    """A drive, looking at what shows the leak and at nothing else."""
    return lambda showcase, shown: drive(showcase, shown, **how)


def at_once(drive: Callable[..., Found], **how: Any) -> Find:
    """A drive that chooses its pairs by itself."""
    return lambda showcase, _shown: drive(showcase, **how)


def of_each(drive: Callable[[Showcase, Pair], Found]) -> Find:
    """A drive of one pair, for each."""

    def find(showcase: Showcase, numbers: Iterable[int]) -> Found:
        for pair in drives.pairs(showcase.house.game, numbers):
            yield from drive(showcase, pair)

    return find


def looking(only: str, **how: Any) -> Find:
    """The match page, and of it what is named so."""
    return by(drives.looking, extra=0, only=only, **how)


def everywhere(only: str, **how: Any) -> Find:
    """The cells that are named so."""
    return by(drives.everywhere, only=only, **how)


def secretly(name: str, *, only: str = "nothing else") -> Find:
    """What North does in secret: what South hears of it, and cells of that name."""
    return lambda showcase, _world: drives.in_secret(showcase, name, only=only, viewers=("south",))


def worlds_of(name: str) -> Callable[[str], World]:
    """The match in which that is done in secret."""
    return lambda game: drives.world_for(game, secrets_of(game)[name].plies)


def in_secret(name: str, only: str, plant: Plant) -> Planted:
    """A row of a leak that shows while North does that in secret."""
    return Planted(plant, secretly(name, only=only), worlds_of(name))


def asked(
    address: str, method: str = "get", form: dict[str, str] | None = None, *, viewer: str = ""
) -> Find:
    """One request about the match, by the player unless somebody else is named."""

    def find(showcase: Showcase, pair: Pair) -> Found:
        path = address.format(uid=showcase.match.uid)
        who = viewer or pair.player
        cell = page(f"{method} {path}", who, method, path, form, {} if viewer else HTMX)
        yield from differences(showcase, pair, [cell], owners_cells=0)

    return of_each(find)


BOARD = "/ as visitor"
"""A visitor's match page."""


def in_state(name: str, *, only: str = BOARD) -> Find:
    """The match page in that state, and of it what is named so."""

    def find(showcase: Showcase, plain: Pair) -> Found:
        pair = in_some_state(plain, 0, (name,))
        cells = drives.named(core_cells(showcase, pair.viewers), only)
        yield from differences(showcase, pair, cells, owners_cells=0)

    return of_each(find)


def that_can_be(name: str) -> Numbers:
    """Pairs that can be in that state."""
    return pairs_like(lambda pair: pair.one.fits(worlds.State(name, max(pair.hidden))), count=2)
