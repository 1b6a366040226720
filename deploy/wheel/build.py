"""What hatchling asks when it builds the wheel: the pins of requirements.txt, and the catalogues.

A wheel asks for the very versions that the tests ran with.
"""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

ROOT = Path(__file__).resolve().parents[2]


class Pins(MetadataHookInterface):  # type: ignore[misc] # hatchling has no types here
    """Names the dependencies."""

    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        """Fill in what the wheel asks for."""
        lines = (ROOT / "requirements.txt").read_text().splitlines()
        pins = [line.rstrip(" \\") for line in lines if line and line[0] not in " #"]
        metadata["dependencies"] = pins


class Catalogues(BuildHookInterface[Any]):
    """Compiles the translations, which the wheel holds ready."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile them where they are out of date."""
        spec = spec_from_file_location("catalogues", ROOT / "config" / "catalogues.py")
        assert spec is not None
        assert spec.loader is not None
        catalogues = module_from_spec(
            spec
        )  # by its file: the rest of the site is not installed here
        spec.loader.exec_module(catalogues)
        catalogues.compile_catalogues()
