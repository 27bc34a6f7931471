"""Compiled templates are cached between starts; a damaged, foreign or unwritable cache breaks nothing."""

import shutil
import stat
from collections.abc import Callable
from itertools import cycle
from pathlib import Path
from typing import Any

import jinja2
import pytest
from flask import Flask
from jinja2.environment import Environment

from scorekeeper.app import create_app
from scorekeeper.store.models import db
from scorekeeper.web import assets
from scorekeeper.web.assets import TemplateCache

pytestmark = pytest.mark.shares


class Compiled:
    """The names of the templates that Jinja compiled."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.names: list[str] = []
        compile_one = Environment.compile

        def noted(environment: Any, source: Any, name: Any = None, *more: Any, **named: Any) -> Any:
            self.names.append(name)
            return compile_one(environment, source, name, *more, **named)

        monkeypatch.setattr(Environment, "compile", noted)


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> Compiled:
    # Each application here has its own cache, as outside of tests.
    monkeypatch.setattr(Flask, "jinja_options", {})
    return Compiled(monkeypatch)


@pytest.fixture(autouse=True)
def _database(empty_database: Path, tmp_path: Path) -> None:
    shutil.copyfile(empty_database, tmp_path / "scorekeeper.sqlite3")


def started(folder: Path, **config: Any) -> Flask:
    """Returns the application after a start."""
    return create_app({"INSTANCE_PATH": str(folder), "SECRET_KEY": "a key for tests", **config})


def shown(app: Flask) -> str:
    """Returns the first page."""
    page = app.test_client().get("/").text
    assert "Tresette" in page
    with app.app_context():
        db.engine.dispose()
    return page


def files(folder: Path) -> list[Path]:
    return sorted((folder / "cache" / "templates").iterdir())


def test_after_the_next_start_nothing_is_compiled_again(tmp_path: Path, compiled: Compiled) -> None:
    first = shown(started(tmp_path))
    assert "home/index.html" in compiled.names
    compiled.names.clear()
    assert shown(started(tmp_path)) == first
    assert compiled.names == []


def test_only_its_owner_reads_the_cache(tmp_path: Path, compiled: Compiled) -> None:
    shown(started(tmp_path))
    assert files(tmp_path)
    assert {stat.S_IMODE(file.stat().st_mode) for file in files(tmp_path)} == {0o600}
    for folder in (tmp_path / "cache", tmp_path / "cache" / "templates"):
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_damaged_files_are_compiled_again_and_mended(tmp_path: Path, compiled: Compiled) -> None:
    first = shown(started(tmp_path))
    whole = {file: file.read_bytes() for file in files(tmp_path)}
    damages: list[Callable[[bytes], bytes]] = [
        lambda _content: b"",
        lambda _content: b"x",
        lambda _content: b"j2" * 500,
        lambda content: content[:-9] + bytes([content[-9] ^ 1]) + content[-8:],  # one bit
    ]
    assert len(whole) > len(damages)
    for (file, content), damaged in zip(whole.items(), cycle(damages), strict=False):
        file.write_bytes(damaged(content))
    compiled.names.clear()
    assert shown(started(tmp_path)) == first
    assert len(compiled.names) == len(whole)
    assert {file: file.read_bytes() for file in files(tmp_path)} == whole


def test_what_another_version_compiled_is_not_run(
    tmp_path: Path, compiled: Compiled, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown(started(tmp_path))
    count = len(files(tmp_path))
    for module in (assets, jinja2):
        compiled.names.clear()
        monkeypatch.setattr(module, "__version__", "0.0.0")
        shown(started(tmp_path))
        assert len(compiled.names) == count == len(files(tmp_path))


def test_what_was_not_signed_with_our_key_is_not_run(tmp_path: Path, compiled: Compiled) -> None:
    shown(started(tmp_path, SECRET_KEY="somebody else's key"))
    compiled.names.clear()
    shown(started(tmp_path))
    assert "home/index.html" in compiled.names


@pytest.mark.parametrize("failing", ["mkstemp", "replace"])
def test_pages_are_shown_where_nothing_can_be_written(
    tmp_path: Path, compiled: Compiled, monkeypatch: pytest.MonkeyPatch, failing: str
) -> None:
    app = started(tmp_path)

    def refuse(*_args: Any, **_named: Any) -> Any:
        raise PermissionError("read-only")

    place = {"mkstemp": assets.tempfile, "replace": assets.os}[failing]
    monkeypatch.setattr(place, failing, refuse)
    shown(app)
    assert files(tmp_path) == []


def test_pages_are_shown_where_the_cache_is_no_folder(tmp_path: Path, compiled: Compiled) -> None:
    (tmp_path / "cache").write_text("a file")
    shown(started(tmp_path))
    assert (tmp_path / "cache").read_text() == "a file"


def test_templates_that_are_being_worked_on_are_not_cached(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Flask, "jinja_options", {})
    app = Flask("work", instance_path=str(tmp_path))
    app.config.update(SECRET_KEY="k", DEBUG=True)
    assets.init_template_cache(app)
    assert app.jinja_env.bytecode_cache is None
    app.config["DEBUG"] = False
    assets.init_template_cache(app)
    assert isinstance(app.jinja_env.bytecode_cache, TemplateCache)
