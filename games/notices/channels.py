"""The table of channels: how each sends. `bell` and `tab` read notices themselves and send nothing.

To add a channel:

1. Its name in `games.notices.events.Channel`, and in `choices.QUEUED`; the events that come by it
   unless the person chooses otherwise name it in their `on`.
2. A module below `games/notices/senders/` with ``send(delivery) -> Came``. It is called by a worker
   outside any transaction, with the delivery's ``notice__user``, ``notice__match`` and its players
   loaded, after the outbox has looked whether it is still needed and wanted. Which boards wait for
   the reader is in ``delivery.waiting``. What it may answer:

   * ``Came(Outcome.SENT, "201")`` - handed over; the words are shown in the ledger.
   * ``Came(Outcome.FAILED, "endpoint gone")`` - given up, and why.
   * ``Came("", "503", after=timedelta(minutes=5))`` - not now: tried again after so long, or with
     growing pauses if nothing is said, until `Sender.attempts` have ended so.
   * An exception counts as the last of these.

   A worker may die after handing over and before this is written down; the delivery is then sent
   again under the same key. So give what is sent an id that follows from ``delivery.pk``.
   Details are read by the user and by moderators: no secret, no address of a device, nothing of a
   position. Nothing sent may depend on more than the notice, the public rows of its match, and the
   user's own settings; `tests/secrecy` reads the bytes, sizes and times of every channel.
3. Its row in `SENDERS`; ``line`` if several that are sent one after the other share something.
4. Where it has addresses of its own (devices, webhooks): `choices.set_reachable` when the first
   comes and when the last goes. A turn writes a delivery only for who is reachable.

`program` is no channel of news: it asks a bot account for its move, which is answered and played.
Its sender stands above this slice (`games.api.asking`) and is installed by `games.wiring`.

A delivery is one row for a notice and a channel (`games.notices.models.Delivery`). Several devices
of one person are one delivery: `send` tells all, and remembers itself whom it has told already if
it asks to be called again.
"""

from __future__ import annotations

from collections.abc import Mapping

from games.notices.events import Channel
from games.notices.senders import mail, push, webhook
from games.notices.services.post import Sender
from queues import leases

SENDERS: dict[str, Sender] = {
    Channel.MAIL: Sender(mail.send, attempts=leases.MOST_ATTEMPTS, bundles=True, line=mail.line),
    Channel.PUSH: Sender(push.send, attempts=3),
    Channel.WEBHOOK: Sender(webhook.send, attempts=3),
}


def install(senders: Mapping[str, Sender]) -> None:
    """Add what sends by channels that this slice does not know; once, when the site starts."""
    SENDERS.update(senders)
