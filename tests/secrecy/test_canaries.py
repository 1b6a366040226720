"""Canaries are planted and searched for as everybody; planted leaks of them are found."""

from __future__ import annotations

import base64
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest
from django.db.models import Q

from engines.catalogue import GAMES
from engines.core.events import Event
from engines.core.seats import Seat, Viewer
from games.api import profiles
from games.api.routes import messages as programs
from games.boards.kit.faces import PieceFace
from games.boards.kit.scenes import ShownMove
from games.chat import selectors as talk
from games.chat.models import ChatLine
from games.conversations import selectors as conversations
from games.conversations.models import Conversation
from games.desk import selectors as desks
from games.knowledge import selectors as marks
from games.match.admin import MatchAdmin
from games.match.referee import Referee
from games.match.sealed import SealedPly, SealedPosition, SealedRewind
from games.matchpage.selectors import board as boards
from games.matchpage.selectors import seen
from games.matchpage.views import matches as match_views
from games.moderation.models import ReportAtom
from games.moderation.presenters import staff as staff_presenters
from games.moderation.selectors import workbench
from games.moderation.services import rulings
from games.moderation.views import barriers
from games.moderation.views import own as own_pages
from games.moderation.views import staff as staff_pages
from games.notes import selectors as notes
from games.notices import views as bells
from games.notices.models import Notice
from games.notices.presenters import mails
from games.people.models import PersonNote
from games.personal import selectors as exports
from games.personal.models import DataExport
from games.record import selectors as records
from games.record.selectors import CommittedPiece
from tests.kit.own_data import put_together
from tests.secrecy.canaries import (
    PLIES,
    Canary,
    disguises,
    everything_seen,
    plant,
    search,
    seen_in,
)
from tests.secrecy.house import House, Showcase, showcase
from tests.secrecy.leaking import (
    Plant,
    changed,
    header,
    in_an_answer,
    on_the_page,
    put,
    saying,
    together,
)
from tests.secrecy.surfaces import handed_cells

SLUGS = [meta.slug for meta in GAMES]
BOARD = ("games:board",)

pytestmark = pytest.mark.usefixtures("db")


@contextmanager
def showcase_with_canaries(game: str, *, plies: int = PLIES) -> Iterator[Showcase]:
    with showcase(game, plies=plies) as shown:
        plant(shown.house)
        yield shown
        shown.house.canaries.clear()


@pytest.fixture
def shown() -> Iterator[Showcase]:
    """The showcase of a game that hides nothing of its own; for tests with a database."""
    with showcase_with_canaries(SLUGS[0]) as made:
        yield made


@pytest.fixture
def house(shown: Showcase) -> House:
    return shown.house


@pytest.mark.rotating("leaks")
@pytest.mark.parametrize("game", SLUGS)
def test_no_page_form_header_mail_log_or_admin_page_tells_what_is_hidden(game: str) -> None:
    with showcase_with_canaries(game) as shown:
        assert {*everything_seen(shown, games=SLUGS)} == set()


@pytest.mark.parametrize("path", ["/matches/{}/", "/matches/{}/board/", "/desk/", "/archive/"])
def test_a_fault_tells_nobody_anything(
    house: House, path: str, monkeypatch: Any, caplog: Any
) -> None:
    """An exception with the whole position in scope: a generic page, a log without it."""

    def break_down(*args: Any, **kwargs: Any) -> Any:
        secret = bytes(SealedPosition.objects.earliest("pk").seed)
        raise RuntimeError("something broke") from ValueError(len(secret))

    for place, name in (
        (match_views, "present_match"),
        ("games.desk.views.present_desk", None),
        ("games.desk.views.present_row", None),
    ):
        if name:
            monkeypatch.setattr(place, name, break_down)
        else:
            monkeypatch.setattr(place, break_down)
    answer = house.client("south").get(path.format(house.running.uid))
    assert answer.status_code == 500
    assert b"something broke" not in answer.content
    assert search(house.canaries, "north", "error page", answer.content) == set()
    assert search(house.canaries, "operator", "log", caplog.text.encode()) == set()


