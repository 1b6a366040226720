"""Builds the image and runs all services of compose.yaml in containers: `make image`.

For the night; needs root, a Docker engine with compose and buildx, mmdebstrap, and a way to the
packages of Debian and Python. The images of others are stand-ins (.ci/stand-ins), made of Debian's
packages. What is done is printed as commands. With names of steps only these are taken, in the
folder JINYA_TRIAL, and all stays up.
"""

from __future__ import annotations

import gzip
import os
import re
import shlex
import shutil
import ssl
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from http.client import HTTPConnection
from pathlib import Path
from types import SimpleNamespace
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.test")
ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import django  # noqa: E402
import yaml  # noqa: E402

django.setup()  # the walk knows the routes by their names

from config.version import VERSION  # noqa: E402
from tests.running.houses import Door  # noqa: E402
from tests.running.processes import free_port  # noqa: E402
from tests.upgrade.keep import COMMITS  # noqa: E402
from tests.walk.houses import chosen  # noqa: E402
from tests.walk.walking import walk  # noqa: E402

HERE = ROOT / ".ci" / "stand-ins"
IMAGES = ("python", "postgres", "valkey", "caddy")
PROJECT, HOST = "jinya-trial", "jinya.localhost"  # Caddy vouches for that name by itself
BASE = re.compile(r"python:3\.13-slim-bookworm@sha256:[0-9a-f]{64}")
SERVICES = len(yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]) + 1  # post
PATIENCE = 300.0  # seconds
UPKEEP = """
from django.utils import timezone
from config import upkeep

print(upkeep.backups(timezone.now()).state - upkeep.FINE, len(upkeep.kept_backups()))
"""


STEPS: dict[str, Callable[[Trial], None]] = {}


def step(taken: Callable[[Trial], None]) -> Callable[[Trial], None]:
    """One of what is done, in this order."""
    STEPS[taken.__name__] = taken
    return taken


class Trial:
    """A project of compose in *folder*, with its values in a file there."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.tree = folder, ROOT
        self.port = int(os.environ.get("TRIAL_PORT") or free_port())
        self.env = {
            **os.environ,
            **{f"{name.upper()}_IMAGE": f"jinya-stand-in/{name}" for name in IMAGES},
            "BACKUP_IMAGE": "jinya-stand-in/postgres",
            "STAND_INS": str(HERE),
            "TRIAL_PORT": str(self.port),
            "VERSION": VERSION,
            "REVISION": self.read("git", "rev-parse", "HEAD").strip(),
        }

    def run(self, *command: str, **options: Any) -> subprocess.CompletedProcess[str]:
        """Say it and do it. CalledProcessError if it fails."""
        print("$", *command, flush=True)
        options = {"cwd": self.tree, "text": True, **options}
        return subprocess.run(command, env=self.env, check=True, **options)

    def read(self, *command: str) -> str:
        """What a command prints."""
        env = getattr(self, "env", None)
        return subprocess.run(
            command, cwd=self.tree, env=env, check=True, capture_output=True, text=True
        ).stdout

    def compose(self, *words: str) -> list[str]:
        """A command of compose for all files."""
        files = (
            str(self.tree / "compose.yaml"),
            str(HERE / "compose.yaml"),
            str(HERE / "compose.port.yaml"),
        )
        named = [part for name in files for part in ("-f", name)]
        values = ("--env-file", str(self.folder / ".env"))
        return ["docker", "compose", "-p", PROJECT, *values, *named, *words]

    def logs(self, service: str) -> str:
        """What it has written so far."""
        return self.read(*self.compose("logs", "--no-log-prefix", service))

    def until(self, what: str, look: Callable[[], object]) -> None:
        """Look until there is something."""
        deadline = time.monotonic() + PATIENCE
        while not look():
            if time.monotonic() > deadline:
                raise SystemExit(f"{what}: not within {PATIENCE:g} s")
            time.sleep(1)
        print(f"ok: {what}")

    def rows(self, *tables: str) -> list[int]:
        """How many each of them has."""
        counts = "; ".join(f"SELECT count(*) FROM {table}" for table in tables)  # noqa: S608 - ours
        asked = ("psql", "-qAtU", "postgres", "-d", "jinya", "-c", counts)
        return [*map(int, self.read(*self.compose("exec", "-T", "postgres", *asked)).split())]

    def states(self) -> list[str]:
        """Of each container its service, whether it runs, its health and how it has ended."""
        told = "{{.Service}} {{.State}} {{.Health}} {{.ExitCode}}"
        return self.read(*self.compose("ps", "--all", "--format", told)).splitlines()

    def is_well(self) -> bool:
        """Whether each runs and says that it is healthy; what prepares has ended well."""
        fine = re.compile(r"migrate exited .*0|post running .*|\w+ running healthy 0")
        states = self.states()
        return len(states) == SERVICES and all(map(fine.fullmatch, states))

    def play(self, *names: str) -> None:
        """Take steps of the walk, through Caddy."""
        door = Caddy(self.port, f"https://{HOST}:{self.port}")
        house: Any = SimpleNamespace(doors=(door,), folder=self.folder)
        outcomes = walk(house, chosen(names))
        asked = [each for outcome in outcomes for each in outcome.asked]
        faults = [f"{each.step.name}: {each.fault}" for each in outcomes if each.fault]
        faults += [f"{each.path}: {each.status}" for each in asked if each.status >= 500]
        if faults:
            raise SystemExit("\n".join(faults))
        print(f"ok: {len(outcomes)} steps of the walk, {len(asked)} requests through Caddy")


class Caddy(Door):
    """Caddy's port, which vouches for itself by an authority of this hour."""

    def connection(self, timeout: float) -> HTTPConnection:
        """By TLS, to the name of the site."""
        wire = super().connection(timeout)
        wire.connect()
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        wire.sock = context.wrap_socket(wire.sock, server_hostname=HOST)
        return wire


