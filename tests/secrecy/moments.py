"""Pairs that stand where a game has something of its own to give away.

Random matches come to few of these places, so they are looked for: a match is cut off where a
question is open, say, and its twin is taken if it differs in what the question is about.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import count, islice
from typing import Any

from engines.core.dice import Dice
from engines.core.seats import BYSTANDER, Seat, Viewer
from engines.seichu.doubts import fouls_in, proof_of
from engines.seichu.fouls import nifu_files
from engines.seichu.movement import is_attacked, targets_of
from engines.seichu.pieces import KING, PAWN, piece_of
from engines.seichu.position import CAPTURE_CHECK, DEFEAT_CHECK, TURN
from engines.seichu.squares import SQUARES
from tests.kit.browsing import HTMX
from tests.secrecy.comparing import Difference, Pair, differences, script_differences, unreleased
from tests.secrecy.comparisons import Found, is_told_alike, numbered_pairs, quiet_tries, thoughts
from tests.secrecy.house import OTHERS, SEATED, Stage
from tests.secrecy.scripts import Script, attacks, move_deed, script_for
from tests.secrecy.surfaces import Cell, core_cells, mail_cells, page, some_of
from tests.secrecy.worlds import World, engine_of, some_world, twin_of

LENGTH = 40
"""Plies of the matches that are searched."""

NAMES = {Seat(seat): name for name, seat in SEATED.items()}


@dataclass(frozen=True)
class Moment:
    """A place in a match: what holds there for a seat that looks on, and how the twins differ."""

    holds: Callable[[World, Seat], bool]
    differ: Callable[[World, World, Seat], bool] = lambda one, other, seat: True
    is_for_onlookers: bool = False
    """Whether both sides hide: what both players know and others do not shows only then."""
    texts: Callable[[World, Seat], list[str]] = lambda world, seat: []
    """The moves it is about, to be tried."""
    asked: tuple[str, ...] = ()
    """What to ask for in the address of the match page."""


# Seichu


def _asked(question: str, *, mine: bool) -> Moment:
    """A question is open: to the one who looks on, or to the other."""

    def holds(world: World, seat: Seat) -> bool:
        return world.position.asked == question and (seat in world.to_act) == mine

    return Moment(holds)


def _is_at_move(world: World, seat: Seat) -> bool:
    return bool(world.position.asked == TURN and seat in world.to_act)


def _proof_differs(one: World, other: World, seat: Seat) -> bool:
    return bool(proof_of(one.position)) != bool(proof_of(other.position))


def _trials(world: World, seat: Seat) -> list[str]:
    """The Trials *seat* could declare if it were to move."""
    position, king = world.position, piece_of(seat, KING)
    last = "7" if seat == 0 else "1"
    if king not in position.board:
        return []
    targets = targets_of(position.board, seat, position.board.index(king), KING)
    return [name for name, square in SQUARES.items() if square in targets and name[1] == last]


def _kinds_held(world: World, seat: Seat) -> Any:
    return world.position.hands[1 - seat]


def _kinds_dropped(world: World, seat: Seat) -> Any:
    return world.position.dropped[1 - seat]


def _has_just_dropped(world: World, seat: Seat) -> bool:
    return any(mover != seat and text[1:2] == "*" for mover, text in world.acts[-2:])


def _fouls_of_other(world: World, seat: Seat) -> list[Any]:
    return [foul for foul in fouls_in(world.position) if foul.seat != seat]


def _pawns_at_the_king(world: World, seat: Seat) -> list[str]:
    """The drops of a pawn of *seat* that attack the king."""
    board, king = world.position.board, piece_of(1 - seat, KING)
    return [
        text
        for text in world.offered(seat)
        if text.startswith("P*")
        and any(board[at] == king for at in targets_of(board, seat, SQUARES[text[2:]], PAWN))
    ]


def _is_in_check(world: World, seat: Seat) -> bool:
    board, king = world.position.board, piece_of(seat, KING)
    return king in board and is_attacked(board, board.index(king), 1 - seat)


def _captor(world: World) -> int:
    """What took the king just now."""
    return int(world.position.board[world.position.record[-1].target])


def _unlike(fact: Callable[[World, Seat], Any]) -> Callable[[World, World, Seat], bool]:
    return lambda one, other, seat: bool(fact(one, seat) != fact(other, seat))


MOMENTS: dict[str, dict[str, Moment]] = {
    "seichu": {
        "asked about a capture": _asked(CAPTURE_CHECK, mine=True),
        "the other is asked about a capture": _asked(CAPTURE_CHECK, mine=False),
        "asked about the king": _asked(DEFEAT_CHECK, mine=True),
        "the other is asked about the king": _asked(DEFEAT_CHECK, mine=False),
        "a Doubt hits in one twin only": Moment(
            _is_at_move, _proof_differs, asked=("ask=call-doubt", "move=doubt")
        ),
        "in check in one twin only": Moment(_is_at_move, _unlike(_is_in_check)),
        "the other's fouls differ": Moment(
            lambda world, seat: bool(_fouls_of_other(world, seat)), _unlike(_fouls_of_other)
        ),
        "an own nifu stands": Moment(
            lambda world, seat: (
                _is_at_move(world, seat) and bool(nifu_files(world.position.board, seat))
            )
        ),
        "a Trial is open": Moment(
            lambda world, seat: _is_at_move(world, seat) and bool(_trials(world, seat))
        ),
        "the other has a Trial in one twin only": Moment(
            lambda world, seat: bool(_trials(world, Seat(1 - seat))),
            _unlike(lambda world, seat: bool(_trials(world, Seat(1 - seat)))),
        ),
        "hands differ": Moment(
            lambda world, seat: bool(_kinds_held(world, seat)), _unlike(_kinds_held)
        ),
        "drops differ": Moment(
            # what is still in hand could have been dropped instead
            lambda world, seat: _has_just_dropped(world, seat) and bool(_kinds_held(world, seat)),
            _unlike(_kinds_dropped),
        ),
        "a pawn may face the king in one twin only": Moment(
            lambda world, seat: _is_at_move(world, seat) and bool(_pawns_at_the_king(world, seat)),
            _unlike(_pawns_at_the_king),
            texts=_pawns_at_the_king,
            asked=("bluff=1", "at=P*&bluff=1"),
        ),
        "a capture by the other": Moment(
            lambda world, seat: (
                _is_at_move(world, Seat(1 - seat)) and bool(attacks(world, Seat(1 - seat)))
            )
        ),
        "onlookers as the king falls": Moment(
            lambda world, seat: world.position.asked == DEFEAT_CHECK,
            lambda one, other, seat: _captor(one) != _captor(other),
            is_for_onlookers=True,
        ),
    }
}
"""By game, the places where pairs have to stand."""


# Pairs


@dataclass(frozen=True)
class Scene:
    """A pair that stands at a moment, what is tried there, and what is done next."""

    pair: Pair
    asked: tuple[str, ...]
    tries: tuple[tuple[Seat, str], ...]
    act: tuple[Seat, str] | None


@cache
def scenes(game: str, name: str, wanted: int) -> tuple[Scene, ...]:
    """The first *wanted* scenes at a moment. To be made with honest rules."""
    return tuple(islice(_scenes(game, name), wanted))


def _scenes(game: str, name: str) -> Iterator[Scene]:
    moment = MOMENTS[game][name]
    for number in count():
        dice = Dice(b"moment", f"{game} {name} {number}")
        if pair := _pair_at(moment, game, dice):
            tries = tuple(
                (seat, text)
                for seat in sorted(pair.one.to_act - pair.hidden)
                for text in some_tries(moment, pair, seat, dice)
            )
            yield Scene(pair, moment.asked, tries, common_act(pair, dice))


def _pair_at(moment: Moment, game: str, dice: Dice) -> Pair | None:
    """A pair there, if a random match and a twin of it come there."""
    world = some_world(engine_of(game), b"%032d" % dice.below(10**9), LENGTH)
    seat = Seat(dice.below(2))
    cuts = [cut for cut in prefixes(world) if cut.moved and moment.holds(cut, seat)]
    if not cuts:
        return None
    one = dice.choice(cuts)
    eyes = [BYSTANDER] if moment.is_for_onlookers else [Viewer.of(seat), BYSTANDER]
    other = twin_of(one, eyes, dice)
    if other is None or not moment.differ(one, other, seat):
        return None
    both = frozenset(map(Seat, SEATED.values()))
    return Pair(one, other, both if moment.is_for_onlookers else both - {seat})


def prefixes(world: World) -> list[World]:
    """The match after each of its plies."""
    return [
        replace(world, acts=world.acts[:number], steps=world.steps[: number + 1])
        for number in range(1, len(world.acts) + 1)
    ]


def onlookers_pairs(game: str, numbers: range) -> Iterator[Pair]:
    """Pairs in which both armies differ: they look the same to those who have no seat."""
    for number in numbers:
        dice = Dice(b"onlookers", f"{game} {number}")
        one = some_world(engine_of(game), b"%032d" % number, 2 + dice.below(LENGTH))
        other = twin_of(one, [BYSTANDER], dice)
        if other is not None:
            yield Pair(one, other, frozenset(map(Seat, SEATED.values())))


def prepare(game: str, each: int) -> None:
    """Make the scenes with honest rules."""
    for name in MOMENTS.get(game, {}):
        scenes(game, name, each)


# Drives


def at_moments(stage: Stage, each: int = 1, names: tuple[str, ...] = ()) -> Found:
    """The match page as everybody, asked in many ways, then a try, a move, and a look again."""
    for name in names or MOMENTS.get(stage.house.game, {}):
        for number, scene in enumerate(scenes(stage.house.game, name, each)):
            for found in _differences_in(stage, scene, Dice(b"scene", f"{name} {number}")):
                yield replace(found, place=f"{name}: {found.place}")


def _differences_in(stage: Stage, scene: Scene, dice: Dice) -> Iterator[Difference]:
    pair = scene.pair
    near = some_viewers(pair, dice)
    cells = core_cells(stage, near)
    mails = [cell for cell in mail_cells() if cell.viewer in near]
    asked = asked_cells(stage, pair, near, dice, scene.asked)
    tries = [try_of(stage, pair, seat, text) for seat, text in scene.tries]
    yield from differences(stage, pair, [*cells, *mails, *asked, *tries])
    if scene.act:
        seat, text = scene.act
        deed = move_deed(pair.one, seat, NAMES[seat], text, 0)
        after = [cell for cell in cells if not cell.address.endswith("/board/")]
        yield from script_differences(stage, pair, Script([deed], None), after)


def thinking_at(stage: Stage, each: int, names: tuple[str, ...]) -> Found:
    """The move of a bot there."""
    for name in names:
        for scene in scenes(stage.house.game, name, each):
            yield from thoughts(stage, scene.pair)


def some_viewers(pair: Pair, dice: Dice) -> tuple[str, ...]:
    """Who has a seat, if anybody may look on who has, and one without."""
    seated = [viewer for viewer in pair.viewers if viewer in SEATED]
    return (*seated, dice.choice(OTHERS))


def looked_on(stage: Stage, numbers: range) -> Found:
    """The match page as those who have no seat."""
    for pair in onlookers_pairs(stage.house.game, numbers):
        yield from differences(stage, pair, core_cells(stage, OTHERS))


def asked_cells(
    stage: Stage, pair: Pair, viewers: tuple[str, ...], dice: Dice, always: tuple[str, ...]
) -> list[Cell]:
    """The match page with some of what an address may ask for, and the sheet at some piece."""
    view: Any = pair.one.engine.codec.dump_view(pair.one.engine.view(pair.one.position, BYSTANDER))
    pieces = [piece["piece"] for piece in view["pieces"]]
    base = f"/matches/{stage.match.uid}/"
    cells = []
    for viewer in viewers:
        questions = some_of(questions_of(pair.one, SEATED.get(viewer), dice), 1, dice)
        paths = [
            f"{base}knowledge/?piece={dice.choice(pieces)}",
            *(f"{base}{dice.choice(('', 'board/'))}?{asked}" for asked in (*always, *questions)),
        ]
        cells += [page(f"get {path}", viewer, "get", path) for path in paths]
    return cells


def questions_of(world: World, seat: int | None, dice: Dice) -> list[str]:
    """What the one in *seat* may ask in the address of the match page."""
    view: Any = world.engine.codec.dump_view(world.engine.view(world.position, BYSTANDER))
    squares = [piece["square"] for piece in view["pieces"] if piece["square"]]
    asked = [f"at={dice.choice(squares)}&bluff=1", f"ply={len(world.acts) - 1}", "as=all"]
    if seat is not None:
        asked += ["bluff=1", "ask=call-doubt", "ask=call-accept", "at=P*&bluff=1"]
        for text in some_of(world.offered(Seat(seat)), 2, dice):
            asked += [f"at={text[:2]}&bluff=1", f"move={text}&bluff=1"]
    return asked


def some_tries(moment: Moment, pair: Pair, seat: Seat, dice: Dice) -> list[str]:
    """The quiet moves that the moment is about; some drops, answers and Trials; some more."""
    quiet = quiet_tries(pair, seat)
    about = {*moment.texts(pair.one, seat), *moment.texts(pair.other, seat)}
    special = [text for text in quiet if text[:2] == "P*" or text.isalpha() or text[-1:] == "!"]
    mine = [text for text in quiet if text in about]
    return [*mine, *some_of(special, 2, dice), *some_of(quiet, 1, dice)]


def try_of(stage: Stage, pair: Pair, seat: Seat, text: str) -> Cell:
    """*text* sent as the next move of *seat*, and taken back."""
    deed = move_deed(pair.one, seat, NAMES[seat], text, 0)
    path = f"/matches/{stage.match.uid}/{deed.path}"
    return page(f"try {text}", deed.who, "post", path, deed.form, HTMX)


def common_act(pair: Pair, dice: Dice) -> tuple[Seat, str] | None:
    """A move open in both twins of which everybody is told the same, though it is another.

    Captures before others, and a move that is the same before none.
    """
    alike = None
    for seat in sorted(pair.one.to_act):
        both = [text for text in pair.one.offered(seat) if text in pair.other.offered(seat)]
        hits = [text for text in attacks(pair.one, seat) if text in both]
        for text in [*hits, *some_of(both, 6, dice)]:
            if is_told_alike(pair, seat, text):
                alike = alike or (seat, text)
                one, other = (world.after(seat, text) for world in (pair.one, pair.other))
                if one.steps[-1].events != other.steps[-1].events:
                    return seat, text
    return alike


def released(stage: Stage, numbers: range) -> Found:
    """What is told at the first release of scripts made anew, and is in no manifest."""
    for number, pair in numbered_pairs(stage.house.game, numbers):
        viewer = next(seat for seat in SEATED.values() if seat not in pair.hidden)
        dice = Dice(b"released", str(number))
        script = script_for(pair.one, pair.other, Seat(viewer), dice, steps=4)
        yield from unreleased(stage.house.game, script)
