"""What the referee tells one viewer of a match, and what follows from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from engines.catalogue import meta_for
from engines.core.jsontypes import JsonObject
from engines.core.seats import Seat, Viewer
from games.bots.selectors import OpinionFacts, opinions_at
from games.knowledge.selectors import guesses_on_board, may_guess, sure_on_board
from games.match.changes.bounds import Bounds, bounds_of
from games.match.changes.permissions import allowed, check_can_be_judged
from games.match.reading.plytimes import PlyTime, ply_times
from games.match.reading.selectors import RulingFacts, rulings_of
from games.match.reading.viewers import replay_eyes, replay_viewer
from games.match.referee import Bluff, Referee, setup_cautions
from games.match.status import Status
from games.match.terms.playing_on import is_played_on
from games.plans.selectors import PlanFacts, plan_of
from games.record.selectors import CommittedPiece, commitments_of
from games.setup.selectors import Preparation, placing_of, preparation_of

if TYPE_CHECKING:
    from games.match.models import Match, Player


REVEAL = "revealed"
"""The kind of the event by which a game that hides something tells all of it at the end."""


@dataclass(frozen=True, slots=True)
class HeldRows:
    """The part of the list of moves that an open page holds, so that only the rest need be told."""

    ply: int
    """Its last row begins after this ply."""
    row: int
    """The number of that row; it may be unfinished, so it is told again."""
    ahead: int
    """`Referee.ahead` by then: if it is another, it may be that moves were taken back."""


STEP = 100
"""Of a game that can go on for ever, a page tells the moves of so many plies among which its board
stands, and of as many before and after them."""

MOST_MISSED = 200
"""A page that lacks more plies than these begins anew."""

MOST_ASKED = 200
"""A program is told the moves of so many plies at a time."""


class Part(NamedTuple):
    """The part of the moves that a program asks for."""

    since: int = 0
    """Those after this ply,"""
    until: int | None = None
    """up to this one; None for the last."""

    def holds(self, ply: int) -> bool:
        """Return whether the part contains the move of that ply."""
        return self.since < ply and (self.until is None or ply <= self.until)


WHOLE = Part()


class Span(NamedTuple):
    """The plies whose moves are told."""

    after: int
    """Those after this ply,"""
    until: int | None
    """up to this one; None for the last."""
    earlier: int | None = None
    """The last of those that were left out before them; None where none were."""


ALL = Span(0, None)


class Look(NamedTuple):
    """A way to look at a match."""

    after_ply: int | None = None
    """Back to the board after this ply; None for the present."""
    eyes: str = ""
    """The name of the eyes to look back with once nothing is hidden any more; all-seeing ones
    for none."""
    held: HeldRows | None = None
    """What the page has held on to of the moves, which is told the rest."""
    part: Part | None = None
    """What a program asks for of the moves; None for a page."""
    typed: str = ""
    """A move as it was typed."""


PRESENT = Look()


@dataclass(frozen=True, slots=True)
class JudgedFacts:
    """The bots' moves on the board looked back at, once the match is over."""

    may_ask: bool
    is_played_now: bool
    """Whether the reader is playing on this board in a running match: nothing is said of it."""
    opinions: tuple[OpinionFacts, ...]
    view: JsonObject
    """The board as they were shown it: that of the seat that was to move."""
    bluffs: Mapping[str, Bluff]
    """The fouls among what they would have played."""


MOST_TRIED = 120
"""So many moves stand in an address."""


