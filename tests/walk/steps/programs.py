"""Programs: every operation of the API, and a match played by a bot account."""

from __future__ import annotations

import hashlib
import json
import secrets
from base64 import urlsafe_b64encode
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from tests.walk.board import Board
from tests.walk.browser import Browser, Refused
from tests.walk.people import Member
from tests.walk.walking import Walk, step

SCOPES = (
    "read",
    "play",
    "challenge",
    "seek",
    "chat",
    "people",
    "messages",
    "notices",
    "records",
    "bot",
)
TURNS = 2
MOST_TURNS = 300


class Program:
    """Asks the API by a token."""

    def __init__(self, browser: Browser, token: str) -> None:
        self.browser, self.token = browser, token

    def ask(
        self, method: str, path: str, body: object = None, *, expect: int = 200, seen: str = ""
    ) -> Any:
        """What is answered, as JSON if it is some. Raises Refused."""
        told = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        if method == "POST":
            told["Idempotency-Key"] = secrets.token_urlsafe(12)
        if seen:
            told["If-Match"] = seen
        raw = b"" if body is None else json.dumps(body).encode()
        page = self.browser.ask(method, f"/api/v1{path}", raw, told)
        if page.status != expect:
            raise Refused(f"{method} {path} answered {page.status}: {page.text[:200]}")
        is_json = "json" in page.headers.get("content-type", "")
        return json.loads(page.body) if is_json and page.body.startswith((b"{", b"[")) else page

    def play(self, seen: dict[str, Any], move: str = "") -> dict[str, Any]:
        """Make a move of those that are open."""
        found: dict[str, Any] = self.ask(
            "POST",
            f"/matches/{seen['uid']}/moves",
            {"move": move or honest(seen), "seat_ply": seen["seat_ply"]},
            seen=f'"{seen["version"]}"',
        )
        return found

    def turn(self, walk: Walk, uid: str) -> dict[str, Any]:
        """The match, once it is the program's turn."""
        seen: dict[str, Any] = {}

        def look() -> bool:
            seen.update(self.ask("GET", f"/matches/{uid}"))
            return bool(seen["legal"] or seen["is_setting_up"] or seen["result"])

        walk.until(f"{uid} is answered", look)
        return seen


def honest(seen: dict[str, Any]) -> str:
    """A move without a foul."""
    legal = seen["legal"]
    return str(next((one for one in legal if not one["fouls"]), legal[0])["action"])


def move_of(told: str | dict[str, Any]) -> str:
    """The action of a move, however much is told of it."""
    return told if isinstance(told, str) else str(told["action"])


def program(who: Member) -> Program:
    """With a token that may do everything."""
    return Program(who.walk.browser(), who.token(*SCOPES))


@step("the API: a match against a bot, and everything else it can be asked", 40)
def api(walk: Walk) -> None:
    who, other = Member(walk), Member(walk)
    one, two = program(who), program(other)
    browser = walk.browser()
    browser.get("/api/")
    browser.get("/api/v1/openapi.json")
    one.ask("POST", "/notices", {})
    for path in ("/games", "/account", "/matches", "/events", "/notices", "/bot"):
        one.ask("GET", path)
    uid = one.ask("POST", "/matches", {"game": "xiongqi", "level": "easy"})["match"]
    for _turn in range(TURNS):
        one.play(one.turn(walk, uid))
    one.turn(walk, uid)
    one.ask("POST", f"/matches/{uid}/resign")
    for part in ("record", "record?form=text-json", "commitments", "picture"):
        one.ask("GET", f"/matches/{uid}/{part}")
    one.ask("GET", "/export")
    studies(one)
    between(walk, one, two, other.name)
    for path in ("/tournaments", "/leagues/xiongqi", "/ladders/xiongqi", "/news", "/statistics"):
        one.ask("GET", path)
    one.ask("GET", "/people?" + urlencode({"q": other.name}))
    for part in ("", "/matches", "/ties"):
        one.ask("GET", f"/people/{other.name}{part}")
    one.ask("POST", f"/people/{other.name}/ties", {"do": "follow"})
    one.ask("GET", "/ties")
    one.ask("GET", "/ratings/xiongqi")


def studies(one: Program) -> None:
    """Lessons and puzzles."""
    course = one.ask("GET", "/lessons")["courses"][0]
    game, lesson = course["game"], course["chapters"][0]["steps"][0]["step"]
    seen = one.ask("GET", f"/lessons/{game}/{lesson}")
    one.ask("POST", f"/lessons/{game}/{lesson}", {"move": move_of(seen["legal"][0])})
    one.ask("POST", f"/lessons/{game}")
    one.ask("GET", "/puzzles")
    one.ask("GET", "/puzzles/daily")
    puzzle = one.ask("GET", "/puzzles/xiongqi/next")
    address = f"/puzzles/xiongqi/{puzzle['puzzle']}"
    seen = one.ask("GET", address)
    one.ask("POST", address, {"move": move_of(seen["legal"][0])})
    one.ask("POST", f"{address}/opinion", {"vote": "good"})


