"""Tournaments as they stand."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Count, Prefetch, Q, QuerySet

from games.match.status import Status
from games.tournaments.models import Entry, Pairing, Tournament
from games.tournaments.standings import Line, Outcome, Score, table_of

if TYPE_CHECKING:
    from accounts.models import User

State = Tournament.State
PAGE = 20


@dataclass(frozen=True, slots=True)
class Standings:
    """A tournament with its entries, pairings and table."""

    tournament: Tournament
    entries: Sequence[Entry]
    pairings: Sequence[Pairing]
    lines: Sequence[Line]


def tournament_called(uid: str) -> Tournament | None:
    """The tournament of that id, with its maker."""
    return Tournament.objects.select_related("made_by").filter(uid=uid).first()


def standings_of(tournament: Tournament) -> Standings:
    """Its table, made of the pairings as they stand; four statements at most, however many play."""
    entries = list(tournament.entries.select_related("user"))
    pairings = list(tournament.pairings.select_related("match"))
    return Standings(tournament, entries, pairings, lines_of(entries, pairings))


def lines_of(entries: Sequence[Entry], pairings: Sequence[Pairing]) -> list[Line]:
    """The table of those entries and pairings."""
    outside = {entry.pk for entry in entries if entry.is_outside}
    return table_of([entry.pk for entry in entries], map(score_of, pairings), outside=outside)


def score_of(pairing: Pairing) -> Score:
    """A pairing as the table reads it."""
    return Score(pairing.first_id, pairing.second_id, Outcome(pairing.outcome), pairing.is_forfeit)


def listed(*, which: str, user_id: int | None) -> QuerySet[Tournament]:
    """The tournaments of a list, newest first: "open", "running", "over", or "mine"."""
    also = {"entered": Count("entries", filter=Q(entries__withdrawn_at__isnull=True))}
    found = Tournament.objects.annotate(**also).order_by("-created_at", "-pk")
    if which == "mine":
        mine = Entry.objects.filter(user=user_id or 0).values("tournament_id")
        return found.filter(Q(pk__in=mine) | Q(made_by_id=user_id or 0))
    if which == "open":
        return found.filter(state=State.OPEN, link="")
    return found.filter(state=which)


def entry_of(tournament: Tournament, user_id: int | None) -> Entry | None:
    """The user's entry, withdrawn ones included."""
    return tournament.entries.filter(user_id=user_id).first() if user_id else None


def matches_in(match_ids: Collection[int]) -> dict[int, Tournament]:
    """The tournaments of those matches, by the match's key, in one statement."""
    rows = Pairing.objects.filter(match__in=match_ids).select_related("tournament")
    return {row.match_id: row.tournament for row in rows if row.match_id is not None}


def going_on(user: User) -> int:
    """How many tournaments the user is in that are open or in progress."""
    entries = Entry.objects.filter(user=user, withdrawn_at=None)
    return entries.filter(tournament__state__in=[State.OPEN, State.RUNNING]).count()


def trophies_of(user_id: int) -> QuerySet[Entry]:
    """The tournaments that the user has won, newest first."""
    won = Entry.objects.filter(user_id=user_id, place=1, tournament__state=State.OVER)
    return won.select_related("tournament").order_by("-tournament__ended_at")


def to_begin() -> QuerySet[Pairing]:
    """The pairings whose match has not begun, oldest first."""
    running = Pairing.objects.filter(match=None, outcome=Outcome.OPEN)
    return running.filter(tournament__state=State.RUNNING).order_by("pk")


def to_end() -> QuerySet[Pairing]:
    """The pairings decided by a withdrawal whose match goes on."""
    return Pairing.objects.filter(ends_match=True).order_by("pk")


def with_players() -> Prefetch[str, QuerySet[Entry], str]:
    """What reads the entries of many tournaments, with their users, in one statement."""
    return Prefetch("entries", Entry.objects.select_related("user"))


def count_differences() -> int:
    """How many pairings say another outcome than their matches, over the whole house."""
    wrong = 0
    rows = Pairing.objects.exclude(match=None).select_related("match")
    for pairing in rows.prefetch_related("match__players").iterator(chunk_size=500):
        wrong += pairing.outcome != _by_match(pairing)
    return wrong


def _by_match(pairing: Pairing) -> str:
    """What the match itself says; what was decided without it stays as it is."""
    match = pairing.match
    assert match is not None
    if pairing.is_forfeit or match.status == Status.ABORTED:
        return str(pairing.outcome)
    if match.status != Status.FINISHED:
        return Outcome.OPEN
    return played_outcome([p.result for p in match.players.all()], match.annulled_at is not None)


def played_outcome(results: Sequence[str], is_annulled: bool) -> Outcome:
    """What a match that was played to its end gives; *results* are by seat."""
    if is_annulled:
        return Outcome.VOID
    if "won" not in results:
        return Outcome.DRAW
    return Outcome.FIRST if results[0] == "won" else Outcome.SECOND
