"""What the lists and pages of the admin site call their fields, in the reader's language."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.contrib import admin
from django.contrib.admin.utils import label_for_field
from django.db.models import Model
from django.utils import translation

SITE = admin.site._registry


def shown(model_admin: admin.ModelAdmin) -> Iterator[tuple[admin.options.BaseModelAdmin, str]]:
    """Every field of the list and of the page of a model, with whose it is."""
    for name in (*model_admin.list_display, *(model_admin.fields or ())):
        yield model_admin, str(name)
    for inline in model_admin.inlines:
        rows = inline(model_admin.model, admin.site)
        yield from ((rows, str(name)) for name in rows.fields or ())


@pytest.mark.parametrize("model", SITE, ids=lambda model: model._meta.label)
def test_fields_are_named_in_japanese(model: type[Model]) -> None:
    with translation.override("ja"):
        labels = {
            name: str(label_for_field(name, whose.model, whose))
            for whose, name in shown(SITE[model])
            if name != "__str__"
        }
        named = {**labels, "itself": str(model._meta.verbose_name)}
    assert {name: label for name, label in named.items() if label.isascii()} == {}
