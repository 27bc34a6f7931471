"""`scorekeeper doctor` names each fault of an installation, and its remedy."""

import json
import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner
from flask import Flask
from sqlalchemy import update

from scorekeeper import local_authority
from scorekeeper.cli import doctor, doctor_checks, main
from scorekeeper.cli.backup import NOTE
from scorekeeper.paper import typesetting
from scorekeeper.store.models import Change, db, now
from scorekeeper.web import guide
from tests.support.machine import needs
from tests.support.matches import TRESETTE, points, start
from tools.install.debian import PRINTING

Patch = pytest.MonkeyPatch
Fault = Callable[[Path, Patch], object]  # done to the instance folder, or to the program
BEHIND_A_PROXY = {"PUBLIC_URL": "https://cards.example", "HTTPS_ONLY": "1", "TRUSTED_PROXIES": "1"}
MAIL = {"SMTP_HOST": "127.0.0.1", "SMTP_PORT": "1", "MAIL_FROM": "cards@cards.example"}
ORDER = [
    *(
        "settings",
        "printing",
        "fonts",
        "help",
        "clock",
        "secret key",
        "disk",
        "address",
        "https",
        "rate limits",
        "mail",
        "folder",
    ),
    *("database", "migrations", "clock", "worker", "backup", "games"),
]


def examined(*options: str) -> tuple[int, list[tuple[str, str, str]]]:
    """Runs the command; returns its exit status, and the check, status and texts of each finding."""
    done = CliRunner().invoke(main, ["doctor", "--json", *options])
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    checks = json.loads(done.stdout)["checks"]
    return done.exit_code, [(each["check"], each["status"], f"{each['text']} → {each['todo']}") for each in checks]


def configure(patch: Patch, **values: str) -> None:
    """Sets variables of the environment."""
    for name, value in values.items():
        patch.setenv(f"SCOREKEEPER_{name}", value)


@pytest.fixture
def instance(app: Flask, database_url: str, tmp_path: Path, monkeypatch: Patch) -> Path:
    """The folder of a good installation behind a proxy: with a live worker, a match and a backup."""
    configure(monkeypatch, INSTANCE=str(tmp_path), **BEHIND_A_PROXY)
    monkeypatch.setenv("DATABASE_URL", database_url)
    monkeypatch.setattr(doctor_checks, "worker_answers", lambda app, seconds: True)
    with app.app_context():
        start(TRESETTE, points(8, 3))
        db.session.commit()
    if database_url.startswith("sqlite"):
        assert CliRunner().invoke(main, ["backup", str(tmp_path / "copy.sqlite3")]).exit_code == 0
    return tmp_path


@pytest.mark.each_engine
@pytest.mark.usefixtures("instance")
def test_in_a_good_installation_nothing_is_wrong_and_everything_was_checked() -> None:
    needs(PRINTING)
    status, findings = examined()
    assert (status, [finding for finding in findings if finding[1] == "wrong"]) == (0, [])
    assert [check for check, _status, _text in findings] == ORDER


def change_file(file: str, content: bytes) -> Fault:
    """A fault: a file of the instance folder with this content."""
    return lambda instance, patch: (instance / file).write_bytes(content)


def in_database(statement: str) -> Fault:
    """A fault: a changed database."""

    def change(instance: Path, _patch: Patch) -> None:
        with closing(sqlite3.connect(instance / "scorekeeper.sqlite3")) as connection, connection:
            connection.execute(statement)

    return change


def configured(**values: str) -> Fault:
    """A fault: other settings."""
    return lambda instance, patch: configure(patch, **values)


def patched(module: object, name: str, value: object) -> Fault:
    """A fault: a function that finds something else."""
    return lambda instance, patch: patch.setattr(module, name, value)


def play_tomorrow(_instance: Path, _patch: Patch) -> None:
    db.session.execute(update(Change).values(at=now() + timedelta(days=1)))
    db.session.commit()


def open_key(instance: Path, _patch: Patch) -> None:
    (instance / "secret_key").chmod(0o644)
    instance.chmod(0o1700)  # with the sticky bit, as in /tmp, nothing is closed automatically


def change_backup(instance: Path, _patch: Patch) -> None:
    copy = Path((instance / NOTE).read_text())
    copy.write_bytes(copy.read_bytes().replace(b"tresette", b"TRESETTE"))


def old_backup(instance: Path, _patch: Patch) -> None:
    os.utime(instance / NOTE, (0, 0))


def at_home(fault: Fault) -> Fault:
    """A fault of an installation that has offered https in the local network."""

    def do(instance: Path, patch: Patch) -> None:
        patch.setattr(local_authority, "address_in_network", lambda: "192.168.1.20")
        local_authority.keep(instance, local_authority.host_of("192.168.1.20"))
        fault(instance, patch)

    return do


NEARLY_FULL = shutil._ntuple_diskusage(10**9, 10**9, 1)

