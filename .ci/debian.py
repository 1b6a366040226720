"""Sets up a site in a fresh Debian root by deploy/debian/install, and goes on as an operator would.

Install twice, `jinya setup`, Caddy with certificates of its own, doctor until nothing is wrong, a
sign-in by another service, a turn against a bot, a backup that is taken away, the database lost and
restored from it; uninstall, and install again.

For the night; needs root, mmdebstrap and a way to Debian's packages. The root has processes and a
network of its own, so that its servers stand beside those of this machine. No systemd runs there:
what the units would start is read from them.
"""

from __future__ import annotations

import os
import re
import shlex
import socketserver
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar
from urllib.parse import parse_qs, urlsplit

if TYPE_CHECKING:
    from tests.walk.browser import Browser

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = (
    "ca-certificates,postgresql,redis-server,caddy,python3,python3-venv,curl,procps,age,rclone"
)
VALUES = (
    "--host jinya.example --contact mailto:operator@jinya.example "
    "--mail smtp://site:nothing@127.0.0.1:25 --from site@jinya.example"
)
HOSTS = ("jinya.example", "www.jinya.example")
NAME, PASSWORD = "Hana", "seven kettles sing at dawn"
MAIL_PORT = 2525
ANSWERS = f"""
JINYA_HOSTS={", ".join(HOSTS)}
JINYA_OPERATOR=Hana's "inn"
JINYA_SOURCE=https://code.example/jinya
MAIL_SERVER=127.0.0.1:{MAIL_PORT}
MAIL_ENCRYPTION=none
MAIL_NAME=
MAIL_TO=operator@jinya.example
JINYA_BACKUP_HOOK=/opt/jinya/deploy/backup-away
JINYA_BACKUP_TO=away:/srv/away
STAFF_NAME={NAME}
STAFF_PASSWORD={PASSWORD}
SIGN_UP=invitation
"""
KEPT = ("app.env", "mail.env", "migrate.env", "backup.env", "beat.env")
WORKERS = ("worker@clock", "worker@pairing", "worker@mail", "worker@thinking")
UNITS = ("web@8000", "web@8001", *WORKERS, "beat")
PATIENCE = 120.0  # seconds until the site answers
LOGS, ETC = Path("/var/log/jinya"), Path("/etc/jinya")
BACKUPS = Path("/var/backups/jinya")

INSIDE = r"""
set -eu
ip link set lo up 2>/dev/null || python3 - <<'END'
import fcntl, socket, struct
with socket.socket() as door:  # lo, where there is no iproute2
    fcntl.ioctl(door, 0x8914, struct.pack("16sh", b"lo", 0x1 | 0x40))
END
mount -t tmpfs -o mode=1777 tmpfs /dev/shm
export PIP_NO_INDEX=1 PIP_FIND_LINKS=/wheels
pg_ctlcluster 15 main start
redis-server --daemonize yes --save '' >/dev/null
/source/deploy/debian/install --dry-run VALUES >/dev/null
[ ! -e /etc/jinya ] && [ ! -e /opt/jinya ]
! /source/deploy/debian/install 2>/dev/null
! /source/deploy/debian/install --host jinya.example/sub --contact a --mail b --from c 2>/dev/null
/source/deploy/debian/install VALUES
sha256sum /etc/jinya/* >/tmp/first
/source/deploy/debian/install
sha256sum --quiet --check /tmp/first
echo "== twice, and the values stay"
caddy validate --adapter caddyfile --config /etc/caddy/Caddyfile 2>&1 | tail -n 1
/opt/jinya/.venv/bin/python /source/.ci/debian.py inside
"""


def run(*command: str, **options: object) -> None:
    """Run it to its end; CalledProcessError if it fails."""
    subprocess.run(command, check=True, **options)  # type: ignore[call-overload]


def unit(name: str) -> tuple[list[str], list[Path], list[str]]:
    """Return what a unit runs, the files of its values, and its settings of the environment."""
    stem, _, instance = name.partition("@")
    file = f"jinya-{stem}@.service" if instance else f"jinya-{stem}.service"
    text = Path("/etc/systemd/system", file).read_text().replace("%i", instance)
    (command,) = re.findall(r"^ExecStart=(.*)$", text, re.MULTILINE)
    files = [Path(one) for one in re.findall(r"^EnvironmentFile=-?(.*)$", text, re.MULTILINE)]
    return shlex.split(command), files, re.findall(r"^Environment=(.*)$", text, re.MULTILINE)


