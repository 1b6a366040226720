"""Tournaments as they stand."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, prefetch_related_objects

from games.clubs.selectors import clubs_of
from games.match.status import Status
from games.tournaments.models import Entry, Pairing, Tournament
from games.tournaments.series import Division
from games.tournaments.standings import Line, Outcome, Score, Tie, table_of, ties_of
from queues.prepared import Prepared

if TYPE_CHECKING:
    from accounts.models import User
    from games.match.models import Match, Player

State = Tournament.State
PAGE = 20
LOOKED_BACK = timedelta(days=30)
"""How long after its end a table is still looked at."""


@dataclass(frozen=True, slots=True)
class Standings:
    """A tournament with its entries, pairings and table."""

    tournament: Tournament
    entries: Sequence[Entry]
    pairings: Sequence[Pairing]
    lines: Sequence[Line]

    @property
    def places(self) -> dict[int, int | None]:
        """The place of each entry; in a match of clubs nobody has one, as clubs win it."""
        is_of_clubs = bool(self.tournament.guests)
        return {line.entry: None if is_of_clubs else line.place for line in self.lines}

    @property
    def score(self) -> tuple[Fraction, Fraction]:
        """Of a match of clubs: the points of each."""
        teams = {entry.pk: entry.team for entry in self.entries}
        first, second = (
            sum((one.points for one in self.lines if teams[one.entry] == team), Fraction())
            for team in (0, 1)
        )
        return first, second


def tournament_called(uid: str) -> Tournament | None:
    """Return the tournament of that id, with its maker."""
    return Tournament.objects.select_related("made_by").filter(uid=uid).first()


def tournaments_called(uids: Collection[str]) -> QuerySet[Tournament]:
    """Return those tournaments, divisions among them."""
    return Tournament.objects.filter(uid__in=uids)


def standings_of(tournament: Tournament) -> Standings:
    """Its table, made of the pairings as they stand; four statements at most, however many play."""
    entries = list(tournament.entries.select_related("user"))
    pairings = list(tournament.pairings.select_related("match"))
    return Standings(tournament, entries, pairings, lines_of(entries, pairings))


def lines_of(entries: Sequence[Entry], pairings: Sequence[Pairing]) -> list[Line]:
    """Return the table of those entries and pairings."""
    outside = {entry.pk for entry in entries if entry.is_outside}
    return table_of([entry.pk for entry in entries], map(score_of, pairings), outside=outside)


def ties_in(standings: Standings) -> list[Tie]:
    """Return who has the same points in a table, and what tells them apart."""
    outside = {entry.pk for entry in standings.entries if entry.is_outside}
    keys = [entry.pk for entry in standings.entries]
    return ties_of(keys, map(score_of, standings.pairings), outside=outside)


def score_of(pairing: Pairing) -> Score:
    """A pairing as the table reads it."""
    return Score(pairing.first_id, pairing.second_id, Outcome(pairing.outcome), pairing.is_forfeit)


def listed(*, which: str, user_id: int | None, club: str = "") -> QuerySet[Tournament]:
    """Return the tournaments of a list, newest first: "open", "running", "over", or "mine"; or all
    those of a *club*.

    Divisions of leagues are listed by their players alone: leagues have pages of their own. What is
    open for a club is listed for its members.
    """
    also = {"entered": Count("entries", filter=Q(entries__withdrawn_at__isnull=True))}
    found = Tournament.objects.annotate(**also).order_by("-created_at", "-pk")
    if club:
        return found.filter(Q(club=club) | Q(guests=club))
    if which == "mine":
        mine = Entry.objects.filter(user=user_id or 0).values("tournament_id")
        return found.filter(Q(pk__in=mine) | Q(made_by_id=user_id or 0))
    found = found.filter(series=None)
    if which == "open":
        own = [one.uid for one in clubs_of(user_id)]
        is_for = Q(club="") | Q(club__in=own) | Q(guests__in=own)
        return found.filter(is_for, state=State.OPEN, link="")
    return found.filter(state=which)


def named(text: str) -> QuerySet[Tournament]:
    """Return the tournaments that everybody may find whose names begin with *text*, newest first:
    those for one club, for whoever has the link, and divisions of leagues are left out."""
    found = Tournament.objects.filter(name__istartswith=text, series=None, club="", link="")
    return found.order_by("-created_at", "-pk")


def entry_of(tournament: Tournament, user_id: int | None) -> Entry | None:
    """Return the user's entry, withdrawn ones included."""
    return tournament.entries.filter(user_id=user_id).first() if user_id else None