def test_an_invitation_is_told_to_its_maker_alone(house: House) -> None:
    secret = house.invitation.secret
    for viewer in ("visitor", "stranger", "north", "clerk", "root"):
        for path in (
            "/",
            "/desk/",
            "/notices/",
            f"/matches/{house.invitation.uid}/",
            "/people/south/",
        ):
            answer = house.client(viewer).get(path)
            assert secret.encode() not in answer.content, (viewer, path)
    assert secret.encode() in house.client("south").get("/desk/").content


# The search itself


@pytest.mark.parametrize("value", [b"CANARY", b"CANARY-1", b"CANARY-12", "鷹CANARY".encode()])
def test_a_canary_is_found_in_every_disguise(value: bytes) -> None:
    canary = Canary("it", value)
    text = value.decode()
    travelled = [
        b"before" + value + b"after",
        text[::-1].encode() if text.isascii() else value,
        value.hex().encode(),
        base64.b64encode(value),
        base64.b64encode(b"x" + value + b"yz"),
        base64.b64encode(b"xy" + value + b"z"),
        base64.urlsafe_b64encode(b"xyz" + value),
        "".join(f"&#{ord(sign)};" for sign in text).encode(),
        "".join(f"%{byte:02x}" for byte in value).encode(),
        "".join(f"\\u{ord(sign):04x}" for sign in text).encode(),
        str(list(value)).encode(),
        b"<b>" + value[:4] + b"</b>" + value[4:] if text.isascii() else value,
    ]
    for blob in travelled:
        assert search([canary], "anybody", "somewhere", blob), blob
    assert not search([canary], "anybody", "somewhere", b"nothing to see here")


def test_no_disguise_is_so_short_that_it_is_found_by_chance() -> None:
    assert min(len(form) for form in disguises(b"0123456789")) >= 9


# Planted leaks: each is one careless line somewhere


def seed_of(uid: str) -> bytes:
    return bytes(SealedPosition.objects.get(match__uid=uid).seed)


def first_key(_request: Any, uid: str) -> str:
    ply = SealedPly.objects.filter(match__uid=uid).exclude(move=None).first()
    return ply.key.encode().hex() if ply else ""


def everything(event: Event, _viewer: Any) -> Any:
    merged = dict(event.public or {})
    for facts in event.private.values():
        merged |= facts
    return merged


def with_addresses(name: str, notice: Any) -> str:
    if notice.match is None:
        return name
    others = notice.match.players.exclude(user=notice.user).exclude(user=None)
    return f"{name} {[player.user.email for player in others]}"


def keys_logged(found: Any, uid: str, *_args: Any, **_kwargs: Any) -> Any:
    keys = SealedPly.objects.filter(match__uid=uid).values_list("key", flat=True)
    logging.getLogger("games").info("board of %s: %s", uid, list(keys))
    return found


def moves_taken_back(page: Any, workbench: Any, _actor: Any) -> Any:
    kept = SealedRewind.objects.filter(match=workbench.match).values_list("plies", flat=True)
    return replace(page, title=str(list(kept)))


class Reader:
    """Tells everything it was told."""

    plies_before = 0

    def story(self, news: Any, listener: Any) -> Any:
        face = PieceFace("south", "", "", "")
        return (ShownMove(1, 0, face, "", "", sentence=str(news)),)


def reporters_named(found: Any, user: Any, _now: Any) -> Any:
    rows = ReportAtom.objects.filter(report__suspect=user).values_list("text", flat=True)
    return [replace(row, text=str(list(rows))) for row in found]


def answers_to_others(found: Any, user_id: int, *_asked: Any) -> list[Notice]:
    return [*found, *Notice.objects.filter(person=user_id)]


def with_address(found: Any) -> Any:
    for row in found:
        row.text += row.address
    return found


def of_anybody(_user: Any, person: Any) -> Any:
    """Whatever the person writes, to whomever."""
    row = Conversation.objects.filter(Q(first=person) | Q(second=person)).first()
    return conversations.conversation_with(row.first if row else person, person)


