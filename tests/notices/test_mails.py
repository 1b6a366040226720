"""What a mail says: who, which game, until when, a link; in the reader's language and time."""

from __future__ import annotations

import re
import time
from dataclasses import astuple
from datetime import timedelta
from email import message_from_bytes, policy
from typing import Any

import pytest
from django.core import mail
from django.db import transaction
from django.template.loader import get_template, render_to_string
from django.urls import reverse
from django.utils import timezone, translation

from accounts.models import User
from games.match.presenters import clocktext
from games.notices.models import Notice
from games.notices.presenters import lines as notices
from games.notices.presenters import mails
from tests.kit.builders import NOON, QUICK_MATE, match_between, person, play
from tests.kit.gunjin import place
from tests.kit.seichu import ARMIES

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def it_is_noon(monkeypatch):
    monkeypatch.setattr(timezone, "now", lambda: NOON)


def mail_for(notice, now=NOON):
    return mails.mail_for(notice.user, [notice], key=f"news-{notice.pk}", now=now)


def reader(**fields):
    return person("ann", email="ann@example.org", **fields)


def turn_mail(opponent="bob", **fields):
    match_between(reader(**fields), person(opponent))
    return mail_for(Notice.objects.get(kind="your-turn"))


def parsed(message):
    return message_from_bytes(message.message().as_bytes(), policy=policy.default)


def texts(message):
    return [part.get_content() for part in parsed(message).walk() if not part.is_multipart()]


def test_it_names_opponent_game_deadline_and_board() -> None:
    message = turn_mail()
    match = Notice.objects.get(kind="your-turn").match
    assert message.subject == "Your turn: Xiongqi against bob"
    for text in texts(message):
        assert f"http://testserver/matches/{match.uid}/" in text
        assert "Due Mon 23 Nov, 12:00 UTC: 3 days left." in text


@pytest.mark.parametrize(
    ("verb", "title"), [("replace", "A bot plays on"), ("freeze", "A moderator's ruling")]
)
def test_a_bot_that_plays_on_is_called_so_and_no_ruling(verb: str, title: str) -> None:
    ann = reader()
    match = match_between(ann, person("bob"))
    news = Notice.objects.create(
        user=ann, match=match, kind="ruled", subject=f"{verb} 1", made_at=NOON
    )
    assert mail_for(news).subject == f"{title}: Xiongqi against bob"


def test_who_is_still_to_place_is_asked_for_that() -> None:
    match = match_between(reader(), person("bob"), game="seichu")
    asked = mail_for(Notice.objects.get(kind="your-turn", user__name="ann"))
    assert asked.subject == "Place your pieces: Seichu Shogi against bob"
    for text in texts(asked):
        assert "Seichu Shogi against bob: place your pieces." in text
        assert "your turn" not in text
    for seat, army in enumerate(ARMIES):
        place(match, seat, army)
    moved = Notice.objects.filter(kind="your-turn", user__name="ann").first()
    assert mail_for(moved).subject == "Your turn: Seichu Shogi against bob"


def test_the_link_to_stop_does_not_say_in_japanese_that_it_is_done() -> None:
    html = texts(turn_mail(language="ja"))[1]
    assert "止めました" not in html


def test_the_end_is_told_without_the_result() -> None:
    match = match_between(reader(), person("bob"))
    play(match, *QUICK_MATE)
    message = mail_for(Notice.objects.get(kind="match-over", user__name="ann"))
    assert message.subject == "Match over: Xiongqi against bob"
    assert "won" not in message.body
    assert "mate" not in message.body


@pytest.mark.parametrize(
    ("zone", "moment"),
    [
        ("Asia/Tokyo", "Mon 23 Nov, 21:00"),
        ("America/New_York", "Mon 23 Nov, 07:00"),
        ("No/Such_Zone", "Mon 23 Nov, 12:00 UTC"),
    ],
)
def test_times_are_the_readers(zone, moment) -> None:
    assert moment in turn_mail(time_zone=zone).body


def test_it_is_written_in_the_readers_language_whatever_is_active() -> None:
    with translation.override("ja"):
        assert turn_mail(language="en").subject.startswith("Your turn")
        assert translation.get_language() == "ja"


def test_the_language_is_declared_in_the_html_part() -> None:
    assert '<html lang="ja">' in texts(turn_mail(language="ja"))[1]


def test_it_is_the_same_whatever_was_played(monkeypatch) -> None:
    match = match_between(reader(), person("bob"))
    monkeypatch.setattr(time, "time", NOON.timestamp)

    def mail_where(*moves):
        with transaction.atomic():
            play(match, *moves)
            message = mail_for(Notice.objects.filter(user=match.players.get(seat=0).user)[0])
            transaction.set_rollback(True)
        return message.subject, message.body, message.alternatives[0][0]

    quiet, sharp = mail_where("e3e4", "e6e5"), mail_where("c2c6", "f7e7")
    assert quiet == sharp


def test_the_message_id_follows_from_the_notice() -> None:
    message = turn_mail()
    notice = Notice.objects.get(kind="your-turn")
    assert message.message()["Message-ID"] == f"<news-{notice.pk}@jinya.localhost>"
    assert mail_for(notice).message()["Message-ID"] == message.message()["Message-ID"]


def test_it_can_be_stopped_by_one_click() -> None:
    sent = turn_mail()
    message = parsed(sent)
    link = message["List-Unsubscribe"].strip()
    assert link.startswith("<http://testserver/unsubscribe/")
    assert link.endswith("/>")
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert message["Auto-Submitted"] == "auto-generated"
    assert link.strip("<>") in texts(sent)[0]


