from django.db import migrations

from games.moderation.append_only import lock_log, unlock_log


class Migration(migrations.Migration):

    dependencies = [('moderation', '0001_initial')]

    operations = [migrations.RunPython(lock_log, unlock_log)]
