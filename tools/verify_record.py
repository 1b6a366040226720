"""Does a downloaded record hold? `bin/verify-record record.json [--kept commitments.txt]`

Replays the record by our rules, compares everything the site announced, and makes the
digests anew. With the commitments kept since the start of play it also shows that the site
has changed no hidden piece. Needs Python and this repository: no network, no other package.
docs/records.md says what is looked at, and what no record can prove.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from engines.core.commitments import Commitment
from engines.core.dice import Dice
from engines.core.engine import Terms, Transition
from engines.core.errors import IllegalMove, InvalidMove
from engines.core.outcome import Outcome, Termination
from engines.core.seats import BYSTANDER, Seat, Viewer
from engines.registry import AnyEngine, engine_for

FORMAT, VERSION = "jinya-record", 1
NO_DICE = Dice(b"", "")
"""No game with a record like this rolls any."""

FIELDS = {
    "format": str,
    "version": int,
    "match": str,
    "game": str,
    "rules_version": int,
    "options": dict,
    "time_control": str,
    "players": list,
    "started_at": str,
    "ended_at": str,
    "plies": list,
    "placed_by_house": list,
    "outcome": dict,
    "commitments": list,
}
ALSO_FIELDS = {"start"}
"""What a record has besides if its match began elsewhere than its game does."""
PLY_FIELDS = {"number", "seats", "move", "made_at", "events"}
LATER_FIELDS = {"took"}
"""What a ply has besides in records of sites since 0.2.0."""
PIECE_FIELDS = ("seat", "place", "digest", "kind", "salt")
CONCEDED = {
    True: {"resignation", "time", "forfeit", "adjudicated"},
    False: {
        "agreement",
        "no-force",
        "quiet",
        "move-limit",
        "season",
        "closed",
        "stuck",
        "adjudicated",
    },
}
"""What the site calls a concession, by whether anybody has won by it."""


QUIET_PLIES, MOST_PLIES = 300, 3_000
"""The site's rule against play without end: after so many plies without progress either player may
claim a draw, and after so many plies there is one."""


class Mismatch(Exception):
    """What does not hold, as one sentence."""


def main(arguments: Sequence[str] | None = None) -> int:
    """0 when the record holds, else 1 with a sentence that says what does not."""
    parser = argparse.ArgumentParser(prog="verify-record", description=__doc__.split("\n")[0])
    parser.add_argument("record", type=Path, help="the record as JSON")
    parser.add_argument(
        "--kept", type=Path, help="the commitments as they were downloaded during play"
    )
    chosen = parser.parse_args(arguments)
    try:
        record = read_record(_text(chosen.record))
        kept = None if chosen.kept is None else read_kept(_text(chosen.kept))
        summary = verify(record, kept)
    except Mismatch as mismatch:
        print(f"NOT VERIFIED: {mismatch}", file=sys.stderr)
        return 1
    print(f"Verified: {summary}")
    return 0


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise Mismatch(f"{path} cannot be read.") from error


def read_record(text: str) -> dict[str, Any]:
    """The record of a JSON text; Mismatch for anything else."""
    try:
        record = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Mismatch("this is not JSON; download the record as JSON.") from error
    _expect(isinstance(record, dict), "this is not a record of a Jinya match.")
    _expect(record.get("format") == FORMAT, "this is not a record of a Jinya match.")
    _expect(record.get("version") == VERSION, "this record is of a version unknown here.")
    for field, kind in FIELDS.items():
        _expect(type(record.get(field)) is kind, f"the field {field!r} is missing or wrong.")
    _expect(set(record) - ALSO_FIELDS == set(FIELDS), "the record has fields that no record has.")
    return record


def read_kept(text: str) -> dict[tuple[str, str], str]:
    """The digests of a kept list, by seat and place."""
    lines = [line.split() for line in text.splitlines() if line and not line.startswith("#")]
    _expect(bool(lines) and all(len(words) >= 3 for words in lines), "the kept list is no list.")
    return {(words[0], words[1]): words[2] for words in lines}


def verify(record: Mapping[str, Any], kept: Mapping[tuple[str, str], str] | None = None) -> str:
    """What was verified, in a sentence; raises Mismatch for the first thing that does not hold."""
    try:
        return _Verification(record).run(kept)
    except (AttributeError, KeyError, IndexError, TypeError, ValueError) as error:
        # damaged in a way nobody has thought of: no reason to believe it
        raise Mismatch("the record is damaged and cannot be followed.") from error


class _Verification:
    """One record, followed from the start to the end."""

    def __init__(self, record: Mapping[str, Any]) -> None:
        self.record = record
        try:
            self.engine: AnyEngine = engine_for(record["game"], record["rules_version"])
        except LookupError as error:
            game = f"{record['game']} {record['rules_version']}"
            raise Mismatch(f"the rules of {game} are unknown here.") from error

    def run(self, kept: Mapping[tuple[str, str], str] | None) -> str:
        self.check_people_and_times()
        position = self.replayed()
        self.check_outcome(self.engine.outcome(position))
        pieces = self.check_commitments(position)
        if kept is not None:
            self.check_kept(pieces, kept)
        plies = f"{len(self.record['plies']) - 1} plies, the result"
        digests = f" and {len(pieces)} digests" if pieces else ""
        since = ", which are those kept since the start" if kept is not None else ""
        return f"{plies}{digests}{since}."

    # The rules

    def replayed(self) -> Any:
        """The last position; every ply was open to its seat, and told as the rules tell it."""
        options = self.record["options"]
        meta = self.engine.meta
        known = set(options) == set(meta.options) and all(
            meta.permits(name, value) for name, value in options.items()
        )
        _expect(known, "the options are not those of the game.")
        first, *plies = self.record["plies"]
        step = self.begun(options)
        is_start = _is_ply(first, 0) and first["seats"] == [] and first["move"] is None
        _expect(is_start, "the start is not as it should be.")
        self.check_events(first, step)
        for number, ply in enumerate(plies, start=1):
            _expect(_is_ply(ply, number), f"ply {number} is not as it should be.")
            self.before = step.position
            step = self.step(step.position, ply)
            self.check_events(ply, step)
        return step.position

    def begun(self, options: Mapping[str, str]) -> Transition[Any]:
        """The start of the game, or the position in which the match began."""
        if "start" not in self.record:
            return self.engine.start(Terms(options), NO_DICE)
        try:
            step = self.engine.start(Terms(options, self.record["start"]), NO_DICE)
        except ValueError as error:
            raise Mismatch("no match begins in the position it began in.") from error
        is_written_well = self.engine.codec.write(step.position) == self.record["start"]
        _expect(is_written_well, "the position it began in is written oddly.")
        return step

    def step(self, position: Any, ply: Mapping[str, Any]) -> Transition[Any]:
        """What *ply* leads to, after it was found to be open."""
        number, seats, text = ply["number"], [Seat(seat) for seat in ply["seats"]], ply["move"]
        _expect(self.engine.outcome(position) is None, f"ply {number} comes after the end.")
        if text is None:
            is_known = seats and sorted(set(seats)) == seats and set(seats) <= set(self.seats)
            _expect(bool(is_known), f"ply {number}: nobody, or nobody known, concedes.")
            return self.engine.concede(position, frozenset(seats))
        acting = self.engine.to_act(position)
        _expect(len(seats) == 1 and seats[0] in acting, f"ply {number}: not that seat's turn.")
        try:
            move = self.engine.codec.load_move(text)
            self.engine.check_move(self.engine.view(position, Viewer.of(seats[0])), move)
        except (InvalidMove, IllegalMove) as error:
            raise Mismatch(f"ply {number}: {text[:40]!r} is not a move open there.") from error
        _expect(self.engine.codec.dump_move(move) == text, f"ply {number} is written oddly.")
        return self.engine.play(position, seats[0], move, NO_DICE)

    def check_events(self, ply: Mapping[str, Any], step: Transition[Any]) -> None:
        """Everybody was told what the rules tell everybody: results of battles, the reveal."""
        known = [(event.kind, event.seen_by(BYSTANDER)) for event in step.events]
        events = [{"kind": kind, "facts": facts} for kind, facts in known if facts is not None]
        _expect(
            _same(events, ply["events"]),
            f"ply {ply['number']}: what was announced is not what the rules say.",
        )

    def check_outcome(self, outcome: Outcome | None) -> None:
        """The result is that of the rules, under one of the site's names for it."""
        if outcome is None:
            raise Mismatch("by the rules the match is not over.")
        claimed = self.record["outcome"]
        names = {outcome.termination.value}
        if outcome.termination is Termination.CONCESSION:
            names = CONCEDED[bool(outcome.winners)]
        _expect(set(claimed) == {"ended_how", "winners"}, "the outcome is not as it should be.")
        _expect(
            _same(claimed["winners"], sorted(outcome.winners)), "the rules name another winner."
        )
        _expect(claimed["ended_how"] in names, "the rules name another end.")
        if outcome.termination is Termination.CONCESSION:
            self.check_bounds(claimed["ended_how"])

    def check_bounds(self, ended_how: str) -> None:
        """A draw by the rule of the site came when that says: in games that have no end."""
        engine: Any = self.engine
        made = len(self.record["plies"]) - 2 if engine.meta.endless else 0
        quiet = engine.codec.quiet_plies(self.before) if engine.meta.endless else 0
        _expect(ended_how != "quiet" or quiet >= QUIET_PLIES, "a draw was claimed too early.")
        is_full = made == MOST_PLIES
        _expect(ended_how != "move-limit" or is_full, "it was drawn before it was long enough.")

    # The commitments

    def check_commitments(self, position: Any) -> list[Commitment]:
        """Each hidden piece has one digest, made of its kind and salt; and nothing else has."""
        hidden = self.engine.hidden_setup(position)
        wanted = {(seat, place): kind for seat in hidden for place, kind in hidden[seat].items()}
        pieces = [self.commitment(entry) for entry in self.record["commitments"]]
        found = {(piece.seat, piece.place): piece.kind for piece in pieces}
        _expect(len(found) == len(pieces), "a place is committed to twice.")
        _expect(set(found) == set(wanted), "the commitments are not to the pieces of the set-ups.")
        for place, kind in wanted.items():
            _expect(found[place] == kind, f"seat {place[0]}, {place[1]}: another kind was played.")
        return pieces

    def commitment(self, entry: Mapping[str, Any]) -> Commitment:
        """The commitment of an entry, whose digest is right."""
        _expect(tuple(sorted(entry)) == tuple(sorted(PIECE_FIELDS)), "a commitment is damaged.")
        seat, place, digest, kind, salt = (entry[field] for field in PIECE_FIELDS)
        piece = Commitment(self.record["match"], Seat(seat), place, kind, salt)
        _expect(
            type(seat) is int and piece.digest == digest, f"seat {seat}, {place}: wrong digest."
        )
        return piece

    def check_kept(self, pieces: Sequence[Commitment], kept: Mapping[tuple[str, str], str]) -> None:
        """The digests are those shown when play began."""
        now = {(str(piece.seat), piece.place): piece.digest for piece in pieces}
        for seat, place in sorted(now.keys() | kept.keys()):
            same = now.get((seat, place)) == kept.get((seat, place))
            _expect(same, f"seat {seat}, {place}: not the digest shown when play began.")

    # What the rules do not say

    @property
    def side_names(self) -> tuple[str, ...]:
        return self.engine.meta.seats_for(self.record["options"])

    @property
    def seats(self) -> list[Seat]:
        return [Seat(number) for number in range(len(self.side_names))]

    def may_be_of_the_house(self, seat: int, ply: Mapping[str, Any]) -> bool:
        """Whether by *ply* that seat placed an army as the site does: never a published one."""
        usual = self.engine.meta.placing
        if usual is None or not _same(ply["seats"], [seat]) or ply["move"] is None:
            return False
        placing = usual.for_seat(seat, self.record.get("start", ""))
        move = self.engine.codec.load_move(ply["move"])
        return not self.engine.cautions(move) and ply["move"] not in placing.published()

    def check_people_and_times(self) -> None:
        """Every seat has its player, and nothing was played before the start or after the end."""
        players = self.record["players"]
        sides = [(player["seat"], player["side"]) for player in players]
        _expect(_same(sides, list(enumerate(self.side_names))), "the seats are not the game's.")
        named = all(bool(player.get("name")) != bool(player.get("bot")) for player in players)
        _expect(named and all(len(player) == 3 for player in players), "a player is missing.")
        for seat in self.record["placed_by_house"]:
            placings = self.record["plies"][1 : 1 + len(self.seats)]
            is_known = any(self.may_be_of_the_house(seat, ply) for ply in placings)
            _expect(is_known, f"seat {seat}: this is no set-up of the site.")
        made = [ply["made_at"] for ply in self.record["plies"]]
        _expect(made[0] is None, "the start is not as it should be.")
        times = [_moment(text) for text in [self.record["started_at"], *made[1:]]]
        _expect(times == sorted(times), "the times are not in order.")
        plies = self.record["plies"][1:]
        fit = all(map(_took_fits, plies, times, times[1:]))
        _expect(fit, "a move took longer than there was time for it.")
        _expect(_moment(self.record["ended_at"]) == times[-1], "the last ply is not the end.")


def _took_fits(ply: Mapping[str, Any], since: datetime, made_at: datetime) -> bool:
    """Whether a ply took no longer than the time from the one before, to the second."""
    took = ply.get("took")
    return took is None or (
        type(took) is int and 0 <= took <= (made_at - since).total_seconds() + 1
    )


def _is_ply(ply: Mapping[str, Any], number: int) -> bool:
    """Whether this has the shape of a ply with that number."""
    seats_are_numbers = all(type(seat) is int for seat in ply["seats"])
    has_shape = set(ply) - LATER_FIELDS == PLY_FIELDS
    return has_shape and _same(ply["number"], number) and seats_are_numbers


def _same(one: Any, other: Any) -> bool:
    """Whether two values are the same JSON; to Python, True and 1 are equal."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def _moment(text: str) -> datetime:
    return datetime.strptime(text, "%Y-%m-%dT%H:%M:%SZ")  # noqa: DTZ007 - all are UTC


def _expect(holds: bool, sentence: str) -> None:
    if not holds:
        raise Mismatch(sentence)


if __name__ == "__main__":
    sys.exit(main())
