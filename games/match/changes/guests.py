"""What becomes of the seats of guests: they move to an account, or go with the guest."""

from __future__ import annotations

from games.match.models import Match, Player, Ruling
from queues.transactions import writing


def move_seats(from_id: int, to_id: int) -> bool:
    """Seat *to_id* wherever *from_id* sits; whether no seat is left behind.

    A match in which both sit keeps its two players: one cannot play oneself.
    """
    with writing():
        own = Match.objects.of_user(to_id).values("pk")
        Player.objects.filter(user_id=from_id).exclude(match__in=own).update(user_id=to_id)
        Ruling.objects.filter(user_id=from_id).update(user_id=to_id)
        return not Player.objects.filter(user_id=from_id).exists()


def forget_seats(user_id: int) -> bool:
    """Delete the matches of a user in which no other person sits; whether no seat is left.

    What somebody else has played stays with that person, the name of the guest included.
    """
    with writing():
        others = Player.objects.exclude(user=None).exclude(user_id=user_id).values("match")
        Match.objects.of_user(user_id).exclude(pk__in=others).delete()
        return not Player.objects.filter(user_id=user_id).exists()
