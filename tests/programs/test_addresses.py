"""Bot accounts that are asked for their moves at an address: what is posted, what comes of it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from standardwebhooks.webhooks import Webhook as Verifier

from accounts.common import outgoing
from accounts.models import User
from accounts.sanctions.rights import FOR_EVER
from games.api import asking
from games.common.exceptions import GamesError
from games.endpoints.models import BotAddress
from games.endpoints.selectors import answering_of
from games.endpoints.services import bots
from games.match.changes import ending
from games.match.models import Match
from games.match.sealed import SealedPly
from games.notices.channels import SENDERS
from games.notices.models import Delivery, Notice
from games.notices.services.post import deliver, drain, forget_waiting
from games.programs import addresses
from games.programs.services import close
from tests.api.kit import Program
from tests.endpoints.conftest import Outside, Request
from tests.kit.builders import NOON, match_between, person, play
from tests.programs.test_becoming import bot_of

pytestmark = pytest.mark.django_db
LATER = NOON + timedelta(hours=1)
URL = "https://bots.example/jinya"
FIRST, SECOND = "a1a2", "a8a7"
"""A move of each side."""


@pytest.fixture(autouse=True)
def noon() -> Iterator[time_machine.Traveller]:
    cache.clear()
    with time_machine.travel(LATER, tick=False) as travel:
        yield travel


@pytest.fixture
def bot(outside: Outside) -> User:
    return bot_of(person("Mika"))


def named(bot: User) -> str:
    """Name the address; its secret."""
    secret = addresses.name_address(user=bot, url=URL, now=LATER)
    bot.refresh_from_db()
    return secret


def match_of(bot: User) -> Match:
    """A match in which it has just become the bot's turn."""
    match = match_between(person(), bot)
    play(match, FIRST, now=LATER)
    return match


def owed(match: Match) -> Delivery:
    """What the bot's address is asked in it: the newest, if there are several."""
    return Delivery.objects.filter(channel="program", notice__match=match).latest("pk")


def send(match: Match) -> str:
    """One attempt of a worker, when it is due."""
    row = owed(match)
    return deliver(delivery_id=row.pk, senders=SENDERS, now=row.due_at)


def says(text: object, status: int = 200) -> Callable[[Request], tuple[int, bytes]]:
    """A program that always answers the same."""
    body = text if isinstance(text, bytes) else json.dumps(text).encode()
    return lambda _request: (status, body)


def plies(match: Match) -> int:
    return SealedPly.objects.filter(match=match).count()


def troubles(bot: User) -> list[str]:
    """What the owner reads of, the newest first."""
    return [code for _at, _match, code, _detail in BotAddress.objects.get(user=bot).troubles]


def test_it_is_asked_what_the_api_says_and_its_answer_is_played(
    bot: User, outside: Outside
) -> None:
    secret, match = named(bot), match_of(bot)
    expected = Program(bot, "read").get(f"/matches/{match.uid}").json()
    outside.program = says({"action": SECOND})
    assert send(match) == "sent"
    [request] = outside.got
    found = Verifier(secret).verify(request.body, request.headers)
    assert found["type"] == "match.turn"
    assert (found["data"]["uid"], found["data"]["version"]) == (match.uid, expected["version"])
    assert found["data"]["match"] == expected
    assert plies(match) == 2
    assert send(match) == ""  # settled: nothing is sent again
    assert len(outside.got) == 1


@pytest.mark.parametrize("status", [202, 204])
def test_it_may_answer_later_by_the_api(bot: User, outside: Outside, status: int) -> None:
    named(bot)
    match = match_of(bot)
    outside.program = says(b"", status)
    assert send(match) == "sent"
    assert plies(match) == 1
    program = Program(bot, "read", "play")
    seen = program.get(f"/matches/{match.uid}").json()
    move = {"move": SECOND, "seat_ply": seen["seat_ply"]}
    answer = program.post(f"/matches/{match.uid}/moves", move, **{"Idempotency-Key": "later-01"})
    assert answer.status_code == 200


REFUSED: dict[str, tuple[object, str]] = {
    "no JSON": (b"pass", "no-json"),
    "no object": ([SECOND], "no-action"),
    "no action": ({"move": SECOND}, "no-action"),
    "too long an action": ({"action": "x" * 201}, "no-action"),
    "too large": ({"action": SECOND, "thoughts": "x" * 5000}, "too-large"),
    "nested too deep": (b"[" * 4000, "no-json"),
    "no move": ({"action": "hello"}, "no-move"),
    "a move that is not open": ({"action": "a8h1"}, "not-open"),
    "no UTF-8": (b"\xff\xfe\xff", "no-json"),
}