def remarks_of_all(found: Any, _user_id: int, person_id: int) -> Any:
    remarks = PersonNote.objects.filter(person=person_id).values_list("text", flat=True)
    return replace(found, note=str(list(remarks)))


DESK, MATCH_IN_ADMIN = ("games:desk",), ("admin:match_match_change",)
TALK = ("games:talk",)
WORKBENCH = ("admin:moderation_match",)
PLANTED: dict[str, tuple[Plant, tuple[str, ...], str]] = {
    # what is found: the leak, where it shows, and to whom
    "seed of match1": (
        on_the_page(
            lambda page, facts: saying(page, base64.b64encode(seed_of(facts.uid)).decode())
        ),
        BOARD,
        "visitor",
    ),
    "request key of match0": (header("X-Ply", first_key), BOARD, "visitor"),
    "whisper to seat 0 of match0": (put(Event, "seen_by", everything), BOARD, "visitor"),
    "whisper to seat 1 of match0": (
        changed(
            boards,
            "viewer_for",
            lambda eyes, *_who: (
                eyes if eyes.seat is None else replace(eyes, seat=Seat(1 - eyes.seat))
            ),
        ),
        BOARD,
        "south",
    ),
    "whisper to seat 0 of match1": (
        changed(
            boards,
            "viewer_for",
            lambda eyes, *_who: replace(eyes, seat=Seat(0)) if eyes.seat is None else eyes,
        ),
        BOARD,
        "stranger",
    ),
    "spent link 0": (
        changed(
            desks, "_row", lambda row, mine, *_rest, **_how: replace(row, secret=mine.match.secret)
        ),
        DESK,
        "north",
    ),
    "invitation": (
        together(
            put(MatchAdmin, "fields", (*MatchAdmin.fields, "secret")),
            put(MatchAdmin, "readonly_fields", ("secret",)),
        ),
        MATCH_IN_ADMIN,
        "root",
    ),
    "address of south": (changed(mails, "opponent_name", with_addresses), DESK, "north"),
    "request key of match1": (changed(match_views, "board_facts", keys_logged), BOARD, "operator"),
    "players talk of south in match0": (
        put(talk, "is_open_to", lambda room, match, *, is_seated: True),
        TALK,
        "visitor",
    ),
    "later talk of south in match0": (
        put(workbench, "lines_for_staff", lambda match: ChatLine.objects.filter(match=match)),
        WORKBENCH,
        "root",
    ),
    "moves taken back": (
        changed(staff_pages, "present_workbench", moves_taken_back),
        WORKBENCH,
        "root",
    ),
    "whisper to seat 0 of match2": (
        together(
            put(workbench, "BYSTANDER", Viewer.of(Seat(0))),
            put(staff_presenters, "presenter_for", lambda game: Reader()),
        ),
        WORKBENCH,
        "root",
    ),
    # a match that goes on: what is over cannot be frozen
    "seed of match0": (
        changed(
            rulings,
            "facts_of",
            lambda facts, match, _players: {
                **facts,
                "drawn from": f"{match.frozen_at}{seed_of(match.uid).hex()}",
            },
        ),
        ("admin:moderation_rule",),
        "root",
    ),
    **dict.fromkeys(
        ("report by north", "report of a profile by north"),
        (changed(own_pages, "own_sanctions", reporters_named), ("games:own-sanctions",), "south"),
    ),
    "answer to north's report": (
        changed(bells, "newest_lines", answers_to_others),
        ("games:notices",),
        "south",
    ),
    "session of north": (
        in_an_answer(
            lambda request, _uid, response: response.set_cookie(
                "seat", f"{request.session.session_key}.0"
            )
        ),
        BOARD,
        "north",
    ),
    "message of south": (
        put(conversations, "_seen", lambda _user: Conversation.objects.all()),
        ("games:messages-with",),
        "stranger",
    ),
    "message of north": (
        put(programs, "conversation_with", of_anybody),
        ("api:conversation",),
        "stranger",
    ),
    "remark of south": (
        changed(profiles, "ties_of", remarks_of_all),
        ("api:person-ties",),
        "stranger",
    ),
    "address that waits for an answer": (
        changed(barriers, "open_barriers", with_address),
        ("admin:moderation_barriers",),
        "root",
    ),
    # a line of the talk is reported by its number
    "key of chat.ChatLine": (put(talk, "name_of", lambda row: str(row.pk)), TALK, "south"),
}


