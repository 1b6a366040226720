"""What goes on beside the pages of a match: lost rights, counts, workers, late onlookers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice
from unittest.mock import patch
from urllib.parse import parse_qsl, urlencode

from django.core.cache import cache as counters
from django.core.cache.backends.locmem import LocMemCache
from django.db import transaction
from django.test import TestCase, override_settings

from accounts.models import AccessToken, User
from accounts.sanctions.rights import FOR_EVER
from engines.core.dice import Dice
from engines.core.seats import Seat
from games.api import streams
from games.bots import opinions
from games.bots.models import Opinion
from games.common import limits
from games.match.changes.ending import resign
from games.match.models import Match
from games.match.referee import Referee
from games.reviews import services as reviews
from games.reviews import worth
from games.reviews.board import board_asked, read_line
from games.reviews.models import Review
from tests.kit.builders import match_between
from tests.kit.chance import play_some
from tests.secrecy.comparing import Difference, Pair, differences, unlike
from tests.secrecy.comparisons import EVERY, pairs, world_for
from tests.secrecy.house import LENGTH, NOW, SEATED, Showcase
from tests.secrecy.leaking import in_play
from tests.secrecy.listening import sent_to_programs
from tests.secrecy.planting import DELAY
from tests.secrecy.scripts import Act, Received, play_script
from tests.secrecy.surfaces import (
    QUERIES,
    Cell,
    as_sent,
    asked_by_program,
    core_cells,
    page,
    read_all,
)
from tests.secrecy.worlds import CONTROL, DELAYED, State, World, engine_of, grown, some_world

Found = Iterator[Difference]


# After the end of a right


@dataclass(frozen=True)
class ShutOut(Act):
    """The moderators shut somebody out."""

    def do(self, showcase: Showcase, number: int) -> bytes:
        user = showcase.house.user(self.who)
        user.shut_out_until = FOR_EVER
        with TestCase.captureOnCommitCallbacks(execute=True):
            user.save(update_fields=["shut_out_until"])
        user.shut_out_until = None  # the row is as it was once the showing is over
        return b""


@dataclass(frozen=True)
class ShutOutUnheard(Act):
    """The same, of which nobody is told."""

    def do(self, showcase: Showcase, number: int) -> bytes:
        people = User.objects.filter(pk=showcase.house.user(self.who).pk)
        people.update(shut_out_until=FOR_EVER)
        return b""


@dataclass(frozen=True)
class Revoked(Act):
    """Somebody takes the token of a program away."""

    def do(self, showcase: Showcase, number: int) -> bytes:
        AccessToken.objects.filter(user=showcase.house.user(self.who)).delete()
        return b""


OF_SOCKETS: dict[str, tuple[type[Act], str]] = {
    "signed out": (Act, "/accounts/logout/"),
    "shut out": (ShutOut, ""),
}
OF_STREAMS: dict[str, tuple[type[Act], str]] = {
    "shut out": (ShutOutUnheard, ""),
    "without a token": (Revoked, ""),
}
"""How the right to listen ends. Of sockets somebody looks again only now and then, unless told."""


def after_the_end_of_a_right(
    showcase: Showcase,
    sockets: Iterable[str] = OF_SOCKETS,
    of_programs: Iterable[str] = OF_STREAMS,
) -> Found:
    """What sockets and streams still say to somebody who may not listen any more."""
    pair = next(pair for pair in pairs(showcase.house.game, EVERY) if not pair.one.is_setting_up)
    viewer = pair.player
    other = pair.owner
    for name in sockets:
        acts = _acts_after(OF_SOCKETS[name], viewer, other)
        yield from _late(name, play_script(showcase, pair.one, acts, [viewer]))
    with patch.object(streams, "EVERY", 0.01):
        for name in of_programs:
            acts = _acts_after(OF_STREAMS[name], viewer, other)
            yield from _late(name, sent_to_programs(showcase, pair.one, acts, [viewer], lose=0))


def _acts_after(end: tuple[type[Act], str], viewer: str, other: str) -> list[Act]:
    kind, path = end
    return [kind(viewer, path), Act(other, "draw/", {"do": "offer"})]


def _late(name: str, received: Iterable[Received]) -> Found:
    for late in received:
        if late.place.startswith(("frame", "line")) and "after act 1" in late.place:
            yield Difference(f"{name}: {late.place}", late.blob, b"")


# What is counted of requests


@dataclass(frozen=True)
class ByProgram(Act):
    """The same by a program."""

    def do(self, showcase: Showcase, number: int) -> bytes:
        showcase.chance.restart(f"act {number}")
        path = f"/api/v1/matches/{showcase.match.uid}/{self.path}"
        response = asked_by_program(showcase.house, self.who, "post", path, self.form)
        return as_sent(response, response.content, None)


TIMES = 3
"""How often something is asked that may be asked twice."""


def counted_apart(showcase: Showcase) -> Found:
    """North asks more often than one may, or not at all; South is answered the same."""
    world = world_for(showcase.house.game, 20)
    kinds = {*limits.ACTIONS.values(), limits.OTHER}
    with override_settings(
        PLAY_LIMITS=dict.fromkeys(kinds, "2/m/user"), API_LIMITS={"move": "2/m/key"}
    ):
        often, once = (_answers(showcase, world, norths) for norths in (TIMES, 0))
    yield from unlike(often[-1], [blob for _path, blob in once[-1]])
    for path, blob in often[TIMES - 1]:
        if not blob.startswith(b"429"):
            yield Difference(f"{path} by north, once more than one may", blob[:9], b"429")


def _answers(showcase: Showcase, world: World, norths: int) -> list[list[tuple[str, bytes]]]:
    """What North is answered who asks so often, and then South who asks once."""
    counters.clear()
    with showcase.showing(world):
        return [
            [(act.path, act.do(showcase, 0)) for act in _tries(who)]
            for who in (*["north"] * norths, "south")
        ]


def _tries(who: str) -> list[Act]:
    """One request of each kind that is counted, none of which leads anywhere."""
    move = {"move": "nonsense", "seat_ply": "99", "key": "key-of-a-try"}
    asked = {"move/": move, "mark/": {}, "note/": {}, "setup/": {}, "draw/": {}}
    acts = [Act(who, path, form, is_counted=True) for path, form in asked.items()]
    return [*acts, ByProgram(who, "moves", {"move": "nonsense"})]


# What workers work out


def worked_out(showcase: Showcase, numbers: Iterable[int]) -> Found:
    """Read what the player has asked workers for while the match goes on."""
    base = f"/matches/{showcase.match.uid}/"
    for pair in pairs(showcase.house.game, numbers):
        player, [level, *_more] = pair.player, pair.one.engine.meta.bot_levels
        asked = [
            *(Act(player, path) for path in ("known/", "analysis/", "turning/")),
            *(Act(player, f"opinion/?ply={ply}", {"level": level}) for ply in AFTER),
        ]
        paths = ["known/", "known/embed/", "analysis/", *(f"?ply={ply}" for ply in AFTER)]
        looks = [
            page(f"get {path}", who, "get", base + path)
            for path in paths
            for who in (player, "visitor")
        ]
        read = []
        for world, order in ((pair.one, "one"), (pair.other, "other")):
            with showcase.showing(world, order):
                said = [(act.path, act.do(showcase, at)) for at, act in enumerate(asked)]
                work(showcase)
                read.append([*said, *_read(showcase, looks)])
        yield from unlike(read[0], [blob for _place, blob in read[1]])


AFTER = (2, 3)
"""Plies after which the boards are asked about."""


def _read(showcase: Showcase, cells: Sequence[Cell]) -> list[tuple[str, bytes]]:
    return [(str(cell), blob) for cell, blob in read_all(showcase, cells)]


def work(showcase: Showcase) -> None:
    """What is owed of the match is worked out."""
    for review in Review.objects.filter(match=showcase.match):
        reviews.go_through(match_id=review.pk, now=NOW)
    for asked in Opinion.objects.filter(match=showcase.match):
        opinions.form_opinion(opinion_id=asked.pk, now=NOW)


def weighed(showcase: Showcase) -> Found:
    """Read positions of a running open match, whatever a bot is known to take them to be worth."""
    south, north = (showcase.house.user(name) for name in SEATED)
    kept = LocMemCache("worths", {})  # requests begin with the site's own empty
    with transaction.atomic(), patch.object(worth, "cache", kept):
        match = match_between(south, north, game=CONTROL)
        play_some(match, LENGTH)
        line = urlencode({"moves": " ".join(Referee(match).moves_since(0)), "weigh": "1"})
        paths = (f"/analysis/{CONTROL}/?{line}", f"/matches/{match.uid}/analysis/")
        looks = [page(f"get {path}", who, "get", path) for path in paths for who in SEATED]
        read = []
        for points in (90, -90):
            _weigh(match, line, points)
            read.append(_read(showcase, looks))
        transaction.set_rollback(True)
    yield from unlike(read[0], [blob for _place, blob in read[1]])


def _weigh(match: Match, line: str, points: int) -> None:
    """Let all that a bot is asked of the match be answered so."""
    board = board_asked(read_line(match.game, dict(parse_qsl(line))))
    worth.cache.set(worth._answer(worth._name(board)), [points, None, []])
    known = {"data": {"scores": [[points, None, ""]] * LENGTH}, "plies": LENGTH, "done_at": NOW}
    asked = {"asked_at": NOW, "due_at": NOW, "hinted_until": NOW}
    Review.objects.update_or_create(match=match, defaults={**known, **asked})


SEED = b"s" * 32


def opinions_after_the_end(showcase: Showcase, numbers: Iterable[int]) -> Found:
    """Read what a bot would have played for the player, who has resigned."""
    for pair in pairs(showcase.house.game, numbers):
        boards = boards_of(pair)
        one, other = (_opinions(showcase, pair, world, boards) for world in (pair.one, pair.other))
        yield from unlike([("opinions", one)], [other])


def boards_of(pair: Pair) -> list[int]:
    """The last plies after which it was the turn of the player, and of nobody else."""
    engine, seat = pair.one.engine, Seat(SEATED[pair.player])
    found = [
        number
        for number, step in enumerate(pair.one.steps)
        if engine.to_act(step.position) == {seat} and not engine.is_setting_up(step.position)
    ]
    return found[-2:]


def judged(pair: Pair) -> bool:
    """Whether there is a board about which the player can ask a bot."""
    return in_play(pair) and bool(boards_of(pair))


def _opinions(showcase: Showcase, pair: Pair, world: World, boards: Iterable[int]) -> bytes:
    user, level = showcase.house.user(pair.player), world.engine.meta.bot_levels[0]
    with showcase.showing(replace(world, seed=SEED)):
        resign(uid=showcase.match.uid, user=user, now=NOW)
        for ply in boards:
            uid = showcase.match.uid
            opinions.ask_opinion(uid=uid, user=user, ply=ply, level=level, now=NOW)
        work(showcase)
        return repr([*Opinion.objects.order_by("ply").values_list("ply", "move")]).encode()


# Onlookers who are behind


@cache
def behind_of(game: str, number: int) -> Pair | None:
    """Two ways on from the same board, of which onlookers see nothing yet."""
    seed = f"behind {number}".encode().ljust(32, b".")
    base = replace(some_world(engine_of(game), seed, 20), state=State(DELAYED))
    one, other = (grown(base, DELAY, Dice(seed, name)) for name in ("one", "other"))
    is_alike = len(one.acts) == len(other.acts) == 20 + DELAY and one.to_act == other.to_act
    if not is_alike or one.acts == other.acts:
        return None
    return Pair(one, other, frozenset(map(Seat, SEATED.values())))


def behind_the_play(showcase: Showcase, numbers: Iterable[int]) -> Found:
    """What a visitor and a member read of a match that goes on in two ways they have not seen."""
    base, near = f"/matches/{showcase.match.uid}/", ("visitor", "stranger")
    paths = [*(base + query for query in QUERIES), f"{base}talk/", "/watch/", "/people/south/"]
    looks = [page(f"get {path}", who, "get", path) for path in paths for who in near]
    for number in numbers:
        if pair := behind_of(showcase.house.game, number):
            yield from differences(showcase, pair, [*core_cells(showcase, near), *looks])


@cache
def behind(game: str, count: int = 1) -> list[int]:
    """The numbers of the first such pairs."""
    return [*islice((number for number in range(99) if behind_of(game, number)), count)]
