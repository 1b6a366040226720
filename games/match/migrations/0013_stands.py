from django.db import migrations, models

from queues.indexes import AddIndexConcurrently

BATCH = 200


def say_where_they_stand(apps, schema_editor):
    """Matches that go on get their digest now; others need none."""
    from games.match.referee.standing import is_open, stands_as_stored

    SealedPosition = apps.get_model("match", "SealedPosition")
    running = SealedPosition.objects.filter(match__status="active", stands__isnull=True)
    last = 0
    while batch := list(
        running.filter(pk__gt=last).select_related("match").order_by("pk")[:BATCH]
    ):
        last = batch[-1].pk
        for row in batch:
            if not is_open(row.match.game):
                continue
            digest = stands_as_stored(
                row.match.game, row.match.rules_version, row.schema, row.data
            )
            unmoved = SealedPosition.objects.filter(pk=row.pk, plies=row.plies)
            unmoved.update(stands=digest)


class Migration(migrations.Migration):

    atomic = False

    dependencies = [
        ("match", "0012_desk_mark"),
    ]

    operations = [
        migrations.AddField(
            model_name="sealedposition",
            name="stands",
            field=models.CharField(editable=False, help_text="what stands for the position, of a game that hides nothing and goes on", max_length=64, null=True),
        ),
        migrations.RunPython(say_where_they_stand, migrations.RunPython.noop),
        AddIndexConcurrently(
            model_name="sealedposition",
            index=models.Index(condition=models.Q(("stands__isnull", False)), fields=["stands"], name="standing"),
        ),
    ]
