"""Leaks that an audit planted and that nobody found: each looks at the pairs in which it shows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import engines.gunjin.engine
from engines.core.seats import Viewer
from engines.gunjin.pieces import KIND_OF, LETTERS
from games.match.referee import Referee
from games.match.referee.table import Table
from games.notices.services import post
from tests.secrecy import comparisons as drives
from tests.secrecy.comparing import Pair, differences, pair_of
from tests.secrecy.house import Stage
from tests.secrecy.leaking import Found, Patch, Planted, truth, wrap
from tests.secrecy.surfaces import core_cells
from tests.secrecy.worlds import World

MANY = range(200)


def showing(game: str, fact: Callable[[World], object]) -> Iterator[Pair]:
    """The pairs of which *fact* says something else of each twin."""
    for number in MANY:
        pair = pair_of(game, number)
        if pair is not None and fact(pair.one) != fact(pair.other):
            yield pair


@cache
def first_showing(game: str, name: str) -> Pair:
    """The first pair that shows the leak *name*; made with honest rules."""
    return next(showing(game, FACTS[name]))


# What views count


def strength(position: Any) -> int:
    """How many generals there are on the true board."""
    return sum(LETTERS[KIND_OF[piece]] == "G" for piece in position.board if piece)


def counter(patch: Patch) -> None:
    """A counter of the view is taken from the true board."""

    def leaky(honest: Any, referee: Referee, viewer: Viewer, **kwargs: Any) -> Any:
        seen = honest(referee, viewer, **kwargs)
        return {**seen, "quiet": strength(referee._position)}

    wrap(patch, Referee, "view", leaky)


# What is told of a step


def kind_stepping(before: Any, step: Any) -> str:
    return LETTERS[KIND_OF[before.board[step.origin]]]


def blank_after_spies(patch: Patch) -> None:
    """After a spy's step there is a blank."""

    def leaky(stepped: Any, before: Any, step: Any, result: int) -> Any:
        event = stepped(before, step, result)
        if kind_stepping(before, step) != "S":
            return event
        return replace(event, public={**event.public, "move": f"{step} "})

    wrap(patch, engines.gunjin.engine.news, "stepped", leaky)


# Salts and mails


def salts_of_ids(patch: Patch) -> None:
    """Salts follow from the public id."""

    def leaky(self: Any) -> Any:
        from games.match.referee.table import commitments_to

        hidden = self._engine.hidden_setup(self._position)
        return commitments_to(hidden, match=self._match.uid, secret=self._match.uid.encode())

    patch.setattr(Table, "_commitments", leaky)


def mail_held_back(patch: Patch) -> None:
    """Whether a mail is sent follows from what is hidden."""

    def leaky(moot: Any, delivery: Any) -> str:
        return moot(delivery) or ("not-wanted" if truth(delivery.notice.match.uid) % 2 else "")

    wrap(patch, post, "_moot", leaky)


# Which drive finds which


FACTS: dict[str, Callable[[World], object]] = {
    "counter": lambda world: strength(world.position) if world.moved else 0,
}

ANEW = range(3, 60)


def at_the_counter(stage: Stage) -> Found:
    pair = first_showing("gunjin", "counter")
    yield from differences(stage, pair, core_cells(stage, pair.viewers))


def by_mail(stage: Stage) -> Found:
    for number in range(12):
        pair = pair_of("gunjin", number)
        if pair is not None:
            yield from drives.sending(stage, pair)


def of_salts(stage: Stage) -> Found:
    pairs = (pair_of("gunjin", number) for number in range(40))
    pair = next(pair for pair in pairs if pair and pair.one.moved)
    yield from drives.salts_of_seeds(stage, pair)


MISSED = {
    "gunjin": {
        "a counter of the true board": Planted(counter, at_the_counter),
        "a blank after spies": Planted(
            blank_after_spies, lambda stage: drives.looking_anew(stage, ANEW)
        ),
        "salts of public ids": Planted(salts_of_ids, of_salts),
        "a mail held back": Planted(mail_held_back, by_mail),
    },
}


def prepare(game: str) -> None:
    """Make the pairs with honest rules."""
    first_showing(game, "counter")
    for number in range(12):
        pair_of(game, number)
