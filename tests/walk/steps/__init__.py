"""The steps of the walk, by what they are about."""

from tests.walk.steps import (
    accounts,
    corners,
    events,
    everywhere,
    games,
    nation,
    operator,
    pairs,
    programs,
    sockets,
    staff,
    studies,
)

__all__ = [
    "accounts",
    "corners",
    "events",
    "everywhere",
    "games",
    "nation",
    "operator",
    "pairs",
    "programs",
    "sockets",
    "staff",
    "studies",
]
