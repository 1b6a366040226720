"""What is asked, what can be answered, and why an answer is right."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from engines.puzzles.found import AHEAD, DOUBT, FOUL, GAIN, KINDS, SURE, WHICH, WIN
from games.boards.cards import card_for
from games.boards.kit.faces import PieceFace
from games.puzzles.models import Puzzle


class Option(NamedTuple):
    """Something that can be ticked."""

    value: str
    name: str
    face: PieceFace | None = None


def question(puzzle: Puzzle) -> str:
    """Return what is asked."""
    answer, at = puzzle.answer, puzzle.at
    if puzzle.ask == WIN:
        return ngettext(
            "You win by force in %(count)s move. Find it.",
            "You win by force in %(count)s moves. Find them.",
            answer["in"],
        ) % {"count": answer["in"]}
    if puzzle.ask == GAIN:
        return _("One move wins material, and no other does. Find it.")
    if puzzle.ask == SURE:
        return _("You win in %(count)s moves, whatever they hold. Find the first one.") % {
            "count": answer["in"]
        }
    if puzzle.ask == AHEAD:
        return _("Three rounds are left: end ahead. There are many ways.")
    if puzzle.ask == KINDS:
        return _("What can the marked piece on %(square)s be? Tick all that is possible.") % {
            "square": at
        }
    if puzzle.ask == WHICH:
        return _("Where can the enemy's %(piece)s be? Tick every place that is possible.") % {
            "piece": enemy_faces(puzzle)[at].name
        }
    if puzzle.ask == FOUL:
        return _(
            "Your opponent has moved from %(origin)s to %(target)s. Is that surely a foul?"
        ) % {"origin": answer["from"], "target": answer["to"]}
    if puzzle.ask == DOUBT:
        return _(
            "You may doubt the move from %(origin)s to %(target)s. Would the Doubt be proven?"
        ) % {
            "origin": answer["from"],
            "target": answer["to"],
        }
    return _("Where can the enemy king be? Tick every place that is possible.")


def options(puzzle: Puzzle, view: Mapping[str, Any]) -> tuple[Option, ...]:
    """Return what can be ticked; nothing where moves answer."""
    if puzzle.ask in (WIN, GAIN, SURE, AHEAD):
        return ()
    if puzzle.ask == KINDS:
        faces = enemy_faces(puzzle)
        return tuple(Option(letter, face.name, face) for letter, face in faces.items())
    if puzzle.ask == FOUL:
        return (
            Option("foul", _("Surely a foul")),
            Option("true", _("Surely a true move")),
            Option("open", _("It cannot be known")),
        )
    if puzzle.ask == DOUBT:
        return (Option("doubt", _("Doubt")), Option("accept", pgettext("a move", "Accept")))
    return tuple(
        Option(piece["square"], piece["square"])
        for piece in view["pieces"]
        if piece["kind"] is None and piece["seat"] != puzzle.seat
    )


def takes_many(puzzle: Puzzle) -> bool:
    """Return whether several things can be ticked at once."""
    return puzzle.ask not in (FOUL, DOUBT)


def enemy_faces(puzzle: Puzzle) -> Mapping[str, PieceFace]:
    """Return the kinds an enemy piece can be, by letter."""
    return card_for(puzzle.game).presenter.kind_faces(1 - puzzle.seat)


def answer_words(puzzle: Puzzle, given: str) -> str:
    """An answer in words, where moves are none or too many."""
    if puzzle.ask == AHEAD:
        return came_to(puzzle, int(given))
    if puzzle.ask == KINDS:
        return _names(puzzle, given.split())
    if puzzle.ask in (FOUL, DOUBT):
        return next((one.name for one in options(puzzle, {}) if one.value == given), given)
    return _(", ").join(given.split())


def why(puzzle: Puzzle) -> tuple[str, ...]:
    """Return why the right answer is right, in sentences; none where moves show it themselves."""
    answer = puzzle.answer
    if puzzle.ask == WIN:
        return ()
    if puzzle.ask == GAIN:
        return (
            _("By the strong bot's reckoning it wins about %(gain)s, a soldier being 100.")
            % {"gain": 50 * round(answer["gain"] / 50)},
        )
    if puzzle.ask == SURE:
        return (_("It wins whatever the other pieces are, and no other move does so as fast."),)
    if puzzle.ask == AHEAD:
        return _ahead(answer)
    if puzzle.ask == KINDS:
        return (
            *_facts(puzzle),
            _("It can be: %(kinds)s.") % {"kinds": _names(puzzle, answer["kinds"])},
        )
    if puzzle.ask in (FOUL, DOUBT):
        return _verdict(puzzle)
    places = _(", ").join(answer["squares"])
    if puzzle.ask == WHICH:
        return (
            _("Moves, battles and the number of each kind rule out every other piece."),
            _("It can be at: %(places)s.") % {"places": places},
        )
    return (
        _("The king is set up on the board and never dropped: what came from a hand is none."),
        _("It can be at: %(places)s.") % {"places": places},
    )


def came_to(puzzle: Puzzle, lead: int) -> str:
    """Return how it has ended, and how much that is of what foresight comes to."""
    if lead <= 0:
        return _("you end %(lead)s behind") % {"lead": -lead}
    share = round(100 * lead / puzzle.answer["lead"])
    values = {"lead": lead, "share": share}
    return _("you end %(lead)s ahead, %(share)s%% of what foresight comes to") % values


def _ahead(answer: Mapping[str, Any]) -> tuple[str, ...]:
    return (
        _("With foresight one ends %(lead)s ahead.") % {"lead": answer["lead"]},
        _("Who always takes what brings most power at once ends %(behind)s behind.")
        % {"behind": -answer["greedy"]},
    )


def _names(puzzle: Puzzle, letters: Iterable[str]) -> str:
    faces = enemy_faces(puzzle)
    return _(", ").join(faces[letter].name for letter in letters if letter in faces)


def _facts(puzzle: Puzzle) -> list[str]:
    sentences = [_fact(puzzle, one) for one in puzzle.answer["facts"]]
    if puzzle.answer["moved"]:
        sentences.append(_("It has moved, or stands where a mine or a flag never does."))
    if puzzle.answer["counted"]:
        sentences.append(_("There are only so many of each kind, and others are some of them."))
    return sentences


def _fact(puzzle: Puzzle, fact: Mapping[str, Any]) -> str:
    own = card_for(puzzle.game).presenter.kind_faces(puzzle.seat)[fact["own"]].name
    values = {"step": fact["step"], "own": own, "start": fact["other"]}
    met = (
        _("Step %(step)s: your %(own)s attacked the piece that began on %(start)s.")
        if fact["attacks"]
        else _("Step %(step)s: the piece that began on %(start)s attacked your %(own)s.")
    )
    if fact["left"] == "nobody":
        left = _("Both fell.")
    elif fact["left"] == ("attacker" if fact["attacks"] else "defender"):
        left = _("Yours won.")
    else:
        left = _("Yours fell.")
    return _("%(one)s %(other)s") % {"one": met % values, "other": left}


def _verdict(puzzle: Puzzle) -> tuple[str, ...]:
    answer = puzzle.answer
    sentence = (
        _("By all that is known the piece can be: %(kinds)s.")
        % {"kinds": _names(puzzle, answer["kinds"])},
        _("So move: %(kinds)s.") % {"kinds": _names(puzzle, answer["able"])}
        if answer["able"]
        else _("No piece moves so."),
    )
    last = {
        "foul": _("No kind is in both lists, so it was a foul."),
        "true": _("Every kind it can be moves so, so it was none."),
        "open": _("Some kinds it can be move so and others do not, so it cannot be known."),
    }
    return (*sentence, last[answer["is"]])


def theme_name(theme: str) -> str:
    """Return what a theme is called."""
    name, _dash, number = theme.partition("-")
    if name == "win" and number:
        return ngettext("Win in %(count)s move", "Win in %(count)s moves", int(number)) % {
            "count": number
        }
    if name == "facts" and number:
        return ngettext("%(count)s fact", "%(count)s facts", int(number)) % {"count": number}
    return {
        "quiet": _("Quiet move"),
        "sure-win": _("A win whatever they hold"),
        "gain": _("Win of material"),
        "ahead": _("Three rounds left"),
        "war": _("With a battle"),
        "peace": _("Without a battle"),
        "narrow": _("Few ways"),
        "wide": _("Several ways"),
        "capture": _("Capture"),
        "check": _("Check"),
        "hanging": _("Hanging piece"),
        "sure": _("Certain"),
        "several": _("Several kinds"),
        "where": _("Where can it be?"),
        "flag": _("Flag"),
        "mine": _("Mine"),
        "spy": _("Spy"),
        "foul": _("Foul or not?"),
        "doubt": _("Doubt or accept?"),
        "sure-foul": _("Surely a foul"),
        "sure-true": _("Surely a true move"),
        "unknown": _("It cannot be known"),
        "king": _("Where is the king?"),
        "one-place": _("One place"),
        "few-places": _("Few places"),
    }.get(theme, theme)


TELLTALE = frozenset(
    (
        "sure",
        "several",
        "sure-foul",
        "sure-true",
        "unknown",
        "one-place",
        "few-places",
        "war",
        "peace",
        "quiet",
        "capture",
        "check",
        "hanging",
    )
)
"""Themes that give part of the answer away: named once it was given."""
