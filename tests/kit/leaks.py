"""The leak harness: plant words nobody may see, look everywhere as everybody, search.

It knows no game. A canary is a value with the list of those who may come across it; a
surface is a place where somebody is told something. `search` finds a canary in whatever
disguise text travels: escaped, quoted, in hex or base64, as a list of numbers.
"""

from __future__ import annotations

import base64
import html
import json
import logging
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from functools import cache
from typing import Any
from urllib.parse import unquote_plus

from allauth.mfa.totp.internal.auth import TOTP
from django.conf import settings
from django.contrib.auth.models import Permission
from django.core.cache import cache as counters
from django.db import transaction
from django.test import Client

from accounts.models import Sanction, Trace, User
from config.logs import Discretion, JsonLine, PlainLine
from engines.catalogue import meta_for
from engines.core.dice import Dice
from engines.core.seats import Seat, Viewer
from engines.registry import engine_for
from games.chat.models import ChatLine
from games.chat.selectors import talk_of
from games.desk.selectors import desk_of, past_matches, rows_of
from games.knowledge.models import GuessMark
from games.knowledge.selectors import knowledge_facts
from games.match import opening
from games.match.models import Match, Player
from games.match.referee import Referee
from games.match.sealed import SealedEvent, SealedPly, SealedPosition, SealedRewind
from games.matchpage.selectors import board_facts, watched_match
from games.moderation import models as staff_rows
from games.notes.models import MatchNote
from games.notes.selectors import note_of
from games.notices.models import Notice
from games.notices.presenters.mails import mail_for
from games.notices.services.unsubscribing import link_token
from games.people.services import note_person
from games.setup import services as formations
from tests.kit.browsing import HTMX, browser
from tests.kit.builders import NOON, offers, person, user_of
from tests.kit.builders import guest as a_guest
from tests.routes import TABLE, address, routes

VIEWERS = ("visitor", "guest", "stranger", "south", "north", "clerk", "root")
"""Nobody; a guest who plays a bot elsewhere; a member; the two players; staff without rights;
staff with all of them."""


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


def search(canaries: Iterable[Canary], viewer: str, place: str, blob: bytes) -> set[Leak]:
    """The canaries in *blob* that *viewer* must not come across at *place*."""
    forms = list(dict.fromkeys(plain_forms(blob)))
    return {
        Leak(canary.name, viewer, place)
        for canary in canaries
        if not canary.may_be_seen(viewer, place)
        and any(sign in form for sign in disguises(canary.value) for form in forms)
    }


# The house


@dataclass
class House:
    """One of everything of one game, with canaries planted, and everybody in it."""

    game: str
    people: dict[str, User | None]
    running: Match
    over: Match
    bot: Match
    invitation: Match
    placing: Match | None = None
    """Where both players place their pieces, in games in which they do."""
    canaries: list[Canary] = field(default_factory=list)
    keys: dict[str, str | None] = field(default_factory=dict)
    offers: dict[str, str] = field(default_factory=dict)
    """What addresses of a seek and a challenge of South's are made of."""
    site: Client = field(default_factory=lambda: Client(raise_request_exception=False))

    @property
    def matches(self) -> tuple[Match, ...]:
        """The matches that have begun."""
        begun = (self.running, self.over, self.bot)
        return (*begun, self.placing) if self.placing else begun

    def client(self, viewer: str) -> Client:
        """The browser of *viewer*, as it was after signing in."""
        self.site.cookies.clear()
        if key := self.keys[viewer]:
            self.site.cookies[settings.SESSION_COOKIE_NAME] = key
        return self.site


def play_some(match: Match, plies: int) -> None:
    """Let both seats play some legal moves after which the match goes on, whatever the game."""
    from games.match import turns

    for number in range(plies):
        match.refresh_from_db()
        player = match.players.filter(is_to_act=True, bot="").select_related("user").first()
        if player is None:
            return
        referee, seat = Referee(match), Seat(player.seat)
        engine = engine_for(match.game, match.rules_version)
        dice = Dice(b"leaks", f"{match.pk}.{number}")
        move = next(_moves_to_go_on(engine, referee._position, seat, dice, replies=1))
        turns.play_move(
            uid=match.uid,
            user=user_of(player),
            text=engine.codec.dump_move(move),
            seat_ply=referee.seat_plies(seat) + 1,
            key=f"CANARY-key-{match.uid}-{seat}-{referee.seat_plies(seat)}",
            now=NOON,
        )


