"""Set-ups made and kept outside a match, with and without a script; nobody else sees any."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from html import unescape

import pytest
from django.test import Client

from accounts.models import User
from engines.catalogue import meta_for
from games.boards.cards import card_for
from games.match.changes import deadlines, ending
from games.match.models import Match
from games.match.sealed import SealedPly
from games.setup import services as formations
from games.setup.models import Formation, Sketch
from games.setup.selectors import formations_of
from tests.kit.browsing import HTMX, browser
from tests.kit.builders import NOON, guest, match_between, person
from tests.kit.gunjin import ARMIES, OCCUPATION, gunjin_match, place

pytestmark = pytest.mark.django_db

GAMES = ["gunjin", "seichu"]
PLACING = meta_for("gunjin").placing
assert PLACING is not None
FORTRESS, HAMMER = (army.letters for army in PLACING.armies[:2])
URL = "/set-ups/gunjin/"


@pytest.fixture
def client() -> Client:
    """Ann's browser."""
    return browser(person("ann"))


def do(client: Client, what: str, letters: str = FORTRESS, **fields: str):
    return client.post(URL, {"do": what, "letters": letters, **fields})


def page_of(client: Client, url: str = URL) -> str:
    return unescape(client.get(url).content.decode())


def names(game: str = "gunjin") -> list[str]:
    return list(Formation.objects.filter(game=game).values_list("name", flat=True))


@pytest.mark.parametrize("game", GAMES)
def test_the_page_has_the_board_of_the_match(client, game) -> None:
    html = page_of(client, f"/set-ups/{game}/")
    placing = meta_for(game).placing
    assert placing is not None
    for square in placing.squares(0):
        assert f'id="sq-{square}"' in html
    found = re.search(r'<script id="placing" type="application/json">(.*?)</script>', html)
    assert found and json.loads(found[1])["letters"] == placing.nothing
    assert 'id="legend"' in html
    for name, _plan in card_for(game).armies.values():
        assert str(name) in html


def test_pieces_are_placed_without_a_script_and_stay(client) -> None:
    assert do(client, "put", PLACING.nothing, pick="G", to="d1").status_code == 302
    assert Sketch.objects.get().letters == "." * 19 + "G..."
    assert "headquarters of South, South General" in page_of(client)
    assert 'name="pick" value="G"' not in page_of(client, f"{URL}?pick=G")  # it is placed


def test_it_warns_as_in_a_match(client) -> None:
    assert "caution" not in do(client, "save").content.decode()
    back = FORTRESS.index("F")
    weak = list(FORTRESS)
    weak[back], weak[-1] = weak[-1], weak[back]
    caution = str(card_for("gunjin").cautions["flag-without-support"])
    assert caution in unescape(do(client, "save", "".join(weak)).content.decode())


def test_make_edit_rename_duplicate_and_delete(client) -> None:
    assert do(client, "keep", name="Wall").status_code == 302
    assert Sketch.objects.get().name == "Wall"
    assert do(client, "rename", name="Wall", new_name="Dam").status_code == 302
    assert (names(), Sketch.objects.get().name) == (["Dam"], "Dam")
    do(client, "copy", name="Dam")
    do(client, "copy", name="Dam")
    assert names() == ["Dam", "Dam 2", "Dam 3"]
    assert do(client, "keep", HAMMER, name="Dam").status_code == 409  # it asks first
    assert "Press Replace" in unescape(do(client, "keep", HAMMER, name="Dam").content.decode())
    assert do(client, "replace", HAMMER, name="Dam").status_code == 302
    assert Formation.objects.get(name="Dam").letters == HAMMER
    assert Formation.objects.get(name="Dam 2").letters == FORTRESS
    do(client, "forget", name="Dam")
    assert (names(), Sketch.objects.get().name) == (["Dam 2", "Dam 3"], "")


def test_the_one_worked_on_asks_before_it_is_replaced(client) -> None:
    do(client, "keep", name="Wall")
    do(client, "save", HAMMER)
    html = page_of(client, f"{URL}?ask=ready")
    row = re.search(r'<form class="action-row" data-row="ready".*?</form>', html, re.DOTALL)
    assert row and "Replace “Wall”?" in row[0] and "hidden>" not in row[0].split(">")[0]
    assert Formation.objects.get().letters == FORTRESS
    do(client, "new", HAMMER)
    assert 'data-row="ready"' not in page_of(client)
    assert Sketch.objects.get().letters == PLACING.nothing


def test_what_is_kept_here_is_loaded_in_a_match(client) -> None:
    do(client, "keep", name="Wall")
    match = match_between(Formation.objects.get().user, person("bob"), game="gunjin")
    html = page_of(client, f"/matches/{match.uid}/")
    assert 'value="load:Wall"' in html


