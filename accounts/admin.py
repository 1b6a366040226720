from __future__ import annotations

from typing import TYPE_CHECKING

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.common import events, names
from accounts.common.admin_lists import LongList
from accounts.common.admin_lookups import OfferedLookups
from accounts.models import User
from accounts.preferences.forms import ZoneField
from accounts.sign_in import second_factor, sessions, staff_codes
from accounts.sign_in.find_user import signed_in_user
from accounts.staff import authority

if TYPE_CHECKING:
    ModelAdmin = admin.ModelAdmin[User]
    ModelForm = forms.ModelForm[User]
else:
    ModelAdmin, ModelForm = admin.ModelAdmin, forms.ModelForm


class UserForm(ModelForm):
    time_zone = ZoneField(label=_("Time zone"))

    def clean_name(self) -> str:
        """Staff may give reserved names, and nobody a name that looks like another's."""
        name = names.normalise(self.cleaned_data["name"])
        is_program = self.instance.is_program and name.endswith(names.PROGRAM_MARK)
        bare = name.removesuffix(names.PROGRAM_MARK) if is_program else name
        names.check_signs(bare)
        names.check_length(name)
        names.check_separators(bare)
        others = User.objects.exclude(pk=self.instance.pk)
        if others.filter(name_look=names.look_key(name)).exists() or (
            others.filter(name_key=names.name_key(name)).exists()
        ):
            raise ValidationError(names.TAKEN, "name_taken")
        return name


@admin.register(User)
class UserAdmin(LongList, OfferedLookups, ModelAdmin):
    """People. Passwords are neither shown nor set here: a reset starts with the person."""

    form = UserForm
    list_display = ("name", "date_joined", "last_login", "is_active", "is_staff")
    list_filter = (
        *("is_active", "is_guest", "is_program", ("guardian", admin.EmptyFieldListFilter)),
        *("is_staff", "language"),
    )
    search_fields = ("name", "name_key")
    readonly_fields = (
        *("email", "is_guest", "is_program", "guardian", "date_joined", "last_login"),
    )
    fields = (
        *("name", "email", "date_joined", "last_login", "is_active", "language", "time_zone"),
        *("is_guest", "is_program", "guardian", "is_staff", "is_superuser", "groups"),
    )
    filter_horizontal = ("groups",)
    actions = ("end_sign_ins", "reset_second_factor", "give_staff_code")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Rights over persons reach neither upward nor to people one plays."""
        if not super().has_change_permission(request, obj):
            return False
        if obj is None or authority.may_act_on(signed_in_user(request), obj):
            return True
        if request.method == "POST":
            events.note("staff-refused", request, user=obj.pk, by=request.user.pk)
        return False

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> list[str]:
        """Let nobody give rights that they do not have themselves."""
        rights = [] if request.user.is_superuser else ["is_staff", "is_superuser", "groups"]
        return [*self.readonly_fields, *rights]

    def save_model(self, request: HttpRequest, obj: User, form: ModelForm, change: bool) -> None:
        super().save_model(request, obj, form, change)
        rights = {"is_staff", "is_superuser", "groups"} & set(form.changed_data)
        kind = "rights-changed" if rights else "person-changed"
        what = ",".join(sorted(form.changed_data))
        events.note(kind, request, user=obj.pk, by=request.user.pk, what=what)

    @admin.action(description=_("Sign these people out everywhere"), permissions=["change"])
    def end_sign_ins(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        ended = 0
        for person in self._within_reach(request, queryset):
            ended += sessions.end_all(person)
            self._write_down(request, person, "sign-ins-ended", "Signed out everywhere.")
        said = ngettext("%(count)d sign-in ended.", "%(count)d sign-ins ended.", ended)
        self.message_user(request, said % {"count": ended})

    @admin.action(description=_("End the second factor of these people"), permissions=["change"])
    def reset_second_factor(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        """For those who lost app and recovery codes, and have shown who they are."""
        ended = 0
        for person in self._within_reach(request, queryset):
            ended += second_factor.end(person)
            self._write_down(request, person, "factor-reset", "Second factor ended.")
        said = ngettext("%(count)d second factor ended.", "%(count)d second factors ended.", ended)
        self.message_user(request, said % {"count": ended})

    @admin.action(
        description=_("Give a code to set up the second factor of staff"), permissions=["change"]
    )
    def give_staff_code(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        """By superusers, who are here with a second factor, to staff who have none yet."""
        others = queryset.filter(is_staff=True).exclude(pk=signed_in_user(request).pk)
        for person in self._within_reach(request, others):
            if second_factor.is_set_up(person):
                continue
            self._write_down(request, person, "staff-code-given", "Staff code given.")
            said = _("For %(name)s, once, within a day: %(code)s")
            code = staff_codes.give(person, timezone.now())
            self.message_user(request, said % {"name": person.name, "code": code})

    def _within_reach(self, request: HttpRequest, people: QuerySet[User]) -> list[User]:
        """Return those of *people* whom the staff member may act on; the others are named."""
        reached = []
        for person in people:
            if authority.may_act_on(signed_in_user(request), person):
                reached.append(person)
                continue
            events.note("staff-refused", request, user=person.pk, by=request.user.pk)
            said = _("%(name)s is beyond your rights, or plays you now.") % {"name": person.name}
            self.message_user(request, said, messages.WARNING)
        return reached

    def _write_down(self, request: HttpRequest, person: User, kind: str, said: str) -> None:
        """In the history of the person, and in the log."""
        self.log_change(request, person, said)
        events.note(kind, request, user=person.pk, by=request.user.pk, what="staff")
