"""The table: points, and how equals are told apart."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from games.tournaments.pairings import round_robin
from games.tournaments.standings import Outcome, Rule, Score, table_of, ties_of

RESULTS = {"1": Outcome.FIRST, "0": Outcome.SECOND, "½": Outcome.DRAW}


def crosstable(rows: dict[str, str]) -> list[Score]:
    """Scores of a crosstable as it is printed: a row a player, its results in the order of rows."""
    return [
        Score(one, other, RESULTS[line[other]])
        for one, line in enumerate(rows.values())
        for other in range(one)
        if line[other] in RESULTS
    ]


def order(rows: dict[str, str]) -> list[tuple[int | None, str]]:
    names = list(rows)
    return [
        (line.place, names[line.entry]) for line in table_of(range(len(rows)), crosstable(rows))
    ]


def test_points_come_first() -> None:
    assert order({"a": "-01", "b": "1-½", "c": "0½-"}) == [(1, "b"), (2, "a"), (3, "c")]


def test_equals_who_have_met_are_told_apart_by_their_match() -> None:
    # b has beaten a, and both have two points
    rows = {"a": "-011", "b": "1-01", "c": "01-0", "d": "001-"}
    assert order(rows)[:2] == [(1, "b"), (2, "a")]


def test_a_circle_of_three_is_told_apart_by_sonneborn_berger() -> None:
    # a, b and c have beaten each other in turn; each has beaten d, but a has drawn with e
    rows = {
        "a": "-101½",
        "b": "0-110",
        "c": "10-10",
        "d": "000-1",
        "e": "½110-",
    }
    lines = {line.entry: line for line in table_of(range(5), crosstable(rows))}
    assert lines[4].points == lines[0].points == Fraction(5, 2)
    # e against a: a draw; wins: e two, a two; e's Sonneborn-Berger 2 + 2 + 5/4, a's 2 + 1 + 5/4
    assert (lines[4].berger, lines[0].berger) == (Fraction(21, 4), Fraction(17, 4))
    assert (lines[4].place, lines[0].place) == (1, 2)
    assert lines[1].points == lines[2].points == 2
    assert lines[1].place < lines[2].place  # b has beaten c


def test_wins_come_before_sonneborn_berger() -> None:
    # a and b have drawn with each other and have as many points; b has more wins
    rows = {"a": "-½½½1", "b": "½-101", "c": "½0-½0", "d": "½1½-½", "e": "001½-"}
    lines = {line.entry: line for line in table_of(range(5), crosstable(rows))}
    assert lines[0].points == lines[1].points == lines[3].points == Fraction(5, 2)
    assert min(lines, key=lambda one: lines[one].place) == 3
    # d has beaten b: the results among the three equals come first
    assert lines[3].place == 1


def test_who_is_equal_in_all_shares_the_place_and_the_next_is_left_out() -> None:
    assert order({"a": "-½1", "b": "½-1", "c": "00-"}) == [(1, "a"), (1, "b"), (3, "c")]


def test_the_result_among_equals_counts_only_where_all_of_them_have_met() -> None:
    # b has beaten a, but neither has met c, who has as many points: wins decide, then the rest
    scores = [
        Score(1, 0, Outcome.FIRST),
        Score(0, 3, Outcome.FIRST),
        Score(2, 3, Outcome.FIRST),
    ]
    assert {line.entry: line.place for line in table_of(range(4), scores)} == {
        1: 1, 0: 2, 2: 2, 3: 4,
    }  # fmt: skip


def test_a_forfeit_gives_the_point_and_no_sonneborn_berger() -> None:
    scores = [Score(0, 1, Outcome.FIRST, is_forfeit=True), Score(1, 2, Outcome.FIRST)]
    lines = {line.entry: line for line in table_of(range(3), scores)}
    assert lines[0].points == 1 and lines[0].berger == 0


def test_who_stands_outside_comes_last_and_gives_nobody_points() -> None:
    scores = [Score(0, 1, Outcome.SECOND), Score(1, 2, Outcome.DRAW)]
    lines = table_of(range(3), scores, outside={1})
    assert [(line.entry, line.place, line.points) for line in lines] == [
        (0, 1, 0), (2, 1, 0), (1, None, Fraction(3, 2)),
    ]  # fmt: skip


@pytest.mark.parametrize("seed", range(40))
def test_every_table_is_complete_and_does_not_depend_on_the_order(seed: int) -> None:
    chance = random.Random(seed)
    players = chance.randint(2, 8)
    scores = [
        Score(one, other, chance.choice(list(Outcome)))
        for one, other in round_robin(players, is_double=players <= 5)
    ]
    lines = table_of(range(players), scores)
    assert sorted(line.entry for line in lines) == list(range(players))
    places = [line.place for line in lines]
    assert places == sorted(places)
    assert all(places.index(place) + 1 == place for place in places)
    assert sum(line.points for line in lines) == sum(
        one.outcome not in ("", "void") for one in scores
    )
    chance.shuffle(scores)
    again = table_of(range(players), scores)
    assert {line.entry: line for line in again} == {line.entry: line for line in lines}


def test_the_worked_example_of_senseis_library() -> None:
    """https://senseis.xmp.net/?SonnebornBerger: everybody plays everybody twice."""
    rounds = [("-111", "0-11", "00-1", "000-"), ("-010", "1-01", "01-1", "100-")]
    scores = [
        Score(one, other, RESULTS[line[other]])
        for rows in rounds
        for one, line in enumerate(rows)
        for other in range(one)
    ]
    lines = table_of(range(4), scores)
    assert [(line.entry, int(line.points), int(line.berger)) for line in lines] == [
        (0, 4, 11), (1, 4, 9), (2, 3, 6), (3, 1, 4),
    ]  # fmt: skip
    assert [line.place for line in lines] == [1, 2, 3, 4]


