"""Alarms and the dashboard speak of numbers that the site really tells."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.test import Client

from config.celery import QUEUES
from games.wiring import GAUGES
from tests.config.test_metrics import TOKEN

pytestmark = pytest.mark.usefixtures("stores")

ROOT = Path(__file__).resolve().parents[2] / "deploy"
GROUPS = yaml.safe_load((ROOT / "prometheus" / "alarms.yml").read_text())["groups"]
RULES: list[dict[str, Any]] = [rule for group in GROUPS for rule in group["rules"]]
DASHBOARD: dict[str, Any] = json.loads((ROOT / "grafana" / "jinya.json").read_text())
ASKED = {
    **{rule["alert"]: rule["expr"] for rule in RULES},
    **{
        f"{panel['title']} {target['refId']}": target["expr"]
        for panel in DASHBOARD["panels"]
        for target in panel["targets"]
    },
}
OF_PROMETHEUS = {"up"}
WORDS = {"and", "or", "unless", "by", "without", "on", "ignoring"}
MADE_UP = re.compile(r"jinya_\w+")


def metrics_in(expression: str) -> Iterator[str]:
    """The metrics a PromQL expression asks for: words that are neither labels nor functions."""
    bare = re.sub(r"\{[^}]*\}|\[[^\]]*\]|\"[^\"]*\"", " ", expression)
    bare = re.sub(r"\b(by|without|on|ignoring)\s*\([^)]*\)", " ", bare)
    for found in re.finditer(r"[a-zA-Z_:][\w:]*", bare):
        if found[0] not in WORDS and not bare[found.end() :].lstrip().startswith("("):
            yield found[0]


@pytest.fixture
def metrics(db: None, client: Client, settings: Any) -> dict[str, set[str]]:
    """Each metric of a site on servers after one request, and the labels it has."""
    settings.STATUS_TOKEN = TOKEN
    around = [
        f"django_prometheus.middleware.Prometheus{way}Middleware" for way in ("Before", "After")
    ]
    settings.MIDDLEWARE = [around[0], *settings.MIDDLEWARE, around[1]]
    client.get("/rules/")
    page = client.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"}).content.decode()
    found: dict[str, set[str]] = {}
    for name in re.findall(r"^# TYPE (\S+)", page, re.MULTILINE):
        found[name] = set()
    for name, labels in re.findall(r"^(\w+)(?:\{(.*)\})? \S+$", page, re.MULTILINE):
        found.setdefault(name, set()).update(re.findall(r"(\w+)=\"", labels))
    return found


def test_expressions_are_read_as_prometheus_reads_them() -> None:
    asked = 'sum by (le) (rate(a_bucket{job="x"}[5m])) > 1 and on() max(up) or absent(b_total)'
    assert list(metrics_in(asked)) == ["a_bucket", "up", "b_total"]


def test_every_metric_named_exists(metrics: dict[str, set[str]]) -> None:
    named = {metric for expression in ASKED.values() for metric in metrics_in(expression)}
    assert len(named) > 12
    assert named - metrics.keys() - OF_PROMETHEUS == set()


def test_every_label_named_exists(metrics: dict[str, set[str]]) -> None:
    """`job` and `instance` are given by Prometheus."""
    for name, expression in ASKED.items():
        labels = set(re.findall(r"(\w+)\s*=~?\"", expression))
        for listed in re.findall(r"\bby\s*\(([^)]*)\)", expression):
            labels |= {label.strip() for label in listed.split(",")}
        has = set().union(
            *(metrics[metric] for metric in metrics_in(expression) if metric in metrics)
        )
        assert labels - {"job", "instance"} <= has, name


def test_every_gauge_of_the_house_has_an_alarm_and_a_panel(metrics: dict[str, set[str]]) -> None:
    ours = {f"jinya_{name}" for name in GAUGES} | {"jinya_queue_depth", "jinya_queue_served"}
    assert ours <= metrics.keys()
    alarms = "".join(rule["expr"] for rule in RULES)
    assert set(MADE_UP.findall(alarms)) == ours
    panels = "".join(t["expr"] for panel in DASHBOARD["panels"] for t in panel["targets"])
    assert set(MADE_UP.findall(panels)) == ours


def test_queues_named_exist() -> None:
    named = {queue for text in ASKED.values() for queue in re.findall(r'queue="(\w+)"', text)}
    assert named
    assert named <= set(QUEUES)


def test_every_alarm_says_what_is_wrong_and_what_to_do() -> None:
    names = [rule["alert"] for rule in RULES]
    assert len(names) == len(set(names)) > 10
    for rule in RULES:
        assert set(rule) <= {"alert", "expr", "for", "labels", "annotations"}
        assert rule["labels"]["severity"] in ("warning", "critical")
        for text in ("summary", "help"):
            assert rule["annotations"][text].endswith((".", "?")), rule["alert"]
        assert re.fullmatch(r"\d+m", rule.get("for", "1m"))


def test_panels_stand_beside_each_other() -> None:
    taken: set[tuple[int, int]] = set()
    for panel in DASHBOARD["panels"]:
        at = panel["gridPos"]
        cells = {(at["x"] + x, at["y"] + y) for x in range(at["w"]) for y in range(at["h"])}
        assert at["x"] + at["w"] <= 24
        assert not taken & cells, panel["title"]
        taken |= cells