def test_a_copy_of_a_long_name_is_short_enough_and_counts(client) -> None:
    do(client, "keep", name="w" * 40)
    do(client, "copy", name="w" * 40)
    assert names() == ["w" * 37 + " 2", "w" * 40]
    ann = Sketch.objects.get().user_id
    for number in range(formations.MOST_FORMATIONS - 2):
        formations.keep_formation(user_id=ann, game="gunjin", name=f"n{number}", letters=FORTRESS)
    answer = do(client, "copy", name="n1")
    assert (answer.status_code, answer["X-Refusal"]) == (409, "too-many-formations")
    assert len(names()) == formations.MOST_FORMATIONS
    assert do(client, "copy", name="nothing")["X-Refusal"] == "no-such-formation"


def test_the_list_shows_all_by_game_and_says_when_there_is_none(client) -> None:
    assert page_of(client, "/set-ups/").count("No saved set-ups yet.") == len(GAMES)
    do(client, "keep", name="<Wall>")
    html = client.get("/set-ups/").content.decode()
    assert "load:&lt;Wall&gt;" in html
    assert "1 of 20" in html and html.count("No saved set-ups yet.") == 1
    assert 'href="/set-ups/"' in client.get("/desk/").content.decode()


def test_each_shows_its_results_to_its_owner(client) -> None:
    ann, bob = User.objects.get(name="ann"), person("bob")
    for name, letters in (("Mine", ARMIES[0]), ("Other", FORTRESS)):
        formations.keep_formation(user_id=ann.pk, game="gunjin", name=name, letters=letters)
    won = gunjin_match(ann, bob, *OCCUPATION)
    lost = gunjin_match(ann, bob, "b3b4", "g4g3")
    ending.resign(uid=lost.uid, user=ann, now=NOON)
    gunjin_match(ann, bob, "b3b4")  # goes on
    annulled = gunjin_match(ann, bob, *OCCUPATION)
    Match.objects.filter(pk=annulled.pk).update(annulled_at=NOON)
    formations.keep_formation(user_id=bob.pk, game="gunjin", name="Same", letters=ARMIES[0])
    lost.refresh_from_db()
    average = round((won.plies + lost.plies - 4) / 2)
    sentence = f"1 won, 0 drawn, 1 lost; {average} moves on average"
    html = page_of(client, "/set-ups/")
    assert html.count(sentence) == 1 and html.count("Not played yet") == 1
    assert "Not played yet" in page_of(browser(bob), "/set-ups/"), "what others played is theirs"


def test_an_army_that_the_house_placed_is_nobodys(client) -> None:
    ann = User.objects.get(name="ann")
    match = gunjin_match(ann, person("bob"), is_placed=False)
    place(match, 1)
    assert match.deadline is not None
    deadlines.flag_if_overdue(uid=match.uid, now=match.deadline + timedelta(hours=1))
    (placed,) = (
        ply.move
        for ply in SealedPly.objects.filter(match=match, seat=0)
        if ply.key.startswith("house:placing")
    )
    letters = placed.removeprefix("setup:")
    formations.keep_formation(user_id=ann.pk, game="gunjin", name="Same", letters=letters)
    ending.resign(uid=match.uid, user=ann, now=NOON + timedelta(days=3))
    assert "Not played yet" in page_of(client, "/set-ups/")


def test_the_script_gets_the_fresh_part_or_what_is_to_be_said(client) -> None:
    part = client.post(URL, {"do": "keep", "letters": FORTRESS, "name": "Wall"}, headers=HTMX)
    assert part.status_code == 200 and part["X-Match-Version"] == "0"
    assert "<html" not in part.content.decode() and "Wall" in part.content.decode()
    refused = client.post(URL, {"do": "load:none", "letters": FORTRESS}, headers=HTMX)
    assert refused.status_code == 409 and "no longer exists" in refused.content.decode()


def test_everybody_has_their_own(client) -> None:
    do(client, "keep", name="CANARY-wall")
    do(client, "save", HAMMER)
    other = browser(person("bob"))
    for url in ("/set-ups/", URL, "/people/ann/", "/my-data/"):
        html = page_of(other, url)
        assert "CANARY" not in html and FORTRESS not in re.sub(r'data-letters="\w+"', "", html)
    assert do(other, "load:CANARY-wall")["X-Refusal"] == "no-such-formation"
    assert do(other, "forget", name="CANARY-wall")["X-Refusal"] == "no-such-formation"
    assert names() == ["CANARY-wall"]


def test_guests_keep_set_ups_and_take_them_along() -> None:
    visitor = guest("passing")
    client = browser(visitor)
    do(client, "keep", name="Wall")
    ann = person("ann")
    formations.move_setups(visitor.pk, ann.pk)
    assert [one.name for one in formations_of(ann.pk, "gunjin")] == ["Wall"]
    assert Sketch.objects.get().user_id == ann.pk
