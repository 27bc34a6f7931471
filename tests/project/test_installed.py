"""Installed from the wheel, without the checkout: it serves, saves a match, prints its sheet.

At night it is installed by `pip install .`, which leaves the same files. The project is really built; its
dependencies are taken from this environment, so that nothing is downloaded.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Iterator
from contextlib import closing
from fnmatch import fnmatch
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from scorekeeper.paper.pdf import pdf_of
from tests.paper.papers import filled, tresette
from tests.support.fuzzing import FUZZING
from tests.support.machine import needs
from tests.support.polling import PATIENCE
from tools.install.debian import PRINTING, SAME_BYTES
from tools.trust.phone import Phone
from tools.trust.server import Server

TOP = Path(__file__).parents[2]
PIP = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
ALONE = ["--no-deps", "--no-index", "--no-build-isolation"]

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("installed")]


def run(*words: "str | Path", **options: Any) -> str:
    """Runs a program, which must succeed; returns its standard output."""
    done = subprocess.run(words, capture_output=True, text=True, check=False, **options)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Builds the wheel from what an image is built from: the checkout without what .dockerignore names."""
    folder, context = tmp_path_factory.mktemp("wheel"), tmp_path_factory.mktemp("context") / "src"
    shutil.copytree(TOP, context, ignore=_left_out_of_an_image)
    run(*PIP, "wheel", *ALONE, "--wheel-dir", folder, context)
    (file,) = folder.iterdir()
    return file


