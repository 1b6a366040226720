"""What a turn reads in one statement is what would be found by asking for each thing alone."""

from __future__ import annotations

from datetime import datetime
from functools import partial
from threading import Event, Thread
from typing import Any

import pytest
from django.db import DatabaseError, connection, transaction
from django.db.models import Model
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.sign_in import sessions
from engines.core.seats import BYSTANDER, Seat, Viewer
from games.boards.kit.campaigns import Skirmish
from games.campaign.selectors import skirmish_called
from games.desk import selectors as desks
from games.match.changes import locking, settling
from games.match.changes.locking import is_changed, lock_match
from games.match.changes.settling import save_players
from games.match.models import Match, Player
from games.match.reading.opened import open_match
from games.match.referee import Referee, umpire
from games.match.referee.table import LATELY
from games.match.sealed import SealedPly, SealedPosition
from games.notices import selectors as bells
from games.notices.models import Notice
from games.notices.services import notifying
from queues.prepared import (
    MOST_KEYS,
    Prepared,
    PreparedAmong,
    PreparedCount,
    PreparedUpdate,
)
from queues.transactions import writing
from tests.kit.builders import LONGER_MATE, match_between, north, person, play, south
from tests.kit.gunjin import gunjin_match
from tests.kit.prepared import prepared
from tests.kit.stages import act, locked_stage

pytestmark = pytest.mark.django_db

VIEWERS = [Viewer.of(Seat(0)), Viewer.of(Seat(1)), BYSTANDER]


def south_player(match: Match) -> Player:
    return match.players.get(seat=0)


def hidden() -> tuple[Match, tuple[str, ...]]:
    return gunjin_match(person(), person()), ("b3b4",)


def open_to_all() -> tuple[Match, tuple[str, ...]]:
    return match_between(person(), person()), LONGER_MATE[:5]


@pytest.mark.parametrize("begin", [open_to_all, hidden])
def test_the_last_events_are_those_that_are_stored(begin) -> None:
    match, moves = begin()
    for number in range(len(moves)):
        play(match, moves[number])
        ahead, alone = Referee.at(match.uid), Referee(match)
        assert ahead is not None
        for viewer in VIEWERS:
            for after in range(ahead.plies):
                known = ahead.latest_news(viewer, after=after)
                assert known == alone.latest_news(viewer, after=after)
                assert after or known == alone.news(viewer)


def test_they_cost_no_statement_of_their_own_and_older_ones_do() -> None:
    match, moves = open_to_all()
    play(match, *moves)
    referee = open_match(match.uid).referee
    assert referee is not None
    counts = []
    for after in (referee.plies - LATELY, referee.plies - LATELY - 1):
        with CaptureQueriesContext(connection) as captured:
            assert referee.latest_news(BYSTANDER, after=after)
        counts.append(len(captured))
    assert counts == [0, 1]


