"""Canaries: secrets with a list of who may come across them, sought in every disguise of text."""

from __future__ import annotations

import base64
import html
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from urllib.parse import unquote_plus

from django.apps import apps
from django.db import connection
from django.db.models import BigAutoField, Model

from accounts.models import Sanction, Trace, User
from engines.catalogue import meta_for
from engines.core.dice import Dice
from engines.core.jsontypes import JsonObject
from games.chat.models import ChatLine
from games.conversations.models import Conversation, Message
from games.knowledge.models import GuessMark
from games.match.models import Match, Player
from games.match.referee import Referee
from games.match.sealed import SealedEvent, SealedPly, SealedPosition, SealedRewind
from games.moderation import models as staff_rows
from games.notes.models import MatchNote
from games.notices.models import Notice
from games.people.services import note_person
from games.setup import services as formations
from tests.kit.builders import NOON, user_of
from tests.kit.logs import log_lines
from tests.secrecy.house import House, Showcase, make_house
from tests.secrecy.surfaces import (
    Cell,
    by_turns,
    fact_cells,
    handed_cells,
    is_as_usual,
    mail_cells,
    page_cells,
    read,
    tab_cells,
)

EYES = ("visitor", "guest", "stranger", "south", "north", "clerk", "root")
"""Who looks for canaries."""

PLIES = 6
"""Of the match that goes on, in a site with canaries."""


# Canaries


@dataclass(frozen=True)
class Canary:
    """Something planted: its value, who may come across it, and where anybody may."""

    name: str
    value: bytes
    known_to: frozenset[str] = frozenset()
    harmless_at: tuple[str, ...] = ()
    """Route names where the value shows for another reason (a list of all time zones)."""

    def may_be_seen(self, viewer: str, place: str) -> bool:
        """Whether finding it there is no leak."""
        return viewer in self.known_to or any(route in place for route in self.harmless_at)


@dataclass(frozen=True)
class Leak:
    """A canary where it must not be."""

    canary: str
    viewer: str
    place: str


@cache
def disguises(value: bytes) -> tuple[bytes, ...]:
    """The forms in which *value* might travel."""
    return tuple(_disguises(value))


