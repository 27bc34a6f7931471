"""A copy of the application with some games more: their folders, and their names in the list of games."""

import re
import shutil
from collections.abc import Sequence
from pathlib import Path

TOP = Path(__file__).parents[2]
HERE = Path(__file__).parent
LIST = re.compile(r"FOLDERS = \([^)]*")


def tree_with(slugs: Sequence[str], folder: Path) -> Path:
    """The copy. Nothing in it differs but the folders of these games, and one line for each."""
    shutil.copytree(TOP / "scorekeeper", folder / "scorekeeper", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(TOP / "templates", folder / "templates")
    shutil.copytree(TOP / "static", folder / "static", ignore=shutil.ignore_patterns("fonts"))
    (folder / "static" / "fonts").symlink_to(TOP / "static" / "fonts")
    (folder / "docs").symlink_to(TOP / "docs")
    for slug in slugs:
        shutil.copytree(HERE / slug / "game", folder / "scorekeeper" / "games" / slug)
        for part in ("templates", "static"):
            if (HERE / slug / part).is_dir():
                shutil.copytree(HERE / slug / part, folder / part / "games" / slug)
    listed = folder / "scorekeeper" / "games" / "__init__.py"
    before = listed.read_text("utf-8")
    lines = "".join(f'    "{slug}",\n' for slug in slugs)
    after = LIST.sub(lambda found: f"{found[0]}{lines}", before)
    assert len([line for line in after.splitlines() if line not in before.splitlines()]) == len(slugs)
    listed.write_text(after, "utf-8")
    return folder
