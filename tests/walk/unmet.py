"""What the walk does not meet, and why not."""

from __future__ import annotations

from collections.abc import Mapping

_ROLES = "pages of rows, tried for every role by tests/test_guards.py"
_FACTOR = "passkeys and codes: tests/e2e/test_passkeys.py, tests/accounts"
_RARE = "asked for by the clock every hour or day: the tests of its slice call it"
_RIGHT = "needs a moment that a walk of minutes has not: the tests of its slice"
_SWITCHED = "open only where the operator has set it up: tests/config, tests/accounts"
_OUTSIDE = "would reach out of this machine: tests/endpoints and tests/faults"

REASONS: Mapping[str, Mapping[str, str]] = {
    "routes": {
        "account_confirm_login_code": "no code is sent for signing in: tests/accounts",
        "account_email_verification_sent": "nobody is made to confirm first: tests/accounts",
        "account_inactive": "an account is closed first: tests/accounts",
        "account_set_password": "everybody has one: tests/accounts",
        "account_reset_password_from_key_done": _RIGHT,
        "accounts:end_sign_in": _RIGHT,
        "accounts:undo_email": _RIGHT,
        "accounts:unlink": _SWITCHED,
        "admin:*_add": _ROLES,
        "admin:*_change": _ROLES,
        "admin:*_changelist": _ROLES,
        "admin:*_delete": _ROLES,
        "admin:*_history": _ROLES,
        "admin:(?P<url>.[*])$": _ROLES,
        "admin:<path:object_id>/": _ROLES,
        "admin:autocomplete": _ROLES,
        "admin:jsi18n": _ROLES,
        "admin:login": _ROLES,
        "admin:logout": _ROLES,
        "admin:password_change_done": _ROLES,
        "admin:view_on_site": _ROLES,
        "admin:moderation_*": _ROLES,
        "api:bot-address": _OUTSIDE,
        "api:stream-*": "answers without end: tests/api/test_streams.py",
        "api:time": "nobody's time runs out in a walk: tests/api",
        "api:tournament": "the walk enters by the page: tests/api",
        "games:ask-club": "two clubs and their officers: tests/clubs",
        "games:child*": "a grown-up with a confirmed address: tests/children",
        "games:desk-mark": "sent by a script: tests/desk",
        "games:first-staff": _SWITCHED,
        "games:filters": "sent by a form of the lobby: tests/lobby",
        "games:fork-stage": "the walk forks by the API",
        "games:leave": "takes two weeks: tests/personal",
        "games:mail-bounced": _SWITCHED,
        "games:mark": "sent by a script: tests/knowledge",
        "games:messages*": "two who write to each other: tests/conversations",
        "games:push": _OUTSIDE,
        "games:trial": "sent by a script: tests/boards",
        "games:puzzle-after": "a puzzle of several moves may not come: tests/puzzles",
        "games:report-person": "the walk reports from a match: tests/moderation",
        "games:suggest": "sent by a script: tests/search",
        "games:shared-analysis": "tests/reviews",
        "games:unsubscribe": "its address comes with mails that wait half an hour: tests/notices",
        "games:variations*": "an own board beside a match: tests/reviews",
        "games:known-embed": "a part of the review for other pages: tests/reviews",
        "metrics": _SWITCHED,
        "mfa_*": _FACTOR,
        "openid_connect_*": _SWITCHED,
        "security_txt": _SWITCHED,
        "seen": "asked by the doctor alone: tests/config/test_doctor.py",
        "socialaccount_signup": _SWITCHED,
    },
    "operations": {
        "POST /api/v1/bot/address": _OUTSIDE,
        "GET /api/v1/stream/events": "answers without end: tests/api/test_streams.py",
        "GET /api/v1/matches/{uid}/stream": "likewise",
        "POST /api/v1/matches/{uid}/time": "nobody's time runs out in a walk: tests/api",
        "* /api/v1/tournaments/{event}": "the walk enters by the page: tests/api",
    },
    "tasks": {
        "accounts.sweep_sessions": _RARE,
        "games.forget_guests": _RARE,
        "games.forget_messages": _RARE,
        "games.repair_events": _RARE,
        "games.sweep_leavers": _RARE,
        "games.watch_staff": _RARE,
        "games.look_for_release": _RARE,
        "games.deliver": "mails of matches wait half an hour: tests/notices, tests/faults",
        "games.date_ends": _RARE,
        "games.count_weeks": _RARE,
        "games.sweep_ladders": _RARE,
    },
    "questions": {},
}
"""Of each list, the reasons by patterns of the names of what stands there."""
