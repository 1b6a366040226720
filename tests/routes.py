"""Every address of the house, how to make one of each, and who gets which answer there.

The table of `test_guards.py`. Answers stand in the order of `ROLES`; a route that is not
in the table fails the tests, so a new page is a decision about everybody.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from django.urls import URLPattern, URLResolver, get_resolver

ROLES = ("visitor", "stranger", "south", "north", "staff", "clerk")
"""Nobody; a member; the two players of the match in question; staff without a second factor;
staff with one, but without any right."""


@dataclass(frozen=True)
class Route:
    """What each role is answered to a GET and to a POST of `form`."""

    get: str
    post: str
    form: dict[str, str] = field(default_factory=dict)


def everybody(status: int) -> str:
    """The same answer for all roles."""
    return " ".join([str(status)] * len(ROLES))


def members(status: int) -> str:
    """An answer for whoever is signed in; a visitor is sent to sign in."""
    return "302 " + " ".join([str(status)] * (len(ROLES) - 1))


SEEN, NOT_HERE, GO = everybody(200), everybody(405), everybody(302)
MOVE = {"move": "e3e4", "seat_ply": "1", "key": "key-of-this-move"}
MARK = {"piece": "a6", "kind": "G"}
SETUP = {"do": "save", "letters": "." * 23}
NEW = {
    "game": "xiongqi",
    "opponent": "link",
    "time": "relaxed",
    "side": "0",
    "key": "key-of-this-wish",
}

GAMES = {
    "games:home": Route(get="200 302 302 302 302 302", post=NOT_HERE),
    "games:favicon": Route(get=GO, post=NOT_HERE),
    "games:desk": Route(get=members(200), post="302 405 405 405 405 405"),
    "games:counts": Route(get=members(200), post="302 405 405 405 405 405"),
    "games:next-board": Route(get=members(302), post="302 405 405 405 405 405"),
    "games:archive": Route(get=members(200), post="302 405 405 405 405 405"),
    "games:notices": Route(get=members(200), post=members(302)),
    "games:all-rules": Route(get=SEEN, post=NOT_HERE),
    "games:rules": Route(get=SEEN, post=NOT_HERE),
    "games:new": Route(get=members(200), post=members(302), form=NEW),
    # the invitation is South's
    "games:take": Route(get=SEEN, post="302 302 409 302 302 302"),
    "games:match": Route(get=SEEN, post=NOT_HERE),
    "games:board": Route(get=SEEN, post=NOT_HERE),
    # it is South's move
    "games:move": Route(get=NOT_HERE, post="403 403 302 409 403 403", form=MOVE),
    # there is nothing to place in this match
    "games:setup": Route(get=NOT_HERE, post="403 403 409 409 403 403", form=SETUP),
    "games:resign": Route(get=NOT_HERE, post="403 403 302 302 403 403"),
    "games:draw": Route(get=NOT_HERE, post="403 403 302 302 403 403", form={"do": "offer"}),
    "games:rematch": Route(get=NOT_HERE, post="403 403 409 409 403 403"),
    # there is no sheet where nothing is hidden
    "games:knowledge": Route(get=everybody(404), post=NOT_HERE),
    "games:mark": Route(get=NOT_HERE, post="403 403 422 422 403 403", form=MARK),
    "games:note": Route(
        get="404 404 200 200 404 404", post="403 403 302 302 403 403", form={"text": "mine"}
    ),
    "games:seen": Route(get=NOT_HERE, post=everybody(204)),
    # of the match in progress
    "games:commitments": Route(get=everybody(404), post=NOT_HERE),
    "games:record": Route(get=everybody(409), post=NOT_HERE),
    "games:record-as-text": Route(get=everybody(409), post=NOT_HERE),
    "games:picture": Route(get=everybody(409), post=NOT_HERE),
    "games:embed": Route(get=everybody(409), post=NOT_HERE),
    "games:cancel": Route(get="302 405 405 405 405 405", post="302 404 302 302 404 404"),
    # the token in the address decides, not who follows it
    "games:unsubscribe": Route(get=SEEN, post=SEEN),
}


HOUSE = {
    "healthz": Route(get=SEEN, post=NOT_HERE),
    "readyz": Route(get=SEEN, post=NOT_HERE),
}

ONCE_SIGNED_IN = "200 302 302 302 302 302"
CONFIRM_FIRST = GO  # the password again, or a sign-in before that

ACCOUNTS = {
    "account_login": Route(get=ONCE_SIGNED_IN, post="422 302 302 302 302 302"),
    "account_logout": Route(get=members(200), post=GO),
    "account_inactive": Route(get=SEEN, post=NOT_HERE),
    "account_signup": Route(get=ONCE_SIGNED_IN, post="422 302 302 302 302 302"),
    "account_reauthenticate": Route(get=members(200), post=members(422)),
    "account_email": Route(get=members(200), post=members(302)),
    "account_email_verification_sent": Route(get=SEEN, post=NOT_HERE),
    "account_change_password": Route(get=members(200), post=members(422)),
    "account_set_password": Route(get=GO, post=GO),
    "account_reset_password": Route(get=SEEN, post=everybody(422)),
    "account_confirm_login_code": Route(get=GO, post=GO),
    "account_confirm_email": Route(get=SEEN, post=everybody(404)),  # with a made-up key
    "account_reset_password_from_key_done": Route(get=SEEN, post=NOT_HERE),
    "account_reset_password_from_key": Route(get=SEEN, post=everybody(422)),  # likewise
    "account_reset_password_done": Route(get=SEEN, post=NOT_HERE),
    "mfa_index": Route(get=members(200), post=members(405)),
    "mfa_authenticate": Route(get=GO, post=GO),
    "mfa_reauthenticate": Route(get="302 302 302 302 302 200", post="302 302 302 302 302 422"),
    "mfa_activate_totp": Route(get=CONFIRM_FIRST, post=CONFIRM_FIRST),
    # only the clerk has a second factor to take away, and codes to look at
    "mfa_deactivate_totp": Route(get="302 404 404 404 404 302", post="302 404 404 404 404 302"),
    "mfa_view_recovery_codes": Route(get="302 404 404 404 404 302", post=members(405)),
    "mfa_generate_recovery_codes": Route(get=CONFIRM_FIRST, post=CONFIRM_FIRST),
    "mfa_download_recovery_codes": Route(
        get="302 404 404 404 404 302", post="302 404 404 404 404 302"
    ),
    "set_language": Route(get=NOT_HERE, post=everybody(400)),
    "accounts:profile": Route(get=SEEN, post=NOT_HERE),
    "accounts:settings": Route(get=members(200), post=members(422)),
    "accounts:security": Route(get=members(200), post=members(405)),
    "accounts:end_sign_in": Route(get="302 405 405 405 405 405", post=CONFIRM_FIRST),
    "accounts:undo_email": Route(get=everybody(404), post=everybody(404)),  # another's token
    "accounts:theme": Route(get=NOT_HERE, post=everybody(400)),
}


def behind_the_curtain(clerk: int, *, post: int = 0, others: int = 302) -> Route:
    """A page of the admin site: only the clerk gets past the door, and no further."""
    outside = " ".join([str(others)] * (len(ROLES) - 1))
    return Route(get=f"{outside} {clerk}", post=f"{outside} {post or clerk}")


ADMIN = {
    "admin:index": behind_the_curtain(200),
    "admin:login": Route(get="302 403 403 403 403 302", post="302 403 403 403 403 302"),
    "admin:logout": behind_the_curtain(405, post=302),
    "admin:password_change": behind_the_curtain(302),
    "admin:password_change_done": behind_the_curtain(200, post=405),
    "admin:autocomplete": behind_the_curtain(403, post=405),
    "admin:jsi18n": behind_the_curtain(200, post=405),
    "admin:view_on_site": behind_the_curtain(404),
    "admin:app_list": behind_the_curtain(404),
    "admin:<path:object_id>/": behind_the_curtain(302),
    "admin:(?P<url>.*)$": behind_the_curtain(404),
}
ADMIN_PAGES = {
    "changelist": behind_the_curtain(403),
    "add": behind_the_curtain(403),
    "history": behind_the_curtain(302),  # of nothing; of something see test_guards.py
    "delete": behind_the_curtain(403),
    "change": behind_the_curtain(403),
}
ADMIN_MODELS = (
    "accounts_user",
    "games_match",
    "games_notice",
    "games_delivery",
    "games_botturn",
    "auth_group",
)
"""What staff may be given rights over. Nothing sealed is ever among them."""

TABLE = {
    **HOUSE,
    **ACCOUNTS,
    **GAMES,
    **ADMIN,
    **{
        f"admin:{model}_{page}": route
        for model in ADMIN_MODELS
        for page, route in ADMIN_PAGES.items()
    },
}


def routes() -> Iterator[tuple[str, str]]:
    """The name and the pattern of every address, namespaces included."""
    yield from _walk(get_resolver().url_patterns, "", "")


def _walk(patterns: list[object], prefix: str, namespace: str) -> Iterator[tuple[str, str]]:
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            inner = f"{namespace}{pattern.namespace}:" if pattern.namespace else namespace
            yield from _walk(pattern.url_patterns, prefix + str(pattern.pattern), inner)
        elif isinstance(pattern, URLPattern):
            yield f"{namespace}{pattern.name or pattern.pattern}", prefix + str(pattern.pattern)


def address(pattern: str, arguments: dict[str, object]) -> str:
    """An address that *pattern* matches, with its parts taken from *arguments*."""
    path = re.sub(
        r"\(\?P<(\w+)>(?:[^()]|\([^()]*\))*\)", lambda part: str(arguments[part[1]]), pattern
    )
    path = re.sub(r"<(?:\w+:)?(\w+)>", lambda part: str(arguments[part[1]]), path)
    return "/" + path.replace("^", "").replace("$", "")
