"""Secrets that are replaced in two steps, and the addresses of bot accounts."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('endpoints', '0005_calendar_changed'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='webhook',
            name='old_secret',
            field=models.CharField(db_default='', default='', help_text='the one before, which signs as well', max_length=60),
        ),
        migrations.AddField(
            model_name='webhook',
            name='old_until',
            field=models.DateTimeField(help_text='until when the old one signs', null=True),
        ),
        migrations.CreateModel(
            name='BotAddress',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('url', models.CharField(max_length=500)),
                ('secret', models.CharField(help_text='as it was shown: whsec_ and base64', max_length=60)),
                ('old_secret', models.CharField(db_default='', default='', help_text='the one before, which signs as well', max_length=60)),
                ('old_until', models.DateTimeField(help_text='until when the old one signs', null=True)),
                ('made_at', models.DateTimeField()),
                ('sent_at', models.DateTimeField(help_text='when it last answered well', null=True)),
                ('failures', models.PositiveSmallIntegerField(default=0, help_text='in a row')),
                ('stopped_at', models.DateTimeField(help_text='switched off: it failed too often', null=True)),
                ('failing_since', models.DateTimeField(help_text='when it first did not answer', null=True)),
                ('rests_until', models.DateTimeField(help_text='nothing is posted before: it has just not answered', null=True)),
                ('ping_at', models.DateTimeField(help_text='when it is asked next whether it is there')),
                ('troubles', models.JSONField(default=list, help_text='the newest of what went wrong: moment, match, code, words')),
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'default_permissions': (),
                'indexes': [models.Index(condition=models.Q(('stopped_at__isnull', True)), fields=['ping_at'], name='bot_addresses_to_ping')],
            },
        ),
    ]
