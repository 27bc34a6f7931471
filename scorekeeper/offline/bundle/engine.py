"""The engine: everything that MicroPython runs on the phone, in one JSON file named after its content.

`{"files": {path: source}, "templates": {name: code}, "passing": [filter…], "routes": {endpoint: address},
"rules": digest, "static": address,
"scripts": {game: address}}`
"""

import json
from pathlib import Path
from typing import NamedTuple

from jinja2 import Environment

from scorekeeper import rules_version
from scorekeeper.offline.bundle.messages import stamp
from scorekeeper.offline.bundle.plain import plain
from scorekeeper.offline.bundle.templates import compiled, passing

PACKAGE = Path(__file__).parent.parent.parent
# Besides the rules and the phone's own part: what the pages need of the server's, made plain.

PAGES = (
    "change_texts",
    "claim_followups",
    "claim_form",
    "entry_form",
    "option_fields",
    "start_form",
)
I18N = (
    "from scorekeeper.offline.phone.words import _, card_name, current_locale, gettext, language_tag, ngettext, say\n"
)


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
            "scorekeeper/offline/__init__.py": "",
            **_as_they_are("offline/phone"),
            "scorekeeper/pages/__init__.py": "",
            **{
                f"scorekeeper/pages/{name}.py": plain((PACKAGE / f"pages/{name}.py").read_text("utf-8"))
                for name in PAGES
            },
            "scorekeeper/i18n.py": I18N,
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


def _as_they_are(folder: str) -> dict[str, str]:
    return {
        f"scorekeeper/{folder}/{path.name}": path.read_text("utf-8") for path in sorted((PACKAGE / folder).glob("*.py"))
    }
