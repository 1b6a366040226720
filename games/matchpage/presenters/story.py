"""What has happened so far: the moves, told in rows or as the game itself tells them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from django.utils.translation import gettext as _

from games.boards.kit.chronicles import Chronicle
from games.boards.kit.rounds import rounds
from games.boards.kit.scenes import ShownMove
from games.common.filling import filled
from games.match.presenters.clocktext import when_sentence
from games.matchpage.presenters.reading import Reading
from games.matchpage.presenters.replay import ONLOOKERS, Browse, Replay, chosen_eyes, replay_of


@dataclass(frozen=True, slots=True)
class MoveRow:
    """A line of the move list."""

    row: int
    number: int
    """Of the first move on it. Every move of a seat counts, as everywhere on the site."""
    moves: tuple[ShownMove | None, ...]
    """A move of each seat in turn; None where it made none."""


@dataclass(frozen=True, kw_only=True)
class Story:
    """The moves, and where among them the viewer is."""

    moves: tuple[MoveRow, ...]
    """From the first that the page does not hold."""
    earlier: int | None
    """The board among whose moves are those before the ones told; None where all are told."""
    later: int | None
    """The same of those after them."""
    held: str
    """What the page holds of them now, to be sent back with what it asks for next."""
    chronicle: Chronicle | None
    """The story told otherwise than by `moves`; None where they tell it."""
    browse: Browse
    since: int | None
    """The board after the viewer's last move; None where nothing has happened since."""
    steps_through: bool
    """Whether what has happened since is shown by itself when the page is opened."""
    replay: Replay | None
    last_move: ShownMove | None
    """The move that led to the board shown; None before the first."""
    last_move_text: str
    """What was moved to reach the board shown, and by whom."""
    looked_when: str
    """When the move looked back at was made, and how long it took; empty at present."""
    has_battles: bool
    """Whether the last move wants reading: an umpire says how battles end."""


def story_of(reading: Reading) -> Story:
    """The story of the match as the viewer heard it."""
    telling = _Telling(reading)
    return filled(
        Story,
        telling,
        moves=telling.rows,
        steps_through=reading.preferences.steps_through,
        replay=replay_of(reading.facts, telling.browse, first=reading.presenter.plies_before),
        has_battles=reading.presenter.has_battles,
    )


class _Telling:
    """The parts of one story; each is made once and may look at the others."""

    def __init__(self, reading: Reading) -> None:
        self.reading, self.facts, self.presenter = reading, reading.facts, reading.presenter
        self.here = reading.scene.ply

    @cached_property
    def moves(self) -> tuple[ShownMove, ...]:
        """The moves played, each with the address that looks back to it."""
        return tuple(
            replace(
                move,
                url=self._address(move.ply),
                is_current=move.ply == self.here,
                when=self._when(move.ply),
            )
            for move in self._story
        )

    def _address(self, ply: int) -> str:
        return self.reading.url if ply == self.plies else f"?ply={ply}{self.browse.also}"

    def _when(self, ply: int) -> str:
        """When a move was made and how long it took, as far as that is known."""
        time = self.facts.ply_times.get(ply)
        return "" if time is None else when_sentence(time.made_at, time.took)

    @property
    def looked_when(self) -> str:
        """The same of the move shown, while one looks back or the match is over."""
        if self.facts.viewed_ply is None and self.facts.status != "finished":
            return ""
        return self._when(self.here)

    @cached_property
    def _story(self) -> tuple[ShownMove, ...]:
        """From the first move told: the page may hold those before it already."""
        story = self.presenter.story(self.facts.news, self.listener)
        before = max(0, self.facts.window.after - self.presenter.plies_before)
        return tuple(replace(move, ply=move.ply + before) for move in story) if before else story

    @property
    def listener(self) -> int | None:
        """The seat to which the story was told: the own, or the one looked back with."""
        if self.facts.eyes_seat is not None:
            return self.facts.eyes_seat
        return None if self.facts.eyes == ONLOOKERS else self.facts.seat

    @cached_property
    def plies(self) -> int:
        """The last ply there is a board of; before the first move, the one shown."""
        return self.facts.last_move or (self._story[-1].ply if self._story else self.here)

    @cached_property
    def rows(self) -> tuple[MoveRow, ...]:
        """The moves of all seats side by side, with a gap where one did not move.

        Empty where the game tells its story otherwise.
        """
        if self.card_tells:
            return ()
        lines = rounds(self.moves, lambda move: move.seat, seats=len(self.facts.players))
        first = self.facts.held.row if self.facts.held else 1 if self.earlier is None else 2
        before = self.presenter.plies_before
        return tuple(
            MoveRow(row, min(move.ply for move in moves if move) - before, moves)
            for row, moves in enumerate(lines, start=first)
        )

    @property
    def earlier(self) -> int | None:
        """The board to look back at for the moves before those told; it leads the list as a row of
        its own, so that a page that stays open keeps it with the rows it holds."""
        return None if self.card_tells else self.facts.window.earlier

    @property
    def later(self) -> int | None:
        """The board to look at for the moves after those told."""
        until = self.facts.window.until
        return None if until is None else min(until + 1, self.plies)

    @property
    def held(self) -> str:
        """The rows that the page holds, as it tells them when it asks again (see `read_held`)."""
        last = self.chronicle.last_row if self.chronicle else self._last_row
        if last is None or self.facts.viewed_ply is not None:
            return ""
        ply, row = last
        is_play = self.facts.status == "active" and ply >= self.presenter.plies_before
        return f"{ply}.{row}.{self.facts.ahead}" if is_play else ""

    @property
    def _last_row(self) -> tuple[int, int] | None:
        """After which ply the last row of moves begins, and its number."""
        if not self.rows:
            return None
        last = self.rows[-1]
        return min(move.ply for move in last.moves if move) - 1, last.row

    @cached_property
    def chronicle(self) -> Chronicle | None:
        """The story as the game itself tells it, from the first row that the page does not hold."""
        tells = self.reading.card.chronicle
        if tells is None:
            return None
        held = self.facts.held
        where = {} if held is None else {"after": held.ply, "first": held.row}
        return tells(self.facts.news, **where)

    @cached_property
    def browse(self) -> Browse:
        here, plies, first = self.here, self.plies, self.presenter.plies_before
        return Browse(
            ply=here,
            plies=plies,
            number=max(0, here - first),
            numbers=max(0, plies - first),
            is_live=self.facts.viewed_ply is None,
            first=first if here > first else None,
            back=here - 1 if here > first else None,
            forward=here + 1 if here < plies else None,
            last=plies if here < plies else None,
            present="" if self.facts.viewed_ply is None else self.reading.url,
            eyes=chosen_eyes(self.facts),
        )

    @property
    def since(self) -> int | None:
        """The viewer's last ply told, where others follow; a page that looks back has none.

        A game that tells its story otherwise shows in it what the others have done.
        """
        facts = self.facts
        if facts.viewed_ply is not None or facts.seat is None or self.card_tells:
            return None
        first = self.presenter.plies_before
        own = (move.ply for move in self._story if move.seat == facts.seat)
        last = max(own, default=facts.last_own)
        return last if first < last < self.plies else None

    @property
    def card_tells(self) -> bool:
        """True if the game tells the story in its own way."""
        return self.reading.card.chronicle is not None

    @cached_property
    def last_move(self) -> ShownMove | None:
        return next((move for move in self.moves if move.ply == self.here), None)

    @property
    def last_move_text(self) -> str:
        move = self.last_move
        if move is None:
            return ""
        side = self.reading.sides.names[move.seat]
        return _("%(side)s: %(move)s.") % {"side": side, "move": move.sentence}
