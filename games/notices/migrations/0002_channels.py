from django.db import migrations, models

import games.notices.events


class Migration(migrations.Migration):

    dependencies = [
        ('notices', '0001_initial'),
    ]

    operations = [
        migrations.AddField(
            model_name='delivery',
            name='bundle',
            field=models.BigIntegerField(help_text='the key of the delivery whose mail tells this one too', null=True),
        ),
        migrations.AddField(
            model_name='delivery',
            name='detail',
            field=models.CharField(db_default='', default='', max_length=200, verbose_name='what came of it'),
        ),
        migrations.AddField(
            model_name='delivery',
            name='reader_id',
            field=models.BigIntegerField(help_text="the key of the notice's user: finds what goes into one mail", null=True),
        ),
        migrations.AddField(
            model_name='notice',
            name='rings',
            field=models.BooleanField(db_default=True, default=True, help_text='whether the bell shows it: if not, others tell'),
        ),
        migrations.AlterField(
            model_name='notice',
            name='kind',
            field=models.CharField(choices=games.notices.events.kinds, max_length=20, verbose_name='kind'),
        ),
    ]
