"""One match as one viewer may see it. There is no other way to read a board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, NamedTuple

from django.contrib.auth.models import AnonymousUser

from accounts import switches
from engines.catalogue import meta_for
from engines.core.jsontypes import JsonObject
from engines.core.seats import Seat, Viewer
from games.bots.selectors import OpinionFacts, opinions_at
from games.coach.selectors import is_coached
from games.common.seats import seat_keys
from games.knowledge.selectors import guesses_on_board, may_guess
from games.match import clocks
from games.match.names import is_kept, name_for
from games.match.opened import OpenMatch, open_match
from games.match.permissions import (
    allowed,
    check_active,
    check_can_ask_takeback,
    check_can_be_judged,
    check_can_claim,
    check_can_end,
    check_can_give,
    check_can_offer_draw,
    check_can_pause,
    check_can_rematch,
    check_recorded,
)
from games.match.playing_on import check_can_play_on, is_played_on, sequel_of
from games.match.plytimes import PlyTime, ply_times
from games.match.practice import is_practice, placings
from games.match.referee import Bluff, Referee, setup_cautions
from games.match.rests import RunningClock, running_clock
from games.match.selectors import RulingFacts, begun_match, rulings_of
from games.match.status import Status
from games.match.takebacks import MOST as MOST_TAKEBACKS
from games.match.vacations import away_until
from games.match.viewers import replay_eyes, replay_viewer, seat_of, viewer_for
from games.match.visibility import NoSuchMatch, check_watched, has_talk, may_watch
from games.plans.selectors import PlanFacts, plan_of
from games.ratings.selectors import SeatRating, seat_ratings
from games.record.selectors import CommittedPiece, commitments_of
from games.setup.selectors import Preparation, placing_of, preparation_of

if TYPE_CHECKING:
    from django.contrib.auth.base_user import AbstractBaseUser

    from games.match.models import Match, Player

    Visitor = AbstractBaseUser | AnonymousUser


REVEAL = "revealed"
"""The kind of the event by which a game that hides something tells all of it at the end."""


@dataclass(frozen=True, slots=True)
class Away:
    """Somebody is on vacation."""

    until: datetime | None
    """Not told to onlookers."""


@dataclass(frozen=True, slots=True)
class PlayerFacts:
    """Who sits in a seat, and how its clock stands."""

    seat: int
    name: str
    """The user's display name, or a bot's level."""
    is_bot: bool
    is_to_act: bool
    clock: RunningClock | None
    """The clock of this seat, while it runs."""
    clock_seconds: int | None
    """What the clock of this seat holds: while it runs, what is left at ``now``."""
    away: Away | None
    """That its player is on vacation."""
    limit: timedelta | None
    """What its running clock is held to in place of what it holds, as at the first move."""
    placed_by_house: bool
    """Whether the house had to place this side's pieces."""
    result: str


@dataclass(frozen=True, slots=True)
class HeldRows:
    """What an open page holds of the list of moves, so that only the rest need be told."""

    ply: int
    """Its last row begins after this ply."""
    row: int
    """The number of that row; it may be unfinished, so it is told again."""
    ahead: int
    """`Referee.ahead` by then: if it is another, it may be that moves were taken back."""


class Look(NamedTuple):
    """How a match is looked at."""

    after_ply: int | None = None
    """Back to the board after this ply; None for the present."""
    eyes: str = ""
    """The name of the eyes to look back with once nothing is hidden any more; all-seeing ones
    for none."""
    held: HeldRows | None = None
    """What the page has held on to of the moves, which is told the rest."""


PRESENT = Look()


@dataclass(frozen=True, slots=True)
class TimeFacts:
    """What can be done about time besides moving, and what is asked for."""

    paused_until: datetime | None = None
    """While the players have paused the match."""
    may_claim: bool = False
    """Whether the opponent's time has run out, so that the viewer can claim the win."""
    may_end: bool = False
    """Whether the opponent's account is closed, so that the viewer can end the match at once."""
    may_give: bool = False
    """Whether the opponent can be given a day."""
    may_pause: bool = False
    """Whether a pause can be asked for."""
    pause_asked_by: int | None = None
    pause_days: int | None = None
    """How long the pause is to last that is asked for."""
    resume_asked_by: int | None = None
    """Who wants to go on, while the match is paused."""
    may_play_on: bool = False
    """Whether the match can be played on, for nothing, from where it was lost on time."""
    play_on_asked_by: int | None = None
    played_on_uid: str = ""
    """The match in which it goes on."""


