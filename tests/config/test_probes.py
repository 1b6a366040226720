"""What scanners ask every site for: there is nothing, and the answer does not say who answers."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.kit.browsing import browser
from tests.kit.builders import person

pytestmark = pytest.mark.django_db

LIST = """
/.git/config /.git/HEAD /.gitignore /.hg/ /.svn/entries /.env /.env.local /.env.production
/.htaccess /.htpasswd /.ssh/id_rsa /.aws/credentials /.DS_Store /.vscode/settings.json /.idea/
/.ci/run /.dockerenv /Dockerfile /compose.yaml /Makefile /manage.py /pyproject.toml
/requirements.txt /requirements-dev.txt /README.md /CHANGELOG.md /LICENSE
/config/settings/production.py /accounts/models.py /static/../manage.py
/static/%2e%2e/manage.py /static/..%2f..%2fetc/passwd /static/%2e%2e%2fconfig/env.py
/var/secret_key /static/..%2fmanage.py /static//etc/passwd /static/ /jinya.sqlite3 /debug
/static/css/tokens.css.map /static/css/tokens.css~
/static/css/ /static/js/ /static/js/site.bundle.js.map /static/css/site.bundle.css.map
/media/ /var/ /var/db.sqlite3 /db.sqlite3 /backup.sql /backup.zip /dump.sql.gz /index.php
/index.html~ /admin.php /wp-login.php /wp-admin/ /phpmyadmin/ /cgi-bin/test.cgi
/server-status /nginx_status /actuator/health /debug/ /__debug__/ /silk/ /console/ /graphql
/swagger.json /openapi.json /api/v1/users /trace /metrics/ /version /info /info.php
"""

PROBES = LIST.split()

TELLING = re.compile(r"django|python|uvicorn|daphne|\d+\.\d+\.\d+", re.IGNORECASE)


def test_there_are_enough_of_them() -> None:
    assert len(set(PROBES)) >= 60


@pytest.mark.parametrize("who", ["visitor", "member"])
def test_nothing_of_it_is_here(who: str) -> None:
    client = browser(person()) if who == "member" else Client()
    found = {path: client.get(path, follow=True) for path in PROBES}
    assert {path: a.status_code for path, a in found.items() if a.status_code != 404} == {}
    for path, answer in found.items():
        headers = " ".join(f"{name}: {value}" for name, value in answer.items())
        assert not TELLING.search(headers), (path, headers)
        assert not re.search("Traceback|URLconf|Django", answer.content.decode()), path
