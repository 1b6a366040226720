"""Whether a match is over, and who has won (§1)."""

from __future__ import annotations

from engines.core.outcome import Outcome, Termination
from engines.core.seats import Seat
from engines.nation.world import Snapshot


def outcome_of(now: Snapshot) -> Outcome | None:
    """Return how the match ended by itself; None while it goes on."""
    if not now.over:
        return None
    left = living(now)
    decided = now.player not in left or left == {now.player}
    ending = Termination.ELIMINATION if decided else Termination.ROUNDS
    return Outcome(ending, strongest(now))


def strongest(now: Snapshot) -> frozenset[Seat]:
    """The living nation with the most power, the earliest among equals; nobody if all are out."""
    best = max(sorted(living(now)), key=lambda seat: now.nations[seat].power, default=None)
    return frozenset() if best is None else frozenset({best})


def living(now: Snapshot) -> frozenset[Seat]:
    """The seats that are not out."""
    return frozenset(Seat(seat) for seat, one in enumerate(now.nations) if not one.out)


def is_cleared(outcome: Outcome | None, player: int) -> bool:
    """Return whether the player has won the stage."""
    return outcome is not None and player in outcome.winners


def ranking(now: Snapshot) -> tuple[int, ...]:
    """Return the seats from first to last: living ones by power, then those who are out."""
    return tuple(
        sorted(
            range(len(now.nations)),
            key=lambda seat: (now.nations[seat].out, -now.nations[seat].power, seat),
        )
    )
