"""What a browser has been sent: called so in the code, the column stays."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("endpoints", "0003_push_device_sign_in"),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RenameField(
                    model_name="pushdevice", old_name="told", new_name="delivered"
                ),
                migrations.AlterField(
                    model_name="pushdevice",
                    name="delivered",
                    field=models.JSONField(
                        db_column="told",
                        default=list,
                        help_text="the newest deliveries that were handed over, by their keys",
                    ),
                ),
            ],
        ),
    ]
