"""What is in the package `scorekeeper-rules`: the rules' files, where they are in the application."""

from pathlib import Path
from typing import Any

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

TOP = Path(__file__).resolve().parents[2]
PACKAGE = TOP / "scorekeeper"
AROUND = ("__init__.py", "py.typed", "rules.py", "game_folders.py", "config.py")
FOR_THE_APPLICATION = {"examples.py", "paper.py", "rulebook.py", "server.py"}  # its languages, its paper
KINDS = {".py", ".json"}


class Files(BuildHookInterface[BuilderConfig]):
    """Names the files to hatchling."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Adds them to those of a wheel."""
        inside = {str(path): path.relative_to(TOP).as_posix() for path in files()}
        build_data["force_include"] = inside | {str(TOP / "LICENSE"): "scorekeeper/LICENSE"}


def files() -> list[Path]:
    """Returns the files of the rules, in order."""
    games = [path for path in (PACKAGE / "games").rglob("*") if path.suffix in KINDS]
    needed = [path for path in games if path.name not in FOR_THE_APPLICATION]
    return sorted([*(PACKAGE / name for name in AROUND), *needed])
