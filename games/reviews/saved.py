"""Keeping what was found out on the analysis board: trees of moves, private until shared.

Nothing here opens a match. Whether a running one stands at a position is asked each time a board is
shown (`board.board_asked`), so that what was kept before it began shows nothing while it goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import NamedTuple

from django.db.models import QuerySet
from django.utils.crypto import get_random_string

from accounts.models import User
from accounts.sanctions.rights import Verb, can
from engines.catalogue import GAMES
from games.match.referee.analysing import can_be_analysed
from games.people.writing import Writing, check_may_write
from games.record.reading import Word
from games.reviews.board import BoardAsked, Line, board_asked, check_playable, read_on
from games.reviews.exceptions import (
    AnalysisFull,
    BadMove,
    BadTitle,
    GuestsShareNot,
    NoSuchAnalysis,
    NoSuchNode,
    TooManyAnalyses,
)
from games.reviews.models import LONGEST_REMARK, LONGEST_TITLE, KeptAnalysis
from games.reviews.trees import Tree, dump_tree, read_tree
from queues.transactions import writing

OPEN_GAMES = tuple(meta.slug for meta in GAMES if can_be_analysed(meta.slug))
MOST_ANALYSES = 100
"""A user's."""
MOST_NODES = 500
"""Of one analysis."""


class Opened(NamedTuple):
    """An analysis at one of its moves."""

    row: KeptAnalysis
    tree: Tree
    at: int
    board: BoardAsked


def own_analyses(user_id: int) -> Sequence[KeptAnalysis]:
    """A user's, those changed last first."""
    return list(KeptAnalysis.objects.filter(user_id=user_id).order_by("-changed_at", "-pk"))


def keep_line(*, user: User, line: Line, title: str, now: datetime) -> KeptAnalysis:
    """Keep a line as the beginning of a tree.

    Raises BadTitle, TooManyAnalyses, NoSuchPosition, or BadMove where the line cannot be played to
    its end.
    """
    check_playable(line)
    with writing():
        User.objects.select_for_update(no_key=True).get(pk=user.pk)  # so that each is counted
        if KeptAnalysis.objects.filter(user=user).count() >= MOST_ANALYSES:
            raise TooManyAnalyses
        return KeptAnalysis.objects.create(
            user=user,
            game=line.game,
            title=_title(title),
            position=line.position,
            options=dict(line.options),
            tree=dump_tree(line.tree),
            made_at=now,
            changed_at=now,
        )


def own_analysis(uid: str, user: User) -> KeptAnalysis:
    """Raises NoSuchAnalysis for none, and for somebody else's."""
    row = _mine(uid, user).first()
    if row is None:
        raise NoSuchAnalysis
    return row


def shared_analysis(link: str) -> KeptAnalysis:
    """Return the analysis with that link; raises NoSuchAnalysis, also while its owner may not write
    to others."""
    shared = KeptAnalysis.objects.select_related("user").filter(link=link, user__is_active=True)
    row = shared.first() if link else None
    if row is None or not can(row.user, Verb.TALK):
        raise NoSuchAnalysis
    return row


def opened(row: KeptAnalysis, at: int) -> Opened:
    """An analysis at a move; raises NoSuchNode."""
    tree = read_tree(row.tree)
    return Opened(row, tree, at, board_asked(line_of(row, tree, at)))


def add_moves(*, uid: str, user: User, at: int, words: Sequence[Word], now: datetime) -> int:
    """Add the moves that *words* spell after one; the number of the last. Raises what `opened`
    does, BadMove, BadWord or AnalysisFull."""

    def grow(row: KeptAnalysis, tree: Tree) -> tuple[Tree, int]:
        line = line_of(row, tree, at)
        moves = read_on(line, words)
        grown, last = tree.grown(at, moves)
        if not moves or board_asked(replace(line, tree=grown, at=last)).refused:
            raise BadMove
        if len(grown.nodes) > MOST_NODES:
            raise AnalysisFull
        return grown, last

    return _changed(uid, user, now, grow)


def note(*, uid: str, user: User, at: int, text: str, now: datetime) -> int:
    """Note something to a move, or nothing any more; raises NoSuchAnalysis or NoSuchNode."""
    words = text.replace("\x00", "").replace("\r\n", "\n").strip()[:LONGEST_REMARK]
    return _changed(uid, user, now, lambda _row, tree: (tree.noted(at, words), at))


def delete_branch(*, uid: str, user: User, at: int, now: datetime) -> int:
    """Delete a move and what follows it; the number of the move before. Raises likewise."""
    return _changed(uid, user, now, lambda _row, tree: (tree.without(at), tree.nodes[at].after))


def promote(*, uid: str, user: User, at: int, now: datetime) -> None:
    """Make the way to a move the main one. Raises likewise."""
    _changed(uid, user, now, lambda _row, tree: (tree.promoted(at), at))


def rename(*, uid: str, user: User, title: str, now: datetime) -> None:
    """Raises NoSuchAnalysis or BadTitle."""
    if not _mine(uid, user).update(title=_title(title), changed_at=now):
        raise NoSuchAnalysis


def share(*, uid: str, user: User, is_shared: bool) -> None:
    """Make a link for whoever gets it, or withdraw it for good.

    Raises NoSuchAnalysis, GuestsShareNot, or what `people.writing` refuses.
    """
    if is_shared and user.is_guest:
        raise GuestsShareNot
    if is_shared:
        check_may_write(Writing.PUBLIC, user)
    row = own_analysis(uid, user)
    if bool(row.link) != is_shared:
        link = get_random_string(22) if is_shared else ""
        KeptAnalysis.objects.filter(pk=row.pk, link=row.link).update(link=link)


def forget(*, uid: str, user: User) -> None:
    """Delete one; raises NoSuchAnalysis."""
    if not _mine(uid, user).delete()[0]:
        raise NoSuchAnalysis


def move_analyses(from_id: int, to_id: int) -> None:
    """Give those of one user to another."""
    KeptAnalysis.objects.filter(user_id=from_id).update(user_id=to_id)


def line_of(row: KeptAnalysis, tree: Tree, at: int) -> Line:
    """The line to a move; raises NoSuchNode."""
    if at not in tree.nodes:
        raise NoSuchNode
    return Line(row.game, row.position, tuple(row.options.items()), tree, at)


def _mine(uid: str, user: User) -> QuerySet[KeptAnalysis]:
    return KeptAnalysis.objects.filter(uid=uid, user=user)


def _changed(
    uid: str,
    user: User,
    now: datetime,
    change: Callable[[KeptAnalysis, Tree], tuple[Tree, int]],
) -> int:
    with writing():
        row = _mine(uid, user).select_for_update().first()
        if row is None:
            raise NoSuchAnalysis
        try:
            tree, at = change(row, read_tree(row.tree))
        except KeyError as error:
            raise NoSuchNode from error
        row.tree, row.changed_at = dump_tree(tree), now
        row.save(update_fields=["tree", "changed_at"])
    return at


def _title(text: str) -> str:
    title = " ".join(text.replace("\x00", "").split())
    if not title or len(title) > LONGEST_TITLE:
        raise BadTitle
    return title
