"""Plans in games that hide pieces: opponents who differ by their plans alone, whom nobody may tell
apart; and plans of one who looks at twins, which must do the same in both.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import cache
from typing import Any, NoReturn
from unittest.mock import patch

from django.core.cache import cache as counters
from django.test import TestCase

from engines.core.dice import Dice
from engines.core.seats import Seat, Viewer
from games.match.changes import turns
from games.match.exceptions import RefusedMove
from games.plans import services as plans
from games.plans.models import PlannedMove
from tests.kit.builders import everything
from tests.kit.logs import log_lines
from tests.secrecy.breaking import TIMES
from tests.secrecy.comparing import Difference, Pair, unlike, unlike_received
from tests.secrecy.comparisons import (
    NORTHS,
    OTHERS_TO_NORTH,
    numbered_pairs,
    reads_alike,
    unaware_cells,
)
from tests.secrecy.house import NOW, Showcase
from tests.secrecy.scripts import Act, Received, move_act, play_script
from tests.secrecy.surfaces import core_cells, file_cells, page, some_of, statements
from tests.secrecy.worlds import World, engine_of, some_world

SOUTH, NORTH = Seat(0), Seat(1)
Found = Iterator[Difference]


@dataclass(frozen=True)
class Turn:
    """What South does, and what North has planned for it."""

    world: World
    move: str
    true: str
    """A condition that comes true by it."""
    answer: str
    vain: str
    """A condition that does not."""
    others: tuple[str, ...]
    """What else North could plan to answer."""

    @property
    def plan(self) -> str:
        """Where the answer is kept."""
        return f"plan/{self.true}/{self.answer}/"

    @property
    def vain_plan(self) -> str:
        """Where an answer is kept that is never played."""
        return f"plan/{self.vain}/{self.answer}/"


def turn_of(world: World, moves: Sequence[str]) -> Turn | None:
    """One of those *moves* of South's to which North can have planned an answer; None without."""
    engine: Any = world.engine
    before = engine.view(world.position, Viewer.of(NORTH))
    conditions = list(engine.conditions(before))
    for move in moves:
        after = world.after(SOUTH, move)
        if after.to_act != {NORTH}:
            continue
        view = engine.view(after.position, Viewer.of(NORTH))
        came = [one for one in conditions if engine.came_true(view, one, 1)]
        vain = [one for one in conditions if one not in came]
        offered = set(after.offered(NORTH))
        for true in came:
            answers = [
                *map(engine.codec.dump_move, engine.legal_moves(engine.supposed(before, true)))
            ]
            for answer in answers:
                is_fine = answer in offered and answer in _answers(engine, before, vain[0])
                if is_fine and after.after(NORTH, answer).to_act == {SOUTH}:
                    others = tuple(other for other in answers if other != answer)
                    return Turn(world, move, str(true), answer, str(vain[0]), others)
    return None


def _answers(engine: Any, view: Any, condition: Any) -> set[str]:
    moves = engine.legal_moves(engine.supposed(view, condition))
    return {engine.codec.dump_move(move) for move in moves}


@cache
def some_turn(game: str) -> Turn:
    """A turn well into a match."""
    worlds = (some_world(engine_of(game), b"%032d" % number, 20) for number in range(99))
    found = (turn_of(world, world.offered(SOUTH)) for world in worlds if is_souths(world))
    return next(turn for turn in found if turn)


def is_souths(world: World) -> bool:
    """Whether South is to move."""
    return world.to_act == {SOUTH} and not world.is_setting_up


@dataclass(frozen=True)
class Watched(Act):
    """A request of which the statements are counted as well."""

    def do(self, showcase: Showcase, number: int) -> bytes:
        with statements() as sent:
            answer = super().do(showcase, number)
        return answer + b"\n%d statements" % len(sent)


@dataclass(frozen=True)
class Worked(Act):
    """The workers look at plans, and play what is due; the moment stands in *times* then."""

    times: list[datetime] = field(default_factory=list)

    def do(self, showcase: Showcase, number: int) -> bytes:
        showcase.chance.restart("workers")
        counters.clear()
        with TestCase.captureOnCommitCallbacks(execute=True):
            plans.look_at_plans(now=NOW)
            due = PlannedMove.objects.order_by("pk").first()
            if due is None:
                return b""
            self.times.append(due.due_at)
            showcase.chance.restart("a move")
            for one in plans.lease_planned(now=due.due_at):
                plans.play_planned(planned_id=one, now=due.due_at)
        return b""


@dataclass(frozen=True)
class ByHand(Act):
    """North plays a move at a moment, as a request of North's would."""

    at: Sequence[datetime] = ()

    def do(self, showcase: Showcase, number: int) -> bytes:
        plies = int(self.form["seat_ply"])
        move = turns.MoveRequest(self.form["move"], plies, "key-by-hand-1")
        showcase.chance.restart("a move")
        counters.clear()
        with TestCase.captureOnCommitCallbacks(execute=True):
            user = showcase.house.user("north")
            turns.play_move(uid=showcase.match.uid, user=user, move=move, now=self.at[0])
        return b""


def script(turn: Turn, *, kept: str, last: Act) -> list[Act]:
    """North keeps a plan, or only looks at the page; South moves, and then *last* happens."""
    look = Act("north", "plan/", method="get")
    keeps = Act("north", kept, {"do": "keep"}) if kept else look
    moves = move_act(turn.world, SOUTH, turn.move, 1)
    watched = Watched(moves.who, moves.path, moves.form)
    return [keeps, watched, last, Act("south", "", method="get")]


