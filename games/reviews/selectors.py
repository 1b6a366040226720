"""What was worked out of a match that is over, for whoever may look at it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from engines.catalogue import GAMES
from engines.core.jsontypes import JsonObject
from engines.core.seats import BYSTANDER
from games.common.filling import filled
from games.knowledge.selectors import Mark, marks_of
from games.match.changes.permissions import check_recorded
from games.match.reading.selectors import begun_match
from games.match.reading.viewers import seat_of
from games.match.reading.visibility import NoSuchMatch
from games.match.referee import Referee
from games.people.selectors import PastMatch, history_of, past_matches_of
from games.reviews.evaluations import UNSAID, Worth, read_weighed, worths
from games.reviews.foreseen import TurningPoint, read_foreseen, turning_points
from games.reviews.hindsight import Known, read_known
from games.reviews.models import MOST_ATTEMPTS, Review

if TYPE_CHECKING:
    from accounts.common.visitors import Visitor
    from games.match.models import Match


@dataclass(frozen=True, slots=True)
class Reviewed:
    """The player of a seat, and their result."""

    seat: int
    name: str
    """The user's display name; empty for a bot."""
    bot: str
    result: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """The progress of working out a match."""

    is_asked: bool
    is_done: bool
    is_given_up: bool
    reached: int
    plies: int

    @property
    def is_worked_on(self) -> bool:
        """True if it is worth while to look again soon."""
        return self.is_asked and not self.is_done and not self.is_given_up

    @property
    def progress(self) -> str:
        """The progress in words."""
        values = {"reached": self.reached, "plies": self.plies}
        return _("%(reached)s of %(plies)s moves are worked out.") % values


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewFacts(Progress):
    """A match that is over, and what was worked out of it."""

    uid: str
    game: str
    options: dict[str, Any]
    players: tuple[Reviewed, ...]
    is_hidden: bool
    """Whether moderators have hidden it: it is not passed on then."""
    known: Known
    own_seat: int | None
    marks: tuple[Mark, ...]
    """The guesses of whoever looks, and nobody else's; oldest first."""


def review_facts(uid: str, user: Visitor) -> ReviewFacts:
    """Return what was worked out of match *uid*.

    Raises Match.DoesNotExist for whoever may not look at it and for a game of which nothing can be
    said, NotOver while it goes on, NothingRecorded if it was cancelled.
    """
    match, referee = recorded(uid, user, Referee.can_be_reviewed)
    return _facts(match, referee, user)


def recorded(uid: str, user: Visitor, can_be: Callable[[Referee], bool]) -> tuple[Match, Referee]:
    """Return match *uid*, of which something *can be* said; raises as `review_facts` does."""
    match = begun_match(uid, user)
    referee = Referee(match)
    if not can_be(referee):
        raise NoSuchMatch
    check_recorded(match)
    return match, referee


HIDING = tuple(meta.slug for meta in GAMES if meta.hides_information)
MOST_PAST = 6
"""So many matches to look back at are listed."""


def past_hidden_matches(user_id: int) -> list[PastMatch]:
    """The latest finished matches of somebody in which something was hidden."""
    seats = history_of(user_id).filter(match__game__in=HIDING)
    return past_matches_of(seats[:MOST_PAST])


@dataclass(frozen=True, slots=True)
class AnalysisFacts:
    """A match that is over, in which nothing was hidden, and what its positions were worth."""

    review: ReviewFacts
    worths: tuple[Worth, ...]
    """After 0, 1, 2 … plies; nothing is said of those *played_now*."""
    played_now: frozenset[int]
    """The plies after which the board is one that the reader is playing on."""
    winners: tuple[int, ...]
    played: tuple[str, ...]
    """The moves, as far as the first concession."""
    movers: tuple[int, ...]
    """Whose they were."""


def analysis_facts(uid: str, user: Visitor) -> AnalysisFacts:
    """Return what the positions of match *uid* were worth; raises as `review_facts` does."""
    match, referee = recorded(uid, user, Referee.can_be_weighed)
    facts = _facts(match, referee, user)
    weighed = read_weighed(facts.known)
    played_now = referee.played_now(user.pk, up_to=len(weighed["scores"]) - 1)
    plies = referee.open_plies(up_to=referee.plies)
    return AnalysisFacts(
        review=facts,
        worths=tuple(
            UNSAID if ply in played_now else worth for ply, worth in enumerate(worths(weighed))
        ),
        played_now=played_now,
        winners=tuple(one.seat for one in facts.players if one.result == "won"),
        played=tuple(move for _seat, move in plies),
        movers=tuple(seat for seat, _move in plies),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class TurningFacts(Progress):
    """A match that one person played to its end, and which of its moves cost most."""

    uid: str
    game: str
    view: JsonObject
    """The board at the end."""
    points: tuple[TurningPoint, ...]


def turning_facts(uid: str, user: Visitor) -> TurningFacts:
    """The turning points of match *uid*; raises as `review_facts` does."""
    match, referee = recorded(uid, user, Referee.can_be_foreseen)
    review = Review.objects.filter(match=match).first()
    return filled(
        TurningFacts,
        match,
        _progress(review, referee.plies),
        view=referee.view(BYSTANDER),
        points=turning_points(read_foreseen(review.data if review else {})),
    )


def _progress(review: Review | None, plies: int) -> Progress:
    return Progress(
        is_asked=review is not None,
        is_done=review is not None and review.done_at is not None,
        is_given_up=review is not None and review.attempts >= MOST_ATTEMPTS,
        reached=review.reached if review else 0,
        plies=plies,
    )


def _facts(match: Match, referee: Referee, user: Visitor) -> ReviewFacts:
    players = list(match.players.select_related("user"))
    review = Review.objects.filter(match=match).first()
    own_seat = seat_of(user, players)
    is_own = own_seat is not None and user.pk is not None
    return filled(
        ReviewFacts,
        match,
        _progress(review, referee.plies),
        players=tuple(
            Reviewed(one.seat, one.user.name if one.user else "", one.bot, one.result)
            for one in players
        ),
        is_hidden=match.hidden_at is not None,
        known=read_known(review.data if review else {}, len(players)),
        own_seat=own_seat,
        marks=marks_of(match.pk, user.pk) if is_own and user.pk else (),
    )
