from __future__ import annotations

from typing import TYPE_CHECKING

from django import forms
from django.contrib import admin
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts import names, sessions
from accounts.lookups import OfferedLookups
from accounts.models import User

if TYPE_CHECKING:
    ModelAdmin = admin.ModelAdmin[User]
    ModelForm = forms.ModelForm[User]
else:
    ModelAdmin, ModelForm = admin.ModelAdmin, forms.ModelForm


class UserForm(ModelForm):
    def clean_name(self) -> str:
        """Staff may give reserved names, and nobody a name that looks like another's."""
        name = names.normalise(self.cleaned_data["name"])
        names.check_signs(name)
        names.check_length(name)
        names.check_separators(name)
        others = User.objects.exclude(pk=self.instance.pk)
        if others.filter(name_look=names.look_key(name)).exists() or (
            others.filter(name_key=names.name_key(name)).exists()
        ):
            raise ValidationError(names.TAKEN, "name_taken")
        return name


@admin.register(User)
class UserAdmin(OfferedLookups, ModelAdmin):
    """People. Passwords are neither shown nor set here: a reset starts with the person."""

    form = UserForm
    list_display = ("name", "date_joined", "last_login", "is_active", "is_staff")
    list_filter = ("is_active", "is_staff", "language")
    search_fields = ("name", "name_key")
    ordering = ("-date_joined",)
    readonly_fields = ("email", "date_joined", "last_login")
    fields = (
        *("name", "email", "date_joined", "last_login", "is_active", "language", "time_zone"),
        *("is_staff", "is_superuser", "groups"),
    )
    filter_horizontal = ("groups",)
    actions = ("end_sign_ins",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        return False

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> list[str]:
        """Who gives rights is limited to those who have all of them."""
        rights = [] if request.user.is_superuser else ["is_staff", "is_superuser", "groups"]
        return [*self.readonly_fields, *rights]

    @admin.action(description=_("Sign these people out everywhere"), permissions=["change"])
    def end_sign_ins(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        ended = sum(sessions.end_all(user) for user in queryset)
        said = ngettext("%(count)d sign-in ended.", "%(count)d sign-ins ended.", ended)
        self.message_user(request, said % {"count": ended})
