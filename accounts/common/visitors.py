"""The type of whoever asks for a page: an account, or nobody's. For annotations alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from django.contrib.auth.base_user import AbstractBaseUser
    from django.contrib.auth.models import AnonymousUser

Visitor: TypeAlias = "AbstractBaseUser | AnonymousUser"