@dataclass(frozen=True, slots=True)
class OpenLine:
    """A board that hides nothing, to be looked at elsewhere: a position, and the moves from it."""

    position: str
    """A text of the rules page; empty for the start of the game."""
    moves: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class SeenFacts:
    """The facts that the referee tells one viewer, and those that follow from them."""

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
    """What the viewer heard of the match, or of its start and the plies of its *window*."""
    part_news: Sequence[tuple[str, JsonObject]] = ()
    """What of it belongs to the *part* that a program asked for."""
    part: Part = WHOLE
    window: Span = ALL
    """The plies whose moves are told."""
    last_move: int = 0
    """The last ply that is a move; 0 where the moves told include it."""
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
    bounds: Bounds | None = None
    """How near it is to a draw by the rule of the site, from when that is told on."""
    position_text: str = ""
    """The board looked at as a text of the rules page, once the match is over and where matches
    can begin anywhere."""
    line: OpenLine | None = None
    """How the board looked at came about; None where anything is hidden, and for who plays on."""
    reveal: JsonObject | None = None
    """What the end has told everybody, whatever is looked back at; None where nothing was."""
    legal: tuple[str, ...] = ()
    spelled: str = ""
    """The move that was typed, as the rules page writes it; "" for none, and in games that hide."""
    bluffs: Mapping[str, Bluff] = field(default_factory=dict)
    """Those of `legal` that the viewer can see to be fouls."""
    guesses: Mapping[str, str] | None = None
    """Square to the kind its piece is taken for by the viewer; None where there is no guessing."""
    sure: Mapping[str, str] | None = None
    """Square to the only kind that its piece could be to the seat whose eyes look back; None with
    other eyes, and where no kinds are hidden."""
    commitments: tuple[CommittedPiece, ...] = ()
    """What the site has committed itself to, if anything: opened once the match is over."""
    seat_ply: int = 0
    """The number the viewer's next own ply will have, from 1; 0 for a bystander."""
    viewed_ply: int | None = None
    rulings: tuple[RulingFacts, ...] = ()
    """What moderators have done here, oldest first."""
    plan: PlanFacts | None = None
    """What the viewer has planned; None where there are no plans."""


def seen_facts(
    referee: Referee, players: Sequence[Player], viewer: Viewer, look: Look, *, reader: int | None
) -> SeenFacts:
    """Return what *viewer*, the user *reader*, is shown of a match that has begun."""
    match, after_ply = referee.match, look.after_ply
    named = _replay_eyes(match, look.eyes)
    acting = _acting(match, viewer, after_ply)
    preparation = None if acting is None else _preparation(players, acting)
    held = _held(referee, viewer, look)
    window = _window(referee, viewer, look, held)
    news = referee.latest_news(viewer, after=window.after, until=window.until)
    rulings = rulings_of(match, seated=viewer.seat is not None)
    moments = referee.moments(viewer, after=window.after, until=window.until)
    return SeenFacts(
        version=referee.version(viewer),
        eyes=named,
        view=_view(referee, replay_viewer(named, match) or viewer, after_ply=after_ply),
        commitments=commitments_of(match),
        preparation=preparation,
        cautions=_cautions(referee, preparation),
        news=news if after_ply is None else _replayed(referee, news, named),
        part_news=_part_news(referee, viewer, look, window),
        part=look.part or WHOLE,
        window=window,
        last_move=0 if window.until is None else referee.last_move(viewer),
        ply_times=ply_times(match, players, moments, rulings, reader=viewer.seat),
        rulings=rulings,
        plan=plan_of(match, players, viewer, referee),
        held=held,
        ahead=referee.ahead(viewer),
        last_own=_last_own(referee, viewer, moments) if held else 0,
        judged=_judged(referee, viewer, after_ply, reader),
        bounds=_bounds(referee, viewer),
        position_text=referee.text_after(after_ply) if match.status == Status.FINISHED else "",
        line=_line(referee, viewer, after_ply),
        reveal=next((facts for kind, facts in news if kind == REVEAL), None),
        legal=() if acting is None else referee.legal_moves(acting),
        spelled=_spelled(referee, look, acting),
        bluffs={} if acting is None else referee.bluffs(acting),
        guesses=_guesses(referee, players, viewer, after_ply),
        sure=_sure(referee, named, after_ply),
        seat_ply=_next_ply(referee, viewer),
        viewed_ply=after_ply,
    )


def _spelled(referee: Referee, look: Look, acting: Seat | None) -> str:
    return referee.spelled(look.typed) if look.typed and acting is not None else ""


def _line(referee: Referee, viewer: Viewer, after_ply: int | None) -> OpenLine | None:
    """All moves, or where there are very many the board alone."""
    match, meta = referee.match, meta_for(referee.match.game)
    plays_on = viewer.seat is not None and match.status == Status.ACTIVE
    if meta.hides_information or meta.solo or plays_on or match.status == Status.ABORTED:
        return None
    last = referee.last_move(viewer)
    ply = last if after_ply is None else min(after_ply, last)
    if ply > MOST_TRIED:
        return OpenLine(referee.text_after(ply), ())
    return OpenLine(match.start, referee.open_moves(up_to=ply))


def _bounds(referee: Referee, viewer: Viewer) -> Bounds | None:
    """Told to whoever knows of all plies, while it can be played on."""
    match = referee.match
    is_open = match.status == Status.ACTIVE and match.frozen_at is None
    return bounds_of(referee) if is_open and referee.horizon(viewer) == referee.plies else None


