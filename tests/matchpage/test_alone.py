"""Matches in which only one person sits: no chat, no empty lines of help, bots by their names."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from games.match.changes import ending
from games.match.models import Match
from tests.kit.browsing import browser
from tests.kit.builders import NOON, match_between, match_with_bot, person, play
from tests.kit.stages import stage_of

pytestmark = pytest.mark.django_db


def test_nobody_chats_with_a_bot_or_with_nations() -> None:
    ann = person("ann")
    client = browser(ann)
    for match in (match_with_bot(ann), stage_of(ann)):
        Match.objects.update(was_ruled=True)  # as by time given: nobody to talk with has come
        page = client.get(reverse("games:match", args=[match.uid])).content.decode()
        talk = reverse("games:talk", args=[match.uid])
        assert talk not in page
        assert client.get(talk).status_code == 404
        assert client.post(talk, {"room": "players", "preset": "hello"}).status_code == 404
        assert browser(person()).get(talk).status_code == 404


def test_two_people_still_do() -> None:
    ann = person("ann")
    match = match_between(ann, person("bob"))
    talk = reverse("games:talk", args=[match.uid])
    client = browser(ann)
    assert talk in client.get(reverse("games:match", args=[match.uid])).content.decode()
    assert client.get(talk).status_code == 200
    Match.objects.update(was_ruled=True)
    match.rulings.create(verb="replace", made_at=NOON)
    match.players.filter(seat=1).update(user=None, bot="easy")
    assert client.get(talk).status_code == 200  # what was said stays


def test_the_help_on_keys_has_no_empty_line() -> None:
    ann = person("ann")
    page = browser(ann).get(reverse("games:match", args=[stage_of(ann).uid])).content.decode()
    assert "<kbd>Esc</kbd>" in page
    assert not re.search(r"<dt>\s*</dt>", page)


def test_a_record_names_a_bot_by_its_name() -> None:
    ann = person("ann")
    match = match_with_bot(ann)
    play(match, "e3e4")
    ending.resign(uid=match.uid, user=ann, now=NOON)
    record = browser(ann).get(reverse("games:record-as-text", args=[match.uid])).content.decode()
    assert '[North "Tama (easy bot)"]' in record
    stage = stage_of(ann)
    ending.resign(uid=stage.uid, user=ann, now=NOON)
    record = browser(ann).get(reverse("games:record-as-text", args=[stage.uid])).content.decode()
    assert "(bot)" not in record
    assert re.search(r'\[Rival 1 "[A-Z]', record)