@dataclass(frozen=True, slots=True)
class TakebackFacts:
    """Whether moves are taken back by agreement, as one who plays may know."""

    asked_by: int | None = None
    """Who asks to take their last move back, while it is not answered."""
    may_ask: bool = False


@dataclass(frozen=True, slots=True)
class JudgedFacts:
    """What bots would have played on the board looked back at, once the match is over."""

    may_ask: bool
    opinions: tuple[OpinionFacts, ...]
    view: JsonObject
    """The board as they were shown it: that of the seat that was to move."""
    bluffs: Mapping[str, Bluff]
    """The fouls among what they would have played."""


@dataclass(frozen=True, kw_only=True)
class SeenFacts:
    """What the referee tells one viewer, and what follows from it."""

    version: int = 0
    preparation: Preparation | None = None
    """What the viewer has prepared, while they are still to place."""
    cautions: tuple[str, ...] = ()
    """What to ask the viewer about before they are ready, by code."""
    eyes: str = ""
    """Whose eyes the match is looked back at with (see `viewers.replay_eyes`); "" for the own."""
    view: JsonObject | None = None
    """The view of those eyes at the ply looked at; None before the match has begun."""
    news: list[tuple[str, JsonObject]] = field(default_factory=list)
    """What the viewer heard of the match, or of its start and its plies after those *held*."""
    ply_times: Mapping[int, PlyTime] = field(default_factory=dict)
    """When the moves the viewer heard of were made, and how long they took; of those told."""
    held: HeldRows | None = None
    """What the page holds already of the list of moves; None if it is to have all of it."""
    ahead: int = 0
    """What the page is to say of this with what it holds."""
    last_own: int = 0
    """The number of the viewer's last ply, if the page holds some; it may not be told anew."""
    judged: JudgedFacts | None = None
    """What bots say of the board looked back at; None where they can say nothing."""
    position_text: str = ""
    """The board looked at as a text of the rules page, once the match is over and where matches
    can begin anywhere."""
    reveal: JsonObject | None = None
    """What the end has told everybody, whatever is looked back at; None where nothing was."""
    legal: tuple[str, ...] = ()
    bluffs: Mapping[str, Bluff] = field(default_factory=dict)
    """Those of `legal` that the viewer can see to be fouls."""
    guesses: Mapping[str, str] | None = None
    """Square to the kind its piece is taken for by the viewer; None where there is no guessing."""
    commitments: tuple[CommittedPiece, ...] = ()
    """What the house has committed itself to, if anything: opened once the match is over."""
    seat_ply: int = 0
    """The number the viewer's next own ply will have, from 1; 0 for a bystander."""
    viewed_ply: int | None = None
    rulings: tuple[RulingFacts, ...] = ()
    """What moderators have done here, oldest first."""
    plan: PlanFacts | None = None
    """What the viewer has planned; None where there are no plans."""


@dataclass(frozen=True, kw_only=True)
class ChoiceFacts:
    """What is open to the viewer besides moves; a bystander has nothing of it."""

    may_take_back: bool = False
    """Whether the viewer may take a move back, in practice against bots."""
    may_resign: bool = False
    may_offer_draw: bool = False
    times: TimeFacts = field(default_factory=TimeFacts)
    takeback: TakebackFacts = field(default_factory=TakebackFacts)
    may_rematch: bool = False
    rematch_uid: str | None = None
    rematch_refusal: str = ""
    """Why the rematch that was asked for was declined; told to the players."""
    waits_elsewhere: bool = False
    """Whether another board waits for the viewer's move."""
    secret: str = ""
    """The invitation's secret while the viewer waits for an opponent; else ""."""
    is_coached: bool = False
    """Whether a coach speaks to the viewer before their next move."""


