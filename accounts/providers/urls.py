"""Under the names that allauth knows, so that its flows find them."""

from __future__ import annotations

from django.urls import path

from accounts.providers.views import begin, callback, first_sign_in

urlpatterns = [
    path("by/<slug:provider_id>/", begin, name="openid_connect_login"),
    path("by/<slug:provider_id>/back/", callback, name="openid_connect_callback"),
    path("name/", first_sign_in, name="socialaccount_signup"),
]
