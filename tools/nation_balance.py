"""How hard the stages of Nation are: `python -m tools.nation_balance` (or `make nation-balance`).

For every stage: how often random play wins, by how much greedy play and
looking ahead lead in the end, from which round on the latter would win
without another command, and which plans win. `--write` keeps the table in
docs/nation-balance.md.
"""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from engines.nation.library import NEWEST, shipped
from engines.nation.measuring import HEADINGS, measured, table

PAGE = Path(__file__).resolve().parents[1] / "docs" / "nation-balance.md"

__all__ = ["HEADINGS", "PAGE", "measured", "table"]


def main() -> int:
    """Measure what is asked for, or all stages."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("stages", nargs="*")
    parser.add_argument("--write", action="store_true", help="keep the table in the document")
    parser.add_argument("--workers", type=int, default=1)
    asked = parser.parse_args()
    stages = asked.stages or list(shipped(NEWEST).stages)
    with ProcessPoolExecutor(asked.workers) as pool:
        rows = []
        for row in pool.map(measured, stages):
            rows.append(row)
            print(" | ".join([*row.cells[:-1], row.all_plans]), flush=True)
    if asked.write:
        head, mark, _ = PAGE.read_text().partition("<!-- table -->\n")
        PAGE.write_text(f"{head}{mark}{table(rows)}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
