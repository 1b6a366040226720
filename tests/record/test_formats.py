"""The text of records is what docs/records.md says, and its readers lose nothing of it."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jinya import records

from engines.core.pasted import ForeignCodec
from engines.registry import ENGINES
from games.match.changes import ending
from games.match.referee.spelling import Spelled, read_position, spelled
from games.match.referee.studies import Laid
from games.record.presenters import has_pgn, pgn_parts, text_json_parts, text_parts
from games.record.reading import move_in, read_record
from tests.api.kit import Program, code_of
from tests.engines.playing import Engine
from tests.kit.browsing import browser
from tests.kit.builders import NOON, match_between, person, play, south
from tests.kit.gunjin import OCCUPATION, gunjin_match
from tests.kit.seichu import FOUL_CAPTURED, seichu_match
from tests.record.grammar import pattern, rules
from tests.record.test_reading import record_of
from tests.running import ROOT
from tests.upgrade import keep

PLIES = 120
MADE_UP = 200
TYPESCRIPT = ROOT / "clients" / "typescript"
TSC = ROOT / "node_modules" / ".bin" / "tsc"
THROUGH = """
import { read, write } from "./records.js";
const said = (text) => {
  try { const record = read(text); return [record, write(record)]; }
  catch (error) { return error.message; }
};
let given = "";
for await (const part of process.stdin.setEncoding("utf8")) given += part;
process.stdout.write(JSON.stringify(JSON.parse(given).map(said)));
"""
GOOD = '[Match "m"]\n\n1. b3b4+ c4c3\n1-0\n'
WRONG = {
    "": "a record ends with a line's end",
    GOOD[:-1]: "a record ends with a line's end",
    GOOD.replace("\n\n", "\n"): "there is no empty line between tags and moves",
    "\n": "line 1 is no result",
    GOOD.replace("1-0", "2-0"): "line 4 is no result",
    GOOD.replace('"m"', "m"): "line 1 is no tag",
    GOOD.replace('"m"', '"\\m"'): "line 1 is no tag",
    GOOD.replace('"m"', '"\u2028"'): "line 1 is no tag",
    GOOD.replace("1. ", "2. "): "line 3 is not round 1",
    GOOD.replace("1. ", "1.  "): "line 3 is not round 1",
    GOOD.replace("c4c3", "..."): "line 3 is not round 1",
    GOOD.replace("c4c3", "c4!c3"): "line 3 is not round 1",
    GOOD.replace("\n", "\r\n"): "there is no empty line between tags and moves",
}


@cache
def played() -> dict[str, str]:
    """The texts of matches of every game, with the same as JSON as the site writes it."""
    found = {}
    for engine in ENGINES:
        record = record_of(engine, b"formats", PLIES)
        found["".join(text_parts(record))] = "".join(text_json_parts(record))
    return found


def kept() -> Iterator[str]:
    """The records that earlier releases have written."""
    for release in keep.releases():
        yield from json.loads(keep.promised(release, "sqlite"))["records"].values()


@cache
def made_up() -> tuple[str, ...]:
    """Texts by the grammar alone, with rounds counted from 1."""
    found: list[str] = []

    @settings(max_examples=MADE_UP, derandomize=True, database=None, deadline=None)
    @given(st.from_regex(pattern("record"), fullmatch=True))
    def gather(text: str) -> None:
        tags, _empty, moves = text.rpartition("\n\n") if "\n\n" in text else ("", "", text[1:])
        rounds = [
            re.sub(r"^[0-9]+\.", f"{number}.", line)
            for number, line in enumerate(moves.split("\n"), start=1)
        ]
        found.append("\n".join([*([tags] if tags else []), "", *rounds]))

    gather()
    return tuple(found)


def all_texts() -> list[str]:
    return [*played(), *kept(), *made_up()]


@pytest.mark.parametrize("text", [*kept()])
def test_the_grammar_has_what_was_written(text: str) -> None:
    assert re.fullmatch(pattern("record"), text)


def test_the_grammar_has_what_is_written() -> None:
    for text in played():
        assert re.fullmatch(pattern("record"), text), text
        tags = dict(records.read(text)["tags"])
        assert re.fullmatch(pattern("result"), tags["Result"])
        assert all(re.fullmatch(pattern("moment"), tags[name]) for name in ("Started", "Ended"))
        times = [value for name, value in tags.items() if re.fullmatch("Time [0-9]+", name)]
        assert times
        assert all(re.fullmatch(pattern("timed"), value) for value in times)
        game = tags["Game"].split()[0]
        for row in records.read(text)["rounds"]:
            for made in filter(None, row):
                assert re.fullmatch(pattern(game), made["move"]), made


def test_every_rule_of_the_grammar_is_used() -> None:
    used = {word for text in rules().values() for word in re.findall(r"\w+", text)}
    assert {*rules()} - used == {"record", "timed"}


def test_the_reader_in_python_loses_nothing() -> None:
    for text in all_texts():
        assert records.write(records.read(text)) == text
    for text, told in played().items():
        assert records.read(text) == json.loads(told)
        assert records.write(json.loads(told)) == text


@pytest.mark.skipif(not (shutil.which("node") and TSC.exists()), reason="there is no node")
def test_the_reader_in_typescript_says_the_same(tmp_path: Path) -> None:
    command = map(str, (TSC, "--project", TYPESCRIPT, "--outDir", tmp_path))
    subprocess.run([*command], check=True, capture_output=True)
    (tmp_path / "package.json").write_text('{"type": "module"}')
    (tmp_path / "through.js").write_text(THROUGH)
    texts = [*all_texts(), *WRONG]
    done = subprocess.run(
        ["node", "through.js"], cwd=tmp_path, input=json.dumps(texts), text=True,
        encoding="utf-8", capture_output=True, check=True,
    )  # fmt: skip
    expected = [[records.read(text), text] for text in all_texts()]
    assert json.loads(done.stdout) == [*expected, *WRONG.values()]


def test_the_site_reads_whatever_the_grammar_has() -> None:
    for text in made_up():
        record = records.read(text)
        moves = [made["move"] for row in record["rounds"] for made in row if made]
        if any(len(move) > 36 or re.search(r"[0-9]x[a-z]$", move) for move in moves):
            continue  # longer than any command, or with an end that people write for a capture
        for form in (text, json.dumps(record)):
            assert [move_in(word.text) for word in read_record(form).words] == moves


@pytest.mark.parametrize("text", WRONG)
def test_what_is_no_record_is_named(text: str) -> None:
    with pytest.raises(ValueError, match=re.escape(WRONG[text])):
        records.read(text)
    with pytest.raises(ValueError, match="not a jinya-record-text of version 1"):
        records.write({**records.read(GOOD), "version": 2})


def test_the_reader_is_a_file_by_itself() -> None:
    command = [sys.executable, "-I", "-S", records.__file__]
    for text in [*kept()][:1]:
        told = subprocess.run(command, input=text.encode(), capture_output=True, check=True).stdout
        assert json.loads(told) == records.read(text)
        back = subprocess.run(command, input=told, capture_output=True, check=True).stdout
        assert back.decode() == text


# What the site offers


def over_in_each_way() -> Iterator[tuple[str, int]]:
    """Matches that are over, and how many tags of time each has."""
    one, other = person(), person()
    yield gunjin_match(one, other, *OCCUPATION).uid, len(OCCUPATION)
    match = seichu_match(one, other, *FOUL_CAPTURED, "accept")
    ending.resign(uid=match.uid, user=south(match), now=NOON)
    yield match.uid, len(FOUL_CAPTURED) + 1
    match = match_between(one, other)
    play(match, "c2c6", "f7e7", "c6c8")
    yield match.uid, 3


@pytest.mark.django_db
def test_the_text_is_offered_as_json_by_the_page_and_by_the_api() -> None:
    program = Program(person())
    for uid, moves in over_in_each_way():
        page = f"/matches/{uid}/"
        assert f"{page}record.txt?form=json" in browser().get(page).content.decode()
        text = browser().get(f"{page}record.txt").content.decode()
        answer = browser().get(f"{page}record.txt?form=json")
        assert answer["Content-Type"] == "application/json"
        assert answer["Content-Disposition"].endswith(f'{uid}.txt.json"')
        assert records.write(answer.json()) == text
        assert records.read(text) == answer.json()
        assert len(re.findall(r"\[Time [0-9]", text)) == moves
        told = program.get(f"{page[:-1]}/record", form="text")
        assert (told["Content-Type"], told.content.decode()) == ("text/plain; charset=utf-8", text)
        told = program.get(f"{page[:-1]}/record", form="text-json")
        assert told["Content-Type"] == "application/vnd.jinya.record-text+json; charset=utf-8"
        assert told.content == answer.content
        assert code_of(program.get(f"{page[:-1]}/record", form="fen")) == "unreadable"


@pytest.mark.django_db
def test_no_form_is_offered_before_the_end() -> None:
    match = match_between(person(), person())
    assert browser().get(f"/matches/{match.uid}/record.txt?form=json").status_code == 409
    assert "record.txt" not in browser().get(f"/matches/{match.uid}/").content.decode()
    program = Program(person())
    for form in ("json", "text", "text-json", "pgn"):
        assert code_of(program.get(f"/matches/{match.uid}/record", form=form)) == "not-over"


# PGN


@pytest.mark.parametrize("engine", [one for one in ENGINES if isinstance(one.codec, ForeignCodec)])
def test_a_match_comes_back_from_its_pgn(engine: Engine) -> None:
    for seed in (b"1", b"2", b"3"):
        record = record_of(engine, seed, PLIES)
        text = "".join(pgn_parts(record))
        read = read_record(text)
        assert read.game == record.game
        begin = read_position(record.game, read.position).text if read.position else record.start
        options = tuple((name, str(value)) for name, value in record.options.items())
        here = Laid(record.game, begin, options)
        words = [move_in(word.text) for word in read.words]
        moves = tuple(one.ply.move for one in record.plies if one.ply.move)
        assert spelled(here, words) == Spelled(moves, len(words))


def test_other_programs_know_the_games_that_hide_nothing() -> None:
    for engine in ENGINES:
        assert has_pgn(engine.meta.slug) == isinstance(engine.codec, ForeignCodec)


@pytest.mark.django_db
def test_pgn_is_offered_where_nothing_is_hidden(settings: Any) -> None:
    settings.SITE_URL = "https://jinya.example"
    program, one, other = Program(person()), person("ann"), person("bob")
    hidden = gunjin_match(one, other, *OCCUPATION)
    match = match_between(one, other)
    play(match, "c2c6", "f7e7", "c6c8")
    answer = browser().get(f"/matches/{match.uid}/record.txt?form=pgn")
    assert answer["Content-Type"] == "application/vnd.chess-pgn; charset=utf-8"
    assert answer["Content-Disposition"].endswith(f'{match.uid}.pgn"')
    assert (
        answer.content.decode()
        == f"""\
[Event "Jinya"]
[Site "https://jinya.example/matches/{match.uid}/"]
[Date "2026.11.20"]
[Round "-"]
[White "ann"]
[Black "bob"]
[Result "1-0"]
[Variant "jinya-xiongqi"]
[Termination "checkmate"]

1. Cxc6 Cfe7
2. Cxc8#
1-0
"""
    )
    assert program.get(f"/matches/{match.uid}/record", form="pgn").content == answer.content
    assert "form=pgn" in browser().get(f"/matches/{match.uid}/").content.decode()
    assert "form=pgn" not in browser().get(f"/matches/{hidden.uid}/").content.decode()
    told = browser().get(f"/matches/{hidden.uid}/record.txt?form=pgn")
    assert told["Content-Type"] == "text/plain; charset=utf-8"
    refused = program.get(f"/matches/{hidden.uid}/record", form="pgn")
    assert code_of(refused) == "unreadable"
    assert refused.json()["errors"] == [{"at": ["query", "form"], "why": "unknown"}]
