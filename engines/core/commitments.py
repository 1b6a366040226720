"""Salted digests of what is hidden: shown when play begins, opened when it is over.

Whoever kept the digests can check afterwards that no hidden piece was changed
under way. docs/records.md says how to do it by hand.
"""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256

from engines.core.jsontypes import JsonObject
from engines.core.seats import Seat

FORM = "jinya-1"
"""Names the text that is digested; another text would be another form."""

SALT_BYTES = 16


@dataclass(frozen=True, slots=True, repr=False)
class Commitment:
    """One hidden piece: whose it is, where it began, its kind, and the salt that hides the kind."""

    match: str
    seat: Seat
    place: str
    kind: str
    salt: str

    def __repr__(self) -> str:
        """Public facts only: a traceback or a log must tell neither kind nor salt."""
        return f"<commitment of seat {self.seat} for {self.place}>"

    @property
    def text(self) -> str:
        """The text that is digested: six words with single blanks between them."""
        return " ".join((FORM, self.match, str(self.seat), self.place, self.kind, self.salt))

    @property
    def digest(self) -> str:
        """The SHA-256 of the text, in hexadecimal."""
        return sha256(self.text.encode()).hexdigest()

    @property
    def closed(self) -> JsonObject:
        """The part that everybody is shown when play begins."""
        return {"seat": self.seat, "place": self.place, "digest": self.digest}

    @property
    def opening(self) -> JsonObject:
        """The part that everybody is shown when play is over."""
        return {"seat": self.seat, "place": self.place, "kind": self.kind, "salt": self.salt}


def commitments_to(
    hidden: Mapping[Seat, Mapping[str, str]], *, match: str, secret: bytes
) -> list[Commitment]:
    """A commitment for every piece of *hidden* (kinds by seat and place), by seat and place.

    The salts follow from *secret* alone, so they can be made anew and need not
    be stored; one that is opened tells nothing of another.
    """
    return [
        Commitment(match, seat, place, hidden[seat][place], _salt(secret, seat, place))
        for seat in sorted(hidden)
        for place in sorted(hidden[seat])
    ]


def _salt(secret: bytes, seat: Seat, place: str) -> str:
    return hmac.digest(secret, f"{seat} {place}".encode(), "sha256")[:SALT_BYTES].hex()
