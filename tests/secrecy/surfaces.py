"""Where something reaches somebody: every address for every viewer, mails, and what pages get."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from functools import lru_cache
from typing import Any, TypeVar
from zlib import crc32

from django.conf import settings
from django.contrib import admin
from django.core.cache import cache as counters
from django.db import connection, transaction

from accounts.models import Sanction
from engines.core.dice import Dice
from games.api import asking
from games.api.middleware import PROGRAMS
from games.chat.selectors import talk_of
from games.common.rownames import name_of
from games.desk.selectors import desk_of, past_matches, rows_of
from games.endpoints import webpush
from games.endpoints.models import Webhook
from games.endpoints.services import webhooks
from games.knowledge.selectors import knowledge_facts
from games.match.models import Match
from games.match.reading.visibility import NoSuchMatch
from games.matchpage.selectors.board import board_facts, watched_match
from games.matchpage.selectors.seen import Look
from games.moderation.services.actions import ACTIONS
from games.notes.selectors import notes_on
from games.notices.events import WORDINGS, Channel, Kind
from games.notices.models import Delivery, Notice
from games.notices.presenters.mails import mail_for
from games.notices.senders import push, webhook
from games.notices.services.obsolete import read_waiting
from games.notices.services.unsubscribing import link_token
from tests.kit.browsing import HTMX
from tests.kit.own_data import put_together
from tests.kit.patching import HOLDS, holds_of
from tests.routes import TABLE, address, routes
from tests.secrecy.house import NOW, SEATED, VIEWERS, House, Showcase
from tests.secrecy.outside import BROWSER, SECRET
from tests.secrecy.worlds import DRAW_OFFERED, World

T = TypeVar("T")

ADMIN = "admin:"
OUTSIDE_ADMIN = ("visitor", "guest", "stranger", "north")
"""Who is not let in there; South stands for them."""

ASKED_BY = {
    # how a fragment may be asked for
    "plain": {},
    "htmx": HTMX,
    "boosted": {**HTMX, "HX-Boosted": "true"},
    "restored": {**HTMX, "HX-History-Restore-Request": "true"},
}


@dataclass(frozen=True)
class Cell:
    """One surface for one viewer."""

    surface: str
    viewer: str
    read: Callable[[Showcase, str], bytes] = field(compare=False)
    address: str = ""
    """Method and path, where it is a page."""
    route: str = ""
    """The name of its route, where it was found by that."""

    @property
    def is_private(self) -> bool:
        """Whether it is a page for somebody who is signed in."""
        return bool(self.address) and self.viewer != "visitor"

    def __str__(self) -> str:
        return f"{self.surface} as {self.viewer}"


@lru_cache(maxsize=2)
def all_cells(showcase: Showcase) -> Sequence[Cell]:
    """Every cell of the site; made once for a showcase, as it takes as long as ten pages."""
    return [*page_cells(showcase), *handed_cells(showcase), *cells_behind_pages(showcase)]


def cells_behind_pages(showcase: Showcase) -> list[Cell]:
    """What reaches people without a page, and what pages are made from."""
    return [*fact_cells(showcase), *mail_cells(), *tab_cells(), *file_cells()]


def core_cells(showcase: Showcase, viewers: tuple[str, ...]) -> list[Cell]:
    """What every pair is looked at through: the match page, its live part, the offered moves."""
    base = f"/matches/{showcase.match.uid}/"
    pages = [
        page(f"get {base}{part}", viewer, "get", f"{base}{part}")
        for part in ("", "board/")
        for viewer in viewers
    ]
    return [*pages, *fact_cells(showcase, viewers), *map(rest_cell, viewers)]


def rest_cell(viewer: str) -> Cell:
    """The parts and squares that a page of the first board is sent of the present one."""

    def read(showcase: Showcase, viewer: str) -> bytes:
        board = f"/matches/{showcase.match.uid}/board/"
        shown = answer(showcase.house, viewer, "get", f"{board}?ply=0", {}, {})
        headers = {HOLDS: holds_of(shown.decode(errors="replace"))}
        return answer(showcase.house, viewer, "get", board, {}, headers)

    return Cell("rest of the board", viewer, read)


def glance_cells(showcase: Showcase, viewer: str) -> list[Cell]:
    """What *viewer* sees at a glance: the match page, the first frame, the offered moves."""
    base = f"/matches/{showcase.match.uid}/"
    found = [cell for cell in fact_cells(showcase, (viewer,)) if cell.surface != "knowledge"]
    return [page(f"get {base}", viewer, "get", base), *found]


# Pages


def page_cells(
    showcase: Showcase, viewers: Sequence[str] = VIEWERS, only: Collection[str] = ()
) -> Iterator[Cell]:
    """Every address, by every method, for *viewers*; *only* those of some routes, if given."""
    for name, path in addresses(showcase.house, only):
        for method in methods(name):
            for viewer in viewers:
                if name.startswith(ADMIN) and viewer in OUTSIDE_ADMIN:
                    continue
                yield from _asked(name, path, method, viewer)


def _asked(name: str, path: str, method: str, viewer: str) -> Iterator[Cell]:
    by_script = "/matches/" in path and not name.startswith((ADMIN, "api:"))
    for manner in ASKED_BY if by_script else ("plain",):
        surface = f"{method} {name} {path} {manner}"
        form = TABLE[name].form if method == "post" else {}
        yield replace(page(surface, viewer, method, path, form, ASKED_BY[manner]), route=name)


def is_as_usual(cell: Cell) -> bool:
    """Whether a page is asked for in the manner in which people ask: what scripts send, by htmx."""
    method, name, path, manner = cell.surface.split(" ", 3) if cell.route else ("", "", "", "")
    by_script = method == "post" and "/matches/" in path
    by_script = by_script and not name.startswith((ADMIN, "api:"))
    return manner in ("", "htmx" if by_script else "plain")


def is_list(cell: Cell) -> bool:
    """Whether it is a page about matches or people, but not about one match."""
    method, _, path = cell.address.partition(" ")
    about = cell.route.startswith(("games:", "api:")) or cell.route == "accounts:profile"
    return method == "get" and about and ("/matches/" not in path or cell.route == "games:new")


SHOWING = ("games:", "api:", "admin:moderation_")
"""How the routes begin that may show, change or begin a match by the rules of its game."""

ALIKE = ("guest", "stranger", "helper", "clerk")
"""Who has no part in a match and no right to look into it."""


def by_turns(
    showcase: Showcase, cells: Iterable[Cell], games: Sequence[str], matches: Collection[Match]
) -> list[Cell]:
    """The *cells* that are to be read in the game of the showcase.

    What shows one of these *matches*, or lists matches, is read in each of *games*, all else in one
    of them; of those who are alike, one looks at each address.
    """
    uids = [match.uid for match in matches]
    every = "|".join(match.uid for match in (*showcase.house.matches, showcase.house.invitation))
    turn, found = games.index(showcase.house.game), [*cells]
    alike: dict[str, list[str]] = {}
    for cell in found:
        if cell.viewer in ALIKE:
            alike.setdefault(cell.surface, []).append(cell.viewer)

    def number_of(place: str) -> int:
        """The same in every game, whatever its matches are called."""
        return crc32(re.sub(every, "", place).encode())

    def is_everywhere(cell: Cell) -> bool:
        about = any(uid in cell.address for uid in uids) or "/matches/" not in cell.address
        return cell.route.startswith(SHOWING) and about and VERB not in cell.address

    def is_ours(cell: Cell) -> bool:
        return number_of(f"{cell.surface} {cell.viewer}") % len(games) == turn

    def is_theirs(cell: Cell) -> bool:
        looking = alike.get(cell.surface, [])
        return cell.viewer not in looking or (
            cell.viewer == looking[number_of(cell.surface) % len(looking)]
        )

    return [
        cell
        for cell in found
        if not cell.route or (is_theirs(cell) and (is_everywhere(cell) or is_ours(cell)))
    ]


def page(
    surface: str,
    viewer: str,
    method: str,
    path: str,
    form: dict[str, str] | None = None,
    headers: dict[str, str] | None = None,
) -> Cell:
    """The cell of one request, all of whose answer is read; what it did is undone."""

    def read(showcase: Showcase, viewer: str) -> bytes:
        with statements() as sent:
            blob = answer(showcase.house, viewer, method, path, form or {}, headers or {})
        return b"queries: %d\n" % len(sent) + blob

    return Cell(surface, viewer, read, f"{method} {path}")


def is_release(cell: Cell, world: World) -> bool:
    """Whether a player ends the match by it, which reveals all, unless play has not begun."""
    ends = cell.surface.startswith(("post games:resign", "post api:resign"))
    if world.state.name == DRAW_OFFERED:  # to offer one, too, is to say yes
        ends = ends or cell.surface.startswith(("post games:draw", "post api:draw"))
    return ends and cell.viewer in SEATED and not world.is_setting_up


def cells_of_staff(showcase: Showcase, number: int) -> list[Cell]:
    """The match's own pages of the admin site: its row, and in turn one more that has it."""
    beside = [
        f"/admin/{model._meta.app_label}/{model._meta.model_name}/"
        for model in admin.site._registry
        if any(field.name == "match" for field in model._meta.get_fields())
    ]
    others = [f"/admin/match/match/?q={showcase.match.uid}", *beside]
    viewer = ("helper", "root")[number % 2]
    paths = (f"/admin/match/match/{showcase.match.pk}/change/", others[number % len(others)])
    return [page(f"get {path}", viewer, "get", path) for path in paths]