def _moves_to_go_on(
    engine: Any, position: Any, seat: Seat, dice: Dice, *, replies: int
) -> Iterator[Any]:
    """Some moves after which the match goes on, and still does after as many *replies*."""
    for _try in range(50):
        move = engine.sample_move(engine.view(position, Viewer.of(seat)), dice)
        after = engine.play(position, seat, move, dice).position
        if engine.outcome(after) is not None:
            continue
        other = min(engine.to_act(after))
        if not replies or any(_moves_to_go_on(engine, after, other, dice, replies=replies - 1)):
            yield move


def make_house(game: str, *, plies: int = 6) -> House:
    """The house of one game."""
    from games.match import ending

    south = person("south", email="canary.south@private.example", time_zone="Pacific/Chatham")
    north = person("north", email="canary.north@private.example", time_zone="Asia/Kathmandu")
    clerk, root = person("clerk", is_staff=True), person("root", is_staff=True, is_superuser=True)
    for staff, secret in ((clerk, "CANARYTOTPCLERKA"), (root, "CANARYTOTPROOTAA")):
        TOTP.activate(staff, secret)
    assert root.has_perm("match.view_match")
    assert Permission.objects.exists()
    terms = opening.Terms(game, "relaxed", 0)
    meta = meta_for(game)
    level = meta.bot_levels[0]
    matches = []
    for _name in ("running", "over"):
        if meta.solo:
            match = opening.create_bot_match(user=south, terms=terms, level=level, now=NOON)
        else:
            match = opening.create_invitation(user=south, terms=terms, now=NOON)
            opening.take_seat(secret=match.secret, user=north, now=NOON)
        play_some(match, plies)
        matches.append(match)
    ending.resign(uid=matches[1].uid, user=south, now=NOON)
    bot = opening.create_bot_match(user=south, terms=terms, level=level, now=NOON)
    play_some(bot, 1)
    guest = a_guest("guest")
    opening.create_bot_match(user=guest, terms=terms, level=level, now=NOON)
    house = House(
        game=game,
        people={
            "visitor": None,
            "guest": guest,
            "stranger": person("stranger"),
            "south": south,
            "north": north,
            "clerk": clerk,
            "root": root,
        },
        running=matches[0],
        over=matches[1],
        bot=bot,
        invitation=opening.create_invitation(
            user=south,
            terms=opening.Terms("xiongqi", "relaxed", 0) if meta.solo else terms,
            now=NOON,
        ),
    )
    if meta.placing is not None:
        house.placing = opening.create_invitation(user=south, terms=terms, now=NOON)
        opening.take_seat(secret=house.placing.secret, user=north, now=NOON)
    for match in (*house.matches, house.invitation):
        match.refresh_from_db()
    house.offers = offers(south, north)
    sign_everybody_in(house)
    plant(house)
    return house


def sign_everybody_in(house: House) -> None:
    """One browser for each viewer; `keys` are their sessions."""
    for name, user in house.people.items():
        client = browser(user)
        cookie = client.cookies.get(settings.SESSION_COOKIE_NAME)
        house.keys[name] = cookie.value if cookie else None


