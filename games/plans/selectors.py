"""A player's own plan, as it stands after what has been played since."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from django.db.models import Exists, OuterRef

from engines.catalogue import meta_for
from engines.core.jsontypes import JsonObject
from engines.core.seats import Seat, Viewer
from games.common.exceptions import GamesError
from games.common.filling import filled
from games.match.changes.permissions import allowed, check_active
from games.match.clocks.controls import control_of, is_slow
from games.match.reading.selectors import match_by_uid, players_of
from games.match.reading.viewers import seat_of
from games.match.reading.visibility import NoSuchMatch
from games.match.referee import Bluff, Referee
from games.plans.exceptions import NoPlans
from games.plans.lines import Line, after, is_played, with_line
from games.plans.models import Plan

if TYPE_CHECKING:
    from accounts.common.visitors import Visitor
    from games.match.models import Match, Player

Fate = Plan.Fate

HAS_PLAN = Exists(Plan.objects.filter(match=OuterRef("match_id"), user=OuterRef("user_id")))
"""Whether a player has planned, asked along with the players so that most boards ask no more."""


@dataclass(frozen=True, slots=True)
class PlanFacts:
    """A player's plan, for that player alone."""

    lines: tuple[Line, ...]
    """From the present board on."""
    fate: str
    """Why the plan was dropped; empty while it stands, and where there is none."""
    may_add: bool
    """Whether it is the time for it: the other side is to move."""


@dataclass(frozen=True, slots=True)
class PlanBoard:
    """The board at the end of a line that is being made.

    Where pieces are hidden a line is a condition and one answer, and the board is as the player
    sees it now.
    """

    uid: str
    game: str
    options: dict[str, str]
    seat: int
    line: Line
    spelled: str
    """The move that was typed, as the rules page writes it; "" for none, and in games that hide."""
    view: JsonObject
    legal: tuple[str, ...]
    """What whoever is to act there can do; nothing where the match would be over."""
    conditions: tuple[str, ...]
    """What the player may wait for, where pieces are hidden and nothing is chosen yet."""
    bluffs: dict[str, Bluff]
    """The moves in *legal* that the player can see to be fouls."""
    is_own: bool
    """Whether that is the player who plans."""
    refusal: GamesError | None
    """Why the line cannot be added to the plan; None where it can."""
    plan: PlanFacts


def check_can_plan(match: Match, players: Sequence[Player]) -> None:
    """Raises MatchNotActive, MatchFrozen, or NoPlans where moves are not planned at all."""
    check_active(match)
    meta, control = meta_for(match.game), control_of(match.time_control)
    is_live = control.bank is not None and not is_slow(control)
    if meta.solo or match.is_setting_up or is_live:
        raise NoPlans
    if len(players) != 2 or any(player.bot for player in players):
        raise NoPlans


def plan_of(
    match: Match, players: Sequence[Player], viewer: Viewer, referee: Referee
) -> PlanFacts | None:
    """Return the plan of whoever looks at *match* from a seat; None where there can be none."""
    if viewer.seat is None or not allowed(check_can_plan, match, players):
        return None
    own = players[viewer.seat]
    found = own_plan(match, own) if own.has_plan else None
    lines, fate = standing(found, match, referee, viewer.seat) if found else ((), "")
    return PlanFacts(lines, fate, may_add=viewer.seat not in referee.to_act())


def own_plan(match: Match, player: Player) -> Plan | None:
    """Return what *player* has planned in *match*; None where nothing is."""
    assert player.user_id is not None
    return Plan.objects.filter(match=match, user_id=player.user_id).first()


