"""The roles of staff, as groups: each may do what its work takes, and no more."""

from __future__ import annotations

from typing import Any

LOOK = ("match.view_match", "moderation.view_report", "moderation.work_reports")
NEWS = tuple(f"news.{verb}_newsitem" for verb in ("view", "add", "change", "delete"))
PUZZLES = ("puzzles.view_puzzle", "puzzles.change_puzzle")

ROLES: dict[str, tuple[str, ...]] = {
    "helper": (*LOOK, "moderation.hide_lines"),
    "moderator": (
        *LOOK,
        *("moderation.hide_lines", "moderation.sanction", "moderation.halt_matches"),
        *("moderation.view_modaction", "notices.view_notice", "notices.view_delivery"),
        *("accounts.view_user", "moderation.view_appeal", *PUZZLES),
    ),
    "senior": (
        *LOOK,
        *("moderation.hide_lines", "moderation.sanction", "moderation.halt_matches"),
        *("moderation.sanction_long", "moderation.decide_matches", "moderation.reveal_matches"),
        *("moderation.view_modaction", "notices.view_notice", "notices.view_delivery"),
        *(
            "accounts.view_user",
            "moderation.view_appeal",
            "moderation.view_consent",
            *PUZZLES,
            *NEWS,
        ),
    ),
    "operator": ("moderation.switch_site", "moderation.view_modaction", *NEWS),
}
"""Group to the permissions it has. Nobody edits rows: every action goes through a service and
into the log, a lost second factor included; what is done about puzzles and written as news into
that of the admin site."""


def make_groups(sender: Any, using: str, **_kwargs: Any) -> None:
    """After the tables: every role with exactly its rights, whatever was changed by hand."""
    from django.apps import apps
    from django.contrib.auth.management import create_permissions
    from django.contrib.auth.models import Group, Permission
    from django.db.models import Q

    for app in apps.get_app_configs():
        create_permissions(app, verbosity=0, using=using)
    for role, names in ROLES.items():
        wanted = Q(pk=None)
        for name in names:
            label, codename = name.split(".")
            wanted |= Q(content_type__app_label=label, codename=codename)
        group, _is_new = Group.objects.using(using).get_or_create(name=role)
        group.permissions.set(Permission.objects.using(using).filter(wanted))