@step("a bot account plays a match by the API, against its owner", 60)
def bot_account(walk: Walk) -> None:
    robot, owner = Member(walk), Member(walk)
    bot = program(robot)
    bot.ask("POST", "/bot", {"owner": owner.name})
    browser = owner.browser
    browser.get("/settings/bots/")
    browser.send(browser.page.form("/settings/bots/", "do", "allow"), press=("do", "allow"))
    bot.ask("POST", "/bot/rules", {"games": ["seichu"], "pace": "slow"})
    # no site may ask an address that is inside
    bot.ask("POST", "/bot/address", {"url": "https://127.0.0.1/"}, expect=422)
    name = bot.ask("GET", "/bot")["name"]
    page = browser.get("/matches/new/", opponent="person", to=name)
    terms: dict[str, Any] = {"game": "seichu", "time": "relaxed", "rated": "no", "side": "0"}
    browser.send(page.form("/matches/new/", "to"), to=name, **terms)
    walk.until("the challenge is accepted", lambda: bot.ask("GET", "/matches")["matches"])
    uid = bot.ask("GET", "/matches")["matches"][0]["uid"]
    games = bot.ask("GET", "/games")["games"]
    setup = next(one["placing"] for one in games if one["slug"] == "seichu")
    mine = Board(walk, browser, f"/matches/{uid}/")
    for number in range(MOST_TURNS):
        seen = bot.ask("GET", f"/matches/{uid}")
        if seen["result"]:
            return
        if any(one["is_me"] and one["is_to_act"] for one in seen["players"]):
            bot.play(seen, setup["examples"][0] if seen["is_setting_up"] else "")
        else:
            mine.take_turn(number * 7)
    raise Refused(f"{uid} does not end")


@step("Nation by the API, and an app of somebody else", 30, turn=2)
def campaign(walk: Walk) -> None:
    member = Member(walk)
    sign_in_an_app(walk, member.browser)
    one = program(member)
    one.ask("GET", "/campaign")
    one.ask("GET", "/campaign/stages/first-harvest")
    uid = one.ask("POST", "/campaign/stages/first-harvest")["match"]
    one.play(one.turn(walk, uid))
    one.turn(walk, uid)
    one.ask("POST", f"/matches/{uid}/fork", {"ply": 1})
    asked = {"rivals": 2, "rounds": 8, "start": "even", "difficulty": "fair", "seed": "walk"}
    one.ask("POST", "/campaign/skirmish", asked)
    one.ask("GET", "/campaign/daily")
    one.ask("POST", "/campaign/daily")


def sign_in_an_app(walk: Walk, browser: Browser) -> None:
    """An app of somebody else signs in, renews and signs out."""
    verifier, back = secrets.token_urlsafe(32), "walk.app:/back"
    digest = hashlib.sha256(verifier.encode()).digest()
    found = json.loads(walk.browser().get("/.well-known/oauth-authorization-server").body)
    here = {name: urlsplit(url).path for name, url in found.items() if name.endswith("_endpoint")}
    page = browser.get(
        here["authorization_endpoint"],
        response_type="code",
        client_id="walk",
        redirect_uri=back,
        scope="read",
        code_challenge=urlsafe_b64encode(digest).decode().rstrip("="),
        code_challenge_method="S256",
    )
    form = page.form("authorize", "do", "allow")
    fields = {**form.fields, "do": ["allow"]}
    headers = {
        "Content-Type": "application/x-www-form-urlencoded",
        "Origin": browser.door.origin,
    }

    def send(who: Browser, path: str, fields: dict[str, Any]) -> Any:
        return who.ask("POST", path, urlencode(fields, doseq=True).encode(), headers)

    answer = send(browser, form.action, fields)
    [code] = parse_qs(urlsplit(answer.headers["location"]).query)["code"]
    elsewhere = walk.browser()
    asked = {"grant_type": "authorization_code", "code": code, "redirect_uri": back}
    asked |= {"client_id": "walk", "code_verifier": verifier}
    tokens = json.loads(send(elsewhere, here["token_endpoint"], asked).body)
    Program(elsewhere, tokens["access_token"]).ask("GET", "/matches")
    asked = {"grant_type": "refresh_token", "refresh_token": tokens["refresh_token"]}
    renewed = json.loads(
        send(elsewhere, here["token_endpoint"], {**asked, "client_id": "walk"}).body
    )
    asked = {"token": renewed["refresh_token"], "client_id": "walk"}
    send(elsewhere, here["revocation_endpoint"], asked)
    Program(elsewhere, renewed["access_token"]).ask("GET", "/matches", expect=401)


def between(walk: Walk, one: Program, two: Program, name: str) -> None:
    """Two programs: a challenge, a seek, and what is asked at a board."""
    terms = {"game": "xiongqi", "rated": False, "side": 0}
    asked = one.ask("POST", "/challenges", {"to": name, **terms})["uid"]
    one.ask("GET", "/challenges")
    two.ask("GET", f"/challenges/{asked}")
    uid = two.ask("POST", f"/challenges/{asked}", {"do": "accept"})["match"]
    for player in (one, two, one):
        player.play(player.turn(walk, uid))
    one.ask("POST", f"/matches/{uid}/takeback", {"do": "ask"})
    two.ask("POST", f"/matches/{uid}/takeback", {"do": "accept"})
    one.ask("POST", f"/matches/{uid}/talk", {"room": "players", "preset": "slow"})
    two.ask("GET", f"/matches/{uid}/talk")
    one.ask("POST", f"/matches/{uid}/draw", {"do": "offer"})
    two.ask("POST", f"/matches/{uid}/draw", {"do": "accept"})
    one.ask("POST", f"/messages/{name}", {"text": "Well played."})
    [asked] = two.ask("GET", "/messages")["conversations"]
    two.ask("POST", f"/messages/{asked['person']}", {"do": "accept"})
    two.ask("GET", f"/messages/{asked['person']}")
    one.ask("POST", f"/matches/{uid}/rematch", {"do": "ask"})
    one.ask("POST", f"/matches/{uid}/time", {"do": "claim"}, expect=409)
    seek = one.ask("POST", "/seeks", {"game": "gungi"})["uid"]
    two.ask("GET", "/seeks")
    two.ask("GET", f"/seeks/{seek}")
    two.ask("POST", f"/seeks/{seek}", {"do": "take"})
