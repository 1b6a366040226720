"""A match as one line of a list: on the desk and in the archive."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from engines.catalogue import meta_for
from games.boards.endings import cancelled_sentence, own_fault, why_sentence
from games.boards.kit.characters import Character
from games.boards.names import bot_names, bot_of, game_name, player_name, presenter_for, side_name
from games.boards.pictures import picture_svg
from games.common.filling import filled
from games.desk.selectors import Desk, MatchRow, Other
from games.match.presenters.clocktext import deadline_sentence
from games.match.reading.names import name_for
from games.match.status import Status

if TYPE_CHECKING:
    from games.match.models import Ruling


@dataclass(frozen=True, slots=True)
class Row:
    """A match in a list."""

    url: str
    uid: str
    mark: str
    """The reader's own mark, one of `Player.DeskMark`."""
    can_mark: bool
    game_name: str
    opponent_name: str
    bot: Character | None
    """The bot played against, if one is."""
    status_line: str
    deadline: datetime | None
    deadline_sentence: str
    seat_name: str
    """The reader's side; empty where there is none to be told from it."""
    picture: SafeString | str
    hides: bool
    """Whether the picture may show what the rules hide from others."""
    result_line: str
    is_new: bool
    ended_at: datetime | None
    group: str
    """The heading under which it stands, or ""."""
    moves: int
    """How many moves were played, and said: set-ups are none, nor is giving up."""


@dataclass(frozen=True, slots=True)
class DeskPage:
    """The desk's four lists. What asks for an answer stands with the offers, not below them."""

    to_move: list[Row]
    waiting: list[Row]
    offers: list[Row]
    finished: list[Row]
    left_out: int
    """How many rows of running and finished matches are not on the page."""
    boards: int
    """How many boards wait for the reader's move, those left out among them."""
    questions: int
    """How many offers of others want an answer."""


Headings = Callable[[MatchRow], str]


def _no_heading(row: MatchRow) -> str:
    return ""


def headings_by(group: str, events: Mapping[str, str]) -> Headings:
    """Return the function that gives a row its heading by *group*; *events* are event names."""
    if group == "game":
        return lambda row: game_name(row.game)
    if group == "event":
        return lambda row: events.get(row.event, _("No event"))
    return _no_heading


def present_desk(
    desk: Desk, now: datetime, *, piece_set: str, headings: Headings = _no_heading
) -> DeskPage:
    """The desk as shown, its boards with the pieces of *piece_set*, under *headings* that the lists
    are parted by."""

    def rows(part: Sequence[MatchRow]) -> list[Row]:
        shown = (present_row(row, now, piece_set=piece_set) for row in part)
        return [replace(line, group=headings(row)) for row, line in zip(part, shown, strict=True)]

    return filled(
        DeskPage,
        desk,
        to_move=rows(desk.to_move),
        waiting=rows(desk.waiting),
        offers=rows(desk.offers),
        finished=rows(desk.finished),
    )


def present_row(row: MatchRow, now: datetime, *, piece_set: str) -> Row:
    """One match as its player sees it in a list."""
    return filled(
        Row,
        row,
        url=_url(row),
        can_mark=row.status == Status.ACTIVE,
        game_name=game_name(row.game),
        opponent_name=_opponents(row),
        bot=_bot(row),
        status_line=_status_line(row),
        deadline_sentence=_time_line(row, now),
        seat_name="" if meta_for(row.game).solo else side_name(row.game, row.seat, row.options),
        picture=_picture(row, piece_set),
        hides=row.ended_at is None and meta_for(row.game).hides_information,
        result_line=result_line(row) if row.ended_at else "",
        is_new=row.is_new and row.ended_at is not None,
        group="",
        moves=_moves(row),
    )


def _picture(row: MatchRow, piece_set: str) -> str:
    if not row.seen.view:
        return ""
    return picture_svg(
        row.game, row.seen.view, row.seat, piece_set=piece_set, changed=changed_since(row)
    )


