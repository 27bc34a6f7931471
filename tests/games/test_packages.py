"""Games of installed packages: the checks before an import; the application starts even if a game fails them."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from importlib.metadata import EntryPoint
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from click.testing import CliRunner

from scorekeeper.cli import main
from scorekeeper.game_folders import LeftOut, Place
from scorekeeper.games import packages
from scorekeeper.games.packages import MOST_BYTES, MOST_FILES, Wrong, check_slug, faults_in
from tests.made_up.tree import TOP, install, register
from tools.new_game import write_package

Change = Callable[[Path], object]


def add(text: str, file: str = "rules.py") -> Change:
    """Returns a change that adds a line to a file, or writes a new one."""

    def change(package: Path) -> None:
        path = package / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text((path.read_text("utf-8") if path.exists() else "") + text + "\n", "utf-8")

    return change


FAULTS: dict[str, Change] = {
    "rules.py:{line}: imports flask; a game imports only typing": add("import flask"),
    "rules.py:{line}: imports scorekeeper.store.models;": add("from scorekeeper.store.models import db"),
    "rules.py:{line}: imports scorekeeper.i18n;": add("from scorekeeper.i18n import _"),
    "server.py:1: imports sqlalchemy;": add("from sqlalchemy import select", "server.py"),
    "rules.py:{line}: a relative import that leaves the package": add("from ..engine import base"),
    "rules.py:{line}: phones do not know scorekeeper_pebbles": add("from scorekeeper_pebbles.fields import RULES"),
    "rules.py:{line}: phones have no typing.NamedTuple": add("from typing import Any, NamedTuple"),
    "rules.py:{line}: uses open;": add("TEXT = open('/etc/hostname').read()"),
    "rules.py:{line}: uses __import__;": add("OS = __import__('os')"),
    "rules.py:{line}: uses match, which MicroPython": add("match 1:\n    case 1: pass"),
    "rules.py:{line}: uses {{**…}}": add("D = {**{}}"),
    "rules.py:{line}: uses [*…]": add("L = [*()]"),
    "rules.py:{line}: uses an f-string inside an f-string": add("F = f'in {f\"{1}\"}'"),
    "rules.py:{line}: uses “/” between parameters": add("def f(a, /): pass"),
    "rules.py:{line}: uses .removeprefix(),": add("P = 'abc'.removeprefix('a')"),
    "rules.py:{line}: uses class …(metaclass=…)": add("class A(metaclass=type): pass"),
    "rules.py:{line}: uses ascii,": add("A = ascii(1)"),
    "rules.py:{line}: uses zip(strict=…)": add("Z = zip([], strict=True)"),
    "rules.py:{line}: uses list[…] outside of annotations": add("T = list[int]"),
    "rules.py:{line}: not valid Python": add("def"),
    "fields.py: a game must have this file": lambda package: (package / "fields.py").unlink(),
    "static/match.css: has unequal braces": add(".pebble {", "static/match.css"),
    "static/icons.svg: a game has no such file": add("<svg/>", "static/icons.svg"),
    "more/rules.py: a game has no such file": add("", "more/rules.py"),
    "claims.py: a link that leaves the package": lambda package: (package / "claims.py").symlink_to(TOP / "README.md"),
    "templates: a link that leaves the package": lambda package: (package / "templates").symlink_to(TOP / "templates"),
    f"scorekeeper_pebbles: is larger than {MOST_BYTES}": add("#" * MOST_BYTES, "claims.py"),
    f"scorekeeper_pebbles: has more than {MOST_FILES} files": lambda package: [
        (package / f"part{number}.py").write_text("") for number in range(MOST_FILES)
    ],
}


def test_what_a_game_may_not_have_is_said_with_file_and_line(tmp_path: Path) -> None:
    unsaid = {}
    for number, (sentence, change) in enumerate(FAULTS.items()):
        package = install("pebbles", tmp_path / str(number))
        assert faults_in(Place("scorekeeper_pebbles", package)) == []
        line = len((package / "rules.py").read_text("utf-8").splitlines()) + 1
        change(package)
        faults = [str(fault) for fault in faults_in(Place("scorekeeper_pebbles", package))]
        if len(faults) != 1 or not faults[0].startswith(sentence.format(line=line)):
            unsaid[sentence] = faults
    assert unsaid == {}
    done = CliRunner().invoke(main, ["check-game", str(package)])
    assert (done.exit_code, done.stdout) == (1, f"{faults[0]}\nProblems: 1.\n")


@pytest.mark.parametrize(
    "slug", ["truco-argentino", "engine", "paper", "Bisca", "../neverseen", "a-name-too-long-for-it"]
)
def test_a_name_that_is_taken_or_no_name_is_refused(slug: str) -> None:
    with pytest.raises(Wrong):
        check_slug(slug)


def test_a_package_that_imports_the_games_while_it_is_imported_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = Place("scorekeeper_pebbles", install("pebbles", tmp_path))
    monkeypatch.setitem(sys.modules, place.module, ModuleType(place.module))
    with pytest.raises(Wrong, match=r"before scorekeeper\.games was: import that first"):
        packages.imported("pebbles", place)


def test_more_games_than_may_be_are_left_out_and_a_setting_leaves_out_all(monkeypatch: pytest.MonkeyPatch) -> None:
    points = [
        EntryPoint(f"game{number:02}", "unheard_of", packages.PACKAGED) for number in range(packages.MOST_GAMES + 1)
    ]
    monkeypatch.setattr(packages, "entry_points", lambda group: points)
    left_out: list[LeftOut] = []
    monkeypatch.setattr(packages, "LEFT_OUT", left_out)
    assert list(packages.load()) == []
    assert left_out[-1] == ("game20", "", "", "more than 20 games are installed")
    left_out.clear()
    monkeypatch.setenv(packages.SETTING, "off")
    assert list(packages.load()) == []
    assert left_out == []


VISIT = """
import json, sys, tempfile
from pathlib import Path
from flask import Flask
from jinja2 import FileSystemBytecodeCache
from scorekeeper.app import create_app
from scorekeeper.cli.check_game import problems_of
from scorekeeper.games import GAMES
from scorekeeper.game_folders import FROM_PACKAGES, LEFT_OUT
from scorekeeper.web import phone_engine
from scorekeeper.web.views import pwa

