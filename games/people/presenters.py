"""A profile as its reader sees it, and the leaderboards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from engines.catalogue import GAMES
from games.boards.endings import why_sentence
from games.boards.kit.characters import Character
from games.boards.names import bot_of, game_name, house_bots, player_name
from games.common.feeds import Entry, Feed
from games.match.presenters.people import profile_url
from games.people.selectors import (
    Kind,
    PastMatch,
)
from games.ratings.pools import FLOOR_MATCHES, PACES, PEOPLE, Pool
from games.ratings.presenters import (
    Graph,
    graph_of,
    pool_name,
    rating_sentence,
)
from games.ratings.selectors import (
    leaders,
    rating_history,
    ratings_of,
)


@dataclass(frozen=True, slots=True)
class PastRow:
    """One finished match of a history."""

    url: str
    game_name: str
    opponents: list[tuple[str, str, Character | None]]
    """Names and profiles; bots have a character instead."""
    result: str
    """won, lost or drawn"""
    result_name: str
    why: str
    counting: str
    ended_at: datetime


@dataclass(frozen=True, slots=True)
class BlockChoice:
    """A kind of dealings that can be blocked."""

    kind: str
    name: str
    is_on: bool


@dataclass(frozen=True, slots=True)
class LeaderRow:
    """One line of a leaderboard."""

    place: int
    name: str
    url: str
    rating: str
    matches: int


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """The best of one game at one pace."""

    name: str
    rows: list[LeaderRow]


def graphs_of(person: User) -> list[Graph]:
    """Return the course of every rating the person has."""
    found = ratings_of([person.pk], timezone.now()).values()
    return [graph_of(facts, rating_history(person.pk, facts.pool)) for facts in found]


def past_row(row: PastMatch) -> PastRow:
    """A finished match of somebody."""
    people = [player_name(row.game, name, is_bot=is_bot) for name, is_bot in row.players]
    urls = [profile_url(name, is_bot=is_bot) for name, is_bot in row.players]
    bots = [bot_of(row.game, name) if is_bot else None for name, is_bot in row.players]
    others = [seat for seat in range(len(people)) if seat != row.seat]
    words = {"won": _("Won"), "lost": _("Lost"), "drawn": _("Drawn")}
    return PastRow(
        url=reverse("games:match", args=[row.uid]),
        game_name=game_name(row.game),
        opponents=[(people[seat], urls[seat], bots[seat]) for seat in others],
        result=row.result,
        result_name=words.get(row.result, ""),
        why=why_sentence(row.game, row.ended_how, row.winners, people, row.options),
        counting=_("Rated") if row.rated else _("Casual"),
        ended_at=row.ended_at,
    )


def past_feed(person: User, matches: Sequence[PastMatch]) -> Feed:
    """The finished *matches* of a person, the newest first."""
    return Feed(
        title=f"{person.name} · {_('Finished matches')}",
        path=reverse("games:person-feed", args=[person.name]),
        page=profile_url(person.name, is_bot=False),
        since=person.date_joined,
        entries=[_past_entry(one) for one in matches],
    )


def _past_entry(match: PastMatch) -> Entry:
    row = past_row(match)
    others = _(", ").join(name for name, _url, _bot in row.opponents)
    parts = (row.result_name, row.game_name, others)
    return Entry(
        key=match.uid,
        title=" · ".join(part for part in parts if part),
        lines=(row.why, row.counting),
        path=row.url,
        at=row.ended_at,
    )


def block_choices(chosen: frozenset[str]) -> list[BlockChoice]:
    """Return what can be blocked, and what is."""
    words = {
        Kind.PAIRING: _("Pairing: we are never paired in the lobby"),
        Kind.CHALLENGE: _("Challenges: no challenges and no rematches between us"),
        Kind.TALK: _("Chat: no chat between us"),
        Kind.WATCH: _("Watching: neither of us can watch the other's matches in progress"),
    }
    return [BlockChoice(kind.value, words[kind], kind.value in chosen) for kind in Kind]


def leaderboards(game: str, now: datetime, *, versus: str = PEOPLE) -> list[Leaderboard]:
    """Return the leaderboards of a game, or of all; those with nobody on them are left out."""
    slugs = [meta.slug for meta in GAMES if game in ("", meta.slug)]
    pools = [Pool(slug, pace, versus) for slug in slugs for pace in PACES]
    boards = [Leaderboard(pool_name(pool), _leaders(pool, now)) for pool in pools]
    return [board for board in boards if board.rows]


def _leaders(pool: Pool, now: datetime) -> list[LeaderRow]:
    return [
        LeaderRow(
            line.place,
            line.name,
            profile_url(line.name, is_bot=False),
            rating_sentence(line.facts),
            line.facts.matches,
        )
        for line in leaders(pool, now)
    ]


def floor_sentence() -> str:
    """Return who is on a leaderboard."""
    return _(
        "Players with at least %(matches)s rated matches of a kind, played recently enough for"
        " a reliable rating."
    ) % {"matches": FLOOR_MATCHES}


@dataclass(frozen=True, slots=True)
class Rung:
    """A house bot, and the games in which somebody has beaten it."""

    bot: Character
    games: str


def ladder_of(beaten: Sequence[tuple[str, str]]) -> list[Rung]:
    """The house bots that somebody has beaten, by (game, level), the strongest first."""
    rungs = []
    for level, bot in reversed([*house_bots().items()]):
        games = [game_name(game) for game, beaten_level in beaten if beaten_level == level]
        if games:
            rungs.append(Rung(bot, _(", ").join(games)))
    return rungs


@dataclass(frozen=True, slots=True)
class NextBot:
    """The house bot to play next."""

    bot: Character
    level: str
    game: str
    """In which it is met: the game of the first bot beaten, or the first that it plays."""


def next_bot_of(beaten: Sequence[tuple[str, str]]) -> NextBot | None:
    """The weakest house bot that somebody who has beaten those has not; None if there is none."""
    met = {level for _game, level in beaten}
    game = next((game for game, _level in beaten), GAMES[0].slug)
    for level, bot in house_bots().items():
        if level not in met:
            return NextBot(bot, level, game)
    return None