def going_on(user: User) -> int:
    """Return how many tournaments the user is in that are open or in progress."""
    entries = Entry.objects.filter(user=user, withdrawn_at=None)
    return entries.filter(tournament__state__in=[State.OPEN, State.RUNNING]).count()


def going_of(user_id: int) -> list[Standings]:
    """Return the tournaments in which the user plays or will, with their tables and without names,
    those in progress first; three statements at most, however many they are."""
    rows = _going_of(user_id)
    prefetch_related_objects(rows, "entries", "pairings")
    standings = []
    for one in rows:
        entries, pairings = [*one.entries.all()], [*one.pairings.all()]
        standings.append(Standings(one, entries, pairings, lines_of(entries, pairings)))
    return standings


def _with_user(user_id: int) -> QuerySet[Tournament]:
    mine = Entry.objects.filter(user=user_id, withdrawn_at=None).values("tournament_id")
    found = Tournament.objects.filter(pk__in=mine, state__in=[State.OPEN, State.RUNNING])
    return found.order_by("-state", "created_at", "pk")


_going_of = Prepared(_with_user, int)


def has_entered(user_id: int) -> bool:
    """Return whether the user has ever entered a tournament."""
    return Entry.objects.filter(user_id=user_id).exists()


def trophies_of(user_id: int) -> QuerySet[Entry]:
    """Return the tournaments that the user has won, newest first; a bot account wins none, and
    where nobody but bots stands below the user there is none to win."""
    others = Entry.objects.filter(
        tournament=OuterRef("tournament"), user__is_program=False, is_outside=False
    ).exclude(user=user_id)
    won = Entry.objects.filter(
        Exists(others), user=user_id, user__is_program=False, place=1, tournament__state=State.OVER
    )
    return won.select_related("tournament").order_by("-tournament__ended_at")


def to_begin() -> QuerySet[Pairing]:
    """Return the pairings whose match has not begun, oldest first."""
    running = Pairing.objects.filter(match=None, outcome=Outcome.OPEN)
    return running.filter(tournament__state=State.RUNNING).order_by("pk")


def divisions_of(league: str, season: int, count: int) -> list[Tournament]:
    """Return the divisions of a season of a league, the top one first."""
    names = [Division(league, season, number).series for number in range(1, count + 1)]
    found = {one.series: one for one in Tournament.objects.filter(series__in=names)}
    return [found[name] for name in names if name in found]


def are_over(divisions: Sequence[Tournament]) -> bool:
    """Return whether all of them are."""
    return all(one.state == State.OVER for one in divisions)


def withdrawn_from(divisions: Sequence[Tournament]) -> list[int]:
    """The users who have withdrawn from one of them, or were withdrawn."""
    rows = Entry.objects.filter(tournament__in=[one.pk for one in divisions], user__isnull=False)
    return [key for key in rows.exclude(withdrawn_at=None).values_list("user", flat=True) if key]


def first_places(series: Collection[str]) -> dict[str, list[Entry]]:
    """Return who has won each of these divisions, by its series, in one statement."""
    rows = Entry.objects.filter(tournament__series__in=series, place=1)
    found: dict[str, list[Entry]] = {name: [] for name in series}
    for entry in rows.select_related("tournament", "user"):
        found[entry.tournament.series or ""].append(entry)
    return found


def division_of(divisions: Sequence[Tournament], user_id: int | None) -> int | None:
    """In which of the divisions a user plays, from 1."""
    if user_id is None:
        return None
    keys = [one.pk for one in divisions]
    own = Entry.objects.filter(user_id=user_id, tournament__in=keys).first()
    return keys.index(own.tournament_id) + 1 if own else None


def together_now() -> dict[Tournament, list[int]]:
    """Return the users in each tournament that is open or in progress, in one statement."""
    going = Entry.objects.filter(
        user__isnull=False, withdrawn_at=None, tournament__state__in=[State.OPEN, State.RUNNING]
    )
    found: dict[Tournament, list[int]] = {}
    for entry in going.select_related("tournament").order_by("-tournament__pk", "pk"):
        found.setdefault(entry.tournament, []).append(entry.user_id or 0)
    return found


