from django.db import migrations, models

from queues.indexes import AddIndexConcurrently


class Migration(migrations.Migration):

    atomic = False

    dependencies = [
        ('notices', '0002_channels'),
    ]

    operations = [
        AddIndexConcurrently(
            model_name='delivery',
            index=models.Index(condition=models.Q(('settled_at__isnull', True)), fields=['reader_id', 'channel'], name='outbox_of_reader'),
        ),
    ]
