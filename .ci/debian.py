"""Sets up a site in a fresh Debian root by deploy/debian/install, twice, and takes it away again.

For the night; needs root, mmdebstrap and a way to Debian's packages. The root has processes and a
network of its own, so that its servers stand beside those of this machine. No systemd runs there:
what the units would start is read from them.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = "ca-certificates,postgresql,redis-server,caddy,python3,python3-venv,curl,procps"
VALUES = (
    "--host jinya.example --contact mailto:operator@jinya.example "
    "--mail smtp://site:nothing@127.0.0.1:2525 --from site@jinya.example"
)
KEPT = ("app.env", "mail.env", "migrate.env", "backup.env", "beat.env")
UNITS = ("migrate", "web@8000", "web@8001", "worker@clock", "worker@pairing", "worker@mail")
UNITS += ("worker@thinking", "beat", "backup")
PATIENCE = 120.0  # seconds until the site answers
LOGS = Path("/var/log/jinya")

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
python3 /units.py
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


def start(name: str) -> subprocess.Popen[bytes]:
    """Start what a unit starts: as jinya, with its values alone."""
    command, files, settings = unit(name)
    values = [line for file in files if file.exists() for line in file.read_text().splitlines()]
    env = dict(line.split("=", 1) for line in [*settings, *values] if line)
    LOGS.mkdir(exist_ok=True)
    with (LOGS / f"{name}.log").open("wb") as log:
        return subprocess.Popen(
            command, cwd="/opt/jinya", env=env, user="jinya", group="jinya", extra_groups=[],
            stdout=log, stderr=subprocess.STDOUT,
        )  # fmt: skip


def log_of(name: str) -> str:
    """Return what a unit has written."""
    return (LOGS / f"{name}.log").read_text()


def answers(port: int, path: str) -> str:
    """Return the status of a page, asked for as Caddy would."""
    told = subprocess.run(
        ["curl", "-s", "-o", "/dev/null", "-w", "%{http_code}", f"http://127.0.0.1:{port}{path}",
         "-H", "Host: jinya.example", "-H", "X-Forwarded-Proto: https",
         "-H", "X-Forwarded-For: 192.0.2.1"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    return told.stdout


def inside() -> None:
    """Start the units, look whether the site stands, take it away, look at what is left."""
    assert start("migrate").wait(300) == 0, log_of("migrate")
    running = {name: start(name) for name in UNITS[1:-1]}
    deadline = time.monotonic() + PATIENCE
    while {answers(8000, "/readyz"), answers(8001, "/readyz")} != {"200"}:
        assert time.monotonic() < deadline, log_of("web@8000")
        time.sleep(0.5)
    for path in ("/", "/learn/", "/accounts/signup/"):
        status = answers(8001, path)
        print(f"{path}: {status}")
        assert status == "200"
    doctor = ["/opt/jinya/bin/jinya", "doctor"]
    print(subprocess.run(doctor, capture_output=True, text=True, check=False).stdout)
    assert start("backup").wait(120) == 0, log_of("backup")
    dump = max(Path("/var/backups/jinya").glob("jinya-*.dump"))
    print(f"backup: {dump.name}, {dump.stat().st_size} bytes")
    for name, process in running.items():
        assert process.poll() is None, f"{name} has ended: {log_of(name)}"
        process.terminate()
    for process in running.values():
        process.wait(60)
    wrong = [name for name in running if '"level": "error"' in log_of(name).lower()]
    assert not wrong, [log_of(name) for name in wrong]
    run("/source/deploy/debian/uninstall")
    assert not Path("/opt/jinya").exists()
    assert not [*Path("/etc/systemd/system").glob("jinya*")]
    assert all(Path("/etc/jinya", name).exists() for name in KEPT)
    assert dump.exists()
    print("set up, run, and taken away; values and backups stay")


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
    (root / "units.py").write_text(Path(__file__).read_text())
    (root / "inside.sh").write_text(INSIDE.replace("VALUES", VALUES))
    run(
        "unshare", "--fork", "--pid", "--kill-child", "--mount", "--net", "--ipc", "--uts",
        f"--mount-proc={root}/proc", "chroot", str(root), "/usr/bin/env", "-i",
        "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "HOME=/root", "LANG=C.UTF-8", "sh", "/inside.sh",
    )  # fmt: skip


if __name__ == "__main__":
    inside() if __file__ == "/units.py" else main()
