"""The card of a tournament, its table and its crosstable, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import TYPE_CHECKING

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.boards.cards import card_for
from games.boards.names import game_name, option_words, player_name
from games.match.presenters.clocktext import terms_sentence
from games.match.presenters.people import profile_url
from games.match.reading.visibility import shown_uid
from games.tournaments.models import Entry, Pairing, Tournament
from games.tournaments.selectors import Standings, ties_in, trophies_of
from games.tournaments.services.entering import DOUBLE_UP_TO
from games.tournaments.standings import POINTS, Line, Outcome, Rule, Tie

if TYPE_CHECKING:
    from games.clubs.models import Club

State = Tournament.State


@dataclass(frozen=True, slots=True)
class TournamentCard:
    """A tournament in a list."""

    url: str
    name: str
    kanji: str
    game_name: str
    terms: tuple[str, ...]
    state: str
    places: str
    """How many have entered, of how many; "" once it has begun."""
    is_open: bool
    starts_at: datetime | None


@dataclass(frozen=True, slots=True)
class Cell:
    """The results of the meetings of two entries, from the side of the row."""

    marks: tuple[Mark, ...]
    is_self: bool = False


@dataclass(frozen=True, slots=True)
class Mark:
    """One meeting: a sign, what it means, and the board."""

    sign: str
    words: str
    url: str


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the table, with its row of the crosstable."""

    place: str
    name: str
    is_bot: bool
    url: str
    """The profile; "" for a bot, and for what is left of a deleted account."""
    note: str
    """That somebody has withdrawn."""
    points: str
    wins: int
    berger: str
    finished: str
    cells: tuple[Cell, ...]
    is_own: bool
    way: str = ""
    """Of a division: where who ends there goes from here."""


def tournament_card(tournament: Tournament, entered: int) -> TournamentCard:
    """Return the card of a tournament in which so many have entered."""
    is_open = tournament.state == State.OPEN
    places = ""
    if is_open:
        places = _("%(entered)d of %(size)d places taken") % {
            "entered": entered,
            "size": tournament.size,
        }
    return TournamentCard(
        url=event_url(tournament),
        name=shown_name(tournament),
        kanji=card_for(tournament.game).kanji,
        game_name=game_name(tournament.game),
        terms=terms_of(tournament),
        state=str(State(tournament.state).label),
        places=places,
        is_open=is_open,
        starts_at=tournament.starts_at if is_open else None,
    )


def event_url(tournament: Tournament) -> str:
    """Return its page."""
    return reverse("games:event", args=[tournament.uid])


def shown_name(tournament: Tournament) -> str:
    """Return its name; of a division, which one it is."""
    division = tournament.division
    if division is None:
        return tournament.name
    return _("%(game)s league, season %(season)d, division %(division)d") % {
        "game": game_name(tournament.game),
        "season": division.season,
        "division": division.number,
    }


def terms_of(tournament: Tournament) -> tuple[str, ...]:
    """Return what is played for, and by which clock."""
    return (
        _("Rated") if tournament.rated else _("Casual"),
        terms_sentence(tournament.time_control),
        *(f"{name}: {value}" for name, value in option_words(tournament.game, tournament.options)),
    )


def card_sentences(tournament: Tournament) -> tuple[str, ...]:
    """Return what is fixed for all, as sentences."""
    if tournament.guests:
        return _sentences_of_clubs(tournament)
    lines = [_meetings(tournament)]
    if band := _band(tournament.low, tournament.high):
        lines.append(band)
    if tournament.link:
        lines.append(_("Entered by its link only."))
    if tournament.takes_bots:
        lines.append(
            _(
                "Bots take the places that are left. They win no trophy, and nobody wins one"
                " against bots alone."
            )
        )
    if tournament.ends_at is not None:
        lines.append(_("Matches that go on when the season ends are drawn, unrated."))
    return (
        *lines,
        _("Nobody can pause a match, give time or take a move back."),
        _(
            "Who loses two matches on time is withdrawn. If less than half was played, none of it"
            " counts; otherwise the rest is lost by forfeit, unrated."
        ),
        *((tie_break_sentence(),) if tournament.state == State.OPEN else ()),
    )


def _sentences_of_clubs(tournament: Tournament) -> tuple[str, ...]:
    boards = tournament.boards
    return (
        ngettext(
            "Up to %(boards)d board. The strongest of each club by rating have the first board,"
            " and so on; each two meet twice, once from each side.",
            "Up to %(boards)d boards. The strongest of each club by rating have the first board,"
            " and so on; each two meet twice, once from each side.",
            boards,
        )
        % {"boards": boards},
        _("All matches begin at once. A win is a point for the club, a draw half a point."),
        _("Nobody can pause a match, give time or take a move back."),
        _(
            "Who loses two matches on time, or withdraws, loses the rest by forfeit, unrated. The"
            " point goes to the other club."
        ),
    )


