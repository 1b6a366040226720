"""A bot account answers challenges by its own rules."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from accounts.models import User
from games.lobby.models import Challenge
from games.lobby.services.challenges import answer_waiting, send_challenge
from games.match.terms import programs
from games.people.services import block_person
from games.programs import services
from games.programs.models import ChallengeRules
from games.programs.rules import ACCEPT, Asked, Rules, answer
from tests.accounts.test_tokens import confirmed
from tests.kit.builders import NOON, match_between, person, terms
from tests.programs.test_becoming import PAGE, bot_of

pytestmark = pytest.mark.django_db
State = Challenge.State
ASKED: dict[str, Any] = {
    "game": "xiongqi",
    "pace": "slow",
    "rated": False,
    "rating": 1500,
    "is_program": False,
    "is_followed": False,
}


@pytest.mark.parametrize(
    ("rules", "changes", "reply"),
    [
        ({}, {}, ACCEPT),
        ({"games": ["gungi"]}, {}, "game"),
        ({"games": ["gungi", "xiongqi"]}, {}, ACCEPT),
        ({"pace": "slow"}, {"pace": "live"}, "too-fast"),
        ({"pace": "live"}, {}, "too-slow"),
        ({"pace": "slow"}, {"pace": ""}, "too-slow"),
        ({"rated": "yes"}, {}, "casual"),
        ({"rated": "no"}, {"rated": True}, "rated"),
        ({"audience": "bots"}, {}, "other"),
        ({"audience": "people"}, {"is_program": True}, "other"),
        ({"audience": "bots"}, {"is_program": True}, ACCEPT),
        ({"audience": "followed"}, {}, "other"),
        ({"audience": "followed"}, {"is_followed": True}, ACCEPT),
        ({"low": 1501}, {}, "other"),
        ({"high": 1499}, {}, "other"),
        ({"low": 1500, "high": 1500}, {}, ACCEPT),
    ],
)
def test_what_rules_make_of_a_challenge(
    rules: dict[str, Any], changes: dict[str, Any], reply: str
) -> None:
    assert answer(Rules(**rules), Asked(**{**ASKED, **changes})) == reply


def sent(user: User, bot: User, **changes: Any) -> Challenge:
    challenge = send_challenge(user=user, person=bot, terms=terms(**changes), now=NOON)
    challenge.refresh_from_db()
    return challenge


def test_challenges_are_accepted_and_declined_at_once() -> None:
    bot = bot_of(person("Mika"))
    assert sent(person(), bot).state == State.OPEN
    services.set_rules(user=bot, rules=Rules(games=("xiongqi",)))
    accepted = sent(person(), bot)
    assert accepted.state == State.ACCEPTED
    assert accepted.match and accepted.match.started_at
    declined = sent(person(), bot, game="gungi")
    assert (declined.state, declined.reason) == (State.DECLINED, "game")
    services.set_rules(user=bot, rules=Rules(games=("xiongqi",)), declines=False)
    assert sent(person(), bot, game="gungi").state == State.OPEN
    blocked = person()
    block_person(user=bot, person=blocked, kinds=["challenge"])
    assert sent(blocked, bot).state == State.OPEN


def test_what_had_no_room_is_accepted_later(monkeypatch: pytest.MonkeyPatch) -> None:
    bot = bot_of(person("Mika"))
    services.set_rules(user=bot, rules=Rules())
    match_between(bot, person())
    monkeypatch.setattr(programs, "MOST_RUNNING", 1)
    waiting = sent(person(), bot)
    assert waiting.state == State.OPEN
    assert answer_waiting(now=NOON) == 0
    monkeypatch.setattr(programs, "MOST_RUNNING", 2)
    assert answer_waiting(now=NOON + timedelta(days=8)) == 0
    assert answer_waiting(now=NOON) == 1
    waiting.refresh_from_db()
    assert waiting.state == State.ACCEPTED


def test_the_rules_are_set_on_the_page_of_a_bot_account_alone() -> None:
    bot = bot_of(person("Mika"))
    client, good = confirmed(bot), {"do": "rules", "audience": "anyone"}
    chosen = {**good, "games": ["gungi"], "pace": "slow", "low": "1200", "declines": "on"}
    assert client.post(PAGE, chosen).status_code == 302
    row = ChallengeRules.objects.get()
    assert (row.games, row.pace, row.low, row.high, row.declines) == (
        ["gungi"], "slow", 1200, None, True,
    )  # fmt: skip
    assert 'value="1200"' in client.get(PAGE).content.decode()
    for wrong in (
        *({"games": ["chess"]}, {"pace": "x"}, {"audience": ""}, {"low": "-1"}),
        {"low": "1900", "high": "1800"},
    ):
        assert client.post(PAGE, {**good, **wrong}).status_code == 422
    row.refresh_from_db()
    assert row.low == 1200
    assert client.post(PAGE, {"do": "no-rules"}).status_code == 302
    assert not ChallengeRules.objects.exists()
    assert confirmed(person()).post(PAGE, good).status_code == 403
