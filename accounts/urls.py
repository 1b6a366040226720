from __future__ import annotations

from django.urls import path

from accounts.guests.views import claim
from accounts.oauth.views import authorize, revoke, token
from accounts.preferences.views import pieces, preferences, theme
from accounts.profiles.views import profile
from accounts.sign_in.token_views import tokens
from accounts.sign_in.views import end_sign_in, security, undo_email, unlink

app_name = "accounts"
urlpatterns = [
    path("people/<name>/", profile, name="profile"),
    path("settings/", preferences, name="settings"),
    path("settings/security/", security, name="security"),
    path("settings/security/end/", end_sign_in, name="end_sign_in"),
    path("settings/security/unlink/", unlink, name="unlink"),
    path("settings/tokens/", tokens, name="tokens"),
    path("oauth/authorize", authorize, name="authorize"),
    path("oauth/token", token, name="token"),
    path("oauth/revoke", revoke, name="revoke"),
    path("settings/email/undo/<token>/", undo_email, name="undo_email"),
    path("claim/", claim, name="claim"),
    path("theme/", theme, name="theme"),
    path("pieces/", pieces, name="pieces"),
]
