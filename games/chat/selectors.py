"""Who hears what around a match."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.db.models import Q, QuerySet

from accounts.models import User
from engines.catalogue import meta_for
from games.chat.models import ChatLine, Muted
from games.common.rownames import name_of
from games.match.reading.selectors import begun_match, players_of
from games.match.reading.viewers import seat_of
from games.match.reading.visibility import may_read_talk
from games.match.status import Status
from games.people.writing import unheard_by, why_quick_only

if TYPE_CHECKING:
    from accounts.common.visitors import Visitor
    from games.common.exceptions import GamesError
    from games.match.models import Match, Player


NoSuchLine = ChatLine.DoesNotExist
Room = ChatLine.Room
LAST_LINES = 100


@dataclass(frozen=True, slots=True)
class LineFacts:
    """One line as its reader may know it."""

    name: str
    """What it is called on pages (`rownames`)."""
    room: str
    author: str
    author_id: int
    is_mine: bool
    text: str
    """Empty for a line that was hidden."""
    preset: str
    said_at: datetime
    is_hidden: bool


@dataclass(frozen=True, slots=True)
class TalkFacts:
    """The lines one reader may read around one match, and the rooms they may write in."""

    uid: str
    lines: tuple[LineFacts, ...]
    rooms: tuple[str, ...]
    """Where the reader may say something."""
    quick_only: type[GamesError] | None
    """Why the reader has nothing but quick messages there; None where own words pass."""
    is_seated: bool
    is_closed: bool
    """Whether a moderator has closed the talk of this match."""
    others: tuple[str, ...]
    """The other people at the board, whom the reader may mute."""
    muted: tuple[str, ...]


def is_open_to(room: str, match: Match, *, is_seated: bool) -> bool:
    """Return whether somebody, *is_seated* at the board or not, hears what is said in *room*.

    Players do not hear onlookers while a game that hides something goes on. What players
    say to each other is theirs; their remarks for later open when the match is over.
    """
    is_over = match.status in (Status.FINISHED, Status.ABORTED)
    if room == Room.PLAYERS:
        return is_seated
    if room == Room.WATCHERS:
        return not is_seated or is_over or not meta_for(match.game).hides_information
    return is_over and is_seated


def may_say(room: str, match: Match, players: Sequence[Player], user: Visitor) -> bool:
    """Return whether *user* may write in *room*; nobody may where moderators have closed it."""
    if match.silenced_at is not None:
        return False
    is_seated = seat_of(user, players) is not None
    if room == Room.LATER:
        return is_seated and match.status == Status.ACTIVE
    if room not in Room.values or not user.is_authenticated:
        return False
    if room == Room.WATCHERS and is_seated and match.status == Status.ACTIVE:
        return False  # players speak at the board; a hint from or to onlookers helps nobody
    return is_open_to(room, match, is_seated=is_seated)


def readers_in(room: str, players: Sequence[Player], user: User) -> list[User]:
    """Return whom words in *room* are for; of onlookers nobody is known."""
    if room == Room.WATCHERS:
        return []
    return [one.user for one in players if one.user is not None and one.user_id != user.pk]


def talk_of(uid: str, user: Visitor) -> TalkFacts:
    """Return what *user* may hear around match *uid*; raises NoSuchMatch before it has begun."""
    match = begun_match(uid, user, may_read_talk)
    players = players_of(match)
    is_seated = seat_of(user, players) is not None
    open_rooms = [room for room in Room.values if is_open_to(room, match, is_seated=is_seated)]
    lines = ChatLine.objects.filter(Q(room__in=open_rooms) | _own(user), match=match)
    muted = _muted_by(user)
    if isinstance(user, User) and user.is_quiet:
        lines = lines.exclude(~Q(author_id=user.pk), preset="")
    unheard = muted | (unheard_by(user.pk) if user.is_authenticated else frozenset())
    rows = list(
        lines.exclude(author_id__in=unheard).select_related("author").order_by("-pk")[:LAST_LINES]
    )
    others = [p.user for p in players if p.user is not None and p.user_id != user.pk]
    rooms = tuple(room for room in Room.values if may_say(room, match, players, user))
    return TalkFacts(
        uid=uid,
        lines=tuple(_facts(row, user) for row in reversed(rows)),
        rooms=rooms,
        quick_only=_why_quick_only(rooms, players, user),
        is_seated=is_seated,
        is_closed=match.silenced_at is not None,
        others=tuple(other.name for other in others) if is_seated else (),
        muted=tuple(other.name for other in others if other.pk in muted),
    )


def lines_for_staff(match: Match) -> QuerySet[ChatLine]:
    """Return what was said at the board of *match* and around it, for those who work on reports.

    Not the remarks that players keep for the end: those may speak of what is hidden.
    """
    rows = ChatLine.objects.filter(match=match).select_related("author")
    is_over = match.status in (Status.FINISHED, Status.ABORTED)
    return rows if is_over else rows.exclude(room=Room.LATER)


def lines_around(
    match: Match, author_id: int, until: datetime, *, text: str
) -> tuple[list[ChatLine], int]:
    """Return a line of the author, three lines before and three after it, and its key.

    It is the last one until then with those words, or without words the last of all. Only what
    staff may read; the empty list and 0 where there is no such line.
    """
    readable = lines_for_staff(match)
    theirs = readable.filter(author_id=author_id, said_at__lte=until).exclude(room=Room.LATER)
    found = (theirs.filter(text=text) if text else theirs).order_by("-pk").first()
    if found is None:
        return [], 0
    beside = readable.filter(room=found.room)
    before = list(beside.filter(pk__lt=found.pk).order_by("-pk")[:3])
    after = list(beside.filter(pk__gt=found.pk).order_by("pk")[:3])
    return [*reversed(before), found, *after], found.pk


def lines_by(user_id: int, since: datetime) -> QuerySet[ChatLine]:
    """Return what the user has said since then, newest first, as far as staff may read it."""
    running = Q(room=Room.LATER) & ~Q(match__status__in=[Status.FINISHED, Status.ABORTED])
    rows = ChatLine.objects.filter(author_id=user_id, said_at__gte=since).exclude(running)
    return rows.select_related("match").order_by("-pk")


def readable_line(uid: str, user: Visitor, name: str) -> LineFacts | None:
    """Return the line of that name, if *user* hears it in match *uid*."""
    return next((line for line in talk_of(uid, user).lines if line.name == name), None)


def match_of_line(line_id: int) -> str:
    """Return the uid of the match around which a line was said; raises NoSuchLine."""
    return ChatLine.objects.select_related("match").get(pk=line_id).match.uid


def has_spoken(match: Match, user_id: int) -> bool:
    """Return whether the user has said anything others could hear around *match*."""
    said = ChatLine.objects.filter(match=match, author_id=user_id)
    return said.exclude(room=Room.LATER).exists()


def _own(user: Visitor) -> Q:
    """A reader's own remarks for later."""
    return Q(author_id=user.pk, room=Room.LATER) if user.is_authenticated else Q(pk=None)


def _muted_by(user: Visitor) -> frozenset[int]:
    if not user.is_authenticated:
        return frozenset()
    return frozenset(Muted.objects.filter(user_id=user.pk).values_list("whom_id", flat=True))


def _why_quick_only(
    rooms: Sequence[str], players: Sequence[Player], user: Visitor
) -> type[GamesError] | None:
    """Return why own words pass in none of the *rooms*; None where they do, or there is none."""
    if not isinstance(user, User) or not rooms:
        return None
    reasons = [why_quick_only(user, readers_in(room, players, user)) for room in rooms]
    return reasons[0] if all(reasons) else None


def _facts(row: ChatLine, user: Visitor) -> LineFacts:
    is_hidden = row.hidden_at is not None
    return LineFacts(
        name=name_of(row),
        room=row.room,
        author=row.author.name,
        author_id=row.author_id,
        is_mine=user.is_authenticated and row.author_id == user.pk,
        text="" if is_hidden else row.text,
        preset=row.preset,
        said_at=row.said_at,
        is_hidden=is_hidden,
    )
