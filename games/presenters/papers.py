"""What the house has put down in writing: its commitments, and the record after the end."""

from __future__ import annotations

from django.urls import reverse

from games.presenters.games import side_name
from games.presenters.page import Papers, Pledge, Pledges
from games.selectors.boards import BoardFacts


def papers_of(facts: BoardFacts) -> Papers:
    """The papers of a match, with the addresses to download them from."""
    is_over = facts.status == "finished"
    pledges = _pledges(facts)
    return Papers(
        pledges=pledges,
        is_opened=is_over and bool(pledges),
        commitments=_address("commitments", facts) if pledges else "",
        record=_address("record", facts) if is_over else "",
        record_as_text=_address("record-as-text", facts) if is_over else "",
    )


def _address(name: str, facts: BoardFacts) -> str:
    return reverse(f"games:{name}", args=[facts.uid])


def _pledges(facts: BoardFacts) -> tuple[Pledges, ...]:
    if facts.status == "aborted":
        return ()  # they will never be opened
    seats = sorted({piece.seat for piece in facts.commitments})
    return tuple(
        Pledges(
            side=side_name(facts.game, seat),
            pieces=tuple(
                Pledge(piece.place, piece.digest, piece.kind)
                for piece in facts.commitments
                if piece.seat == seat
            ),
        )
        for seat in seats
    )
