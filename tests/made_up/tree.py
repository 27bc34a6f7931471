"""A copy of the application with one game more: its folders, and its name in the list of games."""

import re
import shutil
from pathlib import Path

TOP = Path(__file__).parents[2]
HERE = Path(__file__).parent
LIST = re.compile(r"FOLDERS = \([^)]*")


def tree_with(slug: str, folder: Path) -> Path:
    """The copy. Nothing in it differs but what `slug` brings in folders of its own, and one line."""
    shutil.copytree(TOP / "scorekeeper", folder / "scorekeeper", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(TOP / "templates", folder / "templates")
    shutil.copytree(TOP / "static", folder / "static", ignore=shutil.ignore_patterns("fonts"))
    (folder / "static" / "fonts").symlink_to(TOP / "static" / "fonts")
    shutil.copytree(HERE / slug / "game", folder / "scorekeeper" / "games" / slug)
    for part in ("templates", "static"):
        if (HERE / slug / part).is_dir():
            shutil.copytree(HERE / slug / part, folder / part / "games" / slug)
    listed = folder / "scorekeeper" / "games" / "__init__.py"
    before = listed.read_text("utf-8")
    after = LIST.sub(lambda found: f'{found[0]}    "{slug}",\n', before)
    assert len([line for line in after.splitlines() if line not in before.splitlines()]) == 1
    listed.write_text(after, "utf-8")
    return folder
