"""What a bot account makes of a challenge by its own rules: pure."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from games.match.status import Reason
from games.ratings.pools import LIVE

ACCEPT = "accept"


@dataclass(frozen=True, slots=True)
class Asked:
    """A challenge, and who has sent it."""

    game: str
    pace: str
    """Slow or live; "" without a clock."""
    rated: bool
    rating: int
    """The challenger's, by which opponents are chosen."""
    is_program: bool
    is_followed: bool
    """Whether the bot account follows the challenger."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The challenges that a bot account accepts by itself."""

    games: Collection[str] = ()
    """By their slugs; none stands for all."""
    pace: str = ""
    rated: str = ""
    """"yes", "no", or "" for both."""
    audience: str = "anyone"
    """Anyone, people, bots, or those whom the bot account follows."""
    low: int | None = None
    high: int | None = None


def answer(rules: Rules, asked: Asked) -> str:
    """`ACCEPT`, or the reason for which it is declined: the first that there is."""
    reasons = (
        (bool(rules.games) and asked.game not in rules.games, Reason.GAME),
        (rules.pace not in ("", asked.pace), _wrong_pace(asked)),
        (rules.rated == "yes" and not asked.rated, Reason.CASUAL),
        (rules.rated == "no" and asked.rated, Reason.RATED),
        (not _is_for(rules, asked), Reason.OTHER),
        (rules.low is not None and asked.rating < rules.low, Reason.OTHER),
        (rules.high is not None and asked.rating > rules.high, Reason.OTHER),
    )
    return next((str(reason) for is_wrong, reason in reasons if is_wrong), ACCEPT)


def _wrong_pace(asked: Asked) -> Reason:
    return Reason.TOO_FAST if asked.pace == LIVE else Reason.TOO_SLOW


def _is_for(rules: Rules, asked: Asked) -> bool:
    return {
        "anyone": True,
        "people": not asked.is_program,
        "bots": asked.is_program,
        "followed": asked.is_followed,
    }[rules.audience]
