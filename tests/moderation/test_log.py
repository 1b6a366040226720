"""The audit log: whoever tries to change it, and however, the database refuses."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import DatabaseError, connection, transaction
from django.db.models import ProtectedError

from accounts.common import events
from games.moderation.models import ModAction
from games.moderation.services.log import write
from tests.kit.browsing import browser
from tests.kit.builders import NOON, person
from tests.kit.staff import staff, why

pytestmark = pytest.mark.django_db
TABLE = ModAction._meta.db_table


@pytest.fixture
def row() -> ModAction:
    return write(why(staff("senior")), "match-freeze", now=NOON, person=person("somebody"))


def sql(statement: str) -> Callable[[ModAction], object]:
    def act(row: ModAction) -> None:
        with connection.cursor() as cursor:
            cursor.execute(statement.format(table=TABLE, pk=row.pk))

    return act


def saved(row: ModAction) -> None:
    row.note = "another"
    row.save()


def bulk(row: ModAction) -> None:
    row.note = "another"
    ModAction.objects.bulk_update([row], ["note"])


def replaced(row: ModAction) -> None:
    if connection.vendor == "sqlite":
        columns = [field.column for field in ModAction._meta.concrete_fields]
        kept = ", ".join("'x'" if column == "note" else f'"{column}"' for column in columns)
        sql(f"INSERT OR REPLACE INTO {{table}} SELECT {kept} FROM {{table}}")(row)
        return
    # the row's own foreign keys are still to be looked at in this transaction
    sql("SET CONSTRAINTS ALL IMMEDIATE; TRUNCATE {table}")(row)


def upserted(row: ModAction) -> None:
    row.note = "another"
    ModAction.objects.bulk_create(
        [row], update_conflicts=True, update_fields=["note"], unique_fields=["id"]
    )


WAYS: dict[str, Callable[[ModAction], object]] = {
    "save": saved,
    "delete": lambda row: row.delete(),
    "update of all": lambda row: ModAction.objects.update(note="another"),
    "delete of all": lambda row: ModAction.objects.all().delete(),
    "raw delete": lambda row: ModAction.objects.all()._raw_delete("default"),
    "bulk update": bulk,
    "upsert": upserted,
    "UPDATE": sql("UPDATE {table} SET note = 'x' WHERE id = {pk}"),
    "UPDATE of the key": sql("UPDATE {table} SET id = 99999 WHERE id = {pk}"),
    "DELETE": sql("DELETE FROM {table} WHERE id = {pk}"),
    "REPLACE or TRUNCATE": replaced,
}


@pytest.mark.parametrize("way", WAYS)
def test_the_log_cannot_be_changed(row: ModAction, way: str) -> None:
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        WAYS[way](row)
    assert ModAction.objects.get(pk=row.pk).note == "as told"


def test_whoever_is_named_in_it_cannot_be_dropped(row: ModAction) -> None:
    for user in (row.actor, row.person):
        with pytest.raises(ProtectedError), transaction.atomic():
            user.delete()


def test_no_page_of_the_admin_changes_it(row: ModAction) -> None:
    root = person("root", is_staff=True, is_superuser=True)
    from allauth.mfa.totp.internal.auth import TOTP

    TOTP.activate(root, "JBSWY3DPEHPK3PXP")
    client = browser(root)
    assert client.get(f"/admin/moderation/modaction/{row.pk}/change/").status_code == 200
    for path in (f"{row.pk}/change/", f"{row.pk}/delete/", "add/", ""):
        form = {"note": "x", "action": "delete_selected", "_selected_action": row.pk, "post": "yes"}
        client.post(f"/admin/moderation/modaction/{path}", form)
    assert ModAction.objects.get(pk=row.pk).note == "as told"


def test_each_action_is_a_security_event(monkeypatch: pytest.MonkeyPatch) -> None:
    kinds = []
    monkeypatch.setattr(events, "note", lambda kind, **_ids: kinds.append(kind))
    write(why(staff("senior")), "match-freeze", now=NOON, person=person("somebody"))
    assert kinds == ["moderated"]
