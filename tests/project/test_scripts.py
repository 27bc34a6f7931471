"""All scripts: their imports, unused exports, and their size as sent."""

import json
import re
import subprocess
from collections import Counter
from pathlib import Path

from flask import Flask, url_for
from flask.testing import FlaskClient
from rjsmin import jsmin

from scorekeeper.config import folder
from scorekeeper.games.engine.checks import whole

STATIC = folder("static")
SCRIPTS = sorted(
    file.relative_to(STATIC) for part in ("js", "games") for file in (STATIC / part).rglob("*.js") if file.is_file()
)
IMPORTED = re.compile(r'(?:from|import)\s*\(?"(\.{1,2}/[^"]+)"')
EXPORTED = re.compile(r"^export (?:async )?(?:function|class|const) (\w+)", re.MULTILINE)
BY_NAME = {"start", "boot", "pauseAfter", "startPython"}  # called by the match page, tests or the library of rules


def text_of(script: Path) -> str:
    return (STATIC / script).read_text("utf-8")


def imported_by(script: Path) -> list[Path]:
    """Returns the paths in static/ of the scripts that a script imports, statically or later."""
    files = [(STATIC / script.parent / name).resolve() for name in IMPORTED.findall(jsmin(text_of(script)))]
    return [file.relative_to(STATIC.resolve()) for file in files]


def reached_from(script: Path, imports: dict[Path, list[Path]]) -> set[Path]:
    """Returns the scripts that a script imports, directly or through others."""
    reached: set[Path] = set()
    waiting = list(imports[script])
    while waiting:
        imported = waiting.pop()
        if imported not in reached:
            reached.add(imported)
            waiting += imports[imported]
    return reached


def test_what_a_script_imports_is_there_and_does_not_import_it_back() -> None:
    assert len(SCRIPTS) > 50
    imports = {script: imported_by(script) for script in SCRIPTS}
    assert [(script, file) for script in SCRIPTS for file in imports[script] if file not in SCRIPTS] == []
    assert [script for script in SCRIPTS if script in reached_from(script, imports)] == []


def test_what_a_script_exports_is_used_by_another() -> None:
    words = {script: set(re.findall(r"\w+", jsmin(text_of(script)))) for script in SCRIPTS}
    users = Counter(word for found in words.values() for word in found)
    exported = [(script, name) for script in SCRIPTS for name in set(EXPORTED.findall(text_of(script))) - BY_NAME]
    assert [(script, name) for script, name in exported if users[name] < 2] == []


def test_nothing_is_dragged_but_seats() -> None:
    """Every drag needs an alternative (WCAG 2.5.7): seats can be tapped, too."""
    dragging = re.compile(r'"(drag\w*|touchmove|pointermove|mousemove)"')
    found = {script.name: set(dragging.findall(text_of(script))) for script in SCRIPTS}
    shows_its_bar = {"screen.js": {"pointermove"}}
    assert {name: events for name, events in found.items() if events} == {
        "pair.js": {"dragstart", "dragover"},
        **shows_its_bar,
    }


def test_a_script_is_sent_without_what_describes_it(client: FlaskClient, app: Flask) -> None:
    with app.test_request_context():
        sent = client.get(url_for("static", filename="js/entry/numbers.js")).text
    assert "export function numberOf" in sent
    assert "/**" not in sent
    assert len(sent) < len(text_of(Path("js/entry/numbers.js"))) / 1.5


TYPED = [
    *("", " ", "0", "7", "007", "45+30", "100-15", "100 - 15", "-20", "+5", "−5", "１２＋３", "1-2-3", "999999999"),
    *("1234567890", "1+1234567890", "+", "-", "5+", "5++3", "5+-3", "--5", "5-+3", "3.5", "1e3", "0x10", "²", "seven"),
]


def test_scripts_read_a_typed_number_as_the_rules_do(tmp_path: Path) -> None:
    (tmp_path / "numbers.mjs").write_text(text_of(Path("js/entry/numbers.js")), "utf-8")
    (tmp_path / "ask.mjs").write_text(
        'import { numberOf } from "./numbers.mjs";\n'
        'import { readFileSync } from "node:fs";\n'
        "const read = JSON.parse(readFileSync(0)).map(numberOf);\n"
        'console.log(JSON.stringify(read.map((each) => (Number.isNaN(each) ? "no number" : each))));'
    )
    asked = ["node", tmp_path / "ask.mjs"]
    answer = subprocess.run(asked, input=json.dumps(TYPED), capture_output=True, text=True, check=True).stdout
    assert json.loads(answer) == [whole_or_words(text) for text in TYPED]


def whole_or_words(text: str) -> int | str | None:
    """Parses a text as the rules do: unchanged if it is not a number."""
    number = whole(text)
    return "no number" if isinstance(number, str) else number