@dataclass(frozen=True, kw_only=True)
class PublicFacts:
    """What everybody who may look at a match knows of it."""

    uid: str
    game: str
    rules_version: int
    status: str
    is_setting_up: bool = False
    """Whether pieces are still to be placed."""
    options: Mapping[str, str] = field(default_factory=dict)
    """What of the terms the rules are told."""
    players: tuple[PlayerFacts, ...]
    start: str = ""
    """Where it began, as a text of the rules page; empty for the game's own start."""
    is_practised: bool = False
    """Whether moves were taken back at will, so that it counts for nothing."""
    given_plies: int = 0
    """How many of the first plies the house has laid out, as a lesson."""
    draw_offered_by: int | None = None
    ended_how: str = ""
    winners: tuple[int, ...] = ()
    time_control: str
    onlookers: str = ""
    """Who may watch it, and how far behind."""
    is_rated: bool = False
    """Whether the result will count for the ratings of two persons."""
    ratings: Mapping[int, SeatRating] = field(default_factory=dict)
    """By seat, where the match is rated."""
    started_at: datetime | None = None
    ended_at: datetime | None = None
    rematch_offered_by: int | None = None
    has_talk: bool = False
    """Whether people talk around it."""
    frozen_at: datetime | None = None
    """Since when clocks and moves rest, if a moderator has stopped them."""
    is_annulled: bool = False
    """Whether a result that was reached counts for nobody."""
    bots_rest: bool = False
    """Whether it is for a bot to move, and bots make no moves just now."""
    event: str = ""
    """The tournament it belongs to, if it does."""
    is_hidden: bool = False
    """Whether moderators have hidden the match from the public."""


