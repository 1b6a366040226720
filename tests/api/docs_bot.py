"""A bot made of what `/api/` and docs/write-a-bot.md tell; it has no client of ours."""

from __future__ import annotations

import random
import re
import secrets
import time
from typing import Any

import httpx

Json = dict[str, Any]


class DocsBot:
    """Takes where it can and is sure, and else makes any true move; in Gungi it closes in."""

    def __init__(self, house: str, token: str, dice: random.Random) -> None:
        headers = {"Authorization": f"Bearer {token}"}
        self.http = httpx.Client(base_url=f"{house}/api/v1", headers=headers, timeout=60)
        self.dice = dice
        self.plies = 0
        self.seen_plies: dict[str, int] = {}
        """The last ply seen of each match."""

    def ask(self, method: str, path: str, body: Json | None = None, **headers: str) -> Json:
        """The answer; a 429 is waited out, and a board that has changed is looked at again."""
        while True:
            answer = self.http.request(method, path, json=body, headers=headers)
            if answer.status_code == 429:
                time.sleep(int(answer.headers["Retry-After"]))
                continue
            reply: Json = answer.json()
            if answer.status_code == 409 and reply["code"] == "stale":
                return reply
            assert answer.status_code == 200, (method, path, body, answer.text)
            return reply

    def begin(self, other: DocsBot, game: str) -> str:
        """A challenge, which the other finds among its news and accepts."""
        name = other.ask("GET", "/account")["name"]
        self.ask("POST", "/challenges", {"to": name, "game": game})
        [asked] = other.ask("GET", "/events")["challenges"]
        return str(other.ask("POST", f"/challenges/{asked}", {"do": "accept"})["match"])

    def turn(self, uid: str) -> Json:
        """Look at the match, and move in it if it is one's turn."""
        seen = self.follow("GET", f"/matches/{uid}")
        mine = any(seat["is_me"] and seat["is_to_act"] for seat in seen["players"])
        if seen["result"] or not mine:
            return seen
        move = self.placing(seen["game"]) if seen["is_setting_up"] else self.choose(seen)
        self.plies += 1
        return self.follow(
            "POST",
            f"/matches/{uid}/moves",
            {"move": move, "seat_ply": seen["seat_ply"]},
            **{"If-Match": f'"{seen["version"]}"', "Idempotency-Key": secrets.token_urlsafe(12)},
        )

    def follow(self, method: str, path: str, body: Json | None = None, **headers: str) -> Json:
        """The match, with the moves that are new."""
        uid = path.split("/")[2]
        found = self.ask(method, f"{path}?since={self.seen_plies.get(uid, 0)}", body, **headers)
        for move in found.get("moves", ()):
            assert move["ply"] > self.seen_plies.get(uid, 0)
            self.seen_plies[uid] = move["ply"]
        return found

    def placing(self, game: str) -> str:
        """One of the set-ups that the site gives."""
        games = self.ask("GET", "/games")["games"]
        [found] = [each for each in games if each["slug"] == game]
        return str(self.dice.choice(found["placing"]["examples"]))

    def choose(self, seen: Json) -> str:
        """A move that takes, if there is one; fouls and Doubts only where nothing else is open."""
        legal = seen["legal"]
        true = [m for m in legal if not m["fouls"] and m["action"] != "doubt"] or legal
        open_ = [move for move in true if move["captures"]] or true
        if seen["game"] == "gungi" and open_[0]["squares"]:
            aim = marshal(seen["view"]["board"], "mM"[seen["seat"]])
            least = min(nearer(move["squares"], aim) for move in open_)
            open_ = [move for move in open_ if nearer(move["squares"], aim) == least]
        return str(self.dice.choice(open_)["action"])


def marshal(board: str, sign: str) -> str:
    """The square of a marshal."""
    for number, text in zip(range(9, 0, -1), board.split("/"), strict=True):
        file = 0
        for cell in re.findall(r"\|[^|]+\||.", text):
            if sign in cell:
                return f"{'abcdefghi'[file]}{number}"
            file += int(cell) if cell.isdigit() else 1
    raise LookupError(sign)


def nearer(squares: list[str], aim: str) -> int:
    """How far a move ends from *aim*, less how far it began; drops have only an end."""
    first, last = squares[0], squares[-1]
    return steps(last, aim) - (0 if first.endswith("*") else steps(first, aim))


def steps(one: str, other: str) -> int:
    return max(abs(ord(one[0]) - ord(other[0])), abs(int(one[1]) - int(other[1])))
