"""How long a sign-in lasts, where one is signed in, and ending it."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from importlib import import_module

from channels.auth import get_user
from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.models import Session
from django.db import connection
from django.db.models import QuerySet, TextField
from django.db.models.expressions import RawSQL
from django.http import HttpRequest

from accounts.models import SignIn, User
from accounts.sign_in import read_user
from queues.prepared import Prepared

IDLE = timedelta(days=30)
TOTAL = timedelta(days=90)
STAFF_IDLE = timedelta(minutes=30)
STAFF_TOTAL = timedelta(hours=12)
NOTED_EVERY = timedelta(hours=1)  # being seen is written down at most so often
STAFF_NOTED_EVERY = timedelta(minutes=1)

SINCE = "signed_in_at"  # seconds since 1970, like the next
SEEN = "seen_at"
BROWSER_LENGTH = 200


def begin(request: HttpRequest, user: User, now: datetime) -> None:
    """Notes a fresh sign-in in its session and in the list the user can see."""
    request.session[SINCE] = request.session[SEEN] = int(now.timestamp())
    if not request.session.session_key:
        request.session.create()
    SignIn.objects.update_or_create(
        session_key=request.session.session_key,
        defaults={
            "user": user,
            "browser": request.META.get("HTTP_USER_AGENT", "").replace("\x00", "")[:BROWSER_LENGTH],
            "since": now,
            "seen_at": now,
        },
    )


def is_over(session: SessionBase, user: User, now: datetime) -> bool:
    """Return whether a sign-in has been idle too long, or has lasted too long: for pages and
    sockets."""
    return time_left(session, user, now) < timedelta(0)


def time_left(session: SessionBase, user: User, now: datetime) -> timedelta:
    """Return how much longer a sign-in lasts if its user does nothing; less than nothing once it is
    over.

    A guest cannot sign in again, so a guest's lasts as long as it is used.
    """
    if user.is_guest:
        return IDLE - _age(session, SEEN, now)
    idle, total = (STAFF_IDLE, STAFF_TOTAL) if user.is_staff else (IDLE, TOTAL)
    return min(idle - _age(session, SEEN, now), total - _age(session, SINCE, now))


def holder(key: str | None, now: datetime) -> tuple[User | AnonymousUser, timedelta]:
    """Return who is signed in by the session of that *key*, for a socket, and how much longer.

    Less than nothing where nobody is, or the sign-in is over. A page asks Django itself.
    """
    session = _store(key)
    session.get(SESSION_KEY)  # reads it, and the user with it
    token = read_user.read.set(getattr(session, "user", None))
    try:
        user = get_user.func({"session": session})
    finally:
        read_user.read.reset(token)
    left = time_left(session, user, now) if user.is_authenticated else timedelta(seconds=-1)
    return user, left


def note_seen(session: SessionBase, user: User, now: datetime) -> bool:
    """Writes down that the user is here, if that was last done a while ago; whether it was."""
    every = STAFF_NOTED_EVERY if user.is_staff else NOTED_EVERY
    if SEEN in session and _age(session, SEEN, now) < every:
        return False
    session.setdefault(SINCE, int(now.timestamp()))
    session[SEEN] = int(now.timestamp())
    SignIn.objects.filter(session_key=session.session_key).update(seen_at=now)
    return True


def follow(old_key: str | None, new_key: str | None) -> None:
    """Keeps the row of a session whose key was changed (after a new password, say)."""
    if old_key and new_key and old_key != new_key:
        SignIn.objects.filter(session_key=old_key).update(session_key=new_key)


_HELD = """(SELECT session_data FROM django_session held
WHERE held.session_key = accounts_signin.session_key AND held.expire_date > %s)"""


def _signed_in_by(key: str, moment: str) -> QuerySet[User]:
    held = RawSQL(_HELD, [moment], TextField())  # noqa: S611 - a constant
    return User.objects.filter(sign_ins__session_key=key).annotate(session_data=held)


_with_session = Prepared(_signed_in_by, str, str)


def read_with_user(key: str, now: datetime) -> tuple[str, User] | None:
    """The data of the session of that *key*, still sealed, with the user who signed in by it.

    None for a session that has ended, and for one in which nobody has signed in. Whether the data
    says that they are signed in, and whether their password is still the one they signed in by, is
    Django's to check.
    """
    for user in _with_session(key, str(connection.ops.adapt_datetimefield_value(now))):
        data = user.__dict__.pop("session_data")
        return None if data is None else (data, user)
    return None


Mark = tuple[str, bool, bool, datetime | None]
"""What of a user's own row decides about sign-ins."""
MARKED = ("password", "is_active", "is_staff", "shut_out_until")


def mark_of(user: User) -> Mark:
    """Return the mark of *user* as read."""
    return user.password, user.is_active, user.is_staff, user.shut_out_until


def marks(user_ids: Collection[int]) -> dict[int, Mark]:
    """Return the marks of all those users as they are now, by their keys, in one query."""
    rows = User.objects.filter(pk__in=set(user_ids)).values_list("pk", *MARKED)
    return {pk: tuple(mark) for pk, *mark in rows}


def alive(keys: Collection[str], now: datetime) -> set[str]:
    """Return those of *keys* whose session has not expired, in one query; it may be invalid."""
    rows = Session.objects.filter(session_key__in=set(keys), expire_date__gt=now)
    return set(rows.values_list("session_key", flat=True))


def renew(request: HttpRequest, user: User) -> None:
    """Ends every sign-in of the user but that of the request, whose session gets another key."""
    old_key = request.session.session_key
    request.session.cycle_key()
    follow(old_key, request.session.session_key)
    end_all(user, except_key=request.session.session_key)


def sign_ins_of(user: User, now: datetime) -> list[SignIn]:
    """Return where the user is signed in, last seen first. Rows of dead sessions are dropped."""
    rows = list(user.sign_ins.order_by("-seen_at"))
    dead = [row.pk for row in rows if not _is_alive(row, user, now)]
    SignIn.objects.filter(pk__in=dead).delete()
    return [row for row in rows if row.pk not in dead]


def sign_in_of(session: SessionBase) -> int | None:
    """Return the key of the row that stands for the sign-in of *session*, if there is one."""
    rows = SignIn.objects.filter(session_key=session.session_key or "")
    return rows.values_list("pk", flat=True).first()


def end(sign_in: SignIn) -> None:
    """Ends one sign-in at once, on the server."""
    _store(sign_in.session_key).delete()
    sign_in.delete()


def end_all(user: User, except_key: str | None = None) -> int:
    """Ends every sign-in of the user but the one with *except_key*; how many there were."""
    rows = list(user.sign_ins.exclude(session_key=except_key or ""))
    for row in rows:
        end(row)
    return len(rows)


def _age(session: SessionBase, mark: str, now: datetime) -> timedelta:
    return timedelta(seconds=now.timestamp() - session.get(mark, now.timestamp()))


def _is_alive(row: SignIn, user: User, now: datetime) -> bool:
    session = _store(row.session_key)
    own = session.get("_auth_user_id") == str(user.pk)
    hashed = session.get("_auth_user_hash", "") == user.get_session_auth_hash()
    return own and hashed and not is_over(session, user, now)


def _store(key: str | None) -> SessionBase:
    store: SessionBase = import_module(settings.SESSION_ENGINE).SessionStore(key)
    return store
