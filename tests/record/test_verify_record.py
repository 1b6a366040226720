"""The verifier believes what the site hands out, and nothing that was changed in it."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from accounts.sanctions.rights import FOR_EVER
from engines.catalogue import GAMES, meta_for
from engines.registry import engine_for
from games.match.changes import ending, turns
from games.match.changes.adjudicating import Case, adjudicate
from games.match.changes.claims import end_at_once
from games.match.changes.locking import lock_match
from games.match.terms import opening
from games.moderation.selectors import audits
from games.record.presenters import commitments_text, record_json
from games.record.selectors import match_commitments, match_record
from queues.transactions import writing
from tests.engines.transcribing import replayed
from tests.kit.builders import (
    NOON,
    QUICK_MATE,
    REPETITION,
    match_between,
    match_from,
    person,
    play,
    terms,
)
from tests.kit.chance import play_some
from tests.kit.gunjin import OCCUPATION, gunjin_match
from tests.kit.stages import stage_of, win
from tools import verify_record
from tools.verify_record import Mismatch, main, read_kept, read_record, verify

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.django_db

CLAIMS = {
    # what no rule and no digest can show, wherever in the record
    ("time_control",),
    ("players", "name"),
    ("players", "bot"),
    ("started_at",),
    ("plies", "made_at"),
    ("plies", "took"),
}


def recorded(uid: str) -> dict[str, Any]:
    return read_record(json.dumps(record_json(match_record(uid))))


@pytest.fixture
def record() -> dict[str, Any]:
    return recorded(gunjin_match(person(), person(), *OCCUPATION).uid)


def test_what_the_house_hands_out_is_verified(record) -> None:
    assert verify(record) == "11 plies, the result and 46 digests."
    mated, drawn, resigned = (match_between(person(), person()) for _time in range(3))
    play(mated, *QUICK_MATE)
    play(drawn, *REPETITION)
    ending.resign(uid=resigned.uid, user=resigned.players.get(seat=0).user, now=NOON)
    summaries = [verify(recorded(match.uid)) for match in (mated, drawn, resigned)]
    assert summaries == ["3 plies, the result.", "8 plies, the result.", "1 plies, the result."]


@pytest.mark.parametrize("winner", [0, None])
def test_what_a_moderator_decided_is_verified(winner) -> None:
    match = match_between(person(), person())
    with writing():
        case = Case(*lock_match(uid=match.uid), NOON, "Bought account.")
        adjudicate(case, winner=winner)
    assert verify(recorded(match.uid)) == "1 plies, the result."


def test_a_match_against_a_closed_account_is_verified() -> None:
    match = match_between(ann := person(), bob := person())
    bob.shut_out_until = FOR_EVER
    bob.save()
    end_at_once(uid=match.uid, user=ann, now=NOON)
    assert verify(recorded(match.uid)) == "1 plies, the result."


def test_the_verifier_knows_all_that_the_audit_knows() -> None:
    assert verify_record.CONCEDED == audits.CONCEDED


DUELS = [meta for meta in GAMES if not meta.solo]
SOLOS = [meta for meta in GAMES if meta.solo]


@pytest.mark.parametrize("game", SOLOS, ids=lambda meta: meta.slug)
def test_a_match_against_bots_alone_is_verified(game) -> None:
    user = person()
    match = opening.create_bot_match(
        user=user, terms=terms(game=game.slug, side=None), level=game.bot_levels[0], now=NOON
    )
    ending.resign(uid=match.uid, user=user, now=NOON)
    assert verify(recorded(match.uid)).startswith("1 plies, the result")


def test_a_stage_that_was_won_is_verified_to_its_last_power() -> None:
    match = stage_of(person())
    win(match)
    record = recorded(match.uid)
    assert verify(record) == "30 plies, the result."
    record["plies"][2]["move"] = "command:drill>F"
    with pytest.raises(Mismatch):
        verify(record)


@pytest.mark.parametrize("game", DUELS, ids=lambda meta: meta.slug)
def test_a_match_of_any_game_is_verified(game) -> None:
    match = match_between(person(), person(), game=game.slug)
    play_some(match, 14)
    kept = match_commitments(match.uid)
    ending.resign(uid=match.uid, user=match.players.get(seat=0).user, now=NOON)
    listed = read_kept(commitments_text(match.uid, kept)) if kept else None
    assert bool(kept) == game.hides_information
    assert verify(recorded(match.uid), listed).startswith("15 plies, the result")


@pytest.mark.parametrize("game", ["gunjin", "seichu"])
def test_a_match_with_a_handicap_is_verified(game: str) -> None:
    start, *plies = replayed(f"{game}-handicap")
    codec = engine_for(game, 1).codec
    match = match_from(codec.write(start.position), person(), person(), game=game)
    users, counted = {one.seat: one.user for one in match.players.all()}, Counter[int]()
    for ply in plies:
        counted[ply.seat] += 1
        user = users[ply.seat]
        if ply.text == "concede":
            ending.resign(uid=match.uid, user=user, now=NOON)
        else:
            move = turns.MoveRequest(ply.text, counted[ply.seat], f"key-of-ply-{ply.number}")
            turns.play_move(uid=match.uid, user=user, move=move, now=NOON)
    record = recorded(match.uid)
    assert record["start"] == meta_for(game).handicaps[HANDICAPS[game]]
    assert [ply["move"] for ply in record["plies"]][1:9] == [ply.text for ply in plies[:8]]
    assert verify(record).startswith(f"{len(plies)} plies, the result")
    record["start"] = ""
    with pytest.raises(Mismatch):
        verify(record)


HANDICAPS = {"gunjin": "generals", "seichu": "rook-and-bishop"}


def test_kept_commitments_show_that_no_piece_was_changed_under_way() -> None:
    match = gunjin_match(person(), person())
    kept = read_kept(commitments_text(match.uid, match_commitments(match.uid)))
    play(match, *OCCUPATION)
    record = recorded(match.uid)
    assert verify(record, kept).endswith("which are those kept since the start.")
    for wrong in ({**kept, ("0", "a1"): "0" * 64}, dict(list(kept.items())[1:])):
        with pytest.raises(Mismatch, match="seat 0, a1: not the digest shown"):
            verify(record, wrong)


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every value in the record that is no list or object."""
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for key, inner in items:
        if isinstance(inner, (dict, list)):
            yield from leaves(inner, (*path, key))
        else:
            yield *path, key


