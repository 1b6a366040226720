"""Fields of forms are drawn by Django's compiled templates, as its own ones draw them."""

from __future__ import annotations

from django import forms
from django.contrib.admin.widgets import AdminDateWidget
from django.forms.renderers import DjangoTemplates, get_default_renderer

from config.forms import FormRenderer
from games.lobby.forms import NewMatchForm


def test_a_form_looks_as_by_the_other_templates() -> None:
    drawn = [
        "".join(NewMatchForm({"to": "<Ann>"}, renderer=renderer).as_div().split())
        for renderer in (FormRenderer(), DjangoTemplates())
    ]
    assert "&lt;Ann&gt;" in drawn[0]
    assert drawn[0] == drawn[1]


def test_widgets_of_the_admin_are_drawn_by_their_own_templates() -> None:
    class Dated(forms.Form):
        day = forms.DateField(widget=AdminDateWidget)

    assert isinstance(get_default_renderer(), FormRenderer)
    assert "vDateField" in str(Dated()["day"])
