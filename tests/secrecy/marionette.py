"""Debian's Firefox, spoken to by its own remote control (Marionette): no driver beside it."""

from __future__ import annotations

import json
import shutil
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.secrecy.next_person import PATIENCE, PageLeft, Program, wait_for

FIREFOX = shutil.which("firefox-esr")

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
"""The name under which an element is handed over (W3C WebDriver)."""

SCRIPT_AWAY = {"javascript error", "no such window", "unknown error"}
"""What is answered while a page is being left."""

PREFERENCES = {
    # nothing leaves this machine
    "network.proxy.type": 1,
    "network.proxy.http": "127.0.0.1",
    "network.proxy.http_port": 9,
    "network.proxy.ssl": "127.0.0.1",
    "network.proxy.ssl_port": 9,
    "network.proxy.no_proxies_on": "127.0.0.1",
    "network.dns.disabled": True,
    # what people have, and automation would switch off
    "browser.startup.page": 3,  # open again what was open
    "browser.sessionstore.privacy_level": 0,
    "browser.sessionstore.interval": 500,
    "browser.sessionstore.resume_from_crash": True,
    "remote.prefs.recommended": False,
    "marionette.port": 0,
    # no questions
    "browser.shell.checkDefaultBrowser": False,
    "browser.aboutwelcome.enabled": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "app.normandy.enabled": False,
    "signon.rememberSignons": False,
    "toolkit.telemetry.reportingpolicy.firstRun": False,
}


class Firefox:
    """A browser with a profile of its own."""

    def __init__(self, profile: Path, home: str) -> None:
        self.profile, self._home = profile, home
        profile.mkdir()
        lines = [f"user_pref({json.dumps(k)}, {json.dumps(v)});" for k, v in PREFERENCES.items()]
        (profile / "user.js").write_text("\n".join(lines))
        self._open()

    def _open(self) -> None:
        assert FIREFOX is not None
        how = ("--headless", "--marionette", "--no-remote", "--profile", str(self.profile))
        self._program = Program(self.profile, "MarionetteActivePort", FIREFOX, *how)
        self._line = socket.create_connection(("127.0.0.1", self._program.port), PATIENCE)
        self._incoming = self._line.makefile("rb")
        self._number = 0
        self._receive()  # who it is
        self._ask("WebDriver:NewSession", pageLoadStrategy="normal")

    def _ask(self, command: str, **parameters: Any) -> Any:
        self._number += 1
        message = json.dumps([0, self._number, command, parameters]).encode()
        self._line.sendall(b"%d:%s" % (len(message), message))
        _kind, _number, error, result = self._receive()
        if error and error["error"] in SCRIPT_AWAY:
            raise PageLeft(error["message"])
        if error:
            raise RuntimeError(f"{command}: {error['error']}: {error['message']}")
        return result

    def _receive(self) -> Any:
        length = b""
        while not length.endswith(b":"):
            length += self._incoming.read(1)
        return json.loads(self._incoming.read(int(length[:-1])))

    def _find(self, what: str) -> str:
        found = self._ask("WebDriver:FindElement", using="css selector", value=what)
        return str(found["value"][ELEMENT])

    def go(self, path: str) -> None:
        self._ask("WebDriver:Navigate", url=f"{self._home}{path}")

    def type(self, field: str, text: str) -> None:
        self._ask("WebDriver:ElementSendKeys", id=self._find(field), text=text)

    def press(self, button: str) -> None:
        self._ask("WebDriver:ElementClick", id=self._find(button))

    def run(self, script: str) -> Any:
        body = f"const [done] = [arguments[0]]; Promise.resolve({script}).then(done, () => done());"
        return self._ask("WebDriver:ExecuteAsyncScript", script=body, args=[])["value"]

    def restart(self) -> None:
        home = self.run("location.href")
        self.close()
        self._open()
        wait_for(lambda: home in self._addresses(), "the pages were not restored")

    def _addresses(self) -> Iterator[str]:
        """Where each tab is, which is the one in front while it is handed out."""
        for handle in self._ask("WebDriver:GetWindowHandles"):
            self._ask("WebDriver:SwitchToWindow", handle=handle)
            yield self._ask("WebDriver:GetCurrentURL")["value"]

    def close(self) -> None:
        self._ask("Marionette:Quit", flags=["eAttemptQuit"])
        self._line.close()
        self._program.end()

    def kill(self) -> None:
        self._program.kill()
