"""What a consent is for, and what an appeal asks: called so in the code, the columns stay."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("moderation", "0004_plain_names"),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RenameField(model_name="consent", old_name="deed", new_name="action"),
                migrations.AlterField(
                    model_name="consent",
                    name="action",
                    field=models.CharField(
                        choices=[
                            ("reveal", "look at hidden pieces"),
                            ("rewind", "rewind a match with hidden pieces"),
                        ],
                        db_column="deed",
                        max_length=8,
                        verbose_name="action",
                    ),
                ),
                migrations.RenameField(model_name="appeal", old_name="wish", new_name="request"),
                migrations.AlterField(
                    model_name="appeal",
                    name="request",
                    field=models.CharField(
                        db_column="wish", help_text="what should be done", max_length=500
                    ),
                ),
            ],
        ),
    ]