def test_a_move_is_told_as_it_will_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever moves is answered from what was written, everybody else from what is read."""
    match, moves = open_to_all()
    answered = []
    real = Referee.play

    def noting(self: Referee, **request):
        happened = real(self, **request)
        answered.append(self.latest_news(BYSTANDER, after=self.plies - 1))
        return happened

    monkeypatch.setattr(Referee, "play", noting)
    for number, move in enumerate(moves):
        play(match, move)
        assert answered[-1] == Referee(match).latest_news(BYSTANDER, after=number)
        assert answered[-1]


def test_what_was_taken_back_is_told_no_more() -> None:
    match, moves = open_to_all()
    play(match, *moves)
    referee = Referee.at(match.uid)
    assert referee is not None
    referee.rewind(2, now=match.created_at)
    found = [[kind for kind, _ in referee.latest_news(BYSTANDER, after=ply)] for ply in (0, 2)]
    assert found == [["began", "moved", "moved"], ["began"]]


def players_in(match_id: int, seat: int):
    return Player.objects.filter(match_id=match_id, seat=seat).select_related("user")


def test_a_prepared_question_is_answered_for_its_values() -> None:
    ask = Prepared(players_in, int, int)
    for _number in range(2):
        match = match_between(person(), person())
        for seat in (1, 0):
            (plain,) = players_in(match.pk, seat)
            with CaptureQueriesContext(connection) as captured:
                (found,) = ask(match.pk, seat)
                assert found == plain
                assert found.user == plain.user
                assert found.deadline == plain.deadline
            assert len(captured) == 1
    assert ask(match.pk, 7) == []


@pytest.mark.django_db(transaction=True)
def test_it_is_asked_over_the_connection_of_its_thread() -> None:
    ask = Prepared(players_in, int, int)
    match = match_between(person(), person())
    here, found = ask(match.pk, 0), []

    def there() -> None:
        found.append(ask(match.pk, 0))
        connection.close()

    thread = Thread(target=there)
    thread.start()
    thread.join()
    assert found == [here]


def test_a_prepared_count_is_one_statement_the_first_time_as_well() -> None:
    match = match_between(person(), person())
    count = PreparedCount(players_in, int, int)
    for seat, number in ((0, 1), (1, 1), (7, 0)):
        with CaptureQueriesContext(connection) as captured:
            assert count(match.pk, seat) == number
        assert len(captured) == 1


def test_a_value_that_is_changed_on_its_way_is_refused() -> None:
    with pytest.raises(AssertionError, match="as it is"):
        Prepared(lambda name: Match.objects.filter(uid__contains=name), str)("ab")


@pytest.mark.django_db(transaction=True)
def test_a_match_is_locked_within_a_transaction_alone() -> None:
    match = match_between(person(), person())
    with transaction.atomic():
        assert lock_match(uid=match.uid)[0] == match  # the statement is made now, and kept
    with pytest.raises(transaction.TransactionManagementError):
        lock_match(uid=match.uid)


@pytest.mark.django_db(transaction=True)
def test_whoever_waits_for_a_match_meets_its_players_as_they_were_left() -> None:
    match = match_between(person(), person())
    found: list[tuple[str, int]] = []
    asked = Event()

    def wait_and_look() -> None:
        asked.set()
        with writing():
            held, players = lock_match(uid=match.uid)
            found.append((held.ended_how, players[1].missed))
        connection.close()

    thread = Thread(target=wait_and_look)
    with writing():
        lock_match(uid=match.uid)
        thread.start()
        asked.wait()
        thread.join(0.3)  # it is at the lock by now
        Player.objects.filter(match=match, seat=1).update(missed=7)
        Match.objects.filter(pk=match.pk).update(ended_how="time")
    thread.join()
    assert found == [("time", 7)]


def test_every_prepared_question_is_the_one_django_asks() -> None:
    """Fails where a new Django builds statements, or models out of rows, in another way."""
    match = match_between(person(), person())
    found = prepared()
    assert len(found) > 20
    for name, one in found:
        values = [_value(each, match) for each in one._stand_ins]
        if one is sessions._with_session:
            values = ["of-nobody", "2026-11-20 12:00:00"]  # a moment, as databases write it
        with CaptureQueriesContext(connection) as captured:
            rows, answer = list(one._ask(*values)), one(*values)
        by_django, ours = (captured[number]["sql"] for number in (0, 1))
        if isinstance(one, PreparedCount):
            assert (by_django in ours, answer) == (True, len(rows)), name
            continue
        assert ours == by_django, name
        assert [*map(_told, answer)] == [*map(_told, rows)], name


def _value(stand_in: Any, match: Match) -> Any:
    kinds = {int: match.pk, str: match.uid, datetime: timezone.now()}
    return kinds[type(stand_in)]


def _told(row: Any) -> Any:
    return _fields(vars(row)) if isinstance(row, Model) else row


def test_keys_of_any_number_are_asked_for_at_once() -> None:
    matches = [match_between(person(), person()) for _number in range(3)]
    keys = [match.pk for match in matches]
    ask = PreparedAmong(lambda some: Player.objects.filter(match__in=some).order_by("pk"))
    for wanted in ([], keys[:1], keys, [*keys, keys[0]], [*keys, *range(1, MOST_KEYS + 2)]):
        with CaptureQueriesContext(connection) as captured:
            found = {player.match_id for player in ask(wanted)}
        assert found == {*wanted} & {*keys}
        assert len(captured) == bool(wanted)


def test_every_prepared_count_is_of_the_rows_django_finds() -> None:
    match = match_between(person(), person())
    play(match, "e3e4")
    now = timezone.now()
    for one, others in ((desks._to_move, ()), (bells._unread, (now,))):
        for user_id in match.players.order_by("seat").values_list("user_id", flat=True):
            values = (user_id, *others)
            with CaptureQueriesContext(connection) as captured:
                rows, count = list(one._ask(*values)), one(*values)
            assert captured[0]["sql"] in captured[1]["sql"]
            assert [count, len(rows)] == [user_id == north(match).pk] * 2


def _fields(row: dict[str, object]) -> dict[str, object]:
    return {name: value for name, value in row.items() if not name.startswith("_")}


def test_every_prepared_update_is_the_one_django_makes() -> None:
    """But that Django leaves a value out of the parameters where there is none."""
    match = match_between(person(), person())
    row = SealedPosition.objects.get(match=match)
    updates: Any = (
        (settling._save_match, match),
        (umpire._save_played, row),
    )
    for one, instance in updates:
        names = [field.name for field in one._fields[:-1]]
        with CaptureQueriesContext(connection) as captured:
            instance.save(update_fields=names)
            one(instance)
        by_django, prepared = (query["sql"] for query in captured)
        assert prepared == by_django


def test_a_prepared_update_writes_what_it_names_and_finds_its_row_missing() -> None:
    player = south_player(match_between(person(), person()))
    player.missed, player.late = 7, "excused"
    PreparedUpdate(Player, "missed")(player)
    found = Player.objects.get(pk=player.pk)
    assert (found.missed, found.late) == (7, "")
    Player.objects.filter(pk=player.pk).delete()
    with pytest.raises(DatabaseError):
        PreparedUpdate(Player, "missed")(player)


def test_every_prepared_insert_is_the_one_django_makes() -> None:
    """But that Django has told, besides the key, what it has just sent itself."""
    match, now = match_between(person(), person()), timezone.now()
    ply = {"match": match, "seat": 0, "seat_ply": 9, "made_at": now, "events": [["moved", {}, {}]]}
    news = {"user": south(match), "match": match, "kind": "over", "subject": "9", "made_at": now}
    told_once = {
        "update_conflicts": True,
        "unique_fields": notifying._add_notice._unique,
        "update_fields": notifying._add_notice._update,
    }
    inserts: Any = (
        (umpire._add_plies, partial(SealedPly, **ply, number=9, key="nine"), {}),
        (notifying._add_notice, partial(Notice, **news), told_once),
    )
    for one, make, options in inserts:
        before = set(make().__class__.objects.values_list("pk", flat=True))
        found = []
        with CaptureQueriesContext(connection) as captured:
            for write in (one, lambda row, options=options: bulk_create(row, **options)):
                with transaction.atomic():
                    written = make()
                    write(written)
                    found.append(_stored(written, before))
                    transaction.set_rollback(True)
        by_hand, by_django = (q["sql"] for q in captured if q["sql"].startswith("INSERT"))
        assert by_django.startswith(by_hand)
        assert found[0] == found[1]


def bulk_create(row: Model, **options: Any) -> None:
    type(row)._default_manager.bulk_create([row], **options)


def _stored(row: Model, before: set[object]) -> dict[str, object]:
    """*row* as it was read again by the key that it has now, which is none of those *before*."""
    assert row.pk not in before
    assert not row._state.adding
    found = vars(type(row)._default_manager.get(pk=row.pk))
    return {name: value for name, value in _fields(found).items() if name != "id"}


def test_prepared_rows_that_are_there_are_written_as_django_would() -> None:
    match = match_between(person(), person())
    found = []
    for write in (
        lambda *rows: settling._save_players(*rows),
        lambda *rows: Player.objects.bulk_create(
            rows, update_conflicts=True, unique_fields=["pk"], update_fields=locking.WRITTEN
        ),
    ):
        players = list(match.players.order_by("seat"))
        with transaction.atomic():
            for number, player in enumerate(players, start=3):
                player.missed, player.answers, player.desk_mark = number, [number], "mute"
            write(*players)
            rows = match.players.order_by("seat").values()
            found.append(list(rows))
            transaction.set_rollback(True)
    assert found[0] == found[1]
    assert [(row["missed"], row["desk_mark"]) for row in found[0]] == [(3, ""), (4, "")]


def test_what_was_notified_before_stays_and_its_key_comes_back() -> None:
    match, now = match_between(person(), person()), timezone.now()
    news = {"user": south(match), "match": match, "kind": "over", "subject": "9"}
    first, again = Notice(**news, made_at=now), Notice(**news, made_at=now, rings=False)
    for row in (first, again):
        notifying._add_notice(row)
    assert first.pk == again.pk
    assert Notice.objects.get(pk=first.pk).rings


def test_a_ply_writes_the_rows_of_those_players_alone_whom_it_changes() -> None:
    chosen = Skirmish(rivals=11, rounds=40, start="rich", difficulty="easy", seed="rows")
    match = locked_stage(person(), skirmish_called(chosen))
    with CaptureQueriesContext(connection) as captured:
        act(match, "train")
    written = [query["sql"] for query in captured if 'INTO "match_player"' in query["sql"]]
    assert written
    assert match.players.count() == 12
    assert max(sql.count("), (") + 1 for sql in written) <= 2


def test_what_was_changed_written_and_changed_back_is_written_again() -> None:
    match = match_between(person(), person())
    with writing():
        _match, (player, _other) = lock_match(uid=match.uid)
        for late in ("excused", ""):
            player.late = late
            save_players([player])
            assert Player.objects.get(pk=player.pk).late == late
        assert not is_changed(player)
        player.late = "excused"
        player.save(update_fields=["late"])
        player.late = ""
        save_players([player])
    assert Player.objects.get(pk=player.pk).late == ""