def is_broken(blob: bytes) -> bool:
    """Whether a page answered that something broke."""
    return re.match(rb"queries: \d+\n500", blob) is not None


@contextmanager
def statements() -> Iterator[list[str]]:
    """Every statement sent to the database meanwhile."""
    found: list[str] = []

    def note(execute: Any, sql: str, *args: Any) -> Any:
        found.append(sql)
        return execute(sql, *args)

    with connection.execute_wrapper(note):
        yield found


# Addresses


def methods(name: str) -> Iterator[str]:
    """The methods that lead anywhere; a form of the admin site shows what its GET shows."""
    if set(TABLE[name].get.split()) != {"405"}:
        yield "get"
    if not name.startswith(ADMIN) and not set(TABLE[name].post.split()) <= {"405", "302"}:
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
        if path.startswith(PROGRAMS):
            response = asked_by_program(house, viewer, method, path, form)
        else:
            response = getattr(house.client(viewer), method)(path, form, headers=headers)
        body = response.getvalue() if response.streaming else response.content
        transaction.set_rollback(True)
    return as_sent(response, body, house.keys[viewer])


def asked_by_program(
    house: House, viewer: str, method: str, path: str, form: dict[str, str]
) -> Any:
    """What a program of *viewer* is answered, which has seen the board as it is."""
    site, headers = house.client("visitor"), {"Idempotency-Key": "key-of-this-move"}
    if viewer in house.tokens:
        headers["Authorization"] = f"Bearer {house.tokens[viewer]}"
    uid = re.search(r"/matches/([\w-]+)/moves", path)
    if uid is not None:
        watched = watched_match(uid[1], house.people[viewer] or VISITOR)  # type: ignore[arg-type]
        headers["If-Match"] = str(watched.version if watched else 1)
    if method == "get":
        return site.get(path, headers=headers)
    return site.post(path, form, content_type="application/json", headers=headers)


