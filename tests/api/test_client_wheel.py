"""The wheel of the client: the same bytes each time, typed, with its examples, and it plays."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from zipfile import ZipFile

import pytest
from django.utils import timezone

from tests.api.test_clients import token_of
from tests.kit.builders import match_between, person
from tests.running import PYTHON, ROOT
from tests.running.processes import bare_environment
from tests.site import Site
from tools.release import built

CLIENT = ROOT / "clients" / "python"
PLAYS = """
import json, sys
from jinya import Client
from jinya.examples import greedy, random_bot
with Client(sys.argv[1], sys.argv[2]) as client:
    seen = client.match(sys.argv[3])
    moves = [module.choose(seen) for module in (greedy, random_bot)]
    client.play(seen, moves[0])
    print(json.dumps([moves, len(seen.legal), sys.modules["jinya"].__file__]))
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(CLIENT, tmp_path_factory.mktemp("client"))


def test_two_wheels_are_equal(wheel: Path, tmp_path: Path) -> None:
    assert built(CLIENT, tmp_path).read_bytes() == wheel.read_bytes()


def test_it_is_typed_has_the_examples_and_asks_for_httpx_alone(wheel: Path) -> None:
    with ZipFile(wheel) as opened:
        names = {name for name in opened.namelist() if ".dist-info/" not in name}
        (metadata,) = (name for name in opened.namelist() if name.endswith("/METADATA"))
        lines = opened.read(metadata).decode().splitlines()
    modules = {f"jinya/{path.name}" for path in (CLIENT / "jinya").iterdir() if path.is_file()}
    examples = {f"jinya/examples/{path.name}" for path in (CLIENT / "examples").glob("*.py")}
    assert names == modules | examples
    assert "jinya/py.typed" in names and len(examples) == 2
    assert [line for line in lines if line.startswith("Requires-Dist")] == [
        "Requires-Dist: httpx>=0.28"
    ]


@pytest.mark.gate
@pytest.mark.django_db(transaction=True)
def test_it_plays_where_nothing_else_of_ours_is(wheel: Path, tmp_path: Path, site: Site) -> None:
    with ZipFile(wheel) as opened:
        opened.extractall(tmp_path)
    south = person()
    match = match_between(south, person(), now=timezone.now(), game="xiongqi")
    command = [PYTHON, "-P", "-c", PLAYS, site.url, token_of(south), match.uid]
    done = subprocess.run(
        command, cwd=tmp_path, capture_output=True, text=True, check=False,
        env={**bare_environment(), "PYTHONPATH": os.fspath(tmp_path)},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    moves, open_moves, place = json.loads(done.stdout)
    assert len(moves) == 2 and open_moves > 20 and place.startswith(os.fspath(tmp_path))
    match.refresh_from_db()
    assert match.players.get(is_to_act=True).seat == 1