@pytest.mark.parametrize(("answer", "code"), REFUSED.values(), ids=REFUSED)
def test_what_is_refused_changes_nothing_and_is_tried_again(
    bot: User, outside: Outside, answer: object, code: str
) -> None:
    named(bot)
    match = match_of(bot)
    outside.program = says(answer)
    assert send(match) == ""
    assert (plies(match), troubles(bot)) == (1, [code])
    assert owed(match).due_at == LATER + asking.PAUSES[0]
    outside.program = says({"action": SECOND})
    assert send(match) == "sent"
    assert plies(match) == 2
    first, second = (request.headers["webhook-id"] for request in outside.got)
    assert first == second  # the same question


def test_pauses_grow_and_end_and_the_clock_goes_on(
    bot: User, outside: Outside, noon: time_machine.Traveller
) -> None:
    named(bot)
    match = match_of(bot)
    outside.program = says(b"pass")
    for pause in asking.PAUSES:
        row = owed(match)
        noon.move_to(row.due_at)
        assert send(match) == ""
        assert owed(match).due_at == row.due_at + pause
    noon.move_to(owed(match).due_at)
    assert send(match) == "failed"
    match.refresh_from_db()
    assert match.players.get(user=bot).deadline is not None
    assert plies(match) == 1


def test_an_address_that_does_not_answer_rests_for_all_matches(
    bot: User, outside: Outside, noon: time_machine.Traveller
) -> None:
    named(bot)
    one, other = match_of(bot), match_of(bot)
    outside.program = says(b"", 503)
    assert send(one) == ""
    assert send(other) == ""
    assert len(outside.got) == 1
    assert (owed(one).tries, owed(other).tries) == (1, 0)  # to rest costs no try
    assert answering_of([bot.pk])[bot.pk] == (False, LATER)
    noon.move_to(owed(other).due_at)
    outside.program = says({"action": SECOND})
    assert send(other) == "sent"
    assert answering_of([bot.pk])[bot.pk].answers
    assert owed(one).due_at == owed(other).due_at  # it is back: what waits is asked at once


