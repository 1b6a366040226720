"""The admin site opens to staff with a second factor, through the site's own sign-in."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext_lazy as _
from django.views.defaults import permission_denied

from accounts.common import events
from accounts.models import User
from accounts.sign_in import second_factor

KEPT_OUT = ("account", "mfa", "socialaccount")
"""Apps of allauth: whoever may write their rows may take over the account they belong to."""


class HouseAdminSite(admin.AdminSite):
    site_header = site_title = _("Jinya: staff")

    def register(self, model_or_iterable: Any, admin_class: Any = None, **options: Any) -> None:
        """Takes a page of the admin in, unless it belongs to an app that is kept out."""
        one = isinstance(model_or_iterable, type)
        models: list[Any] = [model_or_iterable] if one else list(model_or_iterable)
        ours = [model for model in models if model._meta.app_label not in KEPT_OUT]  # noqa: SLF001
        super().register(ours, admin_class, **options)

    def has_permission(self, request: HttpRequest) -> bool:
        user = request.user
        if not isinstance(user, User) or not super().has_permission(request):
            return False
        return second_factor.is_set_up(user)

    def login(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Sends strangers to the sign-in page, and staff without a second factor to set one up."""
        wanted = request.GET.get(REDIRECT_FIELD_NAME) or ""
        here = {request.get_host()}
        if not url_has_allowed_host_and_scheme(wanted, here, require_https=request.is_secure()):
            wanted = reverse("admin:index", current_app=self.name)
        user = request.user
        if not isinstance(user, User):
            return redirect_to_login(wanted)
        if not super().has_permission(request):
            events.note("staff-refused", request, by=user.pk, what="no-staff")
            raise PermissionDenied(_("Only staff can open this page."))
        if not second_factor.is_set_up(user):
            events.note("staff-refused", request, by=user.pk, what="no-second-factor")
            return render(request, "accounts/second_factor_needed.html", status=403)
        return redirect(wanted)

    def autocomplete_view(self, request: HttpRequest) -> HttpResponse:
        """Refuses whatever does not name a field that has one: staff's typing error, no fault."""
        try:
            return super().autocomplete_view(request)
        except PermissionDenied as error:
            return permission_denied(request, error)

    def password_change(  # type: ignore[override]  # it only points the way
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        return redirect("account_change_password")