def changed(value: Any) -> list[Any]:
    """Something else in its place: of the same type where it matters, and of another."""
    if isinstance(value, str):
        return [value + "x", value[:-1] + ("0" if value[-1:] != "0" else "1"), None, 0]
    if isinstance(value, bool) or value is None:
        return ["x", 0]
    return [value + 1, str(value), bool(value)]


def planted(record: dict[str, Any]) -> Iterator[tuple[tuple[Any, ...], Any, dict[str, Any]]]:
    """The record with one value changed, for every value and every change."""
    for path in leaves(record):
        original: Any = record
        for key in path:
            original = original[key]
        for value in changed(original):
            if json.dumps(value) == json.dumps(original):
                continue
            copy = deepcopy(record)
            inner: Any = copy
            for key in path[:-1]:
                inner = inner[key]
            inner[path[-1]] = value
            yield path, value, copy


def is_believed(record: dict[str, Any]) -> bool:
    try:
        verify(read_record(json.dumps(record)))
    except Mismatch:
        return False
    return True


def test_a_record_with_any_one_value_changed_is_not_believed(record) -> None:
    believed = {
        tuple(key for key in path if isinstance(key, str))
        for path, _value, copy in planted(record)
        if is_believed(copy)
    }
    assert believed <= CLAIMS, believed - CLAIMS


def test_no_other_kind_can_be_slipped_in_even_where_no_battle_shows_it(record) -> None:
    """The two mines changed places with two others before the match: results stay, digests not."""
    south = record["plies"][1]
    letters = list(south["move"])
    one, other = 6, 6 + 22  # the first and the last square of the set-up text
    letters[one], letters[other] = letters[other], letters[one]
    south["move"] = "".join(letters)
    with pytest.raises(Mismatch):
        verify(record)


@pytest.mark.parametrize("took", [3600, -1, True, "1"])
def test_no_move_took_longer_than_there_was_time_for_it(record, took) -> None:
    record["plies"][4]["took"] = took
    with pytest.raises(Mismatch, match="took longer"):
        verify(record)
    for ply in record["plies"]:  # as records of earlier sites are
        ply.pop("took")
    verify(record)


@pytest.mark.parametrize("seats", [[True], [2], ["0"], [None]])
def test_only_a_seat_of_the_match_is_placed_for_by_the_house(record, seats) -> None:
    with pytest.raises(Mismatch, match="no set-up of the site"):
        verify({**record, "placed_by_house": seats})


@pytest.mark.parametrize("field", ["plies", "commitments", "players"])
def test_nothing_can_be_left_out_doubled_or_reordered(record, field) -> None:
    entries = record[field]
    for wrong in (entries[:-1], entries[1:], [*entries, entries[-1]], entries[::-1], []):
        if field == "commitments" and wrong == entries[::-1]:
            continue  # a list by seat and place in another order says the same
        with pytest.raises(Mismatch):
            verify({**record, field: wrong})


@pytest.mark.parametrize(
    "text",
    ["", "[]", "null", "{}", '[Match "x"]', "[" * 100_000, '{"format": "jinya-record"}', "\\x00"],
)
def test_what_is_no_record_is_refused_in_words(text, tmp_path, capsys) -> None:
    path = tmp_path / "record.json"
    path.write_text(text)
    assert main([str(path)]) == 1
    assert capsys.readouterr().err.startswith("NOT VERIFIED: ")


def test_the_script_runs_alone_and_says_what_it_found(record, tmp_path) -> None:
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text(json.dumps(record))
    bad.write_text(json.dumps({**record, "outcome": {"ended_how": "occupation", "winners": [1]}}))
    runs = [
        subprocess.run(
            [ROOT / "bin/verify-record", path, *extra],
            env={"PYTHON": sys.executable, "PATH": "/usr/bin:/bin"},
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
        for path, extra in ((good.name, ()), (bad.name, ()), ("missing.json", ()))
    ]
    assert [run.returncode for run in runs] == [0, 1, 1]
    assert runs[0].stdout == "Verified: 11 plies, the result and 46 digests.\n"
    assert runs[1].stderr == "NOT VERIFIED: the rules name another winner.\n"
    assert runs[2].stderr == "NOT VERIFIED: missing.json cannot be read.\n"


def test_the_script_needs_the_standard_library_only() -> None:
    code = f"import sys; sys.path.insert(0, {str(ROOT)!r}); import tools.verify_record; "
    code += "print(*{name.split('.')[0] for name in sys.modules})"
    run = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code],
        capture_output=True,
        text=True,
        check=True,
    )
    assert set(run.stdout.split()) <= {"engines", "tools", "__main__", *sys.stdlib_module_names}
