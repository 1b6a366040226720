"""The command `jinya` of the wheel, which holds the tree of the site beside this file."""

from __future__ import annotations

import os
import sys
from pathlib import Path

TREE = Path(__file__).resolve().parent / "tree"


def main() -> None:
    """Run `bin/jinya` of the tree by this environment's Python; does not return.

    The embedded site keeps its data in $JINYA_DATA, else in ~/.local/share/jinya
    ($XDG_DATA_HOME).
    """
    python = Path(sys.executable).parent
    os.environ["PATH"] = f"{python}{os.pathsep}{os.environ.get('PATH', os.defpath)}"
    share = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    data = os.environ.get("JINYA_DATA") or share / "jinya"
    os.environ["JINYA_DATA"] = os.path.abspath(data)  # noqa: PTH100 - links stay as they are
    os.execv("/bin/sh", ["/bin/sh", str(TREE / "bin" / "jinya"), *sys.argv[1:]])  # noqa: S606
