"""Fields of the account forms, in our words."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth.password_validation import password_validators_help_texts


def plain_field(field: forms.Field, label: Any, **attrs: Any) -> None:
    """Labels stand above fields here; a placeholder would vanish when it is needed."""
    field.label = label
    field.widget.attrs.pop("placeholder", None)
    field.widget.attrs.update(attrs)


def password_help() -> str:
    return " ".join(text for text in password_validators_help_texts() if text)