def plan_board(uid: str, user: Visitor, line: Line, *, typed: str = "") -> PlanBoard:
    """The board after the moves of *line*, for the player who plans them and has *typed* the next.

    Raises NoSuchMatch for whoever does not play in it, NoPlans or MatchNotActive; UnreadableMove or
    RefusedMove for a move that cannot be made.
    """
    match = match_by_uid(uid)
    players = players_of(match)
    seat = seat_of(user, players)
    if seat is None:
        raise NoSuchMatch
    check_can_plan(match, players)
    referee = Referee(match)
    plan = plan_of(match, players, Viewer.of(seat), referee)
    assert plan is not None
    line = line if plan.may_add else ()
    may_add = plan.may_add
    ahead = (
        _supposed(referee, seat, line)
        if hides_pieces(match.game)
        else _foreseen(referee, seat, line)
    )
    return filled(
        PlanBoard,
        ahead,
        match,
        uid=uid,
        seat=seat,
        line=line,
        spelled=referee.spelled(typed, line) if typed else "",
        legal=ahead.legal if may_add else (),
        conditions=ahead.conditions if may_add else (),
        refusal=_refusal(plan.lines, line, ahead.own),
        plan=plan,
    )


def _refusal(lines: Sequence[Line], line: Line, own: Sequence[bool]) -> GamesError | None:
    try:
        with_line(lines, line, own)
    except GamesError as error:
        return error
    return None


class _Ahead(NamedTuple):
    """The fields of `PlanBoard` of that name; which parts of the line are one's own."""

    view: JsonObject
    legal: tuple[str, ...]
    conditions: tuple[str, ...]
    bluffs: dict[str, Bluff]
    is_own: bool
    own: tuple[bool, ...]


def _foreseen(referee: Referee, seat: Seat, line: Line) -> _Ahead:
    seen = referee.foresee(seat, line)
    own = tuple(mover == seat for mover in seen.movers)
    return _Ahead(seen.view, seen.legal, (), {}, seen.to_act == seat, own)


def _supposed(referee: Referee, seat: Seat, line: Line) -> _Ahead:
    thought = referee.suppose(seat, line)
    return _Ahead(*thought, is_own=bool(line), own=_own_of_answers(line))


def hides_pieces(game: str) -> bool:
    """Return whether one plans answers to what one will see there, and not lines of moves."""
    return meta_for(game).hides_information


def own_moves_of(match: Match, referee: Referee, seat: Seat, line: Line) -> tuple[bool, ...]:
    """Of each part of *line* whether it is a move of *seat*; raises UnreadableMove or RefusedMove
    for one that cannot be made or waited for."""
    if hides_pieces(match.game):
        referee.suppose(seat, line)
        return _own_of_answers(line)
    return tuple(mover == seat for mover in referee.foresee(seat, line).movers)


def _own_of_answers(line: Line) -> tuple[bool, ...]:
    """A condition, and the answer to it."""
    return tuple(number == 1 for number in range(len(line)))


def standing(
    plan: Plan, match: Match, referee: Referee, seat: Seat
) -> tuple[tuple[Line, ...], str]:
    """Return the lines of *plan* from the present board on; without any, why it stands no more."""
    if plan.fate:
        return (), plan.fate
    lines = [tuple(line) for line in plan.lines]
    is_hidden = hides_pieces(match.game)
    if is_hidden:
        made = referee.own_moves_since(seat, plan.ply)
        was_played = made[:1] in [line[1:] for line in lines]
    else:
        made = referee.moves_since(plan.ply)
        was_played = is_played(lines, made) and not after(lines, made)
    if was_played:
        return (), Fate.PLAYED  # whatever has happened besides
    if referee.ahead(Viewer.of(seat)) != plan.ahead:
        return (), Fate.BESIDES if match.draw_offered_by is None else Fate.DRAW
    if is_hidden:
        left = () if made else _answers(plan, lines, referee, seat)
    else:
        left = after(lines, made)
    return left, "" if left else Fate.LEFT


def _answers(plan: Plan, lines: Sequence[Line], referee: Referee, seat: Seat) -> tuple[Line, ...]:
    """Return what is left of conditions and their answers: all while the other is to act, then the
    answer to the first that came true. One's own move ends it, whoever made it."""
    if seat not in referee.to_act():
        return tuple(lines)
    answers = {line[0]: line[1] for line in lines}
    true = referee.came_true(seat, answers, after=plan.ply)
    return ((answers[true[0]],),) if true else ()
