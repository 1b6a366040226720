"""Tries what the site stands on, and says in sentences what is wrong.

Each check returns what it found. Texts of errors are those of the other side: they name hosts and
users, never a password.
"""

from __future__ import annotations

import http.client
import json
import smtplib
import socket
import ssl
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Literal
from urllib.parse import SplitResult, urlsplit

from django.conf import settings
from django.core import signing
from django.core.mail import get_connection
from django.db import DEFAULT_DB_ALIAS, Error, connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor
from django.urls import reverse
from redis import Redis
from redis.exceptions import RedisError

from accounts.common.mail_errors import why_no_mail
from accounts.common.mails import FoldedMessage
from accounts.providers.discovery import Refused, asked_configuration
from games.bots.selectors import turns_set_aside
from games.endpoints.services import push as pushing
from games.management.disks import Room, rooms
from games.management.stages import stages_wrong
from queues.schema import UnknownSchema, check_schema

if TYPE_CHECKING:
    from config.oidc import Provider

PATIENCE = 5  # seconds to wait for any server
SKEW = 2.0  # seconds clocks may differ: a deadline is given no more grace
DAYS_LEFT = 14  # of a certificate: Caddy makes a new one when 30 are left
SALT, PASS_AGE = "jinya.doctor", 60  # seconds in which a pass is good
FORGED = "192.0.2.66"  # an address nobody has (RFC 5737)

State = Literal["fine", "WRONG", "not tried"]


@dataclass(frozen=True)
class Found:
    """One sentence about one part of the site."""

    part: str
    state: State
    said: str


def examine(mail_to: str = "") -> list[Found]:
    """Everything, in the order in which one mends it; a mail is sent to *mail_to* alone."""
    checks: dict[str, Callable[[], list[Found]]] = {
        "database": database,
        "Redis": redis,
        "clock": clock,
        "mail": lambda: mail(mail_to),
        "push": push,
        "disk": disk,
        "certificate": certificates,
        "proxies": proxies,
        "operator": operator,
        "sign-in": sign_in,
        "stages": stages,
        "bots": bots,
    }
    found: list[Found] = []
    for part, check in checks.items():
        try:
            found += check()
        except Exception as error:  # noqa: BLE001 - one part that fails in a new way hides no other
            found.append(Found(part, "WRONG", f"The check itself failed: {_reason(error)}"))
    return found


def _reason(error: BaseException) -> str:
    """The first line of what went wrong, as a sentence."""
    if isinstance(error, TimeoutError):
        return f"no answer within {PATIENCE} seconds."
    said = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    text = said.strip().split("\n")[0] or type(error).__name__
    return f"{text.rstrip('.')}."


# --- database and Redis ---------------------------------------------------------------------


def _probe() -> BaseDatabaseWrapper:
    """A connection of its own, which is not waited for long."""
    made: BaseDatabaseWrapper = connections.create_connection(DEFAULT_DB_ALIAS)
    if made.vendor == "postgresql":
        options = {**made.settings_dict["OPTIONS"], "connect_timeout": PATIENCE}
        options.pop("pool", None)
        made.settings_dict = {**made.settings_dict, "OPTIONS": options}
    return made


def database() -> list[Found]:
    """Check that the database answers and has the tables of this version."""
    probe = _probe()
    try:
        probe.ensure_connection()
    except Error as error:
        return [Found("database", "WRONG", f"It does not answer: {_reason(error)}")]
    finally:
        probe.close()
    try:
        executor = MigrationExecutor(connection)
        if plan := executor.migration_plan(executor.loader.graph.leaf_nodes()):
            said = f"Migrations that wait: {len(plan)}. Run `bin/jinya migrate`."
            return [Found("database", "WRONG", said)]
        check_schema()
    except (UnknownSchema, Error) as error:
        return [Found("database", "WRONG", _reason(error))]
    name = connection.display_name
    return [Found("database", "fine", f"{name} answers and has the tables of this version.")]


def _redis_addresses() -> dict[str, list[str]]:
    """Each address of Redis, and what lies there; none in the site of one process."""
    if settings.CELERY_BROKER_URL.startswith("memory:"):
        return {}
    layers: Any = settings.CHANNEL_LAYERS
    live: str = layers["default"]["CONFIG"]["hosts"][0]["address"]
    uses = {"queues": settings.CELERY_BROKER_URL, "live updates": live}
    if location := str(settings.CACHES["default"].get("LOCATION", "")):
        uses["counts of limits"] = location
    found: dict[str, list[str]] = {}
    for use, address in uses.items():
        found.setdefault(address, []).append(use)
    return found