def start(name: str, *instead: str) -> subprocess.Popen[bytes]:
    """Start what a unit starts, or something *instead*: as jinya, with its values alone."""
    from config import envfiles

    command, files, settings = unit(name)
    env = dict(line.split("=", 1) for line in settings)
    for file in files:
        env |= envfiles.read(file.read_text()) if file.exists() else {}
    LOGS.mkdir(exist_ok=True)
    with (LOGS / f"{name}.log").open("wb") as log:
        return subprocess.Popen(
            instead or command, cwd="/opt/jinya", env=env, user="jinya", group="jinya",
            extra_groups=[], stdout=log, stderr=subprocess.STDOUT,
        )  # fmt: skip


def log_of(name: str) -> str:
    """Return what a unit has written."""
    return (LOGS / f"{name}.log").read_text()


def answers(port: int, path: str = "/readyz") -> str:
    """Return the status of a page, asked for as Caddy would."""
    told = subprocess.run(
        ["curl", "-s", "-o", "/dev/null", "-w", "%{http_code}", f"http://127.0.0.1:{port}{path}",
         "-H", "Host: jinya.example", "-H", "X-Forwarded-Proto: https",
         "-H", "X-Forwarded-For: 192.0.2.1"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    return told.stdout


def wait(what: str, is_so: Callable[[], bool]) -> None:
    """Wait until it is so, for as long as is bearable."""
    deadline = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < deadline, f"never: {what}"
        time.sleep(0.5)


class Machine:
    """The processes that the units would have started."""

    def __init__(self) -> None:
        self.running: dict[str, subprocess.Popen[bytes]] = {}

    def start(self) -> None:
        """Start what jinya.target has, and wait until both web processes are ready."""
        assert start("migrate").wait(300) == 0, log_of("migrate")
        self.running = {name: start(name) for name in UNITS}
        wait("both web processes are ready", lambda: answers(8000) == answers(8001) == "200")

    def stop(self) -> None:
        """Stop them. None has ended by itself, or written an error."""
        for name, process in self.running.items():
            assert process.poll() is None, f"{name} has ended: {log_of(name)}"
            process.terminate()
        for name, process in self.running.items():
            process.wait(60)
            assert '"level": "error"' not in log_of(name).lower(), log_of(name)

    def restart(self) -> None:
        """Do both, as after a change of values."""
        self.stop()
        self.start()


class Letters(socketserver.StreamRequestHandler):
    """A mail server without a name or a password; it takes everything."""

    taken: ClassVar[list[str]] = []

    def handle(self) -> None:
        self.wfile.write(b"220 here\r\n")
        for line in self.rfile:
            word = line[:4].upper().strip()
            if word == b"DATA":
                self.wfile.write(b"354 go on\r\n")
                lines = iter(self.rfile.readline, b".\r\n")
                self.taken.append(b"".join(lines).decode())
            self.wfile.write(b"221 bye\r\n" if word == b"QUIT" else b"250 well\r\n")


def jinya(*command: str) -> str:
    """Return what a command of the operator prints; CalledProcessError if it fails."""
    told = subprocess.run(
        ["/opt/jinya/bin/jinya", *command], stdout=subprocess.PIPE, text=True, check=False
    )
    assert told.returncode == 0, f"jinya {' '.join(command)}: {told.stdout}"
    return told.stdout


def sql(query: str) -> str:
    """Return what the database answers."""
    asked = ["su", "postgres", "-s", "/bin/sh", "-c", f'cd / && psql -AtX jinya -c "{query}"']
    return subprocess.check_output(asked, text=True).strip()


def set_up() -> str:
    """Run `jinya setup`; return the secret of the first operator's second factor."""
    made = subprocess.check_output(
        ["age-keygen", "-o", "/root/jinya.key"], stderr=subprocess.STDOUT
    )
    key = made.decode().split()[-1]
    Path("/root/answers").write_text(f"{ANSWERS}JINYA_BACKUP_KEY={key}\n")
    said = jinya("setup", "--answers", "/root/answers")
    print(said)
    assert Letters.taken, "no mail has come"
    with (ETC / "backup.env").open("a") as values:
        values.write("RCLONE_CONFIG_AWAY_TYPE=local\n")
    return re.findall(r"secret=([A-Z2-7]+)", said)[0]


def serve() -> subprocess.Popen[bytes]:
    """Start Caddy with certificates that this machine trusts."""
    with Path("/etc/hosts").open("a") as hosts:
        hosts.write(f"127.0.0.1 {' '.join(HOSTS)}\n")
    key, shown = "/etc/caddy/own.key", "/usr/local/share/ca-certificates/own.crt"
    run(
        *shlex.split("openssl req -x509 -newkey rsa:2048 -nodes -days 90 -subj /CN=jinya.example"),
        *("-addext", f"subjectAltName={','.join(f'DNS:{host}' for host in HOSTS)}"),
        *("-keyout", key, "-out", shown),
        stderr=subprocess.DEVNULL,
    )
    run("update-ca-certificates", stdout=subprocess.DEVNULL)
    site, last = Path("/etc/caddy/jinya.caddy"), "\theader -Server\n"
    site.write_text(site.read_text().replace(last, f"{last}\ttls {shown} {key}\n"))
    with Path("/var/log/caddy.log").open("wb") as log:
        caddy = subprocess.Popen(["caddy", "run", "--config", "/etc/caddy/Caddyfile"], stderr=log)
    for host in HOSTS:
        page = ["curl", "-sf", "--retry", "9", "--retry-all-errors", f"https://{host}/learn/"]
        run(*page, stdout=subprocess.DEVNULL)
    return caddy


def window() -> Browser:
    """Return a browser of somebody, behind the proxy."""
    from tests.running.houses import Door
    from tests.walk.browser import Browser

    return Browser(Door(8001, "https://jinya.example", is_proxied=True), lambda _asked: None)


def signed_in(secret: str) -> Browser:
    """Return the browser of the operator."""
    from tests.walk.second_factor import code_of

    browser = window()
    page = browser.get("/accounts/login/")
    page = browser.send(page.form("/accounts/login/", "login"), login=NAME, password=PASSWORD)
    browser.send(page.form("2fa/authenticate", "code"), code=code_of(secret))
    browser.get("/admin/upkeep/")
    return browser


def play(browser: Browser) -> str:
    """Play a turn against a bot, and wait for its answer; return the address of the match."""
    page = browser.get("/lobby/")
    form = page.form("/play/xiongqi/", "level", "easy")
    page = browser.send(form, press=("level", "easy"))
    at = page.path
    assert has_turn(browser, at), at
    offers = [one["action"] for one in browser.page.script("offers") if not one.get("shade")]
    page = browser.get(at, move=offers[0])
    browser.send(next(form for form in page.forms("/move/", "move") if any(form.fields["move"])))
    wait("the bot answers", lambda: has_turn(browser, at))
    return at


def has_turn(browser: Browser, at: str) -> bool:
    """Whether something can be played there."""
    return bool(browser.get(at).script("offers"))


def sign_in_elsewhere(machine: Machine) -> None:
    """Let somebody who has a code of ours sign in for the first time, by another service."""
    from tests.kit.oidc import open_id_house

    with open_id_house() as school:
        names = {"": "school", "_SCHOOL_ISSUER": school.provider.issuer}
        names |= {"_SCHOOL_CLIENT": school.provider.client}
        names |= {"_SCHOOL_SECRET": f'"{school.provider.secret}"'}
        with (ETC / "app.env").open("a") as values:
            values.writelines(f"JINYA_OIDC{name}={value}\n" for name, value in names.items())
        machine.restart()
        print(jinya("doctor", "--mail-to", "operator@jinya.example"))
        code = urlsplit(jinya("manage", "sign_up_code", "1").split()[-1])
        browser = window()
        page = browser.get(f"{code.path}?{code.query}")
        page = browser.send(page.form("/accounts/by/school/"))
        (away,) = re.findall(r'http-equiv="refresh" content="0;url=([^"]*)"', page.text)
        asked = parse_qs(urlsplit(unescape(away)).query)
        school.challenge = asked["code_challenge"][0]
        back = urlsplit(asked["redirect_uri"][0]).path
        page = browser.get(back, state=asked["state"][0], code="c")
        browser.send(page.form("/accounts/name/", "username"), username="Carol")
        name = (
            "SELECT name FROM accounts_user AS u JOIN socialaccount_socialaccount ON user_id = u.id"
        )
        assert sql(name) == "Carol", browser.page.said()


def kept() -> str:
    """Return how much of play the database holds."""
    return sql("SELECT (SELECT count(*) FROM match_match), count(*) FROM match_sealedply")


def lose_and_restore(machine: Machine) -> None:
    """Back up by the timer's command, lose the database, restore it from what was taken away."""
    before = kept()
    assert start("backup").wait(120) == 0, log_of("backup")
    machine.stop()
    run("su", "postgres", "-c", "cd / && dropdb jinya")
    for own in BACKUPS.iterdir():
        own.unlink()
    for away in Path("/srv/away").iterdir():
        own = BACKUPS / away.stem
        run("age", "--decrypt", "--identity", "/root/jinya.key", "--output", str(own), str(away))
        run("chown", "jinya:", str(own))
    (dump,) = BACKUPS.glob("jinya-*.dump")
    run("sh", "/opt/jinya/deploy/debian/database")
    run("redis-cli", "flushdb", stdout=subprocess.DEVNULL)
    restore = start("migrate", "/opt/jinya/bin/jinya", "restore", str(dump))
    assert restore.wait(300) == 0, log_of("migrate")
    print(log_of("migrate"))
    assert kept() == before, (kept(), before)
    print(f"restored {dump.name}: {before} matches and plies")
    machine.start()


def inside() -> None:
    """Go on as an operator would, take the site away, and set it up again."""
    sys.path.insert(0, str(ROOT))
    import config  # noqa: F401 - names settings in our environment, which no command is to see

    del os.environ["DJANGO_SETTINGS_MODULE"]
    letters = socketserver.ThreadingTCPServer(("127.0.0.1", MAIL_PORT), Letters)
    threading.Thread(target=letters.serve_forever, daemon=True).start()
    Path("/srv/away").mkdir()
    run("chown", "jinya", "/srv/away")
    machine = Machine()
    machine.start()
    secret = set_up()
    machine.stop()
    run("/source/deploy/debian/install", stdout=subprocess.DEVNULL)  # as setup says, for Caddy
    machine.start()
    caddy = serve()
    sign_in_elsewhere(machine)
    browser = signed_in(secret)
    at = play(browser)
    machine.running["web@8000"].kill()
    for _again in range(4):
        run("curl", "-sf", "-o", "/dev/null", "https://jinya.example/learn/")
    print("Caddy goes on with one web process")
    machine.running["web@8000"] = start("web@8000")
    lose_and_restore(machine)
    assert has_turn(signed_in(secret), at)
    machine.stop()
    caddy.terminate()
    run("/source/deploy/debian/uninstall")
    assert not Path("/opt/jinya").exists()
    assert not [*Path("/etc/systemd/system").glob("jinya*")]
    assert all((ETC / name).exists() for name in KEPT)
    assert [*BACKUPS.glob("jinya-*.dump")]
    run("/source/deploy/debian/install", stdout=subprocess.DEVNULL)
    machine.start()
    assert has_turn(signed_in(secret), at)
    machine.stop()
    print("set up, lost, restored, taken away and set up again; people and matches stay")


def main() -> None:
    """Make the root, and do all of it in there."""
    scratch = Path(os.environ.get("JINYA_DEBIAN_ROOT") or tempfile.mkdtemp(prefix="jinya-debian-"))
    root = scratch / "root"
    if not root.exists():
        sources = Path("/etc/apt/sources.list.d/debian.sources")
        run(
            "mmdebstrap",
            "--variant=minbase",
            f"--include={PACKAGES}",
            "bookworm",
            str(root),
            str(sources),
        )
    for name in ("source", "wheels"):
        (root / name).mkdir(exist_ok=True)
    kept = subprocess.check_output(["git", "ls-files", "-z"], cwd=ROOT)
    run("tar", "--null", "--files-from=-", "-cf", str(scratch / "tree.tar"), cwd=ROOT, input=kept)
    run("tar", "-xf", str(scratch / "tree.tar"), "-C", str(root / "source"))
    run(
        sys.executable, "-m", "pip", "download", "-qqq", "--no-deps", "--only-binary", ":all:",
        "--require-hashes", "-r", str(ROOT / "requirements.txt"), "-d", str(root / "wheels"),
    )  # fmt: skip
    (root / "inside.sh").write_text(INSIDE.replace("VALUES", VALUES))
    run(
        "unshare", "--fork", "--pid", "--kill-child", "--mount", "--net", "--ipc", "--uts",
        f"--mount-proc={root}/proc", "chroot", str(root), "/usr/bin/env", "-i",
        "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "HOME=/root", "LANG=C.UTF-8", "sh", "/inside.sh",
    )  # fmt: skip


if __name__ == "__main__":
    inside() if sys.argv[1:] == ["inside"] else main()