def _disguises(value: bytes) -> Iterator[bytes]:
    yield value
    yield value[::-1]
    yield value.hex().encode()
    yield value.hex().upper().encode()
    yield ", ".join(map(str, value)).encode()
    yield ",".join(map(str, value)).encode()
    for shift in range(3):
        inner = base64.b64encode(b"\x00" * shift + value)
        start, end = -(-shift * 4 // 3), -4 if (shift + len(value)) % 3 else None
        yield inner[start + (1 if shift else 0) : end]
        yield inner[start + (1 if shift else 0) : end].translate(bytes.maketrans(b"+/", b"-_"))


def plain_forms(blob: bytes) -> Iterator[bytes]:
    """*blob* as it is, and with one layer of quoting after the other taken off."""
    yield blob
    text = blob.decode("utf-8", "replace")
    for undo in (html.unescape, unquote_plus, json_unescaped, lambda t: re.sub(r"<[^>]*>", "", t)):
        text = undo(text)
        yield text.encode("utf-8", "replace")


def json_unescaped(text: str) -> str:
    """The text with its \\u escapes resolved."""
    return re.sub(r"\\u([0-9a-fA-F]{4})", lambda found: chr(int(found[1], 16)), text)


Sought = tuple[Canary, tuple[bytes, ...]]
"""A canary, and its disguises."""


class Search:
    """Looks for *canaries* in one thing after the other, line by line; lines are known again."""

    def __init__(self, canaries: Iterable[Canary]) -> None:
        self._canaries = [(canary, disguises(canary.value)) for canary in canaries]
        assert not any(b"\n" in sign for _canary, signs in self._canaries for sign in signs)
        self._known: dict[bytes, tuple[Canary, ...]] = {}

    def leaks(self, viewer: str, place: str, blob: bytes) -> set[Leak]:
        """The canaries in *blob* that *viewer* must not come across at *place*."""
        lines = dict.fromkeys(blob.split(b"\n"))
        self._read([line for line in lines if line not in self._known])
        return {
            Leak(canary.name, viewer, place)
            for canary in {canary for line in lines for canary in self._known[line]}
            if not canary.may_be_seen(viewer, place)
        }

    def _read(self, lines: Sequence[bytes]) -> None:
        """Learn what is in *lines*; what is in none of them alone counts as in each."""
        there = self._there(b"\n".join(lines), self._canaries)
        alone = {line: self._there(line, there) if there else () for line in lines}
        spread = [each for each in there if not any(each in found for found in alone.values())]
        for line, found in alone.items():
            self._known[line] = tuple(canary for canary, _signs in (*found, *spread))

    def _there(self, text: bytes, sought: Sequence[Sought]) -> Sequence[Sought]:
        """Which of those that are *sought* are in some form of *text*."""
        together = b"\n".join({*plain_forms(text)})
        return [each for each in sought if any(sign in together for sign in each[1])]


def search(canaries: Iterable[Canary], viewer: str, place: str, blob: bytes) -> set[Leak]:
    """The same for one thing alone."""
    return Search(canaries).leaks(viewer, place, blob)


def everything_seen(
    showcase: Showcase,
    *,
    only: Iterable[str] = (),
    viewers: Iterable[str] = EYES,
    games: Sequence[str] = (),
) -> Iterator[Leak]:
    """Search every page, form, header, mail, log line and admin page; of pages *only* these.

    Given *games*, pages that show no match that goes on are read in one of these.
    """
    looking = tuple(viewers)
    named = [cell for cell in page_cells(showcase, looking, {*only}) if is_as_usual(cell)]
    house = showcase.house
    shown = house.matches if meta_for(house.game).hides_information else [house.running]
    cells = by_turns(showcase, named, games, shown) if games else named
    behind = (
        *fact_cells(showcase, looking),
        *handed_cells(showcase, looking),
        *mail_cells(looking),
        *tab_cells(looking),
    )
    yield from seen_in(showcase, (*cells, *behind))


def seen_in(showcase: Showcase, cells: Iterable[Cell]) -> Iterator[Leak]:
    """The leaks in *cells*, and in what is logged meanwhile."""
    looking = Search(showcase.house.canaries)
    with log_lines() as lines:
        for cell in cells:
            yield from looking.leaks(cell.viewer, cell.surface, read(showcase, cell))
    yield from looking.leaks("operator", "log", "\n".join(lines).encode())


# What is planted


def house_with_canaries(game: str, *, plies: int = PLIES) -> House:
    """A site with a canary wherever something private or sealed is kept."""
    house = make_house(game, plies=plies)
    plant(house)
    return house


def plant(house: House) -> None:
    """Put a canary wherever something private or sealed is kept."""
    number_far_apart()
    for number, match in enumerate(house.matches):
        house.canaries += sealed_canaries(match, f"match{number}")
        house.canaries += mark_canaries(match, f"match{number}")
        house.canaries += note_canaries(match, f"match{number}")
        house.canaries += talk_canaries(match, f"match{number}")
    house.canaries += moderation_canaries(house)
    house.canaries += message_canaries(house)
    for name in ("south", "north"):
        house.canaries += private_canaries(house, name)
        if house.placing is not None:
            house.canaries += prepared_canaries(house.placing, name)
    for name in ("clerk", "root"):
        house.canaries.append(
            Canary(f"second factor of {name}", f"STAFFTOTP{name.upper()}".encode())
        )
    house.canaries.append(
        Canary(
            "invitation", house.invitation.secret.encode(), frozenset({"south"}), ("games:take",)
        )
    )
    house.canaries += person_note_canaries(house)
    house.canaries += [
        Canary(f"spent link {number}", match.secret.encode())
        for number, match in enumerate(house.matches)
    ]
    house.canaries += key_canaries()


def numbered() -> list[tuple[type[Model], str]]:
    """The tables whose rows are numbered, and with what digits new keys of each begin."""
    models = [model for model in apps.get_models() if isinstance(model._meta.pk, BigAutoField)]
    return [(model, f"7{number:03}40718263") for number, model in enumerate(models)]


def number_far_apart() -> None:
    """Let the keys of new rows be known by their digits, wherever they stand."""
    with connection.cursor() as cursor:
        for model, digits in numbered():
            row: list[str | int] = [model._meta.db_table, int(f"{digits}0000")]
            if connection.vendor == "sqlite":
                cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", row[:1])
                cursor.execute("INSERT INTO sqlite_sequence VALUES (%s, %s)", row)
            else:
                cursor.execute("SELECT setval(pg_get_serial_sequence(%s, 'id'), %s)", row)


HARMLESS = ("admin:", "log")
"""Where keys stand for staff, and for those who run the site."""


def key_canaries() -> Iterator[Canary]:
    """The keys of what was written meanwhile: their gaps tell how much others write in secret."""
    for model, digits in numbered():
        if model._base_manager.filter(pk__gt=int(f"{digits}0000")).exists():
            yield Canary(f"key of {model._meta.label}", digits.encode(), harmless_at=HARMLESS)


def sealed_canaries(match: Match, name: str) -> list[Canary]:
    """The seed, the keys of all requests, and a private part for every seat in every event."""
    salts = {*salts_of(match)}
    seed = f"CANARY-seed-{match.uid}".encode().ljust(32, b"!")
    SealedPosition.objects.filter(match=match).update(seed=seed)
    salts |= {*salts_of(match)}  # as they were made, and as they would be made anew
    keys = SealedPly.objects.filter(match=match).exclude(move=None).values_list("key", flat=True)
    seats = {
        str(player.seat): player.user.name if player.user else "nobody"
        for player in Player.objects.filter(match=match).select_related("user")
    }
    whispers = {seat: f"CANARY-whisper-{match.uid}-{seat}" for seat in seats}
    # events only one seat may know of at all; they come last
    alone = [("whispered", None, {seat: {"whisper": said}}) for seat, said in whispers.items()]
    sealed = SealedPosition.objects.get(match=match)
    sealed.opening = [with_whispers(event, whispers) for event in sealed.opening]
    sealed.opening += [] if sealed.plies else alone
    sealed.save()
    for ply in SealedPly.objects.filter(match=match):
        ply.events = [with_whispers(event, whispers) for event in ply.events]
        ply.events += alone if ply.number == sealed.plies else []
        ply.save()
    return [
        Canary(f"seed of {name}", seed),
        *(Canary(f"salt of {name}", salt.encode()) for salt in sorted(salts)),
        *(Canary(f"request key of {name}", key.encode()) for key in keys),
        *(
            Canary(f"whisper to seat {seat} of {name}", whisper.encode(), frozenset({seats[seat]}))
            for seat, whisper in whispers.items()
        ),
    ]


def with_whispers(event: SealedEvent, whispers: dict[str, str]) -> SealedEvent:
    """*event*, of which every seat knows something of its own besides."""
    kind, public, private = event
    found: dict[str, JsonObject] = {
        seat: {**private.get(seat, {}), "whisper": said} for seat, said in whispers.items()
    }
    return kind, public, found


def mark_canaries(match: Match, name: str) -> list[Canary]:
    """A guess mark of every player, at a piece that bears a telling name."""
    canaries = []
    for player in Player.objects.filter(match=match).exclude(user=None).select_related("user"):
        piece = f"CANARYmark{match.pk}s{player.seat}"
        GuessMark.objects.create(
            match=match,
            user=user_of(player),
            piece=piece,
            ply=1,
            kind="G",
            square="a1",
            made_at=NOON,
        )
        owner = frozenset({user_of(player).name})
        canaries.append(Canary(f"mark of seat {player.seat} in {name}", piece.encode(), owner))
    return canaries


def prepared_canaries(match: Match, name: str) -> list[Canary]:
    """A draft and a kept formation of a player, each unlike any other set-up."""
    user, placing = User.objects.get(name=name), meta_for(match.game).placing
    assert placing is not None
    pieces = list(placing.pieces)
    drawn = []
    for use in ("draft", "formation", "sketch"):
        Dice(b"leaks", f"{use} of {name}").shuffle(pieces)
        drawn.append("".join(pieces[: len(placing.nothing)]))
    draft, kept, sketch = drawn
    title = f"CANARY-formation-{name}"
    formations.prepare(uid=match.uid, user=user, asked=formations.SetupRequest("save", draft))
    formations.keep_formation(user_id=user.pk, game=match.game, name=title, letters=kept)
    formations.sketch(
        user_id=user.pk, game=match.game, asked=formations.SetupRequest("save", sketch)
    )
    values = {
        "draft": draft,
        "formation": kept,
        "sketch": sketch,
        "name of a formation": title,
    }
    owner = frozenset({name})
    return [Canary(f"{what} of {name}", value.encode(), owner) for what, value in values.items()]


def person_note_canaries(house: House) -> list[Canary]:
    """What the two players have written about each other."""
    canaries = []
    for writer, about in (("south", "north"), ("north", "south")):
        text = f"CANARY-remark-of-{writer}"
        user, person = (User.objects.get(name=name) for name in (writer, about))
        note_person(user=user, person=person, text=text)
        canaries.append(Canary(f"remark of {writer}", text.encode(), frozenset({writer})))
    return canaries


def salts_of(match: Match) -> list[str]:
    """Some of the salts that hide the kinds of a match which is not over."""
    referee = Referee(match)
    return [] if referee.outcome() else [one.salt for one in referee._commitments()[::9]]


def note_canaries(match: Match, name: str) -> list[Canary]:
    """What every player has written down for themselves."""
    canaries = []
    for player in Player.objects.filter(match=match).exclude(user=None).select_related("user"):
        text = f"CANARY-note-{match.uid}-{player.seat}"
        MatchNote.objects.create(match=match, user=user_of(player), text=text)
        MatchNote.objects.create(
            match=match, user=user_of(player), ply=1, text=f"{text}-to-a-move #tagged"
        )
        owner = frozenset({user_of(player).name})
        canaries.append(Canary(f"note of seat {player.seat} on {name}", text.encode(), owner))
    return canaries


def talk_canaries(match: Match, name: str) -> list[Canary]:
    """What players say to each other, what they keep for later, and what onlookers say."""
    people = [user_of(p) for p in match.players.exclude(user=None).select_related("user")]
    stranger = User.objects.get(name="stranger")
    players, staff = {user.name for user in people}, {"root"}
    others = set(EYES) - players
    hides, is_over = meta_for(match.game).hides_information, match.status == "finished"
    canaries = []
    for room, author, hearers in (
        *(("players", user, players | staff) for user in people),
        *(("later", user, players | staff if is_over else {user.name}) for user in people),
        ("watchers", stranger, others | (set() if hides and not is_over else players)),
    ):
        text = f"CANARY-talk-{match.uid}-{room}-{author.name}"
        ChatLine.objects.create(match=match, room=room, author=author, text=text, said_at=NOON)
        known = frozenset(hearers)
        canaries.append(Canary(f"{room} talk of {author.name} in {name}", text.encode(), known))
    return canaries


def moderation_canaries(house: House) -> list[Canary]:
    """A report, notes of staff, a sanction with an appeal, a consent, and moves taken back."""
    north, south, root = (house.user(name) for name in ("north", "south", "root"))
    report = staff_rows.Report.objects.create(suspect=south, room="play", opened_at=NOON)
    values = {"report": report, "reporter": north, "match": house.running, "made_at": NOON}
    staff_rows.ReportAtom.objects.create(**values, category="throwing", text="CANARY-told-by-north")
    named = staff_rows.Report.objects.create(suspect=south, room="talk", opened_at=NOON)
    values = {"report": named, "reporter": north, "category": "name", "made_at": NOON}
    staff_rows.ReportAtom.objects.create(**values, text="CANARY-profile-told-by-north")
    noted = {"author": root, "made_at": NOON}
    staff_rows.ReportNote.objects.create(**noted, report=report, text="CANARY-report-note")
    staff_rows.StaffNote.objects.create(**noted, person=south, text="CANARY-person-note")
    limit = Sanction.objects.create(
        user=south, kind="warn", reason="other", public_text="CANARY-sanction", starts_at=NOON
    )
    said = {"happened": "CANARY-appeal", "request": "CANARY-request", "made_at": NOON}
    staff_rows.Appeal.objects.create(sanction=limit, ground="not-me", **said)
    staff_rows.Barrier.objects.create(
        text="CANARY-barrier", address="canary@barrier.example", language="en", made_at=NOON
    )
    staff_rows.Consent.objects.create(
        match=house.running, action="reveal", asked_by=root, reason="CANARY-consent", asked_at=NOON
    )
    answered = {"person": south, "kind": Notice.Kind.REPORT_ANSWERED, "subject": "1"}
    Notice.objects.create(user=north, **answered, made_at=NOON)
    kept = [{"move": "CANARY-taken-back", "key": "CANARY-taken-back-key"}]
    SealedRewind.objects.create(match=house.running, after_ply=1, plies=kept, made_at=NOON)
    staff = frozenset({"root"})
    return [
        Canary("report by north", b"CANARY-told-by-north", staff | {"north"}),
        Canary("report of a profile by north", b"CANARY-profile-told", staff | {"north"}),
        Canary("answer to north's report", b"Your report about south", frozenset({"north"})),
        Canary("note on a report", b"CANARY-report-note", staff),
        Canary("note on south", b"CANARY-person-note", staff),
        Canary("sanction of south", b"CANARY-sanction", staff | {"south"}),
        Canary("appeal of south", b"CANARY-appeal", staff | {"south"}),
        Canary("barrier that somebody told of", b"CANARY-barrier", staff),
        Canary("address that waits for an answer", b"canary@barrier.example"),
        Canary("consent of staff", b"CANARY-consent", staff),
        Canary("moves taken back", b"CANARY-taken-back"),
    ]


ZONE_LISTS = ("accounts:settings", "admin:accounts_user_change", "account_signup")


def message_canaries(house: House) -> list[Canary]:
    """What the two players write to each other, and an address that is there to be answered to."""
    south, north = house.user("south"), house.user("north")
    row = Conversation.objects.create(
        first=min(south, north, key=lambda user: user.pk),
        second=max(south, north, key=lambda user: user.pk),
        begun_by=south,
        made_at=NOON,
        accepted_at=NOON,
    )
    canaries, both = [], frozenset({"south", "north"})
    for user in (south, north):
        text = f"CANARY-message-of-{user.name}"
        Message.objects.create(
            conversation=row, author=user, text=text, key=f"{user.name}-writes", said_at=NOON
        )
        canaries.append(Canary(f"message of {user.name}", text.encode(), both))
    address = "canary-of-a-barrier@example.org"
    staff_rows.Barrier.objects.create(
        text="No way in.", address=address, language="en", made_at=NOON
    )
    return [*canaries, Canary("address that waits for an answer", address.encode())]


def private_canaries(house: House, name: str) -> list[Canary]:
    """What is nobody's business but the user's: address, time zone, session, password."""
    user, key = house.user(name), house.keys[name]
    assert key is not None
    owner = frozenset({name})
    staff = owner | {"root"}
    return [
        Canary(f"address of {name}", user.email.encode(), staff),
        Canary(f"time zone of {name}", user.time_zone.encode(), staff, ZONE_LISTS),
        Canary(f"session of {name}", key.encode()),
        Canary(f"password of {name}", user.password.encode()),
        *(
            Canary(f"mark of {name}", row.digest.encode())
            for row in Trace.objects.filter(user=user)
        ),
    ]