def due_to_end(now: datetime) -> QuerySet[Tournament]:
    """Return what has an end, and has reached it."""
    return Tournament.objects.filter(state=State.RUNNING, ends_at__lte=now).order_by("pk")


def behind_their_matches(now: datetime) -> QuerySet[Tournament]:
    """Return those in progress, or over for less than a month, with a pairing that does not say
    what has become of its match: over, annulled, restored or gone on with."""
    is_over, is_annulled = Q(match__status=Status.FINISHED), Q(match__annulled_at__isnull=False)
    missed = Q(outcome=Outcome.OPEN) & (is_over | Q(match__status=Status.ABORTED))
    annulled = is_over & is_annulled & ~Q(outcome=Outcome.VOID)
    restored = is_over & ~is_annulled & Q(outcome=Outcome.VOID, is_forfeit=False)
    goes_on = Q(match__status=Status.ACTIVE, ends_match=False) & ~Q(outcome=Outcome.OPEN)
    wrong = Pairing.objects.filter(missed | annulled | restored | goes_on)
    lately = Q(state=State.RUNNING) | Q(state=State.OVER, ended_at__gt=now - LOOKED_BACK)
    found = Tournament.objects.filter(lately, pk__in=wrong.values("tournament_id"))
    return found.order_by("pk")


def to_end() -> QuerySet[Pairing]:
    """Return the pairings decided without play whose match goes on."""
    return Pairing.objects.filter(ends_match=True).order_by("pk")


class Found(NamedTuple):
    """The result of a pairing, whether without play, and whether time has run out."""

    outcome: str
    is_forfeit: bool
    was_late: bool


STILL_OPEN = Found(Outcome.OPEN, False, False)
DECIDED_BEFORE = ("withdrawn", "forfeit", "season")
"""How matches end whose pairing has been decided before, without play."""


def kept_in(pairing: Pairing) -> Found:
    """Return what a pairing says."""
    return Found(pairing.outcome, pairing.is_forfeit, pairing.was_late)


def found_for(pairing: Pairing) -> Found:
    """Return what a pairing should say, as its match stands. Of what was decided without its match,
    and of a match that was cancelled, the pairing itself knows more."""
    match, kept = pairing.match, kept_in(pairing)
    assert match is not None
    if pairing.ends_match or (match.status == Status.ABORTED and pairing.outcome):
        return kept
    was_played = match.status == Status.FINISHED and match.ended_how not in DECIDED_BEFORE
    if was_played and pairing.is_forfeit:  # it ended a moment after the withdrawal that decided it
        return kept._replace(outcome=Outcome.VOID) if match.annulled_at else kept
    return found_in(match, list(match.players.all()))


def found_in(match: Match, players: Sequence[Player], subject: str = "") -> Found:
    """Return what has come of a match; *subject* names the seat that has left it, where one has."""
    if match.status == Status.ABORTED:
        return _without_play(match, players, subject)
    if match.status != Status.FINISHED:
        return STILL_OPEN
    is_annulled = match.annulled_at is not None
    return Found(
        _played([player.result for player in players], is_annulled),
        match.ended_how in DECIDED_BEFORE,
        match.ended_how == "time" and not is_annulled,
    )


def _played(results: Sequence[str], is_annulled: bool) -> Outcome:
    """Return what a match that was played to its end gives; *results* are by seat."""
    if is_annulled:
        return Outcome.VOID
    if "won" not in results:
        return Outcome.DRAW
    return Outcome.FIRST if results[0] == "won" else Outcome.SECOND


def _without_play(match: Match, players: Sequence[Player], subject: str) -> Found:
    """Of a match that was cancelled: who did not come, or left, loses it by forfeit."""
    left = [player.seat for player in players if subject == f"seat {player.seat}"]
    silent = [player.seat for player in players if player.missed and not player.has_moved]
    absent = left or silent
    if match.ended_how == "annulled" or len(absent) != 1:
        return Found(Outcome.VOID, True, bool(silent) and match.ended_how != "annulled")
    return Found(Outcome.SECOND if absent == [0] else Outcome.FIRST, True, not left)
