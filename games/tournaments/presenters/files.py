"""The table as files: JSON, CSV, and TRF16, which FIDE's programs read."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from games.common.spreadsheets import csv_of
from games.match.reading.visibility import shown_uid
from games.tournaments.models import Entry, Pairing
from games.tournaments.presenters.pages import entry_name, shown_name
from games.tournaments.selectors import Standings
from games.tournaments.standings import POINTS, Line, Outcome


def as_json(standings: Standings) -> dict[str, Any]:
    """Everything the page shows, by keys: entries in table order, pairings by their numbers."""
    tournament = standings.tournament
    entries = {entry.pk: entry for entry in standings.entries}
    return {
        "id": tournament.uid,
        "name": shown_name(tournament),
        "game": tournament.game,
        "options": tournament.options,
        "time_control": tournament.time_control,
        "rated": tournament.rated,
        "state": tournament.state,
        "double": tournament.is_double,
        "table": [
            {
                "number": entries[line.entry].number,
                "name": entry_name(tournament.game, entries[line.entry]),
                "bot": bool(entries[line.entry].bot),
                "withdrawn": entries[line.entry].withdrawn_at is not None,
                "place": line.place,
                "points": float(line.points),
                "wins": line.wins,
                "sonneborn_berger": float(line.berger),
                "finished": line.finished,
            }
            for line in standings.lines
        ],
        "pairings": [
            {
                "first": entries[pairing.first_id].number,
                "second": entries[pairing.second_id].number,
                "result": pairing.outcome or None,
                "forfeit": pairing.is_forfeit,
                "match": shown_uid(pairing.match) or None,
            }
            for pairing in standings.pairings
        ],
    }


def as_csv(standings: Standings) -> str:
    """Return the table with a column for each entry, in the order of places."""
    entries = {entry.pk: entry for entry in standings.entries}
    game, order = standings.tournament.game, [line.entry for line in standings.lines]
    names = [entry_name(game, entries[key]) for key in order]
    heads = ("place", "name", "points", "wins", "sonneborn-berger", "finished", *names)
    rows = [
        (
            line.place or "",
            name,
            float(line.points),
            line.wins,
            float(line.berger),
            line.finished,
            *(_met(line.entry, other, standings) for other in order),
        )
        for line, name in zip(standings.lines, names, strict=True)
    ]
    return csv_of([heads, *rows])


def _met(own: int, other: int, standings: Standings) -> str:
    parts = [
        str(float(_part(own, pairing)))
        for pairing in standings.pairings
        if {pairing.first_id, pairing.second_id} == {own, other}
        and pairing.outcome in POINTS
        and own != other
    ]
    return " ".join(parts)


def _part(own: int, pairing: Pairing) -> Fraction:
    return POINTS[Outcome(pairing.outcome)][0 if pairing.first_id == own else 1]


def as_trf(standings: Standings) -> str:
    """TRF16: a header, and a line 001 for each entry with its matches, seat 0 as white."""
    tournament = standings.tournament
    entries = sorted(standings.entries, key=lambda entry: entry.number or 0)
    lines = {line.entry: line for line in standings.lines}
    head = [
        f"012 {shown_name(tournament)}",
        f"042 {tournament.began_at:%Y/%m/%d}" if tournament.began_at else "",
        f"052 {tournament.ended_at:%Y/%m/%d}" if tournament.ended_at else "",
        f"062 {len(entries)}",
        "092 " + ("Double round robin" if tournament.is_double else "Round robin"),
    ]
    body = [_player(entry, lines[entry.pk], standings) for entry in entries]
    return "\n".join([*filter(None, head), *body]) + "\n"


def _player(entry: Entry, line: Line, standings: Standings) -> str:
    name = entry_name(standings.tournament.game, entry)
    number = (entry.number or 0) + 1
    start = f"001 {number:4d}      {name[:33]:<33} {'':4} {'':3} {'':11} {'':10} "
    start += f"{float(line.points):4.1f} {line.place or '':4}"
    return start + "".join(
        _round(entry, pairing, standings)
        for pairing in standings.pairings
        if entry.pk in (pairing.first_id, pairing.second_id)
    )


def _round(entry: Entry, pairing: Pairing, standings: Standings) -> str:
    numbers = {one.pk: (one.number or 0) + 1 for one in standings.entries}
    is_first = pairing.first_id == entry.pk
    other = numbers[pairing.second_id if is_first else pairing.first_id]
    return f"  {other:4d} {'w' if is_first else 'b'} {_sign(entry, pairing)}"


def _sign(entry: Entry, pairing: Pairing) -> str:
    if pairing.outcome not in POINTS:
        return " " if pairing.outcome == Outcome.OPEN else "Z"
    part = _part(entry.pk, pairing)
    played = {Fraction(1): "1", Fraction(0): "0"}.get(part, "=")
    return {"1": "+", "0": "-"}.get(played, played) if pairing.is_forfeit else played