def _client(address: str) -> Redis:
    made: Redis = Redis.from_url(
        address, socket_connect_timeout=PATIENCE, socket_timeout=PATIENCE, retry=None
    )
    return made


def _place(address: str) -> str:
    """Host, port and number, without the password."""
    url = urlsplit(address)
    return f"{url.hostname}:{url.port or 6379}{url.path}"


def redis() -> list[Found]:
    """Check that each Redis answers, writes and reads."""
    found = []
    for address, uses in _redis_addresses().items():
        at, held = _place(address), ", ".join(uses)
        key = f"jinya:doctor:{time.time_ns()}"
        try:
            with _client(address) as client:
                client.set(key, "here", ex=10)
                came_back = client.get(key) == b"here"
                client.delete(key)
        except (RedisError, OSError) as error:
            said = f"The one at {at} ({held}) does not work: {_reason(error)}"
            found.append(Found("Redis", "WRONG", said))
            continue
        if came_back:
            found.append(Found("Redis", "fine", f"The one at {at} answers ({held})."))
        else:
            said = f"The one at {at} ({held}) does not keep what is written there."
            found.append(Found("Redis", "WRONG", said))
    if not found:
        found = [Found("Redis", "not tried", "The site of one process needs none.")]
    return found


# --- clock ----------------------------------------------------------------------------------


def clock() -> list[Found]:
    """Check that this machine, the database and Redis have the same time."""
    found = []
    if connection.vendor == "postgresql":
        found.append(_compare("the database", _time_of_database))
    found += [
        _compare(f"Redis at {_place(address)}", partial(_time_of_redis, address))
        for address in _redis_addresses()
    ]
    return found or [Found("clock", "not tried", "Everything runs by the clock of this machine.")]


def _time_of_database() -> float:
    probe = _probe()
    try:
        with probe.cursor() as cursor:
            cursor.execute("SELECT extract(epoch FROM clock_timestamp())")
            return float(cursor.fetchone()[0])
    finally:
        probe.close()


def _time_of_redis(address: str) -> float:
    with _client(address) as client:
        seconds, micros = client.time()
    return float(seconds) + float(micros) / 1_000_000


def _compare(whose: str, ask: Callable[[], float]) -> Found:
    before = time.time()
    try:
        theirs = ask()
    except (Error, RedisError, OSError):
        return Found("clock", "not tried", f"That of {whose} cannot be read.")
    return skew(whose, before, theirs, time.time())


def skew(whose: str, before: float, theirs: float, after: float) -> Found:
    """Compare the clock *theirs*, read between *before* and *after* of ours (all in seconds)."""
    off = theirs - after if theirs > after else min(0.0, theirs - before)
    if abs(off) <= SKEW:
        return Found("clock", "fine", f"That of {whose} agrees with this machine's.")
    way = "ahead of" if off > 0 else "behind"
    said = (
        f"That of {whose} is {abs(off):.0f} seconds {way} this machine's: "
        "let all machines take their time from the network (NTP)."
    )
    return Found("clock", "WRONG", said)


# --- mail and push --------------------------------------------------------------------------


def mail(to: str) -> list[Found]:
    """Check that the mail server lets us in, and takes a mail for *to* if one is given."""
    is_smtp = settings.EMAIL_BACKEND.endswith("smtp.EmailBackend")
    if not is_smtp and not to:
        return [Found("mail", "not tried", "This site sends its mails to no server.")]
    at = f"The server at {settings.EMAIL_HOST}:{settings.EMAIL_PORT}"
    try:
        _try_mail(to)
    except (smtplib.SMTPException, OSError) as error:
        sender = settings.DEFAULT_FROM_EMAIL
        why = why_no_mail(error, to=to, sender=sender, reason=_reason(error))
        return [Found("mail", "WRONG", f"{at} {why}")]
    if not is_smtp:
        said = f"A mail to {to} was put down; this site sends none to a server."
    elif to:
        said = f"{at} took a mail to {to}: look whether it arrives."
    else:
        said = f"{at} lets us in; --mail-to ADDRESS sends a mail to try it."
    return [Found("mail", "fine", said)]


def _try_mail(to: str) -> None:
    """Raises SMTPException or OSError where the mail server does not do what is asked of it."""
    server = get_connection()
    server.open()
    try:
        if to:
            FoldedMessage(
                "A mail to try the site",
                "If you can read this, the site can send mails.\n",
                to=[to],
                connection=server,
            ).send()
    finally:
        server.close()


