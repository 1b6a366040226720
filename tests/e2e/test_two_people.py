"""The site's main job, as two people do it from an empty site."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

from django.core import mail
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.models import User
from games import tasks
from games.match.models import Match
from games.match.terms import opening
from games.moderation.selectors.audits import faults_of
from games.notices.models import Delivery
from tests.e2e.conftest import NewVisitor
from tests.e2e.visits import PHONE, elsewhere, expect_move_shown, expect_to_say, make_move
from tests.kit.builders import LONGER_MATE

SECRET = "correct horse battery staple"


def register(page: Page, name: str) -> None:
    page.goto("/")
    page.get_by_role("link", name="Sign up").first.click()
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Password", exact=True).fill(SECRET)
    page.locator("main").get_by_role("button", name="Sign up").click()
    expect(page).to_have_url(re.compile("/desk/$"))


def invite(page: Page) -> str:
    page.get_by_role("link", name="New match").first.click()
    page.locator("label[for=whom-link]").click()
    expect(page.locator("#terms-line")).to_contain_text("Relaxed")
    page.locator(".terms summary").click()
    page.get_by_label("Side").select_option("0")
    page.get_by_role("button", name="Start").click()
    return page.get_by_label("Invitation link").input_value()


def test_two_people_register_and_play_to_mate(new_visitor: NewVisitor) -> None:
    ann, bob = new_visitor(viewport={"width": 1280, "height": 900}), new_visitor(**PHONE)
    register(ann, "Ann")
    register(bob, "Bob")
    bob.goto(invite(ann))
    bob.get_by_role("button", name="Play").click()
    expect(ann).to_have_url(re.compile("/matches/"))  # the waiting page goes on by itself
    for page in (ann, bob):
        expect(page.locator("#match-live")).to_have_attribute("data-live", "on")

    for ply, text in enumerate(LONGER_MATE):
        mover, other = (ann, bob) if ply % 2 == 0 else (bob, ann)
        make_move(mover, text)
        expect_move_shown(other, text)

    expect(ann.get_by_role("heading", name="You have lost")).to_be_visible()
    expect(bob.get_by_role("heading", name="You have won")).to_be_visible()
    for page in (ann, bob):
        expect(page.locator(".match-result")).to_contain_text("Checkmate")
    assert faults_of(Match.objects.get()) == []


def test_an_absent_player_gets_a_mail_and_one_only(new_visitor: NewVisitor, site: Any) -> None:
    ann = new_visitor()
    register(ann, "Ann")
    User.objects.create_user("Bob", SECRET, email="bob@jinya.example")
    ann.goto(invite(ann))
    match = Match.objects.get()
    bob = User.objects.get(name="Bob")
    elsewhere(opening.take_seat, secret=match.secret, user=bob, now=timezone.now())
    ann.goto(f"/matches/{match.uid}/")
    make_move(ann, "e3e4")
    Delivery.objects.update(
        due_at=timezone.now() - timedelta(seconds=1), hinted_until=timezone.now()
    )
    elsewhere(tasks.drain_outbox)
    elsewhere(tasks.drain_outbox)
    site.settle()
    sent = [message for message in mail.outbox if message.to == ["bob@jinya.example"]]
    assert [message.subject for message in sent] == ["Your turn: Xiongqi against Ann"]
    assert f"{site.url}/matches/{match.uid}/" in sent[0].body


def test_the_bot_answers_by_itself(new_visitor: NewVisitor) -> None:
    ann = new_visitor(**PHONE)
    register(ann, "Ann")
    ann.goto("/matches/new/")
    ann.locator(".terms summary").click()
    ann.get_by_label("Side").select_option("0")
    ann.get_by_role("button", name="Start").click()
    expect(ann.locator("#match-live")).to_have_attribute("data-live", "on")
    make_move_and_wait(ann, "e3e4")
    expect_to_say(ann, "Your move")
    expect(ann.locator("#board")).to_have_attribute("data-ply", "2")


def make_move_and_wait(page: Page, text: str) -> None:
    page.locator(f"#sq-{text[:2]}").click()
    page.locator(f"#sq-{text[2:4]}").click()