@pytest.mark.rotating("leaks")
@pytest.mark.parametrize("canary", PLANTED)
def test_a_planted_leak_is_found(shown: Showcase, canary: str, monkeypatch: Any) -> None:
    leak, only, viewer = PLANTED[canary]
    leak(monkeypatch)
    shown.is_honest = False
    found = everything_seen(shown, only=only, viewers={viewer} - {"operator"} or {"visitor"})
    assert any((leak.canary, leak.viewer) == (canary, viewer) for leak in found)


HIDING = [meta.slug for meta in GAMES if meta.kinds]


@pytest.mark.parametrize("game", HIDING)
def test_marks_of_everybody_are_found(game: str, monkeypatch: Any) -> None:
    with showcase_with_canaries(game, plies=2) as shown:
        mine, everybody = marks.marks_of, shown.house.people.values()
        assert handed_to_north(shown) == set()

        def leaky(match_id: int, user_id: int, **kwargs: Any) -> Any:
            people = [user.pk for user in everybody if user is not None]
            return tuple(mark for pk in people for mark in mine(match_id, pk, **kwargs))

        monkeypatch.setattr(marks, "marks_of", leaky)
        assert "mark of seat 0 in match0" in handed_to_north(shown)


def handed_to_north(shown: Showcase) -> set[str]:
    """The canaries that selectors hand out for North."""
    return {leak.canary for leak in seen_in(shown, handed_cells(shown, ("north",)))}


def test_a_commitment_opened_early_is_found(monkeypatch: Any) -> None:
    def leaky(match: Any) -> Any:
        pieces = Referee(match)._commitments()
        return tuple(
            CommittedPiece(digest=piece.digest, **dict[str, Any](piece.opening)) for piece in pieces
        )

    with showcase_with_canaries("gunjin") as shown:
        monkeypatch.setattr(records, "commitments_of", leaky)
        found = {*everything_seen(shown, only=("games:commitments",), viewers={"visitor"})}
    assert {leak.canary for leak in found} == {"salt of match0"}


def test_a_note_of_the_other_player_is_found(shown: Showcase, monkeypatch: Any) -> None:
    rows = notes.MatchNote.objects
    monkeypatch.setattr(rows, "filter", lambda **_named: rows.all())
    assert "note of seat 0 on match0" in handed_to_north(shown)


def test_what_another_has_prepared_is_found(monkeypatch: Any) -> None:
    prepared = seen.preparation_of

    def leaky(match: Any, seat: int, user_id: int) -> Any:
        return prepared(match, seat, match.players.exclude(user=user_id).get().user_id)

    with showcase_with_canaries("gunjin") as shown:
        monkeypatch.setattr(seen, "preparation_of", leaky)
        found = {*everything_seen(shown, only=BOARD, viewers={"south"})}
    assert {leak.canary for leak in found} >= {
        "draft of north",
        "formation of north",
        "name of a formation of north",
    }


@pytest.mark.parametrize("game", HIDING)
def test_an_export_tells_what_is_ones_own_alone(game: str, monkeypatch: Any) -> None:
    def leaky(seats: Any, user_id: int, now: Any) -> Any:
        return list(SealedPly.objects.values_list("events", flat=True))

    with showcase_with_canaries(game) as shown:
        assert leaks_in_exports(shown.house) == set()
        monkeypatch.setattr(exports, "own_moves", leaky)
        found = leaks_in_exports(shown.house)
    assert "whisper to seat 1 of match0" in {leak.canary for leak in found}


def leaks_in_exports(house: House) -> set[Any]:
    """What the exports of South, North and the stranger tell that is not theirs."""
    found = set()
    for name in ("stranger", "south", "north"):
        DataExport.objects.all().delete()
        content = put_together(house.user(name))
        found |= search(house.canaries, name, "export", content)
    return found
