"""Makes bots take their time, so that a kill finds them in the middle of a thought.

To be imported by the process that asks; the site itself has no such switch.
"""

from __future__ import annotations

import random
import time

from games.bots import thinking

SHORTEST, LONGEST = 0.2, 1.5  # seconds

_answer = thinking._answer


def _answer_slowly(question: thinking.Question) -> str:
    time.sleep(random.uniform(SHORTEST, LONGEST))
    return _answer(question)


thinking._answer = _answer_slowly
thinking.COMMAND = f"import {__name__}; {thinking.COMMAND}"