def plant(house: House) -> None:
    """Put a canary wherever something private or sealed is kept."""
    for number, match in enumerate(house.matches):
        house.canaries += sealed_canaries(match, f"match{number}")
        house.canaries += mark_canaries(match, f"match{number}")
        house.canaries += note_canaries(match, f"match{number}")
        house.canaries += talk_canaries(match, f"match{number}")
    house.canaries += moderation_canaries(house)
    for name in ("south", "north"):
        house.canaries += private_canaries(house, name)
        if house.placing is not None:
            house.canaries += prepared_canaries(house.placing, name)
    for name in ("clerk", "root"):
        house.canaries.append(
            Canary(f"second factor of {name}", f"CANARYTOTP{name.upper()}".encode())
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
    for event in SealedEvent.objects.filter(match=match):
        event.private = {
            seat: {**event.private.get(seat, {}), "whisper": whispers[seat]} for seat in seats
        }
        event.save()
    last = SealedEvent.objects.filter(match=match).last()
    assert last is not None
    for seat, whisper in whispers.items():  # an event only one seat may know of at all
        SealedEvent.objects.create(
            match=match,
            ply=last.ply,
            order=last.order + 1 + int(seat),
            kind="whispered",
            private={seat: {"whisper": whisper}},
        )
    return [
        Canary(f"seed of {name}", seed),
        *(Canary(f"salt of {name}", salt.encode()) for salt in sorted(salts)),
        *(Canary(f"request key of {name}", key.encode()) for key in keys),
        *(
            Canary(f"whisper to seat {seat} of {name}", whisper.encode(), frozenset({seats[seat]}))
            for seat, whisper in whispers.items()
        ),
    ]


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
    formations.prepare(uid=match.uid, user=user, wish=formations.Wish("save", draft))
    formations.keep_formation(user_id=user.pk, game=match.game, name=title, letters=kept)
    formations.sketch(user_id=user.pk, game=match.game, wish=formations.Wish("save", sketch))
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
        owner = frozenset({user_of(player).name})
        canaries.append(Canary(f"note of seat {player.seat} on {name}", text.encode(), owner))
    return canaries


def talk_canaries(match: Match, name: str) -> list[Canary]:
    """What players say to each other, what they keep for later, and what onlookers say."""
    people = [user_of(p) for p in match.players.exclude(user=None).select_related("user")]
    stranger = User.objects.get(name="stranger")
    players, staff = {user.name for user in people}, {"root"}
    others = set(VIEWERS) - players
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
    north, south, root = (house.people[name] for name in ("north", "south", "root"))
    assert north is not None
    assert south is not None
    assert root is not None
    report = staff_rows.Report.objects.create(suspect=south, room="play", opened_at=NOON)
    told = {"report": report, "reporter": north, "match": house.running, "made_at": NOON}
    staff_rows.ReportAtom.objects.create(**told, category="throwing", text="CANARY-told-by-north")
    noted = {"author": root, "made_at": NOON}
    staff_rows.ReportNote.objects.create(**noted, report=report, text="CANARY-report-note")
    staff_rows.StaffNote.objects.create(**noted, person=south, text="CANARY-person-note")
    limit = Sanction.objects.create(
        user=south, kind="warn", reason="other", public_text="CANARY-sanction", starts_at=NOON
    )
    said = {"happened": "CANARY-appeal", "wish": "CANARY-wish", "made_at": NOON}
    staff_rows.Appeal.objects.create(sanction=limit, ground="not-me", **said)
    staff_rows.Consent.objects.create(
        match=house.running, deed="reveal", asked_by=root, reason="CANARY-consent", asked_at=NOON
    )
    kept = [{"move": "CANARY-taken-back", "key": "CANARY-taken-back-key"}]
    SealedRewind.objects.create(match=house.running, after_ply=1, plies=kept, made_at=NOON)
    staff = frozenset({"root"})
    return [
        Canary("report by north", b"CANARY-told-by-north", staff | {"north"}),
        Canary("note on a report", b"CANARY-report-note", staff),
        Canary("note on south", b"CANARY-person-note", staff),
        Canary("sanction of south", b"CANARY-sanction", staff | {"south"}),
        Canary("appeal of south", b"CANARY-appeal", staff | {"south"}),
        Canary("consent of staff", b"CANARY-consent", staff),
        Canary("moves taken back", b"CANARY-taken-back"),
    ]


ZONE_LISTS = ("accounts:settings", "admin:accounts_user_change", "account_signup")


def private_canaries(house: House, name: str) -> list[Canary]:
    """What is nobody's business but the user's: address, time zone, session, password."""
    user = house.people[name]
    assert user is not None
    key = house.keys[name]
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


# Surfaces


def everything_seen(
    house: House, *, only: Iterable[str] = (), viewers: Iterable[str] = VIEWERS
) -> set[Leak]:
    """Every page, form, header, mail, log line and admin page; *only* these routes, if given."""
    found: set[Leak] = set()
    with log_lines() as lines:
        for viewer in viewers:
            found |= seen_on_pages(house, viewer, tuple(only))
            found |= told_to_templates(house, viewer)
        found |= read_in_mails(house)
    found |= search(house.canaries, "operator", "log", "\n".join(lines).encode())
    return found


def seen_on_pages(house: House, viewer: str, only: tuple[str, ...] = ()) -> set[Leak]:
    """What the answers to every GET and every POST tell *viewer*."""
    found: set[Leak] = set()
    for name, path in addresses(house):
        if (only and name not in only) or (name in ADMIN_SITE and viewer in OUTSIDE):
            continue
        for method in methods(name):
            headers = HTMX if "/matches/" in path and method == "post" else {}
            blob = answer(house, viewer, method, path, TABLE[name].form, headers)
            found |= search(house.canaries, viewer, f"{method} {name} {path}", blob)
    return found


ADMIN_SITE = {name for name in TABLE if name.startswith("admin:")}
OUTSIDE = ("visitor", "guest", "stranger", "north")
"""Who is not let in there; South stands for them."""


def methods(name: str) -> Iterator[str]:
    """The methods that lead anywhere; a form of the admin site shows what its GET shows."""
    if set(TABLE[name].get.split()) != {"405"}:
        yield "get"
    if name not in ADMIN_SITE and not set(TABLE[name].post.split()) <= {"405", "302"}:
        yield "post"


def answer(
    house: House,
    viewer: str,
    method: str,
    path: str,
    form: dict[str, str],
    headers: dict[str, str],
) -> bytes:
    """Status, headers and body as they go out; whatever was done is undone."""
    counters.clear()
    with transaction.atomic():
        response = getattr(house.client(viewer), method)(path, form, headers=headers)
        body = response.getvalue() if response.streaming else response.content
        transaction.set_rollback(True)
    return as_sent(response, body, house.keys[viewer])


def as_sent(response: Any, body: bytes, own: str | None) -> bytes:
    """An answer as it goes over the wire, but for the asker's *own* session in its cookie."""
    lines = [f"{name}: {value}" for name, value in response.items()]
    for cookie in response.cookies.values():
        if cookie.key == settings.SESSION_COOKIE_NAME and cookie.value == (own or "-"):
            continue  # the one place where a session belongs
        lines.append(cookie.output())
    return "\n".join([str(response.status_code), *lines, ""]).encode() + body


def addresses(house: House) -> Iterator[tuple[str, str]]:
    """Every address of the house: for every match, every person, every row of the admin."""
    users = [user for user in house.people.values() if user is not None]
    south = house.people["south"]
    assert south is not None
    common = {
        "slug": house.game,
        "stage": "first-harvest",
        "secret": house.invitation.secret,
        "token": link_token(south.pk, "your-turn"),
        "key": "made:up",
        "uidb36": "1",
        "content_type_id": 1,
        "app_label": "match",
        "url": "nothing/",
        "uid": house.running.uid,
        "name": "south",
        "object_id": 0,
        **house.offers,
        "pk": 0,
    }
    for name, pattern in sorted(set(routes())):
        if "<uid>" in pattern or ":uid>" in pattern:
            yield from addresses_of_matches(house, name, pattern, common)
        elif name == "admin:moderation_person":
            yield from ((name, address(pattern, {**common, "pk": user.pk})) for user in users)
        elif name == "games:appeal":
            for limit in Sanction.objects.all():
                yield name, address(pattern, {**common, "pk": limit.pk})
        elif "<name>" in pattern:
            yield from ((name, address(pattern, {**common, "name": u.name})) for u in users)
        elif "<path:object_id>" in pattern:
            for pk in rows_behind(pattern):
                yield name, address(pattern, {**common, "object_id": pk})
        else:
            path = address(pattern, common)
            yield name, path
            if name.endswith("_changelist"):
                yield name, f"{path}?q=south"
                yield name, f"{path}?o=1&all="
                yield from ((name, f"{path}{query}") for query in offered_filters(house, path))


def addresses_of_matches(
    house: House, name: str, pattern: str, common: dict[str, object]
) -> Iterator[tuple[str, str]]:
    """The addresses of one route about matches: for every match, and with what may be asked."""
    is_deed = set(TABLE[name].get.split()) == {"405"}
    for match in house.matches[:2] if is_deed else (*house.matches, house.invitation):
        yield name, address(pattern, {**common, "uid": match.uid})
    if name == "admin:moderation_rule":
        for match in house.matches[:2]:
            path = address(pattern, {**common, "uid": match.uid})
            yield from ((name, f"{path}?{query}") for query in RULES)
    if name in ("games:match", "games:board"):
        yield from ((name, f"/matches/{house.running.uid}/{q}") for q in QUERIES)
    if name == "games:knowledge":
        path = f"/matches/{house.running.uid}/knowledge/"
        yield from ((name, f"{path}{q}") for q in ("?piece=a6", "?ply=2", "?piece=a1"))


def offered_filters(house: House, path: str) -> list[str]:
    """Every value by which a list of the admin site offers its rows to be filtered."""
    page = house.client("root").get(path).content.decode()
    _list, _nav, filters = page.partition('id="changelist-filter"')
    return sorted({html.unescape(query) for query in re.findall(r'href="(\?[^"]+)"', filters)})


RULES = (
    "deed=freeze",
    "deed=extend&hours=5",
    "deed=win&seat=1",
    "deed=rewind&ply=3",
    "deed=replace&seat=1&level=easy",
)
"""Deeds of moderators, asked for their previews."""

QUERIES = (
    "?ply=0",
    "?ply=2",
    "?at=e3",
    "?ask=resign",
    "?move=nonsense",
    "?ask=accept",
    "?as=all&ply=3",
    "board/?has=0.1.0",
    "board/?has=3.2.0",
)


def rows_behind(pattern: str) -> list[int]:
    """Some rows of the model behind an admin address."""
    from django.apps import apps

    label, model = pattern.split("/")[1:3]
    if label == "r":  # "view on site", of anything
        return [1]
    rows = list(apps.get_model(label, model)._base_manager.values_list("pk", flat=True))
    return sorted(rows)[:1] + sorted(rows)[1:][-2:]


def told_to_templates(house: House, viewer: str) -> set[Leak]:
    """What the selectors hand out for *viewer*, whether or not a template shows it today."""
    user = house.people[viewer]
    eyes: Any = user or VISITOR
    found: set[Leak] = set()
    for match in house.matches:
        for ply in (None, 0, 2):
            facts = board_facts(match.uid, eyes, now=NOON, after_ply=ply)
            found |= search(house.canaries, viewer, "board_facts", as_bytes(asdict(facts)))
            found |= search(house.canaries, viewer, "knowledge", as_bytes(known(match, eyes, ply)))
        found |= search(house.canaries, viewer, "note", as_bytes(noted(match, eyes)))
        heard = talk_of(match.uid, eyes)
        found |= search(house.canaries, viewer, "talk_of", as_bytes(asdict(heard)))
        watched = watched_match(match.uid, eyes)
        found |= search(house.canaries, viewer, "watched_match", as_bytes(watched))
    if user is not None:
        desk = desk_of(user.pk, now=NOON)
        rows = rows_of(past_matches(user.pk))
        found |= search(house.canaries, viewer, "desk_of", as_bytes(asdict(desk)))
        found |= search(house.canaries, viewer, "rows_of", as_bytes([asdict(row) for row in rows]))
    return found


def noted(match: Match, eyes: Any) -> str:
    """What these eyes find written; nothing where they may not read."""
    try:
        return note_of(match.uid, eyes)
    except Match.DoesNotExist:
        return ""


def known(match: Match, eyes: Any, ply: int | None) -> dict[str, Any]:
    """The facts of the knowledge sheet; none where there is no sheet for these eyes."""
    try:
        return asdict(knowledge_facts(match.uid, eyes, after_ply=ply))
    except Match.DoesNotExist:
        return {}


class _Visitor:
    is_authenticated = False
    pk = None


VISITOR = _Visitor()


def as_bytes(data: object) -> bytes:
    """Plain data as text."""
    return json.dumps(data, default=str, ensure_ascii=False).encode()


def read_in_mails(house: House) -> set[Leak]:
    """Every notice as a mail to its user, as it goes over the wire."""
    found: set[Leak] = set()
    for notice in Notice.objects.select_related("user", "match"):
        if notice.kind not in ("your-turn", "match-over") or not notice.user.email:
            continue
        message = mail_for(notice).message()
        parts = [part.get_payload(decode=True) for part in message.walk()]
        blob = b"\n".join([message.as_bytes(), *(p for p in parts if isinstance(p, bytes))])
        found |= search(house.canaries, notice.user.name, "mail", blob)
    return found


class Lines(logging.Handler):
    """Keeps what would be written to the log, in both of our formats."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.addFilter(Discretion())
        self.lines: list[str] = []
        self._formats = (PlainLine(), JsonLine())

    def emit(self, record: logging.LogRecord) -> None:
        self.lines += [form.format(record) for form in self._formats]


@contextmanager
def log_lines() -> Iterator[list[str]]:
    """What is logged meanwhile, and nowhere else; also where logs are switched off."""
    handler, root = Lines(), logging.getLogger()
    before, handlers, off = root.level, root.handlers, root.manager.disable
    logging.disable(logging.NOTSET)
    root.setLevel(logging.INFO)
    root.handlers = [handler]
    try:
        yield handler.lines
    finally:
        root.handlers = handlers
        root.setLevel(before)
        logging.disable(off)
