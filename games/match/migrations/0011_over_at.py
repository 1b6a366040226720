from django.db import migrations, models
from django.db.models import Max, OuterRef, Subquery

from queues.indexes import AddIndexConcurrently

BATCH = 5_000


def date_ends(apps, schema_editor):
    Match = apps.get_model("match", "Match")
    Player = apps.get_model("match", "Player")
    ended_at = Match.objects.filter(pk=OuterRef("match_id")).values("ended_at")
    last = Player.objects.aggregate(last=Max("pk"))["last"] or 0
    for first in range(0, last + 1, BATCH):
        batch = Player.objects.filter(pk__gte=first, pk__lt=first + BATCH, over_at__isnull=True)
        batch.filter(match__ended_at__isnull=False).update(over_at=Subquery(ended_at))


class Migration(migrations.Migration):

    atomic = False

    dependencies = [
        ("match", "0010_starts"),
    ]

    operations = [
        migrations.AddField(
            model_name="player",
            name="over_at",
            field=models.DateTimeField(help_text="when the match ended: here as well, so that lists read in its order", null=True),
        ),
        migrations.RunPython(date_ends, migrations.RunPython.noop),
        AddIndexConcurrently(
            model_name="player",
            index=models.Index(condition=models.Q(("over_at__isnull", False)), fields=["user", "-over_at", "-id"], name="seats_by_end"),
        ),
        AddIndexConcurrently(
            model_name="player",
            index=models.Index(condition=models.Q(("over_at__isnull", True)), fields=["user"], name="seats_at_play"),
        ),
        AddIndexConcurrently(
            model_name="player",
            index=models.Index(condition=models.Q(("over_at__isnull", False), ("seen_end_at__isnull", True)), fields=["user"], name="ends_not_seen"),
        ),
        AddIndexConcurrently(
            model_name="player",
            index=models.Index(condition=models.Q(("over_at__isnull", True), models.Q(("bot", ""), _negated=True)), fields=["match"], name="bots_at_play"),
        ),
        AddIndexConcurrently(
            model_name="match",
            index=models.Index(condition=models.Q(("status", "active")), fields=["-id"], name="running_newest_first"),
        ),
    ]
