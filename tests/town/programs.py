"""Bot accounts: programs that live by the API alone, once their pages gave them a token."""

from __future__ import annotations

import json
import re
from collections.abc import Generator
from typing import Any
from urllib.parse import unquote

from tests.town import habits as ways
from tests.town.days import sign_in, sign_up
from tests.town.people import Life, Person

SERVED = 8
"""One program for so many people."""
SCOPES = ("read", "play", "challenge", "seek", "chat", "notices", "records", "bot")
STALE = 409
UNKNOWN = 401
"""The token is of a time that never was."""
MANNERS = (200, 201, 202, 204, 404, STALE, 429)
"""Answers to what was offered just before: it may have gone by then."""


def program(who: Person) -> Life:
    """Sign up, get a token and an owner, and then play what comes."""
    who.habits.is_guest = False
    yield from sign_up(who)
    yield who.pause()
    token = _token(who)
    if not token:  # who signs up by two clicks is signed in by the first answer alone
        token = yield from _come_again(who)
    if not token:
        who.broken("the page of tokens gives no token")
        return
    api = Api(who, token)
    yield from _be_owned(who, api)
    placings = {
        one["slug"]: (one.get("placing") or {}).get("examples") or []
        for one in api.ask("GET", "/games").get("games", ())
    }
    while True:
        yield who.chance.lognormvariate(7.5, 1.2)  # half an hour or so
        yield from _round(who, api, placings)
        if api.status == UNKNOWN:
            api.token = yield from _come_again(who)


def _come_again(who: Person) -> Generator[float, None, str]:
    """Sign in once more, or up where nobody knows the account any more, for another token."""
    page = who.get("/settings/tokens/")
    if page.offers("/accounts/login/", "login"):
        yield who.pause()
        page = sign_in(who, page)
        if page.offers("/accounts/login/", "login"):
            yield from sign_up(who)
    return _token(who)


class Api:
    """Asks by a token; an answer of the site that is none of its manners is a broken promise."""

    def __init__(self, who: Person, token: str) -> None:
        self.who, self.token = who, token
        self.status = 0
        self.page: Any = None

    def ask(
        self, method: str, path: str, body: object = None, *, seen: object = None
    ) -> dict[str, Any]:
        """What is answered, as JSON; {} if it is none."""
        who = self.who
        told = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        if method == "POST":
            told["Idempotency-Key"] = f"{who.chance.getrandbits(64):016x}"
        if seen is not None:
            told["If-Match"] = f'"{seen}"'
        raw = b"" if body is None else json.dumps(body).encode()
        answers = []
        for _time in range(2 if who.chance.random() < who.habits.doubles else 1):
            page = who.window.ask(method, f"/api/v1{path}", raw, told)
            while page.status == 0:  # no answer: it asks again under the same key
                page = who.window.ask(method, f"/api/v1{path}", raw, told)
            answers.append((page.status, page.body))
            self.status, self.page = page.status, page
        kind = re.sub(r"/[\w-]{10,}", "/-", path.partition("?")[0])
        who.town.scheduler.last[-1] += f" {method} {path} -> {self.status}"
        who.town.done[f"api {method} {kind} {self.status}"] += 1
        if (
            method == "POST"
            and len(answers) > 1
            and answers[0][0] < 300
            and answers[0] != answers[1]
        ):
            who.broken(f"{method} {path} sent again answered {answers[1]}, before {answers[0]}")
        if self.status == UNKNOWN and who.town.was_restored:
            return {}
        if self.status not in MANNERS:
            who.broken(f"{method} {path} {body} answered {self.status}: {page.text[:300]}")
        found = json.loads(page.body) if page.body.startswith(b"{") else {}
        return found if self.status < 300 else {}


def _token(who: Person) -> str:
    """An access token, made on its page."""
    page = who.confirm(who.get("/settings/tokens/"))
    for deed in who.window.deeds(page):
        if deed.form.has("scopes"):
            said = who.do(deed, name="town", scopes=SCOPES, days="90")
            found = re.search(r"jny_[\w-]+", said.text)
            return found[0] if found else ""
    return ""


def _be_owned(who: Person, api: Api) -> Life:
    """Ask one after the other to own this account, until somebody has said yes."""
    for _time in range(12):
        page = who.get(who.chance.choice(("/lobby/", "/events/ladder-xiongqi/", "/ratings/", "/")))
        names = re.findall(r'href="/people/([^/?"]+)/"', page.text)
        people = [name for name in map(unquote, names) if not name.endswith("[bot]")]
        others = [name for name in dict.fromkeys(people) if name != who.name]
        if others:
            api.ask("POST", "/bot", {"owner": who.pick(others)})
        yield who.chance.uniform(0.1, 1.0) * ways.DAY
        if api.ask("GET", "/bot").get("state") == "allowed":
            pace = who.chance.choice(("", "slow"))
            api.ask("POST", "/bot/rules", {"pace": pace, "declines": who.chance.random() < 0.5})
            return


def _round(who: Person, api: Api, placings: dict[str, list[str]]) -> Life:
    """Read what is new, move where it is its turn, answer and ask."""
    if who.chance.random() < 0.5:
        for tell in who.town.listened:
            tell(who, api.token)
    if who.chance.random() < 0.3:
        api.ask("GET", "/notices")
    for row in api.ask("GET", "/matches").get("matches", ())[:6]:
        if not row["is_to_act"]:
            continue
        yield from _turn(who, api, row["uid"], placings)
    for row in api.ask("GET", "/challenges").get("challenges", ())[:3]:
        yield who.pause()
        if row.get("is_own") or row.get("is_mine"):
            continue
        do = who.chance.choice(("accept", "accept", "decline"))
        api.ask("POST", f"/challenges/{row['uid']}", {"do": do})
    if who.chance.random() < 0.1:
        found = api.ask("GET", "/seeks").get("seeks", ())
        seeks = [one for one in found if not one["why_not"]]
        if seeks and who.chance.random() < 0.5:
            api.ask("POST", f"/seeks/{who.chance.choice(seeks)['uid']}", {"do": "take"})
        else:
            game = who.chance.choice(("xiongqi", "seichu", "gungi", "gunjin"))
            api.ask("POST", "/seeks", {"game": game, "rated": False})
        yield who.pause()


def _turn(who: Person, api: Api, uid: str, placings: dict[str, list[str]]) -> Life:
    seen = api.ask("GET", f"/matches/{uid}")
    yield who.pause()
    if not seen or seen.get("result"):
        return
    if who.chance.random() < 0.03:
        api.ask("POST", f"/matches/{uid}/resign")
        return
    if seen.get("is_setting_up"):
        ready = placings.get(seen["game"]) or []
        move = who.pick(ready) if ready else ""
    else:
        legal = [one["action"] for one in seen.get("legal", ())]
        move = who.pick(legal) if legal else ""
    if move:
        body = {"move": move, "seat_ply": seen["seat_ply"]}
        api.ask("POST", f"/matches/{uid}/moves", body, seen=seen["version"])
        if api.status not in (200, 201, STALE, 412, 429):
            who.broken(
                f"{move} in {uid} is offered and answered {api.status}: {api.page.text[:300]}"
            )
