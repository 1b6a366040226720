"""A tournament from entry to trophy: begin, results, withdrawals, rulings, the sweep."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.db.models import Q

from accounts.models import User
from games.match.changes import adjudicating, deadlines, ending, giving, pausing
from games.match.changes.adjudicating import Case
from games.match.changes.locking import lock_match
from games.match.exceptions import NothingOffered
from games.match.models import Match
from games.match.status import Status
from games.match.terms import opening
from games.notices.models import Notice
from games.ratings.models import RatingEvent
from games.tournaments import selectors
from games.tournaments.exceptions import (
    AlreadyEntered,
    EnteredByLink,
    EntriesClosed,
    NotEntered,
    OutsideRatings,
    TooFewEntries,
    TooFewFinished,
    TournamentFull,
)
from games.tournaments.models import Entry, Pairing, Tournament
from games.tournaments.services import beginning, entering, withdrawing
from games.tournaments.services import ending as ends
from queues.transactions import writing
from tests.kit.browsing import browser
from tests.kit.builders import NOON, QUICK_MATE, TOO_LATE, guest, house_was_up, person, play
from tests.tournaments.conftest import Maker, asked, count_differences

pytestmark = pytest.mark.django_db

State = Tournament.State


def match_of(tournament: Tournament, first: str, second: str) -> Match:
    pairing = tournament.pairings.get(first__user__name=first, second__user__name=second)
    assert pairing.match is not None
    return pairing.match


def resign_all(tournament: Tournament, *, but: int = 0) -> None:
    """The second seat gives up everywhere but in the last few."""
    pairings = list(tournament.pairings.exclude(match=None).select_related("match"))
    for pairing in pairings[: len(pairings) - but]:
        if pairing.match.status == Status.ACTIVE:
            ending.resign(uid=pairing.match.uid, user=pairing.second.user, now=NOON)
    tournament.refresh_from_db()


def kinds(user: User) -> set[str]:
    return set(Notice.objects.filter(user=user).values_list("kind", flat=True))


def test_a_full_one_begins_all_of_its_matches_at_once(begun: Maker, four: list[User]) -> None:
    tournament = begun()
    assert tournament.state == State.RUNNING and tournament.is_double
    matches = [pairing.match for pairing in tournament.pairings.select_related("match")]
    assert len(matches) == 12
    assert all(match.status == Status.ACTIVE for match in matches)
    assert all(match.event == tournament.uid and not match.rated for match in matches)
    seats = [tuple(match.players.values_list("user__name", flat=True)) for match in matches]
    assert len(set(seats)) == 12
    assert kinds(four[1]) == {"tournament-began", "match-began", "your-turn"}
    opening.check_room(four[0])  # the caps of matches do not count them


def test_a_killed_begin_gives_nobody_a_match_twice(
    opened: Maker, four: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament = opened()
    for user in four[1:]:
        entering.enter(uid=tournament.uid, user=user, now=NOON)
    beginning.begin_due(NOON)
    create = opening.create_event_match
    calls = iter(range(1000))

    def killed(**facts: Any) -> Match:
        made = create(**facts)
        if next(calls) % 3:
            raise KeyboardInterrupt
        return made

    monkeypatch.setattr(opening, "create_event_match", killed)
    while selectors.to_begin().exists():
        with pytest.raises(KeyboardInterrupt):
            beginning.begin_matches(NOON)
            raise KeyboardInterrupt
    assert Match.objects.filter(event=tournament.uid).count() == 12
    assert beginning.begin_due(NOON) == beginning.begin_matches(NOON) == 0
    assert tournament.pairings.count() == 12


def test_results_make_the_table_and_the_last_one_ends_it(begun: Maker, four: list[User]) -> None:
    tournament = begun()
    play(match_of(tournament, "ann", "bob"), *QUICK_MATE)
    line = selectors.standings_of(tournament).lines[0]
    assert line.points == line.wins == line.finished == 1
    resign_all(tournament)
    # everybody has won with the first seat and lost with the second: all are equal
    assert tournament.state == State.OVER and tournament.ended_at == NOON
    assert set(tournament.entries.values_list("place", flat=True)) == {1}
    assert all("tournament-over" in kinds(user) for user in four)
    assert [entry.tournament for entry in selectors.trophies_of(four[0].pk)] == [tournament]
    assert count_differences() == 0


def test_an_annulled_match_flows_back_and_a_restored_one_too(
    begun: Maker, four: list[User]
) -> None:
    tournament = begun()
    match = match_of(tournament, "ann", "bob")
    resign_all(tournament)
    with writing():
        locked, players = lock_match(uid=match.uid)
        adjudicating.annul(Case(locked, players, NOON))
    tournament.refresh_from_db()
    assert tournament.state == State.OVER
    assert tournament.entries.get(user=four[0]).place == 4
    with writing():
        locked, players = lock_match(uid=match.uid)
        adjudicating.restore(Case(locked, players, NOON))
    assert tournament.entries.get(user=four[0]).place == 1
    with writing():
        locked, players = lock_match(uid=match.uid)
        adjudicating.adjudicate(Case(locked, players, NOON), winner=1)
    assert tournament.entries.get(user=four[0]).place == 4
    assert tournament.entries.get(user=four[1]).place == 1
    assert count_differences() == 0


def test_who_leaves_early_stands_outside_and_the_rest_is_void(
    begun: Maker, four: list[User]
) -> None:
    tournament = begun(rated=True)
    play(match_of(tournament, "dan", "ann"), *QUICK_MATE)
    withdrawing.withdraw(uid=tournament.uid, user=four[3], now=NOON)
    assert ends.end_matches(NOON) == 5 and ends.end_matches(NOON) == 0
    own = Match.objects.filter(event=tournament.uid, players__user=four[3])
    assert set(own.values_list("status", "ended_how")) == {
        (Status.FINISHED, "checkmate"), (Status.ABORTED, "withdrawn"),
    }  # fmt: skip
    lines = selectors.standings_of(tournament).lines
    assert lines[-1].place is None
    # what Dan has won before counts for nobody
    assert all(line.points == 0 for line in lines[:-1])
    with pytest.raises(NotEntered):
        withdrawing.withdraw(uid=tournament.uid, user=four[3], now=NOON)


def test_who_leaves_late_loses_the_rest_by_forfeit_unrated(begun: Maker, four: list[User]) -> None:
    tournament = begun(rated=True)
    for first, second in (("dan", "ann"), ("dan", "bob"), ("dan", "cat")):
        play(match_of(tournament, first, second), *QUICK_MATE)
    withdrawing.withdraw(uid=tournament.uid, user=four[3], now=NOON)
    assert ends.end_matches(NOON) == 3
    match = match_of(tournament, "ann", "dan")
    assert (match.status, match.ended_how, match.rated) == (Status.FINISHED, "forfeit", False)
    assert match.players.get(seat=0).result == "won"
    assert RatingEvent.objects.filter(match__event=tournament.uid).count() == 6
    lines = {line.entry: line for line in selectors.standings_of(tournament).lines}
    dan = tournament.entries.get(user=four[3])
    assert lines[dan.pk].place == 1 and lines[dan.pk].points == 3
    ann = tournament.entries.get(user=four[0])
    assert lines[ann.pk].points == 1 and lines[ann.pk].berger == 0


def test_a_forfeit_that_is_annulled_flows_back_and_a_restored_one_too(
    begun: Maker, four: list[User]
) -> None:
    tournament = begun()
    for first, second in (("dan", "ann"), ("dan", "bob"), ("dan", "cat")):
        play(match_of(tournament, first, second), *QUICK_MATE)
    withdrawing.withdraw(uid=tournament.uid, user=four[3], now=NOON)
    ends.end_matches(NOON)
    match = match_of(tournament, "ann", "dan")
    for rule, outcome in ((adjudicating.annul, "void"), (adjudicating.restore, "first")):
        with writing():
            locked, players = lock_match(uid=match.uid)
            rule(Case(locked, players, NOON))
        pairing = Pairing.objects.get(match=match)
        assert (pairing.outcome, pairing.is_forfeit) == (outcome, True)
        assert count_differences() == 0


def lost_on_time(tournament: Tournament, *pairs: tuple[str, str]) -> list[Match]:
    """The matches of those pairs, in which the time of the first has run out for good."""
    house_was_up(NOON - timedelta(days=1), NOON + timedelta(days=90))
    matches = [match_of(tournament, *pair) for pair in pairs]
    for match in matches:
        play(match, "e3e4", "e6e5")
    for match in matches:
        while match.status == Status.ACTIVE:
            deadlines.flag_if_overdue(uid=match.uid, now=match.deadline + TOO_LATE)
            match.refresh_from_db()
        assert match.ended_how == "time"
    return matches


def test_two_losses_on_time_withdraw_a_player(begun: Maker, four: list[User]) -> None:
    tournament = begun()
    lost_on_time(tournament, ("ann", "bob"), ("ann", "cat"))
    ann = tournament.entries.get(user=four[0])
    assert ann.withdrawn_how == Entry.Leaving.TIME and ann.is_outside
    assert "tournament-left" in kinds(four[0])
    assert ends.end_matches(NOON + timedelta(days=20)) == 4


def ruled(match: Match, rule: Any, **how: Any) -> None:
    with writing():
        locked, players = lock_match(uid=match.uid)
        rule(Case(locked, players, NOON), **how)


@pytest.mark.parametrize("rule", [adjudicating.annul, adjudicating.reopen])
@pytest.mark.parametrize("ended", [2, 0])
def test_who_was_withdrawn_for_a_loss_that_does_not_stand_is_back(
    begun: Maker, four: list[User], rule: Any, ended: int
) -> None:
    tournament = begun()
    first, _second = lost_on_time(tournament, ("ann", "bob"), ("ann", "cat"))
    for pairing in selectors.to_end()[:ended]:
        ends._end_unless_held(pairing.pk, NOON)
    ruled(first, rule)
    ann = tournament.entries.get(user=four[0])
    assert ann.withdrawn_at is None and not ann.is_outside
    beginning.begin_matches(NOON)
    assert ends.end_matches(NOON) == 0
    own = tournament.pairings.filter(Q(first=ann) | Q(second=ann), outcome="")
    assert own.count() == 4 + (rule is adjudicating.reopen)
    assert all(one.match.status == Status.ACTIVE for one in own.select_related("match"))
    assert Match.objects.filter(event=tournament.uid).count() == 12 + ended
    assert count_differences() == 0
    if rule is adjudicating.annul:
        ruled(first, adjudicating.restore)
        assert tournament.entries.get(user=four[0]).is_outside


def test_who_goes_before_the_begin_frees_the_place(opened: Maker, four: list[User]) -> None:
    tournament = opened()
    entering.enter(uid=tournament.uid, user=four[1], now=NOON)
    User.objects.filter(pk=four[1].pk).update(shut_out_until=NOON + timedelta(days=31))
    assert withdrawing.withdraw_closed(NOON) == 1
    assert [entry.user for entry in tournament.entries.all()] == [four[0]]


def test_who_never_begins_loses_by_forfeit(begun: Maker) -> None:
    tournament = begun()
    match = match_of(tournament, "ann", "bob")
    assert deadlines.flag_if_overdue(uid=match.uid, now=match.deadline + TOO_LATE)
    pairing = Pairing.objects.get(match=match)
    assert (pairing.outcome, pairing.is_forfeit, pairing.was_late) == ("second", True, True)


def test_who_leaves_in_the_set_up_loses_by_forfeit(begun: Maker, four: list[User]) -> None:
    tournament = begun(game="gunjin")
    match = match_of(tournament, "ann", "bob")
    ending.resign(uid=match.uid, user=four[0], now=NOON)
    pairing = Pairing.objects.get(match=match)
    assert (pairing.outcome, pairing.is_forfeit, pairing.was_late) == ("second", True, False)


def test_a_closed_account_is_withdrawn_by_the_same_rule(begun: Maker, four: list[User]) -> None:
    tournament = begun()
    four[1].is_active = False
    four[1].save()
    assert withdrawing.withdraw_closed(NOON) == 1 and withdrawing.withdraw_closed(NOON) == 0
    assert tournament.entries.get(user=four[1]).withdrawn_how == Entry.Leaving.CLOSED


def test_who_is_gone_before_the_matches_begin_is_withdrawn(opened: Maker, four: list[User]) -> None:
    tournament = opened()
    for user in four[1:]:
        entering.enter(uid=tournament.uid, user=user, now=NOON)
    User.objects.filter(pk=four[2].pk).update(is_active=False)
    beginning.begin_due(NOON)
    beginning.begin_matches(NOON)
    assert not selectors.to_begin().exists()
    assert Match.objects.filter(event=tournament.uid).count() == 6
    assert tournament.entries.get(user=four[2]).is_outside


def test_nothing_is_paused_or_given_in_an_event(begun: Maker, four: list[User]) -> None:
    match = match_of(begun(), "ann", "bob")
    play(match, "e3e4", "e6e5")
    with pytest.raises(NothingOffered):
        pausing.ask_pause(uid=match.uid, user=four[0], days=3, now=NOON)
    with pytest.raises(NothingOffered):
        giving.give_day(uid=match.uid, user=four[1], given=0, now=NOON)


def test_with_too_few_it_is_called_off_on_its_date(opened: Maker, four: list[User]) -> None:
    tournament = opened(starts_at=NOON + timedelta(days=2))
    entering.enter(uid=tournament.uid, user=four[1], now=NOON)
    with pytest.raises(TooFewEntries):
        beginning.begin_now(uid=tournament.uid, user=four[0], now=NOON)
    assert beginning.begin_due(NOON + timedelta(days=1)) == 0
    tournament.refresh_from_db()
    assert tournament.state == State.OPEN
    assert beginning.begin_due(NOON + timedelta(days=2)) == 0
    tournament.refresh_from_db()
    assert tournament.state == State.CALLED_OFF
    assert kinds(four[1]) == {"tournament-off"}


def test_bots_take_what_places_are_left(opened: Maker, four: list[User]) -> None:
    tournament = opened(takes_bots=True, starts_at=NOON + timedelta(days=1))
    assert beginning.begin_due(NOON + timedelta(days=1)) == 1
    beginning.begin_matches(NOON + timedelta(days=1))
    assert tournament.entries.filter(user=None).count() == 3
    assert Match.objects.filter(event=tournament.uid).count() == 12
    assert next(entry.user for entry in tournament.entries.all()) == four[0]


@pytest.mark.parametrize("people", [1, 2])
def test_a_trophy_is_not_won_against_bots_alone(
    opened: Maker, four: list[User], people: int
) -> None:
    tournament = opened(takes_bots=True, starts_at=NOON + timedelta(days=1))
    for user in four[1:people]:
        entering.enter(uid=tournament.uid, user=user, now=NOON)
    assert beginning.begin_due(NOON + timedelta(days=1)) == 1
    Tournament.objects.update(state=State.OVER, ended_at=NOON)
    tournament.entries.filter(user=four[0]).update(place=1)
    won = [tournament] if people > 1 else []
    assert [one.tournament for one in selectors.trophies_of(four[0].pk)] == won
    Entry.objects.filter(user=four[1]).update(is_outside=True)
    assert not selectors.trophies_of(four[0].pk)


def test_who_may_enter(opened: Maker, four: list[User]) -> None:
    tournament = opened(size=4)
    ann, bob, cat, dan = four
    with pytest.raises(AlreadyEntered):
        entering.enter(uid=tournament.uid, user=ann, now=NOON)
    for user in (bob, cat, dan):
        entering.enter(uid=tournament.uid, user=user, now=NOON)
    with pytest.raises(TournamentFull):
        entering.enter(uid=tournament.uid, user=person("eve"), now=NOON)
    entering.leave_before(uid=tournament.uid, user=bob)
    entering.enter(uid=tournament.uid, user=person("fay"), now=NOON)
    beginning.begin_due(NOON)
    with pytest.raises(EntriesClosed):
        entering.leave_before(uid=tournament.uid, user=cat)
    with pytest.raises(EntriesClosed):
        entering.enter(uid=tournament.uid, user=bob, now=NOON)


def test_by_link_by_rating_and_not_as_a_guest(opened: Maker, four: list[User]) -> None:
    tournament = opened(by_link=True, low=1400, high=1600)
    with pytest.raises(EnteredByLink):
        entering.enter(uid=tournament.uid, user=four[1], link="wrong", now=NOON)
    entering.enter(uid=tournament.uid, user=four[1], link=tournament.link, now=NOON)
    with pytest.raises(entering.GuestsEnterNot):
        entering.enter(uid=tournament.uid, user=guest(), link=tournament.link, now=NOON)
    with pytest.raises(OutsideRatings):
        opened(low=1600, key="another-key-of-it")


def test_made_twice_under_one_key_it_is_one(opened: Maker) -> None:
    assert opened() == opened()
    assert Tournament.objects.count() == 1


def test_only_who_has_finished_ten_matches_makes_one(four: list[User]) -> None:
    with pytest.raises(TooFewFinished):
        entering.make_tournament(user=four[0], asked=asked(), now=NOON)
    page = browser(four[0]).get("/events/new/").content.decode()
    assert "Finished matches needed to make tournaments: 10. You have 0." in page
    assert re.search(r'type="submit" disabled>\s*Make the tournament', page)


def test_an_operator_says_how_many_finished_matches_are_needed(
    four: list[User], settings: Any
) -> None:
    settings.FINISHED_FIRST = 0
    assert "Finished matches needed" not in browser(four[0]).get("/events/new/").content.decode()
    assert entering.make_tournament(user=four[0], asked=asked(), now=NOON)