@dataclass(frozen=True, kw_only=True)
class BoardFacts(PublicFacts, SeenFacts, ChoiceFacts):
    """Everything one viewer may know of one match at one moment.

    The groups are made where they are known and come in here as they are.
    """

    seat: int | None
    now: datetime

    @property
    def seats(self) -> tuple[str, ...]:
        """The keys of the seats, which name their eyes."""
        return seat_keys(meta_for(self.game).seats_for(self.options))

    @property
    def eyes_seat(self) -> int | None:
        """The seat with whose eyes the match is looked back at; None if with others."""
        return self.seats.index(self.eyes) if self.eyes in self.seats else None

    @property
    def own_moves(self) -> int:
        """How many plies the viewer has made, those of a lesson left out."""
        return max(0, self.seat_ply - 1 - self.given_plies // max(1, len(self.players)))


@dataclass(frozen=True, slots=True)
class WatchedMatch:
    """What a socket needs to know: whose eyes, and how far they have seen."""

    seat: int | None
    version: int


def watched_match(uid: str, user: Visitor) -> WatchedMatch | None:
    """The eyes *user* has on match *uid*; None if there is no such board to see."""
    referee = Referee.at(uid)
    if referee is None:
        return None
    players = list(referee.match.players.all())
    viewer = viewer_for(user, players)
    if not may_watch(referee.match, user, players):
        return None
    return WatchedMatch(viewer.seat, referee.version(viewer))


def board_facts(
    uid: str,
    user: Visitor,
    *,
    now: datetime,
    look: Look = PRESENT,
    opened: OpenMatch | None = None,
) -> BoardFacts:
    """Match *uid* as *user* may see it, now or as they *look* back.

    Whoever has just changed the match hands it on as *opened*.

    Raises Match.DoesNotExist for an unknown match, and for one that has not
    begun unless the user sits in it, or is kept from watching it.
    """
    opened = opened or open_match(uid)
    match, players, referee = opened.match, opened.players, opened.referee
    if referee is None:
        return _waiting_facts(match, players, user, now)
    check_watched(match, user, players)
    viewer = viewer_for(user, players)
    seen = _seen(referee, players, viewer, look)
    return _facts(match, players, viewer.seat, seen, now)


def shared_facts(uid: str, *, now: datetime, after_ply: int | None, eyes: str) -> BoardFacts:
    """Match *uid*, which is over, as anybody may look back at it: the same for everybody.

    Raises Match.DoesNotExist for an unknown match and for one that has not
    begun; NotOver while it goes on, NothingRecorded if it was cancelled.
    """
    check_recorded(begun_match(uid, AnonymousUser()))
    return board_facts(uid, AnonymousUser(), now=now, look=Look(after_ply, eyes))


def _waiting_facts(
    match: Match, players: Sequence[Player], user: Visitor, now: datetime
) -> BoardFacts:
    seat = seat_of(user, players)
    if seat is None:
        raise NoSuchMatch
    return _facts(match, players, seat, SeenFacts(rulings=rulings_of(match, seated=True)), now)


def _seen(referee: Referee, players: Sequence[Player], viewer: Viewer, look: Look) -> SeenFacts:
    match, after_ply = referee.match, look.after_ply
    named = _replay_eyes(match, look.eyes)
    acting = _acting(match, viewer, after_ply)
    preparation = None if acting is None else _preparation(players, acting)
    held = _held(referee, viewer, look)
    news = referee.news(viewer) if held is None else referee.latest_news(viewer, after=held.ply)
    replaying = None if after_ply is None else replay_viewer(named, match)
    rulings = rulings_of(match, seated=viewer.seat is not None)
    moments = referee.moments(viewer, after=held.ply if held else 0)
    return SeenFacts(
        version=referee.version(viewer),
        eyes=named,
        view=_view(referee, replay_viewer(named, match) or viewer, after_ply=after_ply),
        commitments=commitments_of(match),
        preparation=preparation,
        cautions=_cautions(referee, preparation),
        news=news if replaying is None or replaying.sees_all else _unended(referee, replaying),
        ply_times=ply_times(match, players, moments, rulings, reader=viewer.seat),
        rulings=rulings,
        plan=plan_of(match, players, viewer, referee),
        held=held,
        ahead=referee.ahead(viewer),
        last_own=_last_own(referee, viewer, moments) if held else 0,
        judged=_judged(referee, viewer, after_ply),
        position_text=referee.text_after(after_ply) if match.status == Status.FINISHED else "",
        reveal=next((facts for kind, facts in news if kind == REVEAL), None),
        **_open_moves(referee, acting),
        guesses=_guesses(referee, players, viewer, after_ply),
        seat_ply=_next_ply(referee, viewer),
        viewed_ply=after_ply,
    )


def _judged(referee: Referee, viewer: Viewer, after_ply: int | None) -> JudgedFacts | None:
    match = referee.match
    if after_ply is None or not allowed(check_can_be_judged, match):
        return None
    if not referee.may_think(after_ply):
        return None
    opinions = opinions_at(match, after_ply)
    moves = [opinion.move for opinion in opinions if opinion.move]
    thought = referee.shown_after(after_ply, moves)
    return JudgedFacts(
        may_ask=viewer.seat is not None and not is_played_on(match),
        opinions=opinions,
        view=thought.view,
        bluffs=thought.bluffs,
    )


def _held(referee: Referee, viewer: Viewer, look: Look) -> HeldRows | None:
    holds = look.after_ply is None and _still_holds(referee, referee.match, viewer, look.held)
    return look.held if holds else None


def _last_own(referee: Referee, viewer: Viewer, moments: Mapping[int, tuple[Seat, Any]]) -> int:
    """The viewer's last ply: it is asked for only where none of those just read is theirs."""
    if viewer.seat is None:
        return 0
    own = [number for number, (mover, _at) in moments.items() if mover == viewer.seat]
    return max(own, default=0) or referee.ply_of(viewer.seat, referee.seat_plies(viewer.seat))


def _open_moves(referee: Referee, acting: Seat | None) -> dict[str, Any]:
    if acting is None:
        return {}
    return {"legal": referee.legal_moves(acting), "bluffs": referee.bluffs(acting)}


def _next_ply(referee: Referee, viewer: Viewer) -> int:
    return 0 if viewer.seat is None else referee.seat_plies(viewer.seat) + 1


def _acting(match: Match, viewer: Viewer, after_ply: int | None) -> Seat | None:
    """The seat of *viewer* where they could move, if it is their turn."""
    is_open = match.status == Status.ACTIVE and match.frozen_at is None
    return viewer.seat if is_open and after_ply is None else None


def _still_holds(referee: Referee, match: Match, viewer: Viewer, held: HeldRows | None) -> bool:
    """Whether what a page held on to is still how the match went.

    The end of a match may tell every move anew, and before play has begun there is nothing to hold.
    """
    return (
        held is not None
        and match.status == Status.ACTIVE
        and not match.is_setting_up
        and held.ahead == referee.ahead(viewer)
        and held.ply < referee.plies
    )


def _view(referee: Referee, viewer: Viewer, *, after_ply: int | None) -> JsonObject:
    """What *viewer* sees; of the present, with what follows from it under ``outlook``."""
    view = referee.view(viewer, after_ply=after_ply)
    outlook = {} if after_ply is not None else referee.outlook(viewer)
    return {**view, "outlook": outlook} if outlook else view


def _replay_eyes(match: Match, wanted: str) -> str:
    """The name of the eyes to look back with: those *wanted*, or all-seeing ones.

    None before the end, and none in a game in which all eyes see the same.
    """
    if not meta_for(match.game).hides_information or replay_viewer("all", match) is None:
        return ""
    return wanted if wanted in replay_eyes(match) else "all"


def _unended(referee: Referee, eyes: Viewer) -> list[tuple[str, JsonObject]]:
    """The story as *eyes* had heard it before the end."""
    return [(kind, facts) for kind, facts in referee.news(eyes) if kind != REVEAL]


def _preparation(players: Sequence[Player], seat: Seat) -> Preparation | None:
    """What the player in *seat* has prepared, if they are to place pieces all at once."""
    match, mine = players[0].match, players[seat]
    if meta_for(match.game).placing is None:
        return None
    if not match.is_setting_up or not mine.is_to_act or mine.user_id is None:
        return None
    return preparation_of(match, seat, mine.user_id)


def cautions_about(game: str, letters: str) -> tuple[str, ...]:
    """What to think about before a set-up is used in a match, as codes; none before it is whole."""
    placing = placing_of(game)
    return setup_cautions(game, placing.action(letters)) if placing.is_complete(letters) else ()


def _cautions(referee: Referee, preparation: Preparation | None) -> tuple[str, ...]:
    """What a complete set-up gives cause to ask about; nothing as long as it is not."""
    if preparation is None or not preparation.placing.is_complete(preparation.letters):
        return ()
    return referee.cautions(preparation.placing.action(preparation.letters))


def _guesses(
    referee: Referee, players: Sequence[Player], viewer: Viewer, after_ply: int | None
) -> dict[str, str] | None:
    """The viewer's own marks on the board, in a game where a player may guess."""
    if viewer.seat is None or not may_guess(referee, players[0].match):
        return None
    player = players[viewer.seat]
    assert player.user_id is not None
    return guesses_on_board(referee, player.match_id, player.user_id, viewer, after_ply=after_ply)


def _facts(
    match: Match, players: Sequence[Player], seat: int | None, seen: SeenFacts, now: datetime
) -> BoardFacts:
    return BoardFacts(
        **vars(_public(match, players, seat, now)),
        **vars(seen),
        **vars(_choices(match, players, seat, seen, now)),
        seat=seat,
        now=now,
    )


def _public(
    match: Match, players: Sequence[Player], seat: int | None, now: datetime
) -> PublicFacts:
    """What is told of *match* to everybody; of vacations, to those who sit in it, until when."""
    return PublicFacts(
        uid=match.uid,
        game=match.game,
        rules_version=match.rules_version,
        status=match.status,
        is_setting_up=match.is_setting_up,
        options=match.options,
        frozen_at=match.frozen_at,
        is_annulled=match.annulled_at is not None,
        bots_rest=_bots_rest(players),
        event=match.event,
        is_hidden=match.hidden_at is not None,
        players=tuple(_player_facts(player, match, seat, now) for player in players),
        start=match.start,
        is_practised=match.is_practised,
        given_plies=match.given_plies,
        draw_offered_by=match.draw_offered_by,
        ended_how=match.ended_how,
        winners=tuple(player.seat for player in players if player.result == "won"),
        time_control=match.time_control,
        is_rated=match.rated,
        onlookers=match.onlookers,
        ratings=seat_ratings(match, players, now),
        started_at=match.started_at,
        ended_at=match.ended_at,
        rematch_offered_by=match.rematch_offered_by,
        has_talk=_has_talk(match, players),
    )


def _has_talk(match: Match, players: Sequence[Player]) -> bool:
    return match.started_at is not None and has_talk(match, [player.user_id for player in players])


def _bots_rest(players: Sequence[Player]) -> bool:
    waits = any(player.bot and player.is_to_act for player in players)
    return waits and switches.is_on("bots_paused")


def _choices(
    match: Match, players: Sequence[Player], seat: int | None, seen: SeenFacts, now: datetime
) -> ChoiceFacts:
    if seat is None:
        return ChoiceFacts(times=_times(match, None, players, now))
    mine = players[seat]
    rematch = getattr(match, "rematch", None) if match.status == Status.FINISHED else None
    return ChoiceFacts(
        is_coached=_is_coached(match, players, mine, seen),
        may_take_back=_may_take_back(match, players, mine, seen),
        may_resign=allowed(check_active, match),
        may_offer_draw=allowed(check_can_offer_draw, match, mine, players),
        times=_times(match, mine, players, now),
        takeback=_takeback(match, mine, players, seen.rulings, has_moved=seen.seat_ply > 1),
        may_rematch=_may_rematch(match, seat),
        rematch_uid=rematch.uid if rematch else None,
        rematch_refusal=match.rematch_refusal,
        waits_elsewhere=mine.waits_elsewhere,
        secret=match.secret if match.status == Status.OPEN else "",
    )


def _is_coached(match: Match, players: Sequence[Player], mine: Player, seen: SeenFacts) -> bool:
    if not mine.is_to_act or seen.viewed_ply is not None or match.is_setting_up:
        return False
    return is_coached(match, players, seen.seat_ply - 1 - placings(match.game))


def _may_take_back(match: Match, players: Sequence[Player], mine: Player, seen: SeenFacts) -> bool:
    return (
        seen.viewed_ply is None
        and mine.is_to_act
        and seen.seat_ply - 1 > max((match.given_plies + 1) // 2, placings(match.game))
        and is_practice(match, players)
        and allowed(check_active, match)
    )


def _may_rematch(match: Match, seat: int) -> bool:
    is_possible = not meta_for(match.game).solo and allowed(check_can_rematch, match)
    return is_possible and match.rematch_offered_by != seat


def _times(
    match: Match, mine: Player | None, players: Sequence[Player], now: datetime
) -> TimeFacts:
    """What of time is everybody's to know, and besides it what *mine* can do and is asked."""
    pause = match.paused_until
    paused = pause if match.status == Status.ACTIVE and pause and pause > now else None
    if mine is not None and match.ended_how == "time":
        return _after_time(match, players, now)
    if mine is None or match.status != Status.ACTIVE:
        return TimeFacts(paused)
    return TimeFacts(
        paused_until=paused,
        may_claim=allowed(check_can_claim, match, mine, players),
        may_end=allowed(check_can_end, match, mine, players),
        may_give=allowed(check_can_give, match, mine, players),
        may_pause=allowed(check_can_pause, match, players, now),
        pause_asked_by=match.pause_asked_by,
        pause_days=match.pause_days,
        resume_asked_by=match.resume_asked_by if paused else None,
    )


def _after_time(match: Match, players: Sequence[Player], now: datetime) -> TimeFacts:
    """Whether a match that was lost on time can be played on, or has been."""
    sequel = sequel_of(match)
    made = sequel.made.uid if sequel and sequel.made else ""
    may = not made and allowed(check_can_play_on, match, players, now)
    asked = sequel.asked_by if sequel and may else None
    return TimeFacts(may_play_on=may, play_on_asked_by=asked, played_on_uid=made)


def _takeback(
    match: Match,
    mine: Player | None,
    players: Sequence[Player],
    rulings: Sequence[RulingFacts],
    *,
    has_moved: bool,
) -> TakebackFacts:
    if mine is None or match.status != Status.ACTIVE:
        return TakebackFacts()
    done = sum(ruling.verb == "take-back" for ruling in rulings)
    return TakebackFacts(
        asked_by=None if match.takeback_refused else match.takeback_asked_by,
        may_ask=has_moved
        and mine.has_moved
        and done < MOST_TAKEBACKS
        and allowed(check_can_ask_takeback, match, mine, players),
    )


def _player_facts(player: Player, match: Match, seat: int | None, now: datetime) -> PlayerFacts:
    """What whoever sits in *seat* may know of *player*."""
    running = running_clock(match, player, match.frozen_at or now)
    if running is not None and player.seat != seat:
        running = running.to_others(now)
    reader_id = player.user_id if player.seat == seat else None
    return PlayerFacts(
        seat=player.seat,
        name=name_for(match, player, reader_id),
        is_bot=bool(player.bot),
        is_to_act=player.is_to_act,
        clock=None if match.frozen_at else running,
        clock_seconds=_seconds_left(player, running),
        away=None if is_kept(match, player, reader_id) else _away(player, seat, now),
        limit=None if match.frozen_at else _limit(player),
        placed_by_house=player.placed_by_house,
        result=player.result,
    )


def _away(player: Player, seat: int | None, now: datetime) -> Away | None:
    """That *player* is on vacation; until when is for those who play."""
    user = player.user
    if user is None or user.away_until is None or user.away_until <= now:
        return None  # as nearly everybody, without asking the database
    until = away_until([user.pk], now).get(user.pk)
    return Away(None if seat is None else until) if until else None


def _limit(player: Player) -> timedelta | None:
    if player.deadline is None:
        return None
    setting_up, moved = player.match.is_setting_up, player.has_moved
    return clocks.limit_now(player.bank, is_setting_up=setting_up, has_moved=moved)


def _seconds_left(player: Player, running: RunningClock | None) -> int | None:
    if player.bank is None or player.bot:
        return None
    return int((player.bank if running is None else running.left).total_seconds())
