"""A player's own board beside a match: variations kept for each ply, with notes. No engine thinks.

Where pieces are hidden it begins with what the player saw after that ply, and pieces are moved by
hand; elsewhere by the rules. It takes no lock on the match and counts no version.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from engines.catalogue import meta_for
from engines.core.seats import Seat, Viewer
from games.boards.cards import card_for
from games.boards.kit.byhand import CannotMove, marks_after, moved_by_hand
from games.knowledge.selectors import guesses_on_board
from games.match.changes.permissions import check_seated
from games.match.changes.practice import first_board
from games.match.exceptions import RefusedMove, UnreadableMove
from games.match.reading.selectors import match_by_uid, players_of
from games.match.reading.viewers import seat_of
from games.match.reading.visibility import NoSuchMatch, check_watched
from games.match.referee import Referee
from games.match.referee.studies import Laid, News
from games.match.status import Status
from games.people.writing import Writing, check_may_write
from games.reviews.board import news_of_moves
from games.reviews.exceptions import (
    AnalysisFull,
    BadMove,
    GuestsShareNot,
    NoSuchNode,
    NotOverYet,
    NoVariations,
)
from games.reviews.models import LONGEST_REMARK, Variations
from games.reviews.trees import START, Tree, dump_tree, read_tree, tree_of
from queues.transactions import writing

if TYPE_CHECKING:
    from accounts.common.visitors import Visitor
    from games.match.models import Match, Player


MOST_NODES = 200
"""Of one player beside one match."""


@dataclass(frozen=True, slots=True)
class At:
    """The board that is asked for."""

    ply: int | None = None
    """None: the newest."""
    node: int = START
    of: int | None = None
    """Whose, by seat; None for one's own."""


@dataclass(frozen=True, slots=True)
class VariationsFacts:
    """The board after a move of a variation, with what is kept around it."""

    uid: str
    game: str
    options: Mapping[str, str]
    seat: int
    """Whose board it is, and whose eyes see it."""
    ply: int
    first: int
    """The first board of the match: pieces have been placed."""
    newest: int
    kept: tuple[int, ...]
    """The plies for which there are variations."""
    tree: Tree
    at: int
    news: Mapping[int, News]
    """What everybody hears of the moves of the tree; nothing where pieces are moved by hand."""
    view: Any
    legal: tuple[str, ...]
    """What can follow by the rules; nothing where pieces are moved by hand."""
    mover: int | None
    """Whose moves those are, and whose hand is shown; None after the end and for moves by hand."""
    guesses: Mapping[str, str]
    """The owner's marks on hidden pieces, by square; nothing for others."""
    is_own: bool
    is_over: bool
    is_open: bool


def variations_of(uid: str, user: Visitor, at: At) -> VariationsFacts:
    """The board that is asked for. Raises NoSuchMatch, also for a board that is not one's own and
    not open, NoVariations or NoSuchNode."""
    match = match_by_uid(uid)
    players = players_of(match)
    referee = _referee(match, players)
    seat = _whose(match, players, user, at.of)
    row = _row(match, players[seat])
    if at.of is not None and (row is None or not row.is_open):
        raise NoSuchMatch
    ply = _ply(match, referee, at.ply)
    tree = _tree(row, ply)
    if at.node not in tree.nodes:
        raise NoSuchNode
    line = tree.line(at.node)
    view, legal, mover = _board(match, referee, seat, ply, line)
    return VariationsFacts(
        uid=uid,
        game=match.game,
        options=match.options,
        seat=seat,
        ply=ply,
        first=first_board(match.game),
        newest=referee.plies,
        kept=tuple(sorted(map(int, row.trees))) if row else (),
        tree=tree,
        at=at.node,
        news=_news(match, referee, ply, tree),
        view=view,
        legal=legal if at.of is None else (),
        mover=mover,
        guesses=_guesses(match, players[seat], referee, ply, line) if at.of is None else {},
        is_own=at.of is None,
        is_over=match.status == Status.FINISHED,
        is_open=row is not None and row.is_open,
    )


def add_move(*, uid: str, user: Visitor, at: At, move: str, now: datetime) -> At:
    """Add a move after a node of one's own; where the board after it is.

    Raises likewise, BadMove or AnalysisFull.
    """

    def grow(match: Match, seat: Seat, ply: int, tree: Tree) -> tuple[Tree, int]:
        referee, line = Referee(match), tree.line(at.node)
        made = referee.spelled(move, line, after_ply=ply) or move
        _board(match, referee, seat, ply, (*line, made))
        return tree.grown(at.node, [made])

    return _changed(uid, user, at, now, grow)


def note(*, uid: str, user: Visitor, at: At, text: str, now: datetime) -> At:
    """Note something to a move, or nothing any more; raises likewise."""
    words = text.replace("\x00", "").replace("\r\n", "\n").strip()[:LONGEST_REMARK]
    return _changed(
        uid, user, at, now, lambda _m, _s, _p, tree: (tree.noted(at.node, words), at.node)
    )