Flask.jinja_options = {"bytecode_cache": FileSystemBytecodeCache(sys.argv[3])}
# the texts of a language take their time
pwa.LOCALES = phone_engine.LOCALES = {code: phone_engine.LOCALES[code] for code in ("en", "it")}
settings = {"INSTANCE_PATH": tempfile.mkdtemp(), "DATABASE_URL": f"sqlite:///{sys.argv[2]}", "SECRET_KEY": "k" * 40}
client = create_app(settings).test_client()
print(json.dumps({
    "listed": [game.slug for game in GAMES if game.slug in FROM_PACKAGES],
    "left_out": {left.game: left.reason for left in LEFT_OUT},
    "health": client.get("/healthz").get_json(),
    "home": client.get("/").status_code,
    "rules": client.get("/rules/neverseen").text,
    "licences": "scorekeeper-neverseen" in client.get("/licences").text,
    "engine": list(client.get("/engine.json").get_json()["games"]),
    **{name: problems_of(Path(sys.argv[1], f"scorekeeper_{slug}")) for name, slug in (
        ("problems", "neverseen"), ("faulty", "faulty"), ("incomplete", "incomplete"))},
}))
"""


def install_packages(site: Path) -> None:
    """Installs a package as it is written, and others with a fault each."""
    for slug in ("neverseen", "spoken"):
        written = site / "written" / slug
        write_package(slug, written)
        shutil.copytree(written / f"scorekeeper_{slug}", site / f"scorekeeper_{slug}")
        register(slug, site)
    in_italian = 'msgid "Card points"\nmsgstr "%(all)s"'
    add(in_italian, "translations/it/LC_MESSAGES/messages.po")(site / "scorekeeper_spoken")
    add("raise RuntimeError('on import')")(install("pebbles", site))
    add("{{ 1 | nothing }}", "templates/icon.html")(install("lanterns", site))
    for slug, text in (("incomplete", "GAME.title = ''"), ("faulty", "import os, flask")):
        add(text, "__init__.py")(shutil.copytree(site / "scorekeeper_neverseen", site / f"scorekeeper_{slug}"))
        register(slug, site)
    for slug, module in (("truco", "scorekeeper_pebbles"), ("spelled", "no.package"), ("ghosts", "scorekeeper_ghosts")):
        register(slug, site, module)


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory, empty_database: Path, folder_of_the_run: Path) -> dict[str, Any]:
    """Returns the pages and the log of an application with these packages."""
    site = tmp_path_factory.mktemp("site")
    install_packages(site)
    database = shutil.copyfile(empty_database, site / "test.sqlite3")
    run = subprocess.run(
        [sys.executable, "-c", VISIT, site, database, folder_of_the_run / "templates"],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(TOP), str(site)])},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr[-3000:]
    return {**json.loads(run.stdout), "log": run.stderr}


def test_a_package_is_listed_as_it_is_written(seen: dict[str, Any]) -> None:
    assert (seen["listed"], seen["home"], seen["problems"]) == (["neverseen"], 200, [])
    assert "From the package scorekeeper-neverseen, version 1.2" in seen["rules"]
    assert ("neverseen" in seen["engine"], seen["licences"]) == (True, True)


def test_a_faulty_package_is_left_out_with_a_reason(seen: dict[str, Any]) -> None:
    only = "a game imports only typing, scorekeeper.games.engine and its own files"
    assert seen["faulty"] == [f"__init__.py:20: imports {name}; {only}" for name in ("flask", "os")]
    assert seen["incomplete"] == ["the name is taken"]
    assert seen["left_out"] == {
        "faulty": f"{seen['faulty'][0]} (and 1 more)",
        "ghosts": "there is no folder scorekeeper_ghosts with an __init__.py",
        "incomplete": "its title is empty; its slug neverseen is not the name of its folder",
        "lanterns": "TemplateAssertionError: No filter named 'nothing'.",
        "pebbles": "it cannot be imported: RuntimeError: on import",
        "spelled": "its entry point must name a package at the top, such as scorekeeper_pebbles, and not no.package",
        "spoken": "translations/it/LC_MESSAGES/messages.po: “Card points” has other fields in its translation",
        "truco": "the name is taken",
    }
    assert (seen["health"]["status"], seen["health"]["games_left_out"]) == ("ok", 8)
    assert "A game is not listed: pebbles of the package scorekeeper-pebbles 1.2: it cannot be imported" in seen["log"]
