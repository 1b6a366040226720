"""An evening of two people with everything on, and what every end of it received."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

import pytest
import time_machine
from django.core import mail
from django.core.cache import cache

from accounts.models import User
from games.chat.services import say
from games.lobby.services.challenges import accept_challenge, send_challenge
from games.match.changes import ending
from games.match.models import Match
from games.notices.channels import SENDERS
from games.notices.models import Delivery
from games.notices.services import post, warnings
from games.notices.services.notifying import mark_read
from tests.endpoints.conftest import Outside
from tests.endpoints.test_pushing import decrypted, subscribe
from tests.endpoints.test_webhooks import URL, set_webhook
from tests.kit.browsing import browser
from tests.kit.builders import NOON, person, play, terms
from tests.kit.gunjin import gunjin_match

pytestmark = pytest.mark.django_db
STEP = timedelta(minutes=10)


@dataclass
class Evening:
    """The time, which passes in steps in which the workers do what is due."""

    clock: time_machine.Traveller
    now: datetime = NOON

    def passes(self, long: timedelta) -> None:
        """Let time pass."""
        end = self.now + long
        while self.now < end:
            self.now += STEP
            self.clock.move_to(self.now)
            warnings.warn_of_clocks(self.now)
            while post.drain(senders=SENDERS, clock=lambda: self.now):
                pass


@pytest.fixture
def evening() -> Iterator[Evening]:
    cache.clear()
    with time_machine.travel(NOON, tick=False) as clock:
        yield Evening(clock)


def play_the_evening(evening: Evening, ann: User, bob: User) -> tuple[Match, Match]:
    """Two matches, one of them hidden: moves, talk, a draw declined, days of silence, the end."""
    open_match = accept_challenge(
        uid=send_challenge(user=ann, person=bob, terms=terms(), now=NOON).uid, user=bob, now=NOON
    )
    hidden = gunjin_match(ann, bob)
    moves = ("e3e4", "e6e5", "a1a2")
    for move in moves:
        evening.passes(STEP)
        play(open_match, move, now=evening.now)
    play(hidden, "b3b4", now=evening.now)
    say(uid=open_match.uid, user=ann, room="players", text="Good luck!", now=evening.now)
    ending.offer_draw(uid=open_match.uid, user=ann, now=evening.now)
    ending.refuse_draw(uid=open_match.uid, user=bob)
    mark_read(ann.pk, open_match, evening.now)  # she looks at it; two boards wait for him
    evening.passes(timedelta(days=4))
    ending.resign(uid=hidden.uid, user=bob, now=evening.now)
    ending.resign(uid=open_match.uid, user=ann, now=evening.now)
    evening.passes(timedelta(hours=2))
    return open_match, hidden


def test_every_end_is_told_everything_once(evening: Evening, outside: Outside) -> None:
    ann, bob = (person(name, email=f"{name}@example.org") for name in ("ann", "bob"))
    for number, user in enumerate((ann, bob)):
        assert subscribe(user, number) == 204
        set_webhook(user, f"{URL}{number}")
        user.refresh_from_db()
    open_match, hidden = play_the_evening(evening, ann, bob)

    assert not Delivery.objects.filter(settled_at=None).exists()
    assert set(Delivery.objects.values_list("outcome", flat=True)) == {"sent", "seen", "not-wanted"}
    posts = [one for one in outside.got if "webhook-id" in one.headers]
    pushes = [one for one in outside.got if "webhook-id" not in one.headers]
    sent = Counter(Delivery.objects.filter(outcome="sent").values_list("channel", flat=True))
    ids = [one.headers["webhook-id"] for one in posts]
    assert (
        (len(ids), len(pushes)) == (len(set(ids)), sent["push"]) == (sent["webhook"], len(pushes))
    )
    assert len({len(one.body) for one in pushes}) == 1
    found = [decrypted(one.body) for one in pushes]
    of_hidden = {one["text"] for one in found if hidden.uid in str(one["url"])}
    assert of_hidden <= {"A board waits for you.", "There is news at one of your boards."}
    assert {one["url"] for one in found} >= {
        f"/matches/{open_match.uid}/",
        f"/matches/{hidden.uid}/",
    }
    identities = [message.extra_headers["Message-ID"] for message in mail.outbox]
    assert len(identities) == len(set(identities)) < sent["mail"]  # several boards in one
    assert mail.outbox[1].body.count("/matches/") == 2
    of_turns = {
        (one["url"], one["tag"]) for one in found if one["text"] == "A board waits for you."
    }
    assert len(of_turns) == 4  # of each board one place on the screen of each of them
    warned = [json.loads(one.body)["type"] for one in posts if one.path.endswith("1")]
    assert (warned.count("notice.clock-half"), warned.count("notice.clock-last")) == (2, 1)
    ledger = browser(ann).get("/settings/notices/sent/").content.decode()
    assert "mail accepted" in ledger
    assert "push accepted" in ledger
