"""The rules as a JavaScript module: the files that phones run, with MicroPython, in a folder for any web server.

`phone_files` is also what tests give to MicroPython.
"""

import json
import shutil
from pathlib import Path

from scorekeeper import __version__, rules, rules_version
from scorekeeper.game_folders import GAMES

HERE = Path(__file__).resolve().parent
STATIC = HERE.parents[1] / "static"
COPIED = (
    HERE / "scorekeeper-rules.js",
    HERE / "example.html",
    HERE / "example.js",
    STATIC / "js" / "phone" / "engine-boot.js",
    STATIC / "vendor" / "micropython" / "micropython.mjs",
    STATIC / "vendor" / "micropython" / "micropython.wasm",
)
FOLDERS = """
import json


def may_have_packages():
    return False


def card_of_the_library(slug):
    with open("/lib/scorekeeper/games/card/cards/" + slug + ".json") as file:
        return json.load(file)
"""


def phone_files() -> dict[str, str]:
    """Returns the rules of all games, with their cards, by their paths in MicroPython's folder of modules."""
    cards = sorted((GAMES / "card" / "cards").glob("*.json"))
    return {
        **rules_version.sources(),
        "scorekeeper/__init__.py": "",
        "scorekeeper/rules.py": Path(rules.__file__).read_text("utf-8"),
        **{f"scorekeeper/games/card/cards/{path.name}": path.read_text("utf-8") for path in cards},
        "scorekeeper/game_folders.py": FOLDERS,
        "typing.py": (STATIC / "engine" / "typing.py").read_text("utf-8"),
    }


def write(folder: Path) -> Path:
    """Writes the module into a folder; returns the folder."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for path in COPIED:
        shutil.copyfile(path, folder / path.name)
    licences = {"LICENSE": HERE.parents[1] / "LICENSE", "LICENSE.micropython": COPIED[-1].with_name("LICENSE")}
    for name, path in licences.items():
        shutil.copyfile(path, folder / name)
    files = {**phone_files(), "questions.py": (HERE / "questions.py").read_text("utf-8")}
    part = json.dumps({"files": files, "games": rules.games()}, ensure_ascii=False, sort_keys=True)
    (folder / "python-files.js").write_text(f"export default {json.dumps(part, ensure_ascii=False)};\n", "utf-8")
    (folder / "package.json").write_text(json.dumps(_package(), indent=2) + "\n", "utf-8")
    return folder


def _package() -> dict[str, object]:
    return {
        "name": "scorekeeper-rules",
        "version": __version__,
        "description": "The rules of card games: scores a match hand by hand, explains every point, judges claims.",
        "license": "MIT",
        "type": "module",
        "exports": "./scorekeeper-rules.js",
    }