@step
def stand_ins(trial: Trial) -> None:
    """Debian's own PostgreSQL, Valkey, Caddy and Python, under names of their own."""
    if not trial.read("docker", "images", "-q", "jinya-stand-in/debian"):
        root = str(trial.folder / "debian.tar")
        trial.run("mmdebstrap", "--variant=minbase", "--include=ca-certificates", "trixie", root)
        trial.run("docker", "import", root, "jinya-stand-in/debian")
    context = trial.folder / "stand-ins"
    shutil.copytree(HERE, context)
    shutil.copy("/etc/ssl/certs/ca-certificates.crt", context)  # whom this machine trusts
    for name in IMAGES:
        tag = f"jinya-stand-in/{name}"
        trial.run(
            "docker", "build", "-q", "--network", "host", "--target", name, "-t", tag, str(context)
        )  # fmt: skip


@step
def build(trial: Trial) -> None:
    """From this checkout."""
    files = ("-f", "compose.build.yaml", "-f", str(HERE / "compose.build.yaml"))
    trial.run("docker", "compose", "-p", PROJECT, *files, "build", "--quiet")
    labels = "{{range $name, $text := .Config.Labels}}{{$name}}={{$text}}\n{{end}}"
    print(trial.read("docker", "inspect", "--format", labels, f"jinya:{VERSION}").strip())


@step
def setup(trial: Trial) -> None:
    """Values by `jinya setup` in the image, with a mail that is really taken."""
    values = trial.folder / "values"
    values.mkdir()
    (values / "answers").write_text(
        f"JINYA_HOSTS={HOST}\nJINYA_ORIGINS=https://{HOST}:{trial.port}\nJINYA_OPERATOR=Hana\n"
        "JINYA_CONTACT=hana@jinya.example\nMAIL_SERVER=post:25\nMAIL_ENCRYPTION=none\n"
        "MAIL_TO=hana@jinya.example\nJINYA_EMAIL_FROM=site@jinya.example\n"
    )
    trial.run("docker", "compose", "-p", PROJECT, "-f", str(HERE / "compose.yaml"), "up", "-d")
    asked = (
        "docker", "run", "--rm", "--read-only", "--user", str(os.getuid()), "--cap-drop=ALL",
        "--network", f"{PROJECT}_default", "-v", f"{values}:/values", f"jinya:{VERSION}",
        "bin/jinya", "setup", "--file", "/values/.env", "--answers", "/values/answers",
    )  # fmt: skip
    trial.run(*asked, "--dry-run")
    if (values / ".env").exists():
        raise SystemExit("a dry run has written")
    trial.run(*asked)
    shutil.copy(values / ".env", trial.folder)


@step
def start(trial: Trial) -> None:
    """All services; the log of web names the page of the first operator."""
    trial.run(*trial.compose("up", "--detach"))
    trial.until("all services are healthy", trial.is_well)
    trial.until("the log names /setup/", lambda: "/setup/ with the code" in trial.logs("web"))


