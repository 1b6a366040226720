"""Records as they are downloaded: JSON for programs, text for people (docs/records.md).

Both read the same in every language, so that they can be passed on.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import islice, zip_longest
from typing import Any

from django.conf import settings
from django.utils import translation

from engines.catalogue import meta_for
from engines.core.jsontypes import JsonObject
from games.boards.kit.rounds import rounds
from games.boards.names import bot_names
from games.common.addresses import address
from games.record.selectors import (
    CommittedPiece,
    Foreign,
    MatchRecord,
    RecordedPlayer,
    RecordedPly,
    TimedPly,
    in_foreign_notation,
)

FORMAT, VERSION = "jinya-record", 1
TEXT_FORMAT, TEXT_VERSION = "jinya-record-text", 1

SIGNS = {"attacker": "+", "defender": "-", "nobody": "="}
"""How the wire notation says who is left after a battle, by what the news say."""

SETUP = "setup:"
"""How the text of a secret set-up begins, in every game that has one."""


def record_json(record: MatchRecord) -> JsonObject:
    """Return the whole record as JSON."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "match": record.uid,
        "game": record.game,
        "rules_version": record.rules_version,
        "options": record.options,
        **({"start": record.start} if record.start else {}),
        "time_control": record.time_control,
        "players": [_player(player) for player in record.players],
        "started_at": stamp(record.started_at),
        "ended_at": stamp(record.ended_at),
        "plies": [_ply(one) for one in record.plies],
        "placed_by_house": list(record.placed_by_house),
        "outcome": {"ended_how": record.ended_how, "winners": list(record.winners)},
        "commitments": committed_json(record.commitments),
    }


def json_parts(record: MatchRecord) -> Iterator[str]:
    """Yield the same as a text, in parts: all of a long match are never held at once."""
    whole = record_json(replace(record, plies=()))
    before, after = json.dumps({**whole, "plies": [PLIES]}, **WRITTEN).split(json.dumps(PLIES))
    yield before
    for number, one in enumerate(record.plies):
        text = json.dumps(_ply(one), **WRITTEN).replace("\n", "\n  ")
        yield f",\n  {text}" if number else text
    yield f"{after}\n"


PLIES = "\0"
"""Stands for them where nothing else can be written so."""
WRITTEN: dict[str, Any] = {"ensure_ascii": False, "indent": 1}
"""How files are written."""


def committed_json(pieces: Sequence[CommittedPiece]) -> list[JsonObject]:
    """Return the digests, with what opens them once that is told."""
    return [_opened(piece) for piece in pieces]


def text_parts(record: MatchRecord) -> Iterator[str]:
    """The record to read and to paste, in parts: tags, the moves with their results, the result."""
    yield from (f"{_tag(name, value)}\n" for name, value in _tags(record))
    yield "\n"
    yield from (f"{turn}\n" for turn in _turns(record))
    yield f"{_result(record)}\n"


def text_json_parts(record: MatchRecord) -> Iterator[str]:
    """The same as JSON, in parts: what can be read of the text, and nothing else."""
    yield f'{{\n "format": "{TEXT_FORMAT}",\n "version": {TEXT_VERSION},\n "tags": ['
    yield from _lines(list(tag) for tag in _tags(record))
    yield '\n ],\n "rounds": ['
    yield from _lines([ply and _made(ply) for ply in row] for row in _rounds(record))
    yield f'\n ],\n "result": "{_result(record)}"\n}}\n'


def _lines(rows: Iterable[object]) -> Iterator[str]:
    """Yield what stands in a list of JSON, a line each."""
    for number, row in enumerate(rows):
        yield f"{',' * bool(number)}\n  {json.dumps(row, ensure_ascii=False)}"


def has_pgn(game: str) -> bool:
    """Return whether other programs know the game: two play, and nothing is hidden."""
    meta = meta_for(game)
    return not meta.hides_information and not meta.solo


def pgn_parts(record: MatchRecord) -> Iterator[str]:
    """The record as PGN, in parts, of a match that `has_pgn`.

    Where other programs know no tags, these stand in a comment, and the result among them alone.
    """
    found = in_foreign_notation(record)
    begin, end = ("", "") if found.name else ("{\n", "}\n")
    yield begin
    yield from (f"{_tag(name, value)}\n" for name, value in _pgn_tags(record, found))
    yield f"{end}\n"
    words = iter(found.words)
    begins = next((one.ply.seats[0] for one in record.plies if one.ply.move), 0)
    if begins:
        yield f"1... {next(words)}\n"
    for number, pair in enumerate(zip_longest(words, words), start=1 + begins):
        yield " ".join([f"{number}.", *filter(None, pair)]) + "\n"
    if found.name:
        yield f"{_result(record)}\n"


def _pgn_tags(record: MatchRecord, found: Foreign) -> Iterator[tuple[str, str]]:
    bots = _bots(record)
    names = [bots.get(player.seat, player.name) for player in record.players]
    yield from (
        ("Event", "Jinya"),
        ("Site", settings.SITE_URL + address("games:match", record.uid)),
    )
    yield from (("Date", f"{record.started_at.astimezone(UTC):%Y.%m.%d}"), ("Round", "-"))
    yield from (("White", names[0]), ("Black", names[1]), ("Result", _result(record)))
    yield "Variant", found.name or record.game
    if record.start or not found.name:
        yield from (("SetUp", "1"), ("FEN", found.position))
    yield "Termination", record.ended_how