def as_sent(response: Any, body: bytes, own: str | None) -> bytes:
    """An answer as it goes over the wire, but for the asker's *own* session in its cookie."""
    lines = [f"{name}: {value}" for name, value in response.items()]
    for cookie in response.cookies.values():
        if cookie.key == settings.SESSION_COOKIE_NAME and cookie.value == (own or "-"):
            continue  # the one place where a session belongs
        lines.append(cookie.output())
    return "\n".join([str(response.status_code), *lines, ""]).encode() + body


def addresses(house: House, only: Collection[str] = ()) -> Iterator[tuple[str, str]]:
    """Every address, for every match, person and admin row; *only* of some routes, if given."""
    users = [user for user in house.people.values() if user is not None]
    common = {
        "slug": house.game,
        "stage": "first-harvest",
        "step": "chariot",
        "moves": "a1a6",
        "secret": house.invitation.secret,
        "provider_id": "school",
        "token": link_token(house.user("south").pk, "your-turn"),
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
    for name, pattern in sorted(_routes(only)):
        if "<uid>" in pattern or ":uid>" in pattern:
            yield from addresses_of_matches(house, name, pattern, common)
        elif name == "admin:moderation_person":
            yield from ((name, address(pattern, {**common, "pk": user.pk})) for user in users)
        elif name == "games:appeal":
            for limit in Sanction.objects.all():
                yield name, address(pattern, {**common, "name": name_of(limit)})
        elif "<name>" in pattern:
            yield from ((name, address(pattern, {**common, "name": u.name})) for u in users)
        elif "<path:object_id>" in pattern:
            for pk in rows_behind(pattern):
                yield name, address(pattern, {**common, "object_id": pk})
        else:
            path = address(pattern, common)
            yield name, path
            yield from ((name, f"{path}?q={text}") for text in searched(house, name))
            if name.endswith("_changelist"):
                yield name, f"{path}?q=south"
                yield name, f"{path}?o=1&all="
                yield from ((name, f"{path}{query}") for query in offered_filters(house, path))


def searched(house: House, name: str) -> Sequence[str]:
    """What the route is asked to find: matches by their ids, or people."""
    if name == "api:people":
        return ["south"]
    by_id = name in ("games:search", "games:suggest")
    return [match.uid for match in house.matches] if by_id else ()


def _routes(only: Collection[str]) -> set[tuple[str, str]]:
    """Every route with its pattern, or *only* some."""
    return {(name, pattern) for name, pattern in routes() if not only or name in only}


def addresses_of_matches(
    house: House, name: str, pattern: str, common: dict[str, object]
) -> Iterator[tuple[str, str]]:
    """The addresses of one route about matches: for every match, and with what may be asked."""
    is_action = set(TABLE[name].get.split()) == {"405"}
    for match in house.matches[:2] if is_action else (*house.matches, house.invitation):
        yield name, address(pattern, {**common, "uid": match.uid})
    if name == "admin:moderation_rule":
        for match in house.matches[:2]:
            path = address(pattern, {**common, "uid": match.uid})
            yield from ((name, f"{path}?{query}") for query in RULES)
    if name in ("games:match", "games:board"):
        yield from ((name, f"/matches/{house.running.uid}/{q}") for q in QUERIES)
    if name == "api:match":
        path = f"{PROGRAMS}matches/{house.running.uid}"
        yield from ((name, f"{path}{q}") for q in ("?ply=2", "?since=2", "?until=2"))
    if name in FORMS:
        path = address(pattern, {**common, "uid": house.running.uid})
        yield from ((name, f"{path}?form={form}") for form in FORMS[name])
    if name == "games:knowledge":
        path = f"/matches/{house.running.uid}/knowledge/"
        yield from ((name, f"{path}{q}") for q in ("?piece=a6", "?ply=2", "?piece=a1"))


def offered_filters(house: House, path: str) -> list[str]:
    """Every value by which a list of the admin site offers its rows to be filtered."""
    page = house.client("root").get(path).content.decode()
    _list, _nav, filters = page.partition('id="changelist-filter"')
    return sorted({html.unescape(query) for query in re.findall(r'href="(\?[^"]+)"', filters)})


VERB = "?verb="

RULES = tuple(f"{VERB[1:]}{action}&seat=1&ply=3&hours=5&level=easy" for action in ACTIONS)
"""Every action of moderators, asked for its preview."""

FORMS = {
    "games:record-as-text": ("json", "pgn"),
    "api:record": ("text", "text-json", "pgn"),
}
"""What else a record may be asked for as."""

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


# What is behind the pages


def fact_cells(showcase: Showcase, viewers: tuple[str, ...] = VIEWERS) -> Iterator[Cell]:
    """What the selectors hand out on the match: the view, the offered moves, the socket's state."""

    def facts(showcase: Showcase, viewer: str) -> bytes:
        eyes: Any = showcase.house.people[viewer] or VISITOR
        return as_bytes(asdict(board_facts(showcase.match.uid, eyes, now=NOW)))

    def knowledge(showcase: Showcase, viewer: str) -> bytes:
        who: Any = showcase.house.people[viewer] or VISITOR
        return as_bytes([known(showcase.match, who, None, eyes) for eyes in SIGHTS])

    def watched(showcase: Showcase, viewer: str) -> bytes:
        eyes: Any = showcase.house.people[viewer] or VISITOR
        return as_bytes(watched_match(showcase.match.uid, eyes))

    for viewer in viewers:
        yield Cell("board_facts", viewer, facts)
        yield Cell("first frame", viewer, watched)
        yield Cell("knowledge", viewer, knowledge)


def talk_read(match: Match, eyes: Any) -> object:
    """The talk around *match*, where two people play."""
    try:
        return asdict(talk_of(match.uid, eyes))
    except NoSuchMatch:
        return None


def handed_cells(showcase: Showcase, viewers: tuple[str, ...] = VIEWERS) -> Iterator[Cell]:
    """What else selectors hand out: every match at any ply, notes, talk, desk and archive."""

    def of_matches(showcase: Showcase, viewer: str) -> bytes:
        eyes: Any = showcase.house.people[viewer] or VISITOR
        found: list[object] = []
        for match in showcase.house.matches:
            for ply in (None, 0, 2):
                facts = board_facts(match.uid, eyes, now=NOW, look=Look(ply))
                found += [asdict(facts), *(known(match, eyes, ply, named) for named in SIGHTS)]
            watched = watched_match(match.uid, eyes)
            found += [noted(match, eyes), talk_read(match, eyes), watched]
        return as_bytes(found)

    def of_lists(showcase: Showcase, viewer: str) -> bytes:
        user = showcase.house.people[viewer]
        if user is None:
            return b""
        rows = rows_of(past_matches(user.pk), NOW)
        return as_bytes([asdict(desk_of(user.pk, now=NOW)), [asdict(row) for row in rows]])

    for viewer in viewers:
        yield Cell("facts of matches", viewer, of_matches)
        yield Cell("facts of lists", viewer, of_lists)


def noted(match: Match, eyes: Any) -> str:
    """What these eyes find written; nothing where they may not read."""
    try:
        return str(notes_on(match.uid, eyes))
    except Match.DoesNotExist:
        return ""


SIGHTS = ("", "south", "north", "all")
"""The eyes that an address may ask to look back with."""


def known(match: Match, eyes: Any, ply: int | None, named: str) -> dict[str, Any]:
    """The facts of the knowledge sheet; none where there is no sheet for these eyes."""
    try:
        return asdict(knowledge_facts(match.uid, eyes, after_ply=ply, eyes=named))
    except Match.DoesNotExist:
        return {}


class _Visitor:
    is_authenticated = False
    pk = None


VISITOR = _Visitor()


def as_bytes(data: object) -> bytes:
    """Plain data as text."""
    return json.dumps(data, default=str, ensure_ascii=False).encode()


# Mails


def mail_cells(viewers: tuple[str, ...] = VIEWERS) -> Iterator[Cell]:
    """Every notice of a player as mails, as a push and as webhooks of every form, on their way."""

    def mails(showcase: Showcase, viewer: str) -> bytes:
        user = showcase.house.people[viewer]
        blobs = []
        news = list(Notice.objects.filter(user=user).select_related("user", "match"))
        mailed = [notice for notice in news if WORDINGS[Kind(notice.kind)].subject]
        for notices in [[notice] for notice in mailed] + ([mailed] if mailed else []):
            showcase.chance.restart("mail")
            key = name_of(notices[0])
            message = mail_for(notices[0].user, notices, key=key, now=NOW).message()
            parts = [part.get_payload(decode=True) for part in message.walk()]
            blobs += [message.as_bytes(), *(part for part in parts if isinstance(part, bytes))]
        for notice in mailed:
            blobs += list(outside(notice))
        for notice in news:
            shown = (notice.kind, notice.subject, notice.made_at, notice.warn_at)
            blobs.append(repr(shown).encode())
        return b"\n".join(blobs)

    for viewer in viewers:
        if viewer != "visitor":
            yield Cell("mails", viewer, mails)


def tab_cells(viewers: tuple[str, ...] = VIEWERS) -> Iterator[Cell]:
    """What an open tab tells of every notice of a player, each as if it had come just now."""

    def tabs(showcase: Showcase, viewer: str) -> bytes:
        blobs = []
        notices = Notice.objects.filter(user=showcase.house.people[viewer]).order_by("pk")
        for pk in list(notices.values_list("pk", flat=True)):
            with transaction.atomic():
                Notice.objects.filter(pk=pk).update(made_at=NOW, read_at=None)
                blobs.append(answer(showcase.house, viewer, "get", "/notices/latest/", {}, {}))
                transaction.set_rollback(True)
        return b"\n".join(blobs)

    for viewer in viewers:
        if viewer != "visitor":
            yield Cell("open tab", viewer, tabs)


def file_cells(viewers: tuple[str, ...] = VIEWERS) -> Iterator[Cell]:
    """The file of everything of one's own, as a worker puts it together now."""

    def files(showcase: Showcase, viewer: str) -> bytes:
        with transaction.atomic():
            content = put_together(showcase.house.user(viewer), NOW)
            transaction.set_rollback(True)
        return content

    for viewer in viewers:
        if viewer != "visitor":
            yield Cell("data file", viewer, files)


def outside(notice: Notice) -> Iterator[bytes]:
    """What devices, webhooks and addresses of bots are sent of a notice, in plain, and how long it
    is sealed."""
    delivery = Delivery(pk=notice.pk, notice=notice, channel=Channel.PUSH)
    read_waiting([delivery])
    message, news = push.message_of(delivery), webhook.news_of(delivery)
    assert len(message.text) < webpush.SIZE
    sealed = webpush.encrypt(message.text, p256dh=BROWSER, auth=SECRET)
    yield message.text
    yield repr((message.topic, message.urgency, message.lives, len(sealed))).encode()
    for form in Webhook.Form:
        hook = Webhook(form=form, secret="whsec_c2VjcmV0")
        yield repr(webhooks.request_of(hook, news, NOW)).encode()
    if notice.kind == Kind.YOUR_TURN:
        yield asked(notice)


def asked(notice: Notice) -> bytes:
    """What the address of a bot account would be asked of a turn."""
    assert notice.match is not None
    try:
        return repr(asking.question_of(notice.user, notice.match.uid, NOW, NOW)).encode()
    except NoSuchMatch:
        return b"no such match"


def some_of(cells: Sequence[T], count: int, dice: Dice) -> list[T]:
    """*count* of *cells*, or of whatever else, at random."""
    return [dice.choice(cells) for _number in range(count)] if cells else []


def read_all(showcase: Showcase, cells: Iterable[Cell]) -> list[tuple[Cell, bytes]]:
    """What each of *cells* shows now."""
    return [(cell, read(showcase, cell)) for cell in cells]


def read(showcase: Showcase, cell: Cell) -> bytes:
    """What a cell shows now."""
    showcase.chance.restart(cell.surface)
    blob = cell.read(showcase, cell.viewer)
    if showcase.is_honest:
        assert not is_broken(blob), f"{cell} breaks: there, twins would be alike in vain"
    return blob
