"""What people do with their own account: addresses, passwords, keys, notices, their data."""

from __future__ import annotations

import re
import time
from urllib.parse import urlsplit

from tests.walk.mails import letters_to
from tests.walk.people import Member
from tests.walk.second_factor import code_of
from tests.walk.walking import Walk, step

FAR = "https://127.0.0.1:8443/hook"
"""A webhook that no site may ask: it is inside."""


@step("an account: mail, sign-in, password, second factor, tokens, settings")
def account(walk: Walk) -> None:
    address = "walker@example.org"
    who = Member(walk, email=address)
    browser = who.browser
    follow_mail(walk, who, address, r"/accounts/confirm-email/")
    for form in browser.page.forms("confirm-email"):
        browser.send(form)
        break
    page = browser.get("/settings/")
    browser.send(page.form("/settings/", "theme"), plays_forced="on", theme="dark")
    for name, value in (("language", "ja"), ("theme", "light")):
        browser.get("/")
        browser.send(browser.page.form(f"/{name}/", name, value), press=(name, value))
    browser.get("/")
    browser.send(browser.page.form("/language/", "language", "en"), press=("language", "en"))
    browser.get("/who/")
    who.confirm("/.well-known/change-password")
    new = who.password + " anew"
    form = browser.page.form("password/change", "oldpassword")
    browser.send(form, oldpassword=who.password, password1=new)
    who.password = new
    second_factor(who)
    browser.get("/accounts/logout/")
    browser.send(browser.page.form("/accounts/logout/"))
    browser.get("/accounts/password/reset/")
    browser.send(browser.page.form("password/reset", "email"), email=address)
    follow_mail(walk, who, address, r"/accounts/password/reset/key/")
    who.sign_in()


def second_factor(who: Member) -> None:
    """Look at all ways, and set one up by an app."""
    for path in ("/accounts/2fa/", "/accounts/2fa/webauthn/", "/accounts/2fa/webauthn/login/"):
        who.confirm(path)
    page = who.confirm("/accounts/2fa/totp/activate/")
    secret = re.search(r"\b[A-Z2-7]{32}\b", page.text)
    assert secret, "no secret of the second factor"
    who.browser.send(page.form("totp/activate", "code"), code=code_of(secret[0]))


def follow_mail(walk: Walk, who: Member, address: str, pattern: str) -> None:
    """Wait for a mail with a link like that, and follow it."""
    found: list[str] = []

    def look() -> bool:
        for text in letters_to(walk.house, address):
            found.extend(re.findall(rf"https?://\S*{pattern}\S*", text))
        return bool(found)

    walk.until(f"a mail with a link to {pattern}", look)
    who.browser.get(urlsplit(found[-1]).path)


@step("notices: tests of every channel, a calendar, a webhook that is refused")
def notices(walk: Walk) -> None:
    who = Member(walk)
    browser = who.browser
    page = browser.get("/devices/")
    browser.send(page.form("/devices/", "do", "calendar"), press=("do", "calendar"))
    feed = re.search(r"/calendar/[\w-]+\.ics", browser.page.text)
    assert feed, "no address of a calendar"
    calendar = walk.browser()
    calendar.get(feed[0])
    assert b"BEGIN:VCALENDAR" in calendar.page.body
    page = browser.get("/devices/")
    form = page.form("/devices/", "do", "webhook")
    browser.send(form, press=("do", "webhook"), url=FAR, expect=(200, 422))
    browser.get("/settings/notices/")
    for form in browser.page.forms("/settings/notices/", "test"):
        browser.send(form, expect=(200, 409, 422, 429))
        break
    browser.get("/settings/notices/sent/")
    browser.get("/notices/")
    browser.get("/notices/latest/", expect=(200, 204))


@step("one's own data: asked for, made, and taken home")
def own_data(walk: Walk) -> None:
    who = Member(walk)
    page = who.confirm("/my-data/")
    who.browser.send(page.form("/my-data/export/"))
    who.confirm("/my-data/")
    began = time.monotonic()

    def is_ready() -> bool:
        return "export.json" in who.browser.get("/my-data/").text

    walk.until("the file of one's own data", is_ready, 40)
    answer = who.confirm("/my-data/export.json")
    assert answer.body.startswith(b"{"), answer.body[:80]
    assert time.monotonic() > began
