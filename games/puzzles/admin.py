"""The moderators' view of puzzles: what is reported of them, taken out, and let stand again."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.common.admin import ModelAdmin, ReadOnly
from games.puzzles.models import Puzzle
from games.puzzles.services import bring_back, withdraw


@admin.register(Puzzle)
class PuzzleAdmin(ReadOnly, ModelAdmin):
    """Puzzles by what has come of them. What they hide is shown here to nobody."""

    list_display = ("key", "game", "ask", "tries", "solved", "reports", "votes", "withdrawn_at")
    list_filter = ("game", "ask", ("withdrawn_at", admin.EmptyFieldListFilter), "withdrawn_why")
    search_fields = ("=key",)
    fields = ("key", "game", "ask", "themes", "rating", *list_display[3:], "withdrawn_why")
    actions = ("take_out", "let_stand")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """With how many reports and votes there are of each; what is reported most comes first."""
        rows = super().get_queryset(request)
        known = Count("opinions", filter=~Q(opinions__report=""))
        counted = rows.annotate(reported=known, good=Count("opinions", filter=Q(opinions__vote=1)))
        return counted.order_by("-reported", "key")

    @admin.display(description=gettext_lazy("reports"))
    def reports(self, puzzle: Any) -> int:
        """Return how many people say that something is wrong."""
        return int(puzzle.reported)

    @admin.display(description=gettext_lazy("good votes"))
    def votes(self, puzzle: Any) -> int:
        """Return how many people like it."""
        return int(puzzle.good)

    def has_withdraw_permission(self, request: HttpRequest) -> bool:
        """Whoever may change puzzles."""
        return request.user.has_perm("puzzles.change_puzzle")

    @admin.action(description=gettext_lazy("Withdraw"), permissions=["withdraw"])
    def take_out(self, request: HttpRequest, puzzles: QuerySet[Puzzle]) -> None:
        """Nobody is given them any more."""
        for puzzle in puzzles:
            withdraw(puzzle, "staff", timezone.now())
            self.log_change(request, puzzle, "withdrawn")
        messages.success(request, _("They are withdrawn."))

    @admin.action(description=gettext_lazy("Let stand again"), permissions=["withdraw"])
    def let_stand(self, request: HttpRequest, puzzles: QuerySet[Puzzle]) -> None:
        """They are given again, and what was reported of them is forgotten."""
        for puzzle in puzzles:
            bring_back(puzzle)
            self.log_change(request, puzzle, "let stand again")
        messages.success(request, _("They stand again."))
