"""The cores of the open games compiled, where that has been done: the same files, the same moves.

`make compile` builds them beside the sources (docs/adr/0024). They are used only if made of these
very files by this very Python; everything runs without them.
"""

from __future__ import annotations

import importlib
import os
import sys
import sysconfig
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HOME = ROOT / "compiled"
MODULES = tuple(
    f"{listed.parent.name}/{name}"
    for listed in sorted((ROOT / "engines").glob("*/compiled.txt"))
    for name in listed.read_text().split()
)
"""What is compiled: where bots spend their time, and what that stands on, as engines list it."""
FILES = tuple(ROOT / "engines" / f"{name}.py" for name in MODULES)


def folder() -> Path:
    """Return the folder of what is compiled from the files as they are now, for this Python."""
    digest = sha256(str(sysconfig.get_config_var("EXT_SUFFIX")).encode())
    for path in FILES:
        digest.update(path.read_bytes())
    return HOME / digest.hexdigest()[:20]


def install() -> bool:
    """Have the engines imported from there, if it is there; whether it is.

    To be called before they are imported. With JINYA_PLAIN_ENGINES=1 they stay as written.
    """
    if os.environ.get("JINYA_PLAIN_ENGINES") == "1" or not HOME.is_dir():
        return False
    built = folder()
    if not (built / "complete").exists():
        return False
    sys.path.append(str(built))  # what the modules have in common
    for name in sorted({module.partition("/")[0] for module in MODULES}):
        package = importlib.import_module(f"engines.{name}")
        package.__path__.insert(0, str(built / "engines" / name))
    return True
