"""`tools.install`: the steps of `make run` and `make test` on machines with different programs."""

import hashlib
from pathlib import Path

import pytest

from tools.install import __main__ as steps_of
from tools.install import debian, packages, pip_wheel
from tools.install.debian import BROWSER, NODE, PRINTING, SAME_BYTES, VENV

AS_ROOT: list[str] = []
WITH_SUDO = ["/usr/bin/sudo", "-n"]


@pytest.fixture
def empty(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A checkout without `.venv`, with a lock file of three packages for this system."""
    (tmp_path / "runtime.txt").write_text(
        "one-thing==1.0 \\\n    --hash=sha256:0\ntwo==2.1 ; python_full_version < '3.12' \\\n    --hash=sha256:0\n"
        "two==2.2 ; python_full_version >= '3.12' \\\n    --hash=sha256:0\nthree==3 \\\n    --hash=sha256:0\n"
        "other==1 ; sys_platform == 'win32' \\\n    --hash=sha256:0\n"
    )
    monkeypatch.setattr(packages, "LOCKS", tmp_path)
    monkeypatch.setattr(packages, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(packages, "PYTHON", tmp_path / ".venv" / "bin" / "python")
    return tmp_path


def titles(lacking: list[debian.Need], as_root: list[str] | None) -> list[str]:
    """Returns the titles of the steps for `make run`."""
    found = steps_of.steps(steps_of.PURPOSES["run"], lacking, as_root)
    return [step.title.partition(" with Python")[0] for step in found]


@pytest.mark.usefixtures("empty")
@pytest.mark.parametrize(
    "as_root, first",
    [
        (AS_ROOT, ["Installing Debian's libpangoft2-1.0-0, libharfbuzz-subset0"]),
        (WITH_SUDO, ["Installing Debian's libpangoft2-1.0-0, libharfbuzz-subset0"]),
        (None, []),
    ],
    ids=["root", "sudo", "nobody"],
)
def test_debians_packages_are_installed_by_who_may(as_root: list[str] | None, first: list[str]) -> None:
    assert titles([PRINTING], as_root) == [*first, "Making .venv", "Installing 3 packages into .venv"]


def test_only_what_is_not_there_is_counted(empty: Path) -> None:
    (empty / ".venv/lib/python3.11/site-packages/One_Thing-1.0.dist-info").mkdir(parents=True)
    assert packages.wanted("runtime.txt") == 2


def test_where_all_is_there_nothing_is_done(empty: Path) -> None:
    (empty / ".venv").mkdir()
    packages._stamp("runtime.txt").write_text(packages._state("runtime.txt"), encoding="utf-8")
    assert titles([], None) == []
    with (empty / "runtime.txt").open("a") as lock:
        lock.write("four==4 \\\n    --hash=sha256:0\n")
    assert titles([], None) == ["Making .venv", "Installing 4 packages into .venv"]


def test_one_command_names_everything_once() -> None:
    expected = "apt-get install libpangoft2-1.0-0 libharfbuzz-subset0 chromium nodejs"
    assert debian.command([PRINTING, SAME_BYTES, BROWSER, NODE]) == expected


def test_serving_needs_no_package_of_the_tests() -> None:
    assert set(debian.FOR_RUNNING) == {VENV, PRINTING}
    assert steps_of.PURPOSES["run"].lock == "runtime.txt"


WHEEL = b"a wheel"
PAGE = b'<a href="../../files/pip-26.3.tar.gz">x</a> <a href="../../files/pip-26.3-py3-none-any.whl#sha256=0">x</a>'
LOCKED = f"pip==26.3 \\\n    --hash=sha256:{hashlib.sha256(WHEEL).hexdigest()}\n"


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Returns the requests to a package index."""
    found: list[str] = []

    def read(address: str) -> bytes:
        found.append(address)
        return PAGE if address.endswith("/pip/") else WHEEL

    monkeypatch.setattr(pip_wheel, "_read", read)
    monkeypatch.setenv("PIP_INDEX_URL", "https://packages.example/simple/")
    return found


def test_pip_comes_from_the_index_that_pip_would_ask(asked: list[str], tmp_path: Path) -> None:
    assert pip_wheel.fetch_pip(LOCKED, tmp_path).read_bytes() == WHEEL
    assert asked == [
        "https://packages.example/simple/pip/",
        "https://packages.example/files/pip-26.3-py3-none-any.whl",
    ]


@pytest.mark.parametrize(
    "locked, why",
    [
        ("pip==26.3 \\\n    --hash=sha256:0\n", "is not the one that was locked"),
        ("pip==1.0 \\\n    --hash=sha256:0\n", "has no pip-1.0-py3-none-any.whl"),
        ("", "names no version"),
    ],
)
@pytest.mark.usefixtures("asked")
def test_another_pip_than_the_locked_one_is_refused(locked: str, why: str, tmp_path: Path) -> None:
    with pytest.raises(pip_wheel.NoPip, match=why):
        pip_wheel.fetch_pip(locked, tmp_path)
    assert list(tmp_path.iterdir()) == []
