from __future__ import annotations

from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from django.http import HttpRequest

from accounts.finding import user_called
from accounts.models import User


class Backend(AuthenticationBackend):
    """Signs people in by name, in any spelling, or by confirmed e-mail address.

    One query and one password hash, whether or not the account exists.
    """

    def _authenticate(self, request: HttpRequest | None, **credentials: Any) -> User | None:
        login = credentials.get("username") or credentials.get("email") or ""
        found: User | None = self._check_password(user_called(login), credentials["password"])
        return found
