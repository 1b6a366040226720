"""Signing in by name or address. The path of the class stands in every session."""

from __future__ import annotations

from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from django.http import HttpRequest

from accounts.models import User
from accounts.sign_in.find_user import user_called
from accounts.sign_in.read_user import read


class Backend(AuthenticationBackend):
    """Signs people in by name, in any spelling, or by confirmed e-mail address.

    One query and one password hash, whether or not the account exists.
    """

    def _authenticate(self, request: HttpRequest | None, **credentials: Any) -> User | None:
        login = credentials.get("username") or credentials.get("email") or ""
        found: User | None = self._check_password(user_called(login), credentials["password"])
        return found

    def get_user(self, user_id: int) -> User | None:
        """Return the user of that key, unless they were just read, and unless they are shut out."""
        found = read.get()
        if found is not None and found.pk == user_id:
            return found if self.user_can_authenticate(found) else None
        return super().get_user(user_id)
