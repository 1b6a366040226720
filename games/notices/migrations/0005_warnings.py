from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('notices', '0004_mailbox'),
    ]

    operations = [
        migrations.AddField(
            model_name='notice',
            name='warn_at',
            field=models.DateTimeField(help_text='when the clock of the turn this tells of is to be looked at', null=True),
        ),
    ]