def tie_break_sentence() -> str:
    """Return how equals are told apart."""
    return _(
        "Equal points are told apart by the results among those equal, then by wins, then by"
        " Sonneborn-Berger (the points of those one has beaten and half the points of those one"
        " has drawn with); who is still equal shares the place."
    )


def tie_sentences(standings: Standings) -> list[str]:
    """By what equals were told apart in a table that is final, a sentence for each tie."""
    tournament = standings.tournament
    if tournament.state != State.OVER or tournament.guests:
        return []
    entries = {entry.pk: entry for entry in standings.entries}
    return [
        _tie_words(tie)
        % {
            "names": _(", ").join(entry_name(tournament.game, entries[key]) for key in tie.entries),
            "points": points_text(tie.points),
            "rules": _(", then ").join(str(_rule_names()[rule]) for rule in tie.rules),
        }
        for tie in ties_in(standings)
    ]


def _tie_words(tie: Tie) -> str:
    if not tie.rules:
        return _("%(names)s have %(points)s points each and share the place.")
    if tie.is_shared:
        return _(
            "%(names)s have %(points)s points each and are told apart by %(rules)s; who is still"
            " equal shares the place."
        )
    return _("%(names)s have %(points)s points each and are told apart by %(rules)s.")


def _rule_names() -> dict[Rule, str]:
    return {
        Rule.DIRECT: _("the results among them"),
        Rule.WINS: _("wins"),
        Rule.BERGER: _("Sonneborn-Berger"),
    }


def _meetings(tournament: Tournament) -> str:
    if tournament.state == State.OPEN and tournament.size <= DOUBLE_UP_TO:
        return _("Everybody meets everybody twice, once from each side.")
    if tournament.state == State.OPEN:
        return _("Everybody meets everybody once; with five players or fewer, twice.")
    if tournament.is_double:
        return _("Everybody meets everybody twice, once from each side.")
    return _("Everybody meets everybody once.")


def _band(low: int | None, high: int | None) -> str:
    if low is not None and high is not None:
        return _("For ratings from %(low)d to %(high)d.") % {"low": low, "high": high}
    if low is not None:
        return _("For ratings from %(low)d.") % {"low": low}
    return "" if high is None else _("For ratings up to %(high)d.") % {"high": high}


def rows_of(standings: Standings, user_id: int | None) -> list[Row]:
    """Return the table, best first, each line with its meetings in the order of the table."""
    entries = {entry.pk: entry for entry in standings.entries}
    order = [line.entry for line in standings.lines]
    meetings: dict[tuple[int, int], list[Pairing]] = {}
    for pairing in standings.pairings:
        pair = (pairing.first_id, pairing.second_id)
        meetings.setdefault(pair, []).append(pairing)
        meetings.setdefault(pair[::-1], []).append(pairing)
    each = sum(pair[0] == order[0] for pair in meetings) if order else 0
    total = each * (2 if standings.tournament.is_double else 1)
    return [
        _row(
            standings.tournament,
            entries[line.entry],
            line,
            tuple(_cell(line.entry, other, meetings) for other in order),
            total,
            user_id,
        )
        for line in standings.lines
    ]


def _row(
    tournament: Tournament,
    entry: Entry,
    line: Line,
    cells: tuple[Cell, ...],
    total: int,
    user_id: int | None,
) -> Row:
    has_begun = tournament.state in (State.RUNNING, State.OVER)
    return Row(
        place=str(line.place) if has_begun and line.place else "–",
        name=entry_name(tournament.game, entry),
        is_bot=entry.user is None,
        url=profile_url(entry.user.name, is_bot=False) if entry.user else "",
        note=_("withdrawn") if entry.withdrawn_at else "",
        points=points_text(line.points),
        wins=line.wins,
        berger=points_text(line.berger),
        finished=f"{line.finished}/{total}",
        cells=cells,
        is_own=user_id is not None and entry.user_id == user_id,
    )


def entry_name(game: str, entry: Entry) -> str:
    """Return the name of the user, or of the bot."""
    return player_name(game, entry.user.name if entry.user else entry.bot, is_bot=not entry.user)


def points_text(points: Fraction) -> str:
    """Points as people write them: 3½."""
    whole, rest = divmod(points, 1)
    quarters = {Fraction(0): "", Fraction(1, 4): "¼", Fraction(1, 2): "½", Fraction(3, 4): "¾"}
    return f"{whole or ''}{quarters[rest]}" or "0"


def _cell(own: int, other: int, meetings: dict[tuple[int, int], list[Pairing]]) -> Cell:
    if own == other:
        return Cell((), is_self=True)
    return Cell(tuple(_mark(own, pairing) for pairing in meetings.get((own, other), [])))


