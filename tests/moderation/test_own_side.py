"""The side of those concerned: told at once, read and said so, and an appeal by three questions."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Sanction, User
from accounts.sanctions.rights import unread
from games.common.rownames import name_of
from games.moderation.models import Appeal
from games.moderation.presenters.appeals import ACCEPTED, START, prompt_for, questions
from games.moderation.services.sanctions import lift
from tests.kit.browsing import browser
from tests.kit.builders import person
from tests.kit.staff import why
from tests.moderation.test_sanctions import sanctioned

pytestmark = pytest.mark.django_db
LETTER = "The moderators have something to tell you"
READ = "I have read this"


def html(client: Client, path: str) -> str:
    return client.get(path).content.decode()


@pytest.mark.parametrize("kind", ["warn", "mute", "unrated", "no-new"])
def test_every_page_tells_of_a_sanction_until_it_was_read(ann: User, kind: str) -> None:
    client = browser(ann)
    assert LETTER not in html(client, "/desk/")
    sanctioned(ann, kind)
    for path in ("/desk/", "/rules/", "/people/"):
        page = html(client, path)
        assert LETTER in page
        assert "Be kind." in page
    assert LETTER not in html(browser(person()), "/desk/")
    assert READ in html(client, "/standing/")
    assert client.post("/standing/").headers["Location"] == "/standing/"
    assert LETTER not in html(client, "/desk/")
    assert READ not in html(client, "/standing/")
    assert Sanction.objects.get().seen_at is not None


def test_what_was_lifted_need_not_be_read(ann: User) -> None:
    made = sanctioned(ann, "mute")
    lift(sanction=made, why=why(User.objects.get(name="senior")), now=timezone.now())
    ann.refresh_from_db()
    assert unread(ann) is None
    assert LETTER not in html(browser(ann), "/desk/")


def test_who_has_nothing_to_read_costs_no_statement(ann: User) -> None:
    client = browser(ann)
    with CaptureQueriesContext(connection) as captured:
        client.get("/rules/")
    assert not any("accounts_sanction" in query["sql"] for query in captured)


@pytest.mark.parametrize("reason", [r for r in Sanction.Reason.values if r != "other"])
def test_the_status_says_what_is_limited_until_when_why_and_what_to_do(
    ann: User, reason: str
) -> None:
    sanctioned(ann, "mute", 3)
    Sanction.objects.update(reason=reason)
    page = html(browser(ann), "/standing/")
    assert "You cannot write in the chat." in page
    assert f"Reason: {Sanction.Reason(reason).label}." in page
    assert "it ends by itself" in page
    assert re.search(r"<p>Please [a-z].*If this is wrong, you can appeal once\.</p>", page)
    Sanction.objects.update(ends_at=timezone.now() - timedelta(days=1), starts_at="2026-01-01T00Z")
    page = html(browser(ann), "/standing/")
    assert "There are no limits on your account." in page
    assert "Please" not in page


# The appeal


def ways(step: str = START) -> set[tuple[str, ...]]:
    """Every way through the questions, as the answers one after the other."""
    tree = questions()
    if step not in tree:
        return {()}
    return {(to, *rest) for to, _text in tree[step].answers for rest in ways(to)}


def test_every_way_ends_after_at_most_three_questions_at_a_ground_or_at_peace() -> None:
    found = ways()
    assert max(map(len, found)) == 3
    assert {way[-1] for way in found} == {*Appeal.Ground.values, ACCEPTED}
    assert [questions()[step].number for step in (START, "so", "measure")] == [1, 2, 3]


def test_the_questions_lead_to_the_form_by_links_alone(ann: User) -> None:
    made = sanctioned(ann, "mute")
    client, path = browser(ann), f"/standing/appeal/{name_of(made)}/"
    for way in ways():
        at = ""
        for number, step in enumerate(way, start=1):
            page = html(client, path + at)
            assert f"Question {number} of 3" in page
            assert f'href="?step={step}"' in page
            assert "<textarea" not in page
            at = f"?step={step}"
        page = html(client, path + at)
        if way[-1] == ACCEPTED:
            assert "<textarea" not in page
        else:
            assert f'name="ground" value="{way[-1]}"' in page
            assert prompt_for("abuse", way[-1]) in page
    assert "Question 1 of 3" in html(client, path + "?step=nonsense")


def test_the_form_asks_by_topic() -> None:
    prompts = {prompt_for(reason, "not-so") for reason in Sanction.Reason.values}
    assert len(prompts) == len(Sanction.Reason.values)


@pytest.mark.parametrize("ground", ["", "nonsense", "so", ACCEPTED])
def test_an_appeal_without_a_ground_is_refused(ann: User, ground: str) -> None:
    made = sanctioned(ann, "mute")
    form = {"ground": ground, "happened": "my cat", "request": "mercy"}
    answer = browser(ann).post(f"/standing/appeal/{name_of(made)}/", form)
    assert answer.status_code == 422
    assert "Please answer all three questions." in answer.content.decode()
    assert not Appeal.objects.exists()


def test_an_appeal_without_words_keeps_what_was_typed(ann: User) -> None:
    made = sanctioned(ann, "mute")
    form = {"ground": "too-hard", "happened": "my cat", "request": ""}
    client, path = browser(ann), f"/standing/appeal/{name_of(made)}/"
    answer = client.post(path, form)
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "my cat" in page
    assert 'name="ground" value="too-hard"' in page
    assert client.post(path, {**form, "request": "mercy"}).status_code == 302
    assert Appeal.objects.get().ground == "too-hard"


def test_a_page_from_before_an_upgrade_is_shown_again_with_all_it_said(ann: User) -> None:
    made = sanctioned(ann, "mute")
    client, path = browser(ann), f"/standing/appeal/{name_of(made)}/"
    form = {"ground": "too-hard", "happened": "my cat", "wish": "mercy"}
    answer = client.post(path, form)
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "The site was updated meanwhile." in page
    assert "my cat" in page
    assert 'name="request" value="mercy"' in page
    assert not Appeal.objects.exists()
    assert client.post(path, {**form, "request": "mercy"}).status_code == 302
    assert Appeal.objects.get().request == "mercy"
