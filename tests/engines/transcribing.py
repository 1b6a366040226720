"""Matches written out with everything that every viewer sees and hears.

A transcript is terms, seed and moves, followed by what they lead to; the
second part is made from the first. `python -m tests.engines.transcribing`
rewrites all of them: read the difference before committing it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engines.core.dice import Dice
from engines.core.engine import Terms
from engines.core.seats import Seat, Viewer
from engines.registry import engine_for
from tests.engines.playing import Engine, news, viewers_of

FOLDER = Path(__file__).parent / "transcripts"


def transcripts() -> list[Path]:
    """All stored transcripts."""
    return sorted(FOLDER.glob("*.txt"))


def transcribed(path: Path) -> str:
    """What the transcript at *path* should say, going by its first paragraph."""
    head = path.read_text().split("\n\n")[0]
    terms = dict(line.split(": ", 1) for line in head.splitlines())
    game, version = terms["game"].split(" ")
    engine = engine_for(game, int(version))
    return "\n\n".join([head, *_paragraphs(engine, terms)]) + "\n"


def _paragraphs(engine: Engine, terms: dict[str, str]) -> Iterator[str]:
    seed, setup = bytes.fromhex(terms["seed"]), Terms(json.loads(terms["options"]))
    step = engine.start(setup, Dice(seed, "0"))
    yield _paragraph(engine, "start", step)
    for number, entry in enumerate(terms["moves"].split(), start=1):
        seat, text = entry.split(":", 1)
        step = _next(engine, step.position, Seat(int(seat)), text, Dice(seed, str(number)))
        yield _paragraph(engine, f"{number}. {entry}", step)


def _next(engine: Engine, position: Any, seat: Seat, text: str, dice: Dice) -> Any:
    if text == "concede":
        return engine.concede(position, frozenset({seat}))
    move = engine.codec.load_move(text)
    engine.check_move(engine.view(position, Viewer.of(seat)), move)
    return engine.play(position, seat, move, dice)


def _paragraph(engine: Engine, title: str, step: Any) -> str:
    """The ply and the text of the position, then what is seen and heard, and by whom."""
    found: dict[str, list[str]] = {}
    for viewer in viewers_of(engine):
        view = engine.codec.dump_view(engine.view(step.position, viewer))
        lines = [json.dumps(view), *(json.dumps(item) for item in news(step.events, viewer))]
        found.setdefault("\n  ".join(lines), []).append(_name(viewer))
    seen = [f"{' '.join(names)}:\n  {lines}" for lines, names in found.items()]
    return "\n".join([title, engine.codec.write(step.position), *seen])


def _name(viewer: Viewer) -> str:
    return "bystander" if viewer.seat is None else f"seat{viewer.seat}"


if __name__ == "__main__":
    for path in transcripts():
        path.write_text(transcribed(path))
