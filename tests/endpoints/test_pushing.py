"""Pushes, from the turn to the browser that decrypts them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from datetime import timedelta

import pytest
import time_machine
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.core.cache import cache

from accounts.common import outgoing
from accounts.guests.services import join
from accounts.models import User
from accounts.sign_in import sessions
from games.endpoints.models import PushDevice
from games.endpoints.webpush import CURVE, encode, public_key
from games.match.changes import ending
from games.match.models import Match
from games.notices.channels import SENDERS
from games.notices.models import Delivery
from games.notices.services.post import deliver
from tests.endpoints.conftest import Outside
from tests.kit.browsing import browser
from tests.kit.builders import NOON, PASSWORD, everything, match_between, person, play, south
from tests.kit.gunjin import gunjin_match
from tests.kit.seichu import seichu_match

pytestmark = pytest.mark.django_db
LATER = NOON + timedelta(hours=1)
KEY, AUTH = ec.generate_private_key(CURVE), b"sixteen bytes...."[:16]


@pytest.fixture(autouse=True)
def noon() -> Iterator[None]:
    cache.clear()
    with time_machine.travel(LATER, tick=False):
        yield


def subscription(number: int = 1) -> dict[str, str]:
    """What a browser sends."""
    endpoint = f"https://fcm.googleapis.com/fcm/send/{number}"
    return {"endpoint": endpoint, "p256dh": encode(public_key(KEY)), "auth": encode(AUTH)}


def subscribe(user: User, number: int = 1) -> int:
    """Ask for pushes, as the page does; the status of the answer."""
    return browser(user).post("/devices/push/", subscription(number)).status_code


def decrypted(body: bytes) -> dict[str, object]:
    """What the browser makes of it (RFC 8291, read from the other end)."""
    salt, point, sealed = body[:16], body[21:86], body[86:]
    shared = KEY.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, point))
    info = b"WebPush: info\0" + public_key(KEY) + point
    secret = HKDF(SHA256(), 32, AUTH, info).derive(shared)
    key = HKDF(SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(secret)
    nonce = HKDF(SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(secret)
    text = AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\0")
    assert text[-1:] == b"\x02"
    answer = json.loads(text[:-1])
    assert isinstance(answer, dict)
    return answer


def send_all(user: User) -> list[str]:
    """Let the worker do what is owed to the user by push; what came of it."""
    owed = Delivery.objects.filter(channel="push", notice__user=user, settled_at=None)
    return [
        deliver(delivery_id=row.pk, senders=SENDERS, now=row.due_at) for row in owed.order_by("pk")
    ]


def turn_of(ann: User) -> str:
    """A match in which it has become the turn of *ann*; its uid."""
    match = match_between(person(), ann)
    play(match, "a1a2", now=LATER)
    return match.uid


def test_a_turn_reaches_the_device_as_a_board_that_waits(ann: User, outside: Outside) -> None:
    assert subscribe(ann) == 204
    uid = turn_of(ann)
    Delivery.objects.filter(channel="push").exclude(notice__kind="your-turn").delete()
    assert send_all(ann) == ["sent"]
    [request] = outside.got
    assert request.path == "/fcm/send/1"
    assert request.headers["content-encoding"] == "aes128gcm"
    assert request.headers["ttl"] == "86400"
    assert request.headers["urgency"] == "normal"
    assert len(request.headers["topic"]) == 32
    assert request.headers["authorization"].startswith("vapid t=")
    assert decrypted(request.body) == {
        "title": "Jinya",
        "text": "A board waits for you.",
        "url": f"/matches/{uid}/",
        "tag": request.headers["topic"],
        "boards": 1,
    }
    assert outside.connected == [("93.184.216.34", "fcm.googleapis.com")]


@pytest.mark.parametrize("begin", [gunjin_match, seichu_match])
def test_of_a_hidden_game_nothing_is_told_but_where_to_look(
    ann: User, outside: Outside, begin: Callable[[object, object], Match]
) -> None:
    subscribe(ann)
    match = begin(person("bob"), ann)
    ending.resign(uid=match.uid, user=south(match), now=LATER)
    assert "sent" in send_all(ann)
    uid = match.uid
    found = [decrypted(request.body) for request in outside.got]
    assert found
    for message in found:
        assert message["text"] in ("A board waits for you.", "There is news at one of your boards.")
        assert message["url"] == f"/matches/{uid}/"
        assert set(message) == {"title", "text", "url", "tag", "boards"}
    assert len({len(request.body) for request in outside.got}) == 1


def test_a_device_that_is_gone_is_dropped_and_no_turn_looks_for_it(
    ann: User, outside: Outside
) -> None:
    subscribe(ann)
    turn_of(ann)
    outside.answers = [(410, {})] * 9
    assert set(send_all(ann)) <= {"failed", "not-wanted"}
    assert not PushDevice.objects.exists()
    assert Delivery.objects.filter(outcome="failed").first().detail == "endpoint gone"
    before = Delivery.objects.filter(channel="push").count()
    turn_of(ann)
    assert Delivery.objects.filter(channel="push").count() == before


def test_a_service_that_is_busy_is_asked_again_when_it_says_and_three_times_in_all(
    ann: User, outside: Outside
) -> None:
    subscribe(ann, 1)
    subscribe(ann, 2)
    turn_of(ann)
    Delivery.objects.filter(channel="push").exclude(notice__kind="your-turn").delete()
    row = Delivery.objects.get(channel="push")
    outside.answers = [(201, {}), (429, {"Retry-After": "600"})]
    assert send_all(ann) == [""]
    row.refresh_from_db()
    assert row.due_at == LATER + timedelta(seconds=600)
    outside.answers = [(503, {}), (500, {})]
    assert send_all(ann) == [""]
    assert send_all(ann) == ["failed"]
    paths = [request.path for request in outside.got]
    assert paths == ["/fcm/send/1", *["/fcm/send/2"] * 3]  # whoever has it, gets it no more


def test_five_devices_at_most_and_a_browser_is_whose_asked_last(ann: User) -> None:
    for number in range(7):
        with time_machine.travel(LATER + timedelta(minutes=number), tick=False):
            subscribe(ann, number)
    ends = [device.endpoint[-1] for device in PushDevice.objects.filter(user=ann)]
    assert ends == ["2", "3", "4", "5", "6"]
    bob = person("bob")
    assert subscribe(bob, 6) == 204
    assert PushDevice.objects.get(endpoint__endswith="6").user == bob
    assert PushDevice.objects.filter(user=ann).count() == 4


def test_a_page_learns_whether_its_device_is_still_told(ann: User) -> None:
    client, seen = browser(ann), {"do": "seen", "endpoint": subscription()["endpoint"]}
    assert client.post("/devices/push/", seen).status_code == 410
    subscribe(ann)
    assert client.post("/devices/push/", seen).status_code == 204
    assert browser(person("bob")).post("/devices/push/", seen).status_code == 410
    assert client.post("/devices/push/", {**seen, "do": "drop"}).status_code == 204
    assert client.post("/devices/push/", seen).status_code == 410


def test_a_device_that_listens_elsewhere_now_is_told_there_alone(ann: User) -> None:
    subscribe(ann, 1)
    subscribe(person("bob"), 2)
    browser(ann).post("/devices/push/", {**subscription(3), "instead": subscription(1)["endpoint"]})
    browser(ann).post("/devices/push/", {**subscription(4), "instead": subscription(2)["endpoint"]})
    ends = [device.endpoint[-1] for device in PushDevice.objects.order_by("endpoint")]
    assert ends == ["2", "3", "4"]


def test_a_sign_in_that_is_ended_elsewhere_takes_its_device_along(
    ann: User, outside: Outside
) -> None:
    lost, here = browser(ann), browser(ann)
    lost.post("/devices/push/", subscription(1))
    here.post("/devices/push/", subscription(2))
    sessions.end_all(ann, except_key=here.session.session_key)
    turn_of(ann)
    assert "sent" in send_all(ann)
    assert {request.path for request in outside.got} == {"/fcm/send/2"}
    assert User.objects.get(pk=ann.pk).notice_choices["reach"] == ["push"]


def test_whoever_has_no_device_left_is_looked_for_no_more(ann: User, outside: Outside) -> None:
    subscribe(ann)
    turn_of(ann)
    sessions.end_all(ann)
    assert set(send_all(ann)) <= {"failed", "not-wanted"}
    assert not outside.got
    assert not User.objects.get(pk=ann.pk).notice_choices["reach"]


def test_a_device_belongs_to_the_sign_in_it_was_last_seen_by(ann: User) -> None:
    first, second = browser(ann), browser(ann)
    first.post("/devices/push/", subscription())
    second.post("/devices/push/", {"do": "seen", "endpoint": subscription()["endpoint"]})
    sessions.end_all(ann, except_key=second.session.session_key)
    assert PushDevice.objects.filter(user=ann).exists()


def test_a_new_password_ends_the_pushes_of_other_sign_ins(ann: User) -> None:
    lost, here = browser(ann), browser(ann)
    lost.post("/devices/push/", subscription(1))
    here.post("/devices/push/", subscription(2))
    new = "another long enough one"
    answer = here.post(
        "/accounts/password/change/",
        {"oldpassword": PASSWORD, "password1": new, "password2": new},
    )
    assert answer.status_code == 302
    assert here.get("/settings/").status_code == 200
    assert [device.endpoint[-1] for device in PushDevice.objects.all()] == ["2"]


def test_the_device_of_a_guest_goes_along_to_the_account(ann: User) -> None:
    guest = User.objects.create_user("Guest-1", is_guest=True)
    assert subscribe(guest) == 204
    join(guest, ann)
    device = PushDevice.objects.get()
    assert (device.user, device.sign_in) == (ann, None)
    assert User.objects.get(pk=ann.pk).notice_choices["reach"] == ["push"]


def test_what_is_no_subscription_changes_nothing(ann: User) -> None:
    client = browser(ann)
    client.get("/devices/")
    before = everything()
    for wrong in (
        {"endpoint": "https://127.0.0.1/"},
        {"p256dh": "AAAA"},
        {"p256dh": "é"},
        {"auth": "c2hvcnQ"},
        {"auth": "x" * 5000},
        {"endpoint": "https://fcm.googleapis.com/" + "x" * 600},
    ):
        assert client.post("/devices/push/", {**subscription(), **wrong}).status_code == 422
    assert everything() == before


def test_the_page_lists_devices_and_drops_ones_own_only(ann: User) -> None:
    subscribe(ann)
    device = PushDevice.objects.get()
    form = {"do": "drop-device", "device": str(device.pk)}
    browser(person("bob")).post("/devices/", form)
    assert PushDevice.objects.exists()
    client = browser(ann)
    assert f'value="{device.pk}"' in client.get("/devices/").content.decode()
    assert client.post("/devices/", form).status_code == 302
    assert not PushDevice.objects.exists()
    assert not User.objects.get(pk=ann.pk).notice_choices["reach"]


@pytest.mark.parametrize("is_noted", [True, False])
def test_a_worker_that_dies_in_the_middle_tells_every_device_under_the_same_name(
    ann: User, outside: Outside, monkeypatch: pytest.MonkeyPatch, *, is_noted: bool
) -> None:
    """Whoever is noted to have it gets it no more; whoever may have it gets what replaces it."""
    subscribe(ann, 1)
    subscribe(ann, 2)
    turn_of(ann)
    Delivery.objects.filter(channel="push").exclude(notice__kind="your-turn").delete()
    row = Delivery.objects.get(channel="push")
    real = outgoing.post

    def dying(url: str, body: bytes, headers: Mapping[str, str]) -> outgoing.Answer:
        if is_noted == url.endswith("2"):  # before the second; or after the first, unnoted
            if not is_noted:
                real(url, body, headers)
            raise KeyboardInterrupt
        return real(url, body, headers)

    with monkeypatch.context() as patch:
        patch.setattr(outgoing, "post", dying)
        with pytest.raises(KeyboardInterrupt):
            deliver(delivery_id=row.pk, senders=SENDERS, now=row.due_at)
    again = row.due_at + timedelta(minutes=5)  # the dead worker's lease has run out
    assert deliver(delivery_id=row.pk, senders=SENDERS, now=again) == "sent"
    assert deliver(delivery_id=row.pk, senders=SENDERS, now=again) == ""
    found = [request.path for request in outside.got]
    assert found == [f"/fcm/send/{n}" for n in ([1, 2] if is_noted else [1, 1, 2])]
    assert len({request.headers["topic"] for request in outside.got}) == 1


def test_who_signs_out_leaves_nothing_on_the_device(ann: User) -> None:
    answer = browser(ann).post("/accounts/logout/")
    assert answer["Clear-Site-Data"] == '"cache", "storage"'
