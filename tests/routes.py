"""Every address of the site, how to make one of each, and who gets which answer there.

The table of `test_guards.py`. Answers stand in the order of `ROLES`; a route that is not
in the table fails the tests, so a new page is a decision about everybody.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from django.urls import URLPattern, URLResolver, get_resolver

PLAIN = ("visitor", "stranger", "south", "north", "staff", "clerk")
"""Nobody; a member; the two players of the match in question; staff without a second factor;
staff with one, but without any right."""

GROUPS = ("helper", "moderator", "senior", "operator")
"""Staff with a second factor and the rights of their group."""

ROLES = (*PLAIN, *GROUPS)


@dataclass(frozen=True)
class Route:
    """What each role is answered to a GET and to a POST of `form`.

    Where nothing is said of the groups they are answered as the clerk is: their rights count
    behind the door of the admin site, and nowhere else.
    """

    get: str
    post: str
    form: dict[str, str] = field(default_factory=dict)
    others: str = ""
    """What others notice once the form is taken."""
    secret: str = ""
    """The comparison of `tests/secrecy` by which nobody else notices what is done by it."""

    def __post_init__(self) -> None:
        for method in ("get", "post"):
            found = getattr(self, method).split()
            found += found[-1:] * (len(ROLES) - len(found))
            object.__setattr__(self, method, " ".join(found))


def everybody(status: int) -> str:
    """The same answer for all roles."""
    return " ".join([str(status)] * len(PLAIN))


def program(methods: str, *, others: str = "", secret: str = "", **form: str) -> Route:
    """An operation for programs, by its *methods*: a cookie opens nothing there.

    With a token, the *form* is sent as JSON.
    """
    get, post = (everybody(401 if each in methods.split() else 405) for each in ("get", "post"))
    return Route(get, post, form, others, secret)


def members(status: int) -> str:
    """An answer for whoever is signed in; a visitor is sent to sign in."""
    return "302 " + " ".join([str(status)] * (len(PLAIN) - 1))


CONFIRM_FIRST = everybody(302)  # the password again, or a sign-in before that
SEEN, NOT_HERE, GO = everybody(200), everybody(405), everybody(302)
LADDER_FILES = ("json", "csv", "svg", "png")
MOVE = {"move": "e3e4", "seat_ply": "1", "key": "key-of-this-move"}
MARK = {"piece": "a6", "kind": "G"}
SETUP = {"do": "save", "letters": "." * 23}
LINE = {"room": "players", "preset": "slow"}
COMPLAINT = {"category": "wrong-result", "text": "why"}
NEW = {
    "game": "xiongqi",
    "opponent": "link",
    "time": "relaxed",
    "side": "0",
    "key": "key-of-this-request",
}

FIRST = {"move": "d1c2", "key": "key-of-this-start"}

QUICK = {"game": "xiongqi", "time": "none", "wait": "", "key": "key-of-this-haste"}

EVENT = {
    "name": "Autumn",
    "game": "xiongqi",
    "time": "relaxed",
    "size": "4",
    "rated": "no",
    "entry": "anyone",
    "key": "key-of-this-event",
}

CLUBS = {
    "against": "Nowhere",
    "game": "xiongqi",
    "time": "relaxed",
    "boards": "2",
    "rated": "no",
    "key": "key-of-this-asking",
}

SKIRMISH = {
    "rivals": "2",
    "rounds": "8",
    "start": "even",
    "difficulty": "fair",
    "seed": "abc",
    "key": "key-of-this-war",
}

GAMES = {
    "games:home": Route(get="200 302 302 302 302 302", post=NOT_HERE),
    "games:favicon": Route(get=GO, post=NOT_HERE),
    "games:who": Route(get=everybody(200), post=NOT_HERE),
    "games:desk": Route(get=members(200), post="302 405 405 405 405 405"),
    # a match of nobody here
    "games:desk-mark": Route(
        get=members(405),
        post=members(404),
        form={"star": "0123456789ab"},
        secret="marks on the desk",
    ),
    # nothing is chosen: back to the lobby, which says so
    "games:filters": Route(
        get=members(405), post=GO, form={"query": "game=gungi"}, secret="looking around"
    ),
    "games:counts": Route(get=members(200), post="302 405 405 405 405 405"),
    "games:next-board": Route(get=members(302), post="302 405 405 405 405 405"),
    "games:notes": Route(get=members(200), post="302 405 405 405 405 405"),
    "games:archive": Route(get=members(200), post="302 405 405 405 405 405"),
    "games:notices": Route(get=members(200), post=members(302), secret="looking around"),
    "games:latest-notice": Route(get=members(200), post="302 405 405 405 405 405"),
    "games:notice-settings": Route(get=members(200), post=members(422), secret="accounts"),
    "games:bots": Route(get=CONFIRM_FIRST, post=CONFIRM_FIRST, others="that it is a bot account"),
    "games:messages": Route(get=members(200), post=members(405)),
    # to whom one has played; not to oneself
    "games:messages-with": Route(
        get="302 200 404 200 200 200",
        post="302 403 404 302 403 403",
        form={"text": "words"},
        others="a message",
    ),
    "games:children": Route(get=CONFIRM_FIRST, post=CONFIRM_FIRST, others="that names are taken"),
    # only to whom has set the child up, who gives the password again
    "games:child": Route(get=members(404), post=members(404), others="whom the child may play"),
    "games:ledger": Route(get=members(200), post=members(302), secret="looking around"),
    # a visitor may look, and becomes a guest by playing; no stage is named here
    "games:campaign": Route(get=SEEN, post=NOT_HERE),
    "games:start-stage": Route(get=NOT_HERE, post=GO, others="a match begins"),
    "games:skirmish": Route(get=SEEN, post=GO, form=SKIRMISH, others="a match begins"),
    "games:daily": Route(get=SEEN, post=GO, others="a match begins"),
    "games:stage": Route(get=SEEN, post=NOT_HERE),
    "games:watch": Route(get=SEEN, post=NOT_HERE),
    "games:lobby": Route(get=SEEN, post=NOT_HERE),
    "games:clubs": Route(get=SEEN, post=NOT_HERE),
    # none of the players has finished enough matches; staff need not have
    "games:new-club": Route(
        get=members(200),
        post="302 422 422 422 302 302",
        form={"name": "Slow hands", "about": ""},
        others="there is a club",
    ),
    "games:club-feed": Route(get=SEEN, post=NOT_HERE),
    # the club is South's
    "games:club": Route(
        get=SEEN,
        post="302 302 409 302 302 302",
        form={"do": "join"},
        others="who is in it, and what is announced",
    ),
    # likewise, and there is no other
    "games:ask-club": Route(
        get="302 404 200 404", post="302 404 422 404", form=CLUBS, others="a club is asked"
    ),
    "games:events": Route(get=SEEN, post=NOT_HERE),
    # none of the players has finished enough matches; staff need not have
    "games:new-event": Route(
        get=members(200), post="302 422 422 422 302 302", form=EVENT, others="there is a tournament"
    ),
    # the tournament is South's, who is in it
    "games:event": Route(
        get=SEEN,
        post="302 302 409 302 302 302",
        form={"do": "enter"},
        others="who is in it, and its matches",
    ),
    # all have joined by the time; a guest never
    "games:league": Route(
        get=SEEN, post=members(302), form={"do": "enrol"}, others="how many are enrolled"
    ),
    "games:ladder": Route(
        get=SEEN, post=members(302), form={"do": "join"}, others="who stands where, and its matches"
    ),
    **{f"games:ladder-as-{form}": Route(get=SEEN, post=NOT_HERE) for form in LADDER_FILES},
    "games:event-as-json": Route(get=SEEN, post=NOT_HERE),
    "games:event-as-csv": Route(get=SEEN, post=NOT_HERE),
    "games:event-as-trf": Route(get=SEEN, post=NOT_HERE),
    "games:event-as-svg": Route(get=SEEN, post=NOT_HERE),
    "games:event-as-png": Route(get=SEEN, post=NOT_HERE),
    "games:event-embed": Route(get=SEEN, post=NOT_HERE),
    # where they were made before they had one form
    "games:new-seek": Route(get=everybody(301), post=NOT_HERE),
    "games:new-challenge": Route(get=everybody(301), post=NOT_HERE),
    "games:quick": Route(
        get="302 405 405 405 405 405",
        post=members(302),
        form=QUICK,
        others="a seek, or a match begins",
    ),
    # the seek is South's
    "games:seek": Route(
        get=SEEN,
        post="302 302 409 302 302 302",
        form={"do": "take"},
        others="a seek is gone, or a match begins",
    ),
    # South has challenged North
    "games:challenge": Route(
        get="302 404 200 200 404 404",
        post="302 404 409 302 404 404",
        form={"do": "accept"},
        others="the challenge is answered",
    ),
    "games:search": Route(get=SEEN, post=NOT_HERE),
    "games:suggest": Route(get=SEEN, post=NOT_HERE),
    "games:person-feed": Route(get=SEEN, post=NOT_HERE),
    "games:people": Route(get=members(200), post="302 405 405 405 405 405"),
    "games:ties": Route(
        get="302 405 405 405 405 405",
        post=members(302),
        form={"do": "note", "text": "mine"},
        others="what a block prevents",
    ),
    "games:news": Route(get=SEEN, post=NOT_HERE),
    "games:news-feed": Route(get=SEEN, post=NOT_HERE),
    "games:statistics": Route(get=SEEN, post=NOT_HERE),
    "games:ratings": Route(get=SEEN, post=NOT_HERE),
    "games:all-rules": Route(get=SEEN, post=NOT_HERE),
    "games:rules": Route(get=SEEN, post=NOT_HERE),
    # not of every game: that of the fixture has no such page
    "games:trial": Route(get=everybody(404), post=NOT_HERE),
    # whoever reaches a goal is written down, a visitor as a guest
    "games:puzzles": Route(get=SEEN, post=NOT_HERE),
    "games:daily-puzzle": Route(get=GO, post=NOT_HERE),
    "games:daily-puzzle-embed": Route(get=SEEN, post=NOT_HERE),
    "games:daily-puzzle-feed": Route(get=SEEN, post=NOT_HERE),
    "games:next-puzzle": Route(get=GO, post=NOT_HERE),
    # a visitor may look, and becomes a guest by answering; no puzzle stands so after those moves
    "games:puzzle": Route(
        get=SEEN, post=GO, form={"move": "a1a2"}, others="how often it was solved"
    ),
    "games:puzzle-after": Route(
        get=everybody(404), post=everybody(404), others="how often it was solved"
    ),
    "games:learn": Route(get=SEEN, post=NOT_HERE),
    "games:course": Route(
        get=SEEN, post=GO, form={"key": "key-of-this-lesson"}, others="a match begins"
    ),
    "games:step": Route(get=SEEN, post=GO, form={"move": "a1a6"}, secret="looking around"),
    "games:step-after": Route(get=SEEN, post=GO, form={"move": "a6f6"}, secret="looking around"),
    # a visitor who plays becomes a guest
    "games:start": Route(get=SEEN, post=GO, form=FIRST, others="a match begins"),
    "games:new": Route(get=SEEN, post=GO, form=NEW, others="an offer waits, or a match begins"),
    "games:play-bot": Route(
        get=NOT_HERE, post=GO, form={"key": "key-of-this-game"}, others="a match begins"
    ),
    # the invitation is South's
    "games:take": Route(get=SEEN, post="302 302 409 302 302 302", others="a match begins"),
    "games:match": Route(get=SEEN, post=NOT_HERE),
    "games:board": Route(get=SEEN, post=NOT_HERE),
    # it is South's move
    "games:move": Route(get=NOT_HERE, post="403 403 302 409 403 403", form=MOVE, others="the move"),
    # in Xiongqi nothing is taken back
    "games:undo": Route(
        get=NOT_HERE,
        post="403 403 409 409 403 403",
        form={"seat_ply": "1"},
        others="a round is taken back",
    ),
    # the match goes on, and says so
    "games:practise": Route(
        get="302 405",
        post=members(409),
        form={"ply": "1", "level": "easy"},
        others="a match begins",
    ),
    # nobody is helped before the end
    "games:opinion": Route(
        get=NOT_HERE,
        post="403 403 409 409 403 403",
        form={"level": "easy"},
        others="an opinion on a finished match",
    ),
    "games:set-ups": Route(get=members(200), post="302 405"),
    # in this game nothing is set up
    "games:set-up": Route(
        get=members(404), post=members(404), form=SETUP, secret="set-ups outside a match"
    ),
    # there is nothing to place in this match
    "games:setup": Route(
        get=NOT_HERE, post="403 403 409 409 403 403", form=SETUP, secret="drafts of a set-up"
    ),
    "games:resign": Route(get=NOT_HERE, post="403 403 302 302 403 403", others="the match is over"),
    "games:draw": Route(
        get=NOT_HERE,
        post="403 403 302 302 403 403",
        form={"do": "offer"},
        others="an offer, or the end",
    ),
    # nobody has run out of time
    "games:time": Route(
        get=NOT_HERE,
        post="403 403 409 409 403 403",
        form={"do": "claim"},
        others="time, or the end",
    ),
    "games:rematch": Route(
        get=NOT_HERE, post="403 403 409 409 403 403", others="an offer, or a match begins"
    ),
    # there is no sheet where nothing is hidden
    "games:knowledge": Route(get=everybody(404), post=NOT_HERE),
    "games:mark": Route(
        get=NOT_HERE, post="403 403 422 422 403 403", form=MARK, secret="guess marks"
    ),
    "games:note": Route(
        get="404 404 200 200 404 404",
        post="403 403 302 302 403 403",
        form={"text": "mine", "move": "1"},
        secret="notes",
    ),
    # North plans while South is to move
    "games:plan": Route(
        get="404 404 200 200 404 404",
        post="403 403 302 302 403 403",
        form={"do": "clear"},
        secret="plans",
    ),
    "games:plan-line": Route(
        get="404 404 200 200 404 404",
        post="403 403 302 302 403 403",
        form={"do": "clear"},
        secret="plans",
    ),
    # South's and North's own boards
    "games:variations": Route(
        get="404 404 200 200 404 404",
        post="403 403 302 302 403 403",
        form={"do": "note", "note": "so"},
        secret="variations",
    ),
    "games:variations-at": Route(
        get="404 404 200 200 404 404",
        post="403 403 302 302 403 403",
        form={"do": "note", "note": "so"},
        secret="variations",
    ),
    "games:seen": Route(get=NOT_HERE, post=everybody(204), secret="looking around"),
    # of the match in progress
    "games:commitments": Route(get=everybody(404), post=NOT_HERE),
    "games:record": Route(get=everybody(409), post=NOT_HERE),
    "games:record-as-text": Route(get=everybody(409), post=NOT_HERE),
    "games:picture": Route(get=everybody(409), post=NOT_HERE),
    "games:preview": Route(get=everybody(409), post=NOT_HERE),
    "games:embed": Route(get=everybody(409), post=NOT_HERE),
    # the match goes on, and in Xiongqi nothing is hidden
    "games:known": Route(
        get=everybody(404), post=everybody(404), others="what was hidden in a finished match"
    ),
    # the match goes on
    "games:analysis": Route(
        get=everybody(409), post=everybody(409), others="an analysis of a finished match"
    ),
    # two play Xiongqi
    "games:turning": Route(
        get=everybody(404), post=everybody(404), others="an analysis of a finished match"
    ),
    # of a game that hides nothing; South's match is at its start, which is anybody's
    "games:analysis-board": Route(
        get=SEEN, post=everybody(302), form={"moves": "e3e4"}, others="nothing: a line is shown"
    ),
    "games:analysis-move": Route(
        get=NOT_HERE, post=GO, form={"move": "e3e4"}, others="nothing: it leads to another board"
    ),
    "games:analysis-worth": Route(
        get=everybody(302), post=everybody(302), others="nothing: a board of no match"
    ),
    "games:analyses": Route(
        get=SEEN,
        post=members(302),
        form={"game": "xiongqi", "title": "mine"},
        others="an analysis that is shared",
    ),
    # South's, who shares it
    "games:kept-analysis": Route(
        get="302 404 200 404",
        post="302 404 302 404",
        form={"do": "note", "note": "so"},
        others="an analysis that is shared",
    ),
    "games:shared-analysis": Route(get=SEEN, post=NOT_HERE),
    "games:known-embed": Route(get=everybody(404), post=NOT_HERE),
    "games:cancel": Route(
        get="302 405 405 405 405 405",
        post="302 404 302 302 404 404",
        others="the invitation is gone",
    ),
    # Xiongqi has no stages
    "games:fork-stage": Route(
        get="302 405", post=members(404), form={"match": "nowhere"}, others="a match begins"
    ),
    # South and North speak to each other; to the others this room is closed
    "games:talk": Route(
        get=SEEN,
        post="403 403 302 302 403",
        form=LINE,
        others="a line in its room",
        secret="remarks for later",
    ),
    # to stop playing wants a deadline that has passed
    "games:report": Route(
        get="302 403 200 200 403", post="302 403 422 422 403", form=COMPLAINT, secret="reports"
    ),
    "games:report-person": Route(
        get="302 200 404 200 200 200",
        post="302 302 404 302 302 302",
        form={"category": "name", "text": "why"},
        secret="reports",
    ),
    "games:privacy": Route(get=SEEN, post=NOT_HERE),
    "games:terms": Route(get=SEEN, post=NOT_HERE),
    "games:imprint": Route(get=SEEN, post=NOT_HERE),
    "games:cookies": Route(get=SEEN, post=NOT_HERE),
    "games:accessibility": Route(get=SEEN, post=NOT_HERE),
    "games:barrier": Route(
        get=SEEN, post=GO, form={"text": "why"}, others="staff have a message to answer"
    ),
    "games:robots": Route(get=SEEN, post=NOT_HERE),
    "games:sitemap": Route(get=SEEN, post=NOT_HERE),
    "games:fair-play": Route(get=SEEN, post=NOT_HERE),
    # there is staff already, and the page is not offered by this site
    "games:first-staff": Route(get=everybody(404), post=everybody(404), secret="accounts"),
    "games:reports": Route(get=members(200), post="302 405"),
    "games:own-sanctions": Route(get=members(200), post=members(302), secret="accounts"),
    "games:appeal": Route(
        get=members(404), post=members(404), others="moderators have an appeal"
    ),  # nobody is sanctioned
    "games:devices": Route(
        get=members(200), post=members(302), form={"do": "calendar"}, secret="accounts"
    ),
    "games:worker": Route(get=SEEN, post=NOT_HERE),
    "games:manifest": Route(get=SEEN, post=NOT_HERE),
    "games:offline": Route(get=SEEN, post=NOT_HERE),
    # no subscription of a browser
    "games:push": Route(get="302 405", post=members(422), secret="accounts"),
    # the secret in the address decides, not who fetches it
    "games:calendar": Route(get=SEEN, post=NOT_HERE),
    "games:vacation": Route(get=members(200), post=members(409), others="that one is away"),
    "games:my-data": Route(get=members(200), post="302 405"),
    "games:ask-export": Route(get="302 405", post=GO, secret="looking around"),
    "games:export": Route(get=GO, post="302 405"),  # the password again
    "games:leave": Route(get="302 405", post=GO, others="the account is closed"),
    # the secret of the mail service decides; there is none
    "games:mail-bounced": Route(get=NOT_HERE, post=everybody(404), secret="accounts"),
    # the token in the address decides, not who follows it
    "games:unsubscribe": Route(get=SEEN, post=SEEN, secret="accounts"),
}


HOUSE = {
    "healthz": Route(get=SEEN, post=NOT_HERE),
    "readyz": Route(get=SEEN, post=NOT_HERE),
    # no operator is named
    "security_txt": Route(get=everybody(404), post=NOT_HERE),
    "well_known_password": Route(get=everybody(302), post=NOT_HERE),
    # the pass of the doctor decides
    "seen": Route(get=everybody(404), post=NOT_HERE),
    # the token of the operator decides
    "metrics": Route(get=everybody(404), post=NOT_HERE),
}

ONCE_SIGNED_IN = "200 302 302 302 302 302"

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
    # nobody is named to sign in by: tests/accounts/test_providers.py names somebody
    "openid_connect_login": Route(get=everybody(404), post=everybody(404)),
    "openid_connect_callback": Route(get=everybody(404), post=everybody(404)),
    "socialaccount_signup": Route(get=everybody(404), post=everybody(404)),
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
    "mfa_list_webauthn": Route(get=members(200), post=members(405)),
    "mfa_add_webauthn": Route(get=CONFIRM_FIRST, post=CONFIRM_FIRST),
    "mfa_reauthenticate_webauthn": Route(get=GO, post=GO),  # to another way: nobody has one
    # nobody has a passkey
    "mfa_edit_webauthn": Route(get=CONFIRM_FIRST, post=CONFIRM_FIRST),
    "mfa_remove_webauthn": Route(get=CONFIRM_FIRST, post=CONFIRM_FIRST),
    "mfa_login_webauthn": Route(get=SEEN, post=GO),
    "set_language": Route(get=NOT_HERE, post=everybody(400)),
    "api:guide": Route(get=SEEN, post=NOT_HERE),
    "api:openapi": Route(get=SEEN, post=NOT_HERE),
    **{f"api:{name}": program("get") for name in ("games", "account", "match", "record")},
    **{f"api:{name}": program("get") for name in ("commitments", "export", "person", "ties")},
    **{f"api:{name}": program("get") for name in ("people", "history")},
    "api:person-ties": program("get post", do="follow", others="what a block prevents"),
    "api:conversations": program("get"),
    "api:conversation": program("get post", text="words", others="a message"),
    "api:notices": program("get post", secret="looking around"),
    **{f"api:{name}": program("get") for name in ("ratings", "events", "stream-events")},
    "api:stream-match": program("get"),
    "api:matches": program("get post", game="xiongqi", level="easy", others="a match begins"),
    "api:play": program("post", **MOVE, others="the move"),
    "api:resign": program("post", others="the match is over"),
    "api:bot": program("get post", owner="north", others="one person is asked"),
    "api:bot-rules": program("post", audience="anyone", others="how challenges are answered"),
    "api:bot-address": program("post", do="remove", others="no more than its turns say"),
    "api:draw": program("post", do="offer", others="an offer, or the end"),
    "api:takeback": program("post", do="ask", others="an offer, or moves taken back"),
    "api:time": program("post", do="claim", others="time, or the end"),
    "api:rematch": program("post", do="ask", others="an offer, or a match begins"),
    "api:picture": program("get"),
    "api:campaign": program("get"),
    "api:stage": program("get post", others="a match begins"),
    "api:skirmish": program(
        "post", **{k: v for k, v in SKIRMISH.items() if k != "key"}, others="a match begins"
    ),
    "api:daily": program("get post", others="a match begins"),
    "api:fork": program("post", ply="1", others="a match begins"),
    **{f"api:{name}": program("get") for name in ("puzzles", "daily-puzzle", "next-puzzle")},
    "api:puzzle": program("get post", move="a1a8", others="how often it was solved"),
    "api:puzzle-opinion": program("post", vote="good", others="how often it was solved"),
    "api:lessons": program("get"),
    "api:news": program("get"),
    "api:statistics": program("get"),
    "api:coached": program("post", others="a match begins"),
    "api:step": program("get post", move="a1a6", secret="looking around"),
    "api:talk": program("get post", **LINE, others="a line in its room"),
    **{f"api:{name}": program("get") for name in ("tournaments", "league", "ladder")},
    "api:tournament": program("get post", do="enter", others="who is in it"),
    "api:seeks": program("get post", game="xiongqi", others="a seek, or a match begins"),
    "api:seek": program("get post", do="take", others="a seek is gone, or a match begins"),
    "api:challenges": program("get post", game="xiongqi", to="north", others="one person is asked"),
    "api:challenge": program("get post", do="accept", others="the challenge is answered"),
    "accounts:profile": Route(get=SEEN, post=NOT_HERE),
    "accounts:settings": Route(get=members(200), post=members(422)),
    "accounts:security": Route(get=members(200), post=members(405)),
    "accounts:end_sign_in": Route(get="302 405 405 405 405 405", post=CONFIRM_FIRST),
    "accounts:unlink": Route(get=members(405), post=CONFIRM_FIRST),
    "accounts:tokens": Route(get=CONFIRM_FIRST, post=CONFIRM_FIRST),
    # no app has asked: said here, to whoever comes
    "accounts:authorize": Route(get=everybody(400), post=everybody(400)),
    # of apps, which show a code or a token
    "accounts:token": Route(get=NOT_HERE, post=everybody(400)),
    "accounts:revoke": Route(get=NOT_HERE, post=everybody(400)),
    "discovery": Route(get=SEEN, post=NOT_HERE),
    "accounts:claim": Route(get=members(302), post=members(302)),  # none of them is a guest
    "accounts:undo_email": Route(get=everybody(404), post=everybody(404)),  # another's token
    "accounts:theme": Route(get=NOT_HERE, post=everybody(400)),
    "accounts:pieces": Route(get=NOT_HERE, post=everybody(400)),
}


def behind_the_curtain(
    clerk: int, groups: str = "", *, post: int = 0, post_groups: str = "", others: int = 302
) -> Route:
    """A page of the admin site: past the door the clerk has no rights, and the *groups* theirs."""
    outside = " ".join([str(others)] * (len(PLAIN) - 1))
    get = f"{outside} {clerk} {groups}"
    return Route(get=get, post=f"{outside} {post or clerk} {post_groups or groups}")


WHY = {"reason": "report", "note": "as told"}
FREEZE, ASK = {"verb": "freeze", **WHY}, {"verb": "reveal", "do": "ask", **WHY}


def action(groups: str, form: dict[str, str]) -> Route:
    """Something staff do by a form alone: a GET is no way to ask for it."""
    outside = " ".join(["302"] * (len(PLAIN) - 1))
    return Route(get=f"{outside} 405", post=f"{outside} 403 {groups}", form=form)


ADMIN = {
    "admin:index": behind_the_curtain(200),
    "admin:login": Route(get="302 403 403 403 403 302", post="302 403 403 403 403 302"),
    "admin:logout": behind_the_curtain(405, post=302),
    "admin:password_change": behind_the_curtain(302),
    "admin:password_change_done": behind_the_curtain(200, post=405),
    "admin:autocomplete": behind_the_curtain(403, post=405),
    "admin:jsi18n": behind_the_curtain(200, post=405),
    "admin:view_on_site": behind_the_curtain(404),
    # of matches; operators have no business there
    "admin:app_list": behind_the_curtain(404, "200 200 200 404"),
    "admin:<path:object_id>/": behind_the_curtain(302),
    "admin:(?P<url>.*)$": behind_the_curtain(404),
    "admin:moderation_next": action("302 302 302 403", {}),
    "admin:moderation_site": behind_the_curtain(
        403, "403 403 403 200", post_groups="403 403 403 302"
    ),
    "upkeep": behind_the_curtain(403, "403 403 403 200", post=405, post_groups="405"),
    "admin:moderation_events": behind_the_curtain(
        403, "403 200 200 403", post=405, post_groups="405"
    ),
    "admin:moderation_clubs": behind_the_curtain(
        403, "200 200 200 403", post_groups="404 404 404 403"
    ),
    "admin:moderation_barriers": behind_the_curtain(
        403, "200 200 200 403", post_groups="302 302 302 403"
    ),
    "admin:moderation_match": behind_the_curtain(
        403, "200 200 200 403", post=405, post_groups="405"
    ),
    "admin:moderation_rule": Route(
        get="302 302 302 302 302 403 404 404 404 403",
        post="302 302 302 302 302 403 403 302 302 403",
        form=FREEZE,
    ),
    "admin:moderation_verify": action("403 302 302 403", WHY),
    "admin:moderation_inquiry": action("403 302 302 403", {}),
    "admin:moderation_consent": action("403 403 302 403", ASK),
    # without a consent of two nobody sees anything
    "admin:moderation_reveal": action("403 403 302 403", WHY),
    # there is no such line, person or report
    "admin:moderation_hide": action("404 404 404 403", WHY),
    "admin:moderation_person": behind_the_curtain(403, "404 404 404 403"),
    "admin:moderation_work": action("404 404 404 403", {"do": "take"}),
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
    "match_match",
    "notices_notice",
    "notices_delivery",
    "bots_botturn",
    "auth_group",
    "moderation_report",
    "moderation_appeal",
    "moderation_modaction",
    "moderation_consent",
    "puzzles_puzzle",
    "news_newsitem",
)
"""What staff may be given rights over. Nothing sealed is ever among them."""

LOOKERS = {
    # who may look at lists: helper, moderator, senior, operator
    "accounts_user": "403 200 200 403",
    "match_match": "200 200 200 403",
    "notices_notice": "403 200 200 403",
    "notices_delivery": "403 200 200 403",
    "moderation_modaction": "403 200 200 200",
    "moderation_consent": "403 403 200 403",
    "puzzles_puzzle": "403 200 200 403",
}


def looked_at(groups: str) -> dict[str, Route]:
    """List and page of rows that the *groups* may look at, and nobody may change."""
    gone = groups.replace("200", "302")  # there is no row 0
    return {
        "changelist": behind_the_curtain(403, groups),
        "change": behind_the_curtain(403, gone, post_groups="403"),
    }


WORKED_ON = {
    # their own pages, in the place of Django's lists and forms
    "admin:moderation_report_changelist": behind_the_curtain(
        403, "200 200 200 403", post=405, post_groups="405"
    ),
    "admin:moderation_report_change": behind_the_curtain(
        403, "404 404 404 403", post=405, post_groups="405"
    ),
    "admin:moderation_appeal_changelist": behind_the_curtain(403, "403 200 200 403"),
    "admin:moderation_appeal_change": behind_the_curtain(403, "403 404 404 403"),
}

WRITERS = "403 403 {0} {0}"
WRITTEN = {
    # news: senior and operator write them; there is no row 0, and an empty form is shown again
    "admin:news_newsitem_changelist": behind_the_curtain(403, WRITERS.format(200)),
    "admin:news_newsitem_add": behind_the_curtain(
        403, WRITERS.format(200), post_groups=WRITERS.format(200)
    ),
    **{
        f"admin:news_newsitem_{page}": behind_the_curtain(
            403, WRITERS.format(302), post_groups=WRITERS.format(302)
        )
        for page in ("change", "delete")
    },
}

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
    **{
        f"admin:{model}_{page}": route
        for model, groups in LOOKERS.items()
        for page, route in looked_at(groups).items()
    },
    **WORKED_ON,
    **WRITTEN,
}


def routes() -> Iterator[tuple[str, str]]:
    """The name and the pattern of every address, namespaces included."""
    yield from _walk(get_resolver().url_patterns, "", "")


def _walk(patterns: Sequence[object], prefix: str, namespace: str) -> Iterator[tuple[str, str]]:
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            inner = f"{namespace}{pattern.namespace}:" if pattern.namespace else namespace
            yield from _walk(pattern.url_patterns, prefix + str(pattern.pattern), inner)
        elif isinstance(pattern, URLPattern):
            yield f"{namespace}{pattern.name or pattern.pattern}", prefix + str(pattern.pattern)


def address(pattern: str, arguments: dict[str, object]) -> str:
    """An address that *pattern* matches, with its parts taken from *arguments*."""
    arguments = {"line": "e3e4", "board": "0/0", **arguments}  # of planned moves
    path = re.sub(
        r"\(\?P<(\w+)>(?:[^()]|\([^()]*\))*\)", lambda part: str(arguments[part[1]]), pattern
    )
    path = re.sub(r"<(?:\w+:)?(\w+)>", lambda part: str(arguments[part[1]]), path)
    return "/" + path.replace("^", "").replace("$", "")
