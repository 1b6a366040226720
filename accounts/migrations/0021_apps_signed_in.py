"""Apps sign in: columns without a value in older rows, so no row is written."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0020_for_operators'),
    ]

    operations = [
        migrations.AddField(
            model_name='accesstoken',
            name='challenge',
            field=models.CharField(db_default='', default='', editable=False, max_length=43),
        ),
        migrations.AddField(
            model_name='accesstoken',
            name='client_id',
            field=models.CharField(db_default='', default='', max_length=100),
        ),
        migrations.AddField(
            model_name='accesstoken',
            name='family',
            field=models.CharField(blank=True, editable=False, max_length=64, null=True, unique=True),
        ),
        migrations.AddField(
            model_name='accesstoken',
            name='redirect_uri',
            field=models.CharField(db_default='', default='', max_length=500),
        ),
        migrations.AddField(
            model_name='accesstoken',
            name='renewable_until',
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name='accesstoken',
            name='renewal',
            field=models.CharField(db_default='', default='', editable=False, max_length=64),
        ),
    ]
