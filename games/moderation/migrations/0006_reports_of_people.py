"""A report from a profile has no match."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("match", "0001_initial"),
        ("moderation", "0005_actions_and_requests"),
    ]

    operations = [
        migrations.AlterField(
            model_name="reportatom",
            name="match",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="match.match",
            ),
        ),
        migrations.AddConstraint(
            model_name="reportatom",
            constraint=models.UniqueConstraint(
                condition=models.Q(("match", None)),
                fields=("report", "reporter", "category"),
                name="reported_once_without_match",
            ),
        ),
    ]
