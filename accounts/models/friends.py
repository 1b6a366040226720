from __future__ import annotations

from django.conf import settings
from django.db import models


class ChildFriend(models.Model):
    """Somebody whom the grown-up of a child lets it play."""

    child = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    friend = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")

    class Meta:
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["child", "friend"], name="one_friend_of_child"),
        ]

    def __str__(self) -> str:
        return f"{self.friend_id} may play the child {self.child_id}"
