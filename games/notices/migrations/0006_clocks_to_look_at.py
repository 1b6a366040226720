from django.db import migrations, models

from queues.indexes import AddIndexConcurrently


class Migration(migrations.Migration):

    atomic = False

    dependencies = [
        ('notices', '0005_warnings'),
    ]

    operations = [
        AddIndexConcurrently(
            model_name='notice',
            index=models.Index(condition=models.Q(('warn_at__isnull', False)), fields=['warn_at'], name='clocks_to_look_at'),
        ),
    ]
