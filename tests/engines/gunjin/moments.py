"""Where Gunjin has something of its own to give away: `tests.secrecy.moments` looks there."""

from __future__ import annotations

from tests.secrecy.moments import Moment, shuffled

MOMENTS: dict[str, Moment] = {
    "the position is about to stand a third time": Moment(
        lambda world, seat: not world.is_setting_up, lead=shuffled(rounds=2)
    ),
}
"""The places where pairs have to stand."""