def delete_branch(*, uid: str, user: Visitor, at: At, now: datetime) -> At:
    """Delete a move and what follows it; where the board before it is. Raises likewise."""
    return _changed(
        uid,
        user,
        at,
        now,
        lambda _m, _s, _p, tree: (tree.without(at.node), tree.nodes[at.node].after),
    )


def promote(*, uid: str, user: Visitor, at: At, now: datetime) -> At:
    """Make the way to a move the main one. Raises likewise."""
    return _changed(uid, user, at, now, lambda _m, _s, _p, tree: (tree.promoted(at.node), at.node))


def open_to_others(*, uid: str, user: Visitor, is_open: bool) -> None:
    """Let others read all of it, or no more.

    Raises NoSuchMatch, NotSeated, NotOverYet, GuestsShareNot, or what `people.writing`
    refuses.
    """
    match = match_by_uid(uid)
    owner = check_seated(user, players_of(match)).user
    assert owner is not None
    if match.status != Status.FINISHED:
        raise NotOverYet
    if is_open and owner.is_guest:
        raise GuestsShareNot
    if is_open:
        check_may_write(Writing.PUBLIC, owner)
    Variations.objects.filter(match=match, user=owner).update(is_open=is_open)


def move_variations(from_id: int, to_id: int) -> None:
    """Give those of one user to another, but where that one has some beside the same match."""
    kept = Variations.objects.filter(user_id=to_id).values("match")
    Variations.objects.filter(user_id=from_id).exclude(match__in=kept).update(user_id=to_id)


def _referee(match: Match, players: list[Player]) -> Referee:
    is_on = match.status in (Status.ACTIVE, Status.FINISHED)
    if not is_on or not players or match.is_setting_up or meta_for(match.game).solo:
        raise NoVariations
    return Referee(match)


def _whose(match: Match, players: list[Player], user: Visitor, of: int | None) -> Seat:
    if of is None:
        seat = seat_of(user, players)
        if seat is None:
            raise NoSuchMatch
        return seat
    check_watched(match, user, players)
    if match.status != Status.FINISHED or not 0 <= of < len(players):
        raise NoSuchMatch
    return Seat(of)


def _row(match: Match, player: Player) -> Variations | None:
    if player.user_id is None:
        return None
    return Variations.objects.filter(match=match, user_id=player.user_id).first()


def _tree(row: Variations | None, ply: int) -> Tree:
    stored = row.trees.get(str(ply)) if row else None
    return read_tree(stored) if stored else tree_of(())


def _ply(match: Match, referee: Referee, asked: int | None) -> int:
    newest = referee.plies
    return newest if asked is None else max(first_board(match.game), min(asked, newest))


def _board(
    match: Match, referee: Referee, seat: Seat, ply: int, line: tuple[str, ...]
) -> tuple[Any, tuple[str, ...], int | None]:
    """What the seat sees after the moves of *line*, what can follow, and whose move it is; raises
    BadMove."""
    try:
        if not meta_for(match.game).hides_information:
            seen = referee.foresee(seat, line, after_ply=ply)
            return seen.view, seen.legal, seen.to_act
        view: Any = referee.view(Viewer.of(seat), after_ply=ply)
        squares = card_for(match.game).board.squares
        for text in line:
            view = moved_by_hand(view, text, squares)
    except (RefusedMove, UnreadableMove, CannotMove) as error:
        raise BadMove from error
    return view, (), None


def _news(match: Match, referee: Referee, ply: int, tree: Tree) -> Mapping[int, News]:
    if meta_for(match.game).hides_information:
        return {}
    return news_of_moves(Laid(match.game, referee.text_after(ply), rules=match.rules_version), tree)


def _guesses(
    match: Match, player: Player, referee: Referee, ply: int, line: tuple[str, ...]
) -> dict[str, str]:
    if not meta_for(match.game).kinds or player.user_id is None:
        return {}
    eyes = Viewer.of(Seat(player.seat))
    marks = guesses_on_board(referee, match.pk, player.user_id, eyes, after_ply=ply)
    return marks_after(marks, line)


def _changed(
    uid: str,
    user: Visitor,
    at: At,
    now: datetime,
    change: Callable[[Match, Seat, int, Tree], tuple[Tree, int]],
) -> At:
    with writing():
        match = match_by_uid(uid)
        players = players_of(match)
        player = check_seated(user, players)
        referee = _referee(match, players)
        ply = _ply(match, referee, at.ply)
        assert player.user_id is not None
        Variations.objects.get_or_create(
            match=match, user_id=player.user_id, defaults={"changed_at": now}
        )
        row = Variations.objects.select_for_update().get(match=match, user_id=player.user_id)
        tree = _tree(row, ply)
        if at.node not in tree.nodes:
            raise NoSuchNode
        grown, last = change(match, Seat(player.seat), ply, tree)
        row.trees = {**row.trees, str(ply): dump_tree(grown)}
        if len(grown.nodes) == 1 and not grown.nodes[START].note:
            del row.trees[str(ply)]
        if sum(map(len, row.trees.values())) > MOST_NODES:
            raise AnalysisFull
        row.changed_at = now
        row.save(update_fields=["trees", "changed_at"])
    return At(ply, last)
