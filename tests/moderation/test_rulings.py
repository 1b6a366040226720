"""What moderators do in matches: through the services of play, logged once, told to both."""

from __future__ import annotations

import re
from datetime import timedelta
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from accounts.models import Sanction
from games.bots.models import BotTurn
from games.match.changes import deadlines, ending
from games.match.changes.guests import move_seats
from games.match.exceptions import CannotRule, MatchFrozen
from games.match.models import Match
from games.match.reading.clockproof import clock_steps
from games.match.sealed import SealedRewind
from games.moderation.conflicts import Conflict
from games.moderation.models import Consent, ModAction
from games.moderation.presenters.words import verb_name
from games.moderation.selectors.audits import faults_of
from games.moderation.services.actions import ACTIONS, ActionRequest
from games.moderation.services.log import NoReason, NotAllowed, Why
from games.moderation.services.rulings import preview, rule
from games.notices.models import Notice
from tests.kit.browsing import bell, browser
from tests.kit.builders import (
    LONGER_MATE,
    NOON,
    house_was_up,
    match_between,
    match_with_bot,
    north,
    person,
    play,
    south,
    submit,
)
from tests.kit.staff import staff, why

pytestmark = pytest.mark.django_db
_numbers = count(20)
HOUR = timedelta(hours=1)
LATER = NOON + 6 * HOUR
VERBS = re.compile(r"write\(\s*(?:why|Why\([^)]*\)), \"([a-z-]+)\"")


@pytest.fixture
def match() -> Match:
    made = match_between(person("south"), person("north"))
    play(made, *LONGER_MATE[:3])
    return made


def done(match: Match, action: str, *, actor: Any = None, at: Any = LATER, **fields: Any) -> Match:
    """The match after *action* by a senior."""
    actor = actor or staff("senior", f"judge{next(_numbers)}")
    rule(uid=match.uid, asked=ActionRequest(action, **fields), why=why(actor), now=at)
    match.refresh_from_db()
    return match


def test_a_frozen_match_rests_and_goes_on_where_it_stood(match: Match) -> None:
    house_was_up(NOON - HOUR, NOON + 60 * 24 * HOUR)
    before = match.players.get(is_to_act=True)
    done(match, "freeze")
    with pytest.raises(MatchFrozen):
        submit(match, north(match), LONGER_MATE[3], seat_ply=2, key="key-frozen", now=LATER)
    assert not deadlines.flag_if_overdue(uid=match.uid, now=NOON + 30 * 24 * HOUR)
    assert faults_of(match) == []
    done(match, "resume", at=LATER + 240 * HOUR)
    after = match.players.get(is_to_act=True)
    assert after.deadline - before.deadline == 240 * HOUR
    assert match.deadline == after.deadline
    play(match, LONGER_MATE[3], now=LATER + 241 * HOUR)
    step = clock_steps(match)[-1]
    assert step.credited == 240 * HOUR
    assert step.after == match.players.get(seat=1).bank
    assert faults_of(match) == []


def test_every_action_leaves_one_row_of_the_log_one_ruling_and_two_notices(match: Match) -> None:
    actions: list[tuple[str, dict[str, Any]]] = [
        ("freeze", {}),
        ("resume", {}),
        ("investigate", {}),
        ("resume", {}),
        ("extend", {"hours": 5}),
        ("take-time", {"hours": 2}),
        ("grace", {"hours": 7}),
        ("no-grace", {}),
        ("renew", {}),
        ("close-talk", {}),
        ("open-talk", {}),
        ("hide", {}),
        ("show", {}),
        ("void", {}),
        ("rewind", {"ply": 1}),
        ("replace", {"seat": 1, "level": "easy"}),
        ("draw", {}),
        ("reopen", {}),
        ("win", {"seat": 0}),
        ("annul", {}),
        ("restore", {}),
    ]
    assert {name for name, _fields in actions} == set(ACTIONS)
    for number, (action, fields) in enumerate(actions, start=1):
        done(match, action, at=LATER + number * HOUR, **fields)
        assert ModAction.objects.count() == match.rulings.count() == number
        row = ModAction.objects.latest("pk")
        assert (row.verb, row.before != row.after) == (f"match-{action}", True)
        assert faults_of(match) == [], action
    notices = Notice.objects.filter(kind="ruled", match=match)
    assert notices.filter(user__name="south").count() == len(actions)
    assert notices.filter(user__name="north").count() == 16  # until the bot sits there


def test_a_rewound_match_is_played_on_and_what_was_taken_back_is_kept(match: Match) -> None:
    done(match, "rewind", ply=1)
    assert match.players.get(is_to_act=True).seat == 1
    (kept,) = SealedRewind.objects.all()
    assert [ply["move"] for ply in kept.plies] == list(LONGER_MATE[1:3])
    play(match, *LONGER_MATE[1:], now=LATER)
    assert match.status == "finished"
    assert faults_of(match) == []


def test_a_wrong_result_is_replaced_or_the_match_goes_on(match: Match) -> None:
    ending.resign(uid=match.uid, user=south(match), now=NOON + HOUR)
    done(match, "win", seat=0)
    assert (match.ended_how, match.players.get(seat=0).result) == ("adjudicated", "won")
    assert faults_of(match) == []
    done(match, "reopen")
    assert match.status == "active"
    assert faults_of(match) == []
    play(match, *LONGER_MATE[3:], now=LATER)
    assert match.players.get(seat=1).result == "won"
    with pytest.raises(CannotRule):
        done(match, "reopen")  # ended by a move


