"""Moderation: a report, its ruling, a sanction and the appeal, and a reveal that two consent to."""

from __future__ import annotations

import re
from typing import Any

from tests.running import PYTHON
from tests.running.processes import run
from tests.walk.people import Member, introduce
from tests.walk.second_factor import code_of
from tests.walk.steps.everywhere import crawl
from tests.walk.walking import Walk, step

WHY: dict[str, Any] = {"reason": "report", "note": "as the walk has it"}


def manage(walk: Walk, *words: str) -> str:
    """What a command of the operator prints."""
    return run([PYTHON, "manage.py", *words], walk.house.env)


def made_staff(walk: Walk, role: str) -> Member:
    """Somebody with a role and a second factor, as the operator makes them."""
    who = Member(walk)
    manage(walk, "staff_role", who.name, role)
    code = manage(walk, "staff_code", who.name).split()[-1]
    who.sign_in()
    page = who.confirm("/accounts/2fa/totp/activate/")
    secret = re.search(r"\b[A-Z2-7]{32}\b", page.text)
    assert secret, f"no secret of the second factor: {page.path}"
    form = page.form("totp/activate", "code")
    more: dict[str, Any] = {
        name: code for name in form.fields if name not in ("code", "csrfmiddlewaretoken")
    }
    who.browser.send(form, code=code_of(secret[0]), **more)
    return who


@step("staff: a report, a ruling, a sanction with its appeal, a reveal by two", 80)
def moderation(walk: Walk) -> None:
    rude, hurt = Member(walk), Member(walk)
    mine, theirs = introduce(rude, hurt, game="gunjin")
    mine.look()
    mine.place()
    theirs.look()
    theirs.place()
    mine.take_turn()
    theirs.take_turn()
    talk = f"{mine.url}talk/"
    page = rude.browser.get(talk)
    rude.browser.send(page.form("/talk/", "text"), text="you play like a fool")
    page = hurt.browser.get(talk)
    hurt.browser.follow(r"/report/\?line=")
    form = hurt.browser.page.form("", "text")
    said: dict[str, Any] = {name: values[0] for name, values in form.choices.items()}
    hurt.browser.send(form, **{**said, "text": "This is the third time."})
    senior, second = made_staff(walk, "senior"), made_staff(walk, "senior")
    at = senior.browser
    at.get("/admin/moderation/report/")
    at.send(at.page.form("/moderation/report/next/"))
    case = at.page.path
    match = f"/admin/moderation/report/match/{mine.uid}/"
    at.get(match)
    rule(senior, match, "freeze")
    rule(senior, match, "resume")
    at.get(match)
    at.send(at.page.form("/verify/", "note"), **WHY)
    at.send(at.page.form("/consent/", "do", "ask"), press=("do", "ask"), **WHY)
    other = second.browser
    other.get(match)
    other.send(other.page.form("/consent/", "do", "approve"), press=("do", "approve"), **WHY)
    at.get(match)
    at.send(at.page.form("/reveal/", "note"), **WHY)
    person = at.get(match).link(r"/moderation/report/person/\d+/")
    at.get(person)
    form = at.page.form("", "do", "sanction")
    at.send(form, press=("do", "sanction"), days="1", **WHY)
    at.get(case)
    form = at.page.form("/work/", "do", "close")
    at.send(form, press=("do", "close"), outcome=form.choices["outcome"][1], answer="Done.")
    rude.browser.get("/standing/")
    for href, _text in rude.browser.page.links:
        if "/standing/appeal/" in href:
            rude.browser.get(href)
            break
    hurt.browser.get("/reports/")
    form = at.get("/admin/news/newsitem/add/").form("", "texts-0-title")
    news: dict[str, Any] = {"language": "en", "title": "New boards", "text": "Of every game."}
    at.send(form, **{f"texts-0-{name}": text for name, text in news.items()})
    for _look in ("read from the rows", "kept by the cache"):
        assert "New boards" in at.get("/news/").text
    crawl(at, "/admin/")
    site = made_staff(walk, "operator").browser
    site.get("/admin/moderation/report/site/")
    site.get("/admin/upkeep/")


def rule(who: Member, match: str, verb: str) -> None:
    """See what an action would change, and do it."""
    page = who.browser.get(match)
    page = who.browser.send(page.form("/rule/", "verb", verb), press=("verb", verb))
    who.browser.send(page.form("/rule/", "note"), **WHY)
