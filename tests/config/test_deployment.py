"""The files that start the site on servers speak of the same commands and values."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from config.celery import QUEUES
from config.env import Env
from config.processes import NOT_NEEDED, STAND_INS
from config.version import VERSION
from tests.config.test_modes import DUMMIES, run

pytestmark = pytest.mark.usefixtures("any_database")

ROOT = Path(__file__).resolve().parents[2]
START = (ROOT / "bin" / "jinya").read_text()
COMPOSE = (ROOT / "compose.yaml").read_text()
SERVICES: dict[str, Any] = yaml.safe_load(COMPOSE)["services"]
DOCKERFILE = (ROOT / "Dockerfile").read_text()
ARGS = " ".join(re.findall(r"^ARG .*$", DOCKERFILE, re.MULTILINE))
MANUAL = (ROOT / "docs" / "operations.md").read_text()
COMMANDS = set(re.findall(r"^  (\w+)\)$", START, re.MULTILINE))
READERS = ("settings/production", "mail_server", "operator")
READ = {
    name
    for reader in READERS
    for name in re.findall(r'env\.\w+\(\s*"(\w+)"', (ROOT / f"config/{reader}.py").read_text())
}


def test_compose_starts_what_there_is() -> None:
    assert set(re.findall(r"bin/jinya,? (\w+)", COMPOSE)) <= COMMANDS
    assert {"web", "worker", "migrate", "backup", "backups", "restore", "alive"} <= COMMANDS


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_the_manual_knows_every_command(command: str) -> None:
    assert f"bin/jinya {command}" in MANUAL


@pytest.mark.parametrize("name", sorted(READ - {"PROCESS"}))
def test_the_manual_knows_every_value(name: str) -> None:
    assert f"`JINYA_{name}`" in MANUAL


IMAGE = f"${{JINYA_IMAGE:-jinya:{VERSION.removesuffix('+dev')}}}"
HOUSE = {name: given for name, given in SERVICES.items() if given["image"] == IMAGE}


def process_of(service: dict[str, Any]) -> str:
    """What JINYA_PROCESS is in it: bin/jinya sets it from the command."""
    command: list[str] = service["command"]
    kinds = {"clock": "clock", "pairing": "clock", "thinking": "clock", "mail": "worker"}
    return kinds[command[2]] if command[1] == "worker" else command[1]


@pytest.mark.parametrize("name", sorted(HOUSE))
def test_a_container_is_given_what_it_needs_and_no_secret_besides(name: str) -> None:
    spared = NOT_NEEDED[process_of(HOUSE[name])]
    given = set(HOUSE[name]["environment"])
    assert set(STAND_INS) - spared <= given
    assert not spared & given
    assert "env_file" not in HOUSE[name]


def test_the_image_of_this_release_is_run_and_never_built() -> None:
    assert {"migrate", "web", "clock", "pairing", "mail", "thinking", "beat"} == set(HOUSE)
    assert [name for name, given in SERVICES.items() if "build" in given] == []


def test_another_file_builds_that_image_and_needs_no_value() -> None:
    text = (ROOT / "compose.build.yaml").read_text()
    (built,) = yaml.safe_load(text)["services"].values()
    assert built["image"] == IMAGE
    assert built["build"]["args"] == re.findall(r"(\w+)=", ARGS)
    assert text.count("${") == 1


def test_all_wait_for_the_migrations() -> None:
    for name in HOUSE.keys() - {"migrate"}:
        migrated = HOUSE[name]["depends_on"]["migrate"]
        assert migrated["condition"] == "service_completed_successfully"


def test_nobody_runs_as_superuser_or_owner_of_the_tables() -> None:
    for name, service in HOUSE.items():
        url = service["environment"].get("JINYA_DATABASE_URL", "//jinya_app:")
        role = "jinya_owner" if name == "migrate" else "jinya_app"
        assert f"//{role}:" in url
        assert "POSTGRES_PASSWORD" not in str(service)


def test_backups_are_made_by_a_role_that_reads() -> None:
    """With tools of the server's own version, unless somebody names another image."""
    backup = SERVICES["backup"]
    hook = {"JINYA_BACKUP_HOOK", "JINYA_BACKUP_TO", "JINYA_BACKUP_KEY"}
    assert set(backup["environment"]) == {"JINYA_DATABASE_URL", *hook}
    assert "//jinya_backup:" in backup["environment"]["JINYA_DATABASE_URL"]
    assert backup["image"].split(":-")[1] == SERVICES["postgres"]["image"].split(":-")[1]
    (folder,) = [part.split(":")[1] for part in backup["volumes"] if part.startswith("backups:")]
    assert backup["command"][1:] == ["backups", folder]
    assert backup["healthcheck"]["test"][1:] == [backup["command"][0], "alive", "130 minutes"]