CANDIDATES_2013 = {
    # each pair of games, from the side of the row
    "Carlsen": "-- ½½ 10 ½½ 11 ½1 ½0 ½1",
    "Kramnik": "½½ -- ½1 ½1 ½½ ½1 ½0 ½1",
    "Svidler": "01 ½0 -- ½1 ½½ ½½ ½1 1½",
    "Aronian": "½½ ½0 ½0 -- 10 ½½ 11 11",
    "Gelfand": "00 ½½ ½½ 01 -- ½½ ½½ ½1",
    "Grischuk": "½0 ½0 ½½ ½½ ½½ -- ½½ 1½",
    "Ivanchuk": "½1 ½1 ½0 00 ½½ ½½ -- 0½",
    "Radjabov": "½0 ½0 0½ 00 ½0 0½ 1½ --",
}


def test_the_candidates_of_2013() -> None:
    """The final standings as published at
    https://www.chess.com/news/candiates-tournament---the-result-4297, by the same tie-breaks: the
    first two have drawn with each other twice and are told apart by wins, the third and fourth by
    their own games, the fifth and sixth by wins."""
    rows = [line.split() for line in CANDIDATES_2013.values()]
    scores = [
        Score(one, other, RESULTS[result])
        for one, line in enumerate(rows)
        for other in range(one)
        for result in line[other]
    ]
    back = {"1": "0", "0": "1", "½": "½"}
    for one, line in enumerate(rows):  # the table says the same from both sides
        for other in range(one):
            assert [back[result] for result in line[other]] == list(rows[other][one])
    names = list(CANDIDATES_2013)
    lines = table_of([7, 3, 1, 5, 0, 2, 6, 4], scores)
    assert [(line.place, names[line.entry], float(line.points)) for line in lines] == [
        (1, "Carlsen", 8.5), (2, "Kramnik", 8.5), (3, "Svidler", 8), (4, "Aronian", 8),
        (5, "Gelfand", 6.5), (6, "Grischuk", 6.5), (7, "Ivanchuk", 6), (8, "Radjabov", 4),
    ]  # fmt: skip
    assert [line.wins for line in lines[:2]] == [5, 4]


def test_a_circle_of_three_with_two_games_each_shares_the_place() -> None:
    """The second example of http://www.fiveinline.com/sbps.html: four games won each, and the same
    Sonneborn-Berger of 8."""
    scores = [Score(0, 1, Outcome.FIRST), Score(0, 1, Outcome.FIRST)]
    scores += [Score(0, 2, Outcome.FIRST)] * 2 + [Score(0, 3, Outcome.SECOND)] * 2
    scores += [Score(1, 2, Outcome.FIRST)] * 2 + [Score(1, 3, Outcome.FIRST)] * 2
    scores += [Score(2, 3, Outcome.SECOND)] * 2
    lines = {line.entry: line for line in table_of(range(4), scores)}
    assert [float(lines[key].points) for key in (0, 1, 2, 3)] == [4, 4, 0, 4]
    assert [float(lines[key].berger) for key in (0, 1, 2, 3)] == [8, 8, 0, 8]
    assert [lines[key].place for key in (0, 1, 2, 3)] == [1, 1, 4, 1]


def test_it_is_known_by_what_equals_were_told_apart() -> None:
    rows = [line.split() for line in CANDIDATES_2013.values()]
    scores = [
        Score(one, other, RESULTS[result])
        for one, line in enumerate(rows)
        for other in range(one)
        for result in line[other]
    ]
    ties = ties_of(range(8), scores)
    assert [(tie.entries, tie.rules, tie.is_shared) for tie in ties] == [
        ((0, 1), (Rule.WINS,), False),
        ((2, 3), (Rule.DIRECT,), False),
        ((4, 5), (Rule.WINS,), False),
    ]
    [shared] = ties_of(range(3), crosstable({"a": "-½1", "b": "½-1", "c": "00-"}))
    assert (shared.entries, shared.rules, shared.is_shared) == ((0, 1), (), True)
    assert ties_of(range(2), [Score(0, 1, Outcome.DRAW)], outside={0}) == []
