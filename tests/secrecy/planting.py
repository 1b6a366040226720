"""Put a world into the rows of a match, all at once: its twins share every row but the sealed."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from accounts.models import User
from engines.core.dice import Dice
from engines.core.seats import BYSTANDER, Seat, Viewer
from games.bots.models import BotTurn
from games.chat.models import ChatLine
from games.coach.models import Coached
from games.match.clocks.controls import control_of, deadline_of, setup_deadline
from games.match.models import Commitments, Match, Player, Vacation
from games.match.referee import PLACED, SILENCE, Referee
from games.match.referee.table import sealed_events
from games.match.sealed import SealedPly, SealedPosition
from games.match.status import Status
from games.notices.models import Delivery, Notice
from games.notices.services import notifying
from tests.secrecy import worlds
from tests.secrecy.worlds import World

PACE = timedelta(minutes=1)
"""Between two acts."""

SEALED = (SealedPly, SealedPosition, Commitments)
EXCHANGED = tuple(model._meta.db_table for model in SEALED)
"""The tables in which twins differ; in all others they have the very same rows."""

WRITTEN = (Match, Player, BotTurn, Notice, Delivery, ChatLine, User, Vacation)
"""What else is written with a match, said around it, or set by those who play."""


def plant(match: Match, world: World, *, start: datetime, order: Dice) -> None:
    """Make *match* the one of *world*, played from *start*; sealed rows are written in *order*."""
    for model in (*SEALED, BotTurn, Notice):
        model.objects.filter(match=match).delete()
    match.options, match.start = dict(world.terms.options), world.terms.start
    plies = _plies(match, world, start)
    order.shuffle(plies)
    SealedPly.objects.bulk_create(plies)
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
                key=_key(world, number, seat, text),
                made_at=start + number * PACE,
                events=sealed_events(world.steps[number]),
            )
        )
    return rows


def _key(world: World, number: int, seat: int, text: str) -> str:
    """Under which name a ply was asked for: a request's own, or one that no request can bear."""
    state = world.state
    if state.name == worlds.PLACED_BY_HOUSE and seat == state.seat and text.startswith("setup:"):
        return PLACED
    if state.name == worlds.SILENCE and text == "accept":
        return f"{SILENCE}{number}"
    return f"key-{number:06}"


def _sealed(match: Match, world: World) -> SealedPosition:
    codec, seats = world.engine.codec, [seat for seat, _text in world.acts]
    return SealedPosition(
        match=match,
        seed=world.seed,
        schema=codec.schema,
        data=codec.dump_position(world.position),
        plies=len(world.acts),
        seat_plies=[seats.count(Seat(seat)) for seat in range(len(world.engine.meta.seats))],
        versions=_versions(match, world),
        opening=sealed_events(world.steps[0]),
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
    control = control_of(match.time_control)
    players: Sequence[Player] = list(match.players.select_related("user").order_by("seat"))
    if world.state.name == worlds.BOT_OPPOSITE:
        bot = players[world.state.seat]
        bot.user, bot.bot = None, world.engine.meta.bot_levels[0]
        Coached.objects.get_or_create(match=match)
    setting_up, moved = world.is_setting_up, world.moved
    began = start if setting_up else now
    for player in players:
        player.is_to_act = player.seat in world.to_act
        player.has_moved = player.seat in moved
        player.bank, player.missed = control.bank, 0
        player.clock_started_at = began if player.is_to_act and player.user_id else None
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
    match.ended_how = match.onlookers = ""
    match.deadline = min((p.deadline for p in players if p.deadline), default=None)
    _plant_state(match, players, world, now)
    match.save()


def _plant_state(match: Match, players: Sequence[Player], world: World, now: datetime) -> None:
    """What the state of *world* adds to the public rows, and who is told of it."""
    if plant_it := IN_STATE.get(world.state.name):
        kind, facts = plant_it(match, players, world, now)
        for player in facts:
            if player.user_id is not None:
                notifying.notify(match, player, kind, f"seat {world.state.seat}", now)
    for player in players:
        player.save()


Planted = tuple[str, Sequence[Player]]
"""What news there is of a state, and for whom."""


def _placed_by_house(
    match: Match, players: Sequence[Player], world: World, now: datetime
) -> Planted:
    silent = players[world.state.seat]
    silent.placed_by_house, silent.missed = True, 1
    return Notice.Kind.PLACED_BY_HOUSE, players


def _answered_by_silence(
    match: Match, players: Sequence[Player], world: World, now: datetime
) -> Planted:
    for mover, text in world.acts:
        players[mover].missed += text == "accept"
    return Notice.Kind.YOUR_TURN, ()


def _draw_offered(match: Match, players: Sequence[Player], world: World, now: datetime) -> Planted:
    match.draw_offered_by = world.state.seat
    return Notice.Kind.DRAW_OFFERED, [players[1 - world.state.seat]]


def _cancelled(match: Match, players: Sequence[Player], world: World, now: datetime) -> Planted:
    match.status, match.ended_at, match.deadline = Status.ABORTED, now, None
    match.ended_how = "first-move" if len(world.moved) < len(players) else "annulled"
    for player in players:
        player.is_to_act, player.clock_started_at, player.deadline = False, None, None
        player.over_at = now
    return Notice.Kind.MATCH_CANCELLED, players


def _rematch(match: Match, players: Sequence[Player], world: World, now: datetime) -> Planted:
    match.rematch_of = Match.objects.get(game=match.game, status=Status.FINISHED)
    return Notice.Kind.MATCH_BEGAN, players


def _rematch_offered(
    match: Match, players: Sequence[Player], world: World, now: datetime
) -> Planted:
    over = Match.objects.filter(game=match.game, status=Status.FINISHED)
    over.update(rematch_offered_by=world.state.seat)
    return Notice.Kind.REMATCH_OFFERED, [players[1 - world.state.seat]]


def _delayed(match: Match, players: Sequence[Player], world: World, now: datetime) -> Planted:
    match.onlookers = str(DELAY)
    return Notice.Kind.YOUR_TURN, ()


DELAY = 4
"""How many plies onlookers are behind where they are."""

IN_STATE = {
    worlds.PLACED_BY_HOUSE: _placed_by_house,
    worlds.SILENCE: _answered_by_silence,
    worlds.DRAW_OFFERED: _draw_offered,
    worlds.CANCELLED: _cancelled,
    worlds.REMATCH: _rematch,
    worlds.REMATCH_OFFERED: _rematch_offered,
    worlds.DELAYED: _delayed,
}
"""What each state is, but for the one of a bot, which sits there from the start."""


def _deadline(player: Player, began: datetime, *, is_setting_up: bool) -> datetime | None:
    if is_setting_up:
        return setup_deadline(player.bank, began)
    return deadline_of(player.bank, began, has_moved=player.has_moved)
