"""Names of deleted accounts are kept from others for a year; more names look alike than before."""

from typing import Any

from django.db import migrations, models

from accounts.common.names import look_key

SHARED = "#"
"""No name has it: marks the look of an older name that another has, too."""


def renew_looks(apps: Any, schema_editor: Any) -> None:
    """Give stored names their looks anew; of those that look alike now, the eldest has the look.

    A look may still be held by a name that is about to get another, so those left over are
    tried again at the end.
    """
    users = apps.get_model("accounts", "User").objects
    rows = users.order_by("pk").values_list("pk", "name", "name_look")
    left = [row for row in rows.iterator(2000) if not _renew(users, *row)]
    for pk, name, _look in left:
        _renew(users, pk, name, f"{look_key(name)}{SHARED}{pk}")


def _renew(users: Any, pk: int, name: str, held: str) -> bool:
    look = look_key(name)
    if held == look:
        return True
    is_free = not users.filter(name_look=look).exists()
    users.filter(pk=pk).update(name_look=look if is_free else f"{look}{SHARED}{pk}")
    return is_free


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("accounts", "0017_closed_accounts"),
    ]

    operations = [
        migrations.CreateModel(
            name="GivenUpName",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("since", models.DateTimeField(db_index=True)),
            ],
        ),
        migrations.RunPython(renew_looks, migrations.RunPython.noop, elidable=True),
    ]
