"""What is asked and what is answered, for both clients: nothing here waits for anything."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, replace
from typing import Any

import httpx

Json = dict[str, Any]
BASE = "/api/v1"


class Refused(Exception):
    """The site said no: `code` for programs, the text for people."""

    def __init__(self, status: int, told: Json) -> None:
        super().__init__(told.get("detail", ""))
        self.status = status
        self.code: str = told.get("code", "broken")
        self.told = told

    @property
    def seconds(self) -> float:
        """After a 429: how long to wait. It is never final."""
        return float(self.told.get("seconds", 5))


@dataclass(frozen=True)
class Token:
    """Who a token acts for, and what it may do."""

    name: str
    scopes: tuple[str, ...]


@dataclass(frozen=True)
class Move:
    """A move that is open to you."""

    action: str
    text: str
    squares: tuple[str, ...]
    captures: bool
    fouls: tuple[str, ...]
    """What you can know to be wrong with it."""

    @classmethod
    def of(cls, told: Json) -> Move:
        squares, fouls = tuple(told["squares"]), tuple(told["fouls"])
        return cls(told["action"], told["text"], squares, told["captures"], fouls)


@dataclass(frozen=True)
class Match:
    """A match as you may see it; `told` is all of it, as the site has said it."""

    told: Json

    @property
    def uid(self) -> str:
        return str(self.told["uid"])

    @property
    def game(self) -> str:
        return str(self.told["game"])

    @property
    def start(self) -> str:
        """Where it began, as a text of the rules page; empty for the game's own start."""
        return str(self.told["start"])

    @property
    def version(self) -> int:
        return int(self.told["version"])

    @property
    def seat(self) -> int | None:
        """Your own; None where you only look on."""
        return self.told["seat"]

    @property
    def seat_ply(self) -> int:
        """The number of your next own move."""
        return int(self.told["seat_ply"])

    @property
    def view(self) -> Json:
        """The board as you may see it."""
        return self.told["view"] or {}

    @property
    def legal(self) -> tuple[Move, ...]:
        """The moves that are open to you; none while you wait or place your pieces."""
        return tuple(Move.of(each) for each in self.told["legal"])

    @property
    def is_over(self) -> bool:
        return self.told["status"] in ("finished", "aborted")

    @property
    def is_my_turn(self) -> bool:
        """Whether something is open to you: not in the blink in which the others' moves come in."""
        return self._is_to_act and (bool(self.told["is_setting_up"]) or bool(self.legal))

    @property
    def is_placing(self) -> bool:
        """Whether you have a set-up to place."""
        return bool(self.told["is_setting_up"]) and self._is_to_act

    @property
    def _is_to_act(self) -> bool:
        return any(each["is_me"] and each["is_to_act"] for each in self.told["players"])


@dataclass(frozen=True)
class Board:
    """How far one of your boards has come."""

    match: str
    version: int
    status: str
    is_to_act: bool


@dataclass(frozen=True)
class News:
    """All that may want you to look: your boards, and challenges that wait for you."""

    cursor: str
    boards: tuple[Board, ...]
    challenges: tuple[str, ...]

    @classmethod
    def of(cls, told: Json) -> News:
        boards = tuple(Board(**each) for each in told["boards"])
        return cls(told["cursor"], boards, tuple(told["challenges"]))


@dataclass(frozen=True)
class Call:
    """One request, said so that it can be said again."""

    method: str
    path: str
    query: Json | None = None
    body: Json | None = None
    headers: dict[str, str] | None = None

    @property
    def asked(self) -> Json:
        """As httpx wants it."""
        return {
            "method": self.method,
            "url": BASE + self.path,
            "params": self.query,
            "json": self.body,
            "headers": self.headers,
        }


def get(path: str, **query: Any) -> Call:
    return Call("GET", path, {name: value for name, value in query.items() if value is not None})


def post(path: str, **body: Any) -> Call:
    """With a name of its own, so that asking twice does it once."""
    key = {"Idempotency-Key": secrets.token_urlsafe(12)}
    return Call("POST", path, body=body, headers=key)


class KnownMoves:
    """The moves that a client has been told of its matches, so that it asks for new ones only."""

    def __init__(self) -> None:
        self._moves: dict[str, list[Json]] = {}
        self._older: dict[str, int | None] = {}

    def look(self, uid: str) -> Call:
        return get(f"/matches/{uid}", since=self._since(uid))

    def play(self, match: Match, move: Move | str) -> Call:
        action = move if isinstance(move, str) else move.action
        asked = post(f"/matches/{match.uid}/moves", move=action, seat_ply=match.seat_ply)
        headers = {**(asked.headers or {}), "If-Match": f'"{match.version}"'}
        since = self._since(match.uid)
        return replace(asked, headers=headers, query=None if since is None else {"since": since})

    def _since(self, uid: str) -> int | None:
        """The ply before the last one known, which is told again: it shows what was taken back."""
        return self._moves[uid][-1]["ply"] - 1 if self._moves.get(uid) else None

    def earlier(self, match: Match) -> Call | None:
        """What asks for the moves before those of *match*; None where there are none."""
        older = match.told["older"]
        return None if older is None else get(f"/matches/{match.uid}", until=older)

    def joined(self, match: Match, told: Json) -> Match:
        """*match* with the moves before its own, as *told*; what comes next follows on these."""
        moves, older = [*told["moves"], *match.told["moves"]], told["older"]
        if match.uid in self._moves and self._moves[match.uid] == match.told["moves"]:
            self._moves[match.uid], self._older[match.uid] = moves, older
        return Match({**match.told, "moves": moves, "older": older})

    def whole(self, call: Call, told: Json) -> Match | None:
        """The match with all the moves that are known, as *told* in answer to *call*.

        None where it has to be asked for again, and whole: moves were taken back, or it is over,
        when more may be said of each.
        """
        uid, moves, older = told["uid"], told["moves"], told["older"]
        if call.query and call.query.get("since") is not None:
            known = self._moves.pop(uid, [])
            again = [move for move in known if moves and move["ply"] >= moves[0]["ply"]]
            if told["result"] or not again or again != moves[: len(again)]:
                return None
            moves, older = [*known[: -len(again)], *moves], self._older.pop(uid)
        if not told["result"]:
            self._moves[uid], self._older[uid] = moves, older
        return Match({**told, "moves": moves, "older": older})


def answered(response: httpx.Response) -> Any:
    """What was answered. Raises Refused."""
    if response.status_code < 400:
        return response.json()
    try:
        told = response.json()
    except ValueError:
        told = {}
    raise Refused(response.status_code, told)


def setup_of(games: Json, match: Match) -> str:
    """A set-up of the rules page, for a match in which you place your pieces."""
    found = next(game for game in games["games"] if game["slug"] == match.game)
    given = found["placing"]
    if match.seat == 0:  # with a handicap, it has less
        given = next((one for one in found["handicaps"] if one["start"] == match.start), given)
    return str(secrets.choice(given["examples"]))