def test_a_killed_worker_asks_again_and_nothing_is_played_twice(
    bot: User, outside: Outside, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed between the answer and the move, or between the move and the note of it."""
    named(bot)
    match = match_of(bot)
    outside.program = says({"action": SECOND})

    class Killed(BaseException):
        pass

    def kill(*_args: object, **_named: object) -> None:
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(asking, "play_move", kill)
        with pytest.raises(Killed):
            send(match)
    assert plies(match) == 1
    later = owed(match).held_until
    assert later is not None  # another may take it then
    real = asking.play_move

    def played_and_killed(**named: Any) -> None:
        real(**named)
        raise Killed

    with monkeypatch.context() as patch, pytest.raises(Killed):
        patch.setattr(asking, "play_move", played_and_killed)
        deliver(delivery_id=owed(match).pk, senders=SENDERS, now=later)
    assert plies(match) == 2
    again = owed(match).held_until
    assert again is not None
    assert deliver(delivery_id=owed(match).pk, senders=SENDERS, now=again) == "not-wanted"
    assert plies(match) == 2
    assert len({request.headers["webhook-id"] for request in outside.got}) == 1


def test_two_workers_with_one_question_play_once(
    bot: User, outside: Outside, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The lease of the first ran out while it waited: the second has played meanwhile."""
    named(bot)
    match = match_of(bot)

    def second_worker(request: Request) -> tuple[int, bytes]:
        outside.program = says({"action": SECOND})
        return 200, json.dumps({"action": SECOND}).encode()

    real = asking.play_move
    calls: list[Any] = []

    def twice(**named: Any) -> Any:
        calls.append(real(**named))
        return real(**named)  # the very same request

    outside.program = second_worker
    monkeypatch.setattr(asking, "play_move", twice)
    assert send(match) == "sent"
    assert (len(calls), plies(match)) == (1, 2)


def interrupted(monkeypatch: pytest.MonkeyPatch, act: Callable[[], object]) -> None:
    """Let *act* happen between the answer and the move."""
    real = asking.play_move

    def late(**named: Any) -> Any:
        act()
        return real(**named)

    monkeypatch.setattr(asking, "play_move", late)


def test_an_answer_after_the_bot_has_moved_by_the_api_is_dropped(
    bot: User, outside: Outside, monkeypatch: pytest.MonkeyPatch
) -> None:
    named(bot)
    match = match_of(bot)
    outside.program = says({"action": "a7a8"})
    with monkeypatch.context() as patch:
        interrupted(patch, lambda: play(match, SECOND, now=LATER))
        assert send(match) == ""
    assert plies(match) == 2
    assert send(match) == "not-wanted"
    assert (plies(match), troubles(bot)) == (2, [])


def test_an_answer_after_the_end_is_dropped(
    bot: User, outside: Outside, monkeypatch: pytest.MonkeyPatch
) -> None:
    named(bot)
    match = match_of(bot)
    outside.program = says({"action": SECOND})
    other = match.players.get(seat=0).user
    assert other is not None
    interrupted(monkeypatch, lambda: ending.resign(uid=match.uid, user=other, now=LATER))
    assert [send(match), send(match)] == ["", "not-wanted"]
    match.refresh_from_db()
    assert (match.status, troubles(bot)) == ("finished", [])


def test_a_match_that_is_over_is_not_asked_about(bot: User, outside: Outside) -> None:
    named(bot)
    match = match_of(bot)
    ending.resign(uid=match.uid, user=bot, now=LATER)
    assert send(match) == "not-wanted"
    assert outside.got == []


def test_a_suspended_bot_is_asked_when_it_may_play_again(
    bot: User, outside: Outside, noon: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    named(bot)
    match = match_of(bot)
    until = LATER + timedelta(hours=5)
    outside.program = says({"action": SECOND})

    def suspended(_text: bytes) -> str:
        User.objects.filter(pk=bot.pk).update(shut_out_until=until)
        return SECOND

    with monkeypatch.context() as patch:
        patch.setattr(asking, "_read", suspended)
        assert send(match) == ""  # suspended while its program thought
    assert (plies(match), troubles(bot)) == (1, ["sanctioned"])
    assert send(match) == ""
    assert len(outside.got) == 1
    assert owed(match).due_at == until
    noon.move_to(until + timedelta(seconds=1))
    assert deliver(delivery_id=owed(match).pk, senders=SENDERS, now=until) == "sent"
    assert plies(match) == 2


@pytest.mark.parametrize("how", [{"is_active": False}, {"shut_out_until": FOR_EVER}])
def test_a_closed_account_is_asked_nothing(
    bot: User, outside: Outside, how: dict[str, Any]
) -> None:
    named(bot)
    match = match_of(bot)
    User.objects.filter(pk=bot.pk).update(**how)
    assert send(match) == "not-wanted"
    assert outside.got == []


def test_who_leaves_takes_the_address_along(bot: User) -> None:
    named(bot)
    close(bot)
    assert not BotAddress.objects.exists()


def test_a_later_turn_is_asked_about_once(bot: User, outside: Outside) -> None:
    """A delivery that was late finds that its turn is over and another has begun."""
    named(bot)
    match = match_of(bot)
    first = owed(match)
    play(match, SECOND, "a2a1", now=LATER + timedelta(minutes=1))
    outside.program = says({"action": "a7a8"})
    assert deliver(delivery_id=first.pk, senders=SENDERS, now=first.due_at) == "not-wanted"
    assert send(match) == "sent"
    assert (len(outside.got), plies(match)) == (1, 4)


def test_a_lost_hint_is_found_by_the_sweep(bot: User, outside: Outside) -> None:
    named(bot)
    match = match_of(bot)
    outside.program = says({"action": SECOND})
    drain(senders=SENDERS, clock=lambda: LATER + timedelta(minutes=1))
    assert plies(match) == 2


def test_what_was_asked_before_a_restore_is_asked_again(bot: User, outside: Outside) -> None:
    named(bot)
    match = match_of(bot)
    forget_waiting()
    assert owed(match).settled_at is None


def test_turns_that_waited_before_are_asked_for(bot: User, outside: Outside) -> None:
    match = match_of(bot)
    assert not Delivery.objects.filter(channel="program").exists()
    named(bot)
    outside.program = says({"action": SECOND})
    assert send(match) == "sent"
    assert plies(match) == 2


def test_a_muted_board_is_asked_about_as_well(bot: User, outside: Outside) -> None:
    named(bot)
    match = match_between(person(), bot)
    match.players.filter(user=bot).update(desk_mark="mute")
    play(match, FIRST, now=LATER)
    assert owed(match)


def test_others_pay_nothing_for_it(bot: User) -> None:
    """A turn of a person writes no delivery, and no more statements than without addresses."""

    def statements() -> int:
        match = match_between(person(), person())
        play(match, FIRST, now=LATER)
        with CaptureQueriesContext(connection) as seen:
            play(match, SECOND, now=LATER)
        return len(seen)

    before = statements()
    named(bot)
    assert statements() == before


def test_two_secrets_sign_for_a_day_or_until_the_old_one_is_ended(
    bot: User, outside: Outside, noon: time_machine.Traveller
) -> None:
    old = named(bot)
    new = addresses.renew_secret(user=bot, now=LATER)

    def verified() -> tuple[bool, bool]:
        outside.got.clear()
        bots.ask(bot.pk, "x", {"a": 1}, datetime.now(tz=LATER.tzinfo))
        [request] = outside.got
        return tuple(_is_signed(one, request) for one in (old, new))  # type: ignore[return-value]

    assert verified() == (True, True)
    noon.move_to(LATER + timedelta(days=1, seconds=1))
    assert verified() == (False, True)
    noon.move_to(LATER)
    assert verified() == (True, True)
    addresses.end_old_secret(user=bot)
    assert verified() == (False, True)


def _is_signed(secret: str, request: Request) -> bool:
    from standardwebhooks.webhooks import WebhookVerificationError

    try:
        Verifier(secret).verify(request.body, request.headers)
    except WebhookVerificationError:
        return False
    return True


def test_the_sweep_asks_whether_it_is_there(
    bot: User, outside: Outside, noon: time_machine.Traveller
) -> None:
    secret = named(bot)
    assert answering_of([bot.pk]) == {}  # nobody has asked it
    assert addresses.ping_addresses(LATER) == 1
    [request] = outside.got
    found = Verifier(secret).verify(request.body, request.headers)
    assert found == {"type": "ping", "timestamp": LATER.isoformat(), "data": {}}
    assert answering_of([bot.pk])[bot.pk] == (True, None)
    assert addresses.ping_addresses(LATER + timedelta(minutes=14)) == 0
    outside.program = says(b"", 500)
    failed = LATER + timedelta(minutes=15)
    assert addresses.ping_addresses(failed) == 1
    assert answering_of([bot.pk])[bot.pk] == (False, failed)
    assert troubles(bot) == ["silent"]
    assert addresses.ping_addresses(failed) == 0
    assert addresses.ping_addresses(failed + bots.FIRST_REST) == 1
    assert troubles(bot) == ["silent"]  # said once


def test_an_address_that_is_back_is_asked_for_what_was_given_up(
    bot: User, outside: Outside
) -> None:
    named(bot)
    match = match_of(bot)
    Delivery.objects.filter(channel="program").update(
        settled_at=LATER, outcome="failed", tries=7, attempts=7
    )
    BotAddress.objects.update(failing_since=NOON, failures=9)
    outside.program = says(b"", 204)
    assert addresses.ping_addresses(LATER) == 1
    outside.program = says({"action": SECOND})
    assert send(match) == "sent"
    assert plies(match) == 2


def test_after_a_week_of_silence_it_is_off_and_the_owner_told(bot: User, outside: Outside) -> None:
    named(bot)
    outside.program = says(b"", 500)
    BotAddress.objects.update(failing_since=LATER - timedelta(days=7), failures=90)
    addresses.ping_addresses(LATER)
    row = BotAddress.objects.get()
    assert row.stopped_at == LATER
    assert Notice.objects.filter(kind="bot-stopped", user__name="Mika").count() == 1
    match = match_of(User.objects.get(pk=bot.pk))
    assert not Delivery.objects.filter(channel="program").exists()
    outside.program = says({"action": SECOND})
    addresses.start_again(user=bot, now=LATER)
    assert send(match) == "sent"


def test_only_bot_accounts_have_one(outside: Outside) -> None:
    for act in (
        lambda user: addresses.name_address(user=user, url=URL, now=LATER),
        lambda user: addresses.renew_secret(user=user, now=LATER),
        lambda user: addresses.end_address(user=user),
    ):
        with pytest.raises(GamesError) as caught:
            act(person())
        assert caught.value.code == "not-a-bot"


@pytest.mark.parametrize("inside", ["10.0.0.1", "127.0.0.1", "93.184.216.34 10.0.0.1"])
def test_an_address_inside_is_refused(bot: User, outside: Outside, inside: str) -> None:
    outside.address = inside
    with pytest.raises(GamesError) as caught:
        named(bot)
    assert caught.value.code == "address-refused"
    outside.address = "93.184.216.34"
    named(bot)
    match = match_of(bot)
    outside.address = inside  # later
    assert send(match) == ""
    assert outside.got == []


@pytest.mark.django_db(transaction=True)
def test_nobody_waits_while_the_name_of_an_address_is_looked_up(
    bot: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, held = outgoing.resolve, []

    def resolve(*asked: Any) -> Any:
        held.append(connection.in_atomic_block)
        return real(*asked)

    monkeypatch.setattr(outgoing, "resolve", resolve)
    assert named(bot)
    assert held == [False]
