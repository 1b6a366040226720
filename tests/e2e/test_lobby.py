"""The lobby in a browser: it keeps itself fresh, leads on to the board, and needs no script."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import WebSocketRoute, expect

from games.lobby.services.challenges import accept_challenge, decline_challenge, send_challenge
from games.lobby.services.pairing import take_seek
from games.lobby.services.seeks import SeekRequest, open_seek
from tests.e2e.conftest import NewVisitor
from tests.e2e.visits import elsewhere, sign_in
from tests.kit.builders import person, terms


def seek(user: Any) -> Any:
    return open_seek(user=user, asked=SeekRequest(terms(side=None)), now=timezone.now())


def test_a_seek_appears_by_itself_and_goes_again(new_visitor: NewVisitor, site: Any) -> None:
    page, ann, cid = new_visitor(), person("Ann"), person("Cid")
    made: list[Any] = []
    sign_in(page, site, person("Bob"))
    page.goto("/lobby/")
    expect(page.get_by_text("Nobody is looking for a match right now")).to_be_visible()
    elsewhere(lambda: made.append(seek(ann)))
    expect(page.get_by_role("link", name="Ann")).to_be_visible()
    elsewhere(lambda: take_seek(uid=made[0].uid, user=cid, now=timezone.now()))
    expect(page.get_by_text("Nobody is looking for a match right now")).to_be_visible()


@pytest.mark.parametrize("script", [True, False])
def test_two_presses_lead_from_the_desk_to_the_board(
    new_visitor: NewVisitor, site: Any, script: bool
) -> None:
    seek(person("Ann"))
    page = new_visitor(java_script_enabled=script, viewport={"width": 390, "height": 844})
    sign_in(page, site, person("Bob"))
    page.goto("/desk/")
    page.get_by_role("navigation").get_by_role("link", name="Play", exact=True).click()
    expect(page).to_have_url(re.compile("/lobby/$"))
    page.wait_for_load_state("load")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page).to_have_url(re.compile(r"/matches/\w{12}/"))


def test_whoever_waits_at_the_own_seek_is_led_to_the_board(
    new_visitor: NewVisitor, site: Any
) -> None:
    page, ann, bob = new_visitor(), person("Ann"), person("Bob")
    wanted = seek(ann)
    sign_in(page, site, ann)
    page.goto(f"/lobby/seeks/{wanted.uid}/")
    elsewhere(lambda: take_seek(uid=wanted.uid, user=bob, now=timezone.now()))
    expect(page).to_have_url(re.compile(r"/matches/\w{12}/"))


@pytest.mark.parametrize("answer", ["accept", "decline"])
def test_the_page_of_ones_own_challenge_follows_its_answer(
    new_visitor: NewVisitor, site: Any, answer: str
) -> None:
    ann, bob = person("Ann"), person("Bob")
    sent = send_challenge(user=ann, person=bob, terms=terms(side=None), now=timezone.now())
    page = new_visitor()
    sign_in(page, site, ann)
    page.goto(f"/challenges/{sent.uid}/")
    expect(page.get_by_text("Waiting for the answer.")).to_be_visible()
    now = timezone.now()
    if answer == "accept":
        elsewhere(lambda: accept_challenge(uid=sent.uid, user=bob, now=now))
        expect(page).to_have_url(re.compile(r"/matches/\w{12}/"))
    else:
        elsewhere(lambda: decline_challenge(uid=sent.uid, user=bob, reason="later", now=now))
        expect(page.get_by_text("Bob declined")).to_be_visible()


def test_a_seek_taken_before_its_page_listens_leads_on_too(
    new_visitor: NewVisitor, site: Any
) -> None:
    page, ann, bob = new_visitor(), person("Ann"), person("Bob")
    wanted = seek(ann)

    def take_then_listen(socket: WebSocketRoute) -> None:
        elsewhere(lambda: take_seek(uid=wanted.uid, user=bob, now=timezone.now()))
        socket.connect_to_server()

    page.route_web_socket("**/ws/desk/", take_then_listen)
    sign_in(page, site, ann)
    page.goto(f"/lobby/seeks/{wanted.uid}/")
    expect(page).to_have_url(re.compile(r"/matches/\w{12}/"))
