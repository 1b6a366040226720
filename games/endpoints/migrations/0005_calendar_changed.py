"""Since when a calendar has said what it says."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("endpoints", "0004_delivered"),
    ]

    operations = [
        migrations.AddField(
            model_name="calendarfeed",
            name="changed_at",
            field=models.DateTimeField(help_text="since when it has said that", null=True),
        ),
        migrations.AddField(
            model_name="calendarfeed",
            name="digest",
            field=models.CharField(
                db_default="", default="", help_text="of what it said", max_length=40
            ),
        ),
    ]
