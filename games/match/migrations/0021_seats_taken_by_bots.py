from django.db import migrations, models

from queues.indexes import AddIndexConcurrently


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("match", "0020_seats_taken"),
    ]

    operations = [
        AddIndexConcurrently(
            model_name="ruling",
            index=models.Index(
                condition=models.Q(("user__isnull", False)),
                fields=["user"],
                name="seats_taken_by_bots",
            ),
        ),
    ]
