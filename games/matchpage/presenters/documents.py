"""What the site has put down in writing: its commitments, and the record after the end."""

from __future__ import annotations

from dataclasses import dataclass

from engines.catalogue import meta_for
from games.boards.names import sides_of
from games.common.addresses import address
from games.matchpage.selectors.board import BoardFacts
from games.record.presenters import has_pgn


@dataclass(frozen=True, slots=True)
class Pledge:
    """One hidden piece the site has committed itself to."""

    place: str
    digest: str
    kind: str
    """The letter of what it was; empty until the match is over."""


@dataclass(frozen=True, slots=True)
class Pledges:
    """The commitments to one side's pieces."""

    side: str
    pieces: tuple[Pledge, ...]


@dataclass(frozen=True, slots=True)
class Documents:
    """The written documents of a match; an address is empty where there is no such document."""

    pledges: tuple[Pledges, ...]
    is_opened: bool
    commitments: str
    record: str
    record_as_text: str
    record_as_text_json: str
    record_as_pgn: str
    known: str
    """The page of what each side could have known."""
    analysis: str
    """The page of what the positions were worth."""

    def __bool__(self) -> bool:
        return bool(self.pledges or self.record)


def documents_of(facts: BoardFacts) -> Documents:
    """The documents of a match, with the addresses to download them from."""
    is_over = facts.status == "finished"
    pledges = _pledges(facts)
    return Documents(
        pledges=pledges,
        is_opened=is_over and bool(pledges),
        commitments=_address("commitments", facts) if pledges else "",
        **_records(facts),
        analysis=_address("analysis", facts) if is_over and _is_analysed(facts) else "",
        known=_address("known", facts) if is_over and meta_for(facts.game).kinds else "",
    )


def _records(facts: BoardFacts) -> dict[str, str]:
    """Return where the record is in each form."""
    if facts.status != "finished":
        names = ("record", "record_as_text", "record_as_text_json", "record_as_pgn")
        return dict.fromkeys(names, "")
    text = _address("record-as-text", facts)
    return {
        "record": _address("record", facts),
        "record_as_text": text,
        "record_as_text_json": f"{text}?form=json",
        "record_as_pgn": f"{text}?form=pgn" if has_pgn(facts.game) else "",
    }


def _is_analysed(facts: BoardFacts) -> bool:
    """Whether bots can say what its positions were worth: where two see everything."""
    meta = meta_for(facts.game)
    return not meta.hides_information and not meta.solo


def _address(name: str, facts: BoardFacts) -> str:
    return address(f"games:{name}", facts.uid)


def _pledges(facts: BoardFacts) -> tuple[Pledges, ...]:
    if facts.status == "aborted":
        return ()  # they will never be opened
    seats = sorted({piece.seat for piece in facts.commitments})
    sides = sides_of(facts.game, facts.options).names
    return tuple(
        Pledges(
            side=sides[seat],
            pieces=tuple(
                Pledge(piece.place, piece.digest, piece.kind)
                for piece in facts.commitments
                if piece.seat == seat
            ),
        )
        for seat in seats
    )
