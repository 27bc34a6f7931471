"""The engine: everything that MicroPython runs on the phone, in one JSON file named after its content.

`{"files": {path: source}, "templates": {name: code}, "passing": [filter…], "routes": {endpoint: address},
"rules": digest, "static": address}`
"""

import json
from pathlib import Path
from typing import NamedTuple

from jinja2 import Environment

from scorekeeper import ruleset
from scorekeeper.bundle.messages import stamp
from scorekeeper.bundle.plain import plain
from scorekeeper.bundle.templates import compiled, passing

PACKAGE = Path(__file__).parent.parent
# Besides the rules and the phone's own part: what the pages need of the server's, made plain.
FORMS = ("forms/claim.py", "forms/entry.py", "forms/options.py", "forms/start.py", "forms/words.py")
VIEWS = ("views/carried.py", "views/telling.py")
FOLDERS = ("forms", "views")
I18N = "from scorekeeper.phone.words import _, card_name, current_locale, gettext, language_tag, ngettext, say\n"


class Engine(NamedTuple):
    """`text` is the file, `digest` its name; `rules` is the digest of the rules alone: by which a hand was scored."""

    text: str
    digest: str
    rules: str


def make_engine(environment: Environment, stand_ins: Path, routes: dict[str, str], static: str) -> Engine:
    """The engine of this version. `stand_ins` has modules that MicroPython lacks; `static` is static files' address."""
    parts = {
        "files": {
            **{path.name: path.read_text("utf-8") for path in sorted(stand_ins.glob("*.py"))},
            "scorekeeper/__init__.py": "",
            **ruleset.sources(),
            **_as_they_are("phone"),
            **{f"scorekeeper/{folder}/__init__.py": "" for folder in FOLDERS},
            **{f"scorekeeper/{name}": plain((PACKAGE / name).read_text("utf-8")) for name in (*FORMS, *VIEWS)},
            "scorekeeper/i18n.py": I18N,
        },
        "templates": compiled(environment),
        "passing": passing(environment),
        "routes": routes,
        "rules": ruleset.digest(),
        "static": static,
    }
    text = json.dumps(parts, ensure_ascii=False, sort_keys=True)
    return Engine(text, stamp(text), ruleset.digest())


def _as_they_are(folder: str) -> dict[str, str]:
    return {
        f"scorekeeper/{folder}/{path.name}": path.read_text("utf-8") for path in sorted((PACKAGE / folder).glob("*.py"))
    }
