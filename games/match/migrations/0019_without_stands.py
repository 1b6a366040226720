"""Nobody looks for where others' matches stand any more.

Column and index stay until the release after the next, as the code before still writes them; in
SQLite they may go with any change of the table.
"""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("match", "0018_bounded"),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RemoveIndex(model_name="sealedposition", name="standing"),
                migrations.RemoveField(model_name="sealedposition", name="stands"),
            ],
        ),
    ]
