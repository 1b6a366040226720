"""Put a world into the rows of a match, all at once: its twins share every row but the sealed."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from engines.core.dice import Dice
from engines.core.seats import BYSTANDER, Viewer
from games.bots.models import BotTurn
from games.match.clocks import TIME_CONTROLS, deadline_of, setup_deadline
from games.match.models import Commitments, Match, Player
from games.match.referee import Referee
from games.match.sealed import SealedEvent, SealedPly, SealedPosition
from games.match.status import Status
from games.notices.models import Notice
from games.notices.services import notifying
from tests.secrecy.worlds import World

PACE = timedelta(minutes=1)
"""Between two acts."""


def plant(match: Match, world: World, *, start: datetime, order: Dice) -> None:
    """Make *match* the one of *world*, as if it had been played from *start* on.

    *order* says in which order the sealed rows are written, so that their keys differ between
    twins: nobody may learn an order from them.
    """
    for model in (SealedPly, SealedEvent, SealedPosition, Commitments, BotTurn, Notice):
        model.objects.filter(match=match).delete()
    match.options = dict(world.terms.options)
    plies, events = _plies(match, world, start), _events(match, world)
    for rows in (plies, events):
        order.shuffle(rows)
    SealedPly.objects.bulk_create(plies)
    SealedEvent.objects.bulk_create(events)
    SealedPosition.objects.bulk_create([_sealed(match, world)])
    if digests := Referee(match, _sealed(match, world)).digests():
        Commitments.objects.create(match=match, digests=digests)
    _plant_public_rows(match, world, start)


def _plies(match: Match, world: World, start: datetime) -> list[SealedPly]:
    counts: dict[int, int] = {}
    rows = []
    for number, (seat, text) in enumerate(world.acts, start=1):
        counts[seat] = counts.get(seat, 0) + 1
        rows.append(
            SealedPly(
                match=match,
                number=number,
                seat=seat,
                seat_ply=counts[seat],
                move=text,
                key=f"key-{number:06}",
                made_at=start + number * PACE,
            )
        )
    return rows


def _events(match: Match, world: World) -> list[SealedEvent]:
    return [
        SealedEvent(
            match=match,
            ply=ply,
            order=order,
            kind=event.kind,
            public=event.public,
            private={str(seat): facts for seat, facts in event.private.items()},
        )
        for ply, step in enumerate(world.steps)
        for order, event in enumerate(step.events)
    ]


def _sealed(match: Match, world: World) -> SealedPosition:
    codec, seats = world.engine.codec, [seat for seat, _text in world.acts]
    return SealedPosition(
        match=match,
        seed=world.seed,
        schema=codec.schema,
        data=codec.dump_position(world.position),
        plies=len(world.acts),
        seat_plies=[seats.count(seat) for seat in range(len(world.engine.meta.seats))],
        versions=_versions(match, world),
    )


def _versions(match: Match, world: World) -> list[int]:
    """How often what each seat sees has changed, and last what a bystander sees."""
    referee = Referee(match)
    eyes: list[Viewer] = [*world.viewers[:-1], BYSTANDER]
    before: list[Any] = [None, *(step.position for step in world.steps)]
    return [
        sum(
            referee._notices(viewer, step, earlier)
            for step, earlier in zip(world.steps, before, strict=False)
        )
        for viewer in eyes
    ]


def _plant_public_rows(match: Match, world: World, start: datetime) -> None:
    now = start + len(world.acts) * PACE
    control = TIME_CONTROLS[match.time_control]
    players: Sequence[Player] = list(match.players.select_related("user").order_by("seat"))
    setting_up, moved = world.is_setting_up, world.moved
    began = start if setting_up else now
    for player in players:
        player.is_to_act = player.seat in world.to_act
        player.has_moved = player.seat in moved
        player.bank = control.bank
        player.clock_started_at = began if player.is_to_act else None
        player.deadline = None
        if player.is_to_act and player.user_id:
            player.deadline = _deadline(player, began, is_setting_up=setting_up)
            notifying.notify(match, player, Notice.Kind.YOUR_TURN, began.isoformat(), began)
        elif player.is_to_act:
            BotTurn.objects.create(match=match, seat=player.seat, due_at=now, hinted_until=now)
        player.save()
    match.is_setting_up = setting_up
    match.status, match.started_at, match.plies = Status.ACTIVE, start, 0
    match.draw_offered_by = match.rematch_offered_by = match.ended_at = None
    match.ended_how = ""
    match.deadline = min((p.deadline for p in players if p.deadline), default=None)
    match.save()


def _deadline(player: Player, began: datetime, *, is_setting_up: bool) -> datetime | None:
    if is_setting_up:
        return setup_deadline(player.bank, began)
    return deadline_of(player.bank, began, has_moved=player.has_moved)