@step
def staff(trial: Trial) -> None:
    """The first operator by the command; Upkeep sees the backups, and mails arrive."""
    answers = "STAFF_NAME=Hana\nSTAFF_PASSWORD=seven kettles sing at dawn\nSIGN_UP=open\n"
    command = trial.compose("exec", "-T", "mail", "bin/jinya", "setup", "--answers", "/dev/stdin")
    trial.run(*command, input=answers)
    trial.until("a backup is made", lambda: "jinya-" in trial.logs("backup"))
    shell = ("bin/jinya", "manage", "shell", "--verbosity=0", "--command", UPKEEP)
    for process, service in (("web", "web"), ("worker", "mail")):
        told = trial.compose("exec", "-T", "-e", f"JINYA_PROCESS={process}", service)
        found = trial.read(*told, *shell).strip()
        print(f"{service} sees of the backups: {found}")
        if not found.startswith("0 "):
            raise SystemExit("Upkeep does not see them")
    doctor = ("bin/jinya", "doctor", "--mail-to", "hana@jinya.example")
    asked = trial.compose("exec", "-T", "mail", *doctor)
    subprocess.run(asked, env=trial.env, check=False)  # no one vouches for this certificate
    trial.until("its mail was taken", lambda: "hana@jinya.example" in trial.logs("post"))


@step
def play(trial: Trial) -> None:
    """Each game against its bots, and a match to its end."""
    trial.play("two turns against every level", "a match to its end", "a stage to its end")


@step
def restore(trial: Trial) -> None:
    """The commands of docs/operations.md for containers, one after the other."""
    before = trial.rows("match_match", "match_sealedply", "accounts_user")
    text = (ROOT / "docs" / "operations.md").read_text()
    found = re.search(r"In containers, where only .*:\n\n((?: {6}.*\n)+)", text)
    assert found is not None
    for line in found[1].replace("\\\n", "").splitlines():
        dumps = sorted(path.stem for path in (trial.folder / "backups").glob("jinya-*.dump"))
        command = line.strip().replace("jinya-....", f"{dumps[-1]}." if dumps else "")
        print("$", " ".join(command.split()), flush=True)
        command = command.replace("docker compose", shlex.join(trial.compose()))
        subprocess.run(["bash", "-c", command], cwd=trial.folder, env=trial.env, check=True)
    trial.until("all services are healthy", trial.is_well)
    after = trial.rows("match_match", "match_sealedply", "accounts_user")
    print(f"rows before and after: {before}, {after}")
    if before != after:
        raise SystemExit("a backup has lost rows")
    trial.play("a match to its end")


@step
def upgrade(trial: Trial) -> None:
    """A site of 0.1.0, with what is kept of it, in its own image; then this one on its volumes."""
    release, commit = next(iter(COMMITS.items()))
    trial.run(*trial.compose("down", "--volumes", "--timeout", "5"))
    trial.tree = trial.folder / release
    trial.tree.mkdir()
    archive = subprocess.run(
        ["git", "archive", commit], cwd=ROOT, check=True, capture_output=True
    ).stdout
    subprocess.run(["tar", "-x"], cwd=trial.tree, input=archive, check=True)
    dockerfile = trial.tree / "Dockerfile"
    text = BASE.sub("jinya-stand-in/python", dockerfile.read_text())
    dockerfile.write_text(text.replace("RUN python -m", "RUN python3 -m"))
    trial.run("docker", "build", "-q", "--network", "host", "-t", "jinya", ".")
    trial.run(*trial.compose("up", "--detach", "--wait", "postgres"))
    kept = gzip.decompress((ROOT / "tests/upgrade" / release / "postgresql.sql.gz").read_bytes())
    load = ("psql", "-qU", "postgres", "-v", "ON_ERROR_STOP=1", "-o", "/dev/null", "jinya")
    told = b"SET ROLE jinya_owner;\n" + kept
    trial.run(*trial.compose("exec", "-T", "postgres", *load), input=told.decode())
    trial.run(*trial.compose("up", "--detach"))
    trial.until(f"{release} is up", lambda: "web running healthy 0" in trial.states())
    before = trial.rows("match_match", "accounts_user")
    trial.tree = ROOT
    trial.run(*trial.compose("up", "--detach"))
    roles = ("sh", "/docker-entrypoint-initdb.d/roles.sh")
    trial.run(*trial.compose("exec", "-T", "postgres", *roles))
    trial.run(*trial.compose("restart", "backup"))
    trial.until("all services are healthy", trial.is_well)
    verify = trial.compose("exec", "-T", "mail", "bin/jinya", "manage", "verify_matches")
    trial.run(*verify)
    print(f"rows before and after: {before}, {trial.rows('match_match', 'accounts_user')}")
    trial.play("a match to its end")


def main() -> None:
    """Take the steps; clean after all of them."""
    names = sys.argv[1:]
    folder = Path(os.environ.get("JINYA_TRIAL") or tempfile.mkdtemp(prefix="jinya-trial-"))
    trial = Trial(folder)
    try:
        for name, taken in STEPS.items():
            if not names or name in names:
                print(f"\n== {name}: {taken.__doc__}")
                taken(trial)
    finally:
        if not names:
            down = trial.compose("down", "--volumes", "--timeout", "5")
            subprocess.run(down, env=trial.env, check=False)
            shutil.rmtree(folder)


if __name__ == "__main__":
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    main()