def commitments_text(uid: str, pieces: Sequence[CommittedPiece]) -> str:
    """The digests to keep until the end, a line each: seat, place, digest; then kind and salt."""
    lines = [" ".join(filter(None, _words(piece))) for piece in pieces]
    words = [f"<{column}>" for column in COLUMNS]
    form = " ".join(("jinya-1", uid, *(words[0], words[1], words[3], words[4])))
    head = f"# {' '.join(COLUMNS)}", f"# digest: the SHA-256 of {form}"
    return "\n".join([*head, *lines, ""])


COLUMNS = ("seat", "place", "digest", "kind", "salt")


def stamp(moment: datetime) -> str:
    """A moment as records write it: UTC, to the second."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _player(player: RecordedPlayer) -> JsonObject:
    kind = "bot" if player.is_bot else "name"
    return {"seat": player.seat, "side": player.side, kind: player.name}


def _ply(one: TimedPly) -> JsonObject:
    ply = one.ply
    return {
        "number": ply.number,
        "seats": list(ply.seats),
        "move": ply.move,
        "made_at": stamp(ply.made_at) if ply.made_at else None,
        "took": _seconds(one),
        "events": [{"kind": kind, "facts": facts} for kind, facts in ply.events],
    }


def _seconds(one: TimedPly) -> int | None:
    """Return how long a move took, time off not counted; None for what is none."""
    return None if one.took is None else int(one.took.total_seconds())


def _opened(piece: CommittedPiece) -> JsonObject:
    return dict(zip(COLUMNS, (piece.seat, *_words(piece)[1:]), strict=True))


def _words(piece: CommittedPiece) -> tuple[str, ...]:
    return str(piece.seat), piece.place, piece.digest, piece.kind, piece.salt


# The text


def _tags(record: MatchRecord) -> Iterator[tuple[str, str]]:
    sides, bots = [player.side for player in record.players], _bots(record)
    yield "Match", record.uid
    yield "Game", f"{record.game} {record.rules_version}"
    yield from ((f"Option {name}", str(value)) for name, value in sorted(record.options.items()))
    if record.start:
        yield "Position", record.start
    for player in record.players:
        yield player.side, bots.get(player.seat, player.name)
    yield "Time", record.time_control
    yield "Started", stamp(record.started_at)
    yield "Ended", stamp(record.ended_at)
    for ply, _took in islice(record.plies, 1 + len(sides)):  # the start, and what was placed
        if ply.move and ply.move.startswith(SETUP):
            yield f"Setup {sides[ply.seats[0]]}", ply.move.removeprefix(SETUP)
    yield from (("Placed by the house", sides[seat]) for seat in record.placed_by_house)
    for one in record.plies:
        if (took := _seconds(one)) is not None and one.ply.made_at:
            yield f"Time {one.ply.number}", f"{stamp(one.ply.made_at)} {timedelta(seconds=took)}"
    yield "Ending", record.ended_how
    yield "Result", _result(record)


def _bots(record: MatchRecord) -> dict[int, str]:
    """Return what the bots are called, by seat, in the one language of records."""
    levels = {player.seat: player.name for player in record.players if player.is_bot}
    with translation.override("en"):
        options = {name: str(value) for name, value in record.options.items()}
        named = bot_names(record.game, options, levels)
        return dict(zip(levels, map(str, named), strict=True))


def _tag(name: str, value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{escaped}"]'


def _turns(record: MatchRecord) -> Iterator[str]:
    """Yield the lines of the moves, as they were written."""
    for number, row in enumerate(_rounds(record), start=1):
        yield " ".join([f"{number}.", *(_written(ply) if ply else "..." for ply in row)])


def _rounds(record: MatchRecord) -> Iterator[tuple[RecordedPly | None, ...]]:
    """Yield the moves in rounds, to the last in each; set-ups and concessions are tags."""
    plies = (one.ply for one in record.plies)
    moves = (ply for ply in plies if ply.move and not ply.move.startswith(SETUP))
    for row in rounds(moves, lambda ply: ply.seats[0], seats=len(record.players)):
        yield row[: max(place for place, ply in enumerate(row, start=1) if ply)]


def _made(ply: RecordedPly) -> JsonObject:
    """The move, with what was taken or who was left, if the news say so."""
    facts = {name: str(fact) for _kind, shown in ply.events for name, fact in shown.items()}
    return {"move": ply.move, **{name: facts[name] for name in ("taken", "left") if name in facts}}


def _written(ply: RecordedPly) -> str:
    """The same as a word; a "!" stays last."""
    made = _made(ply)
    text = str(made["move"])
    taken = f"x{made['taken']}" if "taken" in made else ""
    sign = SIGNS[str(made["left"])] if "left" in made else ""
    return f"{text.rstrip('!')}{taken}{sign}{'!' * text.endswith('!')}"


def _result(record: MatchRecord) -> str:
    """A number a seat: 1 for winners, 0 for the others, 1/2 for all if nobody won."""
    if not record.winners:
        return "-".join("1/2" for _player in record.players)
    return "-".join(str(int(player.seat in record.winners)) for player in record.players)
