from __future__ import annotations

import pytest

from config.env import BadEnvironment, Env
from config.oidc import Provider, by_providers_alone, providers_of

SCHOOL = {
    "JINYA_OIDC": "school",
    "JINYA_OIDC_SCHOOL_ISSUER": "https://id.school.example/all/",
    "JINYA_OIDC_SCHOOL_CLIENT": "jinya",
    "JINYA_OIDC_SCHOOL_SECRET": "a long enough secret",
}


def test_services_are_read_from_the_environment() -> None:
    issuer = "https://id.school.example/all"
    expected = Provider("school", "School", issuer, "jinya", "a long enough secret")
    assert providers_of(Env(SCHOOL)) == (expected,)
    assert providers_of(Env({})) == ()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("OIDC", "School"),
        ("OIDC", "school,school"),
        ("OIDC", "a_b"),
        ("OIDC_SCHOOL_ISSUER", ""),
        ("OIDC_SCHOOL_ISSUER", "http://id.school.example"),
        ("OIDC_SCHOOL_ISSUER", "https://id.school.example/?a=b"),
        ("OIDC_SCHOOL_ISSUER", "https://me:secret@id.school.example"),
        ("OIDC_SCHOOL_CLIENT", ""),
        ("OIDC_SCHOOL_SECRET", "short"),
        ("OIDC_SCHOOL_LABEL", "x" * 41),
    ],
)
def test_a_bad_value_is_named_and_no_secret_told(name: str, value: str) -> None:
    with pytest.raises(BadEnvironment, match=f"JINYA_{name} ") as refused:
        providers_of(Env({**SCHOOL, f"JINYA_{name}": value}))
    assert "secret" not in str(refused.value).replace("JINYA_OIDC_SCHOOL_SECRET", "")


def test_somebody_must_be_named_to_sign_up_by() -> None:
    env = Env({"JINYA_SIGN_UP": "providers"})
    with pytest.raises(BadEnvironment, match="JINYA_SIGN_UP"):
        by_providers_alone(env, ())
    assert by_providers_alone(env, providers_of(Env(SCHOOL)))