def _judged(
    referee: Referee, viewer: Viewer, after_ply: int | None, reader: int | None
) -> JudgedFacts | None:
    match = referee.match
    if after_ply is None or not allowed(check_can_be_judged, match):
        return None
    if not referee.may_think(after_ply):
        return None
    is_played_now = referee.is_played_now(after_ply, reader)
    opinions = () if is_played_now else opinions_at(match, after_ply)
    moves = [opinion.move for opinion in opinions if opinion.move]
    thought = referee.shown_after(after_ply, moves)
    return JudgedFacts(
        may_ask=viewer.seat is not None and not is_played_on(match) and not is_played_now,
        is_played_now=is_played_now,
        opinions=opinions,
        view=thought.view,
        bluffs=thought.bluffs,
    )


def _held(referee: Referee, viewer: Viewer, look: Look) -> HeldRows | None:
    holds = look.after_ply is None and _still_holds(referee, referee.match, viewer, look.held)
    return look.held if holds else None


def _window(referee: Referee, viewer: Viewer, look: Look, held: HeldRows | None) -> Span:
    """The plies whose moves are told; of a game that ends by its rules, all that are not *held*."""
    if held is not None:
        return Span(held.ply, None)
    if not meta_for(referee.match.game).endless:
        return ALL
    last = referee.horizon(viewer)
    if look.part is not None:
        until = last if look.part.until is None else min(look.part.until, last)
        after = max(look.part.since, until - MOST_ASKED, 0)
        left_out = after if look.part.since < after else None
        return Span(after, until if until < last else None, left_out)
    here = last if look.after_ply is None else min(look.after_ply, last)
    before = max(here - 1, 0) // STEP * STEP
    after, until = max(before - STEP, 0), before + 2 * STEP
    return Span(after, until if until < last else None, after or None)


def _part_news(
    referee: Referee, viewer: Viewer, look: Look, window: Span
) -> Sequence[tuple[str, JsonObject]]:
    if look.part is None:
        return ()
    after, until = max(window.after, look.part.since), look.part.until
    return referee.news_between(
        viewer, after=after, until=until if window.until is None else window.until
    )


def _last_own(referee: Referee, viewer: Viewer, moments: Mapping[int, tuple[Seat, Any]]) -> int:
    """The viewer's last ply: it is asked for only where none of those just read is theirs."""
    if viewer.seat is None:
        return 0
    own = [number for number, (mover, _at) in moments.items() if mover == viewer.seat]
    return max(own, default=0) or referee.ply_of(viewer.seat, referee.seat_plies(viewer.seat))


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
        and (held.ply >= referee.plies - MOST_MISSED or not meta_for(match.game).endless)
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


def _replayed(
    referee: Referee, news: list[tuple[str, JsonObject]], named: str
) -> list[tuple[str, JsonObject]]:
    """The *news* to look back with: other eyes than all-seeing ones know what they had known."""
    eyes = replay_viewer(named, referee.match)
    if eyes is None or eyes.sees_all:
        return news
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
    """Return the codes of doubts about a set-up for a match; none before it is whole."""
    placing = placing_of(game)
    return setup_cautions(game, placing.action(letters)) if placing.is_complete(letters) else ()


def _cautions(referee: Referee, preparation: Preparation | None) -> tuple[str, ...]:
    """What a complete set-up gives cause to ask about; nothing as long as it is not."""
    if preparation is None or not preparation.placing.is_complete(preparation.letters):
        return ()
    return referee.cautions(preparation.placing.action(preparation.letters))


def _sure(referee: Referee, named: str, after_ply: int | None) -> dict[str, str] | None:
    """What was sure to the seat looked back with."""
    eyes = replay_viewer(named, referee.match)
    if eyes is None or eyes.seat is None or not may_guess(referee, referee.match):
        return None
    return sure_on_board(referee, eyes, after_ply=after_ply)


def _guesses(
    referee: Referee, players: Sequence[Player], viewer: Viewer, after_ply: int | None
) -> dict[str, str] | None:
    """The viewer's own marks on the board, in a game where a player may guess."""
    if viewer.seat is None or not may_guess(referee, players[0].match):
        return None
    player = players[viewer.seat]
    assert player.user_id is not None
    return guesses_on_board(referee, player.match_id, player.user_id, viewer, after_ply=after_ply)
