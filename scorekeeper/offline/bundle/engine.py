"""The engine: everything that MicroPython runs on the phone, in one JSON file named after its content.

`{"files": {path: source}, "templates": {name: code}, "passing": [filter…], "routes": {endpoint: address},
"rules": digest, "static": address, "scripts": {game: address}}`. The Python files are those of the server, unchanged;
only `scorekeeper/i18n.py` is another one, with the few functions that pages import from it.
"""

import json
from pathlib import Path
from typing import NamedTuple

from jinja2 import Environment

from scorekeeper import rules_version
from scorekeeper.offline.bundle.messages import stamp
from scorekeeper.offline.bundle.templates import compiled, passing
from scorekeeper.offline.phone.words import INTERFACE

PACKAGE = Path(__file__).parent.parent.parent
FOLDERS = ("pages", "offline/phone")  # besides the rules; all of it is written in the Python that MicroPython runs
I18N = f"from scorekeeper.offline.phone.words import {', '.join(INTERFACE)}\n"


class Engine(NamedTuple):
    """`text` is the file, `digest` its name; `rules` is the digest of the rules alone: by which a hand was scored."""

    text: str
    digest: str
    rules: str


def make_engine(
    environment: Environment, stand_ins: Path, routes: dict[str, str], static: str, scripts: dict[str, str]
) -> Engine:
    """The engine of this version. `stand_ins` has modules that MicroPython lacks; `static` is static files' address.

    `scripts`: the address of each game's own script by its slug, empty where it has none.
    """
    parts = {
        "files": {
            **{path.name: path.read_text("utf-8") for path in sorted(stand_ins.glob("*.py"))},
            "scorekeeper/__init__.py": "",
            **rules_version.sources(),
            "scorekeeper/i18n.py": I18N,
            "scorekeeper/offline/__init__.py": "",
            **{name: text for folder in FOLDERS for name, text in _sources(folder).items()},
        },
        "templates": compiled(environment),
        "passing": passing(environment),
        "routes": routes,
        "rules": rules_version.digest_of_all(),
        "static": static,
        "scripts": scripts,
    }
    text = json.dumps(parts, ensure_ascii=False, sort_keys=True)
    return Engine(text, stamp(text), rules_version.digest_of_all())


def _sources(folder: str) -> dict[str, str]:
    found = sorted((PACKAGE / folder).glob("*.py"))
    return {f"scorekeeper/{folder}/{path.name}": path.read_text("utf-8") for path in found}
