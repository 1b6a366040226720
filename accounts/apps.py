from __future__ import annotations

from django.apps import AppConfig
from django.contrib.admin.apps import AdminConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    name = "accounts"
    verbose_name = _("Accounts")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        # connects the receivers, and makes the tasks known to web processes, which name them
        from accounts import signals, tasks  # noqa: F401


class HouseAdminConfig(AdminConfig):
    """Takes the place of django.contrib.admin among the installed apps."""

    default_site = "accounts.staff.admin_site.HouseAdminSite"