def test_a_cancelled_match_can_be_opened_again() -> None:
    match = match_between(person("south"), person("north"), game="gunjin")
    ending.resign(uid=match.uid, user=south(match), now=NOON + HOUR)
    assert match.players.filter(is_to_act=True).count() == 0
    done(match, "reopen")
    assert (match.status, match.is_setting_up) == ("active", True)
    assert faults_of(match) == []


def test_nothing_that_was_revealed_is_played_on() -> None:
    match = match_between(person("south"), person("north"), game="seichu")
    from tests.kit.chance import play_some

    play_some(match, 4)
    ending.resign(uid=match.uid, user=south(match), now=NOON + HOUR)
    with pytest.raises(CannotRule):
        done(match, "reopen")
    done(match, "win", seat=0)
    assert faults_of(match) == []


def test_a_bot_plays_on_for_a_person_who_is_gone(match: Match) -> None:
    done(match, "replace", seat=1, level="easy")
    assert (match.players.get(seat=1).bot, match.players.get(seat=1).user) == ("easy", None)
    assert BotTurn.objects.filter(match=match, seat=1).count() == 1
    assert faults_of(match) == []


def test_whoever_is_put_out_of_a_seat_reads_so_and_finds_the_match(match: Match) -> None:
    ann, bob = south(match), north(match)
    done(match, "replace", seat=1, level="easy")
    assert bell(bob)[0] == (
        "Xiongqi against south: a bot has taken your seat.",
        f"/matches/{match.uid}/",
    )
    assert bell(ann)[0][0] == "Xiongqi against Tama (easy bot): a bot plays on for one side."
    lost = f'href="/matches/{match.uid}/">Xiongqi against south</a>'
    assert lost in browser(bob).get("/archive/").content.decode()
    assert "A bot plays on for you" not in browser(ann).get("/archive/").content.decode()
    person_of_guest = person("later")
    move_seats(bob.pk, person_of_guest.pk)
    assert lost in browser(person_of_guest).get("/archive/").content.decode()
    done(match, "hide")
    assert lost not in browser(person_of_guest).get("/archive/").content.decode()


def test_bots_rest_while_a_match_is_frozen() -> None:
    match = match_with_bot(person("south"))
    submit(match, south(match))
    done(match, "freeze")
    assert not BotTurn.objects.exists()
    done(match, "resume")
    assert BotTurn.objects.count() == 1
    assert faults_of(match) == []


def test_a_preview_shows_what_would_change_and_changes_nothing(match: Match) -> None:
    senior = staff("senior")
    seen = preview(uid=match.uid, asked=ActionRequest("win", seat=1), why=why(senior), now=LATER)
    assert seen.before["status"] == "active"
    assert (seen.after["status"], seen.after["seats"][1]["result"]) == ("finished", "won")
    match.refresh_from_db()
    assert (match.status, match.rulings.count(), Notice.objects.filter(kind="ruled").count()) == (
        "active",
        0,
        0,
    )


def test_roles_may_do_what_their_work_takes_and_no_more(match: Match) -> None:
    moderator, helper = staff("moderator"), staff("helper")
    with pytest.raises(NotAllowed):
        done(match, "freeze", actor=helper)
    with pytest.raises(NotAllowed):
        done(match, "win", actor=moderator, seat=0)
    with pytest.raises(NoReason):
        rule(
            uid=match.uid,
            asked=ActionRequest("freeze"),
            why=Why(moderator, "report", " "),
            now=LATER,
        )
    done(match, "freeze", actor=moderator)
    assert match.frozen_at is not None


def test_nobody_rules_in_their_own_affairs() -> None:
    senior, south_ = staff("senior"), person("south")
    own = match_between(senior, south_)
    play(own, "e3e4")
    other = match_between(south_, person("north"))
    for action in ("freeze", "draw"):
        with pytest.raises(Conflict):
            done(own, action, actor=senior)
    with pytest.raises(Conflict):
        done(other, "draw", actor=senior)
    done(other, "freeze", actor=senior)  # to stop it, everybody is good enough


def test_staff_read_words_and_no_codes(match: Match) -> None:
    """Every verb that is written into the log, and every action, has a name."""
    sources = Path("games/moderation/services").glob("*.py")
    written = {verb for path in sources for verb in VERBS.findall(path.read_text())}
    kinds = {f"sanction-{kind}" for kind in Sanction.Kind.values}
    consents = {
        f"{action}-{step}" for action in Consent.Action.values for step in ("asked", "approved")
    }
    assert len(written) > 10
    for verb in {*written, *kinds, *consents, *(f"match-{action}" for action in ACTIONS)}:
        assert verb_name(verb) not in (verb, verb.partition("-")[2]), verb
    senior = browser(staff("senior", "reader"))
    page = senior.get(f"/admin/moderation/report/match/{match.uid}/rule/?verb=freeze")
    html = page.content.decode()
    assert "Frozen since" in html
    assert "frozen_at" not in html
