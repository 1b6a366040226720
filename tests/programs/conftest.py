"""Addresses of bot accounts lead to this machine."""

from tests.endpoints.conftest import outside

__all__ = ["outside"]