def test_backups_are_seen_by_who_tells_of_them_and_changed_by_nobody_else() -> None:
    """Files of the service that makes them are its own: others see names, sizes and times."""
    seen = {
        name: part
        for name, service in SERVICES.items()
        for part in service.get("volumes", ())
        if part.startswith("backups:") and name != "backup"
    }
    assert seen == dict.fromkeys(("web", "mail"), "backups:/backups:ro,nocopy")
    told = {name for name, given in HOUSE.items() if "JINYA_BACKUPS" in given["environment"]}
    assert told == set(seen)
    assert {HOUSE[name]["environment"]["JINYA_BACKUPS"] for name in told} == {"/backups"}
    assert re.search(r"^  backup\)\n(?:    .*\n)*?    umask 077$", START, re.MULTILINE)


@pytest.mark.parametrize("name", sorted(SERVICES))
def test_a_container_can_do_no_more_than_it_needs(name: str) -> None:
    service = SERVICES[name]
    assert service["read_only"]
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert service.get("cap_add", []) == (["NET_BIND_SERVICE"] if name == "caddy" else [])


def test_the_stores_are_reached_by_the_house_alone() -> None:
    assert yaml.safe_load(COMPOSE)["networks"] == {"data": {"internal": True}}
    for name, service in SERVICES.items():
        stands_at = {"postgres": ["data"], "valkey": ["data"], "caddy": ["default"]}
        expected = stands_at.get(name, ["default", "data"])
        assert service.get("networks", ["default"]) == expected, name


def test_every_value_of_the_manual_reaches_the_house() -> None:
    """But those that stand firm in a container, and what only belongs before a site."""
    unset = {"BIND", "PORT", "PGBOUNCER", "BROKER_URL", "CACHE_URL", "LAYER_URL", "PROCESS"}
    given = {name for service in HOUSE.values() for name in service["environment"]}
    assert {f"JINYA_{name}" for name in READ - unset} <= given


def test_values_left_empty_are_those_of_the_manual() -> None:
    """Compose hands on what is not in .env as an empty text."""
    env = Env({"JINYA_LOCK_TIMEOUT": "", "JINYA_SECURITY_CONTACT": ""})
    assert env.whole("LOCK_TIMEOUT", 10, 0, 600) == 10
    assert env.contact("SECURITY_CONTACT") == ""


def test_every_process_has_a_health_check() -> None:
    unwatched = {name for name, service in SERVICES.items() if "test" not in service["healthcheck"]}
    assert unwatched == {"migrate"}
    assert SERVICES["migrate"]["healthcheck"] == {"disable": True}


def test_there_may_be_several_web_processes() -> None:
    """No port of the machine and no name of a container stands in the way of `--scale web=2`."""
    assert not {"ports", "container_name"} & set(SERVICES["web"])
    assert "dynamic a" in (ROOT / "deploy" / "Caddyfile").read_text()


@pytest.mark.skipif(shutil.which("caddy") is None, reason="Caddy is not installed")
def test_caddy_takes_its_file_for_every_host() -> None:
    """It is started as in compose.yaml, but to say what it has read."""
    environment = {**os.environ, "JINYA_HOSTS": "a.example,b.example"}
    command = [part.replace("$$", "$") for part in SERVICES["caddy"]["command"]]
    command[-1] = command[-1].replace("caddy run", "caddy adapt").replace("/etc/caddy/", "deploy/")
    adapted = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert adapted.returncode == 0, adapted.stderr
    (server,) = json.loads(adapted.stdout)["apps"]["http"]["servers"].values()
    (site,) = server["routes"]
    assert site["match"] == [{"host": ["a.example", "b.example"]}]
    proxy = json.dumps(site)
    assert '"source": "a"' in proxy, "web processes are found by name"
    assert '"X-Forwarded-For": ["{http.request.remote.host}"]' in proxy
    assert '"max_size": 64000' in proxy


