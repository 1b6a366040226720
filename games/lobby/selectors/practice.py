"""Boards of matches that are over, from which a match of practice can go on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from accounts.models import User
from engines.catalogue import meta_for
from games.match.changes.practice import first_board
from games.match.exceptions import BeingPlayed, NotOver, UnknownTerms
from games.match.reading.selectors import begun_match
from games.match.referee import Referee
from games.match.status import Status


@dataclass(frozen=True, slots=True)
class BoardToPlay:
    """A board: the moves that led to it, and whose move it is."""

    game: str
    options: Mapping[str, str]
    start: str
    """Where that match began, if not at the game's start."""
    plies: tuple[str, ...]
    side: int


def board_to_play(user: User, uid: str, ply: int) -> BoardToPlay:
    """The board of match *uid* after *ply* plies.

    Raises NoSuchMatch, NotOver for a match that was not played to its end, UnknownTerms for a
    board on which it was over or not set up yet, or BeingPlayed.
    """
    match = begun_match(uid, user)
    meta = meta_for(match.game)
    if match.status != Status.FINISHED:
        raise NotOver
    if meta.solo:
        raise UnknownTerms
    referee = Referee(match)
    if ply < first_board(match.game):
        raise UnknownTerms
    plies = referee.open_moves(up_to=ply)
    acting = referee.to_act_after(len(plies))
    if not acting:
        raise UnknownTerms
    if referee.is_played_now(ply, user.pk, but_practice=True):
        raise BeingPlayed
    return BoardToPlay(match.game, match.options, match.start, plies, min(acting))
