"""Matches written out with everything that every viewer sees and hears.

A transcript is terms, seed and moves, with the start if it is not the game's own, followed by what
they lead to; the second part is made from the first. `python -m tests.engines.transcribing`
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
from tests.engines.playing import Engine, Ply, news, viewers_of

FOLDER = Path(__file__).parent / "transcripts"


def transcripts() -> list[Path]:
    """All stored transcripts."""
    return sorted(FOLDER.glob("*.txt"))


def transcribed(path: Path) -> str:
    """What the transcript at *path* should say, going by its first paragraph."""
    written = _Written(path)
    pages = [_paragraph(written.engine, ply) for ply in written.plies()]
    return "\n\n".join([written.head, *pages]) + "\n"


def replayed(name: str) -> list[Ply]:
    """The match of the transcript of that name, ply by ply from its start."""
    return [*_Written(FOLDER / f"{name}.txt").plies()]


class _Written:
    """What the first paragraph of a transcript says."""

    def __init__(self, path: Path) -> None:
        self.head = path.read_text().split("\n\n")[0]
        said = dict(line.split(": ", 1) for line in self.head.splitlines())
        game, version = said["game"].split(" ")
        self.engine: Engine = engine_for(game, int(version))
        self.seed, self.moves = bytes.fromhex(said["seed"]), said["moves"].split()
        self.terms = Terms(json.loads(said["options"]), said.get("start", ""))

    def plies(self) -> Iterator[Ply]:
        """The start, and what each move leads to."""
        step = self.engine.start(self.terms, Dice(self.seed, "0"))
        yield Ply(0, step.position, step.events)
        for number, entry in enumerate(self.moves, start=1):
            name, text = entry.split(":", 1)
            seat, dice = Seat(int(name)), Dice(self.seed, str(number))
            step = _next(self.engine, step.position, seat, text, dice)
            yield Ply(number, step.position, step.events, seat, text)


def _next(engine: Engine, position: Any, seat: Seat, text: str, dice: Dice) -> Any:
    if text == "concede":
        return engine.concede(position, frozenset({seat}))
    move = engine.codec.load_move(text)
    engine.check_move(engine.view(position, Viewer.of(seat)), move)
    return engine.play(position, seat, move, dice)


def _paragraph(engine: Engine, step: Ply) -> str:
    """The ply and the text of the position, then what is seen and heard, and by whom."""
    title = f"{step.number}. {step.seat}:{step.text}" if step.number else "start"
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