def _left_out_of_an_image(place: str, names: list[str]) -> set[str]:
    lines = (TOP / ".dockerignore").read_text(encoding="utf-8").splitlines()
    patterns = [line for line in lines if line and not line.startswith("#")]
    paths = {name: str((Path(place) / name).relative_to(TOP)) for name in names}
    everywhere = {line.removeprefix("**/") for line in patterns if line.startswith("**/")}
    return {name for name, path in paths.items() if name in everywhere or any(fnmatch(path, line) for line in patterns)}


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory, wheel: Path) -> Path:
    """Installs `scorekeeper` into a new environment: from the wheel, or at night from the checkout."""
    place = tmp_path_factory.mktemp("installed")
    venv.create(place, symlinks=True)
    (packages,) = place.glob("lib/python3*/site-packages")
    (packages / "dependencies.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    run(*PIP, "--python", place / "bin" / "python", "install", "--ignore-installed", *ALONE, TOP if FUZZING else wheel)
    return place / "bin" / "scorekeeper"


@pytest.fixture(scope="module")
def home(program: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a new user of the program."""
    return tmp_path_factory.mktemp(f"home-of-{program.parents[1].name}")


@pytest.fixture(scope="module")
def environ(home: Path) -> dict[str, str]:
    """Returns the environment of a new user without settings."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(("SCOREKEEPER_", "PYTHON"))}
    return {**inherited, "HOME": str(home), "XDG_DATA_HOME": str(home / "share")}


@pytest.fixture(scope="module")
def server(program: Path, environ: dict[str, str], home: Path) -> Iterator[Server]:
    """Runs its server."""
    running = Server(environ, home / "log")
    words = [program, "serve", "--host", "127.0.0.1", "--port", str(running.port), "--no-qr"]
    with running.log.open("wb") as log:
        running.process = subprocess.Popen(words, env=environ, cwd=home, stdout=log, stderr=log)
    try:
        running.wait_until_it_answers()
        yield running
    finally:
        running.stop()


def get(server: Server, address: str) -> tuple[int, bytes]:
    """Returns the status and content of a page."""
    with closing(HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)) as connection:
        connection.request("GET", address)
        answer = connection.getresponse()
        return answer.status, answer.read()


def test_what_runs_is_what_was_installed(program: Path, environ: dict[str, str], tmp_path: Path) -> None:
    script = "import scorekeeper.config as it; print(it.PACKAGE, *map(it.folder, ('templates', 'static', 'docs')))"
    places = run(program.with_name("python"), "-c", script, env=environ, cwd=tmp_path).split()
    installed = next(program.parents[1].glob("lib/python3*/site-packages/scorekeeper"))
    assert places == [str(installed), *(str(installed / name) for name in ("templates", "static", "docs"))]


@pytest.mark.night
def test_the_wheel_has_what_is_installed_from_the_checkout(program: Path, wheel: Path) -> None:
    (packages,) = program.parents[1].glob("lib/python3*/site-packages")
    with ZipFile(wheel) as files:
        kept = {name: files.read(name) for name in files.namelist() if name.startswith("scorekeeper/")}
        assert {name for name, content in kept.items() if (packages / name).read_bytes() != content} == set()
    installed = (file for file in (packages / "scorekeeper").rglob("*") if file.is_file() and file.suffix != ".pyc")
    assert {str(file.relative_to(packages)) for file in installed} == kept.keys()


def test_a_match_is_served_recorded_and_kept(server: Server, home: Path) -> None:
    phone = Phone(server.port)
    match = phone.begin("start")
    entry = {"way": "points", "points.0": 77, "points.1": 43, "seen": 1, "key": "first"}
    assert phone.ask(f"{match}/hands", entry).status == 200
    status, page = get(server, match)
    assert status == 200
    assert b"77" in page
    assert (home / "share" / "scorekeeper" / "scorekeeper.sqlite3").is_file()


def test_the_guide_is_served_with_its_pictures_and_manuals(server: Server) -> None:
    for address, said in (
        ("/help/", "What to do when"),
        ("/help/operations", "Backups"),
        ("/help/first-match?lang=it", "Cominciare"),
    ):
        status, page = get(server, address)
        assert (status, said.encode() in page) == (200, True)
    (picture, *_others) = re.findall(rb'<img src="([^"]+)"', page)
    assert get(server, picture.decode())[1][8:12] == b"WEBP"


def test_the_licences_of_all_parts_are_installed(server: Server) -> None:
    status, page = get(server, "/licences")
    expected = (b"the Scorekeeper authors", b"SIL OPEN FONT LICENSE", b"Werkzeug")
    assert (status, [part for part in expected if part not in page]) == (200, [])


@pytest.mark.night
def test_a_sheet_is_printed_by_the_server(server: Server) -> None:
    needs(PRINTING)
    status, sheet = get(server, "/blank/tresette.pdf")
    assert (status, sheet[:4]) == (200, b"%PDF")


def test_a_sheet_is_printed_by_the_command_and_is_the_same_file_whoever_prints_it(
    program: Path, home: Path, tmp_path: Path
) -> None:
    needs(PRINTING)
    document = tresette({"points": [7, 4]}, {"points": [6, 5]})
    (tmp_path / "match.json").write_text(json.dumps(document), encoding="utf-8")
    environ = {"PYTHONHASHSEED": "1", "PATH": "/usr/bin:/bin", "HOME": str(home)}
    run(program, "sheet", "match.json", "-o", "sheet.pdf", env=environ, cwd=tmp_path)
    printed = (tmp_path / "sheet.pdf").read_bytes()
    assert printed.startswith(b"%PDF")
    needs(SAME_BYTES)
    assert printed == pdf_of(filled(document))


def test_the_same_wheel_is_built_in_another_folder_at_another_time(wheel: Path, tmp_path: Path) -> None:
    for name in ("scorekeeper", "templates", "static", "docs", "examples", "deploy"):
        shutil.copytree(TOP / name, tmp_path / name, copy_function=shutil.copy)
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copyfile(TOP / name, tmp_path / name)
    words = [sys.executable, "-m", "hatchling", "build", "--target", "wheel"]
    run(*words, cwd=tmp_path, umask=0o077, env={**os.environ, "TZ": "Asia/Tokyo", "PYTHONHASHSEED": "7"})
    (again,) = (tmp_path / "dist").iterdir()
    assert (again.name, again.read_bytes()) == (wheel.name, wheel.read_bytes())


def test_the_image_is_built_without_passwords_and_with_one_list_of_what_it_leaves_out() -> None:
    assert "deploy/.env" in (TOP / ".dockerignore").read_text().splitlines()
    assert not (TOP / ".containerignore").exists()  # which Podman would read instead


def test_examples_and_files_for_operators_are_installed(program: Path, environ: dict[str, str], tmp_path: Path) -> None:
    listed = run(program, "example", env=environ, cwd=tmp_path).split()
    assert {"match.json", "tournament.json", "claim.json", "nginx.conf", "compose.yml", ".env.sample"} <= {*listed}
    assert ".env" not in listed
    shown = run(program, "example", "nginx.conf", env=environ, cwd=tmp_path)
    assert shown == (TOP / "deploy" / "nginx.conf").read_text(encoding="utf-8")
    (tmp_path / "match.json").write_text(run(program, "example", "match.json", env=environ, cwd=tmp_path))
    assert '"totals": [12, 10]' in run(program, "score", "match.json", env=environ, cwd=tmp_path)


def test_the_wheel_has_the_manual_page(wheel: Path) -> None:
    with ZipFile(wheel) as files:
        (page,) = (name for name in files.namelist() if name.endswith(".data/data/share/man/man1/scorekeeper.1"))
        assert files.read(page) == (TOP / "docs" / "scorekeeper.1").read_bytes()


def test_the_driver_of_postgresql_is_an_extra(wheel: Path) -> None:
    with ZipFile(wheel) as files:
        (described,) = (name for name in files.namelist() if name.endswith(".dist-info/METADATA"))
        lines = files.read(described).decode().splitlines()
    assert "Provides-Extra: postgresql" in lines
    assert [line for line in lines if line.startswith("Requires-Dist: psycopg") and "extra == 'postgresql'" in line]
