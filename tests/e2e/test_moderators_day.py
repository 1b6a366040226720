"""A moderator's day: report, evidence, freeze, decision, answer, sanction, appeal."""

from __future__ import annotations

import os
import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.models import User
from games.match.models import Match
from games.moderation.models import Appeal, ModAction
from tests.e2e.conftest import NewVisitor
from tests.e2e.visits import PHONE
from tests.kit.browsing import browser
from tests.kit.builders import match_between, person, play
from tests.kit.staff import staff

SHOTS = os.environ.get("JINYA_SHOTS", "")
"""Where pictures of the pages are put, to be looked at; none are made without it."""


def signed_in(page: Page, user: User, url: str) -> Page:
    """*page* with the sign-in of *user*."""
    cookie = browser(user).cookies[settings.SESSION_COOKIE_NAME]
    page.context.add_cookies([{"name": cookie.key, "value": cookie.value, "url": url}])
    return page


def shoot(page: Page, name: str) -> None:
    if SHOTS:
        page.screenshot(path=Path(SHOTS) / f"{name}.png", full_page=True)


def fits(page: Page) -> None:
    """Nothing sticks out at the side."""
    page.wait_for_load_state()
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0, (page.url, wide)


def give_reason(page: Page, note: str) -> None:
    page.get_by_label("Reason").last.select_option("report")
    page.get_by_label("In words, for the log").last.fill(note)


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_moderators_day(new_visitor: NewVisitor, site: Any, size: str) -> None:
    options = PHONE if size == "phone" else {"viewport": {"width": 1440, "height": 900}}
    ann, bob, sue, max_ = (
        person("ann"),
        person("bob"),
        staff("senior", "sue"),
        staff("senior", "max"),
    )
    match = match_between(ann, bob, now=timezone.now() - timedelta(days=1))
    play(match, "e3e4", now=timezone.now() - timedelta(hours=20))

    # Ann is rude; Bob hears it at once and reports the line
    at_ann = signed_in(new_visitor(**options), ann, site.url)
    at_bob = signed_in(new_visitor(**options), bob, site.url)
    for page in (at_ann, at_bob):
        page.goto(f"/matches/{match.uid}/")
        expect(page.locator("#match-live")).to_have_attribute("data-live", "on")
        if size == "phone":
            page.locator("label[for=tab-facts]").click()
        page.locator("#talk-place summary").click()
        expect(page.locator("#talk-lines")).to_be_visible()
    at_ann.get_by_label("Your message").fill("you play like a fool http://evil.example/")
    at_ann.get_by_role("button", name="Send", exact=True).click()
    expect(at_ann.locator("#talk-lines")).to_contain_text("like a fool")
    expect(at_bob.locator("#talk-lines")).to_contain_text("like a fool")
    expect(at_bob.locator("#talk-lines a[href*=evil]")).to_have_count(0)
    shoot(at_bob, f"{size}-talk")
    at_bob.get_by_role("link", name="Report", exact=True).click()
    at_bob.get_by_label("What happened?").fill("This is the third time.")
    shoot(at_bob, f"{size}-report-form")
    fits(at_bob)
    at_bob.get_by_role("button", name="Send the report").click()
    expect(at_bob.get_by_text("Received.")).to_be_visible()
    shoot(at_bob, f"{size}-my-reports")

    # Sue takes it from the queue and looks at the evidence
    at_sue = signed_in(new_visitor(**options), sue, site.url)
    at_sue.goto("/admin/moderation/report/")
    shoot(at_sue, f"{size}-queue")
    fits(at_sue)
    at_sue.get_by_role("button", name="Take the next").click()
    expect(at_sue.get_by_text("you play like a fool").first).to_be_visible()
    shoot(at_sue, f"{size}-report")
    fits(at_sue)
    at_sue.get_by_role("link", name="the match").click()
    expect(at_sue.get_by_role("button", name="Freeze")).to_be_visible()
    shoot(at_sue, f"{size}-workbench")
    fits(at_sue)

    # she stops the match to look into it: both pages say so at once
    expect(at_sue.get_by_text("Your report about ann")).to_be_visible()
    at_sue.get_by_role("button", name="Investigate").click()
    expect(at_sue.get_by_text("A moderator is looking into this match.")).to_be_visible()
    give_reason(at_sue, "to look into it")
    shoot(at_sue, f"{size}-preview")
    fits(at_sue)
    at_sue.get_by_role("button", name=re.compile("^Do it")).click()
    expect(at_sue.get_by_role("button", name="Resume")).to_be_visible()
    expect(at_bob.locator("body")).not_to_contain_text("paused this match")  # another page
    at_bob.goto(f"/matches/{match.uid}/")
    expect(at_bob.locator("#actions")).to_contain_text("paused this match")
    expect(at_ann.locator("#actions")).to_contain_text("paused this match")
    shoot(at_ann, f"{size}-frozen")
    fits(at_ann)

    # she closes the chat for a while
    at_sue.get_by_role("button", name="Close the chat").click()
    give_reason(at_sue, "until both are calm")
    at_sue.get_by_role("button", name=re.compile("^Do it")).click()
    expect(at_sue.get_by_role("button", name="Open the chat again")).to_be_visible()
    shoot(at_sue, f"{size}-workbench-frozen")
    fits(at_sue)
    at_ann.goto(f"/matches/{match.uid}/talk/")
    expect(at_ann.locator("#talk")).to_contain_text("has closed the chat of this match")
    at_ann.goto(f"/matches/{match.uid}/")

    # she decides it, answers and closes the report
    at_sue.get_by_role("button", name="Decide: North wins").click()
    give_reason(at_sue, "abuse")
    at_sue.get_by_role("button", name=re.compile("^Do it")).click()
    expect(at_bob.get_by_role("heading", name="You have won")).to_be_visible()
    report = ModAction.objects.get(verb="report-taken").report
    at_sue.goto(f"/admin/moderation/report/{report.pk}/change/")
    at_sue.get_by_label("Answer to everybody who reported").fill("Thank you, we have acted.")
    at_sue.get_by_label("Outcome").select_option("acted")
    at_sue.get_by_role("button", name="Close", exact=True).click()
    at_bob.goto("/reports/")
    expect(at_bob.get_by_text("Thank you, we have acted.")).to_be_visible()

    # Ann is suspended, reads why, and appeals
    at_sue.goto(f"/admin/moderation/report/person/{ann.pk}/")
    at_sue.locator("select[name=kind]").select_option("suspend")
    at_sue.get_by_label("Days", exact=True).fill("7")
    at_sue.get_by_label("Text for the person").fill("Please be kind.")
    form = at_sue.locator("form", has=at_sue.get_by_role("button", name="Apply sanction"))
    form.locator("select[name=reason]").select_option("abuse")
    form.get_by_label("In words, for the log").fill("third time")
    shoot(at_sue, f"{size}-person")
    fits(at_sue)
    form.get_by_role("button", name="Apply sanction").click()
    expect(at_ann).to_have_url(re.compile("/standing/$"))  # her page goes by itself
    expect(at_ann.get_by_text("Please be kind.")).to_be_visible()
    shoot(at_ann, f"{size}-standing")
    fits(at_ann)
    at_ann.get_by_role("link", name="Appeal").click()
    for answer in ("Yes, it was me.", "Yes, it did."):
        expect(at_ann.get_by_role("link", name=answer)).to_be_visible()
        shoot(at_ann, f"{size}-appeal-question")
        fits(at_ann)
        at_ann.get_by_role("link", name=answer).click()
    at_ann.get_by_role("link", name="I am sorry").click()
    at_ann.get_by_label("Which words are meant").fill("I was tired.")
    at_ann.get_by_label("What should we do?").fill("Give me another chance.")
    shoot(at_ann, f"{size}-appeal")
    at_ann.get_by_role("button", name="Send the appeal").click()
    expect(at_ann.get_by_text("Your appeal has been received.").first).to_be_visible()

    # Max, who was not involved, answers it
    at_max = signed_in(new_visitor(**options), max_, site.url)
    at_max.goto(f"/admin/moderation/appeal/{Appeal.objects.get().pk}/change/")
    at_max.get_by_label("Answer").first.select_option("upheld")
    at_max.get_by_label("To the person").fill("Be kind, then.")
    give_reason(at_max, "an apology")
    shoot(at_max, f"{size}-appeal-answer")
    fits(at_max)
    at_max.get_by_role("button", name="Answer").click()
    expect(at_max.get_by_text("Be kind, then.")).to_be_visible()
    at_ann.goto("/desk/")
    expect(at_ann).to_have_url(re.compile("/desk/$"))
    assert Match.objects.get().ended_how == "adjudicated"
