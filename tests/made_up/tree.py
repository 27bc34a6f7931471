"""Made-up games: in a copy of the application, by their folders and names in the list, or in an installed package."""

import re
import shutil
from collections.abc import Sequence
from pathlib import Path

TOP = Path(__file__).parents[2]
HERE = Path(__file__).parent
LIST = re.compile(r"FOLDERS = \([^)]*")
METADATA = "Metadata-Version: 2.1\nName: scorekeeper-{slug}\nVersion: 1.2\n"


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


def install(slug: str, site: Path) -> Path:
    """Puts a game into a folder of `sys.path` as pip would install its package; returns the package's folder."""
    package = site / f"scorekeeper_{slug}"
    shutil.copytree(HERE / slug / "game", package, ignore=shutil.ignore_patterns("__pycache__"))
    for part in ("templates", "static", "translations"):
        if (HERE / slug / part).is_dir():
            shutil.copytree(HERE / slug / part, package / part)
    register(slug, site)
    return package


def register(slug: str, site: Path, module: str = "") -> None:
    """Writes pip's metadata of an installed package: name, version and entry point."""
    about = site / f"scorekeeper_{slug}-1.2.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text(METADATA.format(slug=slug), "utf-8")
    entry_points = f"[scorekeeper.games]\n{slug} = {module or f'scorekeeper_{slug}'}\n"
    (about / "entry_points.txt").write_text(entry_points, "utf-8")
