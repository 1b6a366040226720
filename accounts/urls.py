from __future__ import annotations

from django.urls import path

from accounts import views

app_name = "accounts"
urlpatterns = [
    path("people/<name>/", views.profile, name="profile"),
    path("settings/", views.preferences, name="settings"),
    path("settings/security/", views.security, name="security"),
    path("settings/security/end/", views.end_sign_in, name="end_sign_in"),
    path("settings/email/undo/<token>/", views.undo_email, name="undo_email"),
    path("claim/", views.claim, name="claim"),
    path("theme/", views.theme, name="theme"),
    path("pieces/", views.pieces, name="pieces"),
]