def turn_mail_again():
    return mail_for(Notice.objects.get(kind="your-turn"))


def test_it_loads_nothing_and_tracks_nobody() -> None:
    html = texts(turn_mail())[1]
    for word in ("<img", "<script", "<link", "src=", "url(", "@import", "utm_"):
        assert word not in html
    links = {part.split('"')[0] for part in html.split('href="')[1:]}
    assert all(link.startswith("http://testserver/") for link in links)
    assert f"http://testserver{reverse('games:notice-settings')}" in links


VARIABLES = {
    # all that a mail about matches is made of; a list to be argued with, not added to in passing
    "name": "the reader",
    "lines": "a thing that is told each",
    "more": "that more boards wait",
    "desk_url": "all boards",
    "settings_url": "where mails are chosen",
    "stops": "the events told, and where mail of them is stopped",
}
OF_A_LINE = {
    "line.sentence": "the game, the opponent, and what happened",
    "line.deadline": "until when, and how long that is",
    "line.url": "the board, or where the answer is",
    "line.button": "what the button says",
}
OF_A_STOP = {"event", "url"}
IN_SENTENCES = {"game", "opponent", "time", "moment", "subject", "more", "count"}
PRINTING = r"\{\{\s*([^}|]*?)\s*(?:\|[^}]*)?\}\}"
TAGS = {
    *("load", "autoescape", "endautoescape", "translate", "blocktranslate", "endblocktranslate"),
    *("if", "endif", "for", "endfor", "get_current_language"),
}
"""The tags of the templates. Of these `if` and `for` read variables, and none includes anything."""


@pytest.mark.parametrize("template", ["notices/emails/notice.txt", "notices/emails/notice.html"])
def test_templates_use_nothing_but_the_variables_of_the_list(template) -> None:
    found: Any = get_template(template)
    source = found.template.source
    asked = re.findall(r"\{%\s*if\s+(.*?)\s*%\}", source)
    asked += re.findall(r"\{%\s*for\s+.*? in (.*?)\s*%\}", source)
    known = {*VARIABLES, *OF_A_LINE, *OF_A_STOP, "LANGUAGE_CODE"}
    assert {*re.findall(PRINTING, source), *asked} <= known
    assert set(re.findall(r"\{%\s*(\w+)", source)) <= TAGS
    assert not re.search(r"blocktranslate\s+\w", source)  # which could bring in others


@pytest.mark.parametrize("kind", ["your-turn", "match-over"])
@pytest.mark.parametrize("game", ["xiongqi", "gunjin", "seichu"])
def test_mails_are_given_nothing_but_the_variables_of_the_list(kind, game, monkeypatch) -> None:
    match_between(reader(), person("bob"), game=game)
    Notice.objects.filter(user__name="ann", kind="your-turn").update(kind=kind)
    given, said = [], []

    def render(name, context):
        given.append(dict(context))
        return render_to_string(name, context)

    def say(text):
        said.append(text)
        return text

    monkeypatch.setattr(mails, "render_to_string", render)
    for module in (mails, notices, clocktext):
        monkeypatch.setattr(module, "_", say)
    mail_for(Notice.objects.get(user__name="ann", kind=kind))
    assert len(given) == 2
    for context in given:
        assert context.keys() == VARIABLES.keys()
        words = [context[name] for name in VARIABLES if name not in ("lines", "stops")]
        words += [word for line in context["lines"] for word in astuple(line)]
        words += [word for stop in context["stops"] for word in stop]
        assert {type(word) for word in words} == {str}
    assert set(re.findall(r"%\((\w+)\)", "".join(said))) <= IN_SENTENCES


INJECTIONS = [
    f"bob{break_}{header}"[:20]
    for break_ in ("\n", "\r", "\r\n", "\n\n", "\r\n ", "\x0b", "\x0c", "\x85", "\u2028", "%0d%0a")
    for header in ("Bcc: m@x.org", "Subject: x", "To: m@x.org", "\tX-Evil: y")
]


def test_no_name_adds_a_header_or_stops_the_mail() -> None:
    plain = set(parsed(turn_mail()).keys())
    for name in INJECTIONS:
        User.objects.filter(name__startswith="bob").update(name=name)
        turn_mail_again().send()
        sent = parsed(mail.outbox.pop())
        assert set(sent.keys()) == plain, name
        assert sent["To"] == "ann@example.org", name
        assert sent["Subject"].startswith("Your turn: Xiongqi against bob"), name


@pytest.mark.parametrize("name", ["<b>bob</b>", "bob & co", '"bob"', "{{ 7|add:7 }}"])
def test_names_are_text_in_the_html_part(name) -> None:
    turn_mail()
    User.objects.filter(name="bob").update(name=name)
    plain, html = texts(turn_mail_again())
    assert name in plain
    if name.startswith("<"):
        assert name not in html
    assert "&lt;b&gt;bob&lt;/b&gt;" in html or not name.startswith("<")


def test_a_mail_to_somebody_far_from_the_default_language_still_parses() -> None:
    message = turn_mail(opponent="花子")
    assert "花子" in parsed(message)["Subject"]
    assert all("花子" in text for text in texts(message))


def test_the_deadline_is_the_one_that_stands_when_the_mail_is_written() -> None:
    message_before = turn_mail().body
    match = Notice.objects.get(kind="your-turn").match
    match.players.filter(seat=0).update(deadline=match.deadline + timedelta(days=1))
    assert turn_mail_again().body != message_before