def push() -> list[Found]:
    """Check that the key for push messages can be used."""
    if not pushing.is_offered():
        said = "No key is set (JINYA_VAPID_KEY): nobody gets push messages."
        return [Found("push", "not tried", said)]
    try:
        pushing.own_key()
    except ValueError:
        said = "JINYA_VAPID_KEY is no key of P-256: make one by `bin/jinya vapid_key`."
        return [Found("push", "WRONG", said)]
    return [Found("push", "fine", "The key for push messages can be used.")]


# --- disk -----------------------------------------------------------------------------------


def disk() -> list[Found]:
    """Check that each disk has room."""
    return [said_of(room) for room in rooms()]


def said_of(room: Room) -> Found:
    """Return the finding for a disk with so much room."""
    left = f"{room.free / 1024**3:.1f} of {room.total / 1024**3:.1f} GiB are free at {room.folder}"
    if room.is_short:
        return Found("disk", "WRONG", f"Only {left}: make room before something stops.")
    return Found("disk", "fine", f"{left}.")


# --- the way to us --------------------------------------------------------------------------


def certificates() -> list[Found]:
    """Check that browsers will trust the site, and for how long."""
    return [certificate(urlsplit(origin)) for origin in settings.SITE_ORIGINS]


def certificate(origin: SplitResult) -> Found:
    """Check the certificate shown at *origin*."""
    name = origin.hostname or ""
    if origin.scheme != "https":
        return Found("certificate", "not tried", f"{origin.geturl()} is served without https.")
    at = (name, origin.port or 443)
    try:
        with (
            socket.create_connection(at, PATIENCE) as plain,
            ssl.create_default_context().wrap_socket(plain, server_hostname=name) as shown,
        ):
            until = ssl.cert_time_to_seconds(str((shown.getpeercert() or {})["notAfter"]))
    except ssl.SSLCertVerificationError as error:
        said = f"Browsers will not trust that of {name}: {error.verify_message}."
        return Found("certificate", "WRONG", said)
    except OSError as error:
        said = f"{name} cannot be reached by https from here: {_reason(error)}"
        return Found("certificate", "WRONG", said)
    return remaining(name, until - time.time())


