"""The page of the set-up: the viewer's own half of the board, the tray, and what can be loaded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from django.utils.translation import gettext as _

from engines.catalogue import meta_for
from engines.core.placing import EMPTY, Placing
from games.presenters.faces import PieceFace
from games.presenters.games import presenter_for, side_name
from games.presenters.gridboard import Marks, board_of
from games.presenters.page import PlacingPage, ReadySetup, SpareKind
from games.presenters.placing_words import army_words, caution_sentence, placing_words
from games.presenters.scenes import Scene
from games.selectors.boards import BoardFacts
from games.selectors.formations import Preparation


def placing_page(
    facts: BoardFacts, *, picked: str, piece_set: str, sentences: Mapping[str, str]
) -> PlacingPage | None:
    """What the viewer of *facts* is shown while they place; None if there is nothing to place.

    The script changes the *sentences* of the action row with the pieces.
    """
    placing = meta_for(facts.game).placing
    if placing is None or facts.preparation is None or facts.seat is None:
        return None
    page = _Assembly(facts, placing, facts.preparation, facts.seat, piece_set).page(picked)
    return replace(page, words={**page.words, **sentences})


class _Assembly:
    """The parts of one page; what they share is made once."""

    def __init__(
        self,
        facts: BoardFacts,
        placing: Placing,
        prepared: Preparation,
        seat: int,
        piece_set: str,
    ) -> None:
        self.facts, self.placing, self.prepared = facts, placing, prepared
        self.seat, self.piece_set = seat, piece_set
        self.squares = placing.squares(seat)
        self.presenter = presenter_for(facts.game)
        self.faces = self.presenter.kind_faces(seat)
        self.words = placing_words(has_hand=len(placing.pieces) > len(self.squares))

    def page(self, asked: str) -> PlacingPage:
        letters, picked = self.prepared.letters, self._picked(asked)
        return PlacingPage(
            board=board_of(
                self.facts.game,
                self.presenter,
                Scene(pieces=self._pieces(letters), last=(), ply=0),
                seat=self.seat,
                marks=Marks(picked=(picked,)),
                last_seat=None,
                piece_set=self.piece_set,
                squares=frozenset(self.squares),
            ),
            letters=letters,
            kinds=tuple(self._kinds(picked)),
            picked=picked,
            left_sentence=self._left_sentence(letters),
            is_complete=self.placing.is_complete(letters),
            cautions=tuple(caution_sentence(code) for code in self.facts.cautions),
            armies=tuple(self._armies()),
            formations=tuple(
                ReadySetup(kept.name, "", "", kept.letters) for kept in self.prepared.formations
            ),
            ranks=tuple(len(rank) for rank in self.placing.ranks[self.seat]),
            separator=self.placing.separator,
            pieces=self.placing.pieces,
            on_board=self.placing.on_board,
            places=self._places(),
            words={**self.words, **self._labels()},
        )

    def _places(self) -> dict[str, str]:
        named = self.presenter.places()
        return {square: named.get(square, square) for square in self.squares}

    def _labels(self) -> dict[str, str]:
        """What squares say, in the words of `gridboard`, for the script to fill in."""
        side = side_name(self.facts.game, self.seat)
        return {
            "empty": _("%(square)s, empty") % {"square": "{square}"},
            "taken": _("%(square)s, %(side)s %(piece)s")
            % {"square": "{square}", "side": side, "piece": "{piece}"},
        }

    def _picked(self, asked: str) -> str:
        """What is picked: something that can be, or nothing."""
        spare = self.placing.spare(self.prepared.letters)
        return asked if asked in (*self._pieces(self.prepared.letters), *spare) else ""

    def _pieces(self, letters: str) -> dict[str, PieceFace]:
        return {
            square: self.faces[letter]
            for square, letter in zip(self.squares, letters, strict=True)
            if letter != EMPTY
        }

    def _kinds(self, picked: str) -> list[SpareKind]:
        """Every kind, those that are all placed too: nothing moves when the last one goes."""
        left = Counter(self.placing.spare(self.prepared.letters))
        return [
            SpareKind(
                letter=letter,
                face=self.faces[letter],
                label=self.words["left"].format(piece=self.faces[letter].name, count=left[letter]),
                left=left[letter],
                is_picked=letter == picked,
            )
            for letter in dict.fromkeys(self.placing.pieces)
        ]

    def _left_sentence(self, letters: str) -> str:
        spare, empty = self.placing.spare(letters), letters.count(EMPTY)
        if empty:
            return self.words["toPlace"].format(count=empty)
        missing = [letter for letter in spare if letter in self.placing.on_board]
        said = "onBoard" if missing else "inHand" if spare else "allPlaced"
        names = self.words["and"].join(self.faces[letter].name for letter in missing or spare)
        return self.words[said].format(piece=names)

    def _armies(self) -> list[ReadySetup]:
        named = [(army, army_words(army)) for army in self.placing.armies]
        return [ReadySetup(name, army.slug, plan, army.letters) for army, (name, plan) in named]


def setup_note(facts: BoardFacts, sides: tuple[str, ...]) -> str:
    """For whom the house had to place the pieces; empty if for nobody."""
    placed = [sides[player.seat] for player in facts.players if player.placed_by_house]
    if not placed:
        return ""
    return _("The house placed a recommended army for %(side)s, who was not ready in time.") % {
        "side": placed[0]
    }
