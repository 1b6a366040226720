"""Reviews of matches that are over, worked out by the workers ply by ply."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.crypto import get_random_string
from django.utils.translation import gettext_lazy as _

from queues.leases import Leased

MOST_ATTEMPTS = 8
"""After so many tries that led nowhere a review is left as it is."""


LONGEST_TITLE, LONGEST_REMARK = 80, 1000


def new_uid() -> str:
    """A name that nobody guesses."""
    return get_random_string(12)


class Review(Leased):
    """The knowledge that each seat of a match could have had, as far as it has been worked out.

    It is the same for everybody and holds nothing that the record of the match does not lead to.
    """

    match = models.OneToOneField(
        "match.Match", models.CASCADE, related_name="+", verbose_name=_("match"), primary_key=True
    )
    asked_at = models.DateTimeField()
    reached = models.PositiveIntegerField(default=0, help_text="the last ply that is worked out")
    plies = models.PositiveIntegerField(help_text="how many there are")
    data = models.JSONField(default=dict)
    done_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("review")
        verbose_name_plural = _("reviews")
        indexes = [
            models.Index(
                fields=["due_at"], name="reviews_to_do", condition=models.Q(done_at__isnull=True)
            ),
        ]

    def __str__(self) -> str:
        return f"review of match {self.match_id}"


class Variations(models.Model):
    """A player's board beside a match, to try moves on: theirs alone, unless they open it to others
    once the match is over.

    As with plans nothing leads here from a match or a user, and no admin shows it.
    """

    match = models.ForeignKey("match.Match", models.CASCADE, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    trees = models.JSONField(
        default=dict, help_text="by the ply after which it begins, as `trees.dump_tree` makes it"
    )
    is_open = models.BooleanField(default=False, help_text="whether others may read it")
    changed_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "user"], name="one_board_per_player"),
        ]

    def __str__(self) -> str:
        return f"variations {self.pk}"


class KeptAnalysis(models.Model):
    """A user's tree of moves with notes from the analysis board: theirs alone unless they give away
    its link."""

    uid = models.CharField(max_length=12, unique=True, default=new_uid, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    game = models.CharField(max_length=20)
    title = models.CharField(max_length=LONGEST_TITLE)
    position = models.TextField(blank=True, help_text="empty: the start of the game")
    options = models.JSONField(default=dict)
    tree = models.JSONField(default=list, help_text="as `trees.dump_tree` makes it")
    link = models.CharField(max_length=22, default="", help_text="whoever has it may read")
    made_at = models.DateTimeField()
    changed_at = models.DateTimeField()

    class Meta:
        verbose_name = _("analysis")
        verbose_name_plural = _("analyses")
        indexes = [models.Index(fields=["user", "-changed_at"], name="analyses_of_user")]
        constraints = [
            models.UniqueConstraint(
                fields=["link"], condition=~models.Q(link=""), name="one_analysis_per_link"
            )
        ]

    def __str__(self) -> str:
        return f"analysis {self.uid}"
