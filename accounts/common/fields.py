"""Fields of the account forms, in our words."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth.password_validation import password_validators_help_texts

from accounts.common.names import normalise


def plain_field(field: forms.Field, label: Any, **attrs: Any) -> None:
    """Labels stand above fields here; a placeholder would vanish when it is needed."""
    field.label = label
    field.widget.attrs.pop("placeholder", None)
    field.widget.attrs.update(attrs)


class AddressField(forms.EmailField):
    """An e-mail address, also as a Japanese keyboard or a paste leaves it."""

    def to_python(self, value: Any) -> Any:
        is_read = isinstance(value, str) and len(value) <= (self.max_length or 0)
        return super().to_python(normalise(value) if is_read else value)


def address_field(field: forms.Field, label: Any) -> AddressField:
    """Ask for an address where *field* of a form of others does."""
    own = AddressField(required=field.required, widget=field.widget)
    plain_field(own, label)
    return own


def password_help() -> str:
    return " ".join(text for text in password_validators_help_texts() if text)
