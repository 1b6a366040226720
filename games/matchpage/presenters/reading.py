"""One match as its page reads it: the facts, and with them the board and the words of its game."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from engines.catalogue import meta_for
from games.boards.cards import card_for
from games.boards.kit.scenes import Call, Scene
from games.boards.kit.sides import Sides
from games.boards.names import player_name, sides_of
from games.common.addresses import address
from games.matchpage.query import Asked
from games.matchpage.selectors.board import BoardFacts

if TYPE_CHECKING:
    from games.boards.cards import Card
    from games.boards.kit.makers import GamePresenter


@dataclass(frozen=True, slots=True)
class Preferences:
    """The viewer's wishes for how the board is shown and played on."""

    piece_set: str = "kanji"
    confirm_moves: bool = True
    steps_through: bool = False
    """Whether an opened board shows by itself what has happened since one's last move."""


@dataclass(frozen=True)
class Reading:
    """The values that every part of the page may use; each is made once."""

    facts: BoardFacts
    wanted: Asked
    """What the address of the page says."""
    message: str
    """Why the last request was refused; empty if it was not."""
    preferences: Preferences
    next_board_url: str
    """The board with least time left, if one waits."""
    origin: str
    """The site as the viewer reaches it: what is handed to others begins with it."""

    @cached_property
    def card(self) -> Card:
        """The card of the game."""
        return card_for(self.facts.game)

    @cached_property
    def presenter(self) -> GamePresenter[Any]:
        """The presenter that shows the game's views."""
        return self.card.presenter

    @cached_property
    def view(self) -> Any:
        """The view shown; before the match has begun its options may decide it."""
        if self.facts.view is not None:
            return self.facts.view
        made = self.card.start_view
        return made(self.facts.options) if made else self.presenter.start_view

    @cached_property
    def scene(self) -> Scene:
        """The board shown."""
        scene = self.presenter.scene(self.view)
        return replace(scene, pieces={}) if self.is_bare else scene

    @property
    def is_bare(self) -> bool:
        """True if no piece is on the board: the players place them, and none has yet."""
        return self.facts.view is None and meta_for(self.facts.game).placing is not None

    @cached_property
    def calls(self) -> tuple[Call, ...]:
        """The calls that can be made instead of a move."""
        return self.presenter.calls(self.view, self.facts.legal)

    @cached_property
    def asked(self) -> Asked:
        """The request in *wanted*; a call that is typed as a move is asked for."""
        wanted = self.wanted
        said = next((call for call in self.calls if call.action == wanted.move.casefold()), None)
        if said:
            return replace(wanted, move="", ask=f"call-{said.action}")
        return replace(wanted, move=self.facts.spelled or wanted.move)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The players' names, by seat."""
        game, players = self.facts.game, self.facts.players
        return tuple(player_name(game, player.name, is_bot=player.is_bot) for player in players)

    @cached_property
    def sides(self) -> Sides:
        """The names of the seats."""
        return sides_of(self.facts.game, self.facts.options)

    @cached_property
    def url(self) -> str:
        """The address of the match."""
        return address("games:match", self.facts.uid)