FAULTS: dict[str, tuple[Fault, str, str]] = {
    "an impossible setting": (configured(TRUSTED_PROXIES="many"), "settings", "SCOREKEEPER_TRUSTED_PROXIES: must be"),
    "a key that it may not read": (
        lambda instance, patch: patch.setattr(doctor, "settings", lambda: (instance / "secret_key" / "x").read_text()),
        "settings",
        "run it as the user of",
    ),
    "a guide that was not installed": (patched(guide, "MANUALS", ("lost",)), "help", "with its folder docs"),
    "a font that is gone": (patched(typesetting, "WESTERN", ("lost.ttf",)), "fonts", "install Scorekeeper again"),
    "a key that others can read": (open_key, "secret key", "chmod 600"),
    "a full disk": (
        lambda _folder, patch: patch.setattr(doctor_checks, "has_room", lambda folder: False),
        "disk",
        "full",
    ),
    "a disk that is nearly full": (patched(shutil, "disk_usage", lambda folder: NEARLY_FULL), "disk", "1 MB are free"),
    "https without a trusted proxy": (configured(TRUSTED_PROXIES="0"), "address", "SCOREKEEPER_TRUSTED_PROXIES=1"),
    "https with open cookies": (configured(HTTPS_ONLY="0"), "address", "SCOREKEEPER_HTTPS_ONLY=1"),
    "no https for its cookies": (configured(PUBLIC_URL="http://cards.example"), "address", "nobody can log in"),
    "a key for https that others can read": (
        at_home(lambda instance, _patch: (instance / "https" / "192.168.1.20" / "server.pem").chmod(0o644)),
        "https",
        "chmod 600",
    ),
    "a damaged certificate": (
        at_home(change_file("https/192.168.1.20/server.pem", b"no certificate")),
        "https",
        "start scorekeeper serve",
    ),
    "rate limits without Redis": (configured(RATELIMIT_STORAGE="redis://127.0.0.1:1"), "rate limits", "not answer"),
    "no mail server": (configured(**MAIL), "mail", "Connection refused"),
    "a folder of another user": (patched(os, "geteuid", lambda: 4711), "folder", "4711"),
    "files of other users": (
        lambda _folder, patch: patch.setattr(os, "access", lambda path, mode: False),
        "folder",
        "chown",
    ),
    "something else as database": (change_file("scorekeeper.sqlite3", b"no database" * 99), "database", "is damaged"),
    "rows of nobody": (in_database("DELETE FROM match"), "database", "belongs to something that is not there"),
    "an older database": (in_database("UPDATE alembic_version SET version_num = '0001'"), "migrations", "db upgrade"),
    "a newer database": (in_database("UPDATE alembic_version SET version_num = '2525'"), "migrations", "newer"),
    "a table too many": (in_database("CREATE TABLE extra (id)"), "migrations", "the table extra does not belong"),
    "a change of tomorrow": (play_tomorrow, "clock", "in the future"),
    "no worker": (patched(doctor_checks, "worker_answers", lambda app, seconds: False), "worker", "scorekeeper worker"),
    "no backup": (lambda instance, patch: (instance / NOTE).unlink(), "backup", "never been one"),
    "a changed backup": (change_backup, "backup", "cannot be restored"),
    "an old backup": (old_backup, "backup", "days old"),
}


@pytest.mark.sqlite
@pytest.mark.parametrize("fault, check, words", FAULTS.values(), ids=FAULTS)
def test_a_fault_is_named_and_only_that(
    app: Flask, instance: Path, monkeypatch: Patch, fault: Fault, check: str, words: str
) -> None:
    monkeypatch.setattr(typesetting, "page_count", lambda html: 1)
    with app.app_context():
        fault(instance, monkeypatch)
    status, findings = examined("--mail")
    wrong = [(name, text) for name, kind, text in findings if kind == "wrong"]
    assert status == 1
    assert [name for name, _text in wrong] == [check] * len(wrong) != []
    assert all(words in text for _name, text in wrong), wrong


@pytest.mark.sqlite
def test_phones_that_trust_another_address_are_pointed_out(instance: Path, monkeypatch: Patch) -> None:
    monkeypatch.setattr(typesetting, "page_count", lambda html: 1)
    at_home(patched(local_authority, "address_in_network", lambda: "192.168.1.21"))(instance, monkeypatch)
    (text,) = [text for check, _status, text in examined()[1] if check == "https"]
    assert text.startswith("this machine’s address is now 192.168.1.21")


@pytest.mark.usefixtures("no_pango", "instance")
def test_without_pango_it_says_so_and_prints_what_to_install() -> None:
    done = CliRunner().invoke(main, ["doctor"])
    assert done.exit_code == 1
    assert "WRONG   printing     no PDFs can be made, because Pango is missing" in done.output
    assert "→ apt-get install libpangoft2-1.0-0 libharfbuzz-subset0" in done.output
    assert done.output.endswith("Wrong: 1. Advice: 2.\n")
