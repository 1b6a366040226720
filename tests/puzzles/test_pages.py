"""The pages: solving by links and forms, what is told before and after, ratings and opinions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from html import unescape
from itertools import combinations
from typing import Any

import pytest
from django.test import Client

from engines.catalogue import meta_for
from games.puzzles import services
from games.puzzles.files import read_stock, shipped_file
from games.puzzles.models import Attempt, Puzzle, PuzzleOpinion, PuzzleRating
from games.puzzles.presenters.pages import puzzle_url
from games.puzzles.selectors import (
    daily_puzzle,
    next_puzzle,
    opened,
    right_answer,
    solution_of,
)
from tests.kit.browsing import browser
from tests.kit.builders import person

pytestmark = pytest.mark.django_db
ASKS = {
    "xiongqi": ("win", "gain"),
    "gungi": ("win", "gain"),
    "nation": ("ahead",),
    "gunjin": ("kinds", "which", "sure"),
    "seichu": ("foul", "doubt", "king", "sure"),
}
TOKEN = r"[A-Za-z0-9]{64}"
EACH = [(game, ask) for game, asks in ASKS.items() for ask in asks]
each = pytest.mark.parametrize(("game", "ask"), EACH)


def a_puzzle(game: str, ask: str, number: int = 0, **changes: Any) -> Puzzle:
    """The first of the stock that asks so, or another one."""
    head, sources = read_stock(shipped_file(f"{game}-sure" if ask == "sure" else game))
    found = [(source, one) for source in sources for one in source.found if one.ask == ask]
    source, one = found[number]
    row = services.row_of(head, source, replace(one, **changes))
    row.save()
    return row


def text(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200, path
    return unescape(answer.content.decode())


def way(puzzle: Puzzle) -> list[str]:
    """One right way."""
    if puzzle.ask == "ahead":
        return list(puzzle.answer["line"])
    if puzzle.ask in ("gain", "sure"):
        return [puzzle.answer["right"][0]]
    moves, tree = [], puzzle.answer["tree"]
    while tree:
        move = next(iter(tree))
        moves.append(move)
        tree = tree[move][1] if tree[move] else {}
    return moves


def solve(client: Client, puzzle: Puzzle, *, is_chosen: bool = True) -> str:
    """Answers rightly, step by step, and reads the page at the end."""
    here = puzzle_url(puzzle, is_chosen=is_chosen)
    if puzzle.ask not in ("win", "gain", "sure", "ahead"):
        here = client.post(here, {"say": right_answer(puzzle).split()})["Location"]
        return text(client, here)
    for move in way(puzzle):
        here = client.post(here, {"move": move})["Location"]
    return text(client, here)


@each
def test_each_kind_of_question_is_solved_with_links_and_forms_alone(game: str, ask: str) -> None:
    puzzle, me = a_puzzle(game, ask), person("Solver")
    html = solve(browser(me), puzzle)
    assert "Right." in html
    assert "Next puzzle" in html
    tried = Attempt.objects.get(user=me, puzzle=puzzle)
    assert tried.is_right
    assert tried.after > tried.before
    puzzle.refresh_from_db()
    assert (puzzle.tries, puzzle.solved) == (1, 1)


@each
def test_an_answer_is_told_to_nobody_before_it_was_given(game: str, ask: str) -> None:
    puzzle, client = a_puzzle(game, ask), browser(person("Solver"))
    before = text(client, puzzle_url(puzzle))
    for telling in (
        "Right is:",
        "It can be",
        "By all that is known",
        "puzzle-answer",
        "Another like",
    ):
        assert telling not in before
    assert f" {' '.join(puzzle.themes.split())} " not in before
    ids = re.findall(r' id="([^"]+)"', before)
    assert len(ids) == len(set(ids))


@each
def test_a_wrong_answer_counts_once_and_shows_what_is_right(game: str, ask: str) -> None:
    puzzle, me = a_puzzle(game, ask), person("Solver")
    client, here = browser(me), puzzle_url(puzzle, is_chosen=True)
    if puzzle.ask == "ahead":
        idly(client, puzzle)
    else:
        client.post(here, wrong(puzzle))
    html = text(client, here)
    assert "Not quite." in html
    tried = Attempt.objects.get(user=me, puzzle=puzzle)
    assert not tried.is_right
    assert tried.after < tried.before
    solve(client, puzzle)
    assert not Attempt.objects.get(user=me, puzzle=puzzle).is_right


BY_ONE_WAY = [one for one in EACH if one[1] in ("win", "gain", "sure")]


@pytest.mark.parametrize(("game", "ask"), BY_ONE_WAY)
def test_the_solution_is_stepped_through_once_an_answer_was_given(game: str, ask: str) -> None:
    puzzle, client = a_puzzle(game, ask), browser(person("Solver"))
    here, plies = puzzle_url(puzzle, is_chosen=True), solution_of(puzzle)
    before = text(client, here)
    for ply in (0, 1, len(plies)):
        assert board_of(text(client, f"{here}?ply={ply}")) == board_of(before), "not given away"
    client.post(here, wrong(puzzle))
    asked = text(client, here)
    assert board_of(asked) == board_of(before), "it may be tried again"
    assert "Try again, or step through the solution." in asked
    boards = [text(client, f"{here}?ply={ply}") for ply in range(len(plies) + 1)]
    assert len({board_of(one) for one in boards}) == len(plies) + 1
    for ply, one in enumerate(boards):
        assert f"Move {ply} of {len(plies)}" in one
        assert 'id="move-form"' not in one, "nothing is played on a board of the past"
        assert ('data-look="0" aria-label="Previous move"' in one) == (ply == 1)
    assert board_of(text(client, f"{here}?ply=999")) == board_of(boards[-1])
    assert board_of(text(client, f"{here}?ply=x")) == board_of(asked)


def board_of(html: str) -> tuple[str, ...]:
    """What stands on the squares."""
    return tuple(re.findall(r'id="sq-[^"]*"[^>]*aria-label="([^"]*)"', html))


def test_moves_are_written_as_in_the_list_of_a_match() -> None:
    puzzle, client = (
        a_puzzle("xiongqi", "win"),
        browser(person("Solver", piece_set="international")),
    )
    here = puzzle_url(puzzle, is_chosen=True)
    given = wrong(puzzle)["move"]
    client.post(here, {"move": given})
    answer = text(client, here).partition('id="puzzle-answer"')[2].partition("board-place")[0]
    shown = re.sub(r"<[^>]+>", " ", answer)
    assert re.search(f"{given[:2]}[–×]{given[2:4]}", shown)
    assert given not in shown


def test_a_rating_is_shown_after_five_tries_and_moves_little_at_each() -> None:
    me = person("Solver")
    client = browser(me)
    for number in range(5):
        puzzle = a_puzzle("xiongqi", "win", number, rating=2400)
        html = solve(client, puzzle)
        tried = Attempt.objects.get(user=me, puzzle=puzzle)
        assert 0 < tried.after - tried.before <= services.MOST_STEP
        is_fifth = number == 4
        assert ("Your rating:" in html) == is_fifth
        assert ("Rating " in text(client, "/puzzles/")) == is_fifth
        assert f"solved by {puzzle.solved + 1} of" in html


def idly(client: Client, puzzle: Puzzle) -> str:
    """Ends every turn without a command, to the end; the address that leads to."""
    moves: list[str] = []
    while not opened(puzzle, moves).is_done:
        here = puzzle_url(puzzle, moves, is_chosen=True)
        moves.append("train")
        assert client.post(here, {"move": "train"}).status_code == 302
    return puzzle_url(puzzle, moves, is_chosen=True)


def test_where_many_ways_are_right_the_end_is_judged_and_held_against_foresight() -> None:
    puzzle, me = a_puzzle("nation", "ahead"), person("Solver")
    client = browser(me)
    here = puzzle_url(puzzle, is_chosen=True)
    assert client.post(here, {"move": "train>"}).status_code == 422
    assert "n-end" in text(client, here)
    first = way(puzzle)[0]
    after = client.post(here, {"move": first})["Location"]
    assert not Attempt.objects.exists()
    assert "undo-form" in text(client, after)
    assert client.post(here, {"seat_ply": "0"})["Location"] == here
    html = solve(client, puzzle)
    assert "100% of what foresight comes to" in html
    assert "See where foresight leads" in html
    behind = text(client, idly(client, puzzle))
    assert "behind" in behind
    assert Attempt.objects.get(user=me).is_right


def test_a_puzzle_of_earlier_rules_is_given_and_goes_by_them() -> None:
    puzzle = a_puzzle("nation", "ahead")
    assert puzzle.rules < meta_for("nation").rules_version
    assert next_puzzle(None, "nation") == daily_puzzle(date(2026, 11, 26)) == puzzle
    puzzle.position, puzzle.plies, puzzle.options = "", "", {"stage": "market-towns"}
    assert opened(puzzle).study.view["content"] == puzzle.rules
    puzzle.rules = meta_for("nation").rules_version
    assert opened(puzzle).study.view["content"] == puzzle.rules


def test_a_puzzle_of_rules_that_we_do_not_host_is_not_given() -> None:
    puzzle = a_puzzle("nation", "ahead")
    Puzzle.objects.update(rules=99)
    assert next_puzzle(None, "nation") is None
    assert browser().get(puzzle_url(puzzle)).status_code == 404


def wrong(puzzle: Puzzle) -> dict[str, str]:
    if puzzle.ask in ("win", "gain", "sure"):
        one = opened(puzzle)
        return {"move": next(move for move in one.study.legal if move not in one.right)}
    if puzzle.ask == "doubt":
        return {"say": "accept" if puzzle.answer["say"] == "doubt" else "doubt"}
    if puzzle.ask == "foul":
        return {"say": "open" if puzzle.answer["is"] != "open" else "foul"}
    if puzzle.ask == "kinds":
        return {"say": next(k for k in "GLMCK" if k != puzzle.answer["kinds"])}
    view = opened(puzzle).study.view["pieces"]
    assert isinstance(view, list)
    hidden: Any = [p for p in view if p["kind"] is None and p["seat"] != puzzle.seat]
    return {"say": next(p["square"] for p in hidden if [p["square"]] != puzzle.answer["squares"])}


@each
def test_what_the_view_hides_is_not_in_the_page(game: str, ask: str) -> None:
    """Twins: two puzzles that differ only in what their view hides give the same bytes."""
    if game not in ("gunjin", "seichu"):
        return  # nothing is hidden
    puzzle = a_puzzle(game, ask)
    client, here = browser(), puzzle_url(puzzle)
    before = re.sub(TOKEN, "", text(client, here))
    twin = twin_of(puzzle)
    assert twin != puzzle.plies
    Puzzle.objects.filter(pk=puzzle.pk).update(plies=twin)
    assert re.sub(TOKEN, "", text(client, here)) == before


def twin_of(puzzle: Puzzle) -> str:
    """The plies of another match that looks the same to the seat: the other set-up is exchanged, or
    it drops another piece."""
    seen = opened(puzzle).study
    for plies in others(puzzle.plies.split(), 1 - puzzle.seat):
        row = Puzzle(
            game=puzzle.game,
            plies=" ".join(plies),
            seat=puzzle.seat,
            ask=puzzle.ask,
            answer=puzzle.answer,
        )
        try:
            again = opened(row).study
        except (ValueError, LookupError, KeyError):
            continue
        if again == seen:
            return row.plies
    raise AssertionError("no twin found")


def others(plies: list[str], theirs: int) -> Iterator[list[str]]:
    """Matches in which two letters of a set-up are exchanged, or the kind of a drop is another."""
    letters = plies[theirs].removeprefix("setup:")
    for one, other in combinations(range(len(letters)), 2):
        if letters[one] != letters[other] and "/" not in (letters[one], letters[other]):
            changed = list(letters)
            changed[one], changed[other] = changed[other], changed[one]
            yield [f"setup:{''.join(changed)}" if ply == plies[theirs] else ply for ply in plies]
    for number, ply in enumerate(plies):
        for kind in "RBGSNLP".replace(ply[0], "") if "*" in ply else "":
            yield [*plies[:number], f"{kind}{ply[1:]}", *plies[number + 1 :]]


@each
def test_an_answered_puzzle_of_an_open_game_leads_to_the_analysis_board(
    game: str, ask: str
) -> None:
    puzzle, client = a_puzzle(game, ask), browser(person("Solver"))
    begins = f'href="(/analysis/{game}/[^"]*)"'
    assert re.findall(begins, text(client, puzzle_url(puzzle))) == []
    led = re.findall(begins, solve(client, puzzle))
    assert len(led) == (game in ("xiongqi", "gungi"))
    for address in led:
        page = text(client, address)
        assert 'id="match-message" role="alert" hidden' in page, "every move could be made"
        assert "To move: " in page


def test_a_puzzle_chosen_by_hand_or_by_theme_does_not_count() -> None:
    puzzle, me = a_puzzle("xiongqi", "win"), person("Solver")
    client = browser(me)
    onward = client.get(f"/puzzles/xiongqi/?theme={puzzle.themes.split()[0]}")["Location"]
    assert onward == puzzle_url(puzzle)
    solve(client, puzzle, is_chosen=False)
    tried = Attempt.objects.get(user=me)
    assert not tried.is_rated
    assert tried.before == tried.after
    forged = f"{puzzle_url(puzzle)[:-1]}-0123456789ab/"
    assert client.get(forged).status_code == 200


def test_the_house_gives_what_was_not_tried_and_is_about_as_hard() -> None:
    easy = a_puzzle("gunjin", "kinds", rating=1000)
    hard = a_puzzle("gunjin", "kinds", 1, rating=2000)
    fit = a_puzzle("gunjin", "kinds", 2, rating=1560)
    me = person("Solver")
    assert next_puzzle(me.pk, "gunjin") == fit
    assert next_puzzle(None, "gunjin") == fit
    solve(browser(me), fit)
    assert next_puzzle(me.pk, "gunjin") in (easy, hard)
    assert next_puzzle(me.pk, "gunjin", but=easy.key) == hard


def test_a_visitor_becomes_a_guest_by_answering_and_keeps_what_was_solved() -> None:
    puzzle, client = a_puzzle("seichu", "king"), browser()
    assert "Right." in solve(client, puzzle)
    assert Attempt.objects.get().user.is_guest
    member = person("Member")
    services.move_tries(Attempt.objects.get().user_id, member.pk)
    assert PuzzleRating.objects.get().user == member
    assert Attempt.objects.get().user == member


def test_a_streak_grows_with_each_and_ends_with_a_miss() -> None:
    me = person("Solver")
    client = browser(me)
    for number in range(2):
        solve(client, a_puzzle("xiongqi", "win", number))
    assert PuzzleRating.objects.get(user=me).streak == 2
    last = a_puzzle("xiongqi", "win", 2)
    client.post(puzzle_url(last, is_chosen=True), wrong(last))
    mine = PuzzleRating.objects.get(user=me)
    assert (mine.streak, mine.best_streak, mine.tries, mine.solved) == (0, 2, 3, 2)


def test_enough_reports_withdraw_a_puzzle_and_a_vote_is_kept() -> None:
    puzzle = a_puzzle("seichu", "foul")
    here = puzzle_url(puzzle)
    refused = browser(person("Nobody")).post(here, {"do": "report", "why": "wrong"})
    assert refused.status_code == 409
    for name in ("Ann", "Ben", "Cat"):
        puzzle.refresh_from_db()
        assert puzzle.withdrawn_at is None
        client = browser(person(name))
        solve(client, puzzle)
        client.post(here, {"do": "vote", "vote": "-1"})
        client.post(here, {"do": "report", "why": "ambiguous"})
    assert {one.vote for one in PuzzleOpinion.objects.all()} == {-1}
    puzzle.refresh_from_db()
    assert puzzle.withdrawn_why == "reported"
    assert next_puzzle(None, "seichu") is None
    assert "withdrawn" in text(browser(), here)


def test_the_puzzle_of_a_day_is_the_same_all_day_and_another_one_the_next() -> None:
    services.load_stock(shipped_file("seichu"))
    day = date(2026, 11, 25)
    first = daily_puzzle(day)
    assert first == daily_puzzle(day)
    assert len({daily_puzzle(day + timedelta(number)) for number in range(5)}) > 3
    assert browser().get("/puzzles/daily/").status_code == 302


def test_the_front_page_has_the_puzzle_of_the_day_where_there_is_one() -> None:
    assert "/puzzles/daily/" not in text(browser(), "/")
    a_puzzle("seichu", "foul")
    assert "/puzzles/daily/" in text(browser(), "/")


def test_the_solution_is_the_same_in_whatever_order_a_database_keeps_the_tree() -> None:
    puzzle = a_puzzle("gungi", "win")
    tree = puzzle.answer["tree"]
    assert len(tree) > 1
    orders = [tree, dict(reversed(tree.items()))]
    assert len({solution_of(Puzzle(ask="win", answer={"tree": order})) for order in orders}) == 1


def test_what_is_no_answer_is_refused_and_counts_for_nothing() -> None:
    by_ticks, by_moves = a_puzzle("seichu", "doubt"), a_puzzle("xiongqi", "gain")
    client = browser(person("Solver"))
    for said in ({}, {"say": "x"}, {"say": ["doubt", "accept"]}):
        assert client.post(puzzle_url(by_ticks), said).status_code == 422
    for move in ("", "a1a1", "z9"):
        assert client.post(puzzle_url(by_moves), {"move": move}).status_code == 422
    assert client.get(f"{puzzle_url(by_moves)}a1a1/").status_code == 404
    assert client.get("/puzzles/chess/").status_code == 404
    assert client.get("/puzzles/xiongqi/0123456789/").status_code == 404
    assert not Attempt.objects.exists()


def test_the_overview_says_how_one_does_and_names_no_theme_that_tells() -> None:
    puzzle, me = a_puzzle("gunjin", "kinds"), person("Solver")
    client = browser(me)
    assert "0 of 0" not in text(client, "/puzzles/")
    solve(client, puzzle)
    html = text(client, "/puzzles/")
    assert "1 of 1 solved" in html
    assert "theme=sure" not in html
    assert "theme=several" not in html


def test_where_there_is_none_it_is_said_and_no_cookie_is_set() -> None:
    answer = browser(person("ann")).get("/puzzles/seichu/")
    assert answer.status_code == 404
    assert "There is no such puzzle yet." in answer.content.decode()
    assert "sessionid" not in answer.cookies
