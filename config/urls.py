"""The addresses of the site; each app brings its own table."""

from __future__ import annotations

from django.contrib import admin
from django.urls import include, path
from django.urls.resolvers import RoutePattern

from accounts.oauth.views import discovery
from accounts.preferences.views import language
from accounts.sign_in.passkeys import AddPasskey, ConfirmPasskey, SignInPasskey
from accounts.sign_in.views import RemovePasskey
from config import health, metrics, upkeep, well_known
from config.deferred import Deferred

urlpatterns = [
    path("", include("games.urls")),  # first, for its matches
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("seen", health.seen, name="seen"),
    path("metrics", metrics.metrics, name="metrics"),
    path(".well-known/security.txt", well_known.security_txt, name="security_txt"),
    path(".well-known/change-password", well_known.change_password, name="well_known_password"),
    path(".well-known/oauth-authorization-server", discovery, name="discovery"),
    path("admin/upkeep/", admin.site.admin_view(upkeep.upkeep), name="upkeep"),
    path("admin/", admin.site.urls),
    path("accounts/2fa/webauthn/add/", AddPasskey.as_view(), name="mfa_add_webauthn"),
    path("accounts/2fa/webauthn/login/", SignInPasskey.as_view(), name="mfa_login_webauthn"),
    path(
        "accounts/2fa/webauthn/reauthenticate/",
        ConfirmPasskey.as_view(),
        name="mfa_reauthenticate_webauthn",
    ),
    path(
        "accounts/2fa/webauthn/keys/<int:pk>/remove/",
        RemovePasskey.as_view(),
        name="mfa_remove_webauthn",
    ),
    path("accounts/2fa/", include("allauth.mfa.urls")),
    path("accounts/", include("allauth.account.urls")),
    path("accounts/", include("accounts.providers.urls")),
    path("language/", language, name="set_language"),
    path("", include("accounts.urls")),
    Deferred(RoutePattern("api/"), "games.api.urls", app_name="api", namespace="api"),
]

handler429 = "accounts.sign_in.limits.handler429"
handler500 = "config.failed.failed"
