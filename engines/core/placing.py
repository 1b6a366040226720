"""How the sides of a game are set up before play, for pages that know no rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from engines.core.dice import Dice

EMPTY = "."
"""Stands for an empty square in a set-up under way."""


@dataclass(frozen=True, slots=True)
class Army:
    """A recommended set-up; the card of its game says its name and its plan."""

    slug: str
    letters: str
    """A piece for every home square, in the order of `Placing.ranks`."""
    lesser: Mapping[str, str] = field(default_factory=dict)
    """Its letters with a handicap, by the pieces that are left, where fitted ones would not do."""


@dataclass(frozen=True, slots=True)
class Placing:
    """The pieces and home squares of each seat, one piece a square; all seats have equal ranks.

    The text of a set-up lists the home squares rank by rank.
    """

    pieces: str
    """The letter of every piece a seat has, in the order of the rules page."""
    ranks: tuple[tuple[tuple[str, ...], ...], ...]
    """For each seat its home squares by rank, as the owner sees them: front first, left to
    right."""
    armies: tuple[Army, ...]
    separator: str = ""
    """What stands between the ranks in the text of a set-up."""
    on_board: str = ""
    """The letters of pieces that have to be placed where there are more pieces than squares."""
    lesser: Mapping[str, str] = field(default_factory=dict)
    """The pieces of seat 0 where it has less, by the text of the start (`GameMeta.handicaps`)."""

    def for_seat(self, seat: int, start: str) -> Placing:
        """Return what *seat* places in a match that begins at *start*, "" being the usual start."""
        if seat != 0 or start not in self.lesser:
            return self
        fewer = replace(self, pieces=self.lesser[start])
        return replace(fewer, armies=tuple(map(fewer.suited, self.armies)))

    def suited(self, army: Army) -> Army:
        """A recommended set-up of another army as it is with these pieces."""
        return replace(army, letters=army.lesser.get(self.pieces) or self.fitted(army.letters))

    def all(self) -> tuple[Placing, ...]:
        """This one, and those of seat 0 with a handicap."""
        return (self, *(self.for_seat(0, start) for start in self.lesser))

    def fitted(self, letters: str) -> str:
        """A set-up of another army with these pieces: those that are missing give their squares to
        what is left over, in the order of the rules page."""
        left = Counter(self.pieces)
        places = []
        for letter in letters:
            places.append(letter if letter == EMPTY or left[letter] else "")
            left[letter] -= bool(places[-1])
        spare = iter(self.spare("".join(places)))
        return "".join(place or next(spare, EMPTY) for place in places)

    def squares(self, seat: int) -> tuple[str, ...]:
        """Return the home squares of *seat*, in the order in which a set-up lists them."""
        return tuple(square for rank in self.ranks[seat] for square in rank)

    @property
    def nothing(self) -> str:
        """The draft in which nothing is placed yet."""
        return EMPTY * len(self.squares(0))

    def is_draft(self, letters: str) -> bool:
        """Return whether *letters* is a set-up under way: no piece placed more often than there
        is."""
        placed = Counter(letters.replace(EMPTY, ""))
        return len(letters) == len(self.nothing) and placed <= Counter(self.pieces)

    def is_complete(self, letters: str) -> bool:
        """Return whether *letters* is a draft that fills every square, with all that has to be
        placed."""
        is_full = self.is_draft(letters) and EMPTY not in letters
        return is_full and not set(self.on_board) & set(self.spare(letters))

    def spare(self, letters: str) -> str:
        """Return the pieces a draft has not placed, in the order of the rules page."""
        left = Counter(self.pieces) - Counter(letters)
        return "".join(letter * left[letter] for letter in dict.fromkeys(self.pieces))

    def put(self, seat: int, letters: str, pick: str, to: str) -> str:
        """Return the draft of *seat* after what was picked is put somewhere.

        A pick is a home square or the letter of a spare piece; *to* is a home square,
        or empty to take a piece back. Pieces on squares change places. ValueError
        for what cannot be picked and for what is no place.
        """
        squares, places = self.squares(seat), list(letters)
        if pick in tuple(self.spare(letters)):
            places[squares.index(to)] = pick
        elif not to:
            places[squares.index(pick)] = EMPTY
        else:
            one, other = squares.index(pick), squares.index(to)
            places[one], places[other] = places[other], places[one]
        return "".join(places)

    def army(self, slug: str) -> Army:
        """Return the recommended army of that slug; LookupError."""
        return {army.slug: army for army in self.armies}[slug]

    def action(self, letters: str) -> str:
        """Return the action text of a set-up, which has a letter for every home square."""
        return "setup:" + self.separator.join(self._by_rank(letters))

    def mirrored(self, letters: str) -> str:
        """Return the same set-up with left and right exchanged."""
        return "".join(rank[::-1] for rank in self._by_rank(letters))

    def recommended(self, dice: Dice) -> str:
        """One of the recommended armies, or its mirror image, each as likely."""
        letters = dice.choice(self.armies).letters
        return self.mirrored(letters) if dice.below(2) else letters

    def published(self) -> frozenset[str]:
        """Return the action texts of the recommended armies and of their mirror images."""
        return frozenset(
            self.action(letters)
            for army in self.armies
            for letters in (army.letters, self.mirrored(army.letters))
        )

    def _by_rank(self, letters: str) -> list[str]:
        ranks, begin = [], 0
        for rank in self.ranks[0]:
            ranks.append(letters[begin : begin + len(rank)])
            begin += len(rank)
        return ranks