def by_their_plans(showcase: Showcase) -> Found:
    """Twins whose opponents differ by their plans alone, whether or not these come true."""
    turn = some_turn(showcase.house.game)
    own = sum(seat == NORTH for seat, _text in turn.world.acts) + 1
    times: list[datetime] = []
    worked = Worked("later", "", times=times)
    hand = ByHand("later", "", {"move": turn.answer, "seat_ply": str(own)}, at=times)
    one = received_by(showcase, turn, script(turn, kept=turn.plan, last=worked))
    if len(times) != 1:
        yield Difference("planned moves", b"%d" % len(times), b"1")
        return
    yield from unlike_each(one, received_by(showcase, turn, script(turn, kept="", last=hand)))
    least, most = plans.LEAST_DELAY, plans.MOST_DELAY
    if not least <= times[0] - NOW <= most:
        yield Difference("delay", str(times[0] - NOW).encode(), f"{least} to {most}".encode())
    idle = Worked("later", "")
    vain = received_by(showcase, turn, script(turn, kept=turn.vain_plan, last=idle))
    yield from unlike_each(vain, received_by(showcase, turn, script(turn, kept="", last=idle)))


def refused(showcase: Showcase) -> Found:
    """Whatever is planned is refused as it is played: the same of one answer as of another."""
    turn, found = some_turn(showcase.house.game), []
    for answer in (turn.answer, turn.others[0]):
        kept, times = replace(turn, answer=answer).plan, list[datetime]()
        with patch.object(plans, "play_move", _refuse):
            acts = script(turn, kept=kept, last=Worked("later", "", times=times))
            found.append(received_by(showcase, turn, acts))
        if len(times) != 1:
            yield Difference("planned moves", b"%d" % len(times), b"1")
    yield from unlike_each(*found)


def _refuse(**asked: Any) -> NoReturn:
    raise RefusedMove("check", "gunjin")


def at_the_same_time(showcase: Showcase) -> Found:
    """Plans of one line and of many are played at the same moment, by the same chance."""
    turn = some_turn(showcase.house.game)
    found = []
    for kept in ([turn.plan], [turn.vain_plan, turn.plan]):
        times: list[datetime] = []
        keeps = [Act("north", path, {"do": "keep"}) for path in kept]
        moves = move_act(turn.world, SOUTH, turn.move, 1)
        acts = [*keeps, moves, Worked("later", "", times=times)]
        play_script(showcase, turn.world, acts, ["south"])
        found.append([time - NOW for time in times])
    if found[0] != found[1] or found[0] == [timedelta()]:
        yield Difference("when it is played", str(found[0]).encode(), str(found[1]).encode())


Each = tuple[list[Any], dict[str, Any]]


def received_by(showcase: Showcase, turn: Turn, acts: list[Act]) -> Each:
    """What all others hear and see of it, the log, and the rows but those of plans."""
    pair = Pair(turn.world, turn.world, NORTHS)
    cells = [
        *core_cells(showcase, pair.viewers),
        page("get /desk/", "south", "get", "/desk/"),
        *file_cells(("south",)),
        *some_of(unaware_cells(showcase, pair), 12, _dice(turn)),
    ]
    rows: dict[str, Any] = {}
    acts = [*acts, _Rows("rows", "", rows=rows)]
    with log_lines() as lines:
        received = play_script(showcase, turn.world, acts, OTHERS_TO_NORTH, cells)
    logged = "\n".join(TIMES.sub("", line) for line in lines)
    return [*received, Received("log", logged.encode())], rows


@dataclass(frozen=True)
class _Rows(Act):
    rows: dict[str, Any] = field(default_factory=dict)

    def do(self, showcase: Showcase, number: int) -> bytes:
        kept = {name: rows for name, rows in everything().items() if not name.startswith("plans.")}
        self.rows.update(kept)
        return b""


def unlike_each(one: Each, other: Each) -> Found:
    """Where they differ, in what is heard and in the rows; how a move was asked for is sealed."""
    yield from unlike_received(one[0], other[0])
    for name in one[1]:
        if name == "match.SealedPly":
            continue
        yield from unlike([(name, repr(one[1][name]).encode())], [repr(other[1][name]).encode()])


def _dice(turn: Turn) -> Dice:
    return Dice(b"plans", turn.move)


# what North's plan is judged by


@cache
def shown_by(game: str, numbers: tuple[int, ...]) -> list[tuple[Pair, Turn]]:
    """Pairs in which South's pieces differ and North can have planned the next answer."""
    found = []
    for _number, pair in numbered_pairs(game, numbers):
        if pair.hidden != {SOUTH} or not is_souths(pair.one):
            continue
        also = set(pair.other.offered(SOUTH))
        moves = [text for text in pair.one.offered(SOUTH) if text in also]
        turn = turn_of(pair.one, [text for text in moves if reads_alike(pair, SOUTH, text)])
        if turn is not None and _is_answered_alike(pair, turn):
            found.append((pair, turn))
    return found


def _is_answered_alike(pair: Pair, turn: Turn) -> bool:
    """Whether North's answer tells the same in both: what it meets may be a release."""
    one, other = (world.after(SOUTH, turn.move) for world in (pair.one, pair.other))
    return reads_alike(Pair(one, other, pair.hidden), NORTH, turn.answer)


def in_twins(showcase: Showcase, numbers: Iterable[int]) -> Found:
    """South's pieces differ, North plans the same: the same is played, and shown to North."""
    for pair, turn in shown_by(showcase.house.game, tuple(numbers)):
        received = []
        for world in (pair.one, pair.other):
            acts = [
                Act("north", "plan/", method="get"),
                Act("north", turn.plan, {"do": "keep"}),
                move_act(world, SOUTH, turn.move, 1),
                Worked("later", ""),
                Act("north", "", method="get"),
                Act("north", "plan/", method="get"),
            ]
            received.append(play_script(showcase, world, acts, pair.viewers))
        yield from unlike_received(*received)