def _mark(own: int, pairing: Pairing) -> Mark:
    match, uid = pairing.match, shown_uid(pairing.match)
    url = reverse("games:match", args=[uid]) if uid else ""
    outcome = Outcome(pairing.outcome)
    if outcome == Outcome.OPEN:
        return Mark("·", _("in progress") if match is not None else _("begins soon"), url)
    if outcome == Outcome.VOID:
        return Mark("×", _("does not count"), url)
    part = POINTS[outcome][0 if pairing.first_id == own else 1]
    sign, words = {
        Fraction(1): ("1", _("won")),
        Fraction(0): ("0", _("lost")),
    }.get(part, ("½", _("drawn")))
    if pairing.is_forfeit and outcome == Outcome.DRAW:
        return Mark("=", _("drawn at the end of the season"), url)
    if pairing.is_forfeit:
        return Mark({"1": "+", "0": "−"}[sign], _("%(result)s by forfeit") % {"result": words}, url)
    return Mark(sign, words, url)


@dataclass(frozen=True, slots=True)
class Side:
    """One of two clubs that meet."""

    name: str
    url: str
    """"" for a club that is gone."""
    points: str
    people: tuple[Seated, ...]
    """Who has entered for it, before the boards are drawn up."""


@dataclass(frozen=True, slots=True)
class Seated:
    """Somebody at a board."""

    name: str
    url: str
    is_own: bool
    note: str
    """That they have withdrawn."""


@dataclass(frozen=True, slots=True)
class Board:
    """The two who meet at one board, twice."""

    first: Seated
    second: Seated
    marks: tuple[Mark, ...]
    """What came of it, for the first one's club."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """A match of clubs: both of them, and their boards."""

    sides: tuple[Side, ...]
    boards: tuple[Board, ...]
    result: str
    """Who has won; "" until it is over."""


def meeting_of(standings: Standings, clubs: Mapping[str, Club], user_id: int | None) -> Meeting:
    """A match of clubs, of which those *clubs* are still there."""
    tournament = standings.tournament
    sides = tuple(
        _side(standings, team, clubs.get(uid), points_text(points), user_id)
        for team, (uid, points) in enumerate(zip(tournament.clubs, standings.score, strict=True))
    )
    return Meeting(sides, _boards(standings, user_id), _result(standings, sides))


def _side(
    standings: Standings, team: int, club: Club | None, points: str, user_id: int | None
) -> Side:
    people = tuple(_seated(one, user_id) for one in standings.entries if one.team == team)
    if club is None:
        return Side(_("A club that is gone"), "", points, people)
    return Side(club.name, reverse("games:club", args=[club.uid]), points, people)


def _seated(entry: Entry, user_id: int | None) -> Seated:
    assert entry.user is not None
    url = profile_url(entry.user.name, is_bot=False)
    note = _("withdrawn") if entry.withdrawn_at else ""
    return Seated(entry.user.name, url, entry.user_id == user_id, note)


def _boards(standings: Standings, user_id: int | None) -> tuple[Board, ...]:
    entries = sorted(
        (one for one in standings.entries if one.number is not None),
        key=lambda one: one.number or 0,
    )
    return tuple(
        Board(
            _seated(one, user_id),
            _seated(other, user_id),
            tuple(
                _mark(one.pk, pairing)
                for pairing in standings.pairings
                if one.pk in (pairing.first_id, pairing.second_id)
            ),
        )
        for one, other in zip(entries[::2], entries[1::2], strict=True)
    )


def _result(standings: Standings, sides: Sequence[Side]) -> str:
    if standings.tournament.state != State.OVER:
        return ""
    first, second = standings.score
    if first == second:
        return _("The match ends in a draw.")
    return _("%(club)s has won.") % {"club": sides[0 if first > second else 1].name}


def matches_line(standings: Standings) -> str:
    """Return how many matches are decided."""
    total = len(standings.pairings)
    decided = sum(pairing.outcome != Outcome.OPEN for pairing in standings.pairings)
    if not total:
        return ""
    return ngettext(
        "%(decided)d of %(count)d match decided", "%(decided)d of %(count)d matches decided", total
    ) % {"decided": decided, "count": total}


def winners_of(standings: Standings) -> Sequence[str]:
    """Return who has won a tournament that is over."""
    if standings.tournament.state != State.OVER or standings.tournament.guests:
        return ()
    first = {line.entry for line in standings.lines if line.place == 1}
    game = standings.tournament.game
    return [entry_name(game, entry) for entry in standings.entries if entry.pk in first]


@dataclass(frozen=True, slots=True)
class Trophy:
    """A tournament that somebody has won."""

    tournament: str
    url: str
    name: str
    game_name: str
    ended_at: datetime


MOST_TROPHIES = 50


def profile_trophies(user_id: int) -> list[Trophy]:
    """Return the tournaments that the user has won, newest first."""
    return [
        Trophy(
            tournament=entry.tournament.uid,
            url=event_url(entry.tournament),
            name=shown_name(entry.tournament),
            game_name=game_name(entry.tournament.game),
            ended_at=entry.tournament.ended_at,
        )
        for entry in trophies_of(user_id)[:MOST_TROPHIES]
        if entry.tournament.ended_at is not None
    ]
