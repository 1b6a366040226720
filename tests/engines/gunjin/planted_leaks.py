"""Leaks to be planted in Gunjin: what battles, steps and guesses could give away."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from engines.core.arbiter import ARBITER
from engines.core.seats import BYSTANDER, Seat, Viewer
from engines.gunjin import news
from engines.gunjin.pieces import KIND_OF, LETTERS
from games.knowledge import services as guesses
from games.knowledge.exceptions import UnknownKind
from games.match.models import Match
from games.match.referee import Referee
from tests.secrecy import comparisons as drives
from tests.secrecy.comparing import differences
from tests.secrecy.house import Showcase
from tests.secrecy.leaking import (
    Found,
    Numbers,
    Patch,
    Planted,
    by,
    in_play,
    pairs_like,
    pairs_where,
    unlike_in,
    wrap,
)
from tests.secrecy.surfaces import page
from tests.secrecy.worlds import World


def battles(patch: Patch) -> None:
    """A battle names the piece that was attacked."""

    def leaky(stepped: Any, before: Any, step: Any, result: int) -> Any:
        event = stepped(before, step, result)
        if event.kind != "fought":
            return event
        kind = LETTERS[KIND_OF[before.board[step.target]]]
        return replace(event, public={**event.public, "defender": kind})

    wrap(patch, news, "stepped", leaky)


def fought(game: str) -> list[int]:
    """The first pair in which a battle ends alike."""
    return [next(number for number in range(40) if drives.battle_of(game, number))]


def strength(position: Any) -> int:
    """How many generals there are on the true board."""
    return sum(LETTERS[KIND_OF[piece]] == "G" for piece in position.board if piece)


def counter(patch: Patch) -> None:
    """A counter of the view is taken from the true board."""

    def leaky(honest: Any, referee: Referee, viewer: Viewer, **kwargs: Any) -> Any:
        seen = honest(referee, viewer, **kwargs)
        return {**seen, "quiet": strength(referee._position)}

    wrap(patch, Referee, "view", leaky)


def kind_stepping(before: Any, step: Any) -> str:
    return LETTERS[KIND_OF[before.board[step.origin]]]


def blank_after_spies(patch: Patch) -> None:
    """After a spy's step there is a blank."""

    def leaky(stepped: Any, before: Any, step: Any, result: int) -> Any:
        event = stepped(before, step, result)
        if kind_stepping(before, step) != "S":
            return event
        return replace(event, public={**event.public, "move": f"{step} "})

    wrap(patch, news, "stepped", leaky)


def steps_of(world: World, letter: str) -> int:
    """How often a piece of that kind has moved."""
    events = [event for step in world.steps for event in step.events]
    moved = [event for event in events if event.kind in ("moved", "fought")]
    movers = [(event, Seat(int(str((event.public or {})["seat"])))) for event in moved]
    return sum(event.private[seat]["kind"] == letter for event, seat in movers)


def planes_shown(patch: Patch) -> None:
    """That a plane has moved is told to the other seat, and to nobody else."""

    def leaky(stepped: Any, before: Any, step: Any, result: int) -> Any:
        event = stepped(before, step, result)
        if kind_stepping(before, step) != "P":
            return event
        other = Seat(1 - before.to_move)
        return replace(
            event, private={**event.private, other: {**event.private.get(other, {}), "flew": 1}}
        )

    wrap(patch, news, "stepped", leaky)


def right_guesses_refused(patch: Patch) -> None:
    """Whoever guesses right is not heard."""

    def leaky(mark_piece: Any, *, uid: str, piece: str, kind: str, **kwargs: Any) -> None:
        referee = Referee(Match.objects.get(uid=uid))
        everything = referee._engine.view(referee._position, ARBITER)
        seen: Any = referee._engine.codec.dump_view(everything)
        for one in seen["pieces"]:
            if one["square"] == piece and one["kind"] == kind:
                raise UnknownKind
        mark_piece(uid=uid, piece=piece, kind=kind, **kwargs)

    wrap(patch, guesses, "mark_piece", leaky)


def marking(showcase: Showcase, numbers: Iterable[int]) -> Found:
    """Every kind guessed of one piece after the other."""
    for pair in drives.pairs(showcase.house.game, numbers):
        if pair.one.moved:
            view = pair.one.engine.view(pair.one.position, BYSTANDER)
            seen: Any = pair.one.engine.codec.dump_view(view)
            path = f"/matches/{showcase.match.uid}/mark/"
            cells = [
                page(f"mark {form}", pair.player, "post", path, form)
                for piece in seen["pieces"]
                if piece["seat"] in pair.hidden
                for kind in pair.one.engine.meta.kinds[:3]
                for form in [{"piece": piece["square"], "kind": kind}]
            ]
            yield from differences(showcase, pair, cells, owners_cells=0)


def anew(kind: str) -> Numbers:
    """A pair made anew, in which so many pieces of that kind have moved in one twin only."""
    return pairs_like(unlike_in(lambda world: steps_of(world, kind)))


PLANTED = {
    "L1 a counter of the true board": Planted(
        counter,
        by(drives.looking, extra=0, only="board_facts"),
        pairs_where(unlike_in(lambda world: strength(world.position) if world.moved else 0)),
    ),
    "L6 a blank after spies": Planted(
        blank_after_spies, by(drives.looking_anew, only="board_facts"), anew("S")
    ),
    "L6 planes told to the other seat": Planted(
        planes_shown, by(drives.looking_anew, only="board_facts"), anew("P")
    ),
    "L8 right guesses refused": Planted(
        right_guesses_refused, marking, pairs_like(in_play), is_tried=True
    ),
    "L14 battles": Planted(battles, by(drives.fighting), fought),
}
"""What Gunjin has of its own, beside what is planted in every game."""