def remaining(name: str, seconds: float) -> Found:
    """Return the finding for a certificate of *name* that is valid for so many seconds more."""
    days = int(seconds // 86400)
    if days < DAYS_LEFT:
        said = f"That of {name} ends in {days} days: whatever renews it has not done so."
        return Found("certificate", "WRONG", said)
    return Found("certificate", "fine", f"That of {name} is good for {days} more days.")


def pass_now() -> str:
    """Return a pass to the page that tells how a request arrived; all with this key know it."""
    return f"Bearer {signing.dumps('doctor', salt=SALT)}"


def is_pass(given: str) -> bool:
    """Return whether *given* is a pass made within the last minute with the key of this site."""
    kind, _, token = given.partition(" ")
    try:
        return kind == "Bearer" and bool(signing.loads(token, salt=SALT, max_age=PASS_AGE))
    except signing.BadSignature:
        return False


def proxies() -> list[Found]:
    """Check that a request that lies about itself arrives as what it is."""
    site, before = urlsplit(settings.SITE_URL), time.time()
    try:
        status, to, body = _knock(site)
    except (OSError, http.client.HTTPException) as error:
        said = f"{settings.SITE_URL} cannot be asked how a request arrives: {_reason(error)}"
        return [Found("proxies", "WRONG", said)]
    if status != 200:
        return [Found("proxies", "WRONG", refused(status, to))]
    try:
        seen: dict[str, Any] = json.loads(body)
        return [*arrived(seen), skew("the web process", before, seen["now"], time.time())]
    except (ValueError, KeyError, TypeError):
        said = f"What answers at {settings.SITE_URL} is not this site."
        return [Found("proxies", "WRONG", said)]


def _knock(site: SplitResult) -> tuple[int, str, bytes]:
    """Asks our own site as somebody who forges the headers of a proxy."""
    name, port = site.hostname or "", site.port
    asked: http.client.HTTPConnection
    if site.scheme == "https":
        trusting = ssl.create_default_context()  # the certificate has a check of its own
        trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
        asked = http.client.HTTPSConnection(name, port, timeout=PATIENCE, context=trusting)
    else:
        asked = http.client.HTTPConnection(name, port, timeout=PATIENCE)
    forged = {"X-Forwarded-For": FORGED, "X-Forwarded-Proto": "http", "Authorization": pass_now()}
    try:
        asked.request("GET", reverse("seen"), headers=forged)
        answer = asked.getresponse()
        return answer.status, answer.getheader("Location", ""), answer.read(64 * 1024)
    finally:
        asked.close()


def refused(status: int, to: str) -> str:
    """Return what an answer that is not the page says of the way to us."""
    site: str = settings.SITE_URL
    if status in (301, 302, 307, 308) and to.startswith(site):
        return (
            "A page asked by https is sent to https again, without end: the proxy does not set "
            "X-Forwarded-Proto, or passes on what a visitor says."
        )
    if status in (301, 302, 307, 308):
        return f"{site} leads to another address: make it the first of JINYA_ORIGINS."
    if status == 400:
        return "The site is not called by its name: the proxy does not pass Host on."
    if status == 404:
        return (
            f"What answers at {site} does not know us: it is another site, another version, or "
            "has another JINYA_SECRET_KEY."
        )
    if status in (502, 503, 504):
        return f"The proxy answers {status}: it reaches no web process."
    return f"The site answers {status} instead of telling how a request arrived."


def arrived(seen: dict[str, Any]) -> list[Found]:
    """Judge the proxies by how our forged request arrived."""
    believed, forwarded, trusted = seen["address"], seen["forwarded"], int(seen["proxies"])
    hops = [hop for hop in map(str.strip, forwarded.split(",")) if hop not in ("", FORGED)]
    if not believed:
        said = (
            f"JINYA_PROXIES is {trusted}, but X-Forwarded-For names fewer addresses: set it to the "
            "number of proxies that stand before us."
        )
    elif believed == FORGED:
        said = (
            "A visitor can choose the address that limits and logs go by: the proxy passes on the "
            "X-Forwarded-For it was sent instead of replacing it, or JINYA_PROXIES is too high."
        )
    elif 0 < trusted < len(hops):
        said = (
            f"{len(hops)} proxies stand before us, but JINYA_PROXIES is {trusted}: all visitors "
            f"look like {believed}, and share its limits."
        )
    elif trusted == 0 and forwarded != FORGED:
        said = (
            f"A proxy stands before us, but JINYA_PROXIES is 0: all visitors look like {believed}, "
            "and share its limits."
        )
    else:
        return [Found("proxies", "fine", f"A request arrives as what it is, from {believed}.")]
    return [Found("proxies", "WRONG", said)]


# --- who runs it ----------------------------------------------------------------------------


def operator() -> list[Found]:
    """Check that visitors learn who runs this site, and where its source is."""
    said = settings.OPERATOR
    missing = [
        sentence
        for value, sentence in (
            (said.name, "Nobody is named as running this site (JINYA_OPERATOR)."),
            (said.contact, "Visitors cannot reach whoever runs it (JINYA_CONTACT)."),
            (said.source, "It does not say where its source can be had (JINYA_SOURCE; AGPL, 13)."),
        )
        if not value
    ]
    if not settings.SITE_URL.startswith("https:"):
        return [Found("operator", "not tried", "This site is not served to the world.")]
    if missing:
        return [Found("operator", "WRONG", sentence) for sentence in missing]
    return [
        Found(
            "operator", "fine", f"Visitors read that {said.name} runs it, and where the source is."
        )
    ]


def sign_in() -> list[Found]:
    """Check that the services by which people may sign in say what they should."""
    if not settings.OIDC:
        return [Found("sign-in", "not tried", "It is by this site alone (JINYA_OIDC).")]
    return [_service(provider) for provider in settings.OIDC]


def _service(provider: Provider) -> Found:
    try:
        asked_configuration(provider)
    except Refused as error:
        setting = f"JINYA_OIDC_{provider.name.upper()}_ISSUER"
        said = f"{provider.label} ({setting}, {provider.issuer}) cannot be used: {error}."
        return Found("sign-in", "WRONG", said)
    back = settings.SITE_URL + reverse("openid_connect_callback", args=[provider.name])
    return Found(
        "sign-in", "fine", f"{provider.label} answers; it must know {back} as our address."
    )


def stages() -> list[Found]:
    """Check that the stages that the operator adds to the campaign can be read."""
    if not settings.STAGES:
        return [Found("stages", "not tried", "No stages are added to the campaign (JINYA_STAGES).")]
    wrong, count = stages_wrong(settings.STAGES)
    if wrong:
        return [Found("stages", "WRONG", f"None is offered. {wrong}")]
    return [Found("stages", "fine", f"Stages added to the campaign: {count}.")]


def bots() -> list[Found]:
    """Check that bots make all their moves."""
    try:
        count = turns_set_aside()
    except Error:
        return [Found("bots", "not tried", "The database has no answer.")]
    if count:
        said = (
            f"Turns of bots set aside, as they failed time and again: {count}. The log says why; "
            "an upgrade tries them again, and so does `bin/jinya manage retry_turns`."
        )
        return [Found("bots", "WRONG", said)]
    return [Found("bots", "fine", "No turn of a bot is set aside.")]
