"""A new account becomes a bot account, for good, once its owner has said yes."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from accounts.models import User
from accounts.sign_in.find_user import user_called
from games.common.exceptions import GamesError
from games.ladders.services import places
from games.lobby.services.challenges import send_challenge
from games.lobby.services.seeks import SeekRequest, open_seek
from games.match.models import Match
from games.moderation.selectors.person import person_facts
from games.notices.models import Notice
from games.notices.presenters.lines import present_notice
from games.people.services import block_person
from games.personal.services import ask_to_leave, erase
from games.programs import selectors, services
from games.programs.models import BotAccount
from games.programs.rules import Rules
from tests.accounts.test_tokens import confirmed
from tests.api.kit import Program
from tests.kit.browsing import browser
from tests.kit.builders import NOON, guest, match_between, person, terms

pytestmark = pytest.mark.django_db
PAGE = "/settings/bots/"


def bot_of(owner: User, name: str = "") -> User:
    """A bot account of *owner*."""
    asked = services.ask(user=person(name), name=owner.name, now=NOON)
    return services.allow(owner=owner, key=asked.pk, now=NOON)


def code_of(act: Any, **asked: Any) -> str:
    with pytest.raises(GamesError) as caught:
        act(**asked, now=NOON)
    return caught.value.code


def test_an_account_asks_and_the_owner_says_yes_after_the_password() -> None:
    fresh, mika = person("Walker"), person("Mika")
    asking = confirmed(fresh)
    assert asking.post(PAGE, {"do": "ask", "owner": "mika"}).status_code == 302
    row = BotAccount.objects.get()
    assert "Mika" in asking.get(PAGE).content.decode()
    answer = browser(mika).post(PAGE, {"do": "allow", "key": row.pk})
    assert answer["Location"].startswith("/accounts/reauthenticate/")
    owning = confirmed(mika)
    assert "Walker" in owning.get(PAGE).content.decode()
    assert owning.post(PAGE, {"do": "allow", "key": row.pk}).status_code == 302
    fresh.refresh_from_db()
    assert (fresh.name, fresh.is_program) == ("Walker [bot]", True)
    assert "Walker [bot]" in owning.get(PAGE).content.decode()
    assert "Walker [bot]" in owning.get("/people/Walker [bot]/").content.decode()
    assert "Mika" in asking.get(PAGE).content.decode()
    assert owning.post(PAGE, {"do": "drop", "key": row.pk}).status_code == 409


def test_the_name_belongs_to_the_bot_alone() -> None:
    bot = bot_of(person("Mika"), "Walker")
    assert user_called("walker") == user_called("WALKER [bot]") == bot
    assert User.objects.is_taken("Walker")
    for changes in ({"name": "Walker"}, {"is_program": False}, {"is_staff": True}):
        with pytest.raises(IntegrityError), transaction.atomic():
            User.objects.filter(pk=bot.pk).update(**changes)
    with pytest.raises(IntegrityError), transaction.atomic():
        person("Nobu [bot]")


def test_only_an_account_that_was_not_used_becomes_one() -> None:
    mika, used, seeking, climbing = person("Mika"), person(), person(), person()
    match_between(used, person())
    open_seek(user=seeking, asked=SeekRequest(terms()), now=NOON)
    places.join(game="xiongqi", user=climbing, now=NOON)
    for user in (used, seeking, climbing, guest(), person(is_staff=True)):
        assert code_of(services.ask, user=user, name="Mika") == "not-fresh"
    assert code_of(services.ask, user=person("Fifteen letters"), name="Mika") == "name-too-long"
    fresh = person()
    for name in ("", "nobody", fresh.name, guest().name, bot_of(mika).name):
        assert code_of(services.ask, user=fresh, name=name) == "no-such-owner"
    asked = services.ask(user=fresh, name="Mika", now=NOON)
    assert services.ask(user=fresh, name="Mika", now=NOON) == asked
    assert code_of(services.ask, user=fresh, name=used.name) == "already-asked"
    match_between(fresh, used)
    assert code_of(services.allow, owner=mika, key=asked.pk) == "not-fresh"
    assert not User.objects.get(pk=fresh.pk).is_program


def test_an_owner_has_three_at_most_and_answers_for_what_was_asked_alone() -> None:
    mika = person("Mika")
    for _each in range(services.MOST_BOTS):
        bot_of(mika)
    asked = services.ask(user=person(), name="Mika", now=NOON)
    assert code_of(services.allow, owner=mika, key=asked.pk) == "too-many-bots"
    assert code_of(services.allow, owner=person(), key=asked.pk) == "nothing-asked"
    with pytest.raises(GamesError):
        services.drop(user=person(), key=asked.pk, now=NOON)
    services.drop(user=mika, key=asked.pk, now=NOON)
    assert not selectors.waiting_for(mika.pk).exists()
    closed = selectors.bots_of(mika.pk)[0].user
    ask_to_leave(closed, NOON)
    assert erase(closed.pk, NOON + timedelta(days=60))
    bot_of(mika)


def test_moderators_see_the_owner() -> None:
    mika, reader = person("Mika"), person(is_staff=True)
    bot = bot_of(mika, "Walker")
    found, owner = person_facts(bot.pk, reader, NOON), person_facts(mika.pk, reader, NOON)
    assert found and owner
    assert (found.owner, found.bots, owner.owner, owner.bots) == ("Mika", [], "", ["Walker [bot]"])


def test_nonsense_changes_nothing() -> None:
    client = confirmed(person("Mika"))
    for sent in ({}, {"do": "x"}, {"do": "allow", "key": "no"}, {"do": "ask", "owner": ""}):
        assert client.post(PAGE, sent).status_code in (409, 422)
    assert not BotAccount.objects.exists()
    assert browser(guest()).get(PAGE).status_code == 302


def test_whoever_is_asked_is_told_once_until_they_answer() -> None:
    mika, fresh, other = person("Mika", email="mika@jinya.example"), person("Walker"), person()
    asked = services.ask(user=fresh, name="Mika", now=NOON)
    notices = Notice.objects.get(user=mika, kind="bot-asked")
    line = present_notice(notices)
    assert line.text == "Walker asks to be your bot account. If you do not know it, decline."
    assert line.url == PAGE
    assert notices.deliveries.filter(channel="mail").exists()
    services.drop(user=fresh, key=asked.pk, now=NOON)
    notices.refresh_from_db()
    assert notices.read_at == NOON
    again = services.ask(user=fresh, name="Mika", now=NOON)
    assert Notice.objects.filter(kind="bot-asked").count() == 1
    services.allow(owner=mika, key=again.pk, now=NOON)
    services.ask(user=other, name="Mika", now=NOON)
    services.allow(owner=mika, key=BotAccount.objects.get(user=other).pk, now=NOON)
    assert not Notice.objects.filter(kind="bot-asked", read_at=None).exists()


def test_who_is_blocked_reaches_nobody_by_asking() -> None:
    mika, fresh = person("Mika"), person()
    block_person(user=mika, person=fresh, kinds=["challenge"])
    services.ask(user=fresh, name="Mika", now=NOON)
    assert not Notice.objects.exists()


def test_bots_go_with_their_owner_and_say_so_before() -> None:
    mika, asking = person("Mika"), person()
    bot = bot_of(mika, "Walker")
    services.ask(user=asking, name="Mika", now=NOON)
    services.set_rules(user=bot, rules=Rules())
    program = Program(bot)
    match = match_between(bot, person())
    page = confirmed(bot)
    assert "Its owner is leaving" not in page.get(PAGE).content.decode()
    assert program.get("/bot").json()["closes_at"] is None
    ask_to_leave(mika, NOON)
    assert "Its owner is leaving" in page.get(PAGE).content.decode()
    assert program.get("/bot").json()["closes_at"]
    assert erase(mika.pk, NOON + timedelta(days=15))
    bot.refresh_from_db()
    match.refresh_from_db()
    assert (bot.is_active, bot.name[:5], match.status) == (False, "gone-", "finished")
    assert program.get("/account").status_code == 401
    assert code_of_challenge(bot) == "no-such-person"
    assert not BotAccount.objects.filter(state="asked").exists()
    assert services.ask(user=asking, name=person("Nobu").name, now=NOON).owner.name == "Nobu"


def test_an_owner_does_not_go_before_a_frozen_match_of_a_bot() -> None:
    mika = person("Mika")
    bot = bot_of(mika, "Walker")
    match_between(bot, person(), now=NOON)
    Match.objects.update(frozen_at=NOON)
    ask_to_leave(mika, NOON)
    assert not erase(mika.pk, NOON + timedelta(days=15))
    assert set(User.objects.filter(pk__in=[mika.pk, bot.pk]).values_list("is_active")) == {(True,)}


def code_of_challenge(whom: User) -> str:
    return code_of(send_challenge, user=person(), person=whom, terms=terms())