def test_images_of_others_are_named_by_digest_and_can_be_changed() -> None:
    images = [service["image"] for service in SERVICES.values() if service["image"] != IMAGE]
    assert images
    pinned = re.compile(r"\$\{[A-Z]+_IMAGE:-[\w./-]+:[\w.-]+@sha256:[0-9a-f]{64}\}")
    assert [image for image in images if not pinned.fullmatch(image)] == []


def test_ours_is_built_on_an_image_named_by_digest() -> None:
    stages = re.findall(r"^FROM \S+ AS (\w+)$", DOCKERFILE, re.MULTILINE)
    bases = {*re.findall(r"^FROM (\S+)", DOCKERFILE, re.MULTILINE)} - {*stages}
    assert bases == {"${PYTHON_IMAGE}"}
    base = re.findall(r"^ARG PYTHON_IMAGE=(.*)$", DOCKERFILE, re.MULTILINE)
    assert re.fullmatch(r"python:3\.13-[\w-]+@sha256:[0-9a-f]{64}", *base)


def test_ours_says_what_it_is_and_runs_as_nobody() -> None:
    """By a number: what runs containers can see that it is not root."""
    (user,) = re.findall(r"^USER (\d+)$", DOCKERFILE, re.MULTILINE)
    assert f"useradd --uid {user} " in DOCKERFILE
    labels = re.findall(r'org\.opencontainers\.image\.(\w+)="([^"]+)"', DOCKERFILE)
    told = {"version": "$VERSION", "revision": "$REVISION", "source": "$SOURCE"}
    assert dict(labels) == {"title": "Jinya", "licenses": "AGPL-3.0-or-later", **told}
    (look,) = re.findall(r"^HEALTHCHECK .*CMD (.*)$", DOCKERFILE, re.MULTILINE)
    assert json.loads(look) == SERVICES["web"]["healthcheck"]["test"][1:]
    assert "COPY --from=compiled /house/sbom.cdx.json ." in DOCKERFILE


def test_every_queue_has_a_worker() -> None:
    for text in (COMPOSE, (ROOT / "deploy/systemd/jinya.target").read_text()):
        found = re.findall(r"(?:bin/jinya, worker, |jinya-worker@)(\w+)", text)
        assert sorted(found) == sorted(QUEUES)


def test_what_thinks_has_less_of_the_processors_than_others() -> None:
    shares = {name: service.get("cpu_shares", 1024) for name, service in SERVICES.items()}
    assert [name for name in shares if shares[name] < 1024] == ["thinking"]


def test_units_start_what_there_is() -> None:
    units = [path.read_text() for path in (ROOT / "deploy/systemd").glob("*.service")]
    started = {command for text in units for command in re.findall(r"bin/jinya (\w+)", text)}
    assert started == {"web", "worker", "beat", "migrate", "backup"}


@pytest.mark.parametrize(
    ("process", "values"),
    [
        ("migrate", {"JINYA_DATABASE_URL"}),
        ("beat", {"JINYA_REDIS_URL"}),
        ("web", set(STAND_INS) - {"JINYA_EMAIL_URL", "JINYA_EMAIL_FROM"}),
    ],
)
def test_a_process_starts_without_what_it_does_not_need(process: str, values: set[str]) -> None:
    needed = {name: text for name, text in DUMMIES.items() if name in values}
    module = {"DJANGO_SETTINGS_MODULE": "config.settings.production"}
    start = ("-c", "import django; django.setup()")
    assert run({**module, **needed, "JINYA_PROCESS": process}, *start).returncode == 0
    for name in values:
        fewer = {key: text for key, text in needed.items() if key != name}
        stopped = run({**module, **fewer, "JINYA_PROCESS": process}, *start)
        assert stopped.stderr.startswith(f"{name} is not set")
        if process == "web":
            break  # each of them is tried in test_modes.py


