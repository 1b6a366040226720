from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0007_said_age'),
    ]

    operations = [
        migrations.AddField(
            model_name='user',
            name='notice_choices',
            field=models.JSONField(editable=False, null=True),
        ),
    ]