def changed_since(row: MatchRow) -> tuple[str, ...]:
    """The squares on which something has changed since the reader's last move, if any has."""
    if not row.seen.news:
        return ()
    moves = presenter_for(row.game).story(row.seen.news, row.seat)
    return tuple(dict.fromkeys(square for move in moves for square in move.squares))


CONCESSIONS = (
    *("resignation", "time", "agreement", "no-force", "forfeit"),
    *("season", "closed", "stuck", "quiet", "move-limit"),
)
"""Ends that are recorded as a ply of their own."""


def _moves(row: MatchRow) -> int:
    before = presenter_for(row.game).plies_before
    return max(0, row.plies - before - (row.ended_how in CONCESSIONS))


def _url(row: MatchRow) -> str:
    if row.secret:
        return reverse("games:take", args=[row.secret])
    return reverse("games:match", args=[row.uid])


def _status_line(row: MatchRow) -> str:
    if row.status == Status.OPEN:
        return _("Waiting for someone to open your link")
    if row.ended_at is not None:
        return _("Rematch offered") if row.rematch_offered else result_line(row)
    return _asked_line(row) or _turn_line(row)


def _asked_line(row: MatchRow) -> str:
    """What wants an answer in a running match; "" where nothing does."""
    if row.may_claim:
        return _("Your opponent's time has run out. You can claim the win")
    if row.may_end:
        return _("Your opponent's account is closed. You can end the match")
    if row.draw_offered:
        return _("Draw offered")
    return _("Your opponent asks to take a move back") if row.takeback_asked else ""


def _turn_line(row: MatchRow) -> str:
    if row.is_setting_up:
        return _("Place your pieces") if row.is_to_act else _("Your opponent is placing pieces")
    return _("Your turn") if row.is_to_act else _("Opponent's turn")


def _time_line(row: MatchRow, now: datetime) -> str:
    if row.clock is not None:
        return deadline_sentence(row.clock, now)
    return _("No time limit") if row.time_control == "none" and row.ended_at is None else ""


def result_line(row: MatchRow) -> str:
    """Return the result for the reader, and the reason."""
    headlines = {"won": _("Won"), "lost": _("Lost"), "drawn": _("Drawn"), "": _("Cancelled")}
    return _("%(result)s: %(why)s") % {"result": headlines[row.result], "why": _why(row)}


def _why(row: MatchRow) -> str:
    if row.status == Status.ABORTED:
        return cancelled_sentence(row.ended_how)
    fault = own_fault(row.game, row.ended_how, row.winners, row.seat)
    if fault:
        return fault
    names = {other.seat: _name(row, other) for other in row.others} | {row.seat: _("You")}
    by_seat = [names[seat] for seat in sorted(names)]
    return why_sentence(row.game, row.ended_how, row.winners, by_seat, row.options)


def _opponents(row: MatchRow) -> str:
    people = [_name(row, other) for other in row.others if other.name and not other.is_bot]
    levels = {other.seat: other.name for other in row.others if other.is_bot}
    return _(", ").join([*people, *bot_names(row.game, row.options, levels)])


def _bot(row: MatchRow) -> Character | None:
    return next((bot_of(row.game, other.name) for other in row.others if other.is_bot), None)


def _name(row: MatchRow, other: Other) -> str:
    return player_name(row.game, other.name, is_bot=other.is_bot)


@dataclass(frozen=True, slots=True)
class LostSeat:
    """A match in which a bot has taken the reader's seat."""

    url: str
    game_name: str
    opponent_name: str
    made_at: datetime


def lost_seat(ruling: Ruling, user_id: int) -> LostSeat:
    """The match of a ruling by which the user was put out of their seat."""
    match = ruling.match
    players = [player for player in match.players.all() if player.seat != ruling.seat]
    named = [player for player in players if player.user] or players
    names = [
        player_name(match.game, name_for(match, player, user_id), is_bot=not player.user)
        for player in named
    ]
    return LostSeat(
        reverse("games:match", args=[match.uid]),
        game_name(match.game),
        _(", ").join(names),
        ruling.made_at,
    )