def test_nothing_secret_is_written_down() -> None:
    for name in ("SECRET_KEY", "PASSWORD", "REDISCLI_AUTH", "TOKEN"):
        values = re.findall(rf"{name}: (\S+)", COMPOSE)
        assert values
        assert all(value.startswith("${") for value in values)


def test_what_others_made_is_listed_with_its_licence() -> None:
    page = (ROOT / "docs" / "licences.md").read_text()
    named = set(re.findall(r"`([\w./-]+/[\w./-]+)`", page))
    assert [name for name in named if not (ROOT / name).exists()] == []
    binaries = [
        str(path.relative_to(ROOT))
        for folder in ("static", "accounts/data")
        for path in (ROOT / folder).rglob("*")
        if path.suffix in (".woff2", ".ttf", ".otf", ".bloom", ".txt", ".mp3", ".png")
    ]
    assert len(binaries) > 4
    assert [name for name in binaries if name not in page] == []


def test_our_licence_is_the_text_of_the_agpl() -> None:
    text = (ROOT / "LICENSE").read_bytes()
    assert hashlib.sha256(text).hexdigest().startswith("0d96a4ff68ad6d4b6f1f30f713b18d51")
    assert 'license = "AGPL-3.0-or-later"' in (ROOT / "pyproject.toml").read_text()


def test_hosted_proof_is_our_own_on_each_python() -> None:
    text = (ROOT / ".github/workflows/ci.yml").read_text()
    assert ".ci/run" in text
    job = yaml.safe_load(text)["jobs"]["proof"]
    assert job["strategy"]["matrix"]["python"] == ["3.11", "3.13", "3.14"]


WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))
RELEASE: dict[str, Any] = yaml.safe_load((ROOT / ".github/workflows/release.yml").read_text())


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_hosted_work_is_by_pinned_actions_that_may_do_nothing_by_themselves(path: Path) -> None:
    text = path.read_text()
    told = yaml.safe_load(text)
    steps = [step for job in told["jobs"].values() for step in job.get("steps", ())]
    assert steps
    used = [step["uses"] for step in steps if "uses" in step]
    assert all(re.fullmatch(r"[\w/-]+@[0-9a-f]{40}", action) for action in used)
    assert len(
        re.findall(r"uses: [\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$", text, re.MULTILINE)
    ) == len(used)
    kept = [step["with"] for step in steps if "checkout" in step.get("uses", "")]
    assert kept == [{"persist-credentials": False}] * len(kept)
    assert told["permissions"] == {"contents": "read"}
    assert "secrets." not in text
    told_by_others = re.compile(r"\$\{\{(?! matrix\.)")
    assert not [step for step in steps if told_by_others.search(step.get("run", ""))]


def test_a_tag_is_proved_before_it_is_built_and_built_before_it_is_published() -> None:
    jobs = RELEASE["jobs"]
    assert jobs["proof"] == {"uses": "./.github/workflows/ci.yml"}
    assert (jobs["image"]["needs"], jobs["publish"]["needs"]) == ("proof", "image")
    built = jobs["image"]["strategy"]["matrix"]["include"]
    assert {each["arch"] for each in built} == {"amd64", "arm64"}
    may = {"attestations", "contents", "id-token", "packages"}
    assert jobs["publish"]["permissions"] == dict.fromkeys(may, "write")
    assert jobs["image"]["permissions"] == {"contents": "read", "packages": "write"}
    given = re.findall(r"--build-arg (\w+)=", jobs["image"]["steps"][-2]["run"])
    assert {*given, "PYTHON_IMAGE"} == {*re.findall(r"(\w+)=", ARGS)}


def test_what_builds_and_looks_through_the_image_is_named_by_digest() -> None:
    text = (ROOT / ".github/workflows/release.yml").read_text()
    named = re.findall(r"(?:moby|docker)/[\w-]+:[\w.@:]+", text)
    assert len(named) == 2
    assert all(re.search(r"@sha256:[0-9a-f]{64}$", name) for name in named)
