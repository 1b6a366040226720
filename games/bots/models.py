"""Turns that bots owe."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from queues.leases import Leased


class Opinion(Leased):
    """The move a bot would have played in a finished match: asked for by a player, and kept.

    Whoever is to answer is given what the seat to move could see there, and nothing else.
    """

    match = models.ForeignKey("match.Match", models.CASCADE, related_name="opinions")
    ply = models.PositiveIntegerField(help_text="after so many plies of the match")
    level = models.CharField(max_length=20, help_text="which bot is asked")
    move = models.TextField(default="", help_text="its answer, once there is one")

    class Meta:
        verbose_name = _("opinion")
        verbose_name_plural = _("opinions")
        indexes = [
            models.Index(fields=["due_at"], condition=models.Q(move=""), name="owed_opinions")
        ]
        constraints = [
            models.UniqueConstraint(fields=["match", "ply", "level"], name="one_opinion_of_a_bot"),
        ]

    def __str__(self) -> str:
        return f"opinion of the {self.level} bot on match {self.match_id} after ply {self.ply}"


class BotTurn(Leased):
    """The debt of a bot seat: written with the ply that causes it, deleted with the one that pays.

    When a worker dies in its turn the leases run out and the sweeper hands the debt to another.
    An answer that has been thought of waits here until it is due; nobody is shown it.
    """

    match = models.ForeignKey(
        "match.Match", models.CASCADE, related_name="bot_turns", verbose_name=_("match")
    )
    seat = models.PositiveSmallIntegerField(verbose_name=_("seat"))
    answer = models.TextField(default="", help_text="the move that is played when it is due")
    answer_ply = models.PositiveIntegerField(null=True, help_text="the seat's ply it is meant for")
    set_aside_in = models.CharField(
        max_length=60,
        default="",
        db_default="",
        verbose_name=_("set aside in version"),
        help_text="after it failed time and again there",
    )

    level: str
    """How strong the bot is, where that was read with it."""

    class Meta:
        verbose_name = _("bot's turn")
        verbose_name_plural = _("bots' turns")
        indexes = [models.Index(fields=["due_at"], name="owed_turns")]
        constraints = [
            models.UniqueConstraint(fields=["match", "seat"], name="one_debt_per_bot_seat"),
        ]

    def __str__(self) -> str:
        return f"bot turn of seat {self.seat} in match {self.match_id}"
