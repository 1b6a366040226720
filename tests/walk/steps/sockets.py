"""What open pages hear by themselves."""

from __future__ import annotations

import json
from contextlib import ExitStack

from websockets import Origin
from websockets.sync.client import ClientConnection, connect

from tests.walk.browser import Browser
from tests.walk.people import Member, introduce
from tests.walk.walking import WAITS, Walk, slowness, step


def listening(browser: Browser, path: str) -> ClientConnection:
    """A socket as a page opens it."""
    headers = {name: value for name, value in browser.headers.items() if name != "Host"}
    return connect(
        f"ws://127.0.0.1:{browser.door.port}{path}",
        origin=Origin(browser.door.origin),
        additional_headers=headers,
        compression=None,
        open_timeout=60,
    )


@step("sockets: a board, a desk and the lobby hear of what happens", 15)
def sockets(walk: Walk) -> None:
    one, other = Member(walk), Member(walk)
    mine, theirs = introduce(one, other)
    with ExitStack() as stack:
        board = stack.enter_context(listening(other.browser, f"/ws/matches/{mine.uid}/"))
        desk = stack.enter_context(listening(other.browser, "/ws/desk/"))
        lobby = stack.enter_context(listening(other.browser, "/ws/lobby/"))
        mine.take_turn()
        heard = 0
        while heard < 2:  # the board before the move may be told of as well
            heard = json.loads(board.recv(WAITS * slowness()))["version"]
        assert desk.recv(WAITS * slowness())
        page = one.browser.get("/matches/new/", opponent="here")
        one.browser.send(page.form("/matches/new/", "audience"), game="gungi", rated="no")
        assert lobby.recv(WAITS * slowness())
    theirs.wait_for_turn()
