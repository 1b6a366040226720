"""Runs inside a site: does the database tell the same story as the clients' ledger?

Reads the ledger and writes ``{"faults": [...], "plies": n, ...}``.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from itertools import groupby
from typing import Any

import django


def main() -> None:
    """Read the ledger, ask the database, write what is wrong."""
    django.setup()
    ledger = json.load(sys.stdin)
    story = Story()
    entries, promises = ledger["entries"], ledger["promises"]
    faults = [
        *story.faults(),
        *story.contradictions(entries),
        *story.broken_promises(entries, promises),
    ]
    figures = {**story.figures(), "by_house": story.made_by_house(entries, promises)}
    json.dump({"faults": faults, **figures}, sys.stdout)


class Story:
    """What the rows say, and what must hold of them: the invariants by their numbers."""

    def __init__(self) -> None:
        from games.match.models import Match
        from games.match.sealed import SealedPly

        self.matches = {match.pk: match for match in Match.objects.prefetch_related("players")}
        rows = SealedPly.objects.order_by("match_id", "number", "seat")
        self.plies = {
            self.matches[pk]: list(group)
            for pk, group in groupby(rows, key=lambda row: row.match_id)
        }

    def figures(self) -> dict[str, int]:
        """How much there is of it."""
        from games.bots.models import BotTurn
        from games.plans.models import ForcedMove, PlannedMove

        planned = PlannedMove.objects.count() + ForcedMove.objects.exclude(key="").count()
        return {
            "matches": len(self.plies),
            "plies": sum(map(len, self.plies.values())),
            "owed": BotTurn.objects.count() + planned,
        }

    def contradictions(self, entries: list[dict[str, Any]]) -> Iterator[str]:
        """I1 confirmed once; I2 refused never; I3 unknown at most once."""
        played = Counter(
            (match.uid, row.seat, row.key, row.move)
            for match, rows in self.plies.items()
            for row in rows
        )
        allowed = {"ok": (1,), "refused": (0,), "unknown": (0, 1)}
        for entry in entries:
            times = played[entry["uid"], entry["seat"], entry["key"], entry["text"]]
            if times not in allowed[entry["outcome"]]:
                yield f"{entry['outcome']}, and {times} times in the log: {entry}"

    def broken_promises(
        self, entries: list[dict[str, Any]], promises: list[dict[str, Any]]
    ) -> Iterator[str]:
        """What the site is to play for a player stands in the log once, by whichever hand; and
        where it plays for players, nothing stands there that nobody has asked for."""
        played = Counter(self._made(promises))
        for promise in promises:
            times = played[_what(promise)]
            if times != 1:
                yield f"promised, and {times} times in the log: {promise}"
        for strange in played.keys() - {_what(one) for one in (*entries, *promises)}:
            yield f"in the log, and asked for by nobody: {strange}"

    def made_by_house(self, entries: list[dict[str, Any]], promises: list[dict[str, Any]]) -> int:
        """How many promises the site kept itself, and not their player's own hand."""
        by_hand = {_what(entry) for entry in entries if entry["outcome"] == "ok"}
        return sum(_what(promise) not in by_hand for promise in promises)

    def _made(self, promises: list[dict[str, Any]]) -> Iterator[tuple[Any, ...]]:
        """The moves of the matches in which something was promised, without the set-ups."""
        uids = {promise["uid"] for promise in promises}
        for match, rows in self.plies.items():
            if match.uid in uids:
                places = _set_up_plies(match)
                yield from ((match.uid, row.seat, row.seat_ply, row.move) for row in rows[places:])

    def faults(self) -> Iterator[str]:
        """What is wrong with the rows themselves."""
        yield from self._unsound()
        for match, rows in self.plies.items():
            for holds in (self._is_gapless, self._is_timed, self._is_notified, self._is_posted):
                if not holds(match, rows):
                    yield f"{match.uid}: not {holds.__name__.removeprefix('_is_')}"

    def _unsound(self) -> Iterator[str]:
        """I5 replay, I7 one end, and the database's own opinion; I12 nobody works for ever."""
        from django.db import connection
        from django.utils import timezone

        from games.bots.models import BotTurn
        from games.moderation.selectors.audits import verified_matches
        from games.notices.models import Delivery

        for uid, faults in verified_matches():
            yield from (f"{uid}: {fault}" for fault in faults)
        if connection.vendor == "sqlite":
            with connection.cursor() as cursor:
                cursor.execute("PRAGMA integrity_check")
                if cursor.fetchone() != ("ok",):
                    yield "the database file is damaged"
        minute_ago = timezone.now() - timedelta(seconds=60)
        if BotTurn.objects.filter(due_at__lt=minute_ago).exists():
            yield "a bot has owed a turn for more than a minute"
        if Delivery.objects.filter(held_until__lt=minute_ago, settled_at=None).exists():
            yield "a delivery was taken on and never settled"

    def _is_gapless(self, match: Any, rows: list[Any]) -> bool:
        """I4: numbers without a gap, seats in turn; who plays alone has turns of many plies."""
        if _is_solo(match):
            return [row.number for row in rows] == list(range(1, len(rows) + 1))
        return [(row.number, row.seat) for row in rows] == [
            (number, (number - 1) % 2) for number in range(1, len(rows) + 1)
        ]

    def _is_timed(self, match: Any, rows: list[Any]) -> bool:
        """I6: the clocks are what the times of the plies make them, none of them negative."""
        from games.match.clocks import controls

        control = controls.control_of(match.time_control)
        banks = {player.seat: control.bank for player in match.players.all()}
        places = _set_up_plies(match)
        began = rows[places - 1].made_at if places else match.started_at
        for row in rows[places:]:
            if row.made_at < began:
                return False
            banks[row.seat] = controls.bank_after_move(control, banks[row.seat], began, row.made_at)
            began = row.made_at
        return all(
            player.bot or player.bank == banks[player.seat] for player in match.players.all()
        )

    def _is_notified(self, match: Any, rows: list[Any]) -> bool:
        """I8: one notice for every turn that began for a person, and one of the end."""
        from games.notices.models import Notice

        kinds = Counter(match.notices.values_list("user_id", "kind"))
        over = match.status == "finished"
        for player in match.players.all():
            turns = kinds[player.user_id, Notice.Kind.YOUR_TURN]
            if player.user_id and turns != self._turns_begun(match, rows, player.seat):
                return False
            if player.user_id and kinds[player.user_id, Notice.Kind.MATCH_OVER] != over:
                return False
        return True

    def _turns_begun(self, match: Any, rows: list[Any], seat: int) -> int:
        """How often it became this seat's turn; a seat that goes on after its own ply knows it."""
        acting = [row.seat for row in rows]
        acting += [player.seat for player in match.players.all() if player.is_to_act]
        befores = [None, *acting]
        return sum(now == seat != before for before, now in zip(befores, acting, strict=False))

    def _is_posted(self, match: Any, rows: list[Any]) -> bool:
        """I8: one letter for every notice that goes by mail; these people want them all."""
        notices = match.notices.filter(kind__in=["your-turn", "match-over", "match-cancelled"])
        return all(
            len(notice.deliveries.all()) == 1 for notice in notices.prefetch_related("deliveries")
        )


def _what(asked: dict[str, Any]) -> tuple[Any, ...]:
    return asked["uid"], asked["seat"], asked["seat_ply"], asked["text"]


def _set_up_plies(match: Any) -> int:
    """How many plies come before the clocks run."""
    from engines.catalogue import meta_for

    return 2 if meta_for(match.game).placing is not None else 0


def _is_solo(match: Any) -> bool:
    from engines.catalogue import meta_for

    return meta_for(match.game).solo


if __name__ == "__main__":
    main()
